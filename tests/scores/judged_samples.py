"""Judged samples, made by hand."""

from __future__ import annotations

from typing import Any

from figloom.exam.folder import Result, Said
from figloom.exam.sample import Sample
from figloom.score import score
from figloom.types import Answer, AnswerKind, Question, Scoring, Verdict


def sample(name: str, answer: Answer, kind: AnswerKind, picture: str = "", **more: Any) -> Sample:
    """A sample; what is no field of its own is the question's."""
    own = {key: more.pop(key) for key in ("item", "role", "tags") if key in more}
    fields = {
        "text": "?", "family": "maps", "task": "t", "subtask": "s", "wording": "w",
        "scoring": Scoring(kind), **more,
    }  # fmt: skip
    picture = picture or name
    own = {"item": picture, "role": "main", "tags": (), **own}
    return Sample(name, Question(answer=answer, kind=kind, **fields), picture, **own)


def result(name: str, answer: Answer, kind: AnswerKind, reply: str, **more: Any) -> Result:
    """A sample with a reply, judged by rule."""
    one = sample(name, answer, kind, **more)
    return Result(one, Said(reply), score(one.question, reply))


def given(name: str, outcome: str, picture: str = "", **more: Any) -> Result:
    """A yes/no sample with an outcome; only the counts matter."""
    one = sample(name, True, "yes_no", picture, **more)
    said = {"right": "Yes", "wrong": "No", "unscored": ""}[outcome]
    points = float(outcome == "right")
    return Result(one, Said(said), Verdict(outcome, points, said))  # type: ignore[arg-type]
