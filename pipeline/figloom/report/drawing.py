"""Small charts as SVG: positions are in percent of the width, so that text keeps its size on every
screen; colours are the page's classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from figloom.report import inert
from figloom.scores.intervals import Interval

_COLOURS = 8
_HEIGHT = 18
_HOLLOW = (
    "A hollow dot has no interval: one picture alone, or pictures that all agree, do not tell how "
    "far others would differ."
)
_ENDS = (4, 10, 20, 30, 40, 60, 80, 100)
"""Of a scale of differences."""


@dataclass(frozen=True, slots=True)
class Point:
    """A figure on a scale."""

    label: str
    value: float | None
    interval: Interval | None = None
    chance: float | None = None
    series: int = 0
    """Which run: its colour."""
    text: str = ""
    """Beside the scale."""

    @property
    def is_unsure(self) -> bool:
        """Whether there is a figure of which no interval can be told."""
        return self.value is not None and self.interval is None


@dataclass(frozen=True, slots=True)
class Scale:
    """Ends of an axis and its marks."""

    low: float = 0.0
    high: float = 100.0
    marks: tuple[float, ...] = (0, 25, 50, 75, 100)
    unit: str = "%"
    zero: float | None = None
    """Where a line parts better from worse."""

    def place(self, value: float) -> float:
        """In percent of the width, with room for a dot at both ends."""
        part = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(2 + 96 * part, 3)


def differences(values: Iterable[float]) -> Scale:
    """A scale around zero that holds all values."""
    reach = max((abs(value) for value in values), default=0.0)
    high = next(end for end in _ENDS if reach <= end or end == _ENDS[-1])
    marks = (-high, -high / 2, 0.0, high / 2, high)
    return Scale(-high, high, marks, " points", 0.0)


def forest(groups: Sequence[tuple[str, Sequence[Point]]], scale: Scale | None = None) -> str:
    """Dots with their intervals, a row a figure, in groups under a title each."""
    scale = scale or Scale()
    body = []
    for title, points in groups:
        if title:
            body.append(f'<div class="group"><bdi>{inert.markup(title)}</bdi></div>')
        body += [_row(point, scale) for point in points]
    axis = "".join(
        f'<text x="{scale.place(mark)}%" y="12" text-anchor="middle">{_number(mark)}</text>'
        for mark in scale.marks
    )
    body.append(
        f'<div class="row axis"><span></span><svg height="16" aria-hidden="true">{axis}</svg>'
        f"<span>{scale.unit.strip()}</span></div>"
    )
    unsure = any(point.is_unsure for _, points in groups for point in points)
    note = f'<p class="note">{_HOLLOW}</p>' if unsure else ""
    return f'<div class="forest">{"".join(body)}</div>{note}'


def _row(point: Point, scale: Scale) -> str:
    middle = _HEIGHT / 2
    parts = [
        f'<line class="grid" x1="{scale.place(mark)}%" x2="{scale.place(mark)}%" y1="0" '
        f'y2="{_HEIGHT}"/>'
        for mark in scale.marks
    ]
    if scale.zero is not None:
        at = scale.place(scale.zero)
        parts.append(f'<line class="zero" x1="{at}%" x2="{at}%" y1="0" y2="{_HEIGHT}"/>')
    colour = f"s{point.series % _COLOURS}"
    if point.chance is not None:
        at = scale.place(point.chance)
        parts.append(f'<line class="chance" x1="{at}%" x2="{at}%" y1="1" y2="{_HEIGHT - 1}"/>')
    if point.interval is not None and point.value is not None:
        low, high = map(scale.place, point.interval)
        parts.append(
            f'<line class="span {colour}" x1="{low}%" x2="{high}%" y1="{middle}" y2="{middle}"/>'
        )
    if point.value is not None:
        at = scale.place(point.value)
        kind = "dot hollow" if point.is_unsure else "dot"
        parts.append(f'<circle class="{kind} {colour}" cx="{at}%" cy="{middle}" r="4.5"/>')
    name = inert.markup(point.label)
    return (
        f'<div class="row"><span class="name"><bdi>{name}</bdi></span>'
        f'<svg height="{_HEIGHT}" role="img" aria-label="{name}: {inert.markup(point.text)}">'
        f'{"".join(parts)}</svg><span class="figure">{inert.markup(point.text)}</span></div>'
    )


def bars(rows: Sequence[tuple[str, Sequence[tuple[str, int]]]]) -> str:
    """Counts as parts of a whole, a row a run: (class, count) from left to right."""
    body = []
    for label, parts in rows:
        whole, at, drawn = sum(many for _, many in parts), 0.0, []
        for name, many in parts:
            width = 100 * many / whole if whole else 0.0
            drawn.append(
                f'<rect class="{name}" x="{at:.3f}%" width="{width:.3f}%" height="{_HEIGHT - 4}" '
                f'y="2"><title>{name}: {many:,} ({width:.1f} %)</title></rect>'
            )
            at += width
        text = ", ".join(f"{many:,} {name}" for name, many in parts)
        name = inert.markup(label)
        body.append(
            f'<div class="row"><span class="name"><bdi>{name}</bdi></span><svg height="{_HEIGHT}" '
            f'role="img" aria-label="{name}: {text}">{"".join(drawn)}</svg>'
            f'<span class="figure">{text}</span></div>'
        )
    names = dict.fromkeys(name for _, parts in rows for name, _ in parts)
    legend = "".join(
        f'<span><svg width="12" height="12" aria-hidden="true"><rect class="{name}" width="12" '
        f'height="12" rx="2"/></svg> {name}</span>'
        for name in names
    )
    return f'<p class="legend">{legend}</p><div class="forest bars">{"".join(body)}</div>'


def histogram(label: str, counts: Sequence[int], marks: Sequence[str], series: int) -> str:
    """Bars of equal width from left to right, with a mark at every edge that has a text."""
    most, step = max(counts, default=0), 100 / max(1, len(counts))
    drawn = "".join(
        f'<rect class="bar s{series % _COLOURS}" x="{at * step + 0.6:.3f}%" '
        f'width="{step - 1.2:.3f}%" y="{100 - 92 * many / most:.3f}%" '
        f'height="{92 * many / most:.3f}%"><title>{many:,}</title></rect>'
        for at, many in enumerate(counts)
        if many
    )
    anchors = {0: "start", len(counts): "end"}
    axis = "".join(
        f'<text x="{at * step:.3f}%" y="12" text-anchor="{anchors.get(at, "middle")}">{mark}</text>'
        for at, mark in enumerate(marks)
        if mark
    )
    name = inert.markup(label)
    told = ", ".join(map(str, counts))
    return (
        f'<figure class="histogram"><figcaption><bdi>{name}</bdi></figcaption><svg class="plot" '
        f'height="120" role="img" aria-label="{name}: {told}">{drawn}</svg>'
        f'<svg class="under" height="16" aria-hidden="true">{axis}</svg></figure>'
    )


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−")
