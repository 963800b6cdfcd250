"""What is written in a drawn chart: title, legend, names and values, beside what the facts say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from figloom.audit import charts_shapes
from figloom.audit.charts_case import Case
from figloom.audit.charts_numbers import meanings
from figloom.audit.charts_shapes import Mark

Fault = tuple[str, str]


def faults(case: Case) -> Iterator[Fault]:
    """Where title, legend, names beside marks and values say something else than the facts."""
    title = "".join(bare(m["text"]) for m in case.marks if m["role"] == "title")
    if title != bare(case.shown["title"]):
        yield "title says something else", repr(title)
    names = _names(case)
    for fact, own in _by_fact(case, "label", "name").items():
        if fact in names and "".join(bare(mark["text"]) for mark in own) != bare(names[fact]):
            yield "label says something else", f"{own[0]['id']}: {own[0]['text']!r}"
    for mark in case.marks:
        named = mark["role"] == "legend" and len(mark["facts"]) == 1
        if named and bare(mark["text"]) != bare(names.get(mark["facts"][0], "")):
            yield "legend says something else", f"{mark['id']}: {mark['text']!r}"
        if mark["role"] == "value" and len(mark["facts"]) == 1 and not _valued(case, mark):
            yield "value says something else", f"{mark['id']}: {mark['text']!r}"
    yield from _colours(case)


def _by_fact(case: Case, *roles: str) -> dict[str, list[Mark]]:
    """Marks of these roles that show one fact, in the order of reading."""
    found: dict[str, list[Mark]] = {}
    for mark in sorted(case.marks, key=lambda m: m["z"]):
        if mark["role"] in roles and len(mark["facts"]) == 1:
            found.setdefault(mark["facts"][0], []).append(mark)
    return found


def _names(case: Case) -> dict[str, str]:
    """What stands for each fact in a legend or beside it: of a lone series, its categories."""
    shown = case.shown
    lists = ("series", "categories", "groups", "points", "nodes")
    names = {part["id"]: part["name"] for name in lists for part in shown.get(name, ())}
    for cell in shown.get("cells", ()):
        names[cell["id"]] = names[cell["category"]]
    return names


def _valued(case: Case, mark: Mark) -> bool:
    fact = mark["facts"][0]
    part, group = mark["part"], charts_shapes.scene(case).facts[fact]
    values = {
        one.value for one in case.known if one.fact == fact and part in ("", one.part or part)
    }
    # A number beside a whisker is that of its end, which need not be an extreme.
    values.update(group.get("five") or ())
    parts = [part for part in re.split(r"[;,] |\n| ?\| ?", mark["text"].strip("()")) if part]
    return all(
        any(abs(told - value) <= 1e-6 * max(1e-9, abs(value))
            for told in meanings(part.removesuffix("%")) for value in values)
        for part in parts
    )  # fmt: skip


def _colours(case: Case) -> Iterator[Fault]:
    """The sample beside a name in the legend has the colour of that name's marks."""
    cells = {cell["id"]: cell["series"] for cell in case.shown.get("cells", ())}
    groups = {point["id"]: point["group"] for point in case.shown.get("points", ())}
    roles = ("bar", "point", "wedge", "bubble", "area", "band")
    drawn: dict[str, set[str]] = {}
    for mark in case.marks:
        if mark["role"] in roles and len(mark["facts"]) == 1 and mark["ink"]:
            fact = mark["facts"][0]
            for name in {fact, cells.get(fact, fact), groups.get(fact, fact)}:
                drawn.setdefault(name, set()).update(_inks(mark))
    for mark in case.marks:
        if mark["role"] == "legend_key" and len(mark["facts"]) == 1 and _inks(mark):
            fact = mark["facts"][0]
            if fact in drawn and not drawn[fact] & _inks(mark):
                yield "legend has another colour", mark["id"]


def _inks(mark: Mark) -> set[str]:
    return {mark["ink"]["fill"], mark["ink"]["stroke"]} - {""} if mark["ink"] else set()


def bare(text: str) -> str:
    """The text without spaces: wrapped names are joined in different ways."""
    return "".join(text.split())
