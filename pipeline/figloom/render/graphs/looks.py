"""Looks of maps, as data: one TOML file each under `templates/styles/maps`, strictly read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from figloom.errors import RecipeError
from figloom.render import looks as styles
from figloom.render.colours import ratio


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours as `#rrggbb`."""

    ground: str
    fills: tuple[str, ...]
    """Of the nodes, in turn."""
    line: str
    """Outline of the nodes."""
    name: str
    description: str
    edge: str
    relation: str
    """Text on the edges."""
    plate: str
    """Ground of that text."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """How maps of one style are laid out and painted; lengths in pixels before `scale`.

    Compared by identity: looks are keys of caches, and hashing thirty fields is slow.
    """

    name: str
    engine: Literal["dot", "neato", "circo", "twopi"]
    font: str
    palettes: tuple[Palette, ...]
    """One is drawn for each picture."""
    directions: tuple[Literal["TB", "LR", "BT", "RL"], ...] = ("TB",)
    """Of the engine `dot`; one is drawn for each picture."""
    splines: Literal["spline", "polyline", "line", "curved"] = "spline"
    relations: Literal["beside", "on"] = "beside"
    """Text next to its edge, or on it over a plate; `beside` needs the engine `dot`."""
    plate: Literal["bare", "box", "pill"] = "bare"
    """Outline of that plate; `bare` has none."""
    frame: Literal["none", "box", "rounded", "pill", "ellipse", "disc"] = "rounded"
    """Outline of a node; `disc` is a circle behind the picture, with the name below."""
    place: Literal["top", "left"] = "top"
    """Where the picture stands."""
    picture: int = 64
    """Side of the square that pictures are fitted into."""
    padding: int = 8
    bold: bool = True
    """Of names."""
    name_size: int = 16
    relation_size: int = 14
    description_size: int = 13
    wrap: int = 18
    """Characters of a name's line."""
    relation_wrap: int = 18
    line_width: float = 1.5
    edge_width: float = 1.6
    arrow: Literal["triangle", "vee", "open"] = "triangle"
    arrow_size: int = 11
    gap: int = 28
    """Between nodes of one rank or ring."""
    rank_gap: int = 36
    """Between ranks or rings."""
    margin: int = 24
    scale: float = 1.0
    descriptions: bool = False
    triples: int = 40
    """Largest graph that this look is offered."""
    eval_only: bool = False


@cache
def looks() -> dict[str, Look]:
    """All looks by name, in order of name."""
    return {file.stem: read_look(file) for file in styles.of("maps")}


def read_look(file: Path) -> Look:
    """One look; unknown keys, wrong values and impossible combinations are RecipeErrors."""
    look = styles.read(file, Look, Palette)
    if look.relations == "beside" and look.engine != "dot":
        raise RecipeError(f"{file}: relations = 'beside' needs engine = 'dot'.")
    if not look.palettes or not look.directions:
        raise RecipeError(f"{file}: a look needs at least one palette and one direction.")
    return look


def ground_of(look: Look, palette: Palette, node: int) -> str:
    """What the picture of the node of that number stands on."""
    return palette.ground if look.frame == "none" else palette.fills[node % len(palette.fills)]


@cache
def contrast(look: Look, palette: Palette) -> float:
    """Lowest contrast of any text of a look against what it stands on."""
    inside = (palette.ground,) if look.frame in ("none", "disc") else palette.fills
    under = palette.plate if look.relations == "on" or look.plate != "bare" else palette.ground
    pairs = [(palette.name, fill) for fill in inside]
    pairs += [(palette.description, fill) for fill in inside]
    return min(ratio(*pair) for pair in [*pairs, (palette.relation, under)])


@cache
def sized(look: Look) -> Look:
    """The look with every length multiplied by its scale."""
    lengths = (
        "picture", "padding", "name_size", "relation_size", "description_size", "line_width",
        "edge_width", "arrow_size", "gap", "rank_gap", "margin",
    )  # fmt: skip
    made: Look = styles.sized(look, lengths)
    return made
