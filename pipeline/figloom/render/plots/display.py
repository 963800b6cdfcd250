"""Marks and axes read from what the page tells of ECharts' display list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from figloom.render.plots.keys import Key
from figloom.render.plots.outlines import wedge_box
from figloom.types import (
    Axis,
    Box,
    Ellipse,
    Ink,
    Mark,
    Outline,
    Polygon,
    Polyline,
    Rectangle,
    Spot,
    Tick,
    Wedge,
)

_ROLES = {"bar": "bar", "line": "point", "pie": "wedge", "scatter": "point", "radar": "point",
          "sunburst": "wedge", "heatmap": "cell", "treemap": "tile", "funnel": "stage",
          "candlestick": "candle", "boxplot": "box", "graph": "node", "sankey": "node"}  # fmt: skip
_PLAIN = {"title": "title", "legend": "legend", "xAxis": "tick", "yAxis": "tick", "radar": "tick"}


def marks(rows: list[dict[str, Any]], keys: tuple[Key, ...]) -> tuple[Mark, ...]:
    """A mark for every text, and for everything that a data item or series names as a fact."""
    facts = {key.text: key.facts for key in keys}
    found, entry = [], ""
    # A legend's sample comes before its text.
    for row in reversed(rows):
        if row["view"] == "legend" and row["form"] == "text":
            entry = row["text"]
        mark = _mark(row, facts, entry)
        if mark is not None:
            found.append(mark)
    return _named(reversed(found))


def _named(found: Iterable[Mark]) -> tuple[Mark, ...]:
    """Marks with ids of their own: one element may show two lines."""
    seen: Counter[str] = Counter()
    made = []
    for mark in found:
        seen[mark.id] += 1
        again = seen[mark.id]
        made.append(replace(mark, id=f"{mark.id}.{again}") if again > 1 else mark)
    return tuple(made)


def _mark(row: Mapping[str, Any], facts: Mapping[str, tuple[str, ...]], entry: str) -> Mark | None:
    role, shown, part = _shown(row, facts, entry)
    if not role:
        return None
    outline = _outline(row)
    box = _box(row, outline)
    text = row["form"] == "text"
    ink = Ink(
        fill=_colour(row.get("fill")), stroke="" if text else _colour(row.get("stroke")),
        width=0.0 if text else float(row.get("width") or 0.0),
        size=float(row.get("size") or 0.0) if text else _diameter(row, box),
        angle=float(row.get("angle") or 0.0),
    )  # fmt: skip
    name = ":".join(filter(None, (role, *shown[:2], part)))
    told = str(row.get("text", "")).replace("\n", " ")
    identity = f"{name}#{row['order']}"
    return Mark(identity, role, box, outline, tuple(shown), told, part, z=row["order"], ink=ink)


def _shown(
    row: Mapping[str, Any], facts: Mapping[str, tuple[str, ...]], entry: str
) -> tuple[str, tuple[str, ...], str]:
    """Role, facts and part; an empty role for ornaments."""
    text = row["form"] == "text"
    told = row.get("item") or {}
    if row["view"] == "legend":
        if not text and (
            row["type"] == "rect"
            or row.get("opacity") == 0
            or not _colour(row.get("fill") or row.get("stroke"))
        ):
            return "", (), ""
        return ("legend" if text else "legend_key"), facts.get(entry, ()), ""
    if row.get("series") == "radar" and told and not text:
        return _of_polygon(row, told)
    if row.get("series") and told:
        words = told.get("words", "value")
        role = words if text else told.get("role") or _ROLES.get(row["series"], row["series"])
        return role, tuple(told.get("facts", ())), told.get("part", "")
    own = row.get("own") or {}
    if row.get("series") and not text and (own.get("facts") or own.get("role")):
        line = row["form"] == "polyline"
        return (
            own.get("role") or ("line" if line else "area"),
            tuple(own.get("facts", ())),
            own.get("part", ""),
        )
    if row.get("series") and not text and row["form"] == "polyline":
        return "line", (), ""
    if row["view"] == "radar" and row["type"] == "line":
        return "spoke", (), ""
    if not text or row["view"] not in _PLAIN:
        return ("text" if text else ""), (), ""
    dimension = row["view"][0] + (str(row["index"] + 1) if row["index"] else "")
    if row["view"] in ("xAxis", "yAxis") and row["name"] == "name":
        return "axis_title", (), dimension
    return _PLAIN[row["view"]], (), dimension if row["view"].endswith("Axis") else ""


def _of_polygon(
    row: Mapping[str, Any], told: Mapping[str, Any]
) -> tuple[str, tuple[str, ...], str]:
    """Of a radar's item: a vertex shows one of its facts, the polygon its series."""
    if "vertex" in row:
        return "point", (told["facts"][row["vertex"]],), ""
    return ("line", (), "") if row["form"] == "polyline" else ("area", tuple(told["whole"]), "")


def _outline(row: Mapping[str, Any]) -> Outline:
    form: str = row["form"]
    at: Any = row.get("at")
    if form == "wedge":
        cx, cy, r0, r1, a0, a1 = map(float, at)
        return Wedge(cx, cy, r0, r1, a0, a1)
    if form in ("polygon", "polyline"):
        dots = tuple((float(x), float(y)) for x, y in at)
        return Polygon(dots) if form == "polygon" else Polyline(dots)
    if form == "spot":
        return Spot(float(at[0]), float(at[1]))
    return Ellipse() if form == "ellipse" else Rectangle()


def _box(row: Mapping[str, Any], outline: Outline) -> Box:
    if isinstance(outline, Wedge):
        return wedge_box(outline)
    x0, y0, x1, y1 = map(float, row["box"])
    return x0, y0, x1, y1


def _diameter(row: Mapping[str, Any], box: Box) -> float:
    return box[2] - box[0] if row["form"] == "spot" else 0.0


def _colour(told: Any) -> str:
    if not isinstance(told, str) or told in ("", "none", "transparent") or told.endswith(",0)"):
        return ""
    if told.startswith("#"):
        return told if len(told) == 7 else "#" + "".join(letter * 2 for letter in told[1:4])
    parts = told[told.index("(") + 1 : -1].split(",") if "(" in told else []
    return "#" + "".join(f"{int(float(part)):02x}" for part in parts[:3]) if parts else told


def axes(told: list[dict[str, Any]]) -> tuple[Axis, ...]:
    """Axes in the order of the page: x before y before radii."""
    kinds = {"value": "linear", "log": "log", "category": "category", "time": "time"}
    return tuple(
        Axis(
            panel="", dimension=axis["dimension"], scale=kinds[axis["type"]],  # type: ignore[arg-type]
            low=float(axis["low"]), high=float(axis["high"]),
            pixels=(float(axis["pixels"][0]), float(axis["pixels"][1])),
            ticks=tuple(
                Tick(float(value), float(pixel), str(text).replace("\n", " "))
                for value, pixel, text in axis["ticks"]
                if text != ""
            ),
            unit=axis["unit"], title=axis["title"], name=axis.get("name", ""),
        )
        for axis in told
    )  # fmt: skip
