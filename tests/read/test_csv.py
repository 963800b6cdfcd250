"""A person's own tables: files nobody prepared, real ones, and every way a file can be wrong."""

from __future__ import annotations

import csv as plain
import datetime
import gzip
import importlib.util
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from figloom.errors import SourceError
from figloom.knowledge import normalise
from figloom.read import delimited, frames
from figloom.read.csv import csv, fingerprint, tables_of
from figloom.registry import find
from figloom.seeds import share
from figloom.tables import Table

MANY = range(40)

RAGGED: dict[str, tuple[str, str, dict[str, str], tuple[str, ...]]] = {
    # text, encoding, shown name -> role and unit (and + if sums mean something), notes' words
    "german": (
        "Region;Umsatz (€);Anteil %;Datum\nNord;1.234,50;12,5;03.01.2023\n"
        "Süd;2.500,00;25,0;04.01.2023\nOst;987,25;9,9;15.01.2023\nTotal;4.721,75;47,4;\n",
        "cp1252",
        {"Region": "place", "Umsatz": "number EUR", "Anteil": "number %", "Datum": "time"},
        ("1 row of totals", "read as cp1252"),
    ),
    "money": (
        'Parish,Budget,Change,Sales\nAsh,"$1,234.50",(3.2)%,12\nElm,"$16,600",4.1%,14\n'
        'Oak,"($9,100.00)",(0.4)%,9\nGrand Total,"$8,734.50",,35\n',
        "utf-8-sig",
        {"Parish": "category", "Budget": "number USD +", "Change": "number %", "Sales": "number +"},
        ("1 row of totals",),
    ),
    "views": (
        "video\tviews\tlikes\tuploaded\nKnots\t16.6M\t3k\tJan 5, 2021\n"
        "Taps\t980k\t950\tFeb 11, 2021\nBread\t1.2M\t12.5k\tMar 30, 2021\n",
        "utf-16",
        {"Video": "category", "Views": "number +", "Likes": "number", "Uploaded": "time"},
        ("read as utf-16",),
    ),
    "title above": (
        "Harvest of the north valleys,,,\n,,,\nCrop,2020,2021,2022\nWheat,120,131,128\n"
        "Oats,44,40,47\nBarley,80,82,79\nSource: our own count,,,\n",
        "utf-8",
        {"Crop": "category", "2020": "number", "2021": "number", "2022": "number"},
        ("1 row of footnotes",),
    ),
    "units below": (
        "Fish,Weight,Length,Depth\n,kg,cm,m\nCarp,3.2,54,12\nPike,4.1,77,9\nPerch,0.4,21,6\n"
        "Tench,1.9,40,4\n",
        "utf-8",
        {
            "Fish": "category",
            "Weight": "number kg",
            "Length": "number cm",
            "Depth": "number m",
        },
        (),
    ),
    "groups above": (
        ",2021,,2022,\nShop,Q1,Q2,Q1,Q2\nMill,1.5,2,3,4\nPier,5,6.5,7,8\nDock,9,3,2,1\n",
        "utf-8",
        {
            "Shop": "category",
            "2021 Q1": "number",
            "2021 Q2": "number",
            "2022 Q1": "number",
            "2022 Q2": "number",
        },
        (),
    ),
    "uneven lines": (
        "name,age,city\nAnn Smith,34,Leeds\nRobert Jones,28\nCarl Brown,51,York,extra\n\n"
        "Diana White,19,Hull\nname,age,city\nPeter Black,44,Leeds\n",
        "utf-8",
        {"Name": "person", "Age": "number years", "City": "place"},
        ("1 line beyond", "1 row of names again"),
    ),
    "day or month": (
        "day,visitors\n01/02/2023,120\n03/04/2023,130\n05/06/2023,140\n07/08/2023,125\n",
        "utf-8",
        {"Visitors": "number +"},
        ("'day': '01/02/2023' may be day/month or month/day; set its role to dmy or mdy",),
    ),
    "twice the name": (
        "Item,Price,Price,Item,Qty\nnut,1.5,2.5,nut,3\nbolt,1.7,2.9,bolt,8\nnail,0.1,0.2,nail,60\n",
        "utf-8",
        {
            "Item": "category",
            "Price": "number",
            "Price (2)": "number",
            "Quantity": "number +",
        },
        ("'Item': twice the same",),
    ),
    "what is not drawn": (
        "id,zip,phone,note,score,band,status,const,blank,page,when\n"
        + "".join(
            f"{1000 + n * 7},{n * 131:05},+44 20 7946 {1000 + n},"
            f"This is a remark of some length about nothing in particular; number {n},"
            f"{('12', 'n/a', '15', 'low', '19', '-')[n % 6]},{('2', '3', '5more')[n % 3]},"
            f"{('open', 'Open ', 'closed')[n % 3]},x,,https://a.example/{n},{n % 24:02}:30\n"
            for n in MANY
        ),
        "utf-8",
        {"Band": "category", "Status": "category"},
        (
            "'id': identifiers",
            "'zip': codes, not numbers",
            "'phone': phone numbers",
            "'note': free text",
            "'score': mixes numbers and words",
            "'const': the same in every row",
            "'blank': empty",
            "'page': web addresses",
            "'when': times of day or durations, without a date",
        ),
    ),
    "pipes": (
        "sep=|\nwhen|temp_c|wind (m/s)|dry\n2023-01-01 00:00|3.1|5|yes\n2023-01-01 01:00|2.9|6|no\n"
        "2023-01-01 02:00|2.2|6|no\n",
        "utf-8",
        {
            "When": "time",
            "Temperature": "number °C",
            "Wind": "number m/s",
            "Dry": "category",
        },
        (),
    ),
    "quotes": (
        'title,"copies, sold",kind\r\n"A ""quiet"" year",12,novel\r\n'
        '"Tides, and after",40,poems\r\n"Line\r\nbreak",31,novel\r\nSalt &amp; Sand,22,essay\r\n',
        "utf-8",
        {"Title": "category", "Copies, sold": "number +", "Kind": "category"},
        (),
    ),
    "gaps in numbers": (
        "Ort;Einwohner;Fläche (km²)\nAhof;1\u00a0234\u00a0567;310,4\nBerg;12 345;20,1\n"
        "Tal;980;9,75\n",
        "utf-8",
        {"Ort": "category", "Einwohner": "number", "Fläche": "number km²"},
        (),
    ),
    "trading days": (
        "Date,Open,High,Low,Close,Adj Close,Volume\n"
        + "".join(
            f'2023-03-{d:02d},{50 + d},{53 + d},{48 + d},{51 + d},{51 + d},"{d},000,000"\n'
            for d in range(1, 20)
        ),
        "utf-8",
        {
            "Date": "time",
            "Open": "number open",
            "High": "number high",
            "Low": "number low",
            "Close": "number close",
            "Adj Close": "number",
            "Volume": "number volume +",
        },
        (),
    ),
    "two levels": (
        "Division,Product,Units sold,Revenue [USD]\n"
        + "".join(
            f"{'North' if p < 'D' else 'South'} goods,Product {p},{n + 3},{(n + 3) * 12.5}\n"
            for n in range(8)
            for p in "ABCDEF"
        ),
        "utf-8",
        {
            "Division": "category counted",
            "Product": "category <Division counted",
            "Units sold": "number +",
            "Revenue": "number USD +",
        },
        (),
    ),
    "row names": (
        '"","Murder","Urban %"\n"France",13.2,58\n"Spain",10,48\n"Italy",8.1,80\n',
        "utf-8",
        {"Place": "place", "Murder": "number", "Urban": "number %"},
        (),
    ),
    "years as row names": (
        '"","x"\n' + "".join(f"{1950 + n},{n * n % 17}\n" for n in range(12)),
        "utf-8",
        {"Year": "time", "X": "number"},
        (),
    ),
    "shares": (
        "Source,Share\nCoal,45%\nGas,30%\nWind,25%\n",
        "utf-8",
        {"Source": "category", "Share": "number % +"},
        (),
    ),
}


def _read(path: Path, **more: Any) -> tuple[list[Table], list[str]]:
    return tables_of(path, source="csv", licence="CC0-1.0", eval_share=0.1, **more)


def _one(path: Path, **more: Any) -> Table:
    (table,), _ = _read(path, **more)
    return table


def _told(table: Table) -> dict[str, str]:
    """Role, unit, part, parent and so on of each column, in one line."""
    return {
        c.name: " ".join(
            filter(
                None,
                (
                    c.role,
                    c.unit,
                    c.part,
                    f"<{c.parent}" if c.parent else "",
                    "counted" if c.counted else "",
                    "+" if c.additive else "",
                ),
            )
        )
        for c in table.columns
    }


def _put(place: Path, text: str, encoding: str = "utf-8") -> Path:
    place.write_bytes(text.encode(encoding))
    return place


@pytest.mark.parametrize("name", sorted(RAGGED))
def test_ragged_files_are_read_or_refused_by_column(name: str, tmp_path: Path) -> None:
    text, encoding, expected, words = RAGGED[name]
    (table,), notes = _read(_put(tmp_path / "some_file.csv", text, encoding))
    # Whether rows may be counted is the matter of one file, "two levels".
    told = {
        k: v if name == "two levels" else v.replace(" counted", "") for k, v in _told(table).items()
    }
    assert told == expected
    assert table.title == ("Harvest of the north valleys" if name == "title above" else "Some file")
    for word in words:
        assert any(word in note for note in notes), (word, notes)
    assert len(notes) >= len(words)


def _cells(name: str, tmp_path: Path) -> dict[str, list[Any]]:
    text, encoding, _, _ = RAGGED[name]
    table = _one(_put(tmp_path / "t.csv", text, encoding))
    return {column.name: table.values(column).tolist() for column in table.columns}


def test_values_are_what_the_file_says(tmp_path: Path) -> None:
    assert _cells("german", tmp_path)["Umsatz"] == [1234.5, 2500, 987.25]
    assert _cells("german", tmp_path)["Region"] == ["Nord", "Süd", "Ost"]
    assert _cells("money", tmp_path)["Budget"] == [1234.5, 16600, -9100]
    assert _cells("money", tmp_path)["Change"] == [-3.2, 4.1, -0.4]
    assert _cells("views", tmp_path)["Views"] == [16.6e6, 980e3, 1.2e6]
    assert _cells("gaps in numbers", tmp_path)["Einwohner"] == [1234567, 12345, 980]
    assert _cells("quotes", tmp_path)["Title"] == [
        'A "quiet" year',
        "Tides, and after",
        "Line break",
        "Salt & Sand",
    ]
    assert _cells("uneven lines", tmp_path)["Age"] == [34, 28, 51, 19, 44]
    assert _cells("uneven lines", tmp_path)["City"] == ["Leeds", "", "York", "Hull", "Leeds"]
    assert _cells("groups above", tmp_path)["2022 Q1"] == [3, 7, 2]
    assert set(_cells("what is not drawn", tmp_path)["Status"]) == {"open", "closed"}
    assert _cells("pipes", tmp_path)["Dry"] == ["Yes", "No", "No"]
    assert _cells("german", tmp_path)["Datum"][0] == datetime.datetime(2023, 1, 3)


def test_persons_come_replaced_and_alike_all_over_the_table(tmp_path: Path) -> None:
    text = "Player,Goals\nJames Wilson,1\nMarie Dubois,2\nHans Müller,3\nJames Wilson,4\n"
    table = _one(_put(tmp_path / "t.csv", text))
    names = table.values(table.of("person")[0]).tolist()
    assert names[0] == names[3]
    assert len(set(names)) == 3
    assert not {"James Wilson", "Marie Dubois", "Hans Müller"} & set(names)
    halves = "first_name,last name,Points\nJames,Wilson,1\nMarie,Dubois,2\nHans,Müller,3\n"
    table = _one(_put(tmp_path / "h.csv", halves + "Anna,Rossi,9\nLuca,Moretti,4\nEva,Novak,6\n"))
    assert _told(table) == {"Name": "person", "Points": "number"}


@pytest.mark.parametrize(
    ("text", "prepared"),
    [
        ("Country,Area\nFrance,1\nSpain,2\nItaly,3\n", True),
        ("Team,Player,Points\nA,x1,1\nA,x2,2\nB,x1,4\nB,x2,8\n", True),
        ("Team,Points\nA,1\nA,2\nB,4\nB,8\n", False),
        ("Year,Kind,Points\n2001,a,1\n2001,b,2\n2002,a,4\n2002,b,8\n", True),
        ("When,Points\n" + "".join(f"2020-01-{n:02},{n * n}\n" for n in range(1, 31)), True),
        ("Name,Points\nAnn Lee,1\nJohn Smith,2\nMary Jones,4\nPaul Brown,3\n", False),
    ],
)
def test_rows_that_are_things_of_their_own(text: str, prepared: bool, tmp_path: Path) -> None:
    assert _one(_put(tmp_path / "t.csv", text)).prepared is prepared


def test_stocks_of_people_add_up_over_places_but_not_over_time(tmp_path: Path) -> None:
    places = "Country,Population\nFrance,1\nSpain,2\nItaly,3\n"
    times = "Country,Year,Population\nFrance,2001,1\nSpain,2001,2\nFrance,2002,3\nSpain,2002,2\n"
    assert _told(_one(_put(tmp_path / "p.csv", places)))["Population"] == "number people +"
    assert _told(_one(_put(tmp_path / "t.csv", times)))["Population"] == "number people"


def test_roles_and_units_given_come_first(tmp_path: Path) -> None:
    text, *_ = RAGGED["day or month"]
    place = _put(tmp_path / "t.csv", text)
    table = _one(place, roles=("day=mdy",), units={"Visitors": "guests"})
    assert _told(table) == {"Day": "time", "Visitors": "number guests +"}
    assert table.values(table.columns[0])[0] == np.datetime64("2023-01-02", "s")
    assert _told(_one(place, roles={"day": "category"}))["Day"] == "category"
    assert list(_told(_one(place, roles=("day=skip",)))) == ["Visitors"]
    text = "Begin,Top,Bottom,End\n1,4,0,2\n2,5,1,3\n"
    roles = ("Begin=open", "Top=high", "Bottom=low", "End=close")
    table = _one(_put(tmp_path / "o.csv", text), roles=roles)
    assert [column.part for column in table.columns] == ["open", "high", "low", "close"]


def test_a_group_must_hold_for_every_row(tmp_path: Path) -> None:
    rows = [
        f"{'Salem' if n % 5 == 0 else f'Town {n % 10}'},{'NS'[n % 2]}orth,{n}" for n in range(40)
    ]
    told = _told(_one(_put(tmp_path / "t.csv", "City,Region,Sales\n" + "\n".join(rows))))
    assert "<" not in told["City"]
    rows = [f"Town {n % 10},{'NS'[n % 2]}orth,{n * 3 % 7}" for n in range(40)]
    told = _told(_one(_put(tmp_path / "t.csv", "City,Region,Sales\n" + "\n".join(rows))))
    assert "<Region" in told["City"]


def test_open_high_low_close_need_their_order(tmp_path: Path) -> None:
    text = "Day,Open,High,Low,Close\n1 May 2020,5,4,6,5\n2 May 2020,5,4,6,5\n3 May 2020,1,4,6,5\n"
    assert not any(c.part for c in _one(_put(tmp_path / "t.csv", text)).columns)


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
    tables, notes = _read(_book(tmp_path / "town.xlsx"), title="")
    assert [t.title for t in tables] == ["Shops of the old town: Shops", "Town: Fish"]
    assert [t.id for t in tables] == ["town.xlsx#Shops", "town.xlsx#Fish"]
    shops, fish = tables
    assert _told(shops) == {
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
    (read,), notes = _read(place)
    assert [c.role for c in read.columns] == ["time", "number", "category", "category"]
    values = read.values(read.columns[1])
    np.testing.assert_array_equal(values, [0.1, 1 / 3, np.nan, 1e-9, 5, np.nan])
    assert read.values(read.columns[2]).tolist() == ["a", "b", "a", "", "b", "a"]
    assert any("'parts': nested" in note for note in notes)


def test_a_folder_is_a_source_of_several_tables(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    _put(tmp_path / "b.csv", "Fish,Weight (kg)\nCarp,3\nPike,4\n")
    _put(tmp_path / "inside" / "a.tsv", "Bird\tSpan\nCrow\t90\nWren\t15\n")
    with gzip.open(tmp_path / "c.csv.gz", "wt") as file:
        file.write("Tree;Height (m)\nElm;21,5\nOak;30,25\n")
    _put(tmp_path / "bad.csv", "1,2\n3,4\n")
    _put(tmp_path / "README.txt", "Not a table.")
    source = csv(path=tmp_path, title="Wild life", eval_share=0.4)
    assert [table.id for table in source.tables] == ["b.csv", "c.csv.gz", "inside/a.tsv"]
    assert source.tables[0].title == "Wild life: B"
    assert any("bad.csv has no line of column names" in note for note in source.notes)
    assert source.fingerprint == csv(path=tmp_path, title="Wild life", eval_share=0.4).fingerprint
    _put(tmp_path / "b.csv", "Fish,Weight (kg)\nCarp,3\nPike,5\n")
    assert source.fingerprint != csv(path=tmp_path, title="Wild life", eval_share=0.4).fingerprint
    assert fingerprint(tmp_path) != fingerprint(tmp_path, "other settings")


def test_a_recipe_may_give_roles_as_a_list_or_a_table(tmp_path: Path) -> None:
    place = _put(tmp_path / "t.csv", RAGGED["shares"][0])
    call = find("read", "csv", "test")
    for roles in (["Source=place"], {"Source": "place"}):
        options = call.options({"path": place, "roles": roles, "eval_share": 0.3}, "test")
        (table,) = call.call(**options).tables
        assert table.columns[0].role == "place"
        assert table.provenance.source == "csv"


def test_splits_follow_the_title(tmp_path: Path) -> None:
    text = "Fish,Weight\nCarp,3\nPike,4\n"
    names = [f"pond {n}" for n in range(60)]
    for name in names:
        _put(tmp_path / f"{name}.csv", text)
    splits = {table.title: table.split for table in csv(path=tmp_path, eval_share=0.4).tables}
    for title, split in splits.items():
        assert split == ("eval" if share(f"table/{normalise(title)}") < 0.4 else "train")
    alone = _put(tmp_path / "x.csv", text)
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
        _read(place)
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
    place = _put(tmp_path / "t.csv", RAGGED["shares"][0])
    with pytest.raises(SourceError, match=r".") as caught:
        tables_of(place, **{"source": "csv", "licence": "x", "eval_share": 0.1, **more})
    assert words in str(caught.value)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no CSV"):
        _read(tmp_path)


def test_two_hundred_columns(tmp_path: Path) -> None:
    names = ["Town", *(f"measure_{n}_kg" for n in range(199))]
    rows = [[f"Town {r}", *(str((r * 7 + n) % 50 / 4) for n in range(199))] for r in range(300)]
    with (tmp_path / "wide.csv").open("w", newline="") as file:
        plain.writer(file).writerows([names, *rows])
    table = _one(tmp_path / "wide.csv")
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
    slow, notes = _read(place)
    monkeypatch.setattr(delimited, "_FAST", 0)
    fast, same = _read(place)
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
    assert len(_one(place)) == 2001


@pytest.mark.slow
def test_five_million_rows(tmp_path: Path) -> None:
    table = _one(_long(tmp_path / "t.csv", 5_000_000))
    assert 250_000 <= len(table) <= frames.ROWS


def _installed(package: str) -> Path:
    found = importlib.util.find_spec(package)
    assert found is not None
    assert found.submodule_search_locations
    return Path(found.submodule_search_locations[0])


def _bokeh(name: str) -> Callable[[Path], Path]:
    return lambda _: _installed("bokeh_sampledata") / "_data" / name


def _penguins(_: Path) -> Path:
    return _installed("palmerpenguins") / "data" / "penguins-raw.csv"


def _gapminder(_: Path) -> Path:
    return _installed("gapminder") / "gapminder.csv"


def _vega(name: str) -> Callable[[Path], Path]:
    def made(folder: Path) -> Path:
        place = _installed("vega_datasets") / "_data" / name
        if place.suffix == ".csv":
            return place
        rows: list[Mapping[str, Any]] = json.loads(place.read_text("utf-8"))
        copy = folder / f"{place.stem}.csv"
        with copy.open("w", newline="", encoding="utf-8") as file:
            writer = plain.DictWriter(file, list(dict.fromkeys(key for row in rows for key in row)))
            writer.writeheader()
            writer.writerows(rows)
        return copy

    return made


REAL: dict[str, tuple[Callable[[Path], Path], dict[str, str]]] = {
    "titanic": (
        _bokeh("titanic_all.csv"),
        {
            "Name": "person",
            "Class": "category counted",
            "Age": "number years",
            "Sex": "category counted",
            "Survived": "category counted",
        },
    ),
    "sprint": (
        _bokeh("sprint.csv"),
        {
            "Name": "person",
            "Country": "place counted",
            "Medal": "category counted",
            "Time": "number",
            "Year": "time",
        },
    ),
    "superstore": (
        _bokeh("SampleSuperstore.csv.gz"),
        {
            "Ship Mode": "category counted",
            "Segment": "category counted",
            "City": "place counted",
            "State": "place <Region counted",
            "Region": "place counted",
            "Category": "category counted",
            "Sub category": "category <Category counted",
            "Sales": "number +",
            "Quantity": "number +",
            "Discount": "number",
            "Profit": "number +",
        },
    ),
    "stocks": (
        _bokeh("stocks.csv.gz"),
        {
            "Ticker": "category",
            "Date": "time",
            "Open": "number open",
            "High": "number high",
            "Low": "number low",
            "Close": "number close",
            "Volume": "number volume +",
            "Adj Close": "number",
        },
    ),
    "marriages": (
        _bokeh("us_marriages_divorces.csv"),
        {
            "Year": "time",
            "Marriages": "number +",
            "Divorces": "number +",
            "Population": "number people",
            "Marriages per 1000": "number",
            "Divorces per 1000": "number",
        },
    ),
    "browsers": (
        _bokeh("browsers_nov_2013.csv"),
        {"Browser Version": "category", "Market Share (Nov 2013)": "number % +"},
    ),
    "cows": (
        _bokeh("cows.csv"),
        {"Butterfat": "number", "Age": "category counted", "Breed": "category counted"},
    ),
    "sea": (
        _bokeh("sea_surface_temperature.csv.gz"),
        {"Time (UTC)": "time", "Temperature": "number °C"},
    ),
    "countries": (
        _gapminder,
        {
            "Country": "place <Continent",
            "Continent": "place",
            "Year": "time",
            "Life expectancy": "number years",
            "Population": "number people",
            "GDP per capita": "number",
        },
    ),
    "penguins": (
        _penguins,
        {
            "Study name": "category counted",
            "Species": "category counted",
            "Island": "category counted",
            "Clutch Completion": "category counted",
            "Date Egg": "time",
            "Culmen Length": "number mm",
            "Culmen Depth": "number mm",
            "Flipper Length": "number mm",
            "Body Mass": "number g",
            "Sex": "category counted",
            "Delta 15 N (o/oo)": "number",
            "Delta 13 C (o/oo)": "number",
        },
    ),
    "cars": (
        _vega("cars.json"),
        {
            "Name": "category",
            "Fuel economy": "number mpg",
            "Cylinders": "category counted",
            "Displacement": "number",
            "Horsepower": "number hp",
            "Weight": "number lb",
            "Acceleration": "number",
            "Year": "time",
            "Origin": "place counted",
        },
    ),
    "barley": (
        _vega("barley.json"),
        {"Yield": "number", "Variety": "category", "Year": "time", "Site": "category"},
    ),
    "bacteria": (
        _vega("burtin.json"),
        {
            "Bacteria": "category",
            "Penicillin": "number",
            "Streptomycin": "number",
            "Neomycin": "number",
            "Gram staining": "category",
            "Genus": "category",
        },
    ),
    "prices": (
        _vega("ohlc.json"),
        {
            "Date": "time",
            "Open": "number open",
            "High": "number high",
            "Low": "number low",
            "Close": "number close",
            "Signal": "category",
            "Ret": "number",
        },
    ),
    "weather": (
        _vega("seattle-weather.csv"),
        {
            "Date": "time",
            "Precipitation": "number +",
            "Temperature max": "number",
            "Temperature min": "number",
            "Wind": "number",
            "Weather": "category",
        },
    ),
    "electricity": (
        _vega("iowa-electricity.csv"),
        {"Year": "time", "Source": "category", "Net generation": "number +"},
    ),
}


@pytest.mark.parametrize("name", sorted(REAL))
def test_real_tables_are_judged_as_a_reader_would(name: str, tmp_path: Path) -> None:
    made, expected = REAL[name]
    assert _told(_one(made(tmp_path))) == expected


def test_every_text_file_of_the_packages_is_read_or_refused() -> None:
    places = [
        place
        for package in ("bokeh_sampledata/_data", "vega_datasets/_data", "palmerpenguins/data")
        for place in sorted(
            (_installed(package.partition("/")[0])).parent.glob(f"{package}/*.csv*")
        )
    ]
    refused = {}
    for place in places:
        if place.stat().st_size < 300_000:
            try:
                _read(place)
            except SourceError as fault:
                refused[place.name] = str(fault)
    assert len(places) > 30
    assert set(refused) == {"gapminder_regions.csv", "unemployment09.csv.gz"}
