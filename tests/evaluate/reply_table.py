"""The table of replies and the questions in it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from figloom.types import Negative, Question, Scoring

TABLE = tomllib.loads(Path(__file__).with_name("replies.toml").read_text("utf-8"))["question"]


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def question_of(told: dict[str, Any]) -> Question:
    """The question of a table's entry."""
    return Question(
        text=told["text"], answer=_frozen(told.get("answer")), kind=told["kind"],
        scoring=Scoring(told["kind"], tuple(told.get("args", {}).items())), family="maps",
        task="t", subtask="s", wording="w", choices=tuple(told.get("choices", ())),
        unit=told.get("unit", ""),
        negatives=tuple(Negative(_frozen(one), "n") for one in told.get("negatives", ())),
    )  # fmt: skip
