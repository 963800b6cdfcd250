"""`figloom eval` against a model server on this machine that has every fault there is."""

from __future__ import annotations

import base64
import json
import logging
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "servers"))
sys.path.insert(0, str(Path(__file__).parents[1] / "exam"))
from quiz import ASKED, is_right, quiz, said
from swift_server import Asked, Reply, SwiftServer, swift, text_of

from figloom.exam import ask, folder, remote
from figloom.types import Verdict

KEY = "sk-very-secret-0123456789"
PASSWORD = "hunter2-and-more"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr(remote, "POLICY", replace(remote.POLICY, pause=0.01))


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return quiz(tmp_path / "quiz", 25)


Eval = Callable[..., Any]


@pytest.fixture
def evaluate(figloom: Callable[..., Any], dataset: Path, tmp_path: Path) -> Eval:
    """Runs `figloom eval` on the quiz; no secret may be said or kept, whatever happens."""

    def run(server: SwiftServer | str, *words: object, code: int | None = 0) -> Any:
        url = server if isinstance(server, str) else server.url
        ran = figloom("eval", dataset, "--model", "quizzer", "--base-url", url,
                      "--out", tmp_path / "run", *words)  # fmt: skip
        assert code in (None, ran.code), ran.err
        kept = "".join(file.read_text("utf-8") for file in (tmp_path / "run").rglob("*.*"))
        for secret in (KEY, PASSWORD, base64.b64encode(f"me:{PASSWORD}".encode()).decode()):
            assert secret not in ran.out + ran.err + kept
        return ran

    return run


def honest(number: int, asked: Asked) -> Reply:
    return Reply(said(text_of(asked)))


def there_again(server: SwiftServer) -> AbstractContextManager[SwiftServer]:
    """A server that is honest, at the address of one that is gone."""
    return swift(honest, port=urlsplit(server.url).port or 0)


def verdicts(run: Path) -> dict[str, Verdict]:
    found = list(folder.read_verdicts(run))
    assert len({name for name, _, _ in found}) == len(found)
    return {name: verdict for name, verdict, _ in found}


def expected(run: Path) -> dict[str, str]:
    """Outcomes of an undisturbed run, by the quiz itself."""
    return {
        sample.id: "right" if is_right(sample.prompt) else "wrong"
        for sample in folder.read_samples(run)
    }


def outcomes(run: Path) -> dict[str, str]:
    return {name: verdict.outcome for name, verdict in verdicts(run).items()}


def about(run: Path) -> dict[str, Any]:
    return json.loads((run / "run.json").read_text("utf-8"))


def test_every_question_once(evaluate: Eval, tmp_path: Path) -> None:
    with swift(honest) as server:
        ran = evaluate(server)
    run = tmp_path / "run"
    assert len(server.asked) == 100
    assert len({text_of(body) for body in server.asked}) == 100
    assert set(server.keys) == {f"Bearer {KEY}"}
    assert outcomes(run) == expected(run)
    rights = Counter(outcomes(run).values())["right"]
    assert f"accuracy {rights}.0 (" in ran.out
    assert "100 of 100 samples replied to, 0 requests repeated, 1,100 tokens in" in ran.out
    names = [sample.id for sample in folder.read_samples(run)]
    assert names == [f"quiz/all/{n:06}/main/{k}" for n in range(25) for k in range(4)]
    assert [name for name, _ in folder.read_replies(run / "replies.jsonl")] == names
    told = about(run)
    assert told["server"] == server.url.removeprefix("http://").removesuffix("/v1")
    assert told["counts"]["asked"] == told["counts"]["replied"] == 100
    assert told["tokens"]["in"] == 1100
    body = server.asked[0]
    assert body["temperature"] == 0
    assert body["seed"] == 0
    assert body["max_tokens"] == 2048
    first, second = body["messages"][0]["content"]
    assert first["image_url"]["url"].startswith("data:image/png;base64,")
    assert second["type"] == "text"


def test_a_second_run_asks_nothing(evaluate: Eval, tmp_path: Path) -> None:
    with swift(honest) as server:
        evaluate(server)
        before = {file.name: file.read_bytes() for file in (tmp_path / "run").glob("*.jsonl")}
        ran = evaluate(server)
        assert len(server.asked) == 100
        assert f"0 asked: all replies were there, from {urlsplit(server.url).netloc}" in ran.out
    assert before == {file.name: file.read_bytes() for file in (tmp_path / "run").glob("*.jsonl")}


def test_a_larger_limit_asks_only_the_rest(evaluate: Eval, tmp_path: Path) -> None:
    with swift(honest) as server:
        evaluate(server, "--limit", 40)
        assert len(server.asked) == 40
        evaluate(server, "--limit", 70)
        assert len(server.asked) == 70


def test_a_smaller_part_does_not_take_the_place_of_a_larger(evaluate: Eval, tmp_path: Path) -> None:
    with swift(honest) as server:
        evaluate(server, "--tasks", "count,odd")
        run = tmp_path / "run"
        assert {one.question.subtask for one in folder.read_samples(run)} == {"plus", "odd"}
        before = {file.name: file.read_bytes() for file in run.iterdir()}
        ran = evaluate(server, "--tasks", "count", code=2)
    assert "holds 25 samples that this command does not ask" in ran.err
    assert before == {file.name: file.read_bytes() for file in run.iterdir()}


def test_another_server_needs_another_folder_once_it_is_asked(
    evaluate: Eval, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    with swift(honest) as server:
        evaluate(server, "--limit", 40)
    with swift(honest) as other:
        ran = evaluate(other, "--limit", 40)
        host = urlsplit(server.url).netloc
        assert f"0 asked: all replies were there, from {host}" in ran.out
        assert about(run)["server"] == host
        before = {file.name: file.read_bytes() for file in run.iterdir()}
        ran = evaluate(other, code=2)
        assert f"holds replies of {host}, and this command asks" in ran.err
        assert not other.asked
    assert before == {file.name: file.read_bytes() for file in run.iterdir()}


def test_a_servers_words_move_no_cursor(evaluate: Eval) -> None:
    with swift(lambda number, asked: Reply("\x1b[2J\x9b31mgone", status=400)) as server:
        ran = evaluate(server, code=2)
    assert "\\x1b[2J" in ran.err
    assert "\x1b" not in ran.err
    assert "\x9b" not in ran.err


FAULTS: dict[str, Reply] = {
    "429": Reply(status=429, headers={"Retry-After": "0.05"}),
    "500": Reply(status=500),
    "503": Reply("<html>busy</html>", status=503),
    "dropped": Reply(drop=True),
    "cut": Reply("Yes", cut=True),
    "no JSON": Reply(raw=b"<html>gateway</html>"),
    "half JSON": Reply(raw=b'{"choices": [{"message": {"content": "Ye'),
    "other JSON": Reply(raw=b'{"choices": []}'),
    "null": Reply(raw=b"null"),
    "deep": Reply(raw=b"[" * 100_000),
    "slow": Reply("Yes", delay=5.0),
}


def test_no_fault_costs_a_sample(evaluate: Eval, tmp_path: Path) -> None:
    """A third of all requests meet a fault; every sample ends with the reply it would have had."""
    kinds, chance = list(FAULTS.values()), Random("faults")

    def script(number: int, asked: Asked) -> Reply:
        return chance.choice(kinds) if chance.random() < 0.33 else honest(number, asked)

    with swift(script) as server:
        evaluate(server, "--timeout", 0.5, code=None)
        assert len(server.asked) > 120
    run = tmp_path / "run"
    while about(run)["counts"]["faults"]:
        assert {v.outcome for v in verdicts(run).values() if "model server" in v.why} <= {
            "unscored"
        }
        with there_again(server):
            evaluate(server)
    assert outcomes(run) == expected(run)
    assert about(run)["counts"]["retried"] > 20


def test_what_never_answers_is_unscored_and_asked_again(evaluate: Eval, tmp_path: Path) -> None:
    """A puzzle for each fault always meets it; the others are none the worse, and a rerun asks."""
    kinds = dict(enumerate(FAULTS.values()))

    def script(number: int, asked: Asked) -> Reply:
        found = ASKED.search(text_of(asked))
        assert found
        fault = kinds.get(int(found[1])) if found[2] == "2" else None
        return fault or honest(number, asked)

    run = tmp_path / "run"
    with swift(script) as server:
        ran = evaluate(server, "--timeout", 0.4, code=1)
        requests = len(server.asked)
    told = outcomes(run)
    assert about(run)["counts"]["faults"] == len(kinds)
    assert about(run)["counts"]["retried"] == requests - 100
    assert {name for name, outcome in told.items() if outcome == "unscored"} == {
        f"quiz/all/{k:06}/main/2" for k in kinds
    }
    assert all(verdict.why.startswith("The model server") for verdict in verdicts(run).values()
               if verdict.outcome == "unscored")  # fmt: skip
    assert f"{len(kinds)} samples found no reply" in ran.err
    with there_again(server) as server:
        evaluate(server)
        assert len(server.asked) == len(kinds)
    assert outcomes(run) == expected(run)


ODD = {
    "empty": "",
    "nothing": None,
    "long": "I wonder. " * 10_240,
    "refusal": "I'm sorry, but I can't assist with that.",
    "control": "\x1b[31m\x00\r\n\u2028 \ud800",
    "two": "Yes and No, or 3 or 4, or A or B.",
}


def test_odd_replies_are_kept_as_they_came(evaluate: Eval, tmp_path: Path) -> None:
    odd = dict(enumerate(ODD.values()))

    def script(number: int, asked: Asked) -> Reply:
        found = ASKED.search(text_of(asked))
        assert found
        return Reply(odd[int(found[1])]) if int(found[1]) in odd else honest(number, asked)

    with swift(script) as server:
        evaluate(server)
        assert len(server.asked) == 100
        evaluate(server)
        assert len(server.asked) == 100, "a reply is a reply"
    run = tmp_path / "run"
    replies = dict(folder.read_replies(run / "replies.jsonl"))
    for name, verdict in verdicts(run).items():
        number = int(name.split("/")[2])
        if number in odd:
            assert replies[name].text == (odd[number] or "")
            assert verdict.outcome == "unscored", verdict
        else:
            assert verdict.outcome == expected(run)[name]
    assert about(run)["counts"]["faults"] == 0


def test_the_server_says_how_long_to_wait(evaluate: Eval) -> None:
    times: list[float] = []

    def script(number: int, asked: Asked) -> Reply:
        times.append(time.monotonic())
        if number == 30:
            return Reply(status=429, headers={"Retry-After": "1"})
        return honest(number, asked)

    with swift(script) as server:
        evaluate(server)
    gap = max(b - a for a, b in pairwise(times))
    assert gap >= 0.9, "nobody else asks meanwhile"
    assert len(times) == 101


def test_a_slowing_server_is_asked_less(evaluate: Eval) -> None:
    """More than four requests at a time are refused: the run finds out, and loses nothing."""
    refused = 0

    def script(number: int, asked: Asked) -> Reply:
        nonlocal refused
        if server.under_way > 4:
            refused += 1
            return Reply(status=429)
        return Reply(said(text_of(asked)), delay=0.01)

    with swift(script) as server:
        evaluate(server)
    assert refused < 100


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply(f"bad key Bearer {KEY}", 401), "does not accept the key in OPENAI_API_KEY."),
        (Reply("not you", 403), "does not accept the key in OPENAI_API_KEY."),
        (Reply("no such model", 404), "has no model 'quizzer' at this address."),
        (Reply(status=429, code="insufficient_quota"), "takes no more requests now (429)."),
        (Reply(raw=b"<html>"), "does not speak OpenAI's protocol."),
        (Reply(f"too long {KEY}", 400), "answers 400 (Error code: 400"),
        (Reply(status=500), "answers 500 ("),
    ],
)
def test_what_is_wrong_at_the_start_is_one_sentence(
    evaluate: Eval, reply: Reply, sentence: str, tmp_path: Path
) -> None:
    with swift(lambda number, asked: reply) as server:
        ran = evaluate(server, code=2)
        assert len(server.asked) <= 18
    assert sentence in ran.err
    lines = 3 if "is not answering yet" in ran.err else 2
    assert ran.err.count("\n") == lines, "the estimate, perhaps that it is repeated, one sentence"
    assert ran.out == ""


def test_a_key_that_ends_in_mid_run_stops_at_once(evaluate: Eval, tmp_path: Path) -> None:
    def script(number: int, asked: Asked) -> Reply:
        return honest(number, asked) if number < 60 else Reply("over", status=401)

    with swift(script) as server:
        ran = evaluate(server, "--concurrency", 4, code=2)
        assert len(server.asked) <= 64
    assert "does not accept the key in OPENAI_API_KEY. Stopped; what came before is kept" in ran.err
    with there_again(server) as server:
        evaluate(server)
        assert len(server.asked) == 40
    assert outcomes(tmp_path / "run") == expected(tmp_path / "run")


def test_nobody_there(evaluate: Eval, tmp_path: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    ran = evaluate(f"http://me:{PASSWORD}@127.0.0.1:{port}/v1", code=2)
    assert f"The model server 127.0.0.1:{port} cannot be reached. Start it" in ran.err
    assert "is not answering yet: the first request is sent up to 3 times." in ran.err
    assert not (tmp_path / "run").exists(), "nothing was begun"


def test_a_server_that_dies(
    evaluate: Eval, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(number: int, asked: Asked) -> Reply:
        return honest(number, asked) if number < 60 else Reply(drop=True)

    with swift(script) as server:
        ran = evaluate(server, "--concurrency", 4, code=2)
    assert f"Stopped after {ask.PATIENT} samples in a row without a reply" in ran.err
    assert "run the same command again to go on" in ran.err
    assert ran.out == ""
    with there_again(server) as server:
        evaluate(server)
        assert len(server.asked) <= 44
    assert outcomes(tmp_path / "run") == expected(tmp_path / "run")


@pytest.mark.parametrize("status", [200, 400, 401, 404, 422, 429, 500])
@pytest.mark.parametrize("named", [False, True])
def test_no_secret_is_ever_told(
    evaluate: Eval, status: int, named: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """The server echoes the Authorization header in everything it says."""
    caplog.set_level(logging.DEBUG)

    def script(number: int, asked: Asked) -> Reply:
        return Reply(f"You are {' '.join(server.keys)}", status)

    with swift(script) as server:
        url = server.url.replace("//", f"//me:{PASSWORD}@") if named else server.url
        evaluate(url, code=0 if status == 200 else 2)
        sent = base64.b64encode(f"me:{PASSWORD}".encode()).decode() if named else KEY
        assert any(sent in key for key in server.keys)
    assert caplog.records
    for secret in (KEY, PASSWORD, sent):
        assert secret not in caplog.text


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
