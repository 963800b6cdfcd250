"""The records of one item: a picture, its clean twin, and the variants of both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from figloom.audit import flows_case, flows_twins
from figloom.audit.questions import Fault
from figloom.audit.shard import Row

_SAME = ("question", "wording", "subtask", "metric", "metric_args")
_EQUAL = (*_SAME, "answer", "answer_text", "choices", "accepted", "polarity", "group")


def faults(rows: list[Row]) -> Iterator[tuple[Row, Fault]]:
    """What does not go together in the rows of one key."""
    roles = {row["role"]: row for row in rows}
    if len(roles) != len(rows):
        yield rows[0], ("role twice in an item", rows[0]["key"])
    for row in rows:
        yield from ((row, fault) for fault in _named(row))
        base = base_of(row["role"])
        if base not in (("main", "twin") if flows_case.is_flow(row) else ("main", "clean")):
            yield row, ("unknown role", row["role"])
        elif base not in roles:
            yield row, ("variant without its original", row["role"])
        elif base != row["role"]:
            yield from ((row, fault) for fault in _variant(row, roles[base]))
    if "main" in roles:
        main = roles["main"]
        if flows_case.is_flow(main):
            found = flows_twins.faults(main, roles.get("twin"))
        else:
            found = _twins(main, roles.get("clean"))
        yield from ((main, fault) for fault in found)


def base_of(role: str) -> str:
    """Role of the record that a variant varies: `clean:variant:no_text` varies `clean`."""
    before, variant, _ = role.rpartition("variant:")
    return (before.removesuffix(":") or "main") if variant else role


def _named(row: Row) -> Iterator[Fault]:
    trace = row["trace"]
    if row["key"] != f"{trace['recipe']}/{trace['block']}/{trace['slot']:06d}":
        yield "key is not its trace's", f"{trace['recipe']}, {trace['block']}, {trace['slot']}"
    if row["id"] != f"{row['key']}/{row['role']}":
        yield "id is not key and role", row["id"]


def _variant(row: Row, base: Row) -> Iterator[Fault]:
    if row["facts"] != base["facts"] or row["spec"] != base["spec"]:
        yield "variant of other facts", base["role"]
    if _told(row, _EQUAL) != _told(base, _EQUAL):
        yield "variant asks something else", base["role"]


def _twins(main: Row, clean: Row | None) -> Iterator[Fault]:
    """Wrong and clean: the same words, and the opposite answer."""
    asked = [question for question in main["questions"] if question["kind"] == "yes_no"]
    if clean is None:
        # Pairs of statements on charts are asked of one picture.
        if asked and main["questions"][0]["family"] != "charts":
            yield "no clean twin", asked[0]["subtask"]
        return
    if _told({"questions": asked}, _SAME) != _told(clean, _SAME):
        yield "twins are asked differently", main["key"]
    for one, other in zip(asked, clean["questions"], strict=False):
        if {one["polarity"], other["polarity"]} != {True, False}:
            yield "twins are not opposite", f"{one['subtask']}: {one['polarity']} twice"
    if main["facts"]["shown"] == clean["facts"]["shown"]:
        yield "twins show the same", main["key"]


def _told(row: Row, columns: tuple[str, ...]) -> list[list[Any]]:
    return [[question[column] for column in columns] for question in row["questions"]]
