"""Replies as models give them: the one answer read from each, or none at all."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from figloom.score import score
from figloom.types import Negative, Question, Scoring

TABLE = tomllib.loads(Path(__file__).with_name("replies.toml").read_text("utf-8"))["question"]


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _question(told: dict[str, Any]) -> Question:
    return Question(
        text=told["text"], answer=_frozen(told.get("answer")), kind=told["kind"],
        scoring=Scoring(told["kind"], tuple(told.get("args", {}).items())), family="maps",
        task="t", subtask="s", wording="w", choices=tuple(told.get("choices", ())),
        unit=told.get("unit", ""),
        negatives=tuple(Negative(_frozen(one), "n") for one in told.get("negatives", ())),
    )  # fmt: skip


def _cases() -> Iterator[Any]:
    for told in TABLE:
        for at, (outcome, extracted, reply) in enumerate(told["replies"]):
            name = f"{told['kind']}-{at}-{ascii(reply)[1:41]}"
            yield pytest.param(_question(told), outcome, extracted, reply, id=name)


CASES = list(_cases())


@pytest.mark.parametrize(("question", "outcome", "extracted", "reply"), CASES)
def test_what_is_read(question: Question, outcome: str, extracted: str, reply: str) -> None:
    found = score(question, reply)
    assert (found.outcome, found.extracted) == (outcome, extracted), found.why


def test_the_table_is_large_and_of_all_kinds() -> None:
    assert len(CASES) >= 200
    assert {told["kind"] for told in TABLE} >= {
        "yes_no", "choice", "integer", "number", "text", "texts", "slots", "triple", "box",
        "unknown",
    }  # fmt: skip
