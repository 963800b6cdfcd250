"""Faults put into the marks of one drawn flowchart, each with the kinds that may tell it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

Row = dict[str, Any]
Mutation = Callable[[list[Row], Random], bool]
MUTATIONS: dict[str, tuple[Mutation, frozenset[str]]] = {}


def mutation(*kinds: str) -> Callable[[Mutation], Mutation]:
    """Register a mutation and the kinds of which one must be found."""

    def mark(function: Mutation) -> Mutation:
        MUTATIONS[function.__name__] = (function, frozenset(kinds))
        return function

    return mark


def _mark(rows: list[Row], draw: Random, *roles: str) -> Row | None:
    found = [mark for mark in rows[0]["marks"] if mark["role"] in roles]
    return draw.choice(found) if found else None


def _moved(mark: Row, across: float, down: float) -> None:
    x0, y0, x1, y1 = mark["box"]
    mark["box"] = [x0 + across, y0 + down, x1 + across, y1 + down]
    if "points" in mark["outline"]:
        mark["outline"]["points"] = [[x + across, y + down] for x, y in mark["outline"]["points"]]


@mutation("arrow does not touch its source", "arrow does not touch its target",
          "mark outside the picture")  # fmt: skip
def a_step_moved(rows: list[Row], draw: Random) -> bool:
    mark = _mark(rows, draw, "node")
    if mark is not None:
        _moved(mark, 9.0, 9.0)
    return mark is not None


@mutation("arrow does not touch its source", "arrow does not touch its target",
          "mark outside the picture")  # fmt: skip
def a_line_moved(rows: list[Row], draw: Random) -> bool:
    mark = _mark(rows, draw, "edge")
    if mark is not None:
        _moved(mark, 7.0, 7.0)
    return mark is not None


@mutation("arrow does not touch its source", "arrow does not touch its target")
def an_arrow_turned_round(rows: list[Row], draw: Random) -> bool:
    mark = _mark(rows, draw, "edge")
    if mark is not None:
        mark["outline"]["points"].reverse()
    return mark is not None


@mutation("edge_label nearer to another edge", "edge_label away from its edge",
          "text is of another part", "edge_label says something else")  # fmt: skip
def labels_of_arrows_exchanged(rows: list[Row], draw: Random) -> bool:
    labels = [mark for mark in rows[0]["marks"] if mark["role"] == "edge_label"]
    if len(labels) < 2:
        return False
    one, other = draw.sample(labels, 2)
    one["box"], other["box"] = other["box"], one["box"]
    return True


@mutation("edge_label says something else")
def another_word_on_an_arrow(rows: list[Row], draw: Random) -> bool:
    mark = _mark(rows, draw, "edge_label")
    if mark is not None:
        mark["text"] += " not"
    return mark is not None


@mutation("label says something else")
def another_text_in_a_step(rows: list[Row], draw: Random) -> bool:
    mark = _mark(rows, draw, "label")
    if mark is not None:
        mark["text"] = mark["text"][1:]
    return mark is not None


@mutation("text stands outside its step", "mark outside the picture")
def a_text_moved(rows: list[Row], draw: Random) -> bool:
    mark = _mark(rows, draw, "label")
    if mark is not None:
        _moved(mark, 0.0, 60.0)
    return mark is not None


@mutation("label mark missing or needless", "edge mark missing or needless",
          "node mark missing or needless", "edge_label mark missing or needless")  # fmt: skip
def a_mark_lost(rows: list[Row], draw: Random) -> bool:
    mark = _mark(rows, draw, "label", "edge", "node", "edge_label")
    if mark is not None:
        rows[0]["marks"].remove(mark)
    return mark is not None


@mutation("mark outside the picture")
def a_mark_outside(rows: list[Row], draw: Random) -> bool:
    mark = _mark(rows, draw, "node", "label")
    if mark is not None:
        _moved(mark, rows[0]["width"], 0.0)
    return mark is not None


@mutation("fill of another colour")
def another_ink(rows: list[Row], draw: Random) -> bool:
    mark = _mark(rows, draw, "node")
    if mark is None or not any(n["fill"] for n in rows[0]["facts"]["shown"]["nodes"]):
        return False
    mark["ink"]["fill"] = "#8fd694" if mark["ink"]["fill"][1:3] > "b4" else "#ffb347"
    kinds = {node["id"]: node["figure"] for node in rows[0]["facts"]["shown"]["nodes"]}
    return bool(kinds[mark["facts"][0]] != "bar")


@mutation("step stands in another lane", "text stands outside its step", "mark outside the picture")
def a_lane_moved(rows: list[Row], draw: Random) -> bool:
    mark = _mark(rows, draw, "lane")
    if mark is not None:
        x0, y0, x1, y1 = mark["box"]
        _moved(mark, (x1 - x0) / 2, (y1 - y0) / 2)
    return mark is not None


@mutation("drawn is not what is shown")
def one_fact_less_is_drawn(rows: list[Row], draw: Random) -> bool:
    if rows[0]["image"]:
        rows[0]["drawn"].pop()
    return rows[0]["image"] is not None


@mutation("title missing or another")
def another_title(rows: list[Row], draw: Random) -> bool:
    mark = _mark(rows, draw, "title")
    if mark is not None:
        mark["text"] = "The walrus"
    return mark is not None


@mutation("tag says something else")
def another_number_at_a_step(rows: list[Row], draw: Random) -> bool:
    mark = _mark(rows, draw, "tag")
    if mark is not None:
        mark["text"] = "9999"
    return mark is not None
