"""Tables: lazy, split, and without anybody's real name."""

from __future__ import annotations

import numpy as np
import pytest

from figloom.errors import SourceError
from figloom.people import renamed
from figloom.tables import Column, Table, Tables, numbers, texts
from figloom.types import Provenance

COLUMNS = (Column("Runner", "person"), Column("Time", "number", "s"))


def _table(name: str = "races", **rows: object) -> Table:
    given = {"Runner": texts(["Ann", "Bob", "Ann"]), "Time": numbers([1, None, 3])} | rows
    return Table(name, "Races", COLUMNS, Provenance("mine", "CC0-1.0"), "train", lambda: given)  # type: ignore[arg-type,return-value]


def test_people_are_renamed_alike_all_over_a_table() -> None:
    table = _table()
    first, second, third = table.values(COLUMNS[0]).tolist()
    assert first == third != second
    assert {first, second}.isdisjoint({"Ann", "Bob"})


def test_new_names_depend_on_the_set_of_names_alone() -> None:
    names = texts([f"Person {n}" for n in range(400)])
    again = renamed(names[::-1], "key")[::-1]
    assert renamed(names, "key").tolist() == again.tolist()
    assert len(set(again.tolist())) == 400
    assert renamed(names, "other").tolist() != again.tolist()
    assert renamed(texts(["", "x"]), "key")[0] == ""


def test_columns_of_unequal_length_are_refused() -> None:
    with pytest.raises(SourceError, match="'races' has columns of unequal length"):
        len(_table(Time=numbers([1, 2])))


def test_a_source_needs_tables_with_ids_of_their_own() -> None:
    with pytest.raises(SourceError, match="has no table"):
        Tables("mine", "CC0-1.0", [], "x")
    with pytest.raises(SourceError, match="two tables called 'races'"):
        Tables("mine", "CC0-1.0", [_table(), _table()], "x")


def test_missing_numbers_are_nan_and_texts_stripped() -> None:
    assert np.isnan(numbers([None])[0])
    assert texts([" a ", None]).tolist() == ["a", ""]
