"""What is seen: PNG bytes, marks and axes, in pixels from the top left corner."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Discriminator

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels, x0 <= x1 and y0 <= y1."""

Dot = tuple[float, float]
"""x, y in pixels."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Fills its mark's box."""

    form: Literal["rectangle"] = "rectangle"


@dataclass(frozen=True, slots=True)
class Ellipse:
    """Inscribed in its mark's box."""

    form: Literal["ellipse"] = "ellipse"


@dataclass(frozen=True, slots=True)
class Polygon:
    """Closed outline."""

    points: tuple[Dot, ...]
    form: Literal["polygon"] = "polygon"


@dataclass(frozen=True, slots=True)
class Polyline:
    """Open line, flattened to straight pieces of at most a few pixels' error."""

    points: tuple[Dot, ...]
    form: Literal["polyline"] = "polyline"


@dataclass(frozen=True, slots=True)
class Wedge:
    """Ring sector: centre, inner and outer radius in pixels, angles in degrees clockwise from 3
    o'clock."""

    cx: float
    cy: float
    r0: float
    r1: float
    a0: float
    a1: float
    form: Literal["wedge"] = "wedge"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place without extent."""

    x: float
    y: float
    form: Literal["spot"] = "spot"


Outline = Annotated[Rectangle | Ellipse | Polygon | Polyline | Wedge | Spot, Discriminator("form")]


@dataclass(frozen=True, slots=True)
class Ink:
    """How a mark looks, where questions or the legibility gate need it; colours as #rrggbb."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: str = ""
    symbol: str = ""
    """Marker of a point: `circle`, `square`, ..."""
    size: float = 0.0
    """Height of text, ascent to descent, in pixels."""
    angle: float = 0.0
    """Rotation of text, degrees clockwise."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing drawn, read from the renderer's own layout or display list."""

    id: str
    role: str
    """`node`, `picture`, `label`, `edge`, `edge_label`, `bar`, `wedge`, `tick`, `legend`, ..."""
    box: Box
    outline: Outline
    facts: tuple[str, ...] = ()
    """Ids of the facts it shows; empty for ticks, legends and ornaments."""
    text: str = ""
    part: str = ""
    """`head`, `tail`, `median`, `whisker`, `high`, ... where one fact has several marks."""
    parent: str = ""
    panel: str = ""
    z: int = 0
    """Drawing order; higher is nearer to the reader."""
    visible: float = 1.0
    """Share of the mark that nothing drawn later covers, 0 to 1."""
    ink: Ink | None = None


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis: data value, pixel position along the axis, text."""

    value: float
    pixel: float
    text: str


@dataclass(frozen=True, slots=True)
class Axis:
    """How pixels read as values along one dimension of one panel."""

    panel: str
    dimension: str
    """`x`, `y`, `y2`, `angle`, `radius`, `colour`, ..."""
    scale: Literal["linear", "log", "time", "category"]
    low: float
    high: float
    """Values at `pixels[0]` and `pixels[1]`."""
    pixels: tuple[float, float]
    """Ends of the axis: x or y in pixels, degrees for an angle, pixels from the centre for a
    radius, pixels along the legend for a colour scale. Pixels are squares counted from the top
    left corner of the picture, whose outer edges are 0: a place such as 12.5 is the middle of a
    square. Ends of a value axis are the edges of the panel, those of a category axis the middles
    of the first and the last category's places."""
    ticks: tuple[Tick, ...]
    unit: str = ""
    format: str = ""
    title: str = ""
    name: str = ""
    """Tells axes of one dimension apart, e.g. a radar's spokes by their category."""

    def step(self) -> float:
        """What a reader can resolve, in pixels: the larger of 2 and a fifth of the tick spacing."""
        places = sorted(tick.pixel for tick in self.ticks)
        gaps = [after - before for before, after in pairwise(places)]
        return max(2.0, min(gaps) / 5) if gaps else 2.0


@dataclass(frozen=True, slots=True)
class Picture:
    """What is seen: PNG bytes and every mark in them."""

    png: bytes
    width: int
    height: int
    marks: tuple[Mark, ...]
    axes: tuple[Axis, ...] = ()
    drawn: tuple[str, ...] = ()
    """Ids of the facts that the picture shows."""
    style: str = ""

    def showing(self, facts: tuple[str, ...], roles: tuple[str, ...] = ()) -> tuple[Mark, ...]:
        """Marks that show any of the facts, of the given roles if any are given."""
        wanted = set(facts)
        return tuple(
            mark
            for mark in self.marks
            if wanted.intersection(mark.facts) and (not roles or mark.role in roles)
        )
