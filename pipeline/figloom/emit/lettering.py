"""Setting text with Pillow in the bundled fonts, never in the machine's.

Layout is Pillow's own (`BASIC`), since the shaping engine is present on some machines only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

from fontTools.ttLib import TTFont
from PIL import ImageDraw, ImageFont

from figloom.errors import SetupError

Weight = str
"""`Regular` or `Bold`."""

_CHAIN = (
    ("Source Sans 3", "SourceSans3"),
    ("Noto Sans", "NotoSans"),
    ("Noto Sans", "NotoSansSC"),
    ("Noto Sans", "NotoSansJP"),
    ("Noto Sans", "NotoSansKR"),
)
_MISSING = "·"
_LOOSE = " \N{NO-BREAK SPACE},;:.·…"
"""What no ellipsis follows."""
# A line may break at a space, and around any character of a script without spaces.
_WIDE = r"\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef"
_PIECES = re.compile(rf"[{_WIDE}]|[^ \t\r\n{_WIDE}]+")


@dataclass(frozen=True, slots=True)
class Lettering:
    """One weight at one size in pixels."""

    size: int
    weight: Weight = "Regular"
    tracking: float = 0.0
    """Pixels added after each letter."""

    def width(self, text: str) -> float:
        """Length of a line in pixels."""
        return sum(_face(i, self.weight, self.size).getlength(run) for i, run in _runs(text)) + (
            self.tracking * len(text)
        )

    def draw(self, pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, ink: str) -> None:
        """Write one line; `at` is the left end of its baseline."""
        x, y = at
        for index, run in _runs(text):
            face = _face(index, self.weight, self.size)
            for piece in run if self.tracking else (run,):
                pen.text((round(x), y), piece, fill=ink, font=face, anchor="ls")
                x += face.getlength(piece) + self.tracking

    def wrap(self, text: str, width: float, lines: int) -> list[str]:
        """The text in at most so many lines of that width; what is left out becomes `…`."""
        done: list[str] = []
        line = ""
        for word in _words(text):
            longer = line + word if line else word.lstrip()
            if self.width(longer.rstrip()) <= width:
                line = longer
                continue
            if line:
                done.append(line.rstrip())
            line = self.cut(word.strip(), width)
        done += [line.rstrip()] if line.strip() else []
        if len(done) <= lines:
            return done
        last = self.cut(f"{done[lines - 1]} {done[lines]}", width)
        head, _, tail = last.rpartition(" ")
        return [*done[: lines - 1], f"{head.rstrip(_LOOSE)}…" if head and len(tail) < 16 else last]

    def cut(self, text: str, width: float) -> str:
        """The text, or its longest beginning that fits with `…`."""
        if self.width(text) <= width:
            return text
        while text and self.width(f"{text}…") > width:
            text = text[:-1]
        return f"{text.rstrip(_LOOSE)}…"


def _words(text: str) -> list[str]:
    found, end = [], 0
    for piece in _PIECES.finditer(text):
        found.append((" " if piece.start() > end else "") + piece.group())
        end = piece.end()
    return found


def _runs(text: str) -> list[tuple[int, str]]:
    placed = [(_face_of(char), char) for char in text]
    shown = [(index, char) if index is not None else (0, _MISSING) for index, char in placed]
    groups = groupby(shown, key=lambda pair: pair[0])
    return [(index, "".join(char for _, char in group)) for index, group in groups]


@cache
def _face_of(char: str) -> int | None:
    return next((i for i in range(len(_CHAIN)) if ord(char) in _covered(i)), None)


@cache
def _covered(index: int) -> frozenset[int]:
    with TTFont(_file(index, "Regular"), lazy=True) as font:
        return frozenset(font.getBestCmap())


@cache
def _face(index: int, weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_file(index, weight), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _file(index: int, weight: Weight) -> Path:
    family, stem = _CHAIN[index]
    spec = find_spec("rendercv_fonts")
    roots = (spec.submodule_search_locations or []) if spec else []
    for root in roots:
        file = Path(root) / family / f"{stem}-{weight}.ttf"
        if file.is_file():
            return file
    raise SetupError(
        f"The font {family} {weight} is missing; "
        "run `pip install --force-reinstall rendercv-fonts`."
    )
