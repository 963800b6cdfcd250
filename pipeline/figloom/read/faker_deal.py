"""What one invented table will hold, and the names and times that stand in it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from figloom.read.faker_names import invented
from figloom.read.generators import Measure
from figloom.read.themes import NAMED, Spec, Theme
from figloom.tables import Column, Part, Role

_PERIODS = {"year": 1, "quarter": 4, "month": 12, "week": 1, "day": 7}
_LENGTHS = {"year": (6, 16), "quarter": (7, 16), "month": (7, 24), "week": (8, 26), "day": (7, 28)}
_ROLES: dict[str, Role] = {"people": "person", "places": "place"}


@dataclass(frozen=True, slots=True)
class Deal:
    """What one table will hold, but for its rows."""

    theme: Theme
    spec: Spec
    measures: tuple[Measure, ...]
    every: str
    path: str
    grouped: bool
    """Whether its points fall into groups."""
    key: str
    """Names its randomness."""

    def label(self, axis: str, part: Part = "", name: str = "") -> Column:
        """The column of an axis of texts."""
        role = _ROLES.get(axis, "category")
        return Column(name or self.theme.columns[axis], role, part=part)

    def names(self, rng: Random, axis: str, least: int, most: int) -> list[str]:
        """Different texts of an axis in no order, as many as there are or between both limits."""
        if axis in NAMED:
            count = rng.randint(least, most)
            return invented(axis, self.theme.locale, count, f"{self.key}/{axis}/{rng.random()}")
        known = self.theme.things if axis == "things" else self.theme.series
        return rng.sample(known, rng.randint(min(least, len(known)), min(most, len(known))))

    def times(self, rng: Random) -> list[Any]:
        """Times in their order, whole periods where the series is seasonal."""
        period, (least, most) = _PERIODS[self.every], _LENGTHS[self.every]
        count = rng.randint(least, most)
        if self.path == "season":
            count = max(2 if period < 12 else 1, round(count / period)) * period
        return dates(rng, self.every, count)

    @property
    def period(self) -> int:
        """Times until a season returns."""
        return _PERIODS[self.every]


def dates(rng: Random, every: str, count: int) -> list[Any]:
    """So many steps of time, each as its first day."""
    year = rng.randint(2004, 2022)
    if every == "year":
        first = rng.randint(1985, 2024 - count)
        return [np.datetime64(f"{first + step}-01-01") for step in range(count)]
    if every in ("quarter", "month"):
        size = 3 if every == "quarter" else 1
        months = np.datetime64(f"{year}-01", "M") + size * np.arange(count)
        return list(months.astype("datetime64[D]"))
    first_day = np.datetime64(f"{year}-01-01") + rng.randint(0, 300)
    if every == "week":
        monday = np.busday_offset(first_day, 0, roll="forward", weekmask="Mon")
        return list(monday + 7 * np.arange(count))
    return list(first_day + np.arange(count))
