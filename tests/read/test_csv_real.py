"""Files out of installed packages, judged as a reader would."""

from __future__ import annotations

import csv as plain
import importlib.util
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from csv_files import columns_of, table_in, tables_in

from figloom.errors import SourceError


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
    assert columns_of(table_in(made(tmp_path))) == expected


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
                tables_in(place)
            except SourceError as fault:
                refused[place.name] = str(fault)
    assert len(places) > 30
    assert set(refused) == {"gapminder_regions.csv", "unemployment09.csv.gz"}
