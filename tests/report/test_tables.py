"""The tables: the papers' layouts, and text from others that stays inert in each form."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from made_runs import HOSTILE, about, run, sample

from figloom.exam.sample import Sample
from figloom.report import inert, page, written
from figloom.report.runs import Run, read
from figloom.report.table import Share, Table, html, without_empty
from figloom.types import Scoring

SUBTASKS = {
    "count_entities": "count", "count_relations": "count", "detect_entity": "detect",
    "detect_relation": "detect", "detect_any": "detect", "complete_entity": "complete",
    "complete_relation": "complete",
}  # fmt: skip


def _runs(place: Path, told: Sequence[tuple[list[Sample], list[str], dict[str, Any]]]) -> list[Run]:
    return read([run(place / f"r{at}", *one) for at, one in enumerate(told)])


def _files(found: list[Run]) -> dict[str, str]:
    told = written.written(found, page.sections(found))
    return {name: text.decode("utf-8") for name, text in told.items()}


def _m3str(right: int) -> tuple[list[Sample], list[str]]:
    """Four questions of each subtask; the first subtask has so many right, the next one more."""
    samples, replies = [], []
    for at, (subtask, task) in enumerate(SUBTASKS.items()):
        for number in range(4):
            name = f"{subtask}/{number}"
            samples.append(sample(name, True, task=task, subtask=subtask))
            replies.append("Yes" if number < (right + at) % 5 else "No")
    return samples, replies


def _table(files: dict[str, str], name: str) -> dict[str, Any]:
    tables = json.loads(files["results.json"])["tables"]
    return next(table for table in tables if table["name"] == name)


def test_m3str_has_seven_columns_and_their_mean(tmp_path: Path) -> None:
    files = _files(_runs(tmp_path, [(*_m3str(0), about("a")), (*_m3str(1), about("b"))]))
    table = _table(files, "m3str")
    assert table["head"] == ["Model", "Entity", "Relation", "Entity", "Relation", "Mix", "Entity",
                             "Relation", "Overall"]  # fmt: skip
    assert table["rows"][0][:8] == ["a", 0.0, 25.0, 50.0, 75.0, 100.0, 0.0, 25.0]
    assert table["rows"][0][8]["value"] == pytest.approx(275 / 7, abs=1e-4)
    assert (
        "| Model | Count Entity | Count Relation | Detect Entity | Detect Relation | Detect Mix | "
        "Complete Entity | Complete Relation | Overall |"
    ) in files["results.md"]
    assert "| a | 0.00 | 25.00 | 50.00 | 75.00 | **100.00** | 0.00 | 25.00 |" in files["results.md"]
    assert (
        r" & \multicolumn{2}{c}{Count} & \multicolumn{3}{c}{Detect} & \multicolumn{2}{c}{Complete}"
        r" &  \\" in files["results.tex"]
    )
    assert (
        r"a & 0.00 & 25.00 & 50.00 & 75.00 & \textbf{100.00} & 0.00 & 25.00 & 39.29 ["
        in (files["results.tex"])
    )


def test_runs_on_two_datasets_have_no_best(tmp_path: Path) -> None:
    told = [(*_m3str(0), about("a")), (*_m3str(1), about("b", dataset="made-s2"))]
    files = _files(_runs(tmp_path, told))
    assert "**" not in files["results.md"]
    assert "textbf" not in files["results.tex"]


def _chart(family: str, subtask: str, said: tuple[str, str]) -> tuple[list[Sample], list[str]]:
    """A pair of statements, the true one first."""
    name = f"{family}/{subtask}"
    samples = [
        sample(f"{name}/{truth}", truth, family="charts", task=subtask, subtask=subtask,
               picture=name, group=name, polarity=truth, tags=(("family", family),))
        for truth in (True, False)
    ]  # fmt: skip
    return samples, list(said)


def _number(family: str, reply: str) -> tuple[list[Sample], list[str]]:
    name = f"{family}/number"
    one = sample(name, 10.0, "number", family="charts", task="number", subtask="read_number",
                 scoring=Scoring("number", (("tolerance", 0.5),)),
                 tags=(("family", family),))  # fmt: skip
    return [one], [reply]


def test_chartbench_by_family_and_task(tmp_path: Path) -> None:
    parts = [
        _chart("line", "recognise", ("Yes", "No")), _chart("line", "value", ("Yes", "Yes")),
        _chart("bar", "compare", ("No", "Yes")), _chart("stock", "overall", ("Yes", "No")),
        _chart("box", "recognise", ("No", "No")), _number("line", "10"), _number("box", "11"),
        _number("line", "I cannot tell."),
    ]  # fmt: skip
    samples = [one for some, _ in parts[:-1] for one in some]
    replies = [one for _, some in parts[:-1] for one in some]
    files = _files(_runs(tmp_path, [(samples, replies, about("a"))]))
    acc = _table(files, "chartbench_acc_plus")
    assert acc["head"] == ["Model", "Line", "Bar", "Regular", "Box", "Extra", "All"]
    assert acc["rows"] == [["a", 50.0, 0.0, 33.3333, 50.0, 50.0, 40.0]]
    assert _table(files, "chartbench_cor")["rows"] == [["a", 50.0, 0.0, 33.3333, 50.0, 50.0, 40.0]]
    assert _table(files, "chartbench_nqa")["rows"] == [
        ["a", 100.0, None, 100.0, 0.0, 0.0, 50.0]
    ]  # fmt: skip
    tasks = _table(files, "chartbench_tasks")
    assert tasks["head"][-3:] == ["Accuracy", "NQA", "Final"]
    # CR: right, No/No; VE: Yes/Yes; VC: swapped; GC: right; 0.8 * 40 + 0.2 * 50 in all
    assert tasks["rows"] == [["a", 50.0, 50.0, 0.0, 100.0, 0.0, 0.0, 100.0, 0.0, 40.0, 40.0,
                              60.0, 50.0, 42.0]]  # fmt: skip
    assert (
        r" & \multicolumn{3}{c}{Regular} & \multicolumn{2}{c}{Extra} &  \\"
        in (files["results.tex"])
    )
    assert r"\cmidrule(lr){2-4} \cmidrule(lr){5-6}" in files["results.tex"]


def test_flowce_has_five_columns_and_their_mean(tmp_path: Path) -> None:
    told = [
        ("verify", "yes_no", True, "Yes"), ("verify", "yes_no", False, "Yes"),
        ("extract", "texts", ("Pay", "Ship"), "Pay\nShip"), ("locate", "text", "Pay", "Pay"),
        ("reason", "text", "Ship", "Pay"),
    ]  # fmt: skip
    samples = [sample(f"f{at}", answer, kind, family="flows", task=task, subtask=f"{task}_x")
               for at, (task, kind, answer, _) in enumerate(told)]  # fmt: skip
    files = _files(_runs(tmp_path, [(samples, [reply for *_, reply in told], about("a"))]))
    table = _table(files, "flowce")
    assert table["head"] == ["Model", "Verification", "Extraction", "Localisation", "Reasoning",
                             "Summary", "Mean"]  # fmt: skip
    assert table["rows"] == [["a", 50.0, 100.0, 100.0, 0.0, None, None]]
    assert _table(files, "factor")["rows"] == [["a", 1, 1.0, 1.0, 0, 1]]


def test_csv_has_every_figure_and_no_formula(tmp_path: Path) -> None:
    samples, replies = _m3str(2)
    labels = [("note", text) for text in ("=1+1", "+1", "-1", "@SUM(1)", " =2", "\t=3", "plain")]
    samples = [
        sample(one.id, True, task=one.question.task, subtask=one.question.subtask,
               tags=(labels[at % 7],))
        for at, one in enumerate(samples)
    ]  # fmt: skip
    files = _files(_runs(tmp_path, [(samples, replies, about('=cmd|"/C calc"!A1'))]))
    rows = list(csv.DictReader(io.StringIO(files["results.csv"])))
    assert {row["model"] for row in rows} == {'\'=cmd|"/C calc"!A1'}
    notes = {row["name"] for row in rows if row["by"] == "note"}
    assert notes == {"'=1+1", "'+1", "'-1", "'@SUM(1)", "' =2", r"'\t=3", "plain"}
    whole = next(row for row in rows if row["by"] == "whole")
    assert (whole["questions"], whole["right"]) == ("28", str(replies.count("Yes")))
    assert float(whole["low"]) < float(whole["figure"]) < float(whole["high"])
    assert {row["by"] for row in rows} >= {"family", "task", "subtask", "kind", "m3str"}
    chances = [row["chance"] for row in rows if row["by"] == "subtask"]
    assert chances == ["50.0"] * 7
    for line in files["results.csv"].splitlines():
        assert not any(cell[:1] in ("=", "+", "-", "@", "\t") for cell in next(csv.reader([line])))


@pytest.mark.parametrize("text", [*HOSTILE, "*b* _i_ `c` [l](http://evil.example) <i>"])
def test_names_from_others_stay_inert(tmp_path: Path, text: str) -> None:
    one = sample("a", True, task=text, tags=(("type", text), (text, "x")))
    files = _files(_runs(tmp_path, [([one], ["Yes"], about(text))]))
    for name, told in files.items():
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u2028\u202a-\u202e]", told), name
    assert json.loads(files["results.json"])["runs"][0]["model"] == text
    tex = files["results.tex"]
    assert r"\input" not in tex
    assert not re.search(r"(?<!\\)[#%$](?![-\\ ])", tex.replace("{%\n", "").partition("\n")[2])
    for line in files["results.md"].splitlines():
        if line.startswith("| ") and "evil" in line:
            assert r"\[l\]\(" in line or r"\[l\](" in line or "HYPERLINK" in line
    heads = [line for line in files["results.md"].splitlines() if line.startswith("| Run")]
    body = files["results.md"].splitlines()
    first = body[body.index(heads[0]) + 2]
    assert len(re.findall(r"(?<!\\)\|", first)) == len(re.findall(r"\|", heads[0]))


def test_latex_of_every_special() -> None:
    assert inert.latex("a_b 5% #1 {x} ^~ \\ & $ <|>") == (
        r"a\_b 5\% \#1 \{x\} \textasciicircum{}\textasciitilde{} \textbackslash{} \& \$ "
        r"\textless{}\textbar{}\textgreater{}"
    )


def test_a_table_on_the_page() -> None:
    table = Table("t", "T <b>", ("Run", "Best", "Least", "p", "Word"), [
        ("a_b", Share(1.25, (0.5, 2.0)), Share(3.0), "<0.001", "x"),
        ("a_b", Share(-2.0), Share(None), "0.5", "–"),
    ], "", ("", "most", "least", "", ""))  # fmt: skip
    told = html(table)
    assert "T &lt;b&gt;" in told
    assert '<td class="best">1.2 <span class="span">[0.5, 2.0]</span></td>' in told
    assert '<td class="best">3.0</td>' in told
    assert "<td>−2.0</td>" in told
    assert "<td><bdi>&lt;0.001</bdi></td>" in told
    assert '<th scope="col" class="words">Word</th>' in told
    assert '<th scope="row" class="again">' in told
    assert without_empty(table, ("Least",)).head == table.head
    empty = Table("t", "", ("a", "b", "c"), [("x", 0, "–")])
    assert without_empty(empty).head == ("a",)
    assert without_empty(empty, ("b",)).head == ("a", "b")


def test_differences_have_a_sign() -> None:
    assert [Share(value, signed=True).text for value in (1.0, -1.0, 0.04, -0.04, None)] == [
        "+1.0", "−1.0", "0.0", "0.0", "–",
    ]  # fmt: skip
