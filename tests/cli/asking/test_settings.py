"""What may be set or mistyped on the way from a dataset to a model."""

from __future__ import annotations

import base64
import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "servers"))
sys.path.insert(0, str(Path(__file__).parents[2] / "exam"))
sys.path.insert(0, str(Path(__file__).parent))
from quiz import quiz, said
from replies import Asked, Reply
from swift_server import swift, text_of
from trials import KEY, Eval, about, expected, honest, outcomes

from figloom.exam import folder


def test_options_that_are_refused_are_left_out_and_said(evaluate: Eval, tmp_path: Path) -> None:
    def script(number: int, asked: Asked) -> Reply:
        if "temperature" in asked:
            return Reply("Unsupported value: 'temperature' does not support 0 with this model.",
                         400, code="unsupported_value")  # fmt: skip
        if "max_tokens" in asked:
            return Reply("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.", 400)
        return honest(number, asked)

    with swift(script) as server:
        ran = evaluate(server)
    assert ran.err.count("the server refuses temperature") == 1
    assert about(tmp_path / "run")["left_out"] == ["max_tokens", "temperature"]
    last = server.asked[-1]
    assert last["max_completion_tokens"] == 2048
    assert "temperature" not in last
    assert len(server.asked) < 110, "what is refused once is not sent again"
    assert outcomes(tmp_path / "run") == expected(tmp_path / "run")


def _structured(text: str) -> str:
    answer = said(text)
    return json.dumps({"answer": int(answer) if answer.isdigit() else answer})


@pytest.mark.parametrize("honours", ["always", "never", "refuses", "sometimes"])
def test_replies_by_schema(honours: str, evaluate: Eval, tmp_path: Path) -> None:
    def script(number: int, asked: Asked) -> Reply:
        schema = "response_format" in asked
        if schema and honours == "refuses":
            return Reply("what is response_format?", 400)
        obeys = honours == "always" or (honours == "sometimes" and number % 2)
        text = text_of(asked)
        return Reply(_structured(text) if schema and obeys else said(text))

    with swift(script) as server:
        evaluate(server, "--structured")
    run = tmp_path / "run"
    assert outcomes(run) == expected(run), "both ways score alike"
    counts = about(run)["counts"]
    replies = dict(folder.read_replies(run / "replies.jsonl"))
    modes = Counter(one.mode for one in replies.values())
    assert modes["schema"] == counts["schema"]
    assert modes["plain"] == counts["plain"]
    assert (counts["schema"] == 100) == (honours == "always")
    assert (counts["plain"] == 100) == (honours in ("never", "refuses"))
    assert not any("{" in one.text for one in replies.values())
    journal = (run / "journal.jsonl").read_text("utf-8")
    assert ('{\\"answer\\"' in journal) == (counts["schema"] > 0), "the JSON is kept there"


def test_larger_pictures_are_made_smaller_and_counted(
    figloom: Callable[..., Any], tmp_path: Path
) -> None:
    from figloom.exam.pictures import image_of

    big = quiz(tmp_path / "big", 3, side=400)
    with swift(honest) as server:
        ran = figloom("eval", big, "--model", "m", "--base-url", server.url, "--out",
                      tmp_path / "run", "--max-pixels", 5000)  # fmt: skip
    assert ran.code == 0, ran.err
    for body in server.asked:
        data = base64.b64decode(body["messages"][0]["content"][0]["image_url"]["url"][22:])
        assert (image_of(data).width, image_of(data).height) == (100, 50)
    assert about(tmp_path / "run")["counts"]["resized"] == 12
    lines = (tmp_path / "run" / "journal.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert all(row["resized"] == [[400, 200, 100, 50]] for row in rows)


def test_other_settings_need_another_folder(evaluate: Eval) -> None:
    with swift(honest) as server:
        evaluate(server)
        ran = evaluate(server, "--temperature", 0.5, code=2)
        assert "holds a run with temperature 0.0, and this one has 0.5" in ran.err
        assert len(server.asked) == 100


def test_two_at_once_are_refused(evaluate: Eval, tmp_path: Path) -> None:
    from figloom.exam.journal import Journal

    with swift(honest) as server:
        with Journal(tmp_path / "run"):
            ran = evaluate(server, code=2)
            assert "Another figloom eval is at work in" in ran.err
        assert not server.asked
        evaluate(server)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--tasks", "coutn"], "no task or subtask 'coutn'. Did you mean 'count'?"),
        (["--prompt", "dierct"], "no prompt style 'dierct'. Did you mean 'direct'?"),
        (["--limit", "1", "--tasks", "detect"], "--limit 1 has no room"),
        (["--model", "baseline:random"], "answers in this process: leave out --base-url"),
        (["--temperature", "-1"], "'--temperature'"),
        (["--model", " "], "--model is empty"),
        (["--tasks", ","], "--tasks ',' names no task"),
        (["--timeout", "inf"], "--timeout inf is no number"),
        (["--price-in", "inf"], "--price-in inf is no number"),
        (["--price-out", "nan"], "'--price-out'"),
        (["--concurrency", "0"], "'--concurrency'"),
        (["--base-url", "localhost:8000"], "base_url is no address"),
        (["--base-url", "http://[half"], "base_url is no address"),
    ],
)
def test_mistakes(refused: Callable[..., str], dataset: Path, words: list[str], part: str) -> None:
    assert part in refused("eval", dataset, "--model", "m", "--base-url", "http://x/v1", *words)


def test_a_key_given_as_model_is_not_repeated(refused: Callable[..., str], dataset: Path) -> None:
    said = refused("eval", dataset, "--model", KEY, "--base-url", "http://x/v1")
    assert "--model is what OPENAI_API_KEY holds" in said
    assert KEY not in said


@pytest.mark.parametrize("place", ["", "run", ".."])
def test_a_run_does_not_lie_in_its_dataset(
    refused: Callable[..., str], dataset: Path, place: str
) -> None:
    words = ("--model", "m", "--base-url", "http://x/v1", "--out", dataset / place)
    before = sorted(dataset.parent.rglob("*"))
    assert "lie one in the other: choose another --out." in refused("eval", dataset, *words)
    assert sorted(dataset.parent.rglob("*")) == before


def test_a_long_name_of_a_model_is_cut(
    figloom: Callable[..., Any], dataset: Path, elsewhere: Path
) -> None:
    with swift(honest) as server:
        for model in ("m" * 400, "m" * 401):
            ran = figloom("eval", dataset, "--model", model, "--base-url", server.url,
                          "--limit", 2)  # fmt: skip
            assert ran.code == 0, ran.err
    names = [run.name for run in (elsewhere / "output" / "runs").iterdir()]
    assert len(names) == 2
    assert all(name.startswith("quiz--mmmm") and len(name) < 60 for name in names)


@pytest.mark.parametrize(
    ("where", "part"),
    [
        ("nowhere", "There is no folder nowhere: name the folder of a finished build"),
        ("m4str=x", "There is no benchmark 'm4str'"),
        (".", "is not a dataset"),
    ],
)
def test_what_is_no_dataset(refused: Callable[..., str], where: str, part: str) -> None:
    assert part in refused("eval", where, "--model", "m", "--base-url", "http://x/v1")


def test_openai_itself_needs_a_key(
    refused: Callable[..., str], dataset: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    assert "needs a key in OPENAI_API_KEY" in refused("eval", dataset, "--model", "gpt-4o")


def test_a_local_model_needs_no_server(
    figloom: Callable[..., Any], dataset: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    for _ in range(2):
        ran = figloom("eval", dataset, "--model", "baseline:random", "--structured")
        assert ran.code == 0, ran.err
        assert "100 of 100 samples replied to" in ran.out
    run = elsewhere / "output" / "runs" / "quiz--baseline-random--structured"
    assert about(run)["server"] == ""
    assert about(run)["counts"]["plain"] == 100
    assert len((run / "journal.jsonl").read_bytes().splitlines()) == 100
    assert "unscored" not in outcomes(run).values()


def test_the_address_may_come_from_the_environment(
    figloom: Callable[..., Any], dataset: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with swift(honest) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        ran = figloom("eval", dataset, "--model", "m", "--limit", 5)
        assert ran.code == 0, ran.err
        assert len(server.asked) == 5


def test_one_is_told_as_one(figloom: Callable[..., Any], dataset: Path) -> None:
    with swift(honest) as server:
        ran = figloom("eval", dataset, "--model", "m", "--base-url", server.url, "--tasks", "count",
                      "--limit", 1)  # fmt: skip
    assert "1 question on 1 picture, " in ran.out
    assert "1 of 1 sample replied to, 0 requests repeated" in ran.out
    assert "1 sample, about" in ran.err


def test_what_a_control_leaves_out_is_said(
    figloom: Callable[..., Any], refused: Callable[..., str], dataset: Path
) -> None:
    words = ("eval", dataset, "--model", "m", "--base-url", "http://127.0.0.1:9/v1")
    ran = figloom(*words, "--control", "rotated", "--dry-run")
    assert "25 samples, about" in ran.out
    assert "75 left out: 75 since it has no lettered options" in ran.out
    ran = figloom(*words, "--control", "blind", "--dry-run")
    assert "0 of pictures" in ran.out
    with swift(honest) as server:
        ran = figloom("eval", dataset, "--model", "m", "--base-url", server.url,
                      "--control", "rotated")  # fmt: skip
        assert "75 left out: 75 since it has no lettered options" in ran.out
        assert len(server.asked) == 25
    said = refused(*words, "--control", "rotated", "--tasks", "count")
    assert "There is nothing to ask (25 left out: 25 since it has no lettered options)" in said


def test_an_estimate_alone_asks_nothing(
    figloom: Callable[..., Any], dataset: Path, elsewhere: Path
) -> None:
    ran = figloom("eval", dataset, "--model", "gpt-4o", "--dry-run", "--price-in", 10,
                  "--price-out", 30)  # fmt: skip
    assert ran.code == 0
    assert "100 samples" in ran.out
    assert "Cost: about" in ran.out
    assert not list(elsewhere.rglob("*"))


def test_a_damaged_list_of_samples_is_written_anew(evaluate: Eval, tmp_path: Path) -> None:
    file = tmp_path / "run" / "samples.jsonl"
    with swift(honest) as server:
        evaluate(server)
        whole = file.read_bytes()
        for damaged in (whole[:-300], b"", b"\xff\n", b"{}\n" + whole):
            file.write_bytes(damaged)
            evaluate(server)
            assert file.read_bytes() == whole
        file.write_bytes(whole[:300])
        ran = evaluate(server, "--limit", 20, code=2)
        assert "samples that this command does not ask" in ran.err
        assert len(server.asked) == 100


@pytest.mark.parametrize("text", ["{}", "", "[]", '{"model": "quizzer", "dataset": {"name": "q"}}'])
def test_a_run_that_does_not_tell_itself(evaluate: Eval, tmp_path: Path, text: str) -> None:
    file = tmp_path / "run" / "run.json"
    with swift(honest) as server:
        evaluate(server)
        file.write_text(text, "utf-8")
        ran = evaluate(server, code=2)
        assert "delete it, and run the same figloom eval command again" in ran.err
        file.unlink()
        evaluate(server)
        assert len(server.asked) == 100
    assert about(tmp_path / "run")["counts"]["replied"] == 100
