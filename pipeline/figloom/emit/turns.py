"""Who says what: a record's questions and replies as the conversations that trainers read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from figloom.emit.answers import answer_text, prompt_text
from figloom.emit.rows import record_id
from figloom.types import Record

Turns = Literal["single", "multi"]
"""One conversation a question, or one a record."""

Exchange = tuple[str, str]
"""Prompt and reply."""

IMAGE = "<image>"
_TOKEN = re.compile(r"<(image|video|audio)>")


def conversations(record: Record, turns: Turns) -> Iterator[tuple[str, list[Exchange]]]:
    """Id and exchanges of each conversation; without a picture, the first opens with the facts."""
    identity = record_id(record)
    facts = "" if record.picture else f"{record.text}\n\n"
    said = [(prompt_text(question), answer_text(question)) for question in record.questions]
    if turns == "single":
        for number, (prompt, reply) in enumerate(said):
            yield f"{identity}/{number}", [(facts + prompt, reply)]
    elif said:
        (prompt, reply), *rest = said
        yield identity, [(facts + prompt, reply), *rest]


def with_token(exchanges: list[Exchange], image: str | None) -> list[Exchange]:
    """Exchanges of which the first prompt, if there is an image, opens with `<image>`.

    Nothing else in them can be taken for the token.
    """
    (prompt, reply), *rest = [(escaped(prompt), escaped(reply)) for prompt, reply in exchanges]
    return [(f"{IMAGE}\n{prompt}" if image else prompt, reply), *rest]


def escaped(text: str) -> str:
    """Text without the tokens that trainers count: `<image>` in a label becomes `< image >`.

    LLaVA and LLaMA-Factory would take such a label for a second picture, and refuse the row.
    """
    return _TOKEN.sub(r"< \1 >", text)
