"""Tables with a column a time become long; infinite cells are blank; capitals stay or go."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from csv_files import columns_of, put, table_in, tables_in

from figloom.errors import SourceError
from figloom.read.capitals import proper
from figloom.read.csv import csv
from figloom.read.wide import run

YEARS = "Country,2001,2002,2003\nPeru,1.5,,1.9\nChile,4.1,3.9,4.6\nCuba,2.2,2.8,2.0\n"
BANK = (
    "Country Name,Country Code,Indicator Name,2001 [YR2001],2002 [YR2002],2003 [YR2003]\n"
    "Peru,PER,Tourist arrivals (thousand),1.5,..,1.9\nChile,CHL,Tourist arrivals (thousand),4,5,6\n"
    "Cuba,CUB,Tourist arrivals (thousand),7.5,2.5,3.5\n"
)


@pytest.mark.parametrize(
    ("names", "said", "first"),
    [
        (["Town", "1999", "2000", "2001"], "Year", "1999"),
        (["Town", "2001 [YR2001]", "2002 [YR2002]", "2003 [YR2003]"], "Year", "2001"),
        (["Town", "FY2019", "FY 2020", "FY21"], "Year", "2019"),
        (["Town", "2010", "2005", "2000", "note"], "Year", "2010"),
        (["Town", "Jan 2020", "Feb 2020", "Mar 2020"], "Month", "2020-01-01"),
        (["Town", "2020-01", "2020-02", "2020-03"], "Month", "2020-01-01"),
        (["Town", "Q3 2020", "Q4 2020", "Q1 2021"], "Quarter", "2020-07-01"),
        (["Town", "1/30/20", "1/31/20", "2/1/20"], "Date", "2020-01-30"),
        (["Town", "Apr", "May", "Jun"], "Month", "April"),
    ],
)
def test_times_at_equal_steps_are_found(names: list[str], said: str, first: str) -> None:
    found = run(names)
    assert found is not None
    assert (found.said, found.texts[0], found.places) == (said, first, (1, 2, 3))


@pytest.mark.parametrize(
    "names",
    [
        ["Town", "2001", "2002"],
        ["Town", "2001", "2002", "2004"],
        ["Town", "2001", "2001", "2001"],
        ["Year", "2001", "2002", "2003"],
        ["Town", "1200", "1201", "1202"],
        ["2021 Q1", "2021 Q2", "2022 Q1", "2022 Q2"],
        ["Town", "Jan", "Mar", "Apr"],
    ],
)
def test_other_names_are_no_times(names: list[str]) -> None:
    assert run(names) is None


def test_a_column_a_year_becomes_a_row_a_year(tmp_path: Path) -> None:
    (table,), notes = tables_in(put(tmp_path / "rice harvest.csv", YEARS))
    assert columns_of(table) == {
        "Country": "place",
        "Year": "time",
        "Rice harvest": "number +",
    }
    country, year, harvest = (table.values(column).tolist() for column in table.columns)
    told = [(c, y.year, h) for c, y, h in zip(country, year, harvest, strict=True)]
    assert told[:3] == [("Peru", 2001, 1.5), ("Peru", 2003, 1.9), ("Chile", 2001, 4.1)]
    assert len(told) == 8
    assert table.prepared
    assert any("columns '2001' to '2003' taken as 'Year'" in note for note in notes)


def test_what_the_numbers_are_is_told_or_found(tmp_path: Path) -> None:
    place = put(tmp_path / "API_18.csv", BANK)
    assert columns_of(table_in(place))["Tourist arrivals"] == "number thousand"
    named = table_in(place, values="Guests", units=("Guests=people",), roles=("Year=category",))
    assert columns_of(named)["Guests"] == "number people"
    assert columns_of(named)["Year"] == "category"


def test_a_wide_table_stays_where_it_is_asked_to_or_has_words(tmp_path: Path) -> None:
    place = put(tmp_path / "t.csv", YEARS)
    assert list(columns_of(table_in(place, melt=False))) == ["Country", "2001", "2002", "2003"]
    kept = columns_of(table_in(place, roles=("2002=number",)))
    assert list(kept) == ["Country", "2001", "2002", "2003"]
    words = put(tmp_path / "w.csv", "Town,2001,2002,2003\nAsh,low,high,low\nElm,low,low,high\n"
                "Oak,high,high,low\nFir,low,high,high\n" * 8)  # fmt: skip
    assert {"2001", "2002", "2003"} <= set(columns_of(table_in(words)))


def test_numbers_that_are_not_by_time_go(tmp_path: Path) -> None:
    text = "Shop,May,June,July,Total\nA,1.5,2.5,3.5,7.5\nB,1,2,3,6\nC,5,2,2,9\n"
    (table,), notes = tables_in(put(tmp_path / "sales.csv", text))
    assert columns_of(table) == {"Shop": "category", "Month": "category", "Sales": "number +"}
    assert any("left out 'Total': not by month" in note for note in notes)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("cell", ["inf", "-Infinity", "1e999", "-1E+400", "∞"])
def test_infinite_cells_are_blank_and_counted(cell: str, tmp_path: Path) -> None:
    text = f"Town,Rain\nAsh,1\nElm,{cell}\nOak,3\nFir,{cell}\nYew,8\n"
    (table,), notes = tables_in(put(tmp_path / "t.csv", text))
    np.testing.assert_array_equal(table.values(table.columns[1]), [1, np.nan, 3, np.nan, 8])
    assert any("2 cells of 'Rain' infinite: blank" in note for note in notes)


@pytest.mark.parametrize(
    ("names", "kept"),
    [
        (["Sparte", "Umsatz", "Gewinn"], {"Sparte", "Umsatz", "Gewinn"}),
        (["Name", "Fläche", "Region"], {"Name", "Fläche", "Region"}),
        (["Name", "Wert", "Jahr"], {"Name", "Wert", "Jahr"}),
        (["Region", "Sales", "Unit price"], set()),
        (["Country", "France exports", "Population", "January rainfall"], {"France", "January"}),
    ],
)
def test_nouns_of_other_languages_and_proper_ones_keep_capitals(
    names: list[str], kept: set[str]
) -> None:
    assert proper(names) == kept


def test_a_file_of_few_rows_is_refused_in_one_sentence(tmp_path: Path) -> None:
    place = put(tmp_path / "t.csv", "Team,Points\nA,3\nB,5\nC,9\n")
    with pytest.raises(SourceError) as caught:
        csv(path=place)
    assert str(caught.value) == (
        f"{place} has 3 rows, too few for any chart: give at least 4 rows, better 12 or more."
    )
