"""Figures of a build's questions, whole and broken down."""

from __future__ import annotations

import pytest

from figloom.errors import DatasetError
from figloom.score import score
from figloom.scores.pairs import Judged, broken_down, figures
from figloom.types import AnswerKind, Question, Scoring


def statement(
    record: str, polarity: bool, reply: str, task: str = "value", *tags: str, group: str = "value"
) -> Judged:
    question = Question(
        text="Is it so?", answer=polarity, kind="yes_no", scoring=Scoring("yes_no"),
        family="charts", task=task, subtask=task, wording="w", group=group, polarity=polarity,
        tags=tags,
    )  # fmt: skip
    return Judged(record, question, score(question, reply))


def amount(record: str, reply: str, *tags: str, kind: AnswerKind = "number") -> Judged:
    answer, scoring = 50.0, Scoring("number", (("tolerance", 2.5),))
    if kind == "unknown":
        answer, scoring = None, Scoring("unknown")
    question = Question(
        text="How much?", answer=answer, kind=kind, scoring=scoring, family="charts",
        task="number", subtask="read_number", wording="w", group="read_number", tags=tags,
    )  # fmt: skip
    return Judged(record, question, score(question, reply))


def pair(record: str, yes: str, no: str, *tags: str, task: str = "value") -> list[Judged]:
    members = [
        statement(record, True, yes, task, *tags, group=task),
        statement(record, False, no, task, *tags, group=task),
    ]
    return members[:: 1 if record < "c" else -1]


def test_by_hand() -> None:
    judged = [
        *pair("a", "Yes", "No"), *pair("b", "Yes", "Yes"), *pair("c", "No", "No"),
        *pair("d", "No", "Yes"), *pair("e", "Yes", "perhaps"),
        amount("a", "51"), amount("b", "60"), amount("c", "I don't know"),
    ]  # fmt: skip
    found = figures(judged)
    assert (found.both, found.yes_yes, found.no_no, found.swapped) == (1, 1, 1, 1)
    assert (found.pairs, found.pairs_unscored) == (4, 1)
    assert (found.numbers_right, found.numbers_wrong, found.numbers_unscored) == (1, 1, 1)
    assert found.acc_plus == pytest.approx(25)
    assert found.cor == pytest.approx(50)
    assert found.accuracy == pytest.approx(100 * 5 / 9)
    assert found.final == pytest.approx(0.8 * 25 + 0.2 * 50)


def test_the_order_of_verdicts_does_not_matter() -> None:
    judged = [*pair("a", "Yes", "No"), *pair("b", "Yes", "Yes"), amount("a", "50")]
    assert figures(judged) == figures(judged[::-1])


def test_equal_groups_of_two_records_are_two_pairs() -> None:
    assert figures([*pair("a", "Yes", "No"), *pair("b", "Yes", "No")]).pairs == 2


def test_a_statement_without_its_partner_is_an_answer_only() -> None:
    found = figures([statement("a", True, "Yes")])
    assert (found.pairs, found.pairs_unscored, found.answers_right) == (0, 0, 1)


def test_verdicts_given_twice_are_refused() -> None:
    with pytest.raises(DatasetError, match=r"Record 'a' has more than one True statement"):
        figures([statement("a", True, "Yes"), statement("a", True, "No")])


def test_other_kinds_do_not_enter() -> None:
    assert figures([amount("a", "cannot be told", kind="unknown")]) == figures([])


def test_broken_down() -> None:
    bar, pie = (
        ("family:bar", "type:stacked", "labels:no"),
        ("family:pie", "type:ring", "labels:yes"),
    )
    judged = [
        *pair("a", "Yes", "No", *bar), *pair("b", "No", "No", *pie),
        *pair("b", "Yes", "No", *pie, task="compare"), amount("a", "50", *bar),
        amount("b", "70", *pie), *pair("c", "Yes", "Yes"),
    ]  # fmt: skip
    found = broken_down(judged)
    assert list(found) == ["family", "type", "task", "labels"]
    assert found["family"]["bar"].acc_plus == 100
    assert found["family"]["pie"].acc_plus == 50
    assert found["type"]["ring"].nqa == 0
    assert found["labels"]["no"].final == 100
    assert found["labels"]["yes"].final == pytest.approx(40)
    assert found["task"]["value"].acc_plus == pytest.approx(100 / 3)
    assert found["task"]["compare"].acc_plus == 100
    assert found["task"]["number"].nqa == 50
    assert set(found["family"]) == {"bar", "pie"}, "questions without the tag are in no family"
