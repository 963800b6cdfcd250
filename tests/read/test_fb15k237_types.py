"""Types that follow from the relations an entity stands in."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from figloom.read.fb15k237_types import derive_types


def test_types_follow_domains_first_and_ranges_else(tmp_path: Path) -> None:
    file = tmp_path / "types.tsv"
    file.write_text("domain\ttype\nfilm/film\tfilm\npeople/person\tperson\n", "utf-8")
    relations = [
        "/award/award_nominee/nominated_for",
        "/film/film/directed_by",
        "/people/person/nationality",
    ]
    # 0 a film, 1 its director who has a nationality, 2 a director without, 3 a country, 4 an award.
    triples = np.array([[0, 1, 1], [0, 1, 2], [1, 2, 3], [1, 0, 4], [2, 0, 0]])
    assert derive_types(file, relations, triples, 5) == ["film", "person", "person", "", "film"]
