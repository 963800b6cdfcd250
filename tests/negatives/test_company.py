"""Hubs in company: found all at once as they are found one by one."""

from __future__ import annotations

import pytest

from figloom.negatives.company import commonest_first, in_company, with_peers
from figloom.read.world import world

SOURCE = world()


@pytest.mark.parametrize("split", ["train", "eval"])
@pytest.mark.parametrize("least", [1, 3, 6])
def test_a_start_shows_so_many_edges_in_company(split: str, least: int) -> None:
    for most_degree in (40, 2000):
        starts = SOURCE.starts(split, "neighbours", least, most_degree).tolist()
        wanted = []
        for hub in starts:
            edges = commonest_first(SOURCE, split, hub, SOURCE.edges(hub, split).tolist())
            if len(in_company(SOURCE, split, hub, edges, least)) == least:
                wanted.append(hub)
        assert with_peers(SOURCE, split, least, most_degree).tolist() == wanted
        assert least == 1 or len(wanted) < len(starts)
