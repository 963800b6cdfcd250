"""Reference numerals keep away from texts that are not theirs."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from figloom.render.flows.numerals import misread
from figloom.types import Declined, Facts, Flow, Picture

Draw = Callable[..., Picture | Declined]
Make = Callable[..., Facts]


def numbered(facts: Facts) -> Facts:
    """The chart with a numeral on every step but bars."""
    shown = facts.shown
    assert isinstance(shown, Flow)
    nodes = tuple(
        dataclasses.replace(node, tag=f"S{100 + 10 * at}" if node.text else "", fill="", border="")
        for at, node in enumerate(shown.nodes)
    )
    made = dataclasses.replace(shown, nodes=nodes)
    return Facts(made, made)


@pytest.mark.parametrize("structure", ["decisions", "loops", "switch", "lanes", "architecture"])
def test_numerals_keep_away_from_texts(structure: str, handmade: Make, drawn: Draw) -> None:
    seen = 0
    for seed in range(16):
        made = drawn(numbered(handmade(seed, structure, 12)), seed, styles=("pastel", "report"))
        if isinstance(made, Declined):
            continue
        tags = [mark for mark in made.marks if mark.role == "tag"]
        seen += len(tags)
        for tag in tags:
            x0, y0, x1, y1 = tag.box
            for other in made.marks:
                if other is tag or other.role not in ("tag", "edge_label"):
                    continue
                u0, v0, u1, v1 = other.box
                # Figures are as high as two thirds of an em.
                if y0 < v1 and v0 < y1:
                    assert max(u0 - x1, x0 - u1) > 1.4 * (y1 - y0), (seed, tag.text, other.text)
    assert seen > 40


def test_a_numeral_beside_a_text_is_declined(handmade: Make, drawn: Draw) -> None:
    made = drawn(numbered(handmade(1, "decisions", 12)), 1, styles=("report",))
    assert isinstance(made, Picture)
    tag = next(mark for mark in made.marks if mark.role == "tag")
    label = next(mark for mark in made.marks if mark.role == "edge_label")
    led = {mark.facts[0] for mark in made.marks if mark.role == "tag"}
    assert misread(made.marks, led) is None
    _, y0, x1, y1 = tag.box
    moved = dataclasses.replace(label, box=(x1 + 5, y0, x1 + 65, y1))
    marks = [moved if mark is label else mark for mark in made.marks]
    fault = misread(marks, led)
    assert fault is not None
    assert fault.reason == "number beside a text"
    assert misread(marks, ()) is None
