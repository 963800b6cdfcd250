"""A record as a row of plain columns, and the record again, exactly."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, cast

from figloom.codec import dumps, loads
from figloom.emit.answers import answer_text
from figloom.types import (
    Answer,
    Axis,
    Facts,
    Mark,
    Negative,
    Picture,
    Question,
    Record,
    Scoring,
    Step,
    Trace,
)

_ANSWER = cast("type[Answer]", Answer)
_ARGS = dict[str, int | float | str]
_PLAIN = re.compile(r"[a-z0-9_.]+(/[a-z0-9_.]+)*(:[a-z0-9_.]+)?")
_LONGEST = 120


def record_id(record: Record) -> str:
    """Key and role: unique in a dataset."""
    return f"{record.key}/{record.role}"


def picture_name(identity: str) -> str:
    """File name for a record's picture: safe on every system, different for different ids."""
    name = identity.replace("/", "-").replace(":", "--")
    if _PLAIN.fullmatch(identity) and len(name) <= _LONGEST:
        return f"{name}.png"
    tail = blake2b(identity.encode(), digest_size=5).hexdigest()
    return f"{re.sub(r'[^A-Za-z0-9_.-]', '-', name)[:_LONGEST].lower()}-{tail}.png"


def to_row(record: Record) -> dict[str, Any]:
    """Columns of a record, ready for `schema.SCHEMA`."""
    identity, picture = record_id(record), record.picture
    return {
        "id": identity,
        "key": record.key,
        "role": record.role,
        "split": record.split,
        "image": picture and {"bytes": picture.png, "path": picture_name(identity)},
        "width": picture and picture.width,
        "height": picture and picture.height,
        "text": record.text,
        "style": picture.style if picture else "",
        "spec": record.spec,
        "questions": [_question_row(question) for question in record.questions],
        "facts": dumps(record.facts, Facts),
        "drawn": list(picture.drawn) if picture else [],
        "marks": dumps(picture.marks if picture else (), tuple[Mark, ...]),
        "axes": dumps(picture.axes if picture else (), tuple[Axis, ...]),
        "trace": dumps(record.trace, Trace),
    }


def from_row(row: Mapping[str, Any]) -> Record:
    """The record that `to_row` was given."""
    return Record(
        key=row["key"],
        role=row["role"],
        split=row["split"],
        facts=loads(row["facts"], Facts),
        questions=tuple(_question(columns) for columns in row["questions"]),
        trace=loads(row["trace"], Trace),
        spec=row["spec"],
        picture=_picture(row) if row["image"] else None,
        text=row["text"],
    )


def _picture(row: Mapping[str, Any]) -> Picture:
    return Picture(
        png=row["image"]["bytes"],
        width=row["width"],
        height=row["height"],
        marks=loads(row["marks"], tuple[Mark, ...]),
        axes=loads(row["axes"], tuple[Axis, ...]),
        drawn=tuple(row["drawn"]),
        style=row["style"],
    )


def _question_row(question: Question) -> dict[str, Any]:
    if isinstance(question.answer, float) and not math.isfinite(question.answer):
        raise ValueError(f"the answer of {question.text!r} is not a finite number")
    return {
        "question": question.text,
        "answer_text": answer_text(question),
        "answer": dumps(question.answer, Answer),
        "kind": question.kind,
        "choices": list(question.choices),
        "accepted": list(question.accepted),
        "unit": question.unit,
        "family": question.family,
        "task": question.task,
        "subtask": question.subtask,
        "wording": question.wording,
        "group": question.group,
        "polarity": question.polarity,
        "tags": list(question.tags),
        "marks": list(question.marks),
        "metric": question.scoring.metric,
        "metric_args": dumps(dict(question.scoring.args), _ARGS),
        "negatives": dumps(question.negatives, tuple[Negative, ...]),
        "rationale": dumps(question.rationale, tuple[Step, ...]),
    }


def _question(row: Mapping[str, Any]) -> Question:
    return Question(
        text=row["question"],
        answer=loads(row["answer"], _ANSWER),
        kind=row["kind"],
        scoring=Scoring(row["metric"], tuple(loads(row["metric_args"], _ARGS).items())),
        family=row["family"],
        task=row["task"],
        subtask=row["subtask"],
        wording=row["wording"],
        choices=tuple(row["choices"]),
        accepted=tuple(row["accepted"]),
        unit=row["unit"],
        group=row["group"],
        polarity=row["polarity"],
        tags=tuple(row["tags"]),
        marks=tuple(row["marks"]),
        negatives=loads(row["negatives"], tuple[Negative, ...]),
        rationale=loads(row["rationale"], tuple[Step, ...]),
    )
