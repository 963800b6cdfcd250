"""Random, majority and blind: what they say is an answer, repeats, and is worth what it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from figloom.errors import RecipeError
from figloom.exam.sample import Sample, of_dataset
from figloom.models import find
from figloom.models.bayes import Bayes, words
from figloom.models.blind import learnt
from figloom.models.oracle import LOST
from figloom.models.told import Told, questions
from figloom.score import score

Built = Callable[..., Path]

SEEDS = 10
SIGMAS = 4.5
"""Beyond which one of a hundred thousand sums of chances lies: some two hundred are looked at."""


def _shown(sample: Sample) -> tuple[bytes, ...]:
    return (sample.image.data,) if sample.image else ()


def _chance(sample: Sample, numbers: dict[str, list[int]]) -> float | None:
    """How likely an answer by chance is right, where that is plain."""
    question = sample.question
    if question.kind == "yes_no":
        return 1 / 2
    if question.kind == "choice":
        return 1 / len(question.choices)
    if question.kind == "integer":
        known = numbers[question.subtask]
        return 1 / (max(known) - min(known) + 1)
    return None


@pytest.mark.parametrize(("recipe", "count"), [("quickstart", 24), ("m3str", 21), ("flows", 20)])
def test_random_is_right_as_often_as_chance_has_it(recipe: str, count: int, built: Built) -> None:
    folder = built(recipe, count)
    samples = [*of_dataset(folder)]
    numbers: dict[str, list[int]] = {}
    for sample in samples:
        if sample.question.kind == "integer":
            numbers.setdefault(sample.question.subtask, []).append(int(sample.question.answer))  # type: ignore[arg-type]
    right, expected, spread = Counter[str](), Counter[str](), Counter[str]()
    for seed in range(SEEDS):
        model = find("baseline:random", folder, seed=seed)
        for sample in samples:
            chance = _chance(sample, numbers)
            if chance is not None:
                verdict = score(sample.question, model.reply(sample.prompt, _shown(sample)))
                assert verdict.outcome != "unscored"
                for what in (sample.question.subtask, "all"):
                    right[what] += verdict.outcome == "right"
                    expected[what] += chance
                    spread[what] += chance * (1 - chance)
    assert expected["all"] > 50
    for what, many in right.items():
        off = abs(many - expected[what])
        assert off <= SIGMAS * sqrt(spread[what]) + 0.5, (what, many, expected[what])


@pytest.mark.parametrize("recipe", ["quickstart", "charts", "flows"])
def test_random_answers_in_the_form_asked_for(recipe: str, built: Built) -> None:
    folder = built(recipe, 24 if recipe == "quickstart" else 20)
    model, again, other = (find("random", folder, seed=seed) for seed in (0, 0, 1))
    said, differ, unscored = 0, 0, 0
    for sample in of_dataset(folder):
        reply = model.reply(sample.prompt, _shown(sample))
        assert reply == again.reply(sample.prompt, _shown(sample)) != LOST
        verdict = score(sample.question, reply)
        said, unscored = said + 1, unscored + (verdict.outcome == "unscored")
        differ += reply != other.reply(sample.prompt, _shown(sample))
    # A text that the question itself quotes is no answer to it.
    assert unscored <= said / 50
    assert differ > said / 3


def test_random_knows_letters_and_yes_without_a_dataset() -> None:
    model = find("random", None)
    asked = "Which?\nA. one\nB. two\nC. three\nReply with a letter, number {}."
    letters = Counter(model.reply(asked.format(n), ()) for n in range(300))
    assert set(letters) == {"A", "B", "C"}
    assert min(letters.values()) > 70
    assert model.reply("Is it red? Answer Yes or No.", ()) in ("Yes", "No")
    assert model.reply("How many are there?", ()) == LOST


def test_the_picture_has_a_say_in_chance() -> None:
    model = find("random", None)
    said = {model.reply("Is it red? Answer Yes or No.", (bytes([n]),)) for n in range(20)}
    assert said == {"Yes", "No"}


def test_majority_is_the_most_frequent_answer(built: Built) -> None:
    folder, other = built("m3str", 21), built("quickstart", 24)
    model, learnt_there = find("majority", folder), find("majority", folder, train=str(other))
    here, there = (_commonest(one) for one in (folder, other))
    for sample in of_dataset(folder):
        subtask = sample.question.subtask
        assert model.reply(sample.prompt, _shown(sample)) == here[subtask]
        assert learnt_there.reply(sample.prompt, ()) == there.get(subtask, LOST)


def _commonest(folder: Path) -> dict[str, str]:
    counts: dict[str, Counter[str]] = {}
    for one in questions(folder):
        counts.setdefault(one.subtask, Counter())[one.words] += 1
    return {
        subtask: min(words for words, many in known.items() if many == max(known.values()))
        for subtask, known in counts.items()
    }


def _told(text: str, kind: str, words: str, choices: tuple[str, ...] = ()) -> Told:
    return Told(text, "s", kind, words, words, choices)


def test_blind_finds_what_words_give_away() -> None:
    known = [
        *(_told(f"Is the pale thing {n} there?", "yes_no", "No") for n in range(20)),
        *(_told(f"Is the dark thing {n} there?", "yes_no", "Yes") for n in range(20)),
        *(_told(f"How many legs has the cow {n}?", "integer", "4") for n in range(20)),
        *(_told(f"How many legs has the hen {n}?", "integer", "2") for n in range(20)),
        *(_told(f"Name the thing {n}.", "text", "it") for n in range(20)),
        *(
            _told(f"Which?\nA. {one}\nB. {two}\n", "choice", "AB"[one == "bad"], (one, two))
            for one, two in [("good", "bad"), ("bad", "good")] * 10
        ),
    ]
    model = learnt(known)
    assert model("Is the dark thing 77 there?", ()) == "Yes"
    assert model("Is the pale thing 77 there?", (b"picture",)) == "No"
    assert model("How many legs has the hen 77?", ()) == "2"
    assert model("Look.\n\nHow many legs has the cow 77?\nThink.", ()) == "4"
    assert model("Name the thing 77.", ()) == LOST
    assert model("Which one?\nA. worse\nB. bad\nC. good\nJust a letter.", ()) == "C"


def test_blind_answers_all_it_should(built: Built) -> None:
    folder, other = built("m3str", 21), built("m3str", 42, seed=6)
    model = find(f"baseline:blind={other}", folder)
    assert model.name == f"baseline:blind={other}"
    counts = Counter[str]()
    for sample in of_dataset(folder):
        reply = model.reply(sample.prompt, ())
        counts[score(sample.question, reply).outcome] += 1
        assert reply == model.reply(sample.prompt, _shown(sample))
    # So few questions to learn from do not show every way of asking.
    assert counts["unscored"] <= 3
    assert counts["wrong"] > 3


def test_bayes_takes_the_likelier_class_and_ties_by_name() -> None:
    model = Bayes([(words("a b"), "y"), (words("c d"), "x")])
    assert model.best(words("a")) == "y"
    assert model.best(words("d")) == "x"
    assert model.best(words("unheard")) == "x"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("randm", "There is no baseline 'randm'. Did you mean 'random'?"),
        ("baseline:orcle", "Did you mean 'oracle'?"),
        ("oracle=x", "learns from no dataset"),
        ("blind", "Say what it learns from"),
    ],
)
def test_names_that_do_not_fit(name: str, said: str) -> None:
    with pytest.raises(RecipeError) as raised:
        find(name, None)
    assert said in str(raised.value)


def test_options_that_do_not_fit(built: Built) -> None:
    with pytest.raises(RecipeError, match="Did you mean 'seed'"):
        find("random", None, sed=1)
    folder = built("quickstart", 24)
    with pytest.raises(RecipeError, match="another seed's build"):
        find(f"blind={folder}", folder)


def test_every_model_says_what_it_does() -> None:
    from figloom import registry

    known: Any = registry.plugins("models")
    assert {"random", "majority", "blind", "oracle"} <= known.keys()
    assert all(model.summary for model in known.values())
