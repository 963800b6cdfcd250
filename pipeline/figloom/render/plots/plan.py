"""A chart under ECharts: its option, with the fact that each data item shows carried inside.

A draw function lets pyecharts build the series, gives every data item through `item`, and gets the
whole option from `axes` or `blank`. The page sends the display list back; `display` reads it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from figloom.render.fonts import CHAIN
from figloom.render.plots.frame import ASIDE, PAD, SWATCH, TICK, Frame, Row, plan
from figloom.render.plots.keys import Key
from figloom.render.plots.looks import Dress
from figloom.render.plots.numerals import exact
from figloom.render.plots.scales import Measure, Names, Scale
from figloom.types import Axis, Dot

_DASHES: tuple[Any, ...] = ("solid", [8, 4], [3, 3], [9, 3, 3, 3], [12, 4], [5, 5])
_SHAPES = {
    "square": "path://M0,0L10,0L10,10L0,10Z", "diamond": "path://M5,0L10,5L5,10L0,5Z",
    "triangle": "path://M5,0L10,10L0,10Z",
}  # fmt: skip
"""Of a legend's points: ECharts would stretch those that it knows."""
_SAMPLE = 0.8
"""Height of a symbol on a line in a legend of ECharts, in heights of the entry."""
_ICONS = {"circle": "circle", "square": "rect", "diamond": "diamond", "triangle": "triangle"}


class Plan:
    """One option in the making; `labelled` says whether values are written beside the marks."""

    def __init__(self, dress: Dress, labelled: bool, decimals: int) -> None:
        self.dress, self.look, self.labelled = dress, dress.look, labelled
        self.decimals = decimals
        self.frame: Frame | None = None
        self.keys: tuple[Key, ...] = ()
        self.scales: list[Axis] = []
        """Those that are no x or y: angles, radii, colours, sizes."""

    # --- what draw functions call -------------------------------------------------------------

    def item(self, value: Any, *facts: str, role: str = "", part: str = "") -> dict[str, Any]:
        """A data item that shows these facts."""
        return {"value": value, "figloom": {"facts": list(facts), "role": role, "part": part}}

    def series(self, chart: Any, *, role: str = "", facts: Sequence[str] = ()) -> dict[str, Any]:
        """The one series of a pyecharts chart, without pyecharts' looks."""
        (told,) = json.loads(chart.dump_options())["series"]
        kept = ("type", "name", "data", "stack", "xAxisIndex", "yAxisIndex", "links", "nodes",
                "center", "radius", "roseType", "smooth")  # fmt: skip
        series = {key: told[key] for key in kept if told.get(key) is not None}
        # Items that are numbers to pyecharts come back as we gave them.
        return {**series, "animation": False, "silent": True,
                "figloom": {"facts": list(facts), "role": role, "part": ""}}  # fmt: skip

    def scale(self, axis: Axis) -> None:
        """Note an axis that is no x or y: an angle, a radius, a colour, a size."""
        self.scales.append(axis)

    def label(self, value: float, position: str, **style: Any) -> dict[str, Any]:
        """Label of a data item: its value, if values are written."""
        if not self.labelled:
            return {"show": False}
        told = exact(value, self.decimals, self.look.numbers)
        return {"show": True, "formatter": told, "position": position, "distance": 4,
                **self.text(self.look.value_size), **style}  # fmt: skip

    def text(self, size: float, colour: str = "", bold: bool = False) -> dict[str, Any]:
        """A text style."""
        return {
            "fontSize": size,
            "color": colour or self.dress.palette.ink,
            "fontFamily": self._family(),
            "fontWeight": "bold" if bold else "normal",
        }

    def bar(self, number: int, bars: int = 1) -> dict[str, Any]:
        """Look of the bars of a series, with so many bars side by side in a category."""
        return {
            "barWidth": f"{100 * self.look.bar_width / bars:.4f}%", "barGap": "0%",
            "itemStyle": self.fill(self.dress.colour(number)),
        }  # fmt: skip

    def fill(self, colour: str, opacity: float = 1.0) -> dict[str, Any]:
        """Style of a filled thing, outlined as the look has it."""
        style: dict[str, Any] = {"color": colour, "opacity": opacity}
        if self.look.outline:
            style |= {"borderColor": self.dress.palette.ink, "borderWidth": self.look.outline}
        return style

    def line(self, number: int, symbol: str, dash: int) -> dict[str, Any]:
        """Look of the line of a series."""
        colour = self.dress.colour(number)
        return {
            "lineStyle": {"color": colour, "width": self.look.line_width, "type": _DASHES[dash]},
            "itemStyle": {"color": colour},
            "symbol": _ICONS.get(symbol, "circle"),
            "symbolSize": self.look.marker_size if symbol else 0.01,
            "showAllSymbol": True,
        }  # fmt: skip

    def axes(
        self, title: str, below: Scale, beside: Scale, series: list[dict[str, Any]], *,
        keys: Sequence[Key] = (), right: Measure | None = None, depth: Dot = (0.0, 0.0),
        lined: bool = True,
    ) -> dict[str, Any]:  # fmt: skip
        """The whole option of a chart with these axes; names at the left go from the top down.

        `depth` is kept free right of the panel and above it; unless `lined`, there are ticks
        of values alone: no grid, no axis lines, no ground.
        """
        option = self._open(title, keys, below, beside, right, depth)
        x0, y0, x1, y1 = self._frame().panel
        grid = {"left": x0, "top": y0, "right": self.look.width - x1,
                "bottom": self.look.height - y1, "outerBoundsMode": "none"}  # fmt: skip
        if lined and self.dress.palette.panel != self.dress.palette.ground:
            grid |= {"show": True, "backgroundColor": self.dress.palette.panel, "borderWidth": 0}
        if lined and self.look.frame == "box":
            grid |= {"show": True, "borderColor": self.dress.palette.line, "borderWidth": 1}
        frame = self._frame()
        vertical = [self._axis(beside, frame.beside, "y")]
        if right is not None:
            vertical.append({**self._axis(right, frame.right, "y2"), "position": "right"})
        across = [self._axis(below, frame.below, "x")]
        if self.look.frame == "foot":
            across[0]["axisLine"]["show"] = not isinstance(beside, Names)
            for axis in vertical:
                axis["axisLine"]["show"] = isinstance(beside, Names)
        for axis in [] if lined else [*across, *vertical]:
            axis["splitLine"]["show"] = axis["axisLine"]["show"] = False
            axis["axisTick"]["show"] &= axis["type"] != "category"
        return {**option, "grid": grid, "xAxis": across, "yAxis": vertical, "series": series}

    def blank(
        self, title: str, series: list[dict[str, Any]], *, keys: Sequence[Key] = ()
    ) -> dict[str, Any]:
        """The whole option of a chart without axes; `open` it first to know its panel."""
        return {**self._open(title, keys, None, None, None), "series": series}

    def panel(self, title: str, keys: Sequence[Key] = ()) -> tuple[float, float, float, float]:
        """The box, in pixels, that a chart without axes may fill."""
        return plan(self.dress, title, [key.text for key in keys]).panel

    # --- the parts ----------------------------------------------------------------------------

    def _frame(self) -> Frame:
        assert self.frame is not None, "_open comes first"
        return self.frame

    def _family(self) -> str:
        return ", ".join(f"'{name}'" for name in dict.fromkeys((self.look.font, *CHAIN)))

    def _open(
        self, title: str, keys: Sequence[Key],
        below: Scale | None, beside: Scale | None, right: Measure | None,
        depth: Dot = (0.0, 0.0),
    ) -> dict[str, Any]:  # fmt: skip
        self.keys = tuple(keys)
        frame = self.frame = plan(
            self.dress, title, [key.text for key in keys], below, beside, right, depth
        )
        look, palette = self.look, self.dress.palette
        option: dict[str, Any] = {
            "animation": False, "backgroundColor": palette.ground,
            "textStyle": {"fontFamily": self._family()}, "color": list(palette.marks),
        }  # fmt: skip
        if frame.title:
            em = look.title_size
            option["title"] = {
                "text": "\n".join(line.text for line in frame.title), "padding": 0,
                "left": "center" if look.title_place == "centre" else PAD,
                "top": frame.title[0].y - 0.66 * em,
                "textStyle": {**self.text(em, bold=look.title_bold), "lineHeight": 1.32 * em},
            }  # fmt: skip
        if keys:
            option["legend"] = self._legend(frame)
        return option

    def _legend(self, frame: Frame) -> dict[str, Any]:
        look, first = self.look, frame.legend[0]
        em = look.legend_size
        told: dict[str, Any] = {
            "data": [self._entry(key) for key in self.keys], "selectedMode": False, "padding": 0,
            "itemWidth": SWATCH, "itemHeight": self._sample(em),
            "itemGap": 0.6 * em if look.legend == "right" else 20,
            "textStyle": {**self.text(em), "lineHeight": em}, "top": first.y - 0.5 * em,
            "orient": "vertical" if look.legend == "right" else "horizontal",
        }  # fmt: skip
        if look.legend == "right":
            return {**told, "left": first.x - SWATCH - 8, "align": "left"}
        centred = look.title_place == "centre"
        return {**told, "left": "center" if centred else PAD, "width": look.width - 2 * PAD,
                "itemGap": 20}  # fmt: skip

    def _sample(self, em: float) -> float:
        """Height of a legend's samples: points are as large as those of the chart."""
        kinds, size = {key.kind for key in self.keys}, self.look.marker_size
        if kinds == {"points"}:
            return max(size, 8.0)
        return size / _SAMPLE if kinds == {"line"} else em

    def _entry(self, key: Key) -> dict[str, Any]:
        # Otherwise it takes its outline, and its opacity, from the series.
        style = {"color": key.colour, "opacity": 1, "borderWidth": 0}
        entry: dict[str, Any] = {"name": key.text, "itemStyle": style}
        if key.kind == "patch":
            return {**entry, "icon": "rect"}
        if key.kind == "points":
            return {**entry, "icon": _SHAPES.get(key.symbol, "circle")}
        if not key.symbol:
            entry["itemStyle"]["opacity"] = 0
        return {**entry, "lineStyle": {"color": key.colour, "width": self.look.line_width,
                                       "type": _DASHES[key.dash]}}  # fmt: skip

    def _axis(self, scale: Scale, row: Row, which: str) -> dict[str, Any]:
        look, palette = self.look, self.dress.palette
        measured = isinstance(scale, Measure)
        main = which == "x"
        lined = which != "y2" and (look.grid == "both" or (look.grid == "value" and measured))
        drawn = look.frame != "none"
        length = 0.0 if look.ticks == "none" else TICK
        axis: dict[str, Any] = {
            "name": scale.title, "nameLocation": "middle",
            "nameGap": row.depth + ASIDE,
            "nameRotate": 0 if main else 90, "nameMoveOverlap": False,
            "nameTextStyle": self.text(
                look.axis_size, getattr(scale, "colour", "") or palette.muted
            ),
            "axisLine": {"show": drawn, "onZero": False, "lineStyle": {"color": palette.line}},
            "axisTick": {"show": bool(length), "length": TICK, "inside": look.ticks == "in",
                         "alignWithLabel": True, "lineStyle": {"color": palette.line}},
            "splitLine": {"show": lined,
                          "lineStyle": {"color": palette.grid, "type": look.grid_dash}},
            "axisLabel": {**self.text(look.tick_size, palette.muted), "margin": 2 * TICK,
                          "rotate": row.turned, "hideOverlap": False},
        }  # fmt: skip
        if isinstance(scale, Names):
            axis["axisLabel"] |= {"interval": 0, "lineHeight": 1.32 * look.tick_size}
            return {**axis, "type": "category", "data": list(row.lines), "inverse": not main}
        axis |= {"min": scale.low, "max": scale.high, "minorTick": {"show": False},
                 "unit": scale.unit}  # fmt: skip
        axis |= {"dimension": scale.dimension} if scale.dimension else {}
        axis["texts"] = [list(pair) for pair in zip(scale.ticks, scale.texts, strict=True)]
        if scale.log:
            axis["axisLabel"]["customValues"] = list(scale.ticks)
            axis["axisTick"]["customValues"] = list(scale.ticks)
            return {**axis, "type": "log", "logBase": 10}
        step = scale.ticks[1] - scale.ticks[0]
        return {**axis, "type": "value", "interval": step, "scale": True}
