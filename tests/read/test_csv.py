"""A person's own tables: what nobody prepared is read column by column, or refused."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from csv_files import RAGGED, columns_of, put, table_in, tables_in


@pytest.mark.parametrize("name", sorted(RAGGED))
def test_ragged_files_are_read_or_refused_by_column(name: str, tmp_path: Path) -> None:
    text, encoding, expected, words = RAGGED[name]
    (table,), notes = tables_in(put(tmp_path / "some_file.csv", text, encoding))
    # Whether rows may be counted is the matter of one file, "two levels".
    told = {
        k: v if name == "two levels" else v.replace(" counted", "")
        for k, v in columns_of(table).items()
    }
    assert told == expected
    assert table.title == ("Harvest of the north valleys" if name == "title above" else "Some file")
    for word in words:
        assert any(word in note for note in notes), (word, notes)
    assert len(notes) >= len(words)


def cells(name: str, tmp_path: Path) -> dict[str, list[Any]]:
    text, encoding, _, _ = RAGGED[name]
    table = table_in(put(tmp_path / "t.csv", text, encoding))
    return {column.name: table.values(column).tolist() for column in table.columns}


def test_values_are_what_the_file_says(tmp_path: Path) -> None:
    assert cells("german", tmp_path)["Umsatz"] == [1234.5, 2500, 987.25]
    assert cells("german", tmp_path)["Region"] == ["Nord", "Süd", "Ost"]
    assert cells("money", tmp_path)["Budget"] == [1234.5, 16600, -9100]
    assert cells("money", tmp_path)["Change"] == [-3.2, 4.1, -0.4]
    assert cells("views", tmp_path)["Views"] == [16.6e6, 980e3, 1.2e6]
    assert cells("gaps in numbers", tmp_path)["Einwohner"] == [1234567, 12345, 980]
    assert cells("quotes", tmp_path)["Title"] == [
        'A "quiet" year',
        "Tides, and after",
        "Line break",
        "Salt & Sand",
    ]
    assert cells("uneven lines", tmp_path)["Age"] == [34, 28, 51, 19, 44]
    assert cells("uneven lines", tmp_path)["City"] == ["Leeds", "", "York", "Hull", "Leeds"]
    assert cells("groups above", tmp_path)["2022 Q1"] == [3, 7, 2]
    assert set(cells("what is not drawn", tmp_path)["Status"]) == {"open", "closed"}
    assert cells("pipes", tmp_path)["Dry"] == ["Yes", "No", "No"]
    assert cells("german", tmp_path)["Datum"][0] == datetime.datetime(2023, 1, 3)


def test_persons_come_replaced_and_alike_all_over_the_table(tmp_path: Path) -> None:
    text = "Player,Goals\nJames Wilson,1\nMarie Dubois,2\nHans Müller,3\nJames Wilson,4\n"
    table = table_in(put(tmp_path / "t.csv", text))
    names = table.values(table.of("person")[0]).tolist()
    assert names[0] == names[3]
    assert len(set(names)) == 3
    assert not {"James Wilson", "Marie Dubois", "Hans Müller"} & set(names)
    halves = "first_name,last name,Points\nJames,Wilson,1\nMarie,Dubois,2\nHans,Müller,3\n"
    table = table_in(
        put(tmp_path / "h.csv", halves + "Anna,Rossi,9\nLuca,Moretti,4\nEva,Novak,6\n")
    )
    assert columns_of(table) == {"Name": "person", "Points": "number"}


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
    assert table_in(put(tmp_path / "t.csv", text)).prepared is prepared


def test_stocks_of_people_add_up_over_places_but_not_over_time(tmp_path: Path) -> None:
    places = "Country,Population\nFrance,1\nSpain,2\nItaly,3\n"
    times = "Country,Year,Population\nFrance,2001,1\nSpain,2001,2\nFrance,2002,3\nSpain,2002,2\n"
    assert columns_of(table_in(put(tmp_path / "p.csv", places)))["Population"] == "number people +"
    assert columns_of(table_in(put(tmp_path / "t.csv", times)))["Population"] == "number people"


def test_roles_and_units_given_come_first(tmp_path: Path) -> None:
    text, *_ = RAGGED["day or month"]
    place = put(tmp_path / "t.csv", text)
    table = table_in(place, roles=("day=mdy",), units={"Visitors": "guests"})
    assert columns_of(table) == {"Day": "time", "Visitors": "number guests +"}
    assert table.values(table.columns[0])[0] == np.datetime64("2023-01-02", "s")
    assert columns_of(table_in(place, roles={"day": "category"}))["Day"] == "category"
    assert list(columns_of(table_in(place, roles=("day=skip",)))) == ["Visitors"]
    text = "Begin,Top,Bottom,End\n1,4,0,2\n2,5,1,3\n"
    roles = ("Begin=open", "Top=high", "Bottom=low", "End=close")
    table = table_in(put(tmp_path / "o.csv", text), roles=roles)
    assert [column.part for column in table.columns] == ["open", "high", "low", "close"]


def test_a_group_must_hold_for_every_row(tmp_path: Path) -> None:
    rows = [
        f"{'Salem' if n % 5 == 0 else f'Town {n % 10}'},{'NS'[n % 2]}orth,{n}" for n in range(40)
    ]
    told = columns_of(table_in(put(tmp_path / "t.csv", "City,Region,Sales\n" + "\n".join(rows))))
    assert "<" not in told["City"]
    rows = [f"Town {n % 10},{'NS'[n % 2]}orth,{n * 3 % 7}" for n in range(40)]
    told = columns_of(table_in(put(tmp_path / "t.csv", "City,Region,Sales\n" + "\n".join(rows))))
    assert "<Region" in told["City"]


def test_open_high_low_close_need_their_order(tmp_path: Path) -> None:
    text = "Day,Open,High,Low,Close\n1 May 2020,5,4,6,5\n2 May 2020,5,4,6,5\n3 May 2020,1,4,6,5\n"
    assert not any(c.part for c in table_in(put(tmp_path / "t.csv", text)).columns)
