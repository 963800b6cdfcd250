"""Trading periods: days as they are, weeks and months made of them."""

from __future__ import annotations

import runpy
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from figloom.charts import Need
from figloom.rounding import needed
from figloom.sample.table import sampled
from figloom.sample.views import ohlc
from figloom.types import Ohlc

hand = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("handmade.py"))))


@pytest.mark.parametrize("volume", [True, False])
def test_needs_are_met(volume: bool) -> None:
    need = Need("ohlc", (10, 30), volume=volume)
    hand.met(hand.source(hand.shares()), need, "a candlestick chart")


@pytest.mark.parametrize("every", ["W", "M"])
def test_periods_are_made_of_their_days(every: str) -> None:
    table, need = hand.shares(), Need("ohlc", (5, 12), volume=True)
    (view,) = [view for view in ohlc.views(table, need) if view.every == every]
    made = ohlc.taken(table, view, need, (12, 1), Random("periods"))
    assert isinstance(made, Ohlc)
    days = table.values(table.columns[0]).astype("datetime64[D]")
    for n, candle in enumerate(made.candles):
        start = np.datetime64(candle.time)
        if every == "W":
            assert start.astype(object).weekday() == 0
            end = start + 7
        else:
            end = (start.astype("datetime64[M]") + 1).astype("datetime64[D]")
        rows = np.flatnonzero((days >= start) & (days < end))
        first, high, low, last = (table.values(table.columns[n]) for n in (1, 2, 3, 4))
        truth = (first[rows[0]], high[rows].max(), low[rows].min(), last[rows[-1]])
        shown = (candle.open, candle.high, candle.low, candle.close)
        assert shown == pytest.approx(truth, abs=1e-9)
        if n:
            assert candle.time > made.candles[n - 1].time


def test_papers_of_one_table_stay_apart() -> None:
    one = hand.shares(120)
    values = {column.name: one.values(column) for column in one.columns}
    names = ["AAA"] * 120 + ["BBB"] * 120
    rows = {name: [*found.tolist(), *found.tolist()] for name, found in values.items()}
    rows["Date"] = [str(date) for date in [*values["Date"], *values["Date"]]]
    for name in ("Open", "High", "Low", "Close"):
        rows[name] = [v * (1 if n < 120 else 10) for n, v in enumerate(rows[name])]
    paper = hand.Column("Paper", "category")
    both = hand.made("both", (paper, *one.columns), {"Paper": names, **rows}, prepared=True)
    titles = set()
    for number in range(30):
        made = sampled(hand.source(both), hand.draw(number), Need("ohlc", (8, 20)), "")
        assert isinstance(made, Ohlc)
        highest = max(c.high for c in made.candles)
        assert highest < 5 * min(c.low for c in made.candles)
        titles.add(made.title.split(", ")[1])
    assert titles == {"AAA", "BBB"} or len(titles) == 2


@pytest.mark.parametrize(
    ("factor", "noise", "places"), [(1.0, 0.0, 2), (0.01, 0.0, 4), (1.0, 3e-6, 2)]
)
def test_prices_keep_their_decimals(factor: float, noise: float, places: int) -> None:
    table = hand.shares()
    rows = {column.name: table.values(column).tolist() for column in table.columns}
    rows["Date"] = [str(day) for day in table.values(table.columns[0])]
    for name in ("Open", "High", "Low", "Close"):
        rows[name] = [round(value * factor, 6) + noise for value in rows[name]]
    priced = hand.made("priced", table.columns, rows, prepared=True)
    for view in ohlc.views(priced, Need("ohlc", (8, 12))):
        made = ohlc.taken(priced, view, Need("ohlc", (8, 12)), (10, 1), Random("cents"))
        assert isinstance(made, Ohlc)
        assert needed(c.close for c in made.candles) == places
