"""What the reader of pixels makes of words that are given to it: spaces, ticks, boxes, arrows."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from figloom.models.asking import Asked

sys.path.append(str(Path(__file__).parent))
from drawn import font

pytest.importorskip("cv2", reason="the extra `ocr` is not installed")

from figloom.models import ocr_bars, ocr_texts, ocr_ways
from figloom.models.ocr_arrows import chart
from figloom.models.ocr_axes import View, _scale
from figloom.models.ocr_boxes import layout
from figloom.models.ocr_chart import Seen
from figloom.models.ocr_places import RULES
from figloom.models.ocr_spaces import parts
from figloom.models.ocr_words import Pixels, Word

NAVY, ORANGE, BLUE = (20, 31, 61), (255, 178, 84), (94, 194, 255)


class Sheet:
    """A picture, and the words on it."""

    def __init__(self, wide: int, high: int, ground: tuple[int, int, int] = (255,) * 3) -> None:
        self.image = Image.new("RGB", (wide, high), ground)
        self.pen = ImageDraw.Draw(self.image)
        self.words: list[Word] = []

    def write(self, x: float, y: float, text: str, ink: object = "black") -> None:
        self.pen.text((x, y), text, ink, font(14), anchor="mm")
        x0, y0, x1, y1 = self.pen.textbbox((x, y), text, font(14), anchor="mm")
        self.words.append(Word(text, x0 - 2, y0 - 3, x1 + 2, y1 + 3))

    def step(self, x: int, y: int, text: str) -> None:
        self.pen.rectangle((x - 60, y - 18, x + 60, y + 18), "#a8e6a1", "black", 2)
        self.write(x, y, text)

    def arrow(self, x0: int, y0: int, x1: int, y1: int) -> None:
        self.pen.line((x0, y0, x1, y1), "black", 2)
        along = np.array([x1 - x0, y1 - y0]) / np.hypot(x1 - x0, y1 - y0)
        left, right = (np.array([x1, y1]) - 11 * along + side * along[::-1] * (5, -5)
                       for side in (1, -1))  # fmt: skip
        self.pen.polygon([(x1, y1), tuple(left), tuple(right)], "black")

    @property
    def pixels(self) -> Pixels:
        return np.asarray(self.image)

    def read(self) -> Seen:
        found = layout(self.pixels, self.words)
        return Seen(found, chart(self.pixels, found))


def _edges(here: Seen) -> set[tuple[str, str, str]]:
    boxes = here.boxes
    return {(boxes[a].text, boxes[b].text, told["text"])
            for a, b, told in here.graph.edges(data=True)}  # fmt: skip


@pytest.mark.parametrize(
    ("seen", "drawn", "found"),
    [
        ("Savedgames", "Saved games", ["Saved games"]),
        ("Pairup theparents", "Pair up the parents", ["Pair up the parents"]),
        ("Illuminate", "Illuminate", ["Illuminate"]),
        ("n=178", "n = 178", ["n = 178"]),
        ("Guatemala Honduras", "Guatemala     Honduras", ["Guatemala", "Honduras"]),
    ],
)
def test_spaces_are_where_the_ink_has_gaps(seen: str, drawn: str, found: list[str]) -> None:
    sheet = Sheet(300, 30)
    sheet.write(150, 15, drawn)
    grey = sheet.pixels.mean(axis=2)
    assert [text for text, _, _ in parts(seen, grey)] == found


def _stack() -> View:
    sheet = Sheet(500, 400, NAVY)
    for tick in range(0, 9, 2):
        sheet.write(40, 350 - 40 * tick, str(tick), "white")
    for place, (low, high) in enumerate(((3, 7), (2, 4))):
        x = 120 + 120 * place
        sheet.pen.rectangle((x - 40, 350 - 40 * low, x + 40, 349), BLUE)
        sheet.pen.rectangle((x - 40, 350 - 40 * high, x + 40, 349 - 40 * low), ORANGE)
        sheet.write(x, 370, ("Ash", "Beech")[place], "white")
    for place, (name, ink) in enumerate((("Young", BLUE), ("Old", ORANGE))):
        sheet.pen.rectangle((380, 40 + 18 * place, 396, 52 + 18 * place), ink)
        sheet.write(430, 46 + 18 * place, name, "white")
    scale = _scale(sheet.words, sideways=False)
    assert scale
    return View(sheet.pixels, tuple(sheet.words), scale, turned=False)


@pytest.mark.parametrize(
    ("names", "value"),
    [(["Young", "Ash"], 3), (["Old", "Ash"], 4), (["Beech", "Old"], 2), (["Old", "Elm"], None)],
)
def test_a_stack_on_a_dark_ground_is_read_by_its_legend(
    names: list[str], value: float | None
) -> None:
    found = ocr_bars._read(_stack(), names)
    assert found == (None if value is None else pytest.approx(value, abs=0.1))


def test_a_tick_misread_spoils_no_axis() -> None:
    ticks = [Word(text, 20, y - 8, 50, y + 8) for text, y in
             (("8", 30), ("6", 110), ("9", 190), ("2", 270), ("0", 350))]  # fmt: skip
    scale = _scale(ticks, sideways=False)
    assert scale
    assert scale.value(190) == pytest.approx(4)


def test_words_on_a_line_do_not_part_it() -> None:
    sheet = Sheet(300, 260)
    sheet.step(150, 40, "Weigh it")
    sheet.step(150, 200, "Post it")
    sheet.arrow(150, 59, 150, 181)
    sheet.pen.rectangle((120, 104, 180, 132), "white")
    sheet.write(150, 118, "Light")
    assert _edges(sheet.read()) == {("Weigh it", "Post it", "Light")}


def test_short_arrows_one_below_the_other_are_seen() -> None:
    sheet = Sheet(300, 420)
    names = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"]
    for place, name in enumerate(names):
        sheet.step(150, 40 + 62 * place, name)
        if place:
            sheet.arrow(150, 62 * place - 2, 150, 21 + 62 * place)
    assert _edges(sheet.read()) == {(a, b, "") for a, b in pairwise(names)}


def test_arrows_that_cross_keep_their_ends() -> None:
    sheet = Sheet(400, 260)
    for x, y, name in ((80, 40, "A one"), (320, 40, "B two"), (80, 220, "C six"), (320, 220, "D")):
        sheet.step(x, y, name)
    sheet.arrow(90, 59, 310, 201)
    sheet.arrow(310, 59, 90, 201)
    assert _edges(sheet.read()) == {("A one", "D", ""), ("B two", "C six", "")}


def test_a_cylinder_is_one_box_and_numbers_in_rings_are_no_boxes() -> None:
    sheet = Sheet(400, 300)
    for place, y in enumerate((60, 200)):
        sheet.pen.rectangle((100, y - 20, 240, y + 32), "#f7ec9f", "black", 2)
        sheet.pen.ellipse((100, y - 34, 240, y - 8), "#f7ec9f", "black", 2)
        sheet.write(170, y + 6, ("Store the seeds", "Empty it")[place])
        sheet.pen.ellipse((255, y - 14, 283, y + 14), "white", "black", 2)
        sheet.write(269, y, str(place + 1))
    sheet.arrow(170, 94, 170, 165)
    here = sheet.read()
    assert [(box.text, box.figure, box.tag) for box in here.boxes] == [
        ("Store the seeds", "cylinder", "1"), ("Empty it", "cylinder", "2"),
    ]  # fmt: skip
    asked = Asked("flows", "extract_tag", {"tag": "“2”"})
    assert ocr_texts.RULES["extract_tag"](asked, here) == "Empty it"


def test_steps_have_sides_and_arrows_leave_by_one() -> None:
    sheet = Sheet(500, 260)
    sheet.step(100, 60, "Sort them")
    sheet.step(380, 60, "Count them")
    sheet.step(100, 200, "Burn them")
    sheet.arrow(161, 60, 319, 60)
    sheet.arrow(100, 79, 100, 181)
    here = sheet.read()
    both = {"step": "“Sort them”", "source": "“Sort them”", "target": "“Burn them”"}
    subtasks = ("locate_side", "locate_sides", "locate_beyond", "locate_leaving")
    words = both | {"side": "to the right of"}
    told = {name: RULES[name](Asked("flows", name, words), here) for name in subtasks}
    assert told == {
        "locate_side": "Count them", "locate_beyond": "Count them", "locate_leaving": "bottom",
        "locate_sides": "left: none\nright: Count them\nabove: none\nbelow: Burn them",
    }  # fmt: skip


def test_an_arrow_between_unknown_steps_has_no_text() -> None:
    sheet = Sheet(200, 100)
    sheet.step(100, 50, "Alone")
    asked = Asked("flows", "extract_arrow", {"source": "“Alone”", "target": "“Gone”"})
    assert ocr_texts.RULES["extract_arrow"](asked, sheet.read()) is None
    assert ocr_ways.RULES["reason_between"](asked, sheet.read()) is None
