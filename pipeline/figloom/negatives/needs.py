"""Where to start when the map shall carry a hard question: entities that have what it takes."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np

from figloom.knowledge import Ints, Knowledge
from figloom.negatives.company import with_peers
from figloom.negatives.hidden import OPTIONS, promising
from figloom.negatives.rivals import rivals
from figloom.negatives.shown import own_relations

Need = Literal["nothing", "several", "peers", "rival", "varied"]
"""`several`: the hub stands in three relations or more. `peers`: other entities have all the hub's
relations. `rival`: another relation fits an edge at both ends and is false. `varied`: five
relations of the hub as a head can be the options for one that is hidden."""

TOLD = {
    "nothing": "",
    "several": " in three relations or more",
    "peers": " in relations that enough other entities have, too",
    "rival": " and an edge whose ends both stand in another relation that is false for them",
    "varied": f" and, as a head, {OPTIONS} relations or more",
}
"""Each need in words, for errors: an entity with so many neighbours ..."""

_SEVERAL = 3
_ENOUGH = 40
"""So many hubs with pairs of options do without the others."""


@lru_cache(maxsize=64)
def hubs(source: Knowledge, split: str, least: int, most_degree: int, need: Need) -> Ints:
    """Starts with so many neighbours that meet the need; some come several times."""
    if need == "peers":
        return with_peers(source, split, least, most_degree)
    starts = source.starts(split, "neighbours", least, most_degree)
    if need == "several":
        return np.intersect1d(starts, source.starts(split, "relations", _SEVERAL, most_degree))
    if need == "varied":
        return _varied(source, split, least, most_degree)
    if need == "rival":
        return np.repeat(starts, rivals(source).shares[starts])
    return starts


def _varied(source: Knowledge, split: str, least: int, most_degree: int) -> Ints:
    starts = source.starts(split, "neighbours", least, most_degree)
    pairs, room = promising(source, split)
    good = starts[(pairs[starts] > 0) & (room[starts] >= least - 1)]
    if len(good) >= _ENOUGH:
        return np.repeat(good, pairs[good])
    # Four triples or more of the false options are not shown.
    starts = source.starts(split, "neighbours", least + OPTIONS - 1, most_degree)
    return starts[own_relations(source, split)[starts] >= OPTIONS]
