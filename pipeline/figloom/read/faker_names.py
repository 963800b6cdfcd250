"""Invented people, places and companies of a locale, in Latin letters, by Faker's name lists."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from figloom import files
from figloom.errors import SetupError

LONGEST = 24
"""Letters that a label may have: more would not fit below a bar."""


@cache
def patterns() -> dict[str, dict[str, list[str]]]:
    """By locale: how its places and its companies are named."""
    place = files.sources() / "invented_names.toml"
    found: dict[str, dict[str, list[str]]] = files.read_toml(place)
    return found


def invented(kind: str, locale: str, count: int, key: str) -> list[str]:
    """So many different names of a kind (`people`, `places` or `companies`), given the key."""
    faker, rng = _faker(locale), Random(key)
    faker.seed_instance(key)
    found: dict[str, None] = {}
    while len(found) < count:
        name = _person(faker, rng) if kind == "people" else _made(faker, rng, kind, locale)
        if len(name) <= LONGEST:
            found[name] = None
    return list(found)


@cache
def _faker(locale: str) -> Any:
    try:
        from faker import Faker
    except ImportError:
        raise SetupError(
            "The package of invented names is missing. Run: pip install faker"
        ) from None
    return Faker(locale, use_weighting=False)


def _person(faker: Any, rng: Random) -> str:
    if faker.locales == ["ja_JP"]:
        return f"{faker.first_romanized_name()} {faker.last_romanized_name()}"
    if rng.random() < 0.5:
        return f"{faker.first_name_female()} {faker.last_name_female()}"
    return f"{faker.first_name_male()} {faker.last_name_male()}"


def _family(faker: Any) -> str:
    """A family name that can stand before an ending: one short word."""
    japanese = faker.locales == ["ja_JP"]
    while True:
        name = str(faker.last_romanized_name() if japanese else faker.last_name_male())
        ends = faker.locales != ["pl_PL"] or name[-1] not in "aeiouy"
        if name.isalpha() and 3 <= len(name) <= 9 and name[1:].islower() and ends:
            return name


def _made(faker: Any, rng: Random, kind: str, locale: str) -> str:
    pattern = rng.choice(patterns()[locale][kind])
    last, other = _family(faker), _family(faker)
    return pattern.format(last=last, other=other)
