"""A question to a language model, asked again with the fault named where its answer will not do."""

from __future__ import annotations

from collections.abc import Callable
from string import Template
from typing import TypeVar

from pydantic import BaseModel

from figloom import files
from figloom.client import Client, InvalidReply, Message

TRIES = 3
"""How often one thing is asked for before it is given up."""
_Answer = TypeVar("_Answer", bound=BaseModel)


def insist(
    client: Client,
    prompt: str,
    answer: type[_Answer],
    check: Callable[[_Answer], None],
    seed: int = 0,
) -> _Answer:
    """The answer to a prompt, asked for `TRIES` times in all, from this seed on; then InvalidReply.

    The same prompt with the same seed gets the same reply, from the cache.
    """
    messages: list[Message] = [{"role": "user", "content": prompt}]
    for attempt in range(TRIES):
        try:
            return client.ask(messages, answer, check, seed=seed + attempt)
        except InvalidReply as error:
            if attempt == TRIES - 1:
                raise
            again = f"A reply was refused: {error}. Reply anew, with the whole JSON object."
            messages = [messages[0], {"role": "user", "content": again}]
    raise AssertionError("unreachable")


def worded(name: str) -> Template:
    """The prompt of that name out of `templates/prompts`."""
    return Template((files.templates() / "prompts" / f"{name}.md").read_text("utf-8"))
