"""What the words of a question alone tell: a classifier that never sees a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from figloom.errors import RecipeError
from figloom.models import PREFIX, Speak
from figloom.models.bayes import Bayes, words
from figloom.models.known import parted
from figloom.models.oracle import LOST
from figloom.models.told import Told, questions
from figloom.registry import plugin

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CLASSED = ("yes_no", "integer")
_OTHER = "other"
_RIGHT, _WRONG = "right", "wrong"


@plugin()
def blind(dataset: Path | None, *, train: Path | None = None) -> Speak:
    """Learns from the questions of another seed, and answers yes/no, choices and whole numbers.

    Of other questions it says that it cannot answer them: they stay unscored.
    """
    if train is None:
        raise RecipeError(f"Say what it learns from, another seed's build: {PREFIX}blind=DATASET.")
    if dataset is not None and dataset.resolve() == train.resolve():
        raise RecipeError(
            f"{PREFIX}blind would learn the very answers of {dataset}: name another seed's build."
        )
    return learnt(questions(train))


def learnt(asked: Iterable[Told]) -> Speak:
    """The classifier of these questions."""
    told = [*asked]
    kinds = Bayes((words(one.text), _kind(one)) for one in told if not one.choices)
    answers = {
        kind: Bayes((words(one.text), one.words) for one in told if one.kind == kind)
        for kind in _CLASSED
    }
    options = Bayes(pair for one in told if one.choices for pair in _options(one))

    def speak(prompt: str, images: tuple[bytes, ...]) -> str:
        _, lists = parted(prompt)
        if lists and options.classes:
            scores = [
                options.scores(_features(letter, text))
                for letter, text in zip(_LETTERS, lists[-1], strict=False)
            ]
            right, wrong = map(options.classes.index, (_RIGHT, _WRONG))
            gains = [score[right] - score[wrong] for score in scores]
            return _LETTERS[gains.index(max(gains))]
        if lists or not kinds.classes:
            return LOST
        kind = kinds.best(words(prompt))
        return answers[kind].best(words(prompt)) if kind in _CLASSED else LOST

    return speak


def _kind(one: Told) -> str:
    return one.kind if one.kind in _CLASSED else _OTHER


def _options(one: Told) -> Iterator[tuple[list[str], str]]:
    for letter, text in zip(_LETTERS, one.choices, strict=False):
        yield _features(letter, text), _RIGHT if letter == one.answer else _WRONG


def _features(letter: str, option: str) -> list[str]:
    return [f"letter {letter}", f"whole {option.casefold()}", *words(option)]
