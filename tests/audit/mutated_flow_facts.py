"""Faults put into the facts of flowcharts and into twins, each with what may tell it.

A mutation changes the rows of one item in place and returns False where they have no place for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

Row = dict[str, Any]
Mutation = Callable[[list[Row], Random], bool]
MUTATIONS: dict[str, tuple[Mutation, frozenset[str]]] = {}

WRONG, UNFOUND = "answer is wrong", "answer cannot be found again"
TWISTED = "facts contradict themselves"


def mutation(*kinds: str) -> Callable[[Mutation], Mutation]:
    """Register a mutation and the kinds of which one must be found."""

    def mark(function: Mutation) -> Mutation:
        MUTATIONS[function.__name__] = (function, frozenset(kinds))
        return function

    return mark


def shapes(rows: list[Row]) -> list[Row]:
    """What is shown and what holds, of an item without an edit."""
    return [rows[0]["facts"][side] for side in ("shown", "truth")] if len(rows) == 1 else []


@mutation(TWISTED)
def a_truth_of_its_own(rows: list[Row], draw: Random) -> bool:
    if len(rows) > 1:
        return False
    rows[0]["facts"]["truth"]["title"] += "!"
    return True


@mutation(WRONG, UNFOUND, "arrow does not touch its target")
def an_arrow_aimed_elsewhere(rows: list[Row], draw: Random) -> bool:
    at = {}
    for flow in shapes(rows):
        edges = flow["edges"]
        at = at or {"edge": draw.randrange(len(edges)), "to": draw.choice(flow["nodes"])["id"]}
        if edges[at["edge"]]["target"] == at["to"]:
            return False
        edges[at["edge"]]["target"] = at["to"]
    return bool(at)


@mutation(WRONG, UNFOUND, "edge_label says something else")
def answers_exchanged(rows: list[Row], draw: Random) -> bool:
    done = False
    for flow in shapes(rows):
        out: dict[str, list[Row]] = {}
        for edge in flow["edges"]:
            if edge["text"]:
                out.setdefault(edge["source"], []).append(edge)
        for one, other, *_ in (edges for edges in out.values() if len(edges) > 1):
            one["text"], other["text"] = other["text"], one["text"]
            done = one["text"] != other["text"]
            break
    return done


def _changed(rows: list[Row], draw: Random, part: str, fits: Callable[[Row], bool],
             change: Callable[[Row], None]) -> bool:  # fmt: skip
    at: int | None = None
    for flow in shapes(rows):
        found = [n for n, one in enumerate(flow[part]) if fits(one)]
        if not found:
            return False
        at = draw.choice(found) if at is None else at
        change(flow[part][at])
    return at is not None


@mutation("fill of another colour")
def a_colour_renamed(rows: list[Row], draw: Random) -> bool:
    if not rows[0]["image"]:
        return False

    def change(node: Row) -> None:
        node["fill"] = "green" if node["fill"] != "green" else "purple"

    return _changed(rows, draw, "nodes", lambda node: bool(node["fill"]), change)


@mutation("border of another colour")
def a_border_renamed(rows: list[Row], draw: Random) -> bool:
    if not rows[0]["image"]:
        return False

    def change(node: Row) -> None:
        node["border"] = "green" if node["border"] != "green" else "red"

    return _changed(rows, draw, "nodes", lambda node: bool(node["border"]), change)


@mutation("figure of another outline")
def another_figure(rows: list[Row], draw: Random) -> bool:
    if not rows[0]["image"]:
        return False
    return _changed(rows, draw, "nodes", lambda n: n["figure"] in ("diamond", "rectangle"),
                    lambda node: node.update(figure="hexagon"))  # fmt: skip


@mutation("label says something else")
def another_label(rows: list[Row], draw: Random) -> bool:
    if not rows[0]["image"]:
        return False
    return _changed(rows, draw, "nodes", lambda node: bool(node["text"]),
                    lambda node: node.update(text="Feed the walrus"))  # fmt: skip


@mutation(WRONG, "step stands in another lane", "lanes do not hold the steps")
def another_lane(rows: list[Row], draw: Random) -> bool:
    return _changed(rows, draw, "nodes", lambda node: bool(node["lane"]),
                    lambda n: n.update(lane="l1" if n["lane"] != "l1" else "l2"))  # fmt: skip


@mutation(TWISTED)
def two_steps_say_the_same(rows: list[Row], draw: Random) -> bool:
    return _changed(rows, draw, "nodes", lambda node: node["kind"] == "process",
                    lambda node: node.update(text=shapes(rows)[0]["nodes"][0]["text"].lower())
                    )  # fmt: skip


@mutation("answers of a decision are not distinct")
def an_answer_twice(rows: list[Row], draw: Random) -> bool:
    for flow in shapes(rows):
        first: dict[str, Row] = {}
        for edge in flow["edges"]:
            if edge["text"] and first.setdefault(edge["source"], edge) is not edge:
                edge["text"] = first[edge["source"]]["text"].upper()
                break
        else:
            return False
    return len(rows) == 1


@mutation("step that is never reached, or never left")
def an_arrow_lost(rows: list[Row], draw: Random) -> bool:
    if len(rows) > 1 or not rows[0]["facts"]["shown"]["entry"]:
        return False
    for flow in shapes(rows):
        flow["edges"] = [edge for edge in flow["edges"] if edge["source"] != flow["entry"]]
    return True


@mutation("conditions overlap or leave gaps")
def another_condition(rows: list[Row], draw: Random) -> bool:
    def change(edge: Row) -> None:
        edge["when"] = f"not ({edge['when']})"

    return _changed(rows, draw, "edges", lambda edge: bool(edge["when"]), change)


@mutation("two steps have one number")
def a_number_twice(rows: list[Row], draw: Random) -> bool:
    for flow in shapes(rows):
        tagged = [node for node in flow["nodes"] if node["tag"]]
        if len(tagged) < 2:
            return False
        tagged[0]["tag"] = tagged[1]["tag"]
    return len(rows) == 1


@mutation("counts do not add up", "box says another count")
def another_count(rows: list[Row], draw: Random) -> bool:
    for flow in shapes(rows):
        if flow["language"] != "counts":
            return False
        flow["program"] = re.sub(
            r": (\d+)", lambda m: f": {int(m[1]) + 1}", flow["program"], count=1
        )
    return len(rows) == 1


@mutation("twins have one answer", WRONG)
def twins_answer_alike(rows: list[Row], draw: Random) -> bool:
    if len(rows) == 2:
        for name in ("answer", "answer_text", "polarity"):
            rows[1]["questions"][0][name] = rows[0]["questions"][0][name]
    return len(rows) == 2


@mutation("twins are asked differently")
def twins_are_asked_differently(rows: list[Row], draw: Random) -> bool:
    if len(rows) == 2:
        rows[1]["questions"][0]["question"] += " "
    return len(rows) == 2


@mutation("edited without a twin, or a twin without an edit")
def a_twin_lost(rows: list[Row], draw: Random) -> bool:
    if len(rows) == 2:
        del rows[1]
        return True
    return False


@mutation("the edit told is not that between the twins", "truth is not what the twin shows")
def a_second_edit(rows: list[Row], draw: Random) -> bool:
    if len(rows) == 2:
        node = rows[0]["facts"]["shown"]["nodes"][0]
        node["fill"] = "green" if node["fill"] != "green" else "purple"
    return len(rows) == 2


@mutation("the edit told is not that between the twins")
def another_edit_is_told(rows: list[Row], draw: Random) -> bool:
    if len(rows) == 2:
        edit = rows[0]["facts"]["edits"][0]
        edit["before"], edit["after"] = edit["after"], edit["before"]
        edit["before_id"], edit["after_id"] = edit["after_id"], edit["before_id"]
    return len(rows) == 2


@mutation("the edit told is of other facts")
def the_edit_is_of_other_facts(rows: list[Row], draw: Random) -> bool:
    if len(rows) == 2:
        rows[1]["facts"]["edits"][0]["facts"] = ["n1", "e1"]
    return len(rows) == 2
