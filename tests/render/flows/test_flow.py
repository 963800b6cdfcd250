"""Flowcharts that go out are legible, balanced and the same every time."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from figloom.errors import RecipeError
from figloom.render.flows.legibility import judge
from figloom.render.flows.looks import looks
from figloom.types import Box, Declined, Ellipse, Facts, Flow, Mark, Picture, Polygon, Polyline

Draw = Callable[..., Picture | Declined]
Make = Callable[..., Facts]


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def holds(outer: Box, inner: Box) -> bool:
    return all(
        a <= b for a, b in zip((*outer[:2], *inner[2:]), (*inner[:2], *outer[2:]), strict=True)
    )


def to_box(line: Sequence[tuple[float, float]], box: Box) -> float:
    """Distance of a polyline from a box, sampled every pixel or so."""
    least = float("inf")
    for (x0, y0), (x1, y1) in itertools.pairwise(line):
        steps = int(abs(x1 - x0) + abs(y1 - y0)) + 1
        for at in range(steps + 1):
            x, y = x0 + (x1 - x0) * at / steps, y0 + (y1 - y0) * at / steps
            dx, dy = max(box[0] - x, x - box[2], 0.0), max(box[1] - y, y - box[3], 0.0)
            least = min(least, (dx * dx + dy * dy) ** 0.5)
    return least


def contains(mark: Mark, x: float, y: float) -> bool:
    """Whether a point lies in a mark's outline."""
    x0, y0, x1, y1 = mark.box
    if isinstance(mark.outline, Ellipse):
        return ((2 * x - x0 - x1) / (x1 - x0)) ** 2 + ((2 * y - y0 - y1) / (y1 - y0)) ** 2 < 1
    if not isinstance(mark.outline, Polygon):
        return x0 < x < x1 and y0 < y < y1
    inside, points = False, mark.outline.points
    for (u0, v0), (u1, v1) in zip(points, (*points[1:], points[0]), strict=True):
        if (v0 > y) != (v1 > y) and x < (u1 - u0) * (y - v0) / (v1 - v0) + u0:
            inside = not inside
    return inside


def check(chart: Flow, picture: Picture) -> None:
    """All that a reader relies on, told from the marks alone."""
    marks = {mark.id: mark for mark in picture.marks}
    assert len(marks) == len(picture.marks)
    steps = [mark for mark in picture.marks if mark.role == "node"]
    lines = [mark for mark in picture.marks if mark.role == "edge"]
    assert [mark.facts for mark in steps] == [(node.id,) for node in chart.nodes]
    assert [mark.facts for mark in lines] == [(edge.id,) for edge in chart.edges]
    for mark in picture.marks:
        assert holds((0, 0, picture.width, picture.height), mark.box), mark
    for one, other in itertools.combinations(steps, 2):
        assert not meet(one.box, other.box), (one.id, other.id)
    for node in chart.nodes:
        if node.text:
            x0, y0, x1, y1 = marks[f"node:{node.id}:label"].box
            for x, y in ((x0, y0), (x1, y0), (x0, y1), (x1, y1)):
                assert contains(marks[f"node:{node.id}"], x, y), (node, picture.style)
    ways = {mark.id: mark.outline.points for mark in lines if isinstance(mark.outline, Polyline)}
    for edge in chart.edges:
        line = ways[f"edge:{edge.id}"]
        for (x, y), end in ((line[0], edge.source), (line[-1], edge.target)):
            box = marks[f"node:{end}"].box
            assert to_box([(x, y), (x, y)], box) < 3, edge
        if edge.text:
            label = marks[f"edge:{edge.id}:label"]
            assert label.text == edge.text
            own = to_box(line, label.box)
            assert own < to_box_others(ways, f"edge:{edge.id}", label.box) - 2, (edge, own)
    lanes = {mark.facts[0]: mark.box for mark in picture.marks if mark.role == "lane"}
    assert lanes.keys() == {lane.id for lane in chart.lanes}
    for node in chart.nodes:
        for lane, box in lanes.items():
            there = marks[f"node:{node.id}"].box
            assert holds(box, there) if lane == node.lane else not meet(box, there), node


def to_box_others(ways: dict[str, Sequence[tuple[float, float]]], own: str, box: Box) -> float:
    return min((to_box(line, box) for name, line in ways.items() if name != own), default=1e9)


def judged(seeds: range, handmade: Make, drawn: Draw) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in seeds:
        facts = handmade(seed)
        assert isinstance(facts.shown, Flow)
        picture = drawn(facts, seed)
        if isinstance(picture, Declined):
            found[picture.reason] += 1
            continue
        found["drawn"] += 1
        check(facts.shown, picture)
    return found


def test_charts_are_legible(handmade: Make, drawn: Draw) -> None:
    found = judged(range(60), handmade, drawn)
    assert found["drawn"] >= 45, found


@pytest.mark.slow
def test_five_hundred_charts_are_legible(handmade: Make, drawn: Draw) -> None:
    found = judged(range(1000, 1600), handmade, drawn)
    assert found["drawn"] >= 500, found


def test_an_arrow_that_ends_where_another_begins_is_declined(handmade: Make, drawn: Draw) -> None:
    facts = handmade(3)
    picture, shown = drawn(facts, 3), facts.shown
    assert isinstance(picture, Picture)
    assert isinstance(shown, Flow)
    size, settings = (picture.width, picture.height), {"em": 12.0, "contrast": 8.0, "min_text": 1.0}
    assert judge(picture.marks, shown, *size, **settings) is None
    tips = {mark.id: mark.outline.points[-1] for mark in picture.marks
            if isinstance(mark.outline, Polyline) and mark.role == "edge"}  # fmt: skip
    reasons = set()
    for mark, (other, (x, y)) in itertools.product(picture.marks, tips.items()):
        if mark.id in tips and mark.id != other and isinstance(mark.outline, Polyline):
            points = ((x + 2, y + 2), *mark.outline.points[-1:])
            moved = replace(mark, outline=replace(mark.outline, points=points))
            marks = [moved if one is mark else one for one in picture.marks]
            found = judge(marks, shown, *size, **settings)
            reasons.add(found and found.reason)
    assert "arrow ends where another begins" in reasons
    assert None not in reasons


def test_the_same_key_gives_the_same_bytes(handmade: Make, drawn: Draw) -> None:
    for seed in (1, 5, 6):
        assert drawn(handmade(seed), seed) == drawn(handmade(seed), seed)


def test_another_process_with_another_hash_seed_gives_the_same_bytes() -> None:
    told = {hashed(seed) for seed in ("0", "7")}
    assert len(told) == 1


def hashed(seed: str) -> str:
    here = Path(__file__)
    program = (
        "import hashlib, runpy, sys\n"
        "make = runpy.run_path(sys.argv[1])['handmade']\n"
        "from figloom.render.flows.flow import flow\n"
        "from figloom.seeds import Draw\n"
        "found = [flow(make(n), Draw(3, 'f', 'eval', 'b', n, n), None) for n in range(12)]\n"
        "print(hashlib.sha256(repr(found).encode()).hexdigest())\n"
    )
    return subprocess.run(
        [sys.executable, "-c", program, str(here.with_name("handmade.py"))],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip


def test_directions_and_looks_are_balanced(handmade: Make, drawn: Draw) -> None:
    facts = handmade(0, "chain", 5, colours=False)
    styles = Counter(
        p.style for n in range(140) if isinstance(p := drawn(facts, n, "train"), Picture)
    )
    rare = {f"graphviz/{look.name}" for look in looks().values() if look.eval_only}
    assert len(rare) >= 2
    assert not rare & styles.keys()
    assert len(styles) == len(looks()) - len(rare)
    assert max(styles.values()) - min(styles.values()) <= 2


def test_looks_without_colours_draw_no_coloured_chart(handmade: Make, drawn: Draw) -> None:
    plain = handmade(0, "chain", 6, colours=False).shown
    assert isinstance(plain, Flow)
    first = plain.nodes[0]
    told = Facts(
        *[type(plain)(**{**fields(plain), "nodes": (painted(first), *plain.nodes[1:])})] * 2
    )
    styles = {p.style for n in range(60) if isinstance(p := drawn(told, n), Picture)}
    assert "graphviz/patent" not in styles
    with pytest.raises(RecipeError, match="have no colours"):
        drawn(told, 0, styles=("patent",))


def painted(node: object) -> object:
    import dataclasses

    return dataclasses.replace(node, fill="green")  # type: ignore[type-var]


def fields(chart: Flow) -> dict[str, object]:
    import dataclasses

    return {field.name: getattr(chart, field.name) for field in dataclasses.fields(chart)}


@pytest.mark.parametrize("direction", ["TB", "LR", "BT", "RL"])
def test_arrows_run_in_the_direction_asked_for(direction: str, handmade: Make, drawn: Draw) -> None:
    facts = handmade(0, "chain", 3, colours=False)
    picture = drawn(facts, 1, styles=("pastel",), directions=(direction,))
    assert isinstance(picture, Picture)
    boxes = [mark.box for mark in picture.marks if mark.role == "node"]
    axis, sign = {"TB": (1, 1), "LR": (0, 1), "BT": (1, -1), "RL": (0, -1)}[direction]
    for one, other in itertools.pairwise(boxes):
        assert (other[axis] - one[axis]) * sign > 0


def test_retries_are_dashed(handmade: Make, drawn: Draw) -> None:
    for seed in range(40):
        facts = handmade(seed, "loops", 12)
        picture = drawn(facts, seed)
        assert isinstance(facts.shown, Flow)
        retries = {e.id for e in facts.shown.edges if e.kind == "retry"}
        if isinstance(picture, Picture) and retries:
            dashed = {
                m.facts[0] for m in picture.marks if m.role == "edge" and m.ink and m.ink.dash
            }
            assert dashed == retries
            return
    raise AssertionError("no chart with a retry was drawn")


def test_mistakes_are_one_sentence(handmade: Make, drawn: Draw) -> None:
    facts = handmade(0, "chain", 5)
    with pytest.raises(RecipeError, match="Did you mean 'pastel'"):
        drawn(facts, 0, styles=("pastell",))
    with pytest.raises(RecipeError, match="eval only"):
        drawn(facts, 0, "train", styles=("dossier",))
    with pytest.raises(RecipeError, match="at least one renderer"):
        drawn(facts, 0, renderers=())
    with pytest.raises(RecipeError, match="runs RL"):
        drawn(facts, 0, styles=("slide",), directions=("RL",))
