"""Series that share enough categories, and categories that can stand beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from figloom.charts import Need
from figloom.sample.views.columns import Ints, Mask, factor
from figloom.sample.views.fitting import Floats, Raw, Shown, fit_labels, offenders, settled, shown
from figloom.sample.views.grid_views import View
from figloom.sample.views.orders import natural
from figloom.sample.views.telling import CLEAR, FAR, ends
from figloom.tables import Table
from figloom.types import Declined

TOP = 0.25
"""How often the largest categories are taken, where there are more than fit."""
_WINDOWS = 12
_ALIKE = 30.0
_SURE = 1.1
"""How much further apart the ends of a log axis are than asked, so that rounding cannot matter."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Values of the chosen series in every category; called with some, those alone."""

    values: Floats
    units: tuple[str, ...]
    ends: tuple[Floats, ...] = ()
    """Low and high ends of error bars, where the need has any."""

    def __call__(self, rows: Sequence[int]) -> Raw:
        """Values of these categories, in this order."""
        places = list(rows)
        return Raw(self.values[places], self.units, tuple(end[places] for end in self.ends))


def some_series(
    table: Table,
    view: View,
    need: Need,
    values: Floats,
    usable: Mask,
    wanted: int,
    random: Random,
) -> list[int]:
    """Random series that have enough categories in common, about as many as wanted."""
    full = np.isfinite(values.T) & usable
    many = full.sum(axis=1)
    columns = list(range(len(full)))
    last: list[int] = []
    if view.across:
        columns = np.flatnonzero(fit_labels(factor(table, view.across), need.label)).tolist()
    elif need.units > 1:
        last = [columns.pop()]
        wanted -= 1
    common = full[last[0]] if last else usable
    chosen: list[int] = []
    for column in random.sample(columns, len(columns)):
        if many[column] >= need.count[0]:
            both = common & full[column]
            if _enough(both, view, need) and (not chosen or _similar(values, chosen, column, view)):
                chosen.append(column)
                common = both
        if len(chosen) == wanted:
            break
    return [*chosen, *last]


def some_rows(
    table: Table,
    raw: Candidates,
    view: View,
    need: Need,
    fine: Ints,
    wanted: int,
    random: Random,
) -> tuple[list[int], Shown] | Declined:
    """Categories and what they show: a window of time, the top, or a random choice."""
    if len(fine) < need.count[0]:
        return Declined("too few categories")
    if view.along.step:
        return _window(raw, need, fine, wanted, random)
    if need.along == "ordered":
        # A line that joins the thirties with the eighties hides what lies between.
        known = natural(factor(table, view.along).names)
        by = sorted(range(len(known)), key=lambda code: known[code])
        ranks = np.flatnonzero(np.isin(by, fine))
        return _window(raw, need, ranks, wanted, random, by)
    order = random.sample(fine.tolist(), len(fine))
    if random.uniform(0, 1) < TOP and len(fine) > wanted:
        order.sort(key=lambda code: -float(raw.values[code].sum()))
    if need.decades:
        order = _spanning(raw, need, order, random)
        if not order:
            return Declined("values too even")
    return settled(order, wanted, need, raw, random)


def runs_of(codes: Ints, least: int) -> list[Ints]:
    """Stretches of at least so many codes at equal steps, the commonest step of all."""
    if len(codes) < 2:
        return [codes] if len(codes) >= least else []
    gaps = np.diff(codes)
    step = int(np.bincount(gaps).argmax())
    ends = np.concatenate(([0], np.flatnonzero(gaps != step) + 1, [len(codes)]))
    long = np.flatnonzero(np.diff(ends) >= least)
    return [codes[ends[n] : ends[n + 1]] for n in long.tolist()]


def _enough(common: Mask, view: View, need: Need) -> bool:
    if not view.along.step:
        return int(common.sum()) >= need.count[0]
    return bool(runs_of(np.flatnonzero(common), need.count[0]))


def _similar(values: Floats, chosen: Sequence[int], column: int, view: View) -> bool:
    if view.across:
        return True
    sizes = [float(np.nanmedian(np.abs(values[:, n]))) for n in (*chosen, column)]
    return max(sizes) <= _ALIKE * min(sizes)


def _spanning(raw: Candidates, need: Need, order: list[int], random: Random) -> list[int]:
    """The order, begun by two categories that are far enough apart for a log axis, if any are."""
    low, high = raw.values.min(axis=1), raw.values.max(axis=1)
    reach = _SURE * 10**need.decades
    top = high[order].max()
    first = next((code for code in order if reach * low[code] < top), None)
    if first is None:
        return []
    second = random.choice([code for code in order if high[code] > reach * low[first]])
    return [*dict.fromkeys((first, second)), *(n for n in order if n not in (first, second))]


def _both_ways(told: Shown, need: Need) -> bool:
    """Whether some value rises, and another falls, clearly and in equally many steps of time.

    In a series that only rises the later of two values is the larger, and nobody need look. Several
    series on one axis are compared with each other.
    """
    columns = list(zip(*told.rows, strict=True))
    if len(columns) > 1 and need.units == 1:
        return True
    loose = need.loose or need.units > 1
    return any(_swings(np.array(column, dtype=np.float64), loose) for column in columns)


def _swings(values: Floats, loose: bool) -> bool:
    low, high = ends(values.tolist(), loose)
    moves = (values - values[:, None]) / (high - low)
    sizes = np.abs(moves)
    earlier, later = np.nonzero((sizes >= CLEAR) & (sizes <= FAR))
    # Each pair comes twice: once as a step of time, once as the same step back.
    steps = np.where(moves[earlier, later] > 0, later - earlier, 0)
    return bool(set(steps[steps > 0].tolist()) & set((-steps[steps < 0]).tolist()))


def _window(
    raw: Candidates,
    need: Need,
    fine: Ints,
    wanted: int,
    random: Random,
    by: Sequence[int] = (),
) -> tuple[list[int], Shown] | Declined:
    """A stretch of equal steps; `by` gives the codes of names by their rank."""
    runs = [run.tolist() for run in runs_of(fine, need.count[0])]
    if not runs:
        return Declined("too few periods without a gap")
    span = raw.values[fine]
    if need.decades and span.max() < 10**need.decades * span.min():
        return Declined("values too even")
    longest = max(map(len, runs))
    wanted = min(wanted, longest)
    starts = [run[n : n + wanted] for run in runs for n in range(len(run) - wanted + 1)]
    reason = ""
    for window in random.sample(starts, min(_WINDOWS, len(starts))):
        for digits in (3, 4):
            codes = [by[rank] for rank in window] if by else window
            told = shown(raw(codes), need, digits)
            reason, _ = offenders(told, need, random)
            if not reason and not by and not _both_ways(told, need):
                reason = "only rises, or only falls"
            if not reason:
                return codes, told
            if reason != "ties":
                break
    return Declined(reason)
