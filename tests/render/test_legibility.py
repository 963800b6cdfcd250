"""The gate against marks made by hand: a good map, and one fault at a time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from figloom.render.graphs.legibility import fades, judge
from figloom.render.graphs.looks import ground_of, looks
from figloom.render.graphs.node_link import node_link
from figloom.seeds import Draw
from figloom.types import (
    Box,
    Declined,
    Dot,
    Ellipse,
    Entity,
    Facts,
    Graph,
    Mark,
    Picture,
    Polyline,
    Provenance,
    Rectangle,
    Relation,
    Triple,
)

ENDS = {"edge:1": ("node:a", "node:b"), "edge:2": ("node:c", "node:b")}


def mark(name: str, role: str, box: Box, parent: str = "", text: str = "") -> Mark:
    return Mark(name, role, box, Rectangle(), ("fact",), text, parent=parent)


def edge(name: str, *points: Dot) -> Mark:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Mark(name, "edge", (min(xs), min(ys), max(xs), max(ys)), Polyline(points), ("fact",))


GOOD = {
    m.id: m
    for m in (
        mark("node:a", "node", (20, 20, 120, 60)),
        mark("node:b", "node", (320, 20, 420, 60)),
        mark("node:c", "node", (320, 220, 420, 260)),
        mark("a", "label", (30, 30, 110, 50), "node:a", "A"),
        mark("b", "label", (330, 30, 410, 50), "node:b", "B"),
        mark("c", "label", (330, 230, 410, 250), "node:c", "C"),
        mark("c:picture", "picture", (330, 222, 360, 230), "node:c"),
        edge("edge:1", (120, 40), (320, 40)),
        edge("edge:2", (370, 220), (370, 60)),
        mark("1", "edge_label", (190, 20, 250, 34), "edge:1", "r"),
        mark("2", "edge_label", (378, 130, 438, 144), "edge:2", "s"),
    )
}


def verdict(changes: dict[str, Mark] | None = None, **options: float) -> Declined | None:
    marks = list((GOOD | (changes or {})).values())
    settings = {"em": 14.0, "contrast": 8.0, "min_text": 9.0} | options
    return judge(marks, ENDS, 460, 300, **settings)


def test_a_good_map_passes() -> None:
    assert verdict() is None


def placed(name: str, box: Box) -> dict[str, Mark]:
    return {name: replace(GOOD[name], box=box)}


@pytest.mark.parametrize(
    ("reason", "changes"),
    [
        ("outside the picture", placed("node:b", (320, 20, 461, 60))),
        ("outside the picture", placed("2", (378, 290, 438, 304))),
        ("picture too small", placed("c:picture", (330, 222, 350, 230))),
        ("nodes overlap", placed("node:c", (320, 50, 420, 260))),
        ("label over a node", placed("1", (100, 20, 160, 34))),
        ("labels overlap", placed("2", (240, 24, 300, 38))),
        ("edge through a label", placed("1", (340, 80, 400, 94))),
        ("label touches its edge", placed("1", (190, 24.5, 250, 38.5))),
        ("label nearer to another edge", placed("1", (300, 100, 360, 114))),
        ("label off its edge", placed("1", (190, 70, 250, 84))),
        ("edge through a node", {"edge:1": edge("edge:1", (120, 40), (330, 240), (320, 40))}),
        ("edge hidden", {"edge:1": replace(GOOD["edge:1"], visible=0.1)}),
        ("edge hidden", placed("1", (250, 35, 314, 50))),
    ],
)
def test_one_fault(reason: str, changes: dict[str, Mark]) -> None:
    found = verdict(changes)
    assert found is not None
    assert found.reason == reason


def test_text_is_judged_at_one_megapixel() -> None:
    assert verdict(em=8.9) == Declined("text too small", "8.9 px at one megapixel")
    found = judge(list(GOOD.values()), ENDS, 2000, 2000, em=17.0, contrast=8.0, min_text=9.0)
    assert found == Declined("text too small", "8.5 px at one megapixel")


def test_no_side_is_over_four_times_the_other() -> None:
    marks = list(GOOD.values())
    assert judge(marks, ENDS, 1200, 300, em=14.0, contrast=8.0, min_text=9.0) is None
    found = judge(marks, ENDS, 1201, 300, em=14.0, contrast=8.0, min_text=9.0)
    assert found == Declined("picture too long", "1201 x 300")


def test_contrast() -> None:
    found = verdict(contrast=4.4)
    assert found is not None
    assert found.reason == "low contrast"


def test_a_line_may_cut_the_corner_of_an_ellipse_box_but_not_of_a_rectangle() -> None:
    line = {"edge:1": edge("edge:1", (120, 40), (300, 200), (324, 224), (320, 40))}
    round_one = {"node:c": replace(GOOD["node:c"], outline=Ellipse())}
    assert verdict(line) == Declined("edge through a node")
    found = verdict(line | round_one)
    assert found is None or found.reason != "edge through a node"


def test_a_plate_may_touch_its_edge() -> None:
    on = placed("1", (190, 30, 250, 50))
    plate = {"1:plate": mark("1:plate", "plate", (186, 28, 254, 52), "edge:1")}
    assert verdict(on | plate) is None


def test_a_label_just_clear_of_its_edge_passes() -> None:
    assert verdict(placed("1", (190, 23.5, 250, 37.5))) is None


def disc(level: int) -> np.ndarray:
    """A disc of one grey on nothing."""
    y, x = np.mgrid[:48, :48] - 23.5
    inside = np.hypot(x, y) < 20
    return np.where(inside[..., None], np.array([level, level, level, 255]), 0).astype(np.uint8)


@pytest.mark.parametrize(
    ("level", "ground", "lost"),
    [
        (55, "#24304d", True),
        (55, "#161b23", False),
        (40, "#ffffff", False),
        (252, "#ffffff", True),
        (252, "#161b23", False),
        (128, "#ffffff", False),
    ],
)
def test_a_picture_must_stand_out_from_its_ground(level: int, ground: str, lost: bool) -> None:
    assert fades(disc(level), ground) is lost


def test_another_hue_of_equal_lightness_is_seen() -> None:
    pixels = disc(255)
    pixels[pixels[..., 3] > 0] = (255, 204, 77, 255)
    assert not fades(pixels, "#cfe3d6")


def test_a_small_part_that_stands_out_is_enough() -> None:
    pixels = disc(55)
    pixels[20:28, 20:28, :3] = 255
    assert not fades(pixels, "#24304d")


@pytest.mark.parametrize("name", [look.name for look in looks().values()])
def test_emoji_black_is_seen_on_every_look(name: str) -> None:
    look = looks()[name]
    pixels = np.zeros((40, 40, 4), np.uint8)
    pixels[8:32, 8:32] = (0x31, 0x37, 0x3D, 255)
    for palette in look.palettes:
        for node in range(len(palette.fills)):
            assert not fades(pixels, ground_of(look, palette, node))


def test_a_map_with_a_picture_that_cannot_be_seen_is_declined(
    tmp_path: Path, source: object
) -> None:
    def drawn(level: int, **options: object) -> object:
        path = tmp_path / f"{level}.png"
        Image.fromarray(disc(level)).save(path)
        entities = (Entity("a", "A", picture=str(path)), Entity("b", "B"))
        triples = (Triple("t", "a", "r", "b"),)
        graph = Graph(entities, (Relation("r", "r"),), triples, "a", Provenance("test", "CC0-1.0"))
        draw = Draw(5, "test", "train", "block", 0, 0)
        return node_link(Facts(graph, graph), draw, source, styles=("flagship",), **options)  # type: ignore[arg-type]

    refused = drawn(255)
    assert isinstance(refused, Declined)
    assert refused.reason == "picture fades into its ground"
    assert isinstance(drawn(255, pictures=False), Picture)
    assert isinstance(drawn(90), Picture)
