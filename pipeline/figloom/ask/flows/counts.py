"""Numbers in the boxes of participant flows: read, compared, and stated."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import permutations

from figloom.ask.flows.asking import Asked, Claim, Pattern, Said, asked
from figloom.ask.flows.reading import Reading
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, Picture, Scoring

_ALIKE = 1.4
"""How many times the smaller number the larger one may be."""
_COUNT = re.compile(r"[\s:,]*\(?n ?= ?\d+\)?$")


@plugin()
def extract_count(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The number in a box."""
    return asked(_READ, facts, picture, draw)


@plugin()
def reason_difference(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """By how many two boxes that follow the same one differ."""
    return asked(_DIFFERENCE, facts, picture, draw)


@plugin()
def verify_count(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """A box holds so many; false with the number of another box beside it."""
    return asked(_STATED, facts, picture, draw)


def _counts(here: Reading) -> dict[str, int]:
    """Counts of the boxes that a question can name without giving their number away."""
    if here.flow.language != "counts":
        return {}
    counts: dict[str, int] = json.loads(here.flow.program)
    return {n: many for n, many in counts.items() if str(many) not in _name(here, n)}


def _name(here: Reading, node: str) -> str:
    """What a box says without its number."""
    return f"“{_COUNT.sub('', here.node[node].text)}”"


def _beside(here: Reading, counts: dict[str, int]) -> Iterator[tuple[str, str]]:
    """Boxes that follow the same one, with numbers that differ but are much alike, so that names
    such as "Excluded" do not tell which is which; both ways round."""
    for node in here.named:
        known = [one for one in here.after(node.id) if one in counts]
        for one, other in permutations(known, 2):
            low, high = sorted((counts[one], counts[other]))
            if low < high <= _ALIKE * low:
                yield one, other


def _read(here: Reading) -> Iterator[Claim]:
    counts = _counts(here)
    for node, count in counts.items():
        why = (Said(f"{_name(here, node)} says n = {count}.", (node,)),)
        others = [other for other in counts.values() if other != count]
        wrong = tuple((other, "other_box") for other in others[:3])
        yield Claim({"box": _name(here, node)}, count, (node,), why, wrong)


def _difference(here: Reading) -> Iterator[Claim]:
    counts = _counts(here)
    for more, less in _beside(here, counts):
        gap = counts[more] - counts[less]
        if gap > 0:
            words = {"more": _name(here, more), "less": _name(here, less)}
            told = f"{counts[more]} − {counts[less]} = {gap}."
            wrong = ((gap + 1, "off_by_one"), (counts[more], "one_of_them"))
            yield Claim(words, gap, (more, less), (Said(told, (more, less)),), wrong)


def _stated(here: Reading) -> Iterator[Claim]:
    counts = _counts(here)
    for one, other in _beside(here, counts):
        for said in (one, other):
            words = {"box": _name(here, one), "count": str(counts[said])}
            why = (Said(f"{_name(here, one)} says n = {counts[one]}.", (one,)),)
            yield Claim(words, said == one, (one,), why, about=f"{said}")


_WHOLE = Scoring("integer")
_READ = Pattern("extract", "extract_count", "integer", _WHOLE, _read)
_DIFFERENCE = Pattern("reason", "reason_difference", "integer", _WHOLE, _difference)
_STATED = Pattern("verify", "verify_count", "yes_no", Scoring("yes_no"), _stated)
