"""The catalogue of embedded tables: every entry loads, means something, and covers all shapes."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from figloom import files
from figloom.read.tables import tables as read_tables
from figloom.tables import Column, Table, Tables

CATALOGUE: dict[str, Any] = tomllib.loads((files.sources() / "tables.toml").read_text("utf-8"))
ENTRIES: dict[str, Mapping[str, Any]] = {entry["id"]: entry for entry in CATALOGUE["table"]}
WITHOUT_UNIT = {"Electronegativity", "Atomic number"}
LICENCES = {
    *("BSD-3-Clause", "CC0-1.0", "CC-BY-2.0", "CC-BY-3.0", "CC-BY-3.0-IGO", "MIT"),
    *("Public domain", "Free to use and redistribute (NERACOOS)"),
}
TEXTS = ("category", "person", "place")


@pytest.fixture(scope="module")
def source() -> Tables:
    return read_tables()


@pytest.fixture(scope="module")
def tables(source: Tables) -> dict[str, Table]:
    return {table.id: table for table in source.tables}


@pytest.mark.parametrize("name", ENTRIES)
class TestEachTable:
    def test_columns_are_what_their_roles_say(self, tables: dict[str, Table], name: str) -> None:
        table = tables[name]
        assert len(table) > 20
        for column in table.columns:
            values = table.values(column)
            if column.role == "number":
                assert values.dtype == np.float64
                assert np.isfinite(values).mean() > 0.2, column
                assert not np.isinf(values).any()
                assert len(np.unique(values[np.isfinite(values)])) > 4, column
            elif column.role == "time":
                assert values.dtype == np.dtype("datetime64[s]")
                assert np.isnat(values).mean() < 0.2
                assert np.nanmin(values) > np.datetime64("1500")
            else:
                assert values.dtype == object
                assert {type(value) for value in values} == {str}
                assert (values == "").mean() < 0.5

    def test_texts_can_be_read(self, tables: dict[str, Table], name: str) -> None:
        for column in tables[name].of(*TEXTS):
            shown = set(tables[name].values(column).tolist()) - {""}
            assert len(shown) > 1, column
            assert max(map(len, shown)) <= 32, max(shown, key=len)
            assert all(text == text.strip() and text.isprintable() for text in shown)
            # Two spellings of one thing would be two bars.
            assert len({text.casefold() for text in shown}) == len(shown), column

    def test_names_and_units_are_there(self, tables: dict[str, Table], name: str) -> None:
        table = tables[name]
        assert table.title
        assert len(table.title) <= 64
        names = [column.name for column in table.columns]
        assert len(set(names)) == len(names)
        for column in table.columns:
            assert column.name[0].isupper(), column
            assert "_" not in column.name
            if column.role == "number" and not column.unit:
                assert column.additive or column.name in WITHOUT_UNIT, column
            assert column.role == "number" or not (column.unit or column.additive or column.part)
            assert column.role in TEXTS or not (column.parent or column.counted)

    def test_licence_and_credit_are_there(self, tables: dict[str, Table], name: str) -> None:
        told = tables[name].provenance
        assert told.source == "tables"
        assert told.licence in LICENCES
        assert told.credit.endswith((".", ")"))
        assert told.keys == (f"{ENTRIES[name]['package']}/{ENTRIES[name]['file']}", name)

    def test_each_child_has_one_parent(self, tables: dict[str, Table], name: str) -> None:
        table = tables[name]
        for column in table.columns:
            if not column.parent:
                continue
            above = next(c for c in table.columns if c.name == column.parent)
            pairs = set(zip(table.values(column), table.values(above), strict=True))
            assert len(pairs) == len({child for child, _ in pairs}), column
            assert all(parent and parent != child for child, parent in pairs), column
            assert 1 < len({parent for _, parent in pairs}) < len(pairs)

    def test_every_word_is_used(self, tables: dict[str, Table], name: str) -> None:
        """A code that the file no longer holds, or a misspelt one, would go unseen."""
        entry, table = ENTRIES[name], tables[name]
        columns = entry["columns"]
        columns = CATALOGUE["columns"][columns] if isinstance(columns, str) else columns
        for column, told in zip(table.columns, columns, strict=True):
            words = told.get("words", {})
            if isinstance(words, dict):
                shown = set(table.values(column).tolist())
                assert set(words.values()) <= shown, set(words.values()) - shown
                assert not set(words) - set(words.values()) & shown

    def test_a_prepared_table_has_one_row_a_thing(
        self, tables: dict[str, Table], name: str
    ) -> None:
        table = tables[name]
        if not table.prepared:
            return
        assert not any(column.counted for column in table.columns)
        keys = [table.values(column) for column in table.of("time", *TEXTS)]
        rows = list(zip(*keys, strict=True))
        assert len(set(rows)) == len(rows)

    def test_prices_of_a_period_fit_together(self, tables: dict[str, Table], name: str) -> None:
        table = tables[name]
        parts = [table.part(part) for part in ("low", "open", "close", "high")]
        if not any(parts):
            return
        low, opened, closed, high = (table.values(part) for part in parts if part)
        assert (low <= np.minimum(opened, closed)).all()
        assert (high >= np.maximum(opened, closed)).all()
        assert (np.diff(table.values(table.of("time")[0])).astype(int) > 0).all()


def _counts(table: Table, column: Column) -> Mapping[str, int]:
    shown, counts = np.unique(table.values(column).astype(str), return_counts=True)
    return {text: int(n) for text, n in zip(shown, counts, strict=True) if text}


def _additive(table: Table) -> bool:
    counted = any(column.counted for column in table.columns)
    return counted or any(c.additive and not c.part for c in table.of("number"))


def _few(table: Table) -> list[Column]:
    return [c for c in table.of("category", "place") if 2 <= len(_counts(table, c)) <= 40]


def _bars(table: Table) -> bool:
    return bool(_few(table)) and (bool(table.of("number")) or _additive(table))


def _grouped_bars(table: Table) -> bool:
    pairs = itertools.combinations(_few(table), 2)
    return any(a.parent != b.name and b.parent != a.name for a, b in pairs) and _bars(table)


def _lines(table: Table) -> bool:
    numbers = [c for c in table.of("number") if not c.part]
    alike = any(a.unit == b.unit for a, b in itertools.combinations(numbers, 2))
    return bool(table.of("time") and numbers) and (alike or bool(table.of(*TEXTS)))


def _boxes(table: Table) -> bool:
    return not table.prepared and any(
        sum(
            np.isfinite(table.values(n)[table.values(c) == text]).sum() >= 10
            for text in _counts(table, c)
        )
        >= 2
        for c in _few(table)
        for n in table.of("number")
    )


def _points(table: Table) -> bool:
    numbers = [np.isfinite(table.values(c)) for c in table.of("number") if not c.part]
    return any((a & b).sum() >= 20 for a, b in itertools.combinations(numbers, 2))


def _candles(table: Table) -> bool:
    return all(table.part(part) for part in ("open", "high", "low", "close", "volume"))


def _tree(table: Table) -> bool:
    return any(column.parent for column in table.columns) and _additive(table)


def _shares(table: Table) -> bool:
    return _additive(table) and any(len(_counts(table, c)) <= 12 for c in _few(table))


def _links(table: Table) -> bool:
    ends = itertools.combinations(table.of("place"), 2)
    return any(set(_counts(table, a)) == set(_counts(table, b)) for a, b in ends)


SHAPES: dict[str, Callable[[Table], bool]] = {
    "category x number": _bars,
    "two categories x number": _grouped_bars,
    "time x number, several series": _lines,
    "samples by group": _boxes,
    "two or three numbers": _points,
    "open, high, low, close": _candles,
    "two levels": _tree,
    "shares that add up": _shares,
    "links": _links,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_both_splits_have_every_shape(source: Tables, shape: str) -> None:
    found = {
        split: [table.id for table in source.of(split) if SHAPES[shape](table)]
        for split in ("train", "eval")
    }
    assert len(found["eval"]) >= 3, found
    assert len(found["train"]) >= (1 if shape == "links" else 2), found


def test_there_are_many_tables_and_they_are_not_huge(source: Tables) -> None:
    assert len(source.tables) >= 40
    cells = sum(len(table) * len(table.columns) for table in source.tables)
    assert cells < 1_000_000


def _place(entry: Mapping[str, Any]) -> tuple[str, str]:
    return entry["package"], entry["file"]


def _numbers(entry: Mapping[str, Any]) -> set[str]:
    columns = entry["columns"]
    columns = CATALOGUE["columns"][columns] if isinstance(columns, str) else columns
    found = {c.get("from", c["name"]) for c in columns if c["role"] == "number"}
    return found | set(entry.get("melt", {}).get("columns", ()))


def _exclusive(one: Any, other: Any) -> bool:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        limits = [(w.get("min", -np.inf), w.get("max", np.inf)) for w in (one, other)]
        return limits[0][1] < limits[1][0] or limits[1][1] < limits[0][0]
    if isinstance(one, Mapping) or isinstance(other, Mapping):
        return False
    sets = [set(w) if isinstance(w, list) else {w} for w in (one, other)]
    return not sets[0] & sets[1]


def test_no_fact_stands_in_both_splits() -> None:
    for one, other in itertools.combinations(CATALOGUE["table"], 2):
        if one["split"] == other["split"] or _place(one) != _place(other):
            continue
        numbers = (_numbers(one), _numbers(other))
        rows = (one.get("where", {}), other.get("where", {}))
        apart = any(_exclusive(rows[0][name], rows[1][name]) for name in rows[0] if name in rows[1])
        assert apart or (all(numbers) and not numbers[0] & numbers[1]), (one["id"], other["id"])


def test_titles_and_shared_lists_are_all_used() -> None:
    assert len({entry["title"] for entry in CATALOGUE["table"]}) == len(CATALOGUE["table"])
    text = (files.sources() / "tables.toml").read_text("utf-8")
    for name in CATALOGUE["words"]:
        assert f'words = "{name}"' in text
    for name in CATALOGUE["columns"]:
        assert f'columns = "{name}"' in text


def test_keys_are_known() -> None:
    allowed = {
        *("id", "title", "package", "file", "licence", "credit", "split", "columns", "prepared"),
        *("join", "where", "melt", "needs", "sum", "header", "spaced", "records", "query"),
    }
    columns = {
        *("name", "from", "glue", "role", "unit", "additive", "part", "parent", "counted"),
        *("pattern", "replace", "case", "words", "scale"),
    }
    for entry in CATALOGUE["table"]:
        assert set(entry) <= allowed, entry["id"]
    lists = [e["columns"] for e in CATALOGUE["table"] if isinstance(e["columns"], list)]
    for told in itertools.chain(*lists, *CATALOGUE["columns"].values()):
        assert set(told) <= columns, told
