"""Faults put into the facts, marks and axes of one chart, each with what may tell it.

A mutation changes the row in place. It returns False where the record has no place for it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from random import Random
from typing import Any

from PIL import Image

Row = dict[str, Any]
Mutation = Callable[[Row, Random], bool]
MUTATIONS: dict[str, tuple[Mutation, frozenset[str]]] = {}

VALUE = "mark tells another value"
_BODIES = ("bar", "point", "wedge", "stage", "cell", "tile", "bubble", "median")


def mutation(*kinds: str) -> Callable[[Mutation], Mutation]:
    """Register a mutation and the kinds of which one must be found."""

    def mark(function: Mutation) -> Mutation:
        MUTATIONS[function.__name__] = (function, frozenset(kinds))
        return function

    return mark


def _shapes(row: Row) -> tuple[Row, Row]:
    return row["facts"]["shown"], row["facts"]["truth"]


@mutation(VALUE)
def another_fact(row: Row, draw: Random) -> bool:
    if row["facts"]["shown"]["shape"] != "grid":
        return False
    place = draw.randrange(len(row["facts"]["shown"]["cells"]))
    for shape in _shapes(row):
        shape["cells"][place]["value"] *= 1.3
    return True


@mutation("facts contradict themselves")
def a_truth_of_its_own(row: Row, draw: Random) -> bool:
    row["facts"]["truth"]["title"] += "!"
    return True


@mutation("title says something else")
def another_title(row: Row, draw: Random) -> bool:
    for shape in _shapes(row):
        shape["title"] += " of old"
    return True


@mutation("tick tells another category", "label says something else", "legend says something else")
def two_categories_swapped(row: Row, draw: Random) -> bool:
    for shape in _shapes(row):
        if shape["shape"] != "grid" or len(shape["categories"]) < 2 or not row["axes"]:
            return False
        one, other = shape["categories"][:2]
        one["name"], other["name"] = other["name"], one["name"]
    return row["axes"][0]["dimension"] != "radius"


@mutation("legend says something else")
def two_series_swapped(row: Row, draw: Random) -> bool:
    for shape in _shapes(row):
        if len(shape.get("series", ())) < 2 or "heat_map" in row["key"]:
            return False
        one, other = shape["series"][:2]
        one["name"], other["name"] = other["name"], one["name"]
    return True


def _body(row: Row, draw: Random, *roles: str) -> Row | None:
    known = [m for m in row["marks"] if m["role"] in (roles or _BODIES) and len(m["facts"]) == 1]
    return draw.choice(known) if known else None


def _move(mark: Row, dx: float, dy: float) -> None:
    mark["box"] = [edge + shift for edge, shift in zip(mark["box"], (dx, dy, dx, dy), strict=True)]
    outline = mark["outline"]
    for x, y in (("x", "y"), ("cx", "cy")):
        if x in outline:
            outline[x], outline[y] = outline[x] + dx, outline[y] + dy
    if "points" in outline:
        outline["points"] = [[x + dx, y + dy] for x, y in outline["points"]]


@mutation(VALUE, "point off its line")
def a_mark_moved_a_little(row: Row, draw: Random) -> bool:
    mark = _body(row, draw, "bar", "point", "median", "quartile")
    if mark is None or not row["axes"] or "pie" in row["key"] or mark["part"].startswith("bin"):
        return False
    lying = any(a["dimension"] == "y" and a["scale"] == "category" for a in row["axes"])
    _move(mark, 3.0 if lying else 0.0, 0.0 if lying else 3.0)
    return True


@mutation(VALUE)
def a_wedge_wider(row: Row, draw: Random) -> bool:
    mark = _body(row, draw, "wedge")
    if mark is not None:
        mark["outline"]["a1"] += 2.0
    return mark is not None


@mutation(VALUE)
def facts_of_two_marks_swapped(row: Row, draw: Random) -> bool:
    known = [m for m in row["marks"] if m["role"] in ("bar", "wedge", "stage", "tile")]
    known = [m for m in known if len(m["facts"]) == 1]
    boxes = {tuple(round(m["box"][at + 2] - m["box"][at]) for at in (0, 1)): m for m in known}
    if len(boxes) < 2 or row["facts"]["shown"]["shape"] == "spread":
        return False
    one, other = (boxes[size] for size in (min(boxes), max(boxes)))
    one["facts"], other["facts"] = other["facts"], one["facts"]
    return True


@mutation("link beside its nodes")
def facts_of_two_links_swapped(row: Row, draw: Random) -> bool:
    known = [m for m in row["marks"] if m["role"] == "link" and not m["part"]]
    if len(known) > 1:
        one, other = draw.sample(known, 2)
        one["facts"], other["facts"] = other["facts"], one["facts"]
    return len(known) > 1


@mutation("link beside its nodes")
def a_link_to_another_node(row: Row, draw: Random) -> bool:
    links = row["facts"]["shown"].get("links", ())
    if not links:
        return False
    place = draw.randrange(len(links))
    others = {node["id"] for node in row["facts"]["shown"]["nodes"]}
    new = draw.choice(sorted(others - {links[place]["source"], links[place]["target"]}))
    for shape in _shapes(row):
        shape["links"][place]["target"] = new
    return True


@mutation("mark at another category", VALUE)
def a_mark_at_another_category(row: Row, draw: Random) -> bool:
    axis = next((a for a in row["axes"] if a["scale"] == "category"), None)
    mark = _body(row, draw, "bar", "point", "stage", "cell")
    if axis is None or mark is None or row["facts"]["shown"]["shape"] != "grid":
        return False
    shift = axis["ticks"][1]["pixel"] - axis["ticks"][0]["pixel"]
    middle = (axis["pixels"][0] + axis["pixels"][1]) / 2
    at = 0 if axis["dimension"] == "x" else 1
    shift *= 1 if (mark["box"][at] + mark["box"][at + 2]) / 2 < middle else -1
    _move(mark, shift if at == 0 else 0.0, shift if at else 0.0)
    return True


@mutation("fact without a mark", "fact without a mark that can be read")
def a_mark_less(row: Row, draw: Random) -> bool:
    mark = _body(row, draw)
    if mark is not None:
        fact = mark["facts"][0]
        row["marks"] = [m for m in row["marks"] if fact not in m["facts"] or m["role"] == "value"]
    return mark is not None


@mutation("several marks of one fact")
def a_mark_twice(row: Row, draw: Random) -> bool:
    mark = _body(row, draw, "bar", "wedge", "stage", "cell", "tile")
    if mark is None or row["facts"]["shown"]["shape"] == "spread":
        return False
    row["marks"].append({**mark, "id": "again"})
    return True


@mutation("box is not the outline's")
def a_box_beside_its_outline(row: Row, draw: Random) -> bool:
    known = [m for m in row["marks"] if m["outline"]["form"] in ("polygon", "wedge") and m["facts"]]
    if known:
        mark = draw.choice(known)
        mark["box"] = [edge + shift for edge, shift in zip(mark["box"], (-4, 0, 0, 0), strict=True)]
    return bool(known)


@mutation("line ends beside its points", "point off its line")
def a_line_bent(row: Row, draw: Random) -> bool:
    known = [m for m in row["marks"] if m["role"] == "line" and not m["facts"] and not m["part"]]
    if not known or row["facts"]["shown"]["shape"] != "grid":
        return False
    points = draw.choice(known)["outline"]["points"]
    points[0] = [points[0][0], points[0][1] - 9.0]
    return True


def _two(row: Row, role: str) -> list[Row]:
    return [m for m in row["marks"] if m["role"] == role and len(m["facts"]) == 1]


@mutation("legend says something else")
def two_entries_of_the_legend_swapped(row: Row, draw: Random) -> bool:
    known = _two(row, "legend")
    if len(known) > 1:
        known[0]["text"], known[1]["text"] = known[1]["text"], known[0]["text"]
    return len(known) > 1


@mutation("legend has another colour")
def a_sample_of_another_colour(row: Row, draw: Random) -> bool:
    known = [m for m in _two(row, "legend_key") if m["ink"] and m["ink"]["fill"]]
    for mark in known:
        mark["ink"]["fill"] = mark["ink"]["stroke"] = "#010203"
    return bool(known)


@mutation("value says something else")
def another_value_written(row: Row, draw: Random) -> bool:
    known = [m for m in _two(row, "value") if re.search(r"[1-9]", m["text"])]
    if known:
        mark = draw.choice(known)
        mark["text"] = re.sub(r"[1-9]", lambda d: str(int(d[0]) % 9 + 1), mark["text"], count=1)
    return bool(known)


def _measured(row: Row) -> Row | None:
    known = [a for a in row["axes"] if a["dimension"] in ("x", "y") and a["scale"] == "linear"]
    return known[-1] if known and row["facts"]["shown"]["shape"] != "points" else None


@mutation("tick off its axis")
def another_end_of_an_axis(row: Row, draw: Random) -> bool:
    axis = _measured(row)
    if axis is not None and len(axis["ticks"]) > 1:
        axis["high"] += 0.1 * (axis["high"] - axis["low"])
        return True
    return False


@mutation("tick text beside another place")
def an_axis_moved(row: Row, draw: Random) -> bool:
    axis = _measured(row)
    if axis is None or len(axis["ticks"]) < 2:
        return False
    axis["pixels"] = [pixel + 8.0 for pixel in axis["pixels"]]
    for tick in axis["ticks"]:
        tick["pixel"] += 8.0
    return True


@mutation("tick tells another value")
def another_text_of_a_tick(row: Row, draw: Random) -> bool:
    axis = _measured(row)
    if axis is None or len(axis["ticks"]) < 2:
        return False
    one, other = axis["ticks"][:2]
    one["text"], other["text"] = other["text"], one["text"]
    return True


@mutation("asks for a hidden mark")
def a_mark_behind_another(row: Row, draw: Random) -> bool:
    known = [q for q in row["questions"] if q["subtask"] == "read_number"]
    rests = {name for question in known for name in question["marks"]}
    hidden = [m for m in row["marks"] if m["id"] in rests and m["role"] in _BODIES]
    for mark in hidden:
        mark["visible"] = 0.3
    return bool(hidden)


@mutation("asks for what is nowhere written")
def a_name_nowhere_written(row: Row, draw: Random) -> bool:
    if row["facts"]["shown"]["shape"] != "grid":
        return False
    names = {c["name"] for c in row["facts"]["shown"]["categories"]}
    kept = [m for m in row["marks"] if not any(name in m["text"] for name in names)]
    row["marks"] = kept
    return True


@mutation("no ink where a text should be")
def an_empty_picture(row: Row, draw: Random) -> bool:
    out = io.BytesIO()
    Image.new("RGB", (row["width"], row["height"]), "#eeeeee").save(out, "PNG")
    row["image"]["bytes"] = out.getvalue()
    return True


@mutation("drawn is not what is shown")
def a_fact_not_drawn(row: Row, draw: Random) -> bool:
    row["drawn"] = row["drawn"][1:]
    return True
