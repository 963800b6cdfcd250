"""Marks tell what was drawn: what is displaced in the scene or in the SVG is so in the marks, and
the read-back of the picture against its facts fails."""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from figloom.audit import flows_readback, record
from figloom.later import Later
from figloom.render.flows import graphviz, mermaid
from figloom.render.flows import marks as scenes
from figloom.render.flows.flow import flow
from figloom.render.flows.looks import looks, sized
from figloom.render.flows.mermaid_marks import marks
from figloom.render.flows.paint import paint
from figloom.render.flows.scene import Scene
from figloom.render.png import encode
from figloom.seeds import Draw
from figloom.types import Dot, Flow, Picture

sys.path.insert(0, str(Path(__file__).parents[2] / "quality"))

from flows_made import plain, row, sampled

ROLES = ("node", "edge", "label", "edge_label", "lane")
FAR = {
    "node": (5.0, 14.0), "edge": (6.0, 12.0), "label": (90.0, 36.0), "edge_label": (110.0, 190.0),
    "lane": (60.0, 24.0),
}  # fmt: skip
"""Pixels to the right and downwards; not as many, which would follow a diamond's slope, nor so many
down that an arrow from the side of a step would meet its lower border."""


def faults(shown: Flow, picture: Picture, draw: Draw) -> list[str]:
    """What the audit says of the marks."""
    stored = row(plain(shown), (), draw, picture)
    return [kind for kind, _ in flows_readback.faults(stored, record.case_of(stored))]


def cases(many: int) -> Iterator[tuple[Flow, Draw]]:
    """Charts of processes, the second of three with lanes."""
    for slot in range(many):
        draw = Draw(7, "displaced", "train", "b", slot, slot)
        if (shown := sampled("process", draw)) is not None:
            yield shown, draw


def ids(shown: Flow) -> tuple[str, ...]:
    return tuple(part.id for group in (shown.nodes, shown.edges, shown.lanes) for part in group)


def painted(shown: Flow, made: Scene) -> Picture:
    found, _ = scenes.marks(made)
    return Picture(encode(paint(made)), made.width, made.height, found, drawn=ids(shown))


def moved(dots: tuple[Dot, ...], far: Dot) -> tuple[Dot, ...]:
    return tuple((x + far[0], y + far[1]) for x, y in dots)


def displaced(made: Scene, role: str) -> Iterator[Scene]:
    """The scene with one of its parts elsewhere, for each part of that role."""
    far = FAR[role]
    for name in ("shapes", "lanes"):
        for at, shape in enumerate(getattr(made, name)):
            if shape.role == role:
                x0, y0, x1, y1 = shape.box
                there = shape._replace(
                    box=(x0 + far[0], y0 + far[1], x1 + far[0], y1 + far[1]),
                    points=moved(shape.points, far),
                    inner=tuple(moved(line, far) for line in shape.inner),
                )
                yield put(made, name, at, there)
    for at, wire in enumerate(made.wires if role == "edge" else ()):
        (tip,) = moved((wire.tip,), far)
        points, head = moved(wire.points, far), moved(wire.head, far)
        yield put(made, "wires", at, wire._replace(points=points, head=head, tip=tip))
    for at, words in enumerate(made.words):
        if words.role == role:
            lines = tuple(
                (line, em, x + far[0], y + far[1], ink) for line, em, x, y, ink in words.lines
            )
            yield put(made, "words", at, words._replace(lines=lines))


def put(made: Scene, name: str, at: int, part: Any) -> Scene:
    parts = getattr(made, name)
    return made._replace(**{name: (*parts[:at], part, *parts[at + 1 :])})


def test_a_displaced_part_of_the_scene_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    composed: list[Scene] = []
    compose: Callable[..., Scene] = graphviz.compose

    def kept(*arguments: Any) -> Scene:
        composed.append(compose(*arguments))
        return composed[-1]

    monkeypatch.setattr(graphviz, "compose", kept)
    seen = dict.fromkeys(ROLES, 0)
    for shown, draw in cases(6):
        made = flow(plain(shown), draw, None)  # type: ignore[arg-type]
        if not isinstance(made, Picture):
            continue
        assert not faults(shown, painted(shown, composed[-1]), draw)
        for role in ROLES:
            for other in displaced(composed[-1], role):
                seen[role] += 1
                assert faults(shown, painted(shown, other), draw), (role, draw.slot)
    assert min(seen.values()) > 1, seen


def rules(shown: Flow, role: str) -> Iterator[str]:
    """Style rules, each of which moves one part of the SVG."""
    # The page draws arrows on to ellipses, wherever they are.
    boxes = [node for node in shown.nodes if node.figure != "ellipse"]
    parts = {"node": boxes, "label": [node for node in shown.nodes if node.text]}
    parts |= {"edge": shown.edges, "edge_label": [edge for edge in shown.edges if edge.text]}
    picked = {
        "node": '.node[id*="-flowchart-{}-"]',
        "label": '.node[id*="-flowchart-{}-"] .label',
        "edge": 'path.flowchart-link[data-id="{}"]',
        "edge_label": '.edgeLabels .label[data-id="{}"]',
        "lane": '.cluster[id$="-{}"] rect',
    }[role]
    for part in parts.get(role, shown.lanes):
        across, down = FAR[role]
        yield f"{picked.format(part.id)}{{translate:{across}px {down}px}}"


def test_a_displaced_part_of_the_svg_is_found() -> None:
    seen = dict.fromkeys(ROLES, 0)
    for shown, draw in cases(6):
        asked = flow(plain(shown), draw, None, renderers=("mermaid",))  # type: ignore[arg-type]
        assert isinstance(asked, Later)
        look = sized(looks()[_style(shown, draw)])
        told = [(role, rule) for role in ROLES for rule in rules(shown, role)][::2]
        requests = [asked.request, *(with_rule(asked.request, rule) for _, rule in told)]
        first, *replies = mermaid.answer(requests)
        if faults(shown, _drawn(shown, first, look), draw):
            # Mermaid's first try was not legible.
            continue
        for (role, rule), reply in zip(told, replies, strict=True):
            seen[role] += 1
            assert reply["png"] != first["png"], rule
            assert faults(shown, _drawn(shown, reply, look), draw), rule
    assert min(seen.values()) > 1, seen


def with_rule(request: dict[str, Any], rule: str) -> dict[str, Any]:
    config = {**request["config"], "themeCSS": request["config"]["themeCSS"] + rule}
    return {**request, "config": config}


def _drawn(shown: Flow, reply: dict[str, Any], look: Any) -> Picture:
    found, _ = marks(shown, reply, look)
    size = reply["width"], reply["height"]
    return Picture(base64.b64decode(reply["png"]), *size, found, drawn=ids(shown))


def _style(shown: Flow, draw: Draw) -> str:
    """The look that the slot's chart is drawn in."""
    made = flow(plain(shown), draw, None)  # type: ignore[arg-type]
    return made.style.partition("/")[2] if isinstance(made, Picture) else "plain"
