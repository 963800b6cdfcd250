"""`figloom report` from the command line: where it writes, what it leaves out, what it refuses."""

from __future__ import annotations

import io
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_runs import about, run, sample
from PIL import Image

from figloom import benchmarks
from figloom.exam import folder
from figloom.exam.folder import Result, Said
from figloom.exam.source import opened
from figloom.report import gallery, pictures
from figloom.report.chosen import chosen
from figloom.report.runs import read
from figloom.types import Verdict

TABLES = {"results.csv", "results.json", "results.md", "results.tex"}


def _data(page: Path) -> dict[str, Any]:
    text = page.read_text("utf-8")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_one_run_has_its_report_beside_it(
    figloom: Callable[..., Any], runs: dict[str, Path], tmp_path: Path
) -> None:
    place = shutil.copytree(runs["better"], tmp_path / "mine")
    ran = figloom("report", place)
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[0] == f"report  {place / 'report.html'}"
    assert {path.name for path in place.iterdir()} >= {"report.html", *TABLES}
    data = _data(place / "report.html")
    assert len(data["items"]) == len(list(folder.results(place)))
    assert all(item["picture"] >= 0 for item in data["items"])
    assert data["notes"] == []


def test_equal_runs_give_equal_bytes(
    figloom: Callable[..., Any], runs: dict[str, Path], tmp_path: Path
) -> None:
    for name in ("one", "two"):
        assert figloom("report", *runs.values(), "--out", tmp_path / name).code == 0
    for name in ("report.html", *TABLES):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_several_runs_need_a_place(
    figloom: Callable[..., Any], runs: dict[str, Path], tmp_path: Path
) -> None:
    ran = figloom("report", *runs.values())
    assert (ran.code, ran.out) == (2, "")
    assert "3 runs go on one page: say with --out where it goes." in ran.err
    page = tmp_path / "new" / "mine.html"
    assert figloom("report", *runs.values(), "--out", page).code == 0
    assert {path.name for path in page.parent.iterdir()} == {"mine.html", *TABLES}


@pytest.mark.parametrize("place", ["file", "file/page", "file/page.html"])
def test_a_file_is_no_place(
    figloom: Callable[..., Any], runs: dict[str, Path], tmp_path: Path, place: str
) -> None:
    (tmp_path / "file").write_text("kept", "utf-8")
    ran = figloom("report", runs["better"], "--out", tmp_path / place)
    assert (ran.code, ran.out) == (2, "")
    assert str(tmp_path / "file") in ran.err
    assert "Traceback" not in ran.err
    assert (tmp_path / "file").read_text("utf-8") == "kept"


@pytest.mark.parametrize(
    ("place", "said"), [("nowhere", "is not a run: it has no run.json"), ("", "is named twice")]
)
def test_what_is_no_run(
    figloom: Callable[..., Any], runs: dict[str, Path], tmp_path: Path, place: str, said: str
) -> None:
    other = tmp_path / place if place else runs["better"]
    ran = figloom("report", runs["better"], other, "--out", tmp_path / "out")
    assert ran.code == 2
    assert said in ran.err
    assert not (tmp_path / "out").exists()


def test_a_dataset_that_is_gone(figloom: Callable[..., Any], tmp_path: Path) -> None:
    place = run(tmp_path / "r", [sample("a", True)], ["Yes"], about())
    ran = figloom("report", place)
    assert ran.code == 0
    assert "the gallery has no pictures of made-s1: There is no folder /nowhere/made-s1" in ran.err
    data = _data(place / "report.html")
    assert data["pictures"] == []
    assert data["items"][0]["picture"] == -1
    assert data["notes"] == [
        "The dataset made-s1 is not where it was, so its items are shown without pictures."
    ]
    assert "/nowhere" not in (place / "report.html").read_text("utf-8")


def test_a_dataset_that_has_changed(
    figloom: Callable[..., Any], runs: dict[str, Path], tmp_path: Path
) -> None:
    place = shutil.copytree(runs["better"], tmp_path / "mine")
    told = folder.about(place)
    told["dataset"]["checksum"] = "of another build"
    folder.write_about(place, told)
    ran = figloom("report", place)
    assert "is another dataset by now" in ran.err
    assert _data(place / "report.html")["pictures"] == []


def test_a_run_that_was_not_judged_is_judged(
    figloom: Callable[..., Any], runs: dict[str, Path], tmp_path: Path
) -> None:
    place = shutil.copytree(runs["better"], tmp_path / "mine")
    (place / folder.VERDICTS).unlink()
    assert figloom("report", place).code == 0
    assert (place / folder.VERDICTS).read_bytes() == (runs["better"] / folder.VERDICTS).read_bytes()


def test_pictures_of_a_released_benchmark(tmp_path: Path) -> None:
    image = io.BytesIO()
    Image.new("RGB", (40, 30), "navy").save(image, "PNG")
    for number in (1, 2):
        place = tmp_path / "data" / "test" / "bar" / f"chart_{number}"
        place.mkdir(parents=True)
        (place / "image.png").write_bytes(image.getvalue())
    row = {
        "id": 7, "image": "./data/test/bar/chart_1/image.png",
        "type": {"chart": "bar", "image": "vertical_single", "task": "NQA", "QA": "GPT-acc"},
        "conversation": [{"query": "How high is a?", "label": "5"}],
    }  # fmt: skip
    (tmp_path / "test.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    source = opened(f"chartbench={tmp_path}", benchmarks.readers())
    (asked,) = source.samples()
    told = {"path": str(tmp_path), "benchmark": "chartbench", "checksum": source.checksum}
    assert pictures.read(told, {asked.picture}) == {asked.picture: image.getvalue()}
    assert pictures.read(told, {"another"}) == {}


def test_a_huge_picture_is_shown_smaller() -> None:
    image = io.BytesIO()
    Image.effect_noise((2800, 700), 90).save(image, "PNG")
    copy = pictures.smaller(image.getvalue())
    assert copy is not None
    assert pictures.smaller(copy) == copy
    with Image.open(io.BytesIO(copy)) as smaller:
        assert smaller.size == (1400, 350)
    assert pictures.url(copy).startswith("data:image/webp;base64,")
    assert pictures.smaller(b"<svg onload=alert(1)>") is None


def test_a_run_without_samples(figloom: Callable[..., Any], tmp_path: Path) -> None:
    place = run(tmp_path / "r", [], [], about())
    assert figloom("report", place).code == 0
    assert _data(place / "report.html")["items"] == []


def test_huge_replies_leave_a_small_page(figloom: Callable[..., Any], tmp_path: Path) -> None:
    huge = "word " * 2_000_000
    replies = [f"{huge}The answer is Yes.", "=1+1\n" * 1000, "是" * 100_000]
    many = [sample(f"s{at}", True, text="长" * 50_000) for at in range(300)]
    place = run(tmp_path / "r", many, [*replies, *["是" * 5000] * 297], about())
    assert figloom("report", place).code == 0
    page = place / "report.html"
    assert page.stat().st_size < 10_000_000
    data = _data(page)
    assert 25 <= len(data["items"]) <= gallery.MOST
    shown = {item["id"]: item for item in data["items"]}
    assert "characters left out" in next(iter(shown.values()))["question"]
    assert data["notes"][1].endswith("are shown, spread over the subtasks by a hash.")
    assert sum((place / name).stat().st_size for name in TABLES) < 100_000


def test_the_gallery_is_fair() -> None:
    verdicts = [Verdict("right", 1.0)] * 900 + [Verdict("wrong", 0.0)] * 90
    verdicts += [Verdict("unscored", 0.0)] * 10
    results = [
        Result(sample(f"{at}", True, subtask=f"s{at % 3}" if at % 50 else "rare"), Said("x"), one)
        for at, one in enumerate(verdicts)
    ]
    taken = chosen(results, 100)
    outcomes = [one.verdict.outcome for one in taken]
    assert [outcomes.count(name) for name in ("right", "wrong", "unscored")] == [45, 45, 10]
    assert sum(one.sample.question.subtask == "rare" for one in taken) >= 8
    assert [one.sample.id for one in taken] == sorted((one.sample.id for one in taken), key=int)
    fewer = {one.sample.id for one in chosen(results, 40)}
    assert fewer <= {one.sample.id for one in taken}


def test_names_tell_runs_apart(tmp_path: Path) -> None:
    one = [sample("a", True)]
    told = [about("m"), about("m", control="no_text"), about("m", dataset="made-s2"), about("n")]
    told += [about("n")]
    places = [run(tmp_path / f"r{at}", one, ["Yes"], each) for at, each in enumerate(told)]
    assert [each.label for each in read(places)] == [
        "m · made-s1", "m · made-s1 · no text", "m · made-s2", "n · made-s1 · r3",
        "n · made-s1 · r4",
    ]  # fmt: skip
    assert [each.label for each in read(places[:1])] == ["m"]


def test_no_key_appears(
    figloom: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "sk-planted-0123456789"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    place = run(tmp_path / "r", [sample("a", True)], ["Yes"], about())
    ran = figloom("report", place)
    written = [path for path in place.iterdir() if path.name in {"report.html", *TABLES}]
    assert len(written) == 5
    assert all(key.encode() not in path.read_bytes() for path in written)
    assert key not in ran.out + ran.err
