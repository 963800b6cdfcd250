"""The wordings of the flows family: a file a pattern, six ways at least, none like another."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import combinations

import pytest

from figloom import files, registry
from figloom.wording import wordings

NAMES = sorted(path.stem for path in (files.templates() / "wording/flows").iterdir())
VERIFIED = [name for name in NAMES if name.startswith("verify_")]


def words(text: str) -> list[str]:
    return re.findall(r"\$?\w+", text.lower())


def test_every_file_belongs_to_a_pattern() -> None:
    asked = {
        name
        for name, plugin in registry.plugins("ask").items()
        if plugin.call.__module__.startswith("figloom.ask.flows.") and name != "several"
    }
    assert {name.removesuffix("_one").removesuffix("_many") for name in NAMES} == asked


@pytest.mark.parametrize("name", NAMES)
def test_six_ways_none_like_another(name: str) -> None:
    known = wordings("flows", name)
    assert len(known) >= 6
    for one, other in combinations(known, 2):
        ratio = SequenceMatcher(None, words(one.text), words(other.text), autojunk=False).ratio()
        assert ratio < 0.85, (one.id, other.id, ratio)


DIRECT = re.compile(r"directly|immediately|straight|next|no other step")
EVER = re.compile(r"eventually|some|can|may|possible")
ALWAYS = re.compile(r"always|every|all|never|whenever|whatever|only|must|cannot|requires|no longer")


@pytest.mark.parametrize(
    ("name", "says"),
    [("verify_branch", DIRECT), ("verify_direct", DIRECT), ("verify_outcome", DIRECT),
     ("verify_reach", EVER), ("verify_return", EVER), ("verify_before", ALWAYS),
     ("verify_required", ALWAYS), ("verify_unavoidable", ALWAYS)],
)  # fmt: skip
def test_directly_eventually_and_always_are_told_apart(name: str, says: re.Pattern[str]) -> None:
    for wording in wordings("flows", name):
        assert says.search(wording.text.lower()), wording.id


@pytest.mark.parametrize("name", VERIFIED)
def test_statements_ask_for_yes_or_no(name: str) -> None:
    for wording in wordings("flows", name):
        assert re.search(r"\bYes\b.*\bNo\b", wording.text), wording.id
