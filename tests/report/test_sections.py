"""Sections: controls paired item by item, the annotation gap, seeds, judges, chance, heat maps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from made_runs import about, run, sample

from figloom.exam.folder import Said
from figloom.judges import opinions
from figloom.judges.opinions import Opinion
from figloom.report import page
from figloom.report.drawing import Point, differences, forest
from figloom.report.runs import read
from figloom.report.section import Drawing, Fold, Section
from figloom.report.table import Share, Table
from figloom.scores.run import judge_run

MANY = [sample(f"s{at}", at % 2 == 0, tags=(("type", "bar" if at < 20 else "pie"),))
        for at in range(40)]  # fmt: skip
RIGHT = ["Yes" if one.question.answer else "No" for one in MANY]


def _sections(*places: Path) -> dict[str, Section]:
    return {one.slug: one for one in page.sections(read(places))}


def _tables(section: Section) -> dict[str, Table]:
    return {table.name: table for table in section.tables()}


def _value(cell: Any) -> float | None:
    assert isinstance(cell, Share)
    return cell.value


def test_a_control_is_paired_with_the_full_run_of_the_same_model(tmp_path: Path) -> None:
    full = run(tmp_path / "full", MANY, RIGHT, about("m"))
    # The control leaves out four samples and has ten wrong; one more is unscored.
    shown = MANY[4:]
    said = [*RIGHT[4:29], "", *("No" if one == "Yes" else "Yes" for one in RIGHT[30:])]
    blind = run(tmp_path / "blind", shown, said, about("m", control="blind"))
    other = run(tmp_path / "other", MANY, RIGHT, about("n", control="blind"))
    far = run(tmp_path / "far", MANY, RIGHT, about("m", dataset="made-s2", control="facts"))
    section = _sections(full, blind, other, far)["controls"]
    assert "n · made-s1 · blind, m · made-s2 · facts" in section.lead
    (row,) = _tables(section)["controls"].rows
    assert row[0] == "m · made-s1 · blind"
    assert row[1] == 35
    assert _value(row[2]) == 100.0
    assert _value(row[4]) == pytest.approx(-100 * 10 / 35)
    assert row[5:7] == (10, 0)
    drawn = next(part for part in section.parts if isinstance(part, Drawing))
    assert "−28.6" in drawn.html


def test_no_control_no_section(tmp_path: Path) -> None:
    found = _sections(run(tmp_path / "r", MANY, RIGHT, about()))
    assert (
        not {"controls", "paired", "labels", "factor", "judges", "seeds", "papers"} - {"papers"}
        & found.keys()
    )


def test_the_annotation_gap(tmp_path: Path) -> None:
    charts = [
        sample(f"c{at}", True, family="charts", tags=(("labels", "yes" if at < 10 else "no"),))
        for at in range(30)
    ]
    said = ["Yes"] * 9 + ["No"] + ["Yes"] * 10 + ["No"] * 9 + [""]
    full = run(tmp_path / "full", charts, said, about("m"))
    plain = run(tmp_path / "plain", charts[:10], ["No"] * 10, about("m", control="no_labels"))
    tables = _tables(_sections(full, plain)["labels"])
    (row,) = tables["labels"].rows
    assert row[1:3] == (10, 20)
    assert _value(row[3]) == 90.0
    assert _value(row[4]) == pytest.approx(100 * 10 / 19)
    assert _value(row[5]) == pytest.approx(90 - 100 * 10 / 19)
    assert row[5].interval[0] < row[5].value < row[5].interval[1]
    (again,) = tables["labels_drawn"].rows
    assert again[1:3] == ("values written on no chart", 10)
    assert _value(again[5]) == -90.0


def test_seeds_of_one_model(tmp_path: Path) -> None:
    wrong = ["No" if one == "Yes" else "Yes" for one in RIGHT]
    places = [
        run(tmp_path / "a", MANY, RIGHT, about("m", "made-s1")),
        run(tmp_path / "b", MANY, [*RIGHT[:20], *wrong[20:]], about("m", "made-s2")),
        run(tmp_path / "c", MANY, RIGHT, about("n", "made-s1")),
        run(tmp_path / "d", MANY, RIGHT, about("m", "other-s1")),
    ]
    table = _tables(_sections(*places)["seeds"])["seeds"]
    assert [row[:4] for row in table.rows if row[2] == "accuracy"] == [("m", "made", "accuracy", 2)]
    assert _value(table.rows[0][4]) == 75.0
    assert [_value(cell) for cell in table.rows[0][6:]] == [50.0, 100.0]


def test_a_judge_stands_beside_the_rule(tmp_path: Path) -> None:
    one = [sample(f"t{at}", "Pay", "text", family="flows", task="reason") for at in range(2)]
    place = run(tmp_path / "r", one, ["Pay", "Ship it"], about("m"))
    opinions.write(place, [
        Opinion("t0", "answer", "v", "judge-x", (5.0, 5.0)),
        Opinion("t1", "answer", "v", "judge-x", (1.0, 3.0)),
    ])  # fmt: skip
    (row,) = _tables(_sections(place)["judges"])["judges"].rows
    assert row[:5] == ("flows/reason", "m", "judge-x", "answer", 2)
    assert _value(row[5]) == 3.5
    assert _value(row[8]) == 0.5


def test_accuracy_says_what_of_it_is_the_judges(tmp_path: Path) -> None:
    one = [sample(f"t{at}", True) for at in range(3)]
    place = run(tmp_path / "r", one, ["Yes", "It could be yes or no.", ""], about("m"))
    other = run(tmp_path / "o", one, ["Yes"] * 3, about("n"))
    alone = _sections(place)["overview"]
    assert "By judge" not in _tables(alone)["overview"].head
    assert "verdicts by" not in alone.html()
    opinions.write(place, [Opinion("t1", "equal", "v", "Judge<X>", (1.0,))])
    judge_run(place)
    found = _sections(place)["overview"]
    said = "he accuracy includes 1 of 3 verdicts by judge Judge&lt;X&gt; (equal)."
    assert f"T{said}" in found.html()
    both = _sections(place, other)["overview"]
    assert f"m: t{said}" in both.html()
    table = _tables(both)["overview"]
    assert [row[table.head.index("By judge")] for row in table.rows] == [1, 0]


def test_a_difference_without_interval_is_hollow(tmp_path: Path) -> None:
    places = [
        run(tmp_path / name, MANY[:many], [*said][:many], about(name))
        for name, many, said in (("a", 40, RIGHT), ("b", 1, ["No"]), ("c", 40, ["No"] * 40))
    ]
    drawn = _sections(*places)["paired"].html()
    assert drawn.count('class="dot hollow') == 2, "b with a, c with b"
    assert drawn.count(">−100.0, no interval<") == 1
    assert drawn.count("A hollow dot has no interval") == 1
    assert "hollow" not in _sections(places[0], places[2])["paired"].html()


def test_worst_subtasks_are_those_least_above_chance(tmp_path: Path) -> None:
    many, said = [], []
    for subtask, right in (("good", 9), ("chance", 5), ("bad", 2), ("perfect", 10)):
        many += [sample(f"{subtask}{at}", at % 2 == 0, subtask=subtask) for at in range(10)]
        truths = ["Yes" if at % 2 == 0 else "No" for at in range(10)]
        said += [one if at < right else "No" if one == "Yes" else "Yes"
                 for at, one in enumerate(truths)]  # fmt: skip
    table = _tables(_sections(run(tmp_path / "r", many, said, about()))["tasks"])["worst"]
    assert [row[1] for row in table.rows] == ["maps/bad", "maps/chance", "maps/good"]
    assert _value(table.rows[0][5]) == pytest.approx(-30.0)


def test_unscored_is_never_wrong(tmp_path: Path) -> None:
    said = [Said("", "no reply: 503"), "", *RIGHT[2:]]
    found = _sections(run(tmp_path / "r", MANY, said, about()))
    row = _tables(found["overview"])["overview"].rows[0]
    assert row[3] == 2
    assert _value(row[4]) == 5.0
    assert row[5] == 1
    assert _value(row[6]) == 100.0
    assert _value(row[7]) == 95.0
    drawn = [part for part in found["overview"].parts if isinstance(part, Drawing)]
    assert "38 right, 0 wrong, 2 unscored" in drawn[1].html
    reasons = _tables(found["details"])["unscored"].rows
    assert {row[1:] for row in reasons} == {("no reply: 503", 1), ("the reply is empty", 1)}


def test_a_heat_map_counts_what_was_scored(tmp_path: Path) -> None:
    said = ["", *RIGHT[1:10], *["No"] * 30]
    section = _sections(run(tmp_path / "r", MANY, said, about()))["types"]
    (fold,) = section.parts
    assert isinstance(fold, Fold)
    assert isinstance(fold.parts[0], Drawing)
    assert 'title="14 of 19">74<' in fold.parts[0].html
    assert 'title="10 of 20">50<' in fold.parts[0].html
    assert 'title="24 of 39">62<' in fold.parts[0].html


def test_a_forest_says_what_it_draws() -> None:
    told = forest([("g", [Point("<m>", 50.0, (40.0, 60.0), 25.0, 9, "50.0 [40.0, 60.0]")])])
    assert 'aria-label="&lt;m&gt;: 50.0 [40.0, 60.0]"' in told
    assert '<circle class="dot s1" cx="50.0%"' in told
    assert 'x1="40.4%" x2="59.6%"' in told
    assert '<line class="chance" x1="26.0%"' in told


def test_a_scale_of_differences_holds_all_and_is_even() -> None:
    for reach, high in ((0.0, 4), (4.0, 4), (4.1, 10), (33.0, 40), (100.0, 100)):
        scale = differences([-reach, 1.0])
        assert (scale.low, scale.high) == (-high, high)
        assert scale.place(0.0) == 50.0
