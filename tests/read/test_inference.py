"""Texts to numbers, times, names and units: properties, and forms that people write."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from figloom.errors import SourceError
from figloom.read import cells, dates, frames
from figloom.read.csv import tables_of
from figloom.read.headers import header, titled, unit_of

untimed = settings(deadline=None)
HUNDREDTHS = st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=20, unique=True)
STYLES = {
    # thousands, decimal sign, before, after, parentheses -> unit
    "english": (",", ".", "", "", False, ""),
    "german": (".", ",", "", "", False, ""),
    "spaced": ("\u00a0", ",", "", "", False, ""),
    "swiss": ("'", ".", "", "", False, ""),
    "dollars": (",", ".", "$", "", True, "USD"),
    "euros": (".", ",", "", " €", False, "EUR"),
    "percent": ("", ".", "", "%", False, "%"),
    "kilograms": (",", ".", "", " kg", False, "kg"),
    "pounds": (",", ".", "£", "", False, "GBP"),
}


def _written(hundredths: int, style: tuple[str, str, str, str, bool, str]) -> str:
    gap, point, before, after, brackets, _ = style
    whole, rest = divmod(abs(hundredths), 100)
    told = f"{before}{whole:,}".replace(",", gap) + f"{point}{rest:02d}{after}"
    if hundredths >= 0:
        return told
    return f"({told})" if brackets else f"-{told}"


@untimed
@given(HUNDREDTHS, st.sampled_from(sorted(STYLES)))
def test_a_number_is_read_as_it_was_meant_in_every_style(values: list[int], name: str) -> None:
    style = STYLES[name]
    texts = [_written(value, style) for value in values]
    if style[0] == "'" and all(abs(v) < 10**5 for v in values):
        return  # nothing sets it apart from the English style
    read = cells.numbers(texts, "")
    assert not read.refused
    assert read.values.tolist() == [value / 100 for value in values]
    assert read.unit == style[-1]


@untimed
@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=30))
def test_a_programs_numbers_come_back_exactly(values: list[float]) -> None:
    assert cells.numbers([repr(value) for value in values], ".").values.tolist() == values


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("16.6M", 16.6e6, ""),
        ("3k", 3000, ""),
        ("$1.2bn", 1.2e9, "USD"),
        ("1.2 million", 1.2e6, ""),
        ("(1,234.50)", -1234.5, ""),
        ("(3.2)%", -3.2, "%"),
        ("−4", -4, ""),
        ("1234-", -1234, ""),
        ("+7", 7, ""),
        ("US$ 12.5", 12.5, "USD"),
        ("12,34,567", 1234567, ""),
        ("1.5e3", 1500, ""),
        ("12.3*", 12.3, ""),
        ("45 [a]", 45, ""),
        ("1.00794(4)", 1.00794, ""),
        ("5 kg", 5, "kg"),
        (".5", 0.5, ""),
        ("R$ 3,50", 3.5, "BRL"),
        ("5m", 5, "m"),
        ("5M", 5e6, ""),
    ],
)
def test_forms_of_numbers(text: str, value: float, unit: str) -> None:
    read = cells.numbers([text], ".")
    if text == "5M":
        read = cells.numbers([text, "12k"], ".")
    assert (read.values[0], read.unit, read.refused) == (value, unit, "")


@pytest.mark.parametrize(
    "text", ["A4", "12-14", "3 March 2020", "10:30", "1.2.3.4", "1,23", "007 James", "12 kg 3", "x"]
)
def test_what_is_no_number(text: str) -> None:
    read = cells.numbers([text, "1,234.5"], ".")
    assert np.isnan(read.values[0])


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (["1,234.5", "1.234,5", "2"], "decimal points and decimal commas"),
        (["1,234", "2,345"], "'1,234' may be a thousand or a decimal"),
        (["12 kg", "500 g"], "mixes the units g, kg"),
        (["45%", "0.3", "12%"], "only some values say '%'"),
        (["$5", "€7"], "mixes the units EUR, USD"),
    ],
)
def test_numbers_that_may_mean_either_are_refused(texts: list[str], reason: str) -> None:
    read = cells.numbers(texts, "")
    assert np.isnan(read.values).all()
    assert reason in read.refused


DAYS = st.lists(st.dates(date(1940, 1, 1), date(2029, 12, 31)), min_size=1, max_size=20)
MONTHS = [month[:3] for month in dates.MONTHS]
FORMS = {
    "iso": lambda d: d.isoformat(),
    "slashes": lambda d: f"{d.year}/{d.month}/{d.day}",
    "clock": lambda d: f"{d.isoformat()}T00:00:00.000Z",
    "dotted": lambda d: f"{d.day}.{d.month}.{d.year}",
    "words": lambda d: f"{d.day} {dates.MONTHS[d.month - 1]} {d.year}",
    "american": lambda d: f"{MONTHS[d.month - 1]} {d.day}, {d.year}",
    "short": lambda d: f"{d.day:02d}-{MONTHS[d.month - 1].upper()}-{d.year}",
    "weekday": lambda d: f"{d:%A}, {d.day} {MONTHS[d.month - 1]} {d.year}",
    "ordinal": lambda d: f"{d.day}th of {MONTHS[d.month - 1]} {d.year}",
}


@untimed
@given(DAYS, st.sampled_from(sorted(FORMS)), st.booleans())
def test_a_date_is_read_as_it_was_meant_in_every_form(
    days: list[date], form: str, named: bool
) -> None:
    read = dates.dates([FORMS[form](day) for day in days], named=named)
    assert read is not None
    assert not read.refused
    assert read.values.astype("datetime64[D]").tolist() == days


@untimed
@given(DAYS, st.sampled_from(["dmy", "mdy"]), st.sampled_from(["/", "-"]))
def test_day_and_month_are_told_apart_by_the_whole_column_or_refused(
    days: list[date], order: str, gap: str
) -> None:
    shown = [(d.day, d.month) if order == "dmy" else (d.month, d.day) for d in days]
    texts = [f"{a:02d}{gap}{b:02d}{gap}{d.year}" for (a, b), d in zip(shown, days, strict=True)]
    read = dates.dates(texts, named=True)
    assert read is not None
    fixed = {d.day for d in days} == {1} or {d.month for d in days} == {1}
    if any(day.day > 12 for day in days):
        assert read.values.astype("datetime64[D]").tolist() == days
    elif not fixed:
        assert "may be day/month or month/day" in read.refused
    told = dates.dates(texts, named=True, order=order)
    assert told is not None
    assert told.values.astype("datetime64[D]").tolist() == days


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2021 Q3", "2021-07-01"),
        ("Q1/2020", "2020-01-01"),
        ("Mar 2019", "2019-03-01"),
        ("Sept-98", "1998-09-01"),
        ("2019-05", "2019-05-01"),
        ("5/2019", "2019-05-01"),
        ("20190502", "2019-05-02"),
        ("201905", "2019-05-01"),
        ("12/31/99 11:59 PM", "1999-12-31T23:59"),
        ("2020-01-01T10:00:00+02:00", "2020-01-01T10:00"),
    ],
)
def test_forms_of_times(text: str, day: str) -> None:
    read = dates.dates([text], named=True)
    assert read is not None
    assert read.values[0] == np.datetime64(day, "s")


def test_times_of_several_zones_are_made_one() -> None:
    read = dates.dates(["2020-01-01T10:00+02:00", "2020-01-01T10:00-05:00"], named=True)
    assert read is not None
    assert (read.values[1] - read.values[0]).astype(int) == 7 * 3600


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (["Oct-18", "Oct-24", "Nov-09"], "may be a day or a year"),
        (["13/01/2020", "01/13/2020"], "mixes day/month with month/day"),
        (["2020-01-02", "soon", "2020-01-03"], "mixes dates with others, such as 'soon'"),
        (["12:30", "0:05:10"], "times of day or durations, without a date"),
        (["0 days 00:00:01", "2 days 10:00:00"], "times of day or durations"),
    ],
)
def test_times_that_may_mean_either_are_refused(texts: list[str], reason: str) -> None:
    read = dates.dates(texts, named=True)
    assert read is not None
    assert np.isnat(read.values).all()
    assert reason in read.refused


def test_months_of_years_are_told_from_days_by_their_order() -> None:
    read = dates.dates(["Nov-19", "Dec-19", "Jan-20"], named=True)
    assert read is not None
    assert read.values.astype("datetime64[M]").astype(str).tolist() == [
        "2019-11",
        "2019-12",
        "2020-01",
    ]


def test_monthly_figures_on_the_first_are_american_or_british_by_their_pattern() -> None:
    days = [date(2021 + n // 12, n % 12 + 1, 1) for n in range(24)]
    for order, texts in (
        ("mdy", [f"{d.month}/1/{d.year}" for d in days]),
        ("dmy", [f"1/{d.month}/{d.year}" for d in days]),
    ):
        read = dates.dates(texts, named=True)
        assert read is not None, order
        assert read.values.astype("datetime64[D]").tolist() == days


@pytest.mark.parametrize(
    "texts", [["2010-11", "2011-12", "2012-13"], ["Monday", "Tuesday"], ["12", "13"], ["March"]]
)
def test_what_is_no_time(texts: list[str]) -> None:
    assert dates.dates(texts, named=False) is None


@untimed
@given(st.lists(st.text(max_size=25), min_size=1, max_size=12))
def test_no_text_breaks_the_readers_of_cells(texts: list[str]) -> None:
    texts = [text.strip() for text in texts if text.strip()] or ["x"]
    assert len(cells.numbers(texts, "").values) == len(texts)
    for named in (True, False):
        found = dates.dates(texts, named=named)
        assert found is None or len(found.values) == len(texts)
    for text in texts:
        header(text), unit_of(text), titled(text)


@pytest.mark.parametrize(
    ("raw", "name", "unit"),
    [
        ("gdp_per_capita", "GDP per capita", ""),
        ("gdpPercap", "GDP per capita", ""),
        ("lifeExp", "Life expectancy", "years"),
        ("Weight (kg)", "Weight", "kg"),
        ("Price [USD]", "Price", "USD"),
        ("Share %", "Share", "%"),
        ("% of GDP", "Share of GDP", "%"),
        ("pct_change", "Change", "%"),
        ("bill_length_mm", "Bill length", "mm"),
        ("weight_in_lbs", "Weight", "lb"),
        ("Miles_per_Gallon", "Fuel economy", "mpg"),
        ("temp_min", "Temperature min", ""),
        ("time_min", "Time", "min"),
        ("temp_c", "Temperature", "°C"),
        ("Wind m/s", "Wind", "m/s"),
        ("Distance in km", "Distance", "km"),
        ("Revenue, million USD", "Revenue", "million USD"),
        ("CO2 emissions (tonnes per capita)", "CO2 emissions", "tonnes per capita"),
        ("GDP (constant 2015 US$)", "GDP", "USD"),
        ("Sales (2020)", "Sales (2020)", ""),
        ("Name (first)", "Name (first)", ""),
        ("TOTAL SALES", "Total sales", ""),
        ("GOOGL", "GOOGL", ""),
        ("NoVaccTB", "No vacc TB", ""),
        ("rev_per_mile", "Rev per mile", ""),
        ("weightKg", "Weight", "kg"),
        ("Population (thousands)", "Population", "thousand people"),
        (" \ufeff'Qty' ", "Quantity", ""),
    ],
)
def test_names_and_units_of_columns(raw: str, name: str, unit: str) -> None:
    assert (header(raw).name, header(raw).unit) == (name, unit)


CELL = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12),
    st.integers(-5000, 5000).map(str),
    st.sampled_from(
        ["", "NA", "Total", "1,5", "$3", "2020-01-02", "45%", '"', "a\nb", "مرحبا", "🙂"]
    ),
)
ROWS = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.lists(CELL, min_size=width, max_size=width), min_size=2, max_size=12)
)


@untimed
@example(rows=[["0", "0\n0"], ["", "0"]], delimiter=",", quoted=True)
@given(rows=ROWS, delimiter=st.sampled_from(",;\t|"), quoted=st.booleans())
def test_any_table_is_read_or_refused_in_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]], delimiter: str, quoted: bool
) -> None:
    place = tmp_path_factory.mktemp("any") / "table.csv"
    lines = [
        delimiter.join(f'"{c.replace(chr(34), chr(34) * 2)}"' if quoted else c for c in row)
        for row in rows
    ]
    place.write_text("\n".join(lines), "utf-8", newline="")
    try:
        tables, _ = tables_of(place, source="csv", licence="CC0-1.0", eval_share=0.1)
    except SourceError as fault:
        refused = str(fault)
    else:
        refused = ""
    assert "\n" not in refused
    if refused:
        return
    for table in tables:
        names = [column.name for column in table.columns]
        assert len({name.casefold() for name in names}) == len(names)
        for column in table.columns:
            values = table.values(column)
            assert len(values) == len(table)
            kind = {"number": "f", "time": "M"}.get(column.role, "O")
            assert values.dtype.kind == kind
            if kind == "O":
                assert all(isinstance(value, str) for value in values)
                assert not any(value.casefold() == "total" for value in values[-1:])


@untimed
@given(st.integers(1, 3000), st.integers(1, 400), st.integers(1, 60))
def test_what_is_kept_of_a_long_table_depends_on_its_length_only(
    rows: int, step: int, limit: int
) -> None:
    def kept(step: int) -> list[str]:
        keeper = frames.Keeper(1)
        keeper._limit = limit
        for start in range(0, rows, step):
            some = [[str(n)] for n in range(start, min(rows, start + step))]
            keeper.add(frames.block(some, 1))
        return keeper.columns()[0].to_pylist()

    told = kept(step)
    assert told == kept(rows)
    assert len(told) <= limit
    assert [int(n) for n in told] == sorted(int(n) for n in told)
    if rows <= limit:
        assert len(told) == rows


def test_kept_rows_are_spread_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "ROWS", 4000)
    keeper = frames.Keeper(1)
    keeper.add(frames.block([[str(n)] for n in range(100_000)], 1))
    places = np.array([int(n) for n in keeper.columns()[0].to_pylist()])
    assert 2000 <= len(places) <= 4000
    counts = np.histogram(places, bins=10, range=(0, 100_000))[0]
    assert abs(counts - len(places) / 10).max() < 4 * (len(places) / 10) ** 0.5
    # A step that a calendar may have must not be favoured: twelve months, seven days.
    for period in (7, 12, 24):
        per = np.bincount(places % period)
        assert abs(per - len(places) / period).max() < 4 * (len(places) / period) ** 0.5


def _csv(place: Path, text: str) -> Path:
    place.write_text(text, "utf-8")
    return place


def test_years_are_times_and_year_counts_are_not(tmp_path: Path) -> None:
    begun = date(1990, 1, 1)
    lines = [
        f"{1990 + n},{n % 9},{(begun + timedelta(days=n)):%Y%m%d},{1.5e9 + 86400 * n:.0f},{n * 2.5}"
        for n in range(40)
    ]
    text = "Year,Years of service,day,timestamp,level\n" + "\n".join(lines)
    (table,), _ = tables_of(
        _csv(tmp_path / "t.csv", text), source="csv", licence="x", eval_share=0.1
    )
    assert {c.name: c.role for c in table.columns} == {
        "Year": "time",
        "Years of service": "number",
        "Day": "time",
        "Timestamp": "time",
        "Level": "number",
    }
