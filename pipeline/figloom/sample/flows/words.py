"""A story's words in one chart: one of the alternatives, its slots filled, the same all over it."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

from figloom.flows.labels import quantity
from figloom.stories import FILLED, Story, Texts
from figloom.types import Variable

_SLOT = re.compile(r"\{(\w+)\}")
_LOCALES = ("en_GB", "en_US", "en_IE", "de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL", "pl_PL")
_CITIED = tuple(locale for locale in _LOCALES if locale != "it_IT")
"""Faker takes Italian cities from a set, whose order changes from process to process."""
_LONGEST = 14
"""Characters of a name that Faker gives; longer ones make labels that nobody draws."""
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_FIRMS = ("Ltd", "Group", "& Co", "Partners", "Works")


class Words:
    """Picks and fills the texts of one chart."""

    def __init__(self, story: Story, random: Random) -> None:
        self.story, self.random = story, random
        self._slots: dict[str, str] = {}
        self._limits: dict[str, float] = {}

    def pick(self, texts: Texts) -> str:
        """One of the alternatives, filled."""
        return _SLOT.sub(lambda found: self._slot(found[1]), self.random.choice(texts))

    def condition(self, when: str) -> str:
        """A condition with its limits as plain numbers."""
        return _SLOT.sub(lambda found: f"{self._limit(found[1]):.10g}", when)

    def variables(self, conditions: list[str]) -> tuple[Variable, ...]:
        """Those of the story's variables that the conditions test."""
        names = set(re.findall(r"[A-Za-z_]\w*", " ".join(conditions)))
        return tuple(
            Variable(name, of.name, of.low, of.high, of.unit, of.step)
            for name, of in self.story.variables.items()
            if name in names
        )

    def _slot(self, name: str) -> str:
        if name in self.story.variables:
            return quantity(self._limit(name), self.story.variables[name].unit)
        if name not in self._slots:
            own = self.story.slots.get(name)
            self._slots[name] = self.pick(own) if own else invented(name, self.random)
        return self._slots[name]

    def _limit(self, name: str) -> float:
        if name not in self._limits:
            self._limits[name] = self.random.choice(self.story.variables[name].limits)
        return self._limits[name]


def invented(name: str, random: Random) -> str:
    """A made-up person, company, city, number or date; KeyError for another name."""
    if name not in FILLED:
        raise KeyError(name)
    if name == "number":
        return str(random.randint(100, 9999))
    if name == "date":
        return f"{random.randint(1, 28)} {random.choice(_MONTHS)}"
    while True:
        # Some locales have hardly any short names, so another may be taken for the next try.
        faker = _faker(random.choice(_CITIED if name == "city" else _LOCALES))
        faker.seed_instance(random.getrandbits(64))
        found = str(faker.city() if name == "city" else faker.last_name())
        if 3 <= len(found) <= _LONGEST and found.replace("-", "").replace(" ", "").isalpha():
            return f"{found} {random.choice(_FIRMS)}" if name == "company" else found


@cache
def _faker(locale: str) -> Any:
    from faker import Faker

    return Faker(locale, use_weighting=False)
