"""What both renderers are told: the entries of a legend, and what a drawn thing shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from figloom.render.plots.looks import Dress


@dataclass(frozen=True, slots=True)
class Key:
    """An entry of a legend: its text, and the sample before it."""

    text: str
    colour: str
    kind: Literal["patch", "line", "points"] = "patch"
    dash: int = 0
    """Number of the dash pattern."""
    symbol: str = ""
    facts: tuple[str, ...] = ()
    """Ids of the series or group it stands for."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a drawn thing shows; see `figloom.types.Mark`."""

    role: str
    facts: tuple[str, ...] = ()
    part: str = ""
    parent: str = ""


def symbol(dress: Dress, number: int) -> str:
    """Marker of the series with this number, by the look; empty for none."""
    known = ("circle", "square", "diamond", "triangle")
    if dress.look.marker == "varied":
        return known[number % len(known)]
    return "" if dress.look.marker == "none" else dress.look.marker


def dash(dress: Dress, number: int) -> int:
    """Dash pattern of the series with this number, by the look."""
    return number % 6 if dress.look.dashes else 0
