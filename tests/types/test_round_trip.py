"""What every family will need goes through Parquet and comes back equal, types and all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, get_args

import pytest

from figloom.emit.parquet import read_shard, write_shard
from figloom.types import AnswerKind, Item, Question, Record, Scoring

Handmade = dict[str, Any]
ANSWERS: tuple[Any, ...] = (
    *(True, False, 0, 1, -7, 10**30, 0.0, 1.0, 1e300, 5e-324, "", "1", "true", "null", "[1]"),
    *(None, ("a", "b"), ("1",), (0.0, 1.0, 2.5, 3.0), (("a", "b"),), (("a", 1.0), ("b", 0.5))),
)
RECORDS = ("grouped_bar", "sunburst", "box_plot", "dual_axis", "lanes", "facts_as_text")


def through(records: list[Record], tmp_path: Path) -> list[Record]:
    write_shard(records, tmp_path / "shard.parquet")
    return list(read_shard(tmp_path / "shard.parquet"))


def kinds(value: Any) -> Any:
    """The types inside a value: `1 == 1.0 == True`, so equality alone is too weak."""
    if is_dataclass(value):
        return [type(value), *(kinds(getattr(value, f.name)) for f in fields(value))]
    if isinstance(value, tuple):
        return [tuple, *map(kinds, value)]
    return type(value)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_comes_back_equal(name: str, handmade: Handmade, tmp_path: Path) -> None:
    make: Callable[[], Record] = handmade[name]
    (back,) = through([make()], tmp_path)
    assert back == make()
    assert kinds(back.questions) == kinds(make().questions)
    assert kinds(back.facts) == kinds(make().facts)


def test_twins_come_back_as_one_item(handmade: Handmade, tmp_path: Path) -> None:
    item: Item = handmade["twins"]()
    back = through(list(item.records), tmp_path)
    assert Item(back[0].key, tuple(back)) == item
    assert {record.key for record in back} == {item.key}
    first, second = (record.questions[0] for record in back)
    assert first.group == second.group
    assert (first.answer, second.answer) == (True, False)


@pytest.mark.parametrize("kind", get_args(AnswerKind))
def test_every_kind_of_answer_is_among_them(kind: str, handmade: Handmade) -> None:
    made = {question.kind for record in handmade["everything"]() for question in record.questions}
    assert kind in made


@pytest.mark.parametrize("answer", ANSWERS, ids=repr)
def test_an_answer_keeps_its_type(answer: Any, handmade: Handmade, tmp_path: Path) -> None:
    question: Question = replace(handmade["bar_question"](), kind="summary", answer=answer)
    record: Record = replace(handmade["grouped_bar"](), questions=(question,))
    (back,) = through([record], tmp_path)
    assert back == record
    assert kinds(back.questions[0].answer) == kinds(answer)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_an_answer_that_json_cannot_hold_is_a_bug(number: float, handmade: Handmade) -> None:
    question = replace(handmade["bar_question"](), answer=number)
    record = replace(handmade["grouped_bar"](), questions=(question,))
    with pytest.raises(ValueError, match="not a finite number"):
        write_shard([record], Path("/dev/null"))


def test_arguments_of_a_metric_keep_their_types(handmade: Handmade, tmp_path: Path) -> None:
    scoring = Scoring("number", (("z", 1), ("a", 1.0), ("m", "1")))
    question = replace(handmade["bar_question"](), scoring=scoring)
    (back,) = through([replace(handmade["grouped_bar"](), questions=(question,))], tmp_path)
    assert back.questions[0].scoring == scoring
    assert kinds(back.questions[0].scoring.args) == kinds(scoring.args)
