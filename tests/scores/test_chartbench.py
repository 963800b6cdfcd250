"""ChartBench's reply files: the authors' figures, and each of their faults mended."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from reply_rows import number_row, pair_row

from figloom.errors import DatasetError
from figloom.scores import judging
from figloom.scores.chartbench import read
from figloom.scores.comparison import Comparison, compare
from figloom.scores.figures import Figures
from figloom.scores.judging import FAULTS, judge

WHOLE = ("all", "all")
Write = Callable[..., Path]


def difference(found: Comparison, fault: str) -> tuple[int, Figures, Figures]:
    one = next(one for one in found.differences if one.fault == fault)
    return one.rows, one.before, one.after


PUBLISHED = {
    "gpt4o": {"Acc+": 61.96, "CoR": 30.34, "NQA": 25.36, "final": 54.64,
              "CR": 95.65, "VE": 43.84, "VC": 57.61, "GC": 50.72},
    "llava16": {"Acc+": 13.57, "CoR": 78.81, "NQA": 9.05, "final": 12.67,
                "CR": 39.05, "VE": 1.43, "VC": 13.81, "GC": 0.00},
}  # fmt: skip


@pytest.mark.parametrize("model", PUBLISHED)
def test_the_published_figures(published: Path, model: str) -> None:
    found = compare(read(published / f"{model}.jsonl")).published
    whole = found[WHOLE]
    told = {"Acc+": whole.acc_plus, "CoR": whole.cor, "NQA": whole.nqa, "final": whole.pooled}
    told |= {task: found["task", task].acc_plus for task in ("CR", "VE", "VC", "GC")}
    assert {name: f"{value:.2f}" for name, value in told.items()} == {
        name: f"{value:.2f}" for name, value in PUBLISHED[model].items()
    }


def test_the_faults_of_a_published_file(published: Path) -> None:
    found = compare(read(published / "gpt4o.jsonl"))
    assert (found.rows, found.questions) == (1380, 1050)
    rows = {one.fault: one.rows for one in found.differences}
    assert list(rows) == list(FAULTS)
    assert rows[judging.REPEATED] == 330
    assert rows[judging.IDENTICAL] == 4
    assert rows[judging.RING] == 25
    assert found.corrected[WHOLE].pairs == 840 - 4
    assert found.corrected["family", "node"].nqa > found.published["family", "node"].nqa
    assert "80 questions on 100 % stacks" in found.remarks[0]


def test_the_differences_lead_from_one_column_to_the_other(published: Path) -> None:
    found = compare(read(published / "llava16.jsonl"))
    whole = [one for one in found.differences if one.place == WHOLE]
    assert whole[0].before == found.published[WHOLE]
    assert whole[-1].after == found.corrected[WHOLE]
    for before, after in pairwise(whole):
        assert before.after == after.before


def test_by_hand(write: Write) -> None:
    path = write(
        pair_row("Yes.", "No.", task="CR"), pair_row("yes", "yes"), pair_row("No", ""),
        pair_row("No", "Yes", image="bar", chart="bar"), number_row("100.0", "96"),
        number_row(["7.0", "9.0"], "9"), number_row("8.0%", "50"),
    )  # fmt: skip
    found = compare(read(path)).published
    whole = found[WHOLE]
    assert (whole.both, whole.yes_yes, whole.no_no, whole.swapped) == (1, 1, 1, 1)
    assert whole.acc_plus == pytest.approx(25)
    assert whole.nqa == pytest.approx(200 / 3)
    assert whole.pooled == pytest.approx(300 / 7)
    assert found["task", "CR"].acc_plus == 100
    assert found["family", "bar"].errors == 100
    assert found["set", "regular"].pairs == 4


def test_repeated_rows_count_once(write: Write) -> None:
    path = write(
        pair_row("Yes", "No", id=7), pair_row("No", "No", id=7), pair_row("No", "Yes", id=8)
    )
    found = compare(read(path))
    rows, before, after = difference(found, judging.REPEATED)
    assert (rows, before.pairs, after.pairs, after.both, after.no_no) == (1, 3, 2, 1, 0)


def test_identical_statements_are_left_out(write: Write) -> None:
    path = write(pair_row("Yes", "Yes", queries=("It is 5.", "It is 5.")), pair_row("Yes", "No"))
    rows, before, after = difference(compare(read(path)), judging.IDENTICAL)
    assert (rows, before.pairs, after.pairs, after.acc_plus) == (1, 2, 1, 100)


def test_yes_must_be_said(write: Write) -> None:
    path = write(pair_row("I think of yesterday", "No"), pair_row("Yes", ""), pair_row("Yes", "No"))
    rows, before, after = difference(compare(read(path)), judging.SUBSTRING)
    assert (rows, before.both, before.pairs_unscored) == (2, 3, 0)
    assert (after.both, after.pairs_unscored, after.acc_plus) == (1, 2, 100)


@pytest.mark.parametrize("reply", ["Yes", "Yes<｜end▁of▁sentence｜>"])
def test_no_letters_are_cut_off(write: Write, reply: str) -> None:
    path = write(number_row("Yes", reply, image="node_link_dir", chart="node_link"))
    rows, before, after = difference(compare(read(path)), judging.STRIP)
    assert (rows, before.numbers_right, after.numbers_right) == (1, 0, 1)


@pytest.mark.parametrize(
    ("label", "reply", "published", "corrected"),
    [("95.0", "100", True, False), ("100.0", "95", False, True), ("0.04", "0", True, False),
     ("0.0", "0", True, True), ("100.0", "105", True, True), ("12.0%", "12.5%", True, True)],
)  # fmt: skip
def test_the_tolerance_is_of_the_truth(
    write: Write, label: str, reply: str, published: bool, corrected: bool
) -> None:
    rows, before, after = difference(
        compare(read(write(number_row(label, reply)))), judging.DENOMINATOR
    )
    assert (bool(before.numbers_right), bool(after.numbers_right)) == (published, corrected)
    assert rows == (published != corrected)


@pytest.mark.parametrize(
    ("label", "reply"),
    [("16.599M", "Approximately 16.6 million."), ("16.599M", "16,599,000"), ("5300.0", "5,300"),
     ("60.0", "$60,000"), ("12.0%", "About 12 %."), ("250.0", "about 245 million"),
     ("3.0", "Three percent"), ("Yes", "Yes."), ("No", "No, they are not linked."),
     ("234.30", "$234.30")],
)  # fmt: skip
def test_numbers_are_read_as_people_write_them(write: Write, label: str, reply: str) -> None:
    rows, before, after = difference(
        compare(read(write(number_row(label, reply)))), judging.FORMATS
    )
    assert (rows, before.numbers_right, after.numbers_right) == (1, 0, 1)


@pytest.mark.parametrize(
    ("reply", "wrong", "unscored"), [("40 or 50", 0, 1), ("", 0, 1), ("Not specified.", 1, 0)]
)
def test_no_number_is_unscored(write: Write, reply: str, wrong: int, unscored: int) -> None:
    found = compare(read(write(number_row("50.0", reply)))).corrected[WHOLE]
    assert (found.numbers_wrong, found.numbers_unscored) == (wrong, unscored)


def test_what_a_model_filtered_is_the_authors_alone(write: Write) -> None:
    found = compare(read(write(number_row("50.0", "It is 70.", gpt_filter="50"))))
    assert found.published[WHOLE].numbers_right == 1
    assert found.corrected[WHOLE].numbers_right == 0


def test_ring_wi_anno_is_a_pie(write: Write) -> None:
    path = write(pair_row("Yes", "No"), pair_row("No", "No", image="ring_wi_anno"))
    found = compare(read(path))
    rows, before, after = difference(found, judging.RING)
    assert (rows, before.acc_plus, after.acc_plus) == (1, 100, 50)
    assert found.published["set", "regular"].pairs == 1
    assert found.corrected["set", "regular"].pairs == 2
    assert found.published[WHOLE] == found.corrected[WHOLE]


def test_charts_that_show_their_values(write: Write) -> None:
    path = write(pair_row("Yes", "No", image="pie"), pair_row("No", "No", image="ring"))
    found = compare(read(path))
    assert difference(found, judging.LABELS)[0] == 1
    assert ("labels", "yes") not in found.published
    assert found.corrected["labels", "yes"].acc_plus == 100
    assert found.corrected["labels", "no"].acc_plus == 0


def test_a_row_without_faults_is_judged_alike(write: Write) -> None:
    rows = read(write(pair_row("Yes", "No", image="ring"), number_row("50.0", "51", image="ring")))
    for row in rows:
        assert judge(row, ()) == judge(row, FAULTS)


GOOD = pair_row("Yes", "No", id=1)


def without(*keys: str) -> dict[str, Any]:
    row: dict[str, Any] = json.loads(json.dumps(GOOD))
    inside: Any = row
    for key in keys[:-1]:
        inside = inside[0][key] if isinstance(inside, list) else inside[key]
    inside = inside[0] if isinstance(inside, list) else inside
    del inside[keys[-1]]
    return row


@pytest.mark.parametrize(
    "keys",
    [("id",), ("type",), ("type", "QA"), ("type", "task"), ("conversation",),
     ("conversation", "answer"), ("conversation", "label"), ("conversation", "query")],
)  # fmt: skip
def test_a_lacking_field_is_named(tmp_path: Path, keys: tuple[str, ...]) -> None:
    place = tmp_path / "model.jsonl"
    place.write_text(f"{json.dumps(GOOD)}\n{json.dumps(without(*keys))}\n", "utf-8")
    with pytest.raises(DatasetError, match=rf"line 2 lacks '{keys[-1]}'"):
        read(place)
