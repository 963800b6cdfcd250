"""Flowcharts drawn by Mermaid as a build draws them: what several files of tests need."""

from __future__ import annotations

import io
import runpy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from figloom.later import Later
from figloom.render.flows import mermaid
from figloom.render.flows.flow import flow
from figloom.seeds import Draw
from figloom.types import (
    Box,
    Category,
    Declined,
    Facts,
    Flow,
    FlowEdge,
    FlowNode,
    Picture,
    Provenance,
)

Case = tuple[Facts, Draw]
handmade = runpy.run_path(str(Path(__file__).with_name("handmade.py")))["handmade"]


def case(seed: int, structure: str = "", size: int = 0) -> Case:
    size = size or 6 + seed % 13
    return handmade(seed, structure, size), Draw(3, "mermaid", "eval", "b", seed, seed)


def begun(cases: Sequence[Case], **options: object) -> list[Picture | Declined | Later]:
    return [flow(facts, draw, None, renderers=("mermaid",), **options) for facts, draw in cases]  # type: ignore[arg-type]


def drawn(cases: Sequence[Case], **options: object) -> list[Picture | Declined]:
    """As a build draws: all that ask, together, until none does."""
    found = begun(cases, **options)
    while waiting := [at for at, one in enumerate(found) if isinstance(one, Later)]:
        asked = [found[at].request for at in waiting]  # type: ignore[union-attr]
        for at, reply in zip(waiting, mermaid.answer(asked), strict=True):
            found[at] = found[at].finish(reply)  # type: ignore[union-attr]
    return found  # type: ignore[return-value]


def pixels(png: bytes) -> np.ndarray:
    return np.array(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def small(text: str) -> Facts:
    lanes = (Category("l1", text), Category("l2", "Sales"))
    nodes = (
        FlowNode("n1", text, "process", "rectangle", lane="l1"),
        FlowNode("n2", "Receive the order", "process", "rounded", lane="l1"),
        FlowNode("n3", "Ship", "process", "document", lane="l2"),
    )
    edges = (FlowEdge("e1", "n1", "n2", text), FlowEdge("e2", "n2", "n3"))
    made = Flow("", nodes, edges, lanes, "n1", "", Provenance("test", "CC0-1.0"))
    return Facts(made, made)


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def holds(outer: Box, inner: Box) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[2] <= outer[2]
        and inner[3] <= outer[3]
    )
