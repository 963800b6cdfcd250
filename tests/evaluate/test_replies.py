"""Replies as models give them: the one answer read from each, or none at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from reply_table import TABLE, question_of

from figloom.score import score
from figloom.types import Question


def _cases() -> Iterator[Any]:
    for told in TABLE:
        for at, (outcome, extracted, reply) in enumerate(told["replies"]):
            name = f"{told['kind']}-{at}-{ascii(reply)[1:41]}"
            yield pytest.param(question_of(told), outcome, extracted, reply, id=name)


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
