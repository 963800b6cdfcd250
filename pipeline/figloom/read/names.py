"""Whether texts are names of persons or of places."""

from __future__ import annotations

import csv
import importlib
import re
from collections.abc import Sequence
from functools import cache

from figloom import files
from figloom.read.headers import says

_LOOK = 400
"""Distinct texts looked at."""
_LOCALES = (
    "en_US",
    "en_GB",
    "de_DE",
    "fr_FR",
    "es_ES",
    "it_IT",
    "pt_BR",
    "pl_PL",
    "sv_SE",
    "nl_NL",
)
_TYPES = frozenset(
    ["city", "country", "US state", "US region", "territory", "continent", "region", "island"]
)
_LANDS = frozenset(["country", "continent"])
_SMALL = r"(?:de|da|di|del|della|der|den|dos|du|van|von|la|le|bin|ibn|al|el|y|e|ten|ter|zu)"
_BIG = r"(?:(?:[A-Z]\.?)|(?:(?:O'|D'|Mc|Mac|St\.? )?[^\W\d_a-z][\w'’\-]*\.?))"
_NAME = re.compile(rf"(?:{_BIG},? )(?:(?:{_SMALL}|{_BIG}),? ){{0,4}}(?:{_BIG}|[\"(].*[\")])")
_WORD = re.compile(r"[^\W\d_]+")


def are_persons(words: str, texts: Sequence[str]) -> bool:
    """Whether a text column holds persons, by its name's words and its distinct texts."""
    some = texts[:_LOOK]
    shaped = [text for text in some if _NAME.fullmatch(re.sub(r"\s*[\"(].*[\")]", "", text))]
    share = len(shaped) / len(some)
    called = [text for text in some if set(_WORD.findall(text.casefold())) & _given()]
    if says(words, "person") and not says(words, "place"):
        known = len(called) / len(some)
        parts = says(words, "first_name") or says(words, "last_name")
        return (share > 0.7 and known > 0.1) or known > 0.4 or (parts and len(texts) > 5)
    if len(texts) < 4 or says(words, "place"):
        return False
    if words.strip() in ("name", "names"):
        return (share > 0.6 and _both(shaped) > 0.4) or len(called) / len(some) > 0.8
    return share > 0.7 and _both(shaped) > 0.5


def are_places(words: str, texts: Sequence[str]) -> bool:
    """Whether a text column holds places, by its name's words and its distinct texts."""
    some = texts[:_LOOK]
    if sum(any(map(str.isdigit, text)) for text in some) > len(some) / 2:
        return False
    if says(words, "place"):
        return True
    if says(words, "perhaps_place") and all(len(text) == 2 and text.isupper() for text in some):
        return True
    known = sum(text.casefold() in _gazetteer() for text in some) / len(some)
    return known > (0.3 if says(words, "perhaps_place") else 0.7) and len(texts) > 2


def _both(texts: Sequence[str]) -> float:
    """Share of texts of several words that have a given name among them."""
    called = [t for t in texts if set(_WORD.findall(t.casefold())) & _given() and " " in t]
    return len(called) / len(texts) if texts else 0.0


@cache
def _given() -> frozenset[str]:
    """Given names of several languages, in lower case, from Faker."""
    found: set[str] = set()
    for locale in _LOCALES:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        found.update(name.casefold() for name in provider.first_names)
    return frozenset(name for name in found if len(name) > 2)


def is_land(word: str) -> bool:
    """Whether a word is the name of a country or a continent."""
    return word.casefold() in _gazetteer(_LANDS)


@cache
def _gazetteer(types: frozenset[str] = _TYPES) -> frozenset[str]:
    """Countries, cities and regions of the embedded knowledge graph, in lower case."""
    with (files.sources() / "world" / "entities.tsv").open(encoding="utf-8", newline="") as rows:
        known = csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE)
        return frozenset(row["name"].casefold() for row in known if row["type"] in types)
