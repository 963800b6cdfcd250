"""The wordings of the charts family."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import combinations

import pytest

from figloom import files, registry
from figloom.wording import Wording, wordings

SUBTASKS = tuple(sorted(path.stem for path in (files.templates() / "wording/charts").iterdir()))
PAIRS = ("recognise", "value", "compare", *(s for s in SUBTASKS if s.startswith("overall_")))
EVERY = [(subtask, wording) for subtask in SUBTASKS for wording in wordings("charts", subtask)]
IDS = [f"{subtask}/{wording.id}" for subtask, wording in EVERY]


def words(text: str) -> list[str]:
    return re.findall(r"\$?\w+", text.lower())


def test_every_question_has_words_and_all_words_a_question() -> None:
    asked = {
        name
        for name, plugin in registry.plugins("ask").items()
        if plugin.call.__module__.startswith("figloom.ask.charts")
    }
    assert {subtask.partition("_")[0] if subtask.startswith("overall") else subtask
            for subtask in SUBTASKS} == asked  # fmt: skip


@pytest.mark.parametrize("subtask", SUBTASKS)
def test_at_least_six_wordings_none_like_another(subtask: str) -> None:
    known = wordings("charts", subtask)
    assert len(known) >= 6
    for one, other in combinations(known, 2):
        left, right = words(one.text), words(other.text)
        jaccard = len({*left} & {*right}) / len({*left} | {*right})
        alike = max(jaccard, SequenceMatcher(None, left, right, autojunk=False).ratio())
        assert alike < 0.7, (one.id, other.id, alike)


@pytest.mark.parametrize(("subtask", "wording"), EVERY, ids=IDS)
def test_says_nothing_of_the_answer(subtask: str, wording: Wording) -> None:
    text = wording.text
    assert not re.search(r"\d", text.replace("x0, y0, x1, y1", "").replace("2.5", ""))
    if subtask in PAIRS:
        assert "yes" in words(text), "a reply of one word must do"
        assert "no" in words(text)


@pytest.mark.parametrize(("subtask", "wording"), EVERY, ids=IDS)
def test_english_is_that_of_charts(subtask: str, wording: Wording) -> None:
    """ChartBench asked for the medium, the lastest month and a area chart."""
    assert not re.search(r"\b(medium|lastest|a area|others chart)\b", wording.text)
