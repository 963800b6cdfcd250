"""The contact sheet: a dozen pictures with their questions and answers, to judge a dataset by."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from string import ascii_uppercase

from PIL import Image, ImageDraw

from figloom.emit.answers import answer_text, prompt_text
from figloom.emit.lettering import Lettering
from figloom.types import Question, Record

COLUMNS, ROWS = 4, 3

_GROUND, _CARD, _LINE = "#f4f2ec", "#ffffff", "#dedacf"
_DARK, _GREY, _ACCENT = "#23211d", "#79736a", "#0b6e69"
_MARGIN, _GAP, _PAD, _INSET, _ROUND, _EDGE = 44, 30, 24, 16, 16, 1.5
_FRAME = (512, 384)
"""Width and height of the place for a picture, in pixels."""
_TEXT = _FRAME[0] - 2 * _PAD

_TAG = Lettering(16, "Bold", tracking=1.6)
_ASK = Lettering(24)
_OPTION = Lettering(21)
_REPLY = Lettering(26, "Bold")
_LEADING = 1.25
_OPTION_LINE = re.compile(r"\s*\(?([A-Z])[).:]\s")

_TIE = "\N{NO-BREAK SPACE}"

Line = tuple[Lettering, str, str]
"""Lettering, text, ink."""

_SPACE: Line = (Lettering(7), "", _CARD)


@dataclass(frozen=True, slots=True)
class _Cell:
    record: Record
    words: list[Line]
    reply: list[Line]

    @property
    def height(self) -> int:
        return _FRAME[1] + _height(self.words) + _height(self.reply) + 3 * _PAD


def contact_sheet(records: Iterable[Record]) -> bytes:
    """PNG of up to twelve examples, the subtasks taken in turn; same records, same bytes.

    Raises ValueError when no record has a question, SetupError when a font is missing.
    """
    cells = [_cell(record, question) for record, question in _examples(records)]
    if not cells:
        raise ValueError("a contact sheet needs at least one question")
    columns = min(COLUMNS, len(cells))
    width, height = _FRAME[0], max(cell.height for cell in cells)
    rows = -(-len(cells) // columns)
    sheet = Image.new("RGB", (_span(columns, width), _span(rows, height)), _GROUND)
    for place, cell in enumerate(cells):
        row, column = divmod(place, columns)
        at = (_MARGIN + column * (width + _GAP), _MARGIN + row * (height + _GAP))
        sheet.paste(_drawn(cell, (width, height)), at)
    out = io.BytesIO()
    sheet.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _span(count: int, length: int) -> int:
    return 2 * _MARGIN + count * length + (count - 1) * _GAP


def _examples(records: Iterable[Record]) -> list[tuple[Record, Question]]:
    room = COLUMNS * ROWS
    piles: dict[str, list[tuple[Record, Question]]] = {}
    for record in records:
        taken: set[str] = set()
        for question in record.questions:
            pile = piles.setdefault(question.subtask, [])
            # A record shows a subtask once, or one picture would fill the sheet.
            if len(pile) < room and question.subtask not in taken:
                pile.append((record, question))
                taken.add(question.subtask)
    turns = zip_longest(*piles.values())
    chosen = [example for turn in turns for example in turn if example is not None]
    return _fresh_first(chosen)[:room]


def _fresh_first(examples: list[tuple[Record, Question]]) -> list[tuple[Record, Question]]:
    """Examples whose picture was not shown yet before those whose picture was."""
    seen: set[tuple[str, str]] = set()
    fresh: list[tuple[Record, Question]] = []
    again: list[tuple[Record, Question]] = []
    for record, question in examples:
        (again if (record.key, record.role) in seen else fresh).append((record, question))
        seen.add((record.key, record.role))
    return fresh + again


def _cell(record: Record, question: Question) -> _Cell:
    asked, options = prompt_text(question), list[Line]()
    reply = answer_text(question).replace("\n", "; ")
    if question.choices:
        asked = _without_options(asked)
        named = dict(zip(ascii_uppercase, question.choices, strict=False))
        reply = f"{reply} · {named[reply]}" if reply in named else reply
        options = _options(named)
    words: list[Line] = [(_TAG, question.subtask.replace("_", " ").upper(), _GREY), _SPACE]
    words += [(_ASK, line, _DARK) for line in _ASK.wrap(asked, _TEXT, 4 if not options else 3)]
    answer = [(_REPLY, line, _ACCENT) for line in _REPLY.wrap(reply, _TEXT, 2)]
    return _Cell(record, [*words, *options], answer)


def _without_options(asked: str) -> str:
    """What stands before the options and after them, each a sentence of its own."""
    lines = asked.splitlines()
    places = [at for at, line in enumerate(lines) if _OPTION_LINE.match(line)]
    if not places:
        return " ".join(lines)
    before = " ".join(lines[: places[0]]).strip()
    after = " ".join(lines[places[-1] + 1 :]).strip()
    if before and before[-1] not in ".?!":
        before = f"{before} …"
    return f"{before} {after}".strip()


def _options(named: dict[str, str]) -> list[Line]:
    # Half a line each: two lines hold four of them.
    longest = _TEXT / 2 - 24
    # No-break spaces hold a letter and its option together.
    short = [_OPTION.cut(f"{a} {name}", longest).replace(" ", _TIE) for a, name in named.items()]
    lines = _OPTION.wrap(f" {_TIE}{_TIE}".join(short), _TEXT, 2)
    return [_SPACE, *((_OPTION, line.strip(_TIE), _GREY) for line in lines)]


def _drawn(cell: _Cell, size: tuple[int, int]) -> Image.Image:
    card = Image.new("RGB", size, _CARD)
    pen = ImageDraw.Draw(card)
    picture = cell.record.picture
    if picture:
        _place(card, picture.png)
    else:
        lines = _facts(cell.record.text)
        _write(pen, lines, (_FRAME[1] - _height(lines)) / 2)
    pen.line((0, _FRAME[1], size[0], _FRAME[1]), fill=_LINE, width=1)
    _write(pen, cell.words, _FRAME[1] + _PAD - 4)
    _write(pen, cell.reply, size[1] - _PAD - _height(cell.reply))
    return _rounded(card)


def _facts(text: str) -> list[Line]:
    lines = [part for line in text.splitlines() for part in _OPTION.wrap(line, _TEXT, 2)]
    room = int((_FRAME[1] - 2 * _PAD) / (_OPTION.size * _LEADING))
    return [(_OPTION, line, _DARK) for line in lines[:room]]


def _write(pen: ImageDraw.ImageDraw, lines: list[Line], top: float) -> None:
    for lettering, text, ink in lines:
        height = _LEADING * lettering.size
        lettering.draw(pen, (_PAD, round(top + 0.78 * height)), text, ink)
        top += height


def _height(lines: list[Line]) -> int:
    return round(sum(_LEADING * lettering.size for lettering, _, _ in lines))


def _place(card: Image.Image, png: bytes) -> None:
    with Image.open(io.BytesIO(png)) as opened:
        opaque = Image.new("RGBA", opened.size, _CARD)
        opaque.alpha_composite(opened.convert("RGBA"))
    shown = opaque.convert("RGB")
    corners = {shown.getpixel((x, y)) for x in (0, shown.width - 1) for y in (0, shown.height - 1)}
    if len(corners) == 1:
        # One ground from edge to edge hides that pictures differ in shape.
        card.paste(shown.crop((0, 0, 1, 1)).resize(_FRAME), (0, 0))
    scale = min(1.0, *((side - 2 * _INSET) / b for side, b in zip(_FRAME, shown.size, strict=True)))
    size = (max(1, round(shown.width * scale)), max(1, round(shown.height * scale)))
    left, top = (_FRAME[0] - size[0]) // 2, (_FRAME[1] - size[1]) // 2
    card.paste(shown.resize(size, Image.Resampling.LANCZOS), (left, top))


def _rounded(card: Image.Image) -> Image.Image:
    done = Image.new("RGB", card.size, _GROUND)
    done.paste(Image.new("RGB", card.size, _LINE), mask=_mask(card.size, 0))
    done.paste(card, mask=_mask(card.size, _EDGE))
    return done


@lru_cache(maxsize=8)
def _mask(size: tuple[int, int], inset: float) -> Image.Image:
    # Pillow's corners are jagged: draw four times as large and scale down.
    large = Image.new("L", (4 * size[0], 4 * size[1]))
    edge, corner = 4 * inset, (4 * size[0] - 4 * inset - 1, 4 * size[1] - 4 * inset - 1)
    ImageDraw.Draw(large).rounded_rectangle((edge, edge, *corner), 4 * (_ROUND - inset), 255)
    return large.resize(size, Image.Resampling.BOX)
