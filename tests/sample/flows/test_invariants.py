"""Every fault of a flowchart is found: sound charts are spoilt in one place each."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from figloom.flows.conditions import exclusive
from figloom.flows.invariants import faults
from figloom.flows.labels import alike
from figloom.types import Category, Flow, Variable

hand = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("handmade.py"))))


def _node(flow: Flow, of: str, **change: Any) -> Flow:
    which = next(n.id for n in flow.nodes if n.kind == of)
    return replace(flow, nodes=tuple(replace(n, **change) if n.id == which else n
                                     for n in flow.nodes))  # fmt: skip


def _edge(flow: Flow, of: str, place: int = 0, **change: Any) -> Flow:
    sources = {n.id for n in flow.nodes if n.kind == of}
    which = [e.id for e in flow.edges if e.source in sources][place]
    return replace(flow, edges=tuple(replace(e, **change) if e.id == which else e
                                     for e in flow.edges))  # fmt: skip


def _end(flow: Flow) -> str:
    return next(n.id for n in reversed(flow.nodes) if n.kind == "end")


def _sources(flow: Flow, kind: str) -> str:
    return next(n.id for n in flow.nodes if n.kind == kind)


SPOILT: dict[str, tuple[Callable[[Flow], Flow], str]] = {
    "label twice": (lambda f: _node(f, "process", text=f.nodes[0].text), "too alike"),
    "label within": (
        lambda f: _node(f, "process", text=f"{f.nodes[0].text} at once"), "too alike"),
    "label nearly": (
        lambda f: _node(f, "process", text=f.nodes[1].text.replace("a", "e")), "too alike"),
    "no label": (lambda f: _node(f, "process", text=" "), "says"),
    "bar with label": (lambda f: _node(f, "fork", text="Both"), "says"),
    "ids": (lambda f: replace(f, nodes=f.nodes[::-1]), "ids are not"),
    "no such node": (lambda f: _edge(f, "start", target="n99"), "no node"),
    "to itself": (lambda f: _edge(f, "io", target=_sources(f, "io")), "to itself"),
    "no answer": (lambda f: _edge(f, "decision", text=""), "missing or the same"),
    "one answer twice": (
        lambda f: _edge(_edge(f, "decision", text="Yes"), "decision", 1, text="yes"), "missing or"),
    "one target twice": (
        lambda f: _edge(_edge(f, "decision", target=_end(f)), "decision", 1, target=_end(f)),
        "two arrows lead"),
    "condition half": (lambda f: _edge(f, "decision", when=""), "and some have none"),
    "condition twice": (lambda f: _edge(f, "decision", when="heat > 0"), "conditions hold"),
    "words on a plain arrow": (lambda f: _edge(f, "io", text="then"), "leaves no decision"),
    "end goes on": (
        lambda f: _edge(f, "start", source=_end(f)), "a end, has 1 arrows out"),
    "back to start": (lambda f: _edge(f, "io", target="n1"), "back to its start"),
    "unreached": (lambda f: _edge(f, "start", target=_end(f)), "not reached"),
    "fork and end": (lambda f: _edge(f, "fork", target=_end(f)), "do not all meet"),
    "false retry": (
        lambda f: _edge(f, "decision", 0, kind="retry"), "need not have come before"),
    "lane unknown": (lambda f: _node(f, "io", lane="l1"), "in no lane or in an unknown one"),
    "one lane": (
        lambda f: replace(f, lanes=(Category("l1", "Host"),),
                          nodes=tuple(replace(n, lane="l1") for n in f.nodes)), "1 lanes"),
    "two ovals": (lambda f: _node(_node(f, "start", figure="ellipse"), "end", figure="stadium"),
                  "one name"),
    "both rectangles": (
        lambda f: _node(_node(f, "io", figure="rectangle"), "process", figure="rounded"),
        "rectangles and rounded"),
    "diamond step": (lambda f: _node(f, "process", figure="diamond"), "are diamonds"),
    "two figures": (lambda f: _node(f, "process", figure="hexagon"), "several figures"),
    "bar": (lambda f: _node(f, "fork", figure="circle"), "are bars"),
    "idle variable": (
        lambda f: replace(f, variables=(*f.variables, Variable("cold", "it", 0, 1))), "nowhere"),
    "another tree": (lambda f: replace(f, program=_swapped(f)), "tells of other arrows"),
}  # fmt: skip


def _swapped(flow: Flow) -> str:
    one, other = (n.id for n in [n for n in flow.nodes if n.kind in ("io", "process")][:2])
    return flow.program.replace(f'"{one}"', '"?"').replace(f'"{other}"', f'"{one}"').replace(
        '"?"', f'"{other}"')  # fmt: skip


@pytest.mark.parametrize("name", SPOILT)
def test_a_fault_is_found(name: str) -> None:
    one = hand.sound()
    assert faults(one) == []
    spoil, words = SPOILT[name]
    assert any(words in said for said in faults(spoil(one))), faults(spoil(one))


def test_counts_that_do_not_add_up_are_found() -> None:
    one = hand.some("participants", 1)[0]
    assert faults(one) == []
    said = faults(replace(one, program=one.program.replace('"n1": ', '"n1": 1')))
    assert any("add up" in fault for fault in said)
    assert any("counts" in fault for fault in said)


def test_rings_without_a_way_in_are_found() -> None:
    one = hand.some("architecture", 1)[0]
    assert faults(one) == []
    back = tuple(
        replace(e, id=f"e{len(one.edges) + n + 1}", source=e.target, target=e.source)
        for n, e in enumerate(one.edges)
    )
    assert any("ring" in said for said in faults(replace(one, edges=(*one.edges, *back))))


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("Check order", "check order!", True),
        ("Send invoice", "Send invoice to Anna", True),
        ("x > 3?", "x < 3?", False),
        ("r += 3", "r += 5", False),
        ("Approve request", "Approve requests", True),
        ("Pack the goods", "Ship the parcel", False),
    ],
)
def test_labels_that_are_alike(one: str, other: str, said: bool) -> None:
    assert alike(one, other) == alike(other, one) == said


def test_conditions_must_leave_one_way() -> None:
    total = (Variable("total", "the total", 0, 100),)
    assert exclusive(("total > 50", "total <= 50"), total) == ""
    assert exclusive(("total < 20", "20 <= total < 40", "total >= 40"), total) == ""
    assert "2 of its conditions" in exclusive(("total >= 50", "total <= 50"), total)
    assert "0 of its conditions" in exclusive(("total > 50", "total < 50"), total)
    assert "never holds" in exclusive(("total > 100", "total <= 100"), total)
    assert "no comparison" in exclusive(("total > rate", "total <= 1"), total)
