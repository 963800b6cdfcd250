"""Released files, made by hand in the forms that their authors use, become samples."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from figloom.benchmarks import chartbench, flowce, m3str
from figloom.errors import DatasetError
from figloom.exam.controls import Skipped
from figloom.exam.sample import Sample
from figloom.score import score

SHARED = Path(__file__).parents[2].parent / "shared" / "data" / "chartbench"


def _drawn(path: Path, form: str = "PNG") -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet = io.BytesIO()
    Image.new("RGB", (30, 20), "white").save(sheet, form)
    path.write_bytes(sheet.getvalue())
    return sheet.getvalue()


def _parted(found: Iterable[Sample | Skipped]) -> tuple[dict[str, Sample], dict[str, str]]:
    every = list(found)
    assert len({one.id for one in every}) == len(every)
    return (
        {one.id: one for one in every if isinstance(one, Sample)},
        {one.id: one.reason for one in every if isinstance(one, Skipped)},
    )


@pytest.fixture
def m3str_folder(tmp_path: Path) -> Path:
    rows: dict[str, Any] = {
        "task1_count": [
            {"image_file": "1.png", "num_entity": 4, "num_relation": 3},
            {"image_file": "2.png", "num_entity": 11, "num_relation": 9},
        ],
        "task2_detection": [
            {"image_file": "task2_detection/1.png", "modified_type": "entity"},
            {"image_file": "task2_detection/2.png", "modified_type": "relation"},
            {"image_file": "task2_detection/3.png", "modified_type": ""},
            {"image_file": "task2_detection/4.png", "modified_type": ""},
        ],
        "task3_relation_with_answer": [
            {
                "image_file": "1.png",
                "input": "Which fits?\nA. river\n/mouth\nB. town\n/mayor\nC. x\nD. y\nE. z",
                "answer": "B",
            }
        ],
    }
    for name, told in rows.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(told), "utf-8")
    for place in ("task1_count/1", "task1_count/2", "task2_detection/1", "task2_detection/2",
                  "task2_detection/3", "task4_relation_reason/1"):  # fmt: skip
        _drawn(tmp_path / "images" / f"{place}.png")
    (tmp_path / "images" / "task2_detection" / "3.png").write_bytes(b"no picture")
    return tmp_path


def test_m3str(m3str_folder: Path) -> None:
    samples, skipped = _parted(m3str.read(m3str_folder))
    answers = {
        name.removeprefix("m3str/"): sample.question.answer for name, sample in samples.items()
    }
    assert answers == {
        "task1_count/0/count_entities": 4,
        "task1_count/0/count_relations": 3,
        "task1_count/1/count_relations": 9,
        "task2_detection/0/detect_entity": True,
        "task2_detection/0/detect_relation": False,
        "task2_detection/0/detect_any": True,
        "task2_detection/1/detect_entity": False,
        "task2_detection/1/detect_relation": True,
        "task2_detection/1/detect_any": True,
        "task3_relation_with_answer/0/complete_relation": "B",
    }
    assert {*skipped.values()} == {"its picture cannot be opened", "its picture is missing"}
    assert len(skipped) == 6
    choice = samples["m3str/task3_relation_with_answer/0/complete_relation"].question
    assert choice.choices == ("river /mouth", "town /mayor", "x", "y", "z")
    assert score(choice, "The answer is (B).").outcome == "right"


def test_one_task_file_of_m3str(m3str_folder: Path) -> None:
    samples, _ = _parted(m3str.read(m3str_folder / "task1_count.json"))
    assert {sample.question.task for sample in samples.values()} == {"count"}


def test_chartbench(tmp_path: Path) -> None:
    def row(number: int, task: str, *said: tuple[Any, str]) -> dict[str, Any]:
        return {
            "id": number,
            "image": "./data/test/bar/x/chart_1/image.png",
            "type": {"chart": "bar", "image": "x", "task": task, "QA": "Acc+"},
            "conversation": [{"label": label, "query": query} for label, query in said],
        }

    rows = [
        row(0, "VE", ("Yes", "It is 7."), ("No", "It is 9.")),
        row(1, "VC", ("Yes", "A is more."), ("No", "A is more.")),
        row(2, "NQA", ("1,200M", "How much?")),
        row(3, "NQA", (["Yes"], "Is there an edge?")),
        row(4, "NQA", (["Ann", "Bob"], "Who?")),
    ]
    (tmp_path / "test.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    image = _drawn(tmp_path / "data" / "test" / "bar" / "x" / "chart_1" / "image.png")
    samples, skipped = _parted(chartbench.read(tmp_path))
    assert skipped == dict.fromkeys(
        ("chartbench/1/0", "chartbench/1/1"), "its two statements are the same"
    )
    assert {sample.image.data for sample in samples.values() if sample.image} == {image}
    pair = [samples["chartbench/0/0"].question, samples["chartbench/0/1"].question]
    assert [one.polarity for one in pair] == [True, False]
    assert {one.group for one in pair} == {"chartbench/0"}
    number = samples["chartbench/2/0"].question
    assert (number.answer, number.unit) == (1200.0, "million")
    assert score(number, "about 1,250 million").outcome == "right"
    assert score(number, "1,300 million").outcome == "wrong"
    assert samples["chartbench/3/0"].question.answer is True
    assert score(samples["chartbench/4/0"].question, "Bob").outcome == "right"


def test_chartbench_s_own_mini_set(tmp_path: Path) -> None:
    if not SHARED.is_dir():
        pytest.skip(f"no {SHARED}: the released questions are not part of the project")
    text = (SHARED / "test_mini.jsonl").read_text("utf-8")
    (tmp_path / "test_mini.jsonl").write_text(text, "utf-8")
    for line in text.splitlines():
        path = tmp_path / json.loads(line)["image"]
        if not path.exists():
            _drawn(path)
    samples, skipped = _parted(chartbench.read(tmp_path))
    assert len(samples) + len(skipped) == 4 * 2 * 210 + 210
    assert set(skipped.values()) <= {"its two statements are the same"}
    assert len({sample.picture for sample in samples.values()}) == 210


@pytest.fixture
def flowce_folder(tmp_path: Path) -> Path:
    head = "index\tquestion\tanswer\tcategory\timage_path\tsource\n"
    rows = {
        "logical_verification": "1\tAfter A, B.\tYes\tLV\t1\ts\n",
        "Information_extraction": "2\tWhich texts?\tPay, Ship\tIE\t2.gif\ts\n",
        "location_recognition": "3\tAre A and B connected?\tNo\tLR\t3.png\ts\n",
        "reasoning": "4\tWhat is next?\tShip the goods\tRS\t4.png\ts\n",
        "summary": '5\tWhat is told?\t"It begins.\nIt ends."\tSM\t5.png\ts\n'
        "6\tWhat?\t\tSM\t5.png\ts\n",
    }
    for name, text in rows.items():
        (tmp_path / f"{name}.tsv").write_text(f"{head}{text}", "utf-8")
    for name, form in {"1.jpg": "JPEG", "2.gif": "GIF", "3.png": "PNG", "5.png": "PNG"}.items():
        _drawn(tmp_path / "images" / name, form)
    return tmp_path


def test_flowce(flowce_folder: Path) -> None:
    samples, skipped = _parted(flowce.read(flowce_folder))
    found = {
        sample.question.task: (sample.question.kind, sample.question.answer)
        for sample in samples.values()
    }
    assert found == {
        "verify": ("yes_no", True),
        "extract": ("texts", ("Pay", "Ship")),
        "locate": ("yes_no", False),
        "summarise": ("summary", "It begins.\nIt ends."),
    }
    assert sorted(skipped.values()) == [
        "its picture is missing", "its row lacks a question or an answer",
    ]  # fmt: skip
    mimes = {sample.question.task: sample.image.mime for sample in samples.values() if sample.image}
    assert (mimes["verify"], mimes["extract"]) == ("image/jpeg", "image/png")
    summary = next(one for one in samples.values() if one.question.task == "summarise")
    assert score(summary.question, "It begins and ends.").outcome == "unscored"


def test_a_name_leads_to_no_file_outside(flowce_folder: Path, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    for file in flowce_folder.glob("*.tsv"):
        text = file.read_text("utf-8").replace("1\ts", "../images/1.jpg\ts")
        (inner / file.name).write_text(text, "utf-8")
    samples, _ = _parted(flowce.read(inner))
    assert not samples


@pytest.mark.parametrize("reader", [m3str, chartbench, flowce])
def test_a_folder_without_the_files_is_said(reader: Any, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="give the folder with"):
        list(reader.read(tmp_path))


@pytest.mark.parametrize(
    ("reader", "name", "text", "said"),
    [
        (m3str, "task1_count.json", "{", "is not JSON"),
        (m3str, "task1_count.json", "[1]", "is no list of objects"),
        (m3str, "task1_count.json", "[{}]", "has no 'image_file'"),
        (chartbench, "test.jsonl", "[]", "is no JSON object"),
        (chartbench, "test.jsonl", '{"id": 1}', "lacks 'type'"),
        (flowce, "summary.tsv", "index\tquestion\n1\tx\n", "has no 'answer'"),
    ],
)
def test_broken_rows_are_named(
    reader: Any, name: str, text: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(DatasetError, match=said):
        list(reader.read(tmp_path))
