"""Chance: any answer that the form of a question admits, each as likely as any other."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from figloom.audit.labels import seen
from figloom.models import Speak
from figloom.models.known import Known, Match, labels, parted, picture
from figloom.models.oracle import LOST, UNTOLD
from figloom.models.told import Form, forms
from figloom.registry import plugin

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_YES_OR_NO = re.compile(r"\byes\b.{0,40}\bno\b|\bno\b.{0,40}\byes\b", re.IGNORECASE | re.DOTALL)
_SIDES = ("left", "right", "top", "bottom")
_SIZE = 1000
"""Pixels of a picture whose size nobody says."""


@plugin()
def random(dataset: Path | None, *, seed: int = 0) -> Speak:
    """Yes or No, a letter, a number of the subtask's range, texts of the picture: by chance.

    The same prompt and picture get the same reply. Numbers are drawn between the least and the
    largest answer of the subtask in the dataset; texts, triples and slots from the labels that the
    picture shows. Without a dataset only letters and Yes or No are known.
    """
    known = Known(dataset) if dataset else None
    answers = forms(dataset) if dataset else {}

    def speak(prompt: str, images: tuple[bytes, ...]) -> str:
        told = "/".join(picture(image).hex() for image in images)
        chance = Random(f"baseline/{seed}/{prompt}/{told}")
        found = known.asked(prompt, images) if known else None
        if known is None or found is None:
            return by_words(prompt, chance)
        form = answers[found.asked.subtask]
        kind = chance.choice(sorted(form.kinds))
        if kind in _PLAIN:
            return _PLAIN[kind](form, found, chance)
        return _SHOWN[kind](form, known.row(found.asking[0]), chance)

    return speak


def by_words(prompt: str, chance: Random) -> str:
    """Of a question that no dataset holds the form is what its words say."""
    _, lists = parted(prompt)
    if lists:
        return chance.choice(_LETTERS[: len(lists[-1])])
    return chance.choice(("Yes", "No")) if _YES_OR_NO.search(prompt) else LOST


def _number(form: Form, found: Match, chance: Random) -> str:
    low, high = form.numbers
    return f"{chance.uniform(low, high):.6g}"


def _integer(form: Form, found: Match, chance: Random) -> str:
    low, high = map(int, form.numbers)
    return str(chance.randint(low, high))


_PLAIN: dict[str, Callable[[Form, Match, Random], str]] = {
    "yes_no": lambda form, found, chance: chance.choice(("Yes", "No")),
    "choice": lambda form, found, chance: chance.choice(_LETTERS[: len(found.options)]),
    "integer": _integer,
    "number": _number,
    "unknown": lambda form, found, chance: UNTOLD,
}
Row = dict[str, Any]


def _some(form: Form, row: Row, chance: Random) -> str:
    """Any number of the labels, none twice."""
    known = [*dict.fromkeys(labels(row))]
    return "\n".join(chance.sample(known, chance.randint(1, len(known))))


def _one(form: Form, row: Row, chance: Random) -> str:
    if form.words.keys() <= {*_SIDES}:
        return chance.choice(_SIDES)
    return chance.choice([*dict.fromkeys(labels(row))])


def _slots(form: Form, row: Row, chance: Random) -> str:
    return "\n".join(f"{name}: {_one(form, row, chance)}" for name in form.slots)


def _triple(form: Form, row: Row, chance: Random) -> str:
    statements = seen(row["facts"]["shown"]).statements
    return " | ".join(chance.choice([*statements.values()]))


def _box(form: Form, row: Row, chance: Random) -> str:
    sides = (row["width"] or _SIZE, row["height"] or _SIZE)
    ends = [sorted(chance.uniform(0, side) for _ in "12") for side in sides]
    return "[{}]".format(", ".join(f"{end[at]:.1f}" for at in (0, 1) for end in ends))


_SHOWN: dict[str, Callable[[Form, Row, Random], str]] = {
    "text": _one, "texts": _some, "ordered": _some, "checklist": _some, "summary": _some,
    "slots": _slots, "triple": _triple, "box": _box,
}  # fmt: skip
