"""The wordings of the maps family, and what the loader refuses."""

import re
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path
from string import Template

import pytest
from hypothesis import given
from hypothesis import strategies as st

from figloom import files, registry
from figloom.errors import RecipeError
from figloom.wording import Wording, load, wordings

COUNT = ("count_entities", "count_relations", "count_triples")
DETECT = ("detect_entity", "detect_relation", "detect_any")
COMPLETE = ("complete_entity", "complete_relation")
SUBTASKS = tuple(sorted(path.stem for path in (files.templates() / "wording/maps").iterdir()))
EVERY = [(subtask, wording) for subtask in SUBTASKS for wording in wordings("maps", subtask)]
IDS = [f"{subtask}/{wording.id}" for subtask, wording in EVERY]
ONCE = re.compile(
    r"\b(same|repeats?|equal|single|distinct|unlike|each relation|grouped|unique|comes back)\b"
)
NUMBERS = re.compile(r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zero|dozen)\b")


def words(text: str) -> list[str]:
    return re.findall(r"\$?\w+", text.lower())


def similarity(one: str, other: str) -> float:
    left, right = words(one), words(other)
    jaccard = len({*left} & {*right}) / len({*left} | {*right})
    return max(jaccard, SequenceMatcher(None, left, right, autojunk=False).ratio())


def test_every_question_has_a_file_and_every_file_a_question() -> None:
    asked = {
        name
        for name, plugin in registry.plugins("ask").items()
        if not plugin.call.__module__.startswith(("figloom.ask.charts", "figloom.ask.flows"))
    }
    assert asked == {*SUBTASKS}


@pytest.mark.parametrize("subtask", SUBTASKS)
def test_at_least_eight_wordings(subtask: str) -> None:
    assert len(wordings("maps", subtask)) >= 8


@pytest.mark.parametrize(("subtask", "wording"), EVERY, ids=IDS)
def test_fills(subtask: str, wording: Wording) -> None:
    options = "A. US$ 5 $name ${x}\nB. Rome"
    names = Template(wording.text).get_identifiers()
    assert ("options" in names) == (subtask in COMPLETE)
    text = wording.fill(**dict.fromkeys(names, options))
    assert (options in text) == bool(names)
    assert ("?????" in text) == (subtask in COMPLETE)


def test_no_two_wordings_are_alike() -> None:
    for (one, left), (other, right) in combinations(EVERY, 2):
        value = similarity(left.text, right.text)
        assert value < 0.7, (one, left.id, other, right.id, value)


@pytest.mark.parametrize(("subtask", "wording"), EVERY, ids=IDS)
def test_holds_for_a_graph_given_as_text(subtask: str, wording: Wording) -> None:
    banned = {"image", "picture", "photo", "drawing", "drawn", "arrow", "arrows", "visible"}
    assert not banned & {*words(wording.text)}


@pytest.mark.parametrize(("subtask", "wording"), EVERY, ids=IDS)
def test_carries_no_label(subtask: str, wording: Wording) -> None:
    text = wording.text
    assert not re.search(r"\d", text)
    assert not re.search(r"\b[B-HJ-Z]\b|\boption A\b|\(A\)", text), "names a letter"
    if subtask in COUNT:
        assert not NUMBERS.search(text)


@pytest.mark.parametrize("subtask", DETECT)
def test_yes_always_means_an_error(subtask: str) -> None:
    for wording in wordings("maps", subtask):
        found = words(wording.text)
        assert found.count("yes") == found.count("no") == 1, wording.id
        assert found.index("yes") < found.index("no"), wording.id
        assert not {"correct", "accurate", "valid", "everything", "free", "fine"} & {*found}


def test_the_three_counts_cannot_be_confused() -> None:
    for wording in wordings("maps", "count_entities"):
        assert re.search(r"\b(entity|entities|nodes?)\b", wording.text), wording.id
        assert not re.search(r"\b(relations?|labels?|triples?|links?)\b", wording.text), wording.id
    for wording in wordings("maps", "count_relations"):
        assert re.search(r"\b(relations?|labels?)\b", wording.text), wording.id
        assert ONCE.search(wording.text), wording.id
    for wording in wordings("maps", "count_triples"):
        assert re.search(r"\b(edges?|connection|links|triples|statements)\b", wording.text), (
            wording.id
        )
        assert not re.search(r"\b(different|distinct|unique)\b", wording.text), wording.id


def test_the_triple_form_is_always_given() -> None:
    for wording in wordings("maps", "name_wrong_triple"):
        assert wording.text.count("head | relation | tail") == 1, wording.id


@given(st.text())
def test_any_value_is_inserted_verbatim(value: str) -> None:
    assert Wording("x", "$$1: <$name>").fill(name=value) == f"$1: <{value}>"


def test_fill_is_strict_both_ways() -> None:
    wording = wordings("maps", "complete_entity")[0]
    with pytest.raises(RecipeError, match=r"complete_entity\.toml.*needs a value for \$options"):
        wording.fill()
    with pytest.raises(RecipeError, match=r"complete_entity\.toml.*no place for \$name"):
        wording.fill(options="A. Rome", name="x")


def test_unknown_family_and_subtask() -> None:
    with pytest.raises(RecipeError, match="Did you mean 'maps'"):
        wordings("map", "count_entities")
    with pytest.raises(RecipeError, match="Did you mean 'count_entities'"):
        wordings("maps", "count_entity")


GOOD = '[[wording]]\nid = "a"\ntext = "Pick $options"\n'
FAULTS = [
    ('needs = ["options"]\n' + GOOD + GOOD, "two wordings have the id 'a'"),
    ("needs = []\n" + GOOD, "uses \\$options"),
    ('needs = ["options", "name"]\n' + GOOD, "does not use \\$name"),
    ('needs = ["options"]\nnote = 1\n' + GOOD, "key 'note'"),
    ('needs = ["options"]\n' + GOOD + 'level = "x"\n', "key 'level'"),
    (GOOD, "key 'needs' is missing"),
    ("needs = []\n", "key 'wording' is missing"),
    ("needs = []\nwording = []\n", "at least one"),
    ("needs = []\nwording = [1]\n", "number 1 must be"),
    ('needs = "options"\n' + GOOD, "must be a list"),
    ("needs = []\n[[wording]]\nid = 3\ntext = 'x'\n", "`id` must be a text"),
    ("needs = []\n[[wording]]\nid = 'a'\ntext = ' '\n", "`text` must be a text"),
    ("needs = []\n[[wording]]\nid = 'a'\n", "key 'text' is missing"),
    ("needs = []\n[[wording]]\nid = 'a'\ntext = 'costs $ 5'\n", "write \\$\\$"),
    ("needs = [", "not valid TOML"),
]


@pytest.mark.parametrize(("text", "reason"), FAULTS)
def test_faulty_files(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "faulty.toml"
    path.write_text(text)
    with pytest.raises(RecipeError, match=reason) as caught:
        load(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
