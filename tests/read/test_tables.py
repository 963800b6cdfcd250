"""The embedded tables: values as in the packages' files, faults told in a sentence."""

from __future__ import annotations

import csv
import gzip
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import pytest

from figloom import files
from figloom.errors import SetupError, SourceError
from figloom.read.tables import tables
from figloom.tables import Table, Tables, Values

Read = Callable[[str], Table]

ENTRY = """
[packages]
palmerpenguins = { folder = "palmerpenguins/data", version = "0.1.6" }
[words]
[columns]
[[table]]
id = "birds"
title = "Birds"
package = "palmerpenguins"
file = "penguins.csv"
licence = "CC0-1.0"
credit = "Kristen Gorman."
split = "train"
columns = [{ name = "Species", from = "species", role = "category" }]
"""


@pytest.fixture(scope="module")
def source() -> Tables:
    return tables()


@pytest.fixture(scope="module")
def read(source: Tables) -> Read:
    return {table.id: table for table in source.tables}.__getitem__


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    monkeypatch.setattr(files, "sources", lambda: tmp_path)

    def write(text: str) -> None:
        (tmp_path / "tables.toml").write_text(text, "utf-8")

    return write


def column(table: Table, name: str) -> Values:
    return table.values(next(c for c in table.columns if c.name == name))


def raw(package: str, file: str) -> list[dict[str, str]]:
    place = Path(str(distribution(package).locate_file(file)))
    with place.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, skipinitialspace=True))


def test_numbers_are_those_of_the_file(read: Read) -> None:
    rows = raw("palmerpenguins", "palmerpenguins/data/penguins.csv")
    mass = [float(r["body_mass_g"]) if r["body_mass_g"] != "NA" else np.nan for r in rows]
    np.testing.assert_array_equal(column(read("penguins"), "Body mass"), mass)


def test_missing_texts_are_empty(read: Read) -> None:
    rows = raw("palmerpenguins", "palmerpenguins/data/penguins.csv")
    sexes = [{"NA": "", "male": "Male", "female": "Female"}[row["sex"]] for row in rows]
    assert column(read("penguins"), "Sex").tolist() == sexes


def test_melting_keeps_each_number_at_its_year_and_name(read: Read) -> None:
    file = "bokeh_sampledata/_data/percent-bachelors-degrees-women-usa.csv"
    rows = {row["Year"]: row for row in raw("bokeh-sampledata", file)}
    table = read("degrees")
    shares = {
        (str(year)[:4], field): share
        for year, field, share in zip(
            column(table, "Year"),
            column(table, "Field of study"),
            column(table, "Share of women"),
            strict=True,
        )
    }
    assert len(shares) == len(table) == 42 * 17
    assert shares["1970", "Engineering"] == float(rows["1970"]["Engineering"]) == 0.8
    assert shares["2011", "Health"] == float(rows["2011"]["Health Professions"])


def test_sums_over_ages_and_sexes_are_the_population(read: Read) -> None:
    """Subregions of 2020 add up to the world of 2020, which the same file gives on its own."""
    place = distribution("bokeh-sampledata").locate_file("bokeh_sampledata/_data/population.csv.gz")
    with gzip.open(str(place), "rt", encoding="utf-8") as lines:
        rows = csv.DictReader(lines)
        world = sum(
            int(row["Value"]) for row in rows if (row["Location"], row["Year"]) == ("World", "2020")
        )
    table = read("subregions")
    then = column(table, "Year") == np.datetime64("2020")
    assert then.sum() == 22
    assert column(table, "Population")[then].sum() == pytest.approx(world, abs=100)


def test_times_are_read_in_every_form(read: Read) -> None:
    first = {
        "us-unemployment": ("Date", "1948-01-01T00:00:00"),
        "seattle-hours": ("Time", "2010-01-01T00:00:00"),
        "sea-temperature": ("Time", "2016-02-15T00:00:00"),
        "shares-google": ("Date", "2004-08-19T00:00:00"),
        "cars-1970s": ("Model year", "1970-01-01T00:00:00"),
        "glucose": ("Time", "2010-03-24T09:51:00"),
        "emissions": ("Year", "1950-01-01T00:00:00"),
    }
    for name, (where, when) in first.items():
        assert column(read(name), where).min() == np.datetime64(when), name


def test_monthly_rates_stand_at_their_month(read: Read) -> None:
    table = read("us-unemployment")
    at = {
        str(date)[:7]: rate
        for date, rate in zip(
            column(table, "Date"), column(table, "Unemployment rate"), strict=True
        )
    }
    assert (at["1948-10"], at["1950-02"], at["1950-08"]) == (2.9, 7.9, 4.1)


def test_joined_regions_belong_to_their_countries(read: Read) -> None:
    table = read("emissions")
    region = dict(zip(column(table, "Country"), column(table, "Region"), strict=True))
    assert region["France"] == "Europe & Central Asia"
    assert region["Brazil"] == "Americas"
    assert region["DR Congo"] == "Sub-Saharan Africa"


def test_airports_lie_in_their_states_though_a_list_lacks_them(read: Read) -> None:
    table = read("flights-jetblue")
    state = dict(zip(column(table, "Origin"), column(table, "State of origin"), strict=True))
    assert (state["JFK"], state["BOS"], state["DJT"]) == ("New York", "Massachusetts", "Florida")
    assert len(table) == 359


def test_persons_come_replaced_and_nowhere_else(read: Read) -> None:
    rows = raw("bokeh-sampledata", "bokeh_sampledata/_data/sprint.csv")
    real = {row["Name"] for row in rows}
    shown = column(read("sprint"), "Sprinter")
    assert not real & set(shown)
    assert len(set(shown)) == len(real)
    twice = [n for n, row in enumerate(rows) if row["Name"] == "Usain Bolt"]
    assert len(twice) == 2
    assert len(set(shown[twice])) == 1
    assert len(set(column(read("film-takings"), "Director"))) > 500


def test_provenance_and_fingerprint_tell_states_apart(
    source: Tables, catalogue: Callable[[str], None]
) -> None:
    assert "Quandl WIKI Prices." in source.credits
    catalogue(ENTRY)
    one = tables()
    assert one.fingerprint == tables().fingerprint != source.fingerprint
    catalogue(ENTRY.replace("Birds", "Penguins"))
    assert tables().fingerprint != one.fingerprint
    assert len(one.tables[0]) == 344


def test_a_missing_package_is_named(catalogue: Callable[[str], None]) -> None:
    catalogue(ENTRY.replace("palmerpenguins =", "figloom-lacks-this ="))
    with pytest.raises(SetupError, match=r"Run: pip install figloom-lacks-this$"):
        tables()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('from = "species"', 'from = "kind"', "kind"),
        ('"penguins.csv"', '"seals.csv"', r"seals\.csv"),
        ('role = "category"', 'role = "number"', "Adelie"),
    ],
)
def test_a_package_without_the_data_is_one_sentence(
    catalogue: Callable[[str], None], old: str, new: str, told: str
) -> None:
    assert old in ENTRY
    catalogue(ENTRY.replace(old, new))
    (table,) = tables().tables
    with pytest.raises(SourceError, match=rf"'birds'.*{told}.*palmerpenguins==0\.1\.6$"):
        len(table)


def test_no_code_of_the_packages_runs() -> None:
    """Some of them download, or write into the home folder, when they are imported."""
    script = (
        "import sys; from figloom.read.tables import tables\n"
        "sum(len(table) for table in tables().tables)\n"
        "packages = {'bokeh_sampledata', 'vega_datasets', 'palmerpenguins', 'gapminder'}\n"
        "print(sorted(packages & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]", done.stdout
