"""Polygons and their values at places in pixels, for types that lay themselves out.

Both renderers draw the same polygons; marks are then read from the artists or the display list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from figloom.render.plots.keys import Key
from figloom.render.plots.plan import Plan
from figloom.render.plots.scales import Names, Scale
from figloom.render.plots.sheet import Sheet
from figloom.types import Box, Dot

_MARKS, _ORNAMENTS = 2.0, -0.5
"""Drawing orders under Matplotlib: above the grid and the panel, below the axis lines."""


@dataclass(frozen=True, slots=True)
class Told:
    """A value written at a place, its middle there or, `turned` upwards, its beginning."""

    text: str
    at: Dot
    colour: str
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Flat:
    """A polygon that shows facts, or part of what does."""

    points: tuple[Dot, ...]
    fill: str
    role: str
    facts: tuple[str, ...] = ()
    part: str = ""
    stroke: str = ""
    width: float = 0.0
    told: Told | None = None


@dataclass(frozen=True, slots=True)
class Ornament:
    """A polygon or line that shows nothing; without a fill, a line."""

    points: tuple[Dot, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dash: tuple[float, ...] = ()
    above: bool = False
    """Whether it lies over the marks."""


def corners(box: Box) -> tuple[Dot, ...]:
    """Of a box, from its top left clockwise."""
    x0, y0, x1, y1 = box
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def across(scale: Scale, place: float, panel: Box) -> float:
    """Pixel of a place on the axis below the panel: a value, or a category's number from 0."""
    return panel[0] + _part(scale, place) * (panel[2] - panel[0])


def along(scale: Scale, place: float, panel: Box) -> float:
    """Pixel of a place on the axis at its left; names go from the top down."""
    part = _part(scale, place)
    part = part if isinstance(scale, Names) else 1 - part
    return panel[1] + part * (panel[3] - panel[1])


def _part(scale: Scale, place: float) -> float:
    if isinstance(scale, Names):
        return (place + 0.5) / len(scale.texts)
    return (place - scale.low) / (scale.high - scale.low)


def paint(sheet: Sheet, flats: Sequence[Flat], ornaments: Sequence[Ornament] = ()) -> None:
    """Draw them with Matplotlib, in their order."""
    for ornament in ornaments:
        order = 2.6 if ornament.above else _ORNAMENTS
        _patch(sheet, ornament.points, ornament.fill, ornament.stroke, ornament.width, order,
               ornament.dash)  # fmt: skip
    for flat in flats:
        artist = _patch(sheet, flat.points, flat.fill, flat.stroke, flat.width, _MARKS)
        sheet.mark(artist, flat.role, *flat.facts, part=flat.part)
    for flat in flats:
        if flat.told is not None:
            told, size = flat.told, sheet.look.value_size
            turned, level = (90.0, "bottom") if told.turned else (0.0, "")
            artist = sheet.canvas.write(
                told.text, *told.at, size, told.colour, turned=turned, level=level
            )
            sheet.mark(artist, "value", *flat.facts)


def _patch(
    sheet: Sheet, points: Sequence[Dot], fill: str, stroke: str, width: float, order: float,
    dash: Sequence[float] = (),
) -> Any:  # fmt: skip
    from matplotlib.patches import Polygon

    patch = Polygon(
        [(x, sheet.canvas.height - y) for x, y in points], closed=bool(fill),
        facecolor=fill or "none", edgecolor=stroke or "none", linewidth=width if stroke else 0.0,
        linestyle=(0, tuple(dash)) if dash else "-", joinstyle="miter", transform=None,
        zorder=order,
    )  # fmt: skip
    return sheet.figure.add_artist(patch)


def series(plan: Plan, flats: Sequence[Flat], keys: Sequence[Key] = ()) -> list[dict[str, Any]]:
    """The same as a custom series of ECharts, whose items the page draws as they are.

    Empty ones follow it, since a legend's entries must be names of series.
    """
    items = []
    for number, flat in enumerate(flats):
        item = plan.item([number], *flat.facts, role=flat.role, part=flat.part)
        item["points"] = [list(dot) for dot in flat.points]
        item["style"] = _style(flat.fill, flat.stroke, flat.width)
        if flat.told is not None:
            item["text"] = _text(plan, flat.told)
        items.append(item)
    told = {"type": "custom", "coordinateSystem": "none", "animation": False, "silent": True,
            "clip": False}  # fmt: skip
    return [told | {"data": items}, *(told | {"name": key.text, "data": []} for key in keys)]


def graphic(ornaments: Sequence[Ornament]) -> list[dict[str, Any]]:
    """Ornaments as graphic elements of an ECharts option."""
    return [
        {
            "type": "polygon" if ornament.fill else "polyline",
            "shape": {"points": [list(dot) for dot in ornament.points]},
            "style": _style(ornament.fill, ornament.stroke, ornament.width)
            | ({"lineDash": list(ornament.dash)} if ornament.dash else {}),
            "z": 3 if ornament.above else -1, "silent": True,
        }
        for ornament in ornaments
    ]  # fmt: skip


def _style(fill: str, stroke: str, width: float) -> dict[str, Any]:
    style: dict[str, Any] = {"fill": fill or "none"}
    return style | ({"stroke": stroke, "lineWidth": width} if stroke else {})


def _text(plan: Plan, told: Told) -> dict[str, Any]:
    style = plan.text(plan.look.value_size, told.colour)
    style["fill"] = style.pop("color")
    # ECharts turns anticlockwise around the anchor.
    places = {"align": "left", "verticalAlign": "middle"} if told.turned else {
        "align": "center", "verticalAlign": "middle"}  # fmt: skip
    return {"x": told.at[0], "y": told.at[1], "rotation": 1.5707963267948966 if told.turned else 0,
            "z2": 100, "style": {"text": told.text, **style, **places}}  # fmt: skip
