"""What a model is shown instead: the drop from the full setting says what it goes by.

A control keeps the ids of the samples, so that runs are paired item by item.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from figloom.errors import RecipeError, unknown
from figloom.exam.call import Image
from figloom.exam.redrawn import redrawn
from figloom.exam.sample import Sample, of_record
from figloom.types import Question, Record


@dataclass(frozen=True, slots=True)
class Skipped:
    """A sample that cannot be asked, or that a control cannot change: left out and counted."""

    id: str
    reason: str


Controlled = Iterator[Sample | Skipped]

_OPTION = re.compile(r"^([A-Z])\. .*$", re.MULTILINE)
_UNTOLD = {"locate_leaving"}
"""Subtasks on what no text tells: the side at which an arrow leaves a step."""


@dataclass(frozen=True, slots=True)
class Control:
    """One way to show less, or something else."""

    about: str
    change: Callable[[Iterable[Sample]], Controlled] | None = None
    """From the samples as they are; or None where the picture is drawn in another way."""
    render: Mapping[str, Any] | None = None
    """Options of the render plug-in that draw it so."""
    more: bool = False
    """Whether that drawing tells more, so that all questions can be asked of it."""


def controlled(
    control: str, samples: Iterable[Sample], folder: Path | None, source: str | None = None
) -> Controlled:
    """The samples under a control; `folder` is the build they come from, where there is one, and
    `source`, as in `--source`, where that build's own files are.

    RecipeError for an unknown control, or one that needs a build where there is none.
    """
    if control not in CONTROLS:
        raise RecipeError(unknown("control", control, [name for name in CONTROLS if name]))
    chosen = CONTROLS[control]
    if chosen.change is not None:
        return chosen.change(samples)
    if folder is None or chosen.render is None:
        raise RecipeError(
            f"--control {control} draws pictures again, which only a build of figloom allows: give "
            "the folder of one."
        )
    drawings = redrawn(folder, control, chosen.render, source)
    return _drawn(samples, drawings, chosen.more)


def is_cheap(control: str) -> bool:
    """Whether nothing is drawn for a known control, so that an estimate can go by what it shows."""
    return CONTROLS[control].change is not None


def _blind(samples: Iterable[Sample]) -> Controlled:
    return (replace(sample, image=None, facts="") for sample in samples)


def _facts(samples: Iterable[Sample]) -> Controlled:
    for sample in samples:
        question = sample.question
        if question.kind == "box" or question.subtask in _UNTOLD:
            yield Skipped(sample.id, "it asks for what no text tells")
        elif not sample.facts:
            yield Skipped(sample.id, "its facts are not known")
        else:
            yield replace(sample, image=None)


def _other_image(samples: Iterable[Sample]) -> Controlled:
    """Each picture's samples with the next item's picture of the same block, the last item's with
    that of the first: only as many pictures are held as there are blocks, twice."""
    first: dict[str, Sample] = {}
    waiting: dict[str, list[Sample]] = {}
    for sample in samples:
        if sample.image is None:
            yield Skipped(sample.id, "it has no picture")
            continue
        block = f"{sample.question.family}/{dict(sample.tags).get('block', '')}"
        first.setdefault(block, sample)
        held = waiting.setdefault(block, [])
        if held and held[-1].item != sample.item:
            yield from (replace(one, image=sample.image) for one in held)
            held.clear()
        held.append(sample)
    for block, held in waiting.items():
        for one in held:
            if one.item == first[block].item:
                yield Skipped(one.id, "no other item of its block has a picture")
            else:
                yield replace(one, image=first[block].image)


def _rotated(samples: Iterable[Sample]) -> Controlled:
    """Options moved by half their number, the answer's letter with them."""
    for sample in samples:
        turned = _turned(sample.question)
        if turned is None:
            yield Skipped(sample.id, "it has no lettered options")
        else:
            yield replace(sample, question=turned)


def _turned(question: Question) -> Question | None:
    """The question with its options moved; None if they do not stand in its text."""
    count = len(question.choices)
    stand = [match[0] for match in _OPTION.finditer(question.text)]
    if question.kind != "choice" or stand != _lines(question.choices):
        return None
    places = [(place + count // 2) % count for place in range(count)]
    choices = tuple(question.choices[place] for place in places)
    letters = {ascii_uppercase[place]: ascii_uppercase[now] for now, place in enumerate(places)}
    lines = iter(_lines(choices))
    return replace(
        question,
        text=_OPTION.sub(lambda _: next(lines), question.text),
        choices=choices,
        answer=letters[str(question.answer)],
        negatives=tuple(
            replace(one, answer=letters[str(one.answer)]) for one in question.negatives
        ),
    )


def _lines(choices: Sequence[str]) -> list[str]:
    return [f"{letter}. {text}" for letter, text in zip(ascii_uppercase, choices, strict=False)]


def _drawn(
    samples: Iterable[Sample], drawings: Iterable[tuple[Record, Record | None]], more: bool
) -> Controlled:
    wanted = {sample.id for sample in samples}
    for record, other in drawings:
        image, again = (None, set()) if other is None else _seen(other)
        for sample in of_record(record):
            if sample.id not in wanted:
                continue
            if image is None:
                yield Skipped(sample.id, "it has no such drawing")
            elif sample.image and sample.image.data == image.data:
                yield Skipped(sample.id, "it is drawn so already")
            elif not more and _asked(sample) not in again:
                yield Skipped(sample.id, "it is not asked of that drawing")
            else:
                yield replace(sample, image=image)


def _seen(record: Record) -> tuple[Image | None, set[tuple[str, Any]]]:
    """A record's picture and what is asked of it."""
    samples = list(of_record(record))
    return samples[0].image if samples else None, {_asked(sample) for sample in samples}


def _asked(sample: Sample) -> tuple[str, Any]:
    return sample.question.text, sample.question.answer


CONTROLS: Mapping[str, Control] = {
    "": Control("The samples as they are.", iter),
    "blind": Control("No picture at all: the question alone.", _blind),
    "other_image": Control("The picture of another item of the same block.", _other_image),
    "facts": Control("The facts as text in place of the picture.", _facts),
    "rotated": Control("Lettered options in another order.", _rotated),
    "no_pictures": Control("Maps without pictures in their nodes.", render={"pictures": False}),
    "no_text": Control("Maps without any text.", render={"text": False}),
    "labels": Control("Charts with their values written.", render={"labels": True}, more=True),
    "no_labels": Control("Charts without their values written.", render={"labels": False}),
}
"""By name, as `--control` takes them; without a name, the full setting."""
