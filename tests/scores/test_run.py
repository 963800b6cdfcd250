"""A run judged: nothing lost, nothing scored twice, nothing zero for a fault."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from judged_samples import result, sample

from figloom.exam import folder
from figloom.exam.folder import Said
from figloom.exam.sample import Sample
from figloom.judges import opinions
from figloom.scores.run import judge_run, verdict
from figloom.scores.summary import summary

Run = Callable[..., tuple[int, str, str]]


def written(
    place: Path, asked: list[Sample], lines: list[dict[str, Any]], model: str = "m"
) -> Path:
    place.mkdir(parents=True, exist_ok=True)
    folder.write_about(place, {"dataset": {"name": "d"}, "model": model})
    folder.write_samples(place, asked)
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (place / folder.REPLIES).write_text(text, "utf-8")
    return place


@pytest.fixture
def asked() -> list[Sample]:
    return [sample(f"q{at}", at % 2 == 0, "yes_no", f"p{at // 2}") for at in range(6)]


def test_every_sample_is_judged_once(
    tmp_path: Path, asked: list[Sample], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        {"id": "q1", "text": "No"}, {"id": "q0", "text": "Yes"}, {"id": "q1", "text": "Yes"},
        {"id": "stranger", "text": "Yes"}, {"id": "q2", "text": "", "fault": "HTTP 500"},
        {"id": "q3", "text": "Yes"}, {"id": "q4", "text": "Maybe"},
    ]  # fmt: skip
    run = written(tmp_path / "run", asked, lines)
    found = judge_run(run)
    verdicts = [(name, one.outcome, one.why, by) for name, one, by in folder.read_verdicts(run)]
    assert verdicts == [
        ("q0", "right", "", "rule"), ("q1", "right", "", "rule"),
        ("q2", "unscored", "HTTP 500", "rule"),
        ("q3", "wrong", "the reply gives another answer", "rule"),
        ("q4", "unscored", "no answer found in the reply", "rule"),
        ("q5", "unscored", "there is no reply", "rule"),
    ]  # fmt: skip
    whole = found.whole
    assert (whole.n, whole.right, whole.wrong, whole.unscored, whole.faults) == (6, 2, 1, 3, 2)
    assert (whole.accuracy, whole.of_all) == (pytest.approx(200 / 3), pytest.approx(100 / 3))
    said = capsys.readouterr().err
    assert "1 reply with an id that no sample has" in said
    assert "1 reply with an id that came before; the first counts" in said
    assert json.loads((run / folder.SCORES).read_text("utf-8")) == found.told()


def test_judging_again_writes_the_same_bytes(tmp_path: Path, asked: list[Sample]) -> None:
    run = written(tmp_path / "run", asked, [{"id": one.id, "text": "Yes"} for one in asked])
    judge_run(run)
    before = {path.name: path.read_bytes() for path in run.iterdir()}
    judge_run(run)
    assert {path.name: path.read_bytes() for path in run.iterdir()} == before


def test_what_was_cut_off_counts_up_to_its_last_sentence() -> None:
    def outcome(kind: Any, answer: Any, text: str) -> str:
        return verdict(sample("q", answer, kind), Said(text, finish="length")).outcome

    assert outcome("integer", 7, "There are 7 entities. They are") == "right"
    assert outcome("integer", 7, "Let me count them. First, there are 3") == "unscored"
    assert outcome("integer", 1, "First there is 1 node") == "unscored"
    assert outcome("integer", 12, "12") == "unscored"
    assert outcome("integer", 12, "12 entities are") == "right"
    assert outcome("yes_no", True, "Yes") == "right"
    assert outcome("yes_no", True, "Yes, the map shows") == "right"
    assert outcome("yes_no", True, "") == "unscored"


def test_half_a_surrogate_pair_and_control_characters_come_back(tmp_path: Path) -> None:
    said = "\ud800\x1b]0;title\x07 \u2028 \x00"
    one = sample("q", "right", "text")
    run = written(tmp_path / "run", [one], [{"id": "q", "text": said}])
    judge_run(run)
    (back,) = folder.results(run)
    assert back.said.text == said
    folder.write_replies(run, [("q", back.said)])
    judge_run(run)
    assert next(folder.results(run)).said.text == said


def test_twins_are_right_together_and_variants_are_not_twins() -> None:
    def one(name: str, reply: str, role: str, item: str) -> Any:
        return result(name, True, "yes_no", reply, picture=f"{item}/{role}", item=item, role=role,
                      group="g")  # fmt: skip

    found = summary([
        one("1", "Yes", "main", "a"), one("2", "Yes", "twin", "a"),
        one("3", "Yes", "main", "b"), one("4", "No", "twin", "b"),
        one("5", "Yes", "main", "c"), one("6", "?", "twin", "c"),
        one("7", "Yes", "main", "d"), one("8", "Yes", "variant:blind", "d"),
        one("9", "No", "main", "e"), one("10", "?", "twin", "e"),
    ])  # fmt: skip
    (twins,) = found.twins.values()
    assert (twins.n, twins.right, twins.wrong, twins.unscored) == (4, 1, 2, 1)
    assert not found.pairs


def test_breakdowns() -> None:
    told = [
        result("a", True, "yes_no", "Yes", tags=(("size", "10"), ("style", ""))),
        result("b", True, "yes_no", "No", tags=(("size", "9"),)),
        result("c", 3, "integer", "3", family="charts", subtask="s2"),
    ]
    found = summary(told)
    assert list(found.by["size"]) == ["9", "10"]
    assert "style" not in found.by
    assert set(found.by["subtask"]) == {"maps/s", "charts/s2"}
    assert set(found.by["kind"]) == {"yes_no", "integer"}
    assert json.loads(json.dumps(found.told())) == found.told()
    assert summary([]).whole.accuracy is None


def test_a_run_on_the_command_line(figloom: Run, tmp_path: Path, asked: list[Sample]) -> None:
    run = written(tmp_path / "run", asked, [{"id": one.id, "text": "Yes"} for one in asked])
    code, out, err = figloom("score", run)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "d by m: 6 questions on 3 pictures, 0 unscored"
    assert "maps/s" in out
    assert max(map(len, out.splitlines())) <= 100
    assert (run / folder.SCORES).exists()
    told = json.loads(figloom("score", run, "--json")[1])
    assert told["whole"]["accuracy"] == 50
    refused(figloom, "Did you mean 'subtask'", "score", run, "--by", "subtsk")
    refused(figloom, "leave --dataset away", "score", run, "--dataset", "x")


def test_two_runs_and_seeds(figloom: Run, tmp_path: Path, asked: list[Sample]) -> None:
    one = written(tmp_path / "a", asked, [{"id": x.id, "text": "Yes"} for x in asked], "one")
    two = written(tmp_path / "b", asked, [{"id": x.id, "text": ""} for x in asked[:1]], "two")
    right = [{"id": x.id, "text": "Yes" if x.question.answer else "No"} for x in asked]
    three = written(tmp_path / "c", asked, right, "three")
    code, out, _ = figloom("score", one, three)
    assert code == 0
    assert "+50.0" in out
    assert max(map(len, out.splitlines())) <= 100
    told = json.loads(figloom("score", one, three, "--json")[1])
    assert (told["whole"]["n"], told["whole"]["only"]) == (6, [0, 3])
    assert "0     –" in figloom("score", one, two)[1]
    refused(figloom, "add --seeds", "score", one, two, three)
    other = written(tmp_path / "d", [sample("z", True, "yes_no")], [{"id": "z", "text": "Yes"}])
    refused(figloom, "no sample in common", "score", one, other)
    refused(figloom, "is named twice", "score", one, tmp_path / "b" / ".." / "a")


def test_seeds_are_of_one_model_on_several_datasets(
    figloom: Run, tmp_path: Path, asked: list[Sample]
) -> None:
    def run(name: str, model: str, checksum: str, text: str, **settings: str) -> Path:
        place = written(tmp_path / name, asked, [{"id": x.id, "text": text} for x in asked])
        data = {"name": name, "checksum": checksum}
        folder.write_about(place, {"dataset": data, "model": model, "settings": settings})
        return place

    one, two = run("d-s1", "m", "1", "Yes"), run("d-s2", "m", "2", "Maybe. Yes.", prompt="direct")
    code, out, _ = figloom("score", one, two, "--seeds")
    assert code == 0
    assert "50.0" in out
    refused(figloom, "give two runs or more", "score", one, "--seeds")
    refused(figloom, "is named twice", "score", one, one, "--seeds")
    again = run("again", "m", "1", "No")
    refused(figloom, "are on the same dataset", "score", one, again, "--seeds")
    others = run("e-s2", "n", "2", "No"), run("f-s2", "m", "2", "No", control="blind")
    for other in others:
        refused(figloom, "differ in more", "score", one, other, "--seeds")


def test_verdicts_of_a_judge_are_said(figloom: Run, tmp_path: Path, asked: list[Sample]) -> None:
    run = written(tmp_path / "run", asked, [{"id": x.id, "text": "Perhaps."} for x in asked])
    assert "verdicts by" not in figloom("score", run)[1]
    told = [opinions.Opinion(x.id, "extract", "v", "j\x1b", ("Yes",)) for x in asked[:2]]
    opinions.write(run, told)
    assert "2 of 6 verdicts by judge j\\x1b (extract)" in figloom("score", run)[1]
    other = written(tmp_path / "other", asked, [{"id": x.id, "text": "Yes"} for x in asked])
    assert "A: 2 of 6 verdicts by judge" in figloom("score", run, other)[1]


def test_control_characters_never_reach_the_terminal(figloom: Run, tmp_path: Path) -> None:
    evil = "\x1b[2J\x9b31m\u202e"
    one = sample("q", True, "yes_no", subtask=f"s{evil}", tags=(("type", f"x{evil}"),))
    run = written(tmp_path / "run", [one], [{"id": "q", "text": "", "fault": f"dead{evil}"}], evil)
    for words in ((), ("--by", "type"), ("--json",)):
        code, out, err = figloom("score", run, *words)
        assert code == 0
        assert not {"\x1b", "\x9b", "\u202e"} & {*out, *err}


def test_a_runs_verdicts_by_others_are_compared_as_they_are(
    figloom: Run, tmp_path: Path, asked: list[Sample]
) -> None:
    lines = [{"id": x.id, "text": "Perhaps."} for x in asked]
    one, two = (written(tmp_path / name, asked, lines, name) for name in "ab")
    for run in (one, two):
        judge_run(run)
    right = ((x.id, folder.Verdict("right", 1.0, "Yes"), "judge") for x in asked)
    folder.write_verdicts(two, right)
    told = json.loads(figloom("score", one, two, "--json")[1])
    assert told["whole"]["unscored"] == [6, 0]


def test_standard_input(
    figloom: Run, tmp_path: Path, asked: list[Sample], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("figloom.scores.gathering.samples", lambda _: asked)
    line = json.dumps({"id": "q0", "text": "Yes"}).encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(line)))
    code, out, _ = figloom("score", "-", "--dataset", "any", "--json")
    assert (code, json.loads(out)["whole"]["right"]) == (0, 1)
    monkeypatch.setattr(
        sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b'{"id": "z", "text": ""}'))
    )
    code, _, err = figloom("score", "-", "--dataset", "any")
    assert code == 2
    assert "answers no sample" in err


def refused(figloom: Run, said: str, *words: object) -> None:
    code, out, err = figloom(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
