"""Looks of charts, as data: one TOML file each under `templates/styles/charts`, strictly read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from figloom.errors import RecipeError
from figloom.render import looks as styles
from figloom.render.colours import distance, ratio

FAINTEST = 1.45
"""Least contrast ratio of a filled mark against its ground."""
NEAREST = 12.0
"""Least CIE76 distance of two colours that tell series apart."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`."""

    ground: str
    """Of the picture."""
    panel: str
    """Behind the marks."""
    ink: str
    """Titles, legend and values."""
    muted: str
    """Tick texts and axis titles."""
    line: str
    """Axis lines and ticks."""
    grid: str
    marks: tuple[str, ...]
    """Of the series or categories, in turn; at least eight."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """How charts of one style are drawn; lengths in pixels. Compared by identity."""

    name: str
    font: str
    palettes: tuple[Palette, ...]
    """One is drawn for each picture."""
    width: int = 900
    height: int = 600
    title_size: int = 20
    title_bold: bool = True
    title_place: Literal["left", "centre"] = "centre"
    axis_size: int = 15
    """Of axis titles."""
    tick_size: int = 14
    legend_size: int = 14
    value_size: int = 13
    legend: Literal["top", "bottom", "right"] = "top"
    grid: Literal["none", "value", "both"] = "value"
    grid_dash: Literal["solid", "dashed", "dotted"] = "solid"
    frame: Literal["none", "box", "corner", "foot"] = "corner"
    """Axis lines: none, all four, left and bottom, or the category axis alone."""
    ticks: Literal["none", "out", "in"] = "out"
    line_width: float = 2.2
    dashes: bool = False
    """Whether series are told by the dashes of their lines as well."""
    marker: Literal["none", "circle", "square", "diamond", "triangle", "varied"] = "circle"
    marker_size: float = 7.0
    bar_width: float = 0.7
    """Part of a category's place that its bars fill."""
    outline: float = 0.0
    """Width of the line around bars, wedges and boxes."""
    opacity: float = 1.0
    """Of filled areas under lines."""
    numbers: Literal["english", "german", "french", "plain", "short"] = "english"
    """1,234.5 | 1.234,5 | 1 234,5 | 1234.5 | 1.2K"""
    tick_count: int = 6
    """About how many ticks a value axis gets."""
    eval_only: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Dress:
    """A look with the palette of one picture."""

    look: Look
    palette: Palette

    def colour(self, number: int) -> str:
        """Of the series or category with this number, from 0."""
        return self.palette.marks[number % len(self.palette.marks)]


@cache
def looks() -> dict[str, Look]:
    """All looks by name, in order of name."""
    return {file.stem: read_look(file) for file in styles.of("charts")}


def read_look(file: Path) -> Look:
    """One look; unknown keys, wrong values and colours too alike are RecipeErrors."""
    look = styles.read(file, Look, Palette)
    if not look.palettes:
        raise RecipeError(f"{file}: a look needs at least one palette.")
    for palette in look.palettes:
        _check_colours(file, palette)
    return look


def _check_colours(file: Path, palette: Palette) -> None:
    if len(palette.marks) < 8:
        raise RecipeError(f"{file}: a palette needs at least eight marks.")
    for text in (palette.ink, palette.muted):
        for ground in (palette.ground, palette.panel):
            if ratio(text, ground) < 4.5:
                raise RecipeError(f"{file}: text {text} on {ground} has too little contrast.")
    for number, mark in enumerate(palette.marks):
        if ratio(mark, palette.panel) < FAINTEST or ratio(mark, palette.ground) < FAINTEST:
            raise RecipeError(f"{file}: the mark colour {mark} is too faint on its ground.")
        for other in palette.marks[:number]:
            if distance(mark, other) < NEAREST:
                raise RecipeError(f"{file}: the mark colours {other} and {mark} are too alike.")
