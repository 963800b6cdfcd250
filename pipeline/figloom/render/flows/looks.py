"""Looks of flowcharts, as data: one TOML file each under `templates/styles/flows`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from figloom.errors import RecipeError
from figloom.flows import COLOURS
from figloom.render import looks as styles
from figloom.render.colours import ratio

Direction = Literal["TB", "LR", "BT", "RL"]


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`."""

    ground: str
    fill: str
    """Of the figures where none has a colour of its own; else they are white."""
    line: str
    text: str
    edge: str
    label: str
    """Text on the arrows."""
    title: str
    lanes: tuple[str, ...]
    """Grounds of the lanes, in turn."""
    band: str
    """Ground of the lanes' names, and of the discs with step numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """How flowcharts of one style are laid out and painted; lengths in pixels before `scale`.

    Compared by identity: looks are keys of caches.
    """

    name: str
    font: str
    palettes: tuple[Palette, ...]
    """One is drawn for each picture."""
    directions: tuple[Direction, ...] = ("TB", "LR", "BT", "RL")
    """Those that the look allows."""
    splines: Literal["spline", "polyline", "square"] = "spline"
    corner: float = 8.0
    """Radius of rounded figures."""
    bend: float = 0.0
    """Radius of the corners of right-angled arrows."""
    size: int = 16
    label_size: int = 14
    title_size: int = 21
    bold: bool = False
    title_bold: bool = True
    wrap: int = 18
    """Characters of a line in a figure."""
    label_wrap: int = 16
    padding: int = 10
    least_width: int = 0
    """Of boxes, so that most are equally wide."""
    slope: float = 0.56
    """Height of a diamond by its width."""
    line_width: float = 1.5
    edge_width: float = 1.5
    arrow: Literal["triangle", "vee", "open"] = "triangle"
    arrow_size: int = 11
    dash: tuple[float, ...] = (6.0, 4.0)
    """Strokes and gaps of retries and messages."""
    gap: int = 34
    """Between figures of one rank."""
    rank_gap: int = 40
    margin: int = 26
    title: Literal["left", "centre", "below"] = "centre"
    caption: str = ""
    """Before the number of a figure: "Fig."; without it there is no number."""
    tags: Literal["disc", "before", "lead"] = "disc"
    """Step numbers on a disc, before the text, or outside at the end of a short line."""
    colours: bool = True
    """Whether figures may have fills and borders of their own."""
    scale: float = 1.0
    steps: int = 60
    """Largest chart that this look is offered."""
    eval_only: bool = False


@cache
def looks() -> dict[str, Look]:
    """All looks by name, in order of name."""
    return {file.stem: read_look(file) for file in styles.of("flows")}


def read_look(file: Path) -> Look:
    """One look; unknown keys and wrong values are RecipeErrors."""
    look = styles.read(file, Look, Palette)
    if not look.palettes or not look.directions:
        raise RecipeError(f"{file}: a look needs at least one palette and one direction.")
    return look


@cache
def contrast(look: Look, palette: Palette) -> float:
    """Lowest contrast of any text of a look against what it stands on."""
    grounds = [palette.fill, "#ffffff"]
    if look.colours:
        grounds += [code for codes in COLOURS.values() for code in codes]
    pairs = [(palette.text, ground) for ground in grounds]
    pairs += [(palette.title, palette.ground), (palette.text, palette.band)]
    pairs += [(palette.label, ground) for ground in (palette.ground, *palette.lanes)]
    return min(ratio(*pair) for pair in pairs)


@cache
def sized(look: Look) -> Look:
    """The look with every length multiplied by its scale."""
    lengths = (
        "corner", "bend", "size", "label_size", "title_size", "padding", "least_width",
        "line_width", "edge_width", "arrow_size", "gap", "rank_gap", "margin",
    )  # fmt: skip
    made: Look = styles.sized(look, lengths)
    return made
