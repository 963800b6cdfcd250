"""Words of titles and axes: "Mean fuel economy by origin, 1982"."""

from __future__ import annotations

from collections.abc import Sequence

from figloom.sample.views.cells import How
from figloom.sample.views.columns import Key, factor
from figloom.tables import Column, Table

LONGEST = 90
"""Characters of a title that still fits above a chart."""

_PEOPLE = {"person": "people", "man": "men", "woman": "women", "child": "children"}
_SHORT = 3


def lowered(name: str, table: Table) -> str:
    """The name inside a sentence: "Fuel economy" loses its capital, "GDP" and "New York" do not,
    nor does a word that the table calls proper."""
    first, _, rest = name.partition(" ")
    plain = first[:1].isupper() and first[1:].islower()
    proper = first in table.proper or any(word[:1].isupper() for word in rest.split())
    return name[0].lower() + name[1:] if plain and not proper else name


def plural(noun: str) -> str:
    """The English plural of what a row is: cars, countries, matches, people."""
    start, _, last = noun.rpartition(" ")
    if last in _PEOPLE:
        last = _PEOPLE[last]
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        last = f"{last[:-1]}ies"
    elif last.endswith(("s", "x", "z", "ch", "sh")):
        last = f"{last}es"
    else:
        last = f"{last}s"
    return f"{start} {last}".strip()


def listed(names: Sequence[str], table: Table) -> str:
    """ "Gold, silver and bronze"."""
    told = [names[0], *(lowered(name, table) for name in names[1:])]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"


def measured(measure: Column | None, how: How, repeated: bool, noun: str, table: Table) -> str:
    """What a value is: "Sales", "Mean fuel economy", "Number of cars"."""
    if measure is None:
        return f"Number of {plural(noun)}"
    return f"Mean {lowered(measure.name, table)}" if how == "mean" and repeated else measure.name


def by(what: str, table: Table, *keys: tuple[Key, str]) -> str:
    """ "Sales by region (4 of 5) and year": keys, each with what `part` says of it."""
    return f"{what} by {' and '.join(lowered(key.said, table) + cut for key, cut in keys)}"


def part(shown: int, every: int) -> str:
    """What follows the name of a column of which not every value is shown: " (4 of 5)"."""
    return f" ({shown} of {every})" if shown < every else ""


def restricted(table: Table, fixed: tuple[Key, ...], codes: tuple[int, ...]) -> str:
    """What the fixed columns are held at, as a title's end: ", 1982", ", cylinders: 4"."""
    told = []
    for key, code in zip(fixed, codes, strict=True):
        name = factor(table, key).name(code)
        alone = key.column.role != "category" or (len(name) > _SHORT and not name[0].isdigit())
        told.append(f", {name}" if alone else f", {lowered(key.column.name, table)}: {name}")
    return "".join(told)
