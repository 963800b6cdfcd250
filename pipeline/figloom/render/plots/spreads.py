"""Axes of distributions side by side, and where their numbers are written, for every renderer."""

from __future__ import annotations

from collections.abc import Sequence

from figloom.render.plots.flats import across, along
from figloom.render.plots.frame import Unfit, text_width
from figloom.render.plots.looks import Dress, Look
from figloom.render.plots.numerals import decimals, exact
from figloom.render.plots.pieces import Word
from figloom.render.plots.scales import Measure, Names, measure
from figloom.types import Box, Group, Spread

PARTS = ("low", "q1", "median", "q3", "high")
_AIR = 0.04
_LEADING = 1.14
"""Distance of two numbers above each other, in ems."""
_FARTHEST = 1.5
"""How far a number may stand off its place, in ems."""


def scales(
    spread: Spread, values: Sequence[float], look: Look, labelled: bool
) -> tuple[Names, Measure]:
    """The axis of the groups and that of the values, which holds all of these."""
    titles = (*spread.axes, "", "")
    low, high = min(values), max(values)
    free = (_AIR if labelled else 0.01) * (high - low)
    ends = (max(0.0, low - free) if low >= 0 else low - free,
            min(0.0, high + free) if high <= 0 else high + free)  # fmt: skip
    title = titles[1] or spread.unit
    value = measure(ends, title, spread.unit, look.numbers, zero=False, count=look.tick_count)
    return Names(tuple(group.name for group in spread.groups), titles[0]), value


def five(group: Group) -> tuple[float, float, float, float, float]:
    """The five numbers of a group."""
    assert group.five is not None, "samplers give the five numbers of every group"
    return group.five


class Numbers:
    """Writes the numbers of all groups beside their marks."""

    def __init__(self, dress: Dress, spread: Spread, scales: tuple[Names, Measure], panel: Box):
        self.dress, self.look, self.panel = dress, dress.look, panel
        self.groups, (self.names, self.value) = spread.groups, scales
        self.em = self.look.value_size
        ends = tuple(five(group)[at] for group in spread.groups for at in (0, -1))
        self.least = decimals(ends)

    def beside(self, parts: Sequence[str], halves: Sequence[float]) -> list[Word]:
        """In a column right of each mark, of which half is so wide, in pixels.

        Numbers too near each other are moved apart in their order; Unfit where that is too far.
        """
        slot = (self.panel[2] - self.panel[0]) / len(self.groups)
        made = []
        for number, (group, half) in enumerate(zip(self.groups, halves, strict=True)):
            x = across(self.names, number, self.panel) + half + 6
            told = self._told(group, parts)
            if max(self._wide(text) for _, text in told) > slot / 2 - half - 6:
                raise Unfit("no room for the values")
            wanted = [along(self.value, value, self.panel) for value, _ in told]
            for (_, text), y in zip(told, self._apart(wanted), strict=True):
                made.append(self._word(text, x, y, group, "left"))
        return made

    def above_and_below(self, half: float) -> list[Word]:
        """Around each lying box, of which half is so high: quartiles below, the others above."""
        made = []
        for number, group in enumerate(self.groups):
            middle = along(self.names, number, self.panel)
            told = self._told(group, PARTS)
            low, q1, median, q3, high = (across(self.value, v, self.panel) for v, _ in told)
            texts = [text for _, text in told]
            wide = [self._wide(text) for text in texts]
            left, right = median - wide[2] / 2 - 6, median + wide[2] / 2 + 6
            between = (q1 + q3) / 2
            xs = (
                min(low, left - wide[0] / 2), min(q1, between - 3 - wide[1] / 2), median,
                max(q3, between + 3 + wide[3] / 2), max(high, right + wide[4] / 2),
            )  # fmt: skip
            far = max(low - xs[0], xs[4] - high)
            if far > 2 * self.em or xs[0] - wide[0] / 2 < self.panel[0] + 2:
                raise Unfit("no room for the values")
            away = half + 0.62 * self.em + 2
            for part, text, x in zip(PARTS, texts, xs, strict=True):
                y = middle + (away if part in ("q1", "q3") else -away)
                made.append(self._word(text, x, y, group, "center"))
        return made

    def room(self, parts: Sequence[str]) -> float:
        """The widest half of a mark that leaves room for the numbers in half its group's place."""
        slot = (self.panel[2] - self.panel[0]) / len(self.groups)
        texts = [text for group in self.groups for _, text in self._told(group, parts)]
        return slot / 2 - max(map(self._wide, texts)) - 7

    def _told(self, group: Group, parts: Sequence[str]) -> list[tuple[float, str]]:
        values = dict(zip(PARTS, five(group), strict=True))
        # Quartiles lie between samples: what takes more decimals is told with them, by itself.
        return [(v := values[part], exact(v, max(self.least, decimals((v,))), self.look.numbers))
                for part in parts]  # fmt: skip

    def _wide(self, text: str) -> float:
        return text_width(text, self.look, self.em)

    def _word(self, text: str, x: float, y: float, group: Group, align: str) -> Word:
        return Word(text, round(x, 2), round(y, 2), self.em, self.dress.palette.ink, "value",
                    (group.id,), align=align)  # fmt: skip

    def _apart(self, wanted: Sequence[float]) -> list[float]:
        """Heights a line apart or more, from the lowest value up, as near as can be to these."""
        step, blocks = _LEADING * self.em, list[list[float]]()
        for y in wanted:
            blocks.append([y])
            while len(blocks) > 1 and self._first(blocks[-2], step) - step * len(
                blocks[-2]
            ) < self._first(blocks[-1], step):
                last = blocks.pop()
                blocks[-1] += last
        found = [
            self._first(block, step) - step * at for block in blocks for at in range(len(block))
        ]
        floor = self.panel[3] - step / 2
        for at, y in enumerate(found):
            found[at] = min(y, floor)
            floor = found[at] - step
        far = max(abs(y - place) for y, place in zip(found, wanted, strict=True))
        if far > _FARTHEST * self.em:
            raise Unfit("no room for the values")
        return found

    @staticmethod
    def _first(block: list[float], step: float) -> float:
        """Where the first number of a block stands so that all are near their places."""
        return sum(y + step * at for at, y in enumerate(block)) / len(block)
