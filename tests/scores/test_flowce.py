"""FlowCE's published figures from their definitions."""

import pytest

from figloom.evaluate.texts import texts
from figloom.evaluate.yes_no import yes_no
from figloom.scores.flowce import average, figures
from figloom.types import Answer, AnswerKind, Question, Scoring, Verdict


def question(task: str, kind: AnswerKind, answer: Answer, group: str = "") -> Question:
    return Question(
        text="?", answer=answer, kind=kind, scoring=Scoring(kind), family="flows", task=task,
        subtask=task, wording="plain", group=group,
    )  # fmt: skip


def test_always_yes() -> None:
    asked = [question("verify", "yes_no", number < 53) for number in range(105)]
    found = figures((one, yes_no(one, "Yes")) for one in asked)
    assert found.verify is not None
    assert round(found.verify, 2) == 50.48
    assert found.yes_rate == 100


def test_unknown_is_wrong() -> None:
    asked = [question("verify", "yes_no", True) for _ in range(4)]
    replies = ["Yes", "Unknown", "", "No"]
    found = figures((q, yes_no(q, reply)) for q, reply in zip(asked, replies, strict=True))
    assert found.verify == 25


@pytest.mark.parametrize(
    ("gold", "reply", "factor"),
    [
        (("a1", "b1"), "a1\nb1\nx1", 0.8),
        (("a1", "b1", "c1"), "a1\nb1\nx1\ny1", 0.427),
        (("a1",), "a1\nv1\nw1\nx1\ny1\nz1", 0.328),
    ],
)
def test_worked_values(gold: tuple[str, ...], reply: str, factor: float) -> None:
    assert round(texts(question("extract", "texts", gold), reply).score, 3) == factor


def test_macro_and_pooled() -> None:
    one, four = ("a1",), ("a1", "b1", "c1", "d1")
    rows = [
        (q, texts(q, "a1"))
        for q in (question("extract", "texts", one), question("extract", "texts", four))
    ]
    found = figures(rows)
    assert found.extract == pytest.approx(62.5)
    assert found.pooled == pytest.approx(40)


@pytest.mark.parametrize(
    ("parts", "mean"),
    [
        ((83.81, 17.04, 57.60, 44.80, 79.90), 56.63),
        ((77.14, 12.94, 59.40, 45.80, 82.40), 55.54),
        ((72.38, 20.32, 56.60, 48.20, 70.25), 53.55),
        ((60.95, 35.30, 45.00, 37.80, 70.80), 49.97),
    ],
)
def test_published_means(parts: tuple[float, ...], mean: float) -> None:
    assert average(*parts) == pytest.approx(mean, abs=0.005)


def test_a_missing_part_leaves_no_mean() -> None:
    found = figures([(question("verify", "yes_no", True), Verdict("right", 1.0, "Yes"))])
    assert found.mean is None
    assert found.summarise is None


def test_summaries_do_not_fall_below_ten() -> None:
    found = figures([(question("summarise", "checklist", (("a", 1.0),)), Verdict("wrong", 0.0))])
    assert found.summarise == pytest.approx(10)
