"""Texts in flowcharts drawn by Mermaid: odd ones, numbers, and those of arrows, on no plate."""

from __future__ import annotations

import base64
import dataclasses
import re
import runpy
from pathlib import Path

import pytest

from figloom.later import Later
from figloom.render.flows import mermaid
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Flow, FlowEdge, FlowNode, Picture

_made = runpy.run_path(str(Path(__file__).with_name("mermaid_drawn.py")))
begun, drawn, pixels, small, meet, holds = (
    _made[name] for name in ("begun", "drawn", "pixels", "small", "meet", "holds")
)

ODD = (
    'Say "yes" or \'no\'', "a < b & c > d", "<b>bold</b>", "#1 in class; end",
    "`code` *star* _low_", "1. First - second", "end", "https://figloom.example/x?a=1&b=2",
    "C:\\new\\table", "x --> y",
    "100 % of {all} [items] (now)", "Überprüfung der Größe", "| pipe |", "&lt;", "#35;",
    "A text of exactly forty characters here.",
)  # fmt: skip


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_are_drawn_as_they_are(text: str) -> None:
    facts = small(text)
    (picture,) = drawn([(facts, Draw(1, "odd", "train", "b", 0, 0))], styles=("plain",))
    assert isinstance(picture, Picture), picture
    texts = {mark.id: mark.text for mark in picture.marks}
    assert texts["node:n1:label"] == text
    assert texts["edge:e1:label"] == text
    assert texts["lane:l1:label"] == text


def test_what_cannot_be_drawn_is_declined() -> None:
    draw = Draw(1, "odd", "train", "b", 0, 0)
    (emoji,) = drawn([(small("Ship 🚀"), draw)])
    assert isinstance(emoji, Declined)
    assert emoji.reason == "no glyph"
    shown = small("Ship").shown
    assert isinstance(shown, Flow)
    first = dataclasses.replace(shown.nodes[0], text="", tag="S110")
    made = dataclasses.replace(shown, nodes=(first, *shown.nodes[1:]))
    (declined,) = drawn([(Facts(made, made), draw)])
    assert isinstance(declined, Declined)
    assert declined.reason == "not in Mermaid"


@pytest.mark.parametrize("tag", ["3", "12", "S110", "240"])
def test_numbers_are_marks_of_their_own(tag: str) -> None:
    shown = small("Check what is in stock").shown
    assert isinstance(shown, Flow)
    nodes = (dataclasses.replace(shown.nodes[0], tag=tag), *shown.nodes[1:])
    made = dataclasses.replace(shown, nodes=nodes)
    draw = Draw(1, "odd", "train", "b", 0, 0)
    (picture,) = drawn([(Facts(made, made), draw)], styles=("plain",))
    assert isinstance(picture, Picture)
    known = {mark.id: mark for mark in picture.marks}
    assert known["node:n1:tag"].text == tag
    assert known["node:n1:label"].text == "Check what is in stock"
    assert holds(known["node:n1"].box, known["node:n1:tag"].box)


@pytest.mark.parametrize("style", ["manual", "plain", "lecture"])
def test_texts_of_arrows_stand_on_the_colour_of_their_lane(style: str) -> None:
    flow_ = small("Check what is in stock").shown
    assert isinstance(flow_, Flow)
    edges = (*flow_.edges, FlowEdge("e3", "n3", "n4", "Send"))
    nodes = (*flow_.nodes, FlowNode("n4", "Post", "process", "rectangle", lane="l2"))
    made = dataclasses.replace(flow_, nodes=nodes, edges=edges)
    (picture,) = drawn([(Facts(made, made), Draw(1, "odd", "train", "b", 0, 0))], styles=(style,))
    assert isinstance(picture, Picture), picture
    seen = pixels(picture.png)
    for mark in picture.marks:
        if mark.id in ("edge:e1:plate", "edge:e3:plate"):
            x, y = (round(part) for part in mark.box[:2])
            assert (seen[y + 2, x + 2] == seen[y + 2, x - 3]).all(), mark.id


def test_nothing_is_painted_below_the_texts_of_arrows() -> None:
    """Each plate shows the lanes that it stands on."""
    (asked,) = begun([(small("Check"), Draw(1, "odd", "train", "b", 0, 0))], styles=("lecture",))
    assert isinstance(asked, Later)
    text = asked.request["text"] + "style l1 fill:#102030,stroke:#102030\n"
    text = text.replace("e2@--> n3", "e2@-->|#87;#87;#87;| n3")
    assert "e2@-->|" in text
    (reply,) = mermaid.answer([{**asked.request, "text": text}])
    seen = pixels(base64.b64decode(reply["png"]))
    (plate,) = (row["plate"] for row in reply["edges"] if row["id"] == "e2")
    over = [lane for lane in reply["lanes"] if meet(tuple(lane["box"]), tuple(plate))]
    assert over
    x0, y0, x1, y1 = (round(part) for part in plate)
    for x, y in ((x0 + 1, y0 + 1), (x1 - 2, y0 + 1), (x0 + 1, y1 - 2), (x1 - 2, y1 - 2)):
        for lane in over:
            left, top, right, bottom = lane["box"]
            if left + 3 < x < right - 3 and top + 3 < y < bottom - 3:
                want = [int(part) for part in re.findall(r"\d+", lane["fill"])[:3]]
                assert seen[y, x].tolist() == want
