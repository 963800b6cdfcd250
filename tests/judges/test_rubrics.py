"""What a judge replies is read strictly: one number of the scale, or nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from figloom.errors import RecipeError
from figloom.exam.sample import Sample
from figloom.judges.rubrics import RUBRICS, rubric


@pytest.mark.parametrize(
    ("name", "reply", "points"),
    [
        ("answer", "4", 4.0),
        ("answer", "**3**", 3.0),
        ("answer", "Points: 5/5", 5.0),
        ("answer", "4 out of 5", 4.0),
        ("answer", "3.5", 3.5),
        ("answer", "0", 0.0),
        ("answer", "7", None),
        ("answer", "between 2 and 3", None),
        ("answer", "", None),
        ("answer", "good", None),
        ("summary", "10", 10.0),
        ("summary", "8/10", 8.0),
        ("summary", "0", None),
        ("summary", "I give it 6.", 6.0),
        ("equal", "Yes", 1.0),
        ("equal", "No.", 0.0),
        ("equal", "yes and no", None),
        ("equal", "perhaps", None),
    ],
)
def test_points(name: str, reply: str, points: float | None) -> None:
    assert RUBRICS[name].read(reply) == points


def test_a_rubric_suits_the_kind_of_question(samples: Sequence[Sample]) -> None:
    chosen = {sample.id: rubric("", sample).name for sample in samples}
    assert (chosen["open"], chosen["free"], chosen["told"]) == ("extract", "equal", "summary")
    assert rubric("answer", samples[0]).name == "answer"
    with pytest.raises(RecipeError, match="Did you mean 'equal'"):
        rubric("equall", samples[0])


def test_a_prompt_holds_question_answer_and_reply(samples: Sequence[Sample]) -> None:
    free = next(one for one in samples if one.id == "free")
    for name in ("equal", "answer", "summary"):
        said = RUBRICS[name].ask(free, "They pay $5 ${now}.")
        for part in ("What of free?", "Pay the bill", "They pay $5 ${now}."):
            assert part in said
    copied = RUBRICS["extract"].ask(free, "x" * 30_000)
    assert "Pay the bill" not in copied
    assert len(copied) < 22_000


def test_shares_and_versions() -> None:
    assert RUBRICS["answer"].share(4) == 0.8
    assert RUBRICS["summary"].share(1) == 0.0
    assert RUBRICS["summary"].share(10) == 1.0
    assert len({one.version for one in RUBRICS.values()}) == len(RUBRICS)
