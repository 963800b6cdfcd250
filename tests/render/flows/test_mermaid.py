"""Flowcharts drawn by Mermaid: equal bytes, marks that agree with pixels, legible charts, odd
texts."""

from __future__ import annotations

import base64
import math
import os
import re
import runpy
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import psutil
import pytest

from figloom.later import Instead, Later
from figloom.render.flows import mermaid
from figloom.render.flows.flow import flow
from figloom.render.flows.looks import looks
from figloom.render.flows.mermaid_marks import marks
from figloom.render.plots import browser
from figloom.types import (
    Box,
    Declined,
    Flow,
    Picture,
    Polyline,
)

CHARTS, MANY = 48, 620
HERE = Path(__file__).parent
DOT = re.compile(r"(-?[\d.]+(?:e-?\d+)?),(-?[\d.]+(?:e-?\d+)?)")


_made = runpy.run_path(str(HERE / "mermaid_drawn.py"))
case, begun, drawn, pixels, meet, holds = (
    _made[name] for name in ("case", "begun", "drawn", "pixels", "meet", "holds")
)

Charts = list[tuple[Flow, Picture | Declined]]
Pictures = list[tuple[Flow, Picture]]


def all_of(seeds: range) -> Charts:
    cases = [case(seed) for seed in seeds]
    found = [one for at in range(0, len(cases), 20) for one in drawn(cases[at : at + 20])]
    return [(facts.shown, one) for (facts, _), one in zip(cases, found, strict=True)]


@pytest.fixture(scope="module")
def charts() -> Charts:
    return all_of(range(CHARTS))


@pytest.fixture(scope="module")
def pictures(charts: Charts) -> Pictures:
    return [(shown, one) for shown, one in charts if isinstance(one, Picture)]


def check_declined(charts: Charts) -> None:
    declined = Counter(one.reason for _, one in charts if isinstance(one, Declined))
    # Long charts, and lanes of unequal length, are left to Graphviz.
    left = declined["picture too long"] + declined["lanes of unequal length"]
    assert left <= 0.25 * len(charts), declined
    assert declined.total() - left <= 0.2 * len(charts), declined


def check_steps(pictures: Pictures) -> None:
    for shown, picture in pictures:
        boxes = {m.id: m.box for m in picture.marks}
        steps = [f"node:{node.id}" for node in shown.nodes]
        assert not any(meet(boxes[a], boxes[b]) for a, b in combinations(steps, 2))
        for mark in picture.marks:
            if mark.role == "label":
                assert holds(boxes[mark.parent], mark.box), mark
            assert holds((0, 0, picture.width, picture.height), mark.box), mark


def check_texts(pictures: Pictures) -> None:
    told = 0
    for _, picture in pictures:
        lines = {m.id: m.outline.points for m in picture.marks if isinstance(m.outline, Polyline)}
        for mark in picture.marks:
            if mark.role == "edge_label":
                told += 1
                away = {name: distance(mark.box, line) for name, line in lines.items()}
                own = away.pop(mark.parent)
                assert own < 14, mark
                assert min(away.values(), default=99.0) > own + 3, mark
    assert told > len(pictures)


def check_lanes(pictures: Pictures) -> None:
    laned = [(shown, picture) for shown, picture in pictures if shown.lanes]
    assert len(laned) > 0.02 * len(pictures)
    for shown, picture in laned:
        boxes = {m.id: m.box for m in picture.marks}
        lanes = {lane.id: boxes[f"lane:{lane.id}"] for lane in shown.lanes}
        for a, b in combinations(lanes.values(), 2):
            # Bands of one length, side by side or below each other; they share a border.
            assert max(a[0], b[0]) > min(a[2], b[2]) - 4 or max(a[1], b[1]) > min(a[3], b[3]) - 4
            assert (a[0], a[2]) == (b[0], b[2]) or (a[1], a[3]) == (b[1], b[3])
        for node in shown.nodes:
            for name, box in lanes.items():
                assert holds(box, boxes[f"node:{node.id}"]) == (name == node.lane)
                assert meet(box, boxes[f"node:{node.id}"]) == (name == node.lane)


def check_bars(pictures: Pictures) -> None:
    """No arrow comes to a bar at a flat angle, and no picture is long."""
    for shown, picture in pictures:
        assert 1 / 4 <= picture.width / picture.height <= 3
        marks = {m.id: m for m in picture.marks}
        bars = {node.id for node in shown.nodes if node.figure == "bar"}
        for edge in shown.edges:
            line = marks[f"edge:{edge.id}"].outline
            if edge.target in bars and isinstance(line, Polyline):
                x0, y0, x1, y1 = marks[f"node:{edge.target}"].box
                (u0, v0), (u1, v1) = line.points[-2:]
                way = abs(u1 - u0), abs(v1 - v0)
                across, along = way if x1 - x0 > y1 - y0 else way[::-1]
                assert along > 0.35 * across, edge


def check_arrows(pictures: Pictures) -> None:
    for shown, picture in pictures:
        marks = {m.id: m for m in picture.marks}
        for edge in shown.edges:
            line = marks[f"edge:{edge.id}"].outline
            assert isinstance(line, Polyline)
            for dot, node in ((line.points[0], edge.source), (line.points[-1], edge.target)):
                assert distance(marks[f"node:{node}"].box, [dot, dot]) < 3, (edge, dot)


def check_marks(pictures: Pictures) -> None:
    for shown, picture in pictures:
        ids = [mark.id for mark in picture.marks]
        assert len(ids) == len(set(ids))
        for role, facts in (("node", shown.nodes), ("edge", shown.edges), ("lane", shown.lanes)):
            told = sorted(mark.facts[0] for mark in picture.marks if mark.role == role)
            assert told == sorted(fact.id for fact in facts)
        texts = {m.parent.removeprefix("node:"): m.text for m in picture.marks if m.role == "label"}
        assert texts == {node.id: node.text for node in shown.nodes if node.text}


@pytest.mark.parametrize(
    "check", [check_steps, check_texts, check_lanes, check_bars, check_arrows, check_marks]
)
def test_charts_are_legible(check: Callable[[Pictures], None], pictures: Pictures) -> None:
    check(pictures)


def test_most_charts_are_drawn(charts: Charts) -> None:
    check_declined(charts)


@pytest.mark.slow
def test_five_hundred_charts_are_legible() -> None:
    charts = all_of(range(1000, 1000 + MANY))
    check_declined(charts)
    pictures = [(shown, one) for shown, one in charts if isinstance(one, Picture)]
    assert len(pictures) >= 500
    for check in (check_steps, check_texts, check_lanes, check_bars, check_arrows, check_marks):
        check(pictures)


def test_same_key_same_bytes_alone_in_a_batch_and_in_another_browser() -> None:
    cases = [case(seed) for seed in range(12)]
    together = drawn(cases)
    assert drawn(cases[::-1])[::-1] == together
    browser.close()
    assert [drawn([one])[0] for one in cases] == together


@pytest.mark.parametrize(
    "seeds", [range(8), pytest.param(range(2000, 2100), marks=pytest.mark.slow)]
)
def test_colours_in_the_pixels_agree_with_the_marks(seeds: range) -> None:
    """Each step and each arrow in a colour of its own, drawn by the same page."""
    seen = 0
    for seed in seeds:
        facts, draw = case(seed)
        (asked,) = begun([(facts, draw)])
        assert isinstance(asked, Later)
        shown = facts.shown
        assert isinstance(shown, Flow)
        inks = {
            part.id: f"#{40 + 6 * at:02x}30{200 - 5 * at:02x}"
            for at, part in enumerate(shown.nodes)
        }
        # Not in one line of colours: where two arrows cross, their mixture is no third one's.
        inks |= {
            part.id: f"#30{60 + 4 * at:02x}{60 + 11 * at * at % 163:02x}"
            for at, part in enumerate(shown.edges)
        }
        lines = [
            x
            for x in asked.request["text"].splitlines()
            if not x.startswith(("style n", "linkStyle"))
        ]
        lines += [
            f"style {n.id} fill:{inks[n.id]},stroke:{inks[n.id]},stroke-width:2px"
            for n in shown.nodes
        ]
        lines += [
            f"linkStyle {at} stroke:{inks[e.id]},stroke-width:3px"
            for at, e in enumerate(shown.edges)
        ]
        request = {**asked.request, "text": "\n".join(lines) + "\n"}
        (reply,) = mermaid.answer([request])
        found, _ = marks(shown, reply, looks()["plain"])
        image = pixels(base64.b64decode(reply["png"]))
        for mark in found:
            if mark.role not in ("node", "edge"):
                continue
            code = inks[mark.facts[0]]
            want = [int(code[at : at + 2], 16) for at in (1, 3, 5)]
            y, x = np.nonzero((image == want).all(axis=2))
            if mark.role == "node":
                box = (x.min(), y.min(), x.max() + 1, y.max() + 1)
                assert np.abs(np.array(box) - mark.box).max() <= 2.0, (seed, mark.id, box, mark.box)
            else:
                assert isinstance(mark.outline, Polyline)
                assert len(x) > 5
                for dot in list(zip(x.tolist(), y.tolist(), strict=True))[:: max(1, len(x) // 40)]:
                    assert distance((*dot, dot[0] + 1, dot[1] + 1), mark.outline.points) < 3, (
                        mark.id
                    )
            seen += 1
    assert seen > 12 * len(seeds)


def test_heads_point_along_their_arrows() -> None:
    """An arrow that is drawn on to an ellipse by next to nothing would have a head of any turn."""
    asked = [one for one in begun([case(seed) for seed in (1, 3, 4, 8)]) if isinstance(one, Later)]
    for reply in mermaid.answer([one.request for one in asked]):
        for row in reply["edges"]:
            *_, before, last = (tuple(map(float, dot)) for dot in DOT.findall(row["d"]))
            assert math.dist(before, last) > 0.4, row["id"]


def test_a_fault_of_the_text_is_no_crash() -> None:
    before = browser.counts.crashes
    (asked,) = begun([case(0)])
    assert isinstance(asked, Later)
    with pytest.raises(RuntimeError, match="Mermaid refused"):
        mermaid.answer([{**asked.request, "text": "flowchart TB\nn1[\n"}])
    assert browser.counts.crashes == before


def test_lanes_that_graphviz_draws_instead_say_why() -> None:
    asked = [
        flow(facts, draw, None, renderers=("mermaid", "graphviz"), min_text=60.0)  # type: ignore[arg-type]
        for facts, draw in (case(seed, "lanes") for seed in range(4))
    ]
    later = [one for one in asked if isinstance(one, Later)]
    assert later
    for one in later:
        made: object = one
        while isinstance(made, Later):
            (reply,) = mermaid.answer([made.request])
            made = made.finish(reply)
        assert isinstance(made, Instead)
        assert made.refusal.reason.endswith(", in Mermaid")


def test_a_dead_browser_is_started_again() -> None:
    cases = [case(seed) for seed in range(2)]
    want, before = drawn(cases), browser.counts.crashes
    for process in psutil.Process().children(recursive=True):
        if "--type=renderer" in process.cmdline():
            os.kill(process.pid, signal.SIGKILL)
    assert drawn(cases) == want
    assert browser.counts.crashes == before + 1


def distance(box: Box, line: Sequence[tuple[float, float]]) -> float:
    """Between a box and a line, sampled at every other pixel."""
    x0, y0, x1, y1 = box
    best = math.inf
    for (ax, ay), (bx, by) in pairwise(line):
        steps = max(1, int(math.hypot(bx - ax, by - ay) / 2))
        for at in range(steps + 1):
            x, y = ax + (bx - ax) * at / steps, ay + (by - ay) * at / steps
            best = min(best, math.hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1)))
    return best
