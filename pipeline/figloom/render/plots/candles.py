"""Candles of open, high, low and close by time, for every renderer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from figloom.render.colours import distance, lab
from figloom.render.plots.flats import across, along
from figloom.render.plots.frame import text_width
from figloom.render.plots.keys import Key
from figloom.render.plots.looks import Dress, Look
from figloom.render.plots.numerals import decimals, exact
from figloom.render.plots.pieces import Word
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Measure, Names, measure, titled
from figloom.render.plots.sheet import Sheet
from figloom.types import Box, Candle, Ohlc

BODY = 0.62
"""Width of a candle's body, as part of its period's place."""
_WICK, _EDGE = 1.4, 1.4
_AIR = 0.03
_TOLD = "Date (closing prices are written above)"
_UPRIGHT_ROOM, _LEVEL_ROOM = 0.2, 0.08
"""What texts above the candles take of the axis."""


def dates(ohlc: Ohlc, labelled: bool) -> Names:
    """The axis of the periods; it says what the numbers are where some are written."""
    return Names(tuple(c.time for c in ohlc.candles), _TOLD if labelled else "Date", time=True)


def prices(ohlc: Ohlc, look: Look, labelled: bool) -> Measure:
    """The axis of the prices."""
    low, high = min(c.low for c in ohlc.candles), max(c.high for c in ohlc.candles)
    room = (_UPRIGHT_ROOM if upright(ohlc, look) else _LEVEL_ROOM) if labelled else _AIR
    ends = max(0.0, low - _AIR * (high - low)), high + room * (high - low)
    title = titled("Price", ohlc.unit)
    return measure(ends, title, ohlc.unit, look.numbers, zero=False, count=look.tick_count)


def upright(ohlc: Ohlc, look: Look) -> bool:
    """Whether the closing prices stand upright, since they are wider than the candles' places."""
    return max(map(_wide(look), _closes(ohlc, look))) + 6 > 0.72 * look.width / len(ohlc.candles)


@dataclass(frozen=True, slots=True)
class Hues:
    """Colours of candles that rise and fall."""

    rising: str
    falling: str

    def of(self, candle: Candle) -> str:
        """Of one candle."""
        return self.rising if rises(candle) else self.falling


def hues(dress: Dress) -> Hues:
    """The first colour of the palette and the one that differs most from it, the redder falling."""
    first = dress.colour(0)
    other = max(dress.palette.marks, key=lambda mark: distance(first, mark))
    return Hues(*sorted((first, other), key=lambda mark: lab(mark)[1]))


def rises(candle: Candle) -> bool:
    """Whether it closes above its open."""
    return candle.close > candle.open


def keys(dress: Dress) -> tuple[Key, Key]:
    """The legend, without which open and close could not be told apart."""
    found = hues(dress)
    return Key("Close above open", found.rising), Key("Close below open", found.falling)


def draw(sheet: Sheet, axes: Any, candles: Sequence[Candle], wide: float) -> None:
    """Candles under Matplotlib; `wide` is that of a body in pixels."""
    found = hues(sheet.dress)
    for rising in (True, False):
        those = [(at, c) for at, c in enumerate(candles) if rises(c) == rising]
        if not those:
            continue
        colour = found.rising if rising else found.falling
        xs, facts = [at for at, _ in those], [candle.id for _, candle in those]
        wicks = [(at, end) for at, c in those for end in (c.low, c.high, float("nan"))]
        axes.plot(*zip(*wicks, strict=True), color=colour, linewidth=_WICK, zorder=3,
                  solid_capstyle="butt")  # fmt: skip
        bars = axes.bar(
            xs, [abs(c.close - c.open) for _, c in those], BODY,
            bottom=[min(c.open, c.close) for _, c in those], color=colour, linewidth=0, zorder=4,
        )  # fmt: skip
        for bar, fact in zip(bars, facts, strict=True):
            sheet.mark(bar, "candle", fact)
        for part in ("high", "low", "open", "close"):
            body = part in ("open", "close")
            (ends,) = axes.plot(
                xs, [getattr(c, part) for _, c in those], color=colour, linestyle="none",
                marker="_", markersize=wide - 2 if body else _WICK,
                markeredgewidth=_EDGE, zorder=5,
                clip_on=False,
            )  # fmt: skip
            sheet.mark(ends, "price" if body else "wick", *facts, part=part)


def series(plan: Plan, candles: Sequence[Candle], wide: float) -> dict[str, Any]:
    """The same as a series of ECharts."""
    from pyecharts.charts import Kline

    found, items = hues(plan.dress), []
    for candle in candles:
        values = [candle.open, candle.close, candle.low, candle.high]
        # The page tells the parts of a body by its direction.
        way = "rising" if rises(candle) else "falling"
        items.append(plan.item(values, candle.id, part=way))
    made = plan.series(Kline().add_xaxis([]).add_yaxis("", []))
    return {**made, "data": items, "barWidth": wide, "clip": False, "z": 4, "itemStyle": {
        "color": found.rising, "color0": found.falling, "borderColor": found.rising,
        "borderColor0": found.falling, "borderWidth": _WICK,
    }}  # fmt: skip


def named(dress: Dress) -> list[dict[str, Any]]:
    """Empty series: a legend of ECharts shows only what some series is called."""
    return [{"type": "bar", "name": key.text, "data": []} for key in keys(dress)]


def words(ohlc: Ohlc, dress: Dress, scales: tuple[Names, Measure], panel: Box) -> list[Word]:
    """Closing prices above the candles."""
    look, em, made = dress.look, dress.look.value_size, []
    turned = upright(ohlc, look)
    for at, (candle, text) in enumerate(zip(ohlc.candles, _closes(ohlc, look), strict=True)):
        half = _wide(look)(text) / 2 if turned else 0.6 * em
        y = along(scales[1], candle.high, panel) - 5 - half
        made.append(
            Word(text, round(across(scales[0], at, panel), 2), round(y, 2), em, dress.palette.ink,
                 "value", (candle.id,), upright=turned)
        )  # fmt: skip
    return made


def _closes(ohlc: Ohlc, look: Look) -> list[str]:
    places = decimals(tuple(candle.close for candle in ohlc.candles))
    return [exact(candle.close, places, look.numbers) for candle in ohlc.candles]


def _wide(look: Look) -> Callable[[str], float]:
    return lambda text: text_width(text, look, look.value_size)
