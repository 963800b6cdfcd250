"""The papers' figures from label counts and worked examples, through their own result formats."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from judged_samples import result

from figloom.errors import DatasetError
from figloom.scores import flowce_results, m3str_results
from figloom.scores.published import published
from figloom.scores.summary import summary

Run = Callable[..., tuple[int, str, str]]
NO = {"entity": 2320, "relation": 2907, "mix": 1746}


def write(place: Path, told: Any) -> Path:
    place.write_text(told if isinstance(told, str) else json.dumps(told), "utf-8")
    return place


def always_no(many: int = 3481) -> dict[str, Any]:
    parts = {
        name: {"result": 0, "answer": [0] * no + [1] * (many - no), "predict": [0] * many}
        for name, no in NO.items()
    }
    return {"always-no": parts}


def test_m3strs_always_no(figloom: Run, tmp_path: Path) -> None:
    place = write(tmp_path / "task2.json", always_no())
    code, out, _ = figloom("score", place, "--format", "m3str", "--json")
    told = json.loads(out)
    assert code == 0
    parts = told["published"]["m3str"]["parts"]
    shown = [f"{parts[f'detect_{name}']:.3f}" for name in ("entity", "relation", "any")]
    assert shown == ["66.648", "83.510", "50.158"]
    assert told["published"]["m3str"]["mean"] is None
    assert told["classes"]["subtask"]["maps/detect_entity"]["yes_rate"] == 0
    assert told["classes"]["subtask"]["maps/detect_entity"]["balanced"] == 50
    assert told["whole"]["pictures"] == 3481


def test_m3strs_three_tasks_are_one_mean(tmp_path: Path) -> None:
    counts = {"answer": [2, 3], "predict": [2, "4"]}
    relations = {"answer": [5], "predict": [5]}
    first = {"m": {"entity": 0.5, "entity_results": counts, "relation_results": relations}}
    second = {"m": {name: {"answer": [0, 1], "predict": [0, 0]} for name in NO}}
    third = {"m": {"entity": {"answer": [4, 0], "predict": [4, 0]},
                   "relation": {"answer": [2], "predict": [1]}}}  # fmt: skip
    files = [write(tmp_path / f"{at}.json", told) for at, told in enumerate((first, second, third))]
    models = m3str_results.read(files)
    assert list(models) == ["m"]
    found = published(models["m"])["m3str"]
    assert list(found.parts.values()) == [50, 100, 50, 50, 50, 100, 0]
    assert found.mean == pytest.approx(400 / 7)
    with pytest.raises(DatasetError, match="a second time"):
        m3str_results.read([files[0], files[0]])


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("{", "cannot be read as JSON"),
        ([], "another form"),
        ({"m": {"entity": 0.5}}, "has no results"),
        ({"m": {"entity": {"answer": [0], "predict": []}}}, "equal length"),
        ({"m": {"entity_results": {"answer": ["x"], "predict": [1]}}}, "none of integer"),
    ],
)
def test_m3str_files_that_are_none(tmp_path: Path, told: Any, said: str) -> None:
    with pytest.raises(DatasetError, match=said):
        m3str_results.read([write(tmp_path / "r.json", told)])


def test_flowces_always_yes(figloom: Run, tmp_path: Path) -> None:
    rows = [f'{at}\t"A statement, {at}"\t{"Yes" if at < 53 else "No"}\tYes' for at in range(105)]
    text = "index\tquestion\tanswer\tprediction\n" + "\n".join(rows) + "\n"
    place = write(tmp_path / "logical_verification.tsv", text)
    code, out, _ = figloom("score", place, "--format", "flowce", "--json")
    told = json.loads(out)
    assert code == 0
    assert f"{told['published']['flowce']['parts']['verify']:.2f}" == "50.48"
    assert told["classes"]["kind"]["yes_no"]["yes_rate"] == 100


def test_flowces_dimensions(tmp_path: Path) -> None:
    columns = ("index", "question", "answer", "source", "prediction")
    told = [
        (1, "q", "Yes", "logical_judgment", "Unknown"),
        (2, "q", "Start, Send 1,326 letters, End", "information_extraction", "Start\nEnd"),
        (3, "q", "the whole of it", "summary", "the whole of it"),
        (4, "q", "No", "logical_judgment", "Failed to obtain answer via API."),
        (5, "q", "No", "logical_judgment", None),
    ]
    rows = [dict(zip(columns, row, strict=True)) for row in told]
    results = flowce_results.read([write(tmp_path / "all.json", rows)])
    assert [one.verdict.outcome for one in results] == [
        "unscored", "wrong", "unscored", "unscored", "unscored"
    ]  # fmt: skip
    assert results[1].sample.question.answer == ("Start", "Send 1,326 letters", "End")
    assert [bool(one.said.fault) for one in results] == [False, False, False, True, True]
    found = published(results)["flowce"]
    # "Unknown" is wrong as FlowCE counts it; what got no reply is in no figure.
    assert found.parts == {
        "verify": 0, "extract": pytest.approx(200 / 3), "locate": None, "reason": None,
        "summarise": None,
    }  # fmt: skip
    assert "only a judge" in "".join(summary(results).unscored)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("reasoning.tsv", "index\tquestion\tanswer\n1\tq\ta\n", "no prediction"),
        ("mine.tsv", "index\tquestion\tanswer\tprediction\n1\tq\ta\tb\n", "its dimension"),
        ("reasoning.tsv", "a\tb\n1\t2\n", "lacks one of"),
        ("reasoning.json", "[1]", "lacks one of"),
        ("reasoning.json", "[", "is broken"),
        ("reasoning.tsv", "", "no rows"),
        ("logical.tsv", "index\tquestion\tanswer\tprediction\n1\tq\tPerhaps\tb\n", "Yes or No"),
        (
            "reasoning.tsv",
            "index\tquestion\tanswer\tprediction\n1\tq\ta\tb\n1\tq\ta\tb\n",
            "earlier",
        ),
    ],
)
def test_flowce_files_that_are_none(tmp_path: Path, name: str, text: str, said: str) -> None:
    with pytest.raises(DatasetError, match=said):
        flowce_results.read([write(tmp_path / name, text)])


def test_chartbench_of_a_build() -> None:
    charts = {"family": "charts", "subtask": "value"}
    told = [
        result("a/0", True, "yes_no", "Yes", picture="a", group="v", polarity=True, **charts),
        result("a/1", False, "yes_no", "No", picture="a", group="v", polarity=False, **charts),
        result("b/0", True, "yes_no", "Yes", picture="b", group="v", polarity=True, **charts),
        result("b/1", False, "yes_no", "Yes", picture="b", group="v", polarity=False, **charts),
    ]
    found = summary(told)
    assert found.published["chartbench"].parts == {"acc_plus": 50, "nqa": None, "cor": 50}
    assert found.published["chartbench"].mean is None
    assert (found.pairs["charts/value"].n, found.pairs["charts/value"].right) == (2, 1)
