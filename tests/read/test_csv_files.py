"""A person's own files: workbooks, folders, long ones, and every way one can be wrong."""

from __future__ import annotations

import csv as plain
import datetime
import gzip
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from csv_files import RAGGED, columns_of, put, table_in, tables_in

from figloom.errors import SourceError
from figloom.knowledge import normalise
from figloom.read import delimited, frames
from figloom.read.csv import csv, fingerprint, tables_of
from figloom.registry import find
from figloom.seeds import share


def _book(place: Path) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Shops"
    for row in (["Shops of the old town"], [], ["Shop", "Opened", "Growth", "Takings", "Staff"]):
        sheet.append(row)
    for n in range(5):
        sheet.append([f"Shop {n}", datetime.date(2020, 1 + n, 14), 0.125 * n, 1500.5 * n, n + 2])
        sheet.cell(sheet.max_row, 3).number_format = "0.0%"
        sheet.cell(sheet.max_row, 4).number_format = "[$€-2] #,##0.00"
    other = book.create_sheet("Fish")
    for row in (["Fish", "Weight (kg)"], ["Carp", 3], ["Pike", 4], ["Total", 7]):
        other.append(row)
    hidden = book.create_sheet("Hidden")
    hidden.append(["a", "b"])
    hidden.append([1, 2])
    hidden.sheet_state = "hidden"
    book.create_sheet("Nothing")
    book.save(place)
    return place


def test_every_visible_sheet_of_a_workbook_is_a_table(tmp_path: Path) -> None:
    tables, notes = tables_in(_book(tmp_path / "town.xlsx"), title="")
    assert [t.title for t in tables] == ["Shops of the old town: Shops", "Town: Fish"]
    assert [t.id for t in tables] == ["town.xlsx#Shops", "town.xlsx#Fish"]
    shops, fish = tables
    assert columns_of(shops) == {
        "Shop": "category",
        "Opened": "time",
        "Growth": "number %",
        "Takings": "number EUR",
        "Staff": "number",
    }
    assert shops.values(shops.columns[2]).tolist() == [0, 12.5, 25, 37.5, 50]
    assert fish.values(fish.columns[1]).tolist() == [3, 4]
    assert fish.provenance.keys == ("town.xlsx", "Fish")
    assert any("1 row of totals" in note for note in notes)


def test_parquet_keeps_its_values_and_leaves_nested_columns_out(tmp_path: Path) -> None:
    days = [datetime.date(2021, 1, 1 + n) for n in range(6)]
    table = pa.table(
        {
            "day": days,
            "share": pa.array([0.1, 1 / 3, float("nan"), 1e-9, 5.0, None]),
            "kind": pa.array(["a", "b", "a", None, "b", "a"]).dictionary_encode(),
            "late": pa.array([True, False, True, True, None, False]),
            "parts": [[1], [2], [3], [4], [5], [6]],
        }
    )
    place = tmp_path / "t.parquet"
    pq.write_table(table, place)
    (read,), notes = tables_in(place)
    assert [c.role for c in read.columns] == ["time", "number", "category", "category"]
    values = read.values(read.columns[1])
    np.testing.assert_array_equal(values, [0.1, 1 / 3, np.nan, 1e-9, 5, np.nan])
    assert read.values(read.columns[2]).tolist() == ["a", "b", "a", "", "b", "a"]
    assert any("'parts': nested" in note for note in notes)


def test_a_folder_is_a_source_of_several_tables(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    put(tmp_path / "b.csv", "Fish,Weight (kg)\nCarp,3\nPike,4\nTench,2\nPerch,1\n")
    put(tmp_path / "inside" / "a.tsv", "Bird\tSpan\nCrow\t90\nWren\t15\n")
    with gzip.open(tmp_path / "c.csv.gz", "wt") as file:
        file.write("Tree;Height (m)\nElm;21,5\nOak;30,25\n")
    put(tmp_path / "bad.csv", "1,2\n3,4\n")
    put(tmp_path / "README.txt", "Not a table.")
    source = csv(path=tmp_path, title="Wild life", eval_share=0.4)
    assert [table.id for table in source.tables] == ["b.csv", "c.csv.gz", "inside/a.tsv"]
    assert source.tables[0].title == "Wild life: B"
    assert any("bad.csv has no line of column names" in note for note in source.notes)
    assert source.fingerprint == csv(path=tmp_path, title="Wild life", eval_share=0.4).fingerprint
    put(tmp_path / "b.csv", "Fish,Weight (kg)\nCarp,3\nPike,5\nTench,2\nPerch,1\n")
    assert source.fingerprint != csv(path=tmp_path, title="Wild life", eval_share=0.4).fingerprint
    assert fingerprint(tmp_path) != fingerprint(tmp_path, "other settings")


def test_a_recipe_may_give_roles_as_a_list_or_a_table(tmp_path: Path) -> None:
    place = put(tmp_path / "t.csv", f"{RAGGED['shares'][0]}Sun,9%\n")
    call = find("read", "csv", "test")
    for roles in (["Source=place"], {"Source": "place"}):
        options = call.options({"path": place, "roles": roles, "eval_share": 0.3}, "test")
        (table,) = call.call(**options).tables
        assert table.columns[0].role == "place"
        assert table.provenance.source == "csv"


def test_splits_follow_the_title(tmp_path: Path) -> None:
    text = "Fish,Weight\nCarp,3\nPike,4\nTench,2\nPerch,1\n"
    names = [f"pond {n}" for n in range(60)]
    for name in names:
        put(tmp_path / f"{name}.csv", text)
    splits = {table.title: table.split for table in csv(path=tmp_path, eval_share=0.4).tables}
    for title, split in splits.items():
        assert split == ("eval" if share(f"table/{normalise(title)}") < 0.4 else "train")
    alone = put(tmp_path / "x.csv", text)
    for name in names[:8]:
        (table,) = csv(path=alone, title=name.upper(), eval_share=0.4).tables
        assert table.split == splits[name.capitalize()]


FAULTS: dict[str, tuple[bytes | None, str]] = {
    "none.csv": (None, "does not exist"),
    "empty.csv": (b"", "is empty"),
    "blank.csv": (b"\n \n,,\n", "is empty"),
    "header.csv": (b"a,b,c\n", "has a header but no rows"),
    "data.csv": (b"12,3.5,North\n14,3.9,South\n", "has no line of column names"),
    "text.csv": (
        b"remark\n" + b"a long remark that goes on and on about all of it\n" * 2,
        "usable",
    ),
    "cyrillic.csv": ("Город;Цена\nМосква;12\n".encode("cp1251"), "Save it as UTF-8"),
    "bytes.csv": (bytes(range(256)) * 20, "Save it as UTF-8"),
    "open.csv": (b'a,b\n"x,1\n' + b"y,2\n" * 500, "is never closed"),
    "cut.csv.gz": (gzip.compress(b"a,b\nx,1\n" * 99)[:-9], "no whole gzip"),
    "cut.parquet": (b"PAR1 and no more", "no whole Parquet"),
    "cut.xlsx": (b"PK no more", "no whole Excel"),
    "old.xls": (b"\xd0\xcf\x11\xe0", "is none of .csv"),
    "signs.csv": (b"a;b\nx;1,234.5\ny;1.234,5\nz;7\n", "mixes decimal points"),
}


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_file_that_cannot_be_drawn_is_refused_in_one_sentence(name: str, tmp_path: Path) -> None:
    data, words = FAULTS[name]
    place = tmp_path / name
    if data is not None:
        place.write_bytes(data)
    with pytest.raises(SourceError) as caught:
        tables_in(place)
    sentence = str(caught.value)
    assert words in sentence
    assert str(place) in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"roles": ("Sorce=place",)}, "no column 'Sorce'. Did you mean 'Source'?"),
        ({"roles": ("Source=plaice",)}, "no role 'plaice'. Did you mean 'place'?"),
        ({"roles": ("Source",)}, "Write it as 'column=role'"),
        ({"units": ("Shore=kg",)}, "Did you mean 'Share'?"),
        ({"roles": ("Source=number",)}, "'Source' cannot be 'number': 'Coal' is no number"),
        ({"roles": ("Source=time",)}, "'Source' cannot be 'time': 'Coal' is no date"),
        ({"eval_share": 1.0}, "give 0 < eval_share < 1"),
    ],
)
def test_options_that_do_not_fit(more: dict[str, Any], words: str, tmp_path: Path) -> None:
    place = put(tmp_path / "t.csv", RAGGED["shares"][0])
    with pytest.raises(SourceError, match=r".") as caught:
        tables_of(place, **{"source": "csv", "licence": "x", "eval_share": 0.1, **more})
    assert words in str(caught.value)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no CSV"):
        tables_in(tmp_path)


def test_two_hundred_columns(tmp_path: Path) -> None:
    names = ["Town", *(f"measure_{n}_kg" for n in range(199))]
    rows = [[f"Town {r}", *(str((r * 7 + n) % 50 / 4) for n in range(199))] for r in range(300)]
    with (tmp_path / "wide.csv").open("w", newline="") as file:
        plain.writer(file).writerows([names, *rows])
    table = table_in(tmp_path / "wide.csv")
    assert len(table.columns) == 200
    assert {column.unit for column in table.columns[1:]} == {"kg"}
    assert table.values(table.columns[5])[3] == (3 * 7 + 4) % 50 / 4


def _long(place: Path, rows: int) -> Path:
    with place.open("w") as file:
        file.write("order_id,date,shop,note,sales\n")
        for n in range(rows):
            day = datetime.date(2015, 1, 1) + datetime.timedelta(days=n * 7 % 3000)
            file.write(f'{n},{day},Shop {n % 7},"a, {n % 3}",{n % 1000 / 4}\n')
    return place


def test_both_readers_of_long_files_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = _long(tmp_path / "t.csv", 30_000)
    monkeypatch.setattr(frames, "ROWS", 5000)
    slow, notes = tables_in(place)
    monkeypatch.setattr(delimited, "_FAST", 0)
    fast, same = tables_in(place)
    assert notes == same
    assert slow[0].columns == fast[0].columns
    for column in slow[0].columns:
        np.testing.assert_array_equal(slow[0].values(column), fast[0].values(column))
    assert 2500 <= len(slow[0]) <= 5000
    assert any("30000 rows" in note for note in notes)
    assert not any(column.additive or column.counted for column in slow[0].columns)
    assert any("'order_id': row numbers" in note for note in notes)


def test_a_long_file_with_uneven_lines_is_still_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = _long(tmp_path / "t.csv", 2000)
    with place.open("a") as file:
        file.write("2000,2016-01-01,Shop 1\n")
    monkeypatch.setattr(delimited, "_FAST", 0)
    assert len(table_in(place)) == 2001


@pytest.mark.slow
def test_five_million_rows(tmp_path: Path) -> None:
    table = table_in(_long(tmp_path / "t.csv", 5_000_000))
    assert 250_000 <= len(table) <= frames.ROWS
