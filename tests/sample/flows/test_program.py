"""Programs: the interpreter against Python itself, the chart against the trace, what is refused."""

from __future__ import annotations

import runpy
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from figloom.errors import SourceError
from figloom.flows.code_chart import charted
from figloom.flows.invariants import faults
from figloom.flows.programs import run
from figloom.sample.flows.code_grammar import unnamed
from figloom.types import Flow

hand = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("handmade.py"))))

FULL = """def grade(n, k):
    total = 0
    if n > 90:
        return -1
    elif n > 50:
        total = 5
    else:
        total -= k
    for i in range(1, n + 1):
        if i == 7:
            break
        if i % 2 == 0 and not k > 6:
            print(i, total)
            continue
        total += max(i, k) * 2
    while k > 0:
        k = k // 2
    return abs(total) + k
"""


def _python(source: str, arguments: tuple[int, ...]) -> Any:
    space: dict[str, Any] = {"print": lambda *told: None}
    exec(source, space)
    return space[source.partition("(")[0].removeprefix("def ")](*arguments)


def _walked(flow: Flow, arguments: tuple[int, ...]) -> tuple[list[int], Any]:
    """Lines and result found by walking the drawn chart with Python's own eval."""
    values: dict[str, Any] = {"print": lambda *told: None}
    values |= dict(zip((v.id for v in flow.variables), arguments, strict=True))
    nodes, lines, result = {n.id: n for n in flow.nodes}, [], None
    left: dict[str, list[int]] = {}
    here = flow.entry
    while nodes[here].kind != "end":
        node = nodes[here]
        out = [e for e in flow.edges if e.source == here]
        if node.line and not node.text.startswith("Input"):
            lines.append(node.line)
        if node.kind == "decision":
            text = node.text.removesuffix("?")
            if text.startswith("next "):
                name, _, span = text.removeprefix("next ").partition(" in ")
                rest = left.setdefault(here, list(eval(span, {}, values)))
                truth = bool(rest)
                if rest:
                    values[name] = rest.pop(0)
                else:
                    del left[here]
            else:
                truth = eval(text, {}, values)
            here = next(e.target for e in out if e.text == ("True" if truth else "False"))
            continue
        if node.text.startswith("return "):
            result = eval(node.text.removeprefix("return "), {}, values)
        elif node.line and not node.text.startswith("Input"):
            exec(node.text, {}, values)
        here = out[0].target
    return lines, result


def test_it_runs_as_python_does() -> None:
    for given in product((0, 1, 4, 12, 60, 95), (1, 5, 9)):
        assert run(FULL, given).returned == _python(FULL, given)


def test_made_programs_run_as_python_does_and_as_their_chart_says() -> None:
    for flow in hand.some("program", 60):
        flow = charted(flow.program, variables=flow.variables)
        for given in list(product((1, 3, 8, 12), repeat=len(flow.variables)))[:6]:
            told = run(flow.program, given)
            assert told.returned == _python(flow.program, given)
            assert _walked(flow, given) == (list(told.lines), told.returned)


def test_a_trace_has_lines_tests_prints_and_values() -> None:
    told = run("def f(n):\n    print(n, 'x')\n    while n > 1:\n        n = n - 2\n", (4,))
    assert told.lines == (2, 3, 4, 3, 4, 3)
    assert told.tests == ((3, True), (3, True), (3, False))
    assert told.printed == ("4 x",)
    assert told.returned is None
    assert told.values == {"n": 0}


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def f(n):\n    while n > 0:\n        n += 1\n", "does not end within 2000 steps"),
        ("def f(n):\n    while True:\n        n = n * 1\n", "does not end within 2000 steps"),
        ("def f(n):\n    return n / 0\n", "fails"),
        ("def f(n):\n    while n > 0:\n        n = n * n + 9\n", "grows beyond"),
        ("def f(n):\n    return m\n", "m has no value yet"),
        ("def f(n):\n    import os\n", "not known here"),
        ("def f(n):\n    n <<= 2\n    return n\n", "not known here"),
        ("def f(n):\n    return 10**10**10\n", "an exponent is no whole number from 0 to"),
        (
            "def f(n):\n    s = 'ab'\n    while n > 0:\n        s = s + s\n    return s\n",
            "a text grows beyond",
        ),
        ("def f(n):\n    return '%99999999d' % n\n", "a text is divided"),
        ("def f(n):\n    return open('x')\n", "not known here"),
        ("def f(n):\n    return n.real\n", "not known here"),
        ("def f(n, k):\n    return n\n", "takes 2 arguments, not 1"),
        ("n = 3\n", "is not one function"),
        ("def f(n:\n", "is no Python"),
    ],
)
def test_what_cannot_be_run_is_said_in_one_sentence(source: str, words: str) -> None:
    with pytest.raises(SourceError, match=words) as caught:
        run(source, (5,))
    assert "\n" not in str(caught.value)


def test_a_chart_is_read_from_the_syntax_tree() -> None:
    flow = charted(
        "def f(n):\n    t = 0\n    for i in range(n):\n        t += i\n    return t\n",
        ("Yes", "No"),
    )
    told = [(node.text, node.kind, node.line) for node in flow.nodes]
    assert told == [
        ("Start", "start", None), ("Input n", "io", 1), ("t = 0", "process", 2),
        ("next i in range(n)?", "decision", 3), ("t += i", "process", 4),
        ("return t", "io", 5), ("End", "end", None),
    ]  # fmt: skip
    arrows = {(e.source, e.target, e.text) for e in flow.edges}
    assert {("n4", "n5", "Yes"), ("n4", "n6", "No"), ("n5", "n4", ""), ("n6", "n7", "")} <= arrows
    assert faults(flow, figures=False) == []


def test_breaks_lead_out_and_continues_back() -> None:
    flow = charted(FULL)
    text = {node.id: node.text for node in flow.nodes}
    arrows = {(text[e.source], text[e.target]) for e in flow.edges}
    assert ("i == 7?", "k > 0?") in arrows
    assert ("print(i, total)", "next i in range(1, n + 1)?") in arrows


def test_programs_that_names_alone_tell_apart_are_one_without_them() -> None:
    said = (
        "def {}({n}, {k}):\n    {r} = {n}\n    if {k} > {by}:\n        {r} -= {k}\n    return {r}\n"
    )
    one = unnamed(said.format("tally", n="n", k="k", r="s", by=3))
    assert one == unnamed(said.format("score", n="k", k="a", r="t", by=3))
    assert one != unnamed(said.format("tally", n="n", k="k", r="s", by=4))
    # Two of six inputs in their order, one of four results; longer names are more.
    assert one[1] == 6 * 5 * 4
    assert unnamed(said.format("mix", n="speed", k="age", r="total", by=3)) == (
        one[0],
        12 * 11 * 10,
    )
