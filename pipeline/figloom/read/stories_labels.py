"""Whether the texts of a story can be drawn and told apart: slots, lengths, likeness.

Charts name steps by their texts, so no two may be mistaken for each other, whichever alternatives
and whichever values of slots a chart shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from string import Formatter

import numpy as np
from numpy.typing import NDArray

from figloom.errors import unknown
from figloom.flows.labels import quantity
from figloom.read.stories_parts import advices, walk
from figloom.stories import FILLED, Decision, Loop, Step, Story, Texts

ALIKE = 0.85
"""Two labels of this similarity or more may be mistaken for each other."""
LONGEST = {"label": 40, "answer": 40, "title": 60}
_MOST = 1000
"""Texts of a story."""
_LONG = ("Featherstone", "Montgomery Ltd", "Wolverhampton", "4,820", "28 September")
"""Long but likely fillings, in the order of FILLED."""


@dataclass(frozen=True, slots=True)
class Said:
    """Texts of which a chart shows one."""

    place: str
    texts: Texts
    what: str
    """`label` of a node, `answer` on an arrow, or `title`."""
    chart: str = ""
    """Section of the story whose charts show it; empty for all of them."""


def faults(story: Story) -> Iterator[str]:
    """What is wrong, each as "place: what; what to do"."""
    texts = list(said(story))
    if (many := sum(len(one.texts) for one in texts)) > _MOST:
        yield f"there are {many:,} texts, each to be compared with each; keep a story to {_MOST}"
        return
    yield from _slots(story, texts)
    seen = set()
    for filling in _fillings(story):
        filled = [
            (one, n, text.format_map(_Filling(filling)))
            for one in texts
            for n, text in enumerate(one.texts)
            if all(name.isidentifier() and not rest for name, rest in _fields(text))
        ]
        for fault in (*_long(filled), *_alike(filled)):
            if fault not in seen:
                seen.add(fault)
                yield fault


class _Filling(dict[str, str]):
    def __missing__(self, name: str) -> str:
        # Said already; the rest of the text is looked at all the same.
        return f"{{{name}}}"


def said(story: Story) -> Iterator[Said]:
    """Every place of a story with its texts, in the order of the file."""
    yield Said("titles", story.titles, "title")
    yield Said("start", story.start, "label")
    yield Said("end", story.end, "label")
    for place, part in walk(story.parts):
        if isinstance(part, Step):
            yield Said(f"{place}.step", part.step, "label", "parts")
        elif isinstance(part, Loop):
            yield Said(f"{place}.loop", part.loop, "label", "parts")
            yield Said(f"{place}.again", part.again, "answer")
            yield Said(f"{place}.done", part.done, "answer")
        elif isinstance(part, Decision):
            yield Said(f"{place}.decision", part.decision, "label", "parts")
            for n, branch in enumerate(part.branches):
                yield Said(f"{place}.branches[{n}].label", branch.label, "answer")
                yield Said(f"{place}.branches[{n}].end", branch.end, "label", "parts")
    for place, advice in advices(story.tree) if story.tree else ():
        yield Said(place, advice.say, "label", "tree")
        yield Said(f"{place}.answers", tuple(advice.answers), "answer")
    if story.study:
        for name in ("assessed", "allocated", "analysed"):
            yield Said(f"study.{name}", getattr(story.study, name), "label", "study")
        for name in ("reasons", "arms", "lost"):
            for n, text in enumerate(getattr(story.study, name)):
                yield Said(f"study.{name}[{n}]", (text,), "label", "study")
    for n, layer in enumerate(story.layers):
        yield Said(f"layers[{n}].link", layer.link, "answer")
        for m, text in enumerate(layer.components):
            yield Said(f"layers[{n}].components[{m}]", (text,), "label", "layers")


def _slots(story: Story, texts: Sequence[Said]) -> Iterator[str]:
    """Texts that cannot be filled; slots that nothing uses."""
    known = {**dict.fromkeys(FILLED), **story.slots, **story.variables}
    used: set[str] = set()
    for one in texts:
        for text in one.texts:
            if not text or text != " ".join(text.split()):
                yield f"{one.place}: {text!r} is empty or has stray spaces; write plain words"
            for name, rest in _fields(text):
                if rest or not name:
                    yield f"{one.place}: {text!r} has a brace that is no slot; write {{name}}"
                elif name not in known:
                    yield f"{one.place}: {text!r}: {unknown('slot', name, known)}"
                used.add(name)
    for name, values in story.slots.items():
        if name in (*FILLED, *story.variables):
            yield f"slots.{name}: the name is taken; give the slot another"
        if not values or any("{" in value or not value.strip() for value in values):
            yield f"slots.{name}: it wants texts without slots; give at least one"
        if name not in used:
            yield f"slots.{name}: no text has {{{name}}}; use it, or leave the slot out"


def _fields(text: str) -> list[tuple[str, str]]:
    """Each slot's name, and what stands in its braces besides; a stray brace has no name."""
    try:
        parsed = list(Formatter().parse(text))
    except ValueError:
        return [("", "")]
    return [(name, f"{spec}{how or ''}") for _, name, spec, how in parsed if name is not None]


def _fillings(story: Story) -> Iterator[Mapping[str, str]]:
    """Values of all slots together, such that each value of each comes up."""
    given = {
        **story.slots,
        **{n: [quantity(v, q.unit) for v in q.limits] for n, q in story.variables.items()},
    }
    given = {name: values for name, values in given.items() if values}
    for turn in range(max((len(values) for values in given.values()), default=1)):
        chosen = {name: values[turn % len(values)] for name, values in given.items()}
        yield {**dict(zip(FILLED, _LONG, strict=True)), **chosen}


def _long(filled: Sequence[tuple[Said, int, str]]) -> Iterator[str]:
    for one, _, text in filled:
        if len(text) > LONGEST[one.what]:
            yield (
                f"{one.place}: {text!r} has {len(text)} characters; "
                f"keep {'an' if one.what == 'answer' else 'a'} {one.what} to {LONGEST[one.what]}"
            )


def _alike(filled: Sequence[tuple[Said, int, str]]) -> Iterator[str]:
    """Labels of different nodes that are too similar, or one of which holds the other."""
    labels = [(one, text, _plain(text)) for one, _, text in filled if one.what == "label"]
    near = _near([plain for *_, plain in labels])
    for n, (one, text, plain) in enumerate(labels):
        for m in range(n):
            other, before, words = labels[m]
            if one.place == other.place or (one.chart and other.chart and one.chart != other.chart):
                continue
            if f" {words} " in f" {plain} " or f" {plain} " in f" {words} ":
                why = "one holds the other"
            elif near[n, m] and _likeness(plain, words) >= ALIKE:
                why = "they are too alike"
            else:
                continue
            yield f"{one.place}: {text!r} and {before!r} of {other.place}: {why}; reword one"


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _near(texts: Sequence[str]) -> NDArray[np.bool_]:
    """Whether two texts can reach ALIKE at all, by the letters that they share."""
    letters = sorted(set("".join(texts)))
    counts = np.array([[text.count(letter) for letter in letters] for text in texts], np.int16)
    shared = np.array([np.minimum(counts, row).sum(axis=1) for row in counts])
    sizes = counts.sum(axis=1)
    near: NDArray[np.bool_] = 2 * shared >= ALIKE * (sizes[:, None] + sizes[None, :])
    return near


def _likeness(one: str, other: str) -> float:
    return max(
        SequenceMatcher(None, one, other, autojunk=False).ratio(),
        SequenceMatcher(None, other, one, autojunk=False).ratio(),
    )
