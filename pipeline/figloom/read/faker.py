"""Invented tables with natural themes, for chart types that real tables seldom fit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from random import Random

import numpy as np

from figloom import files
from figloom.errors import SourceError
from figloom.read.faker_deal import Deal
from figloom.read.faker_kinds import KINDS
from figloom.read.faker_names import invented
from figloom.read.themes import EVERY, Theme, themes
from figloom.registry import plugin
from figloom.tables import Table, Tables, Values, numbers, texts
from figloom.types import Provenance

LICENCE = "Apache-2.0"


@plugin()
def faker(*, tables: int = 600) -> Tables:
    """Invented tables of over fifty themes, with names by Faker; needs no network.

    A theme is wholly train or wholly eval. A source of more tables begins with the same ones.
    """
    if tables < 1:
        raise SourceError(f"Source 'faker': tables is {tables}; give at least 1.")
    known = themes()
    made = [table(known[i % len(known)], i // len(known)) for i in range(tables)]
    return Tables("faker", LICENCE, made, f"{_state()}/{tables}")


def table(theme: Theme, number: int) -> Table:
    """A theme's table of that number; its kinds take turns."""
    deal = dealt(theme, number)
    kind = KINDS[deal.spec.kind]
    return Table(
        id=f"{theme.id}-{number}",
        title=_title(deal),
        columns=kind.columns(deal),
        provenance=Provenance("faker", LICENCE, (f"{theme.id}.toml", str(number))),
        split=theme.split,
        rows=partial(_rows, theme, number),
        prepared=kind.prepared,
        invented=True,
    )


def dealt(theme: Theme, number: int) -> Deal:
    """What the table of that number will hold; depends on theme and number alone."""
    key = f"faker/{theme.id}/{number}"
    rng = Random(f"{key}/deal")
    spec = theme.tables[number % len(theme.tables)]
    least, most = KINDS[spec.kind].measures
    count = rng.randint(least, min(most, len(spec.measures))) if most else 0
    measures = rng.sample(spec.measures, count) if spec.kind != "ohlc" else spec.measures
    return Deal(
        theme,
        spec,
        tuple(measures),
        rng.choice(spec.every) if spec.every else "",
        rng.choice(spec.paths) if spec.paths else "",
        rng.random() < 0.6,
        key,
    )


def _title(deal: Deal) -> str:
    """One of the theme's patterns, filled in."""
    rng, locale = Random(f"{deal.key}/title"), deal.theme.locale
    pattern = rng.choice(deal.spec.titles)
    words = {
        word: invented(kind, locale, 1, f"{deal.key}/title")[0]
        for word, kind in (("place", "places"), ("person", "people"), ("company", "companies"))
        if f"{{{word}}}" in pattern
    }
    measure = deal.measures[0].name if deal.measures else deal.spec.share
    if measure[1:2].islower():
        measure = measure[0].lower() + measure[1:]
    every = EVERY[deal.every].lower() if deal.every else ""
    title = pattern.format(measure=measure, every=every, year=rng.randint(1998, 2024), **words)
    return title[0].upper() + title[1:]


def _rows(theme: Theme, number: int) -> Mapping[str, Values]:
    """The columns of a table by name."""
    deal = dealt(theme, number)
    kind = KINDS[deal.spec.kind]
    filled = kind.rows(deal, Random(f"{deal.key}/rows"))
    found: dict[str, Values] = {}
    for column, values in zip(kind.columns(deal), filled, strict=True):
        if column.role == "time":
            found[column.name] = np.array(values, dtype="datetime64[s]")
        else:
            found[column.name] = (numbers if column.role == "number" else texts)(values)
    return found


def _state() -> str:
    """Hash of the themes, the name patterns and the version of Faker."""
    from faker import VERSION

    places = [
        files.sources() / "invented_names.toml",
        *sorted((files.sources() / "themes").glob("*.toml")),
    ]
    data = b"\0".join(place.name.encode() + b"\0" + place.read_bytes() for place in places)
    return sha256(data + VERSION.encode()).hexdigest()[:16]
