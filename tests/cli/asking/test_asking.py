"""`figloom eval` against a model server on this machine that has every fault there is."""

from __future__ import annotations

import base64
import logging
import socket
import sys
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "servers"))
sys.path.insert(0, str(Path(__file__).parents[2] / "exam"))
sys.path.insert(0, str(Path(__file__).parent))
from quiz import ASKED, said
from replies import Asked, Reply
from swift_server import swift, text_of
from trials import KEY, PASSWORD, Eval, about, expected, honest, outcomes, there_again, verdicts

from figloom.exam import ask, folder


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
    "long header": Reply("Yes", headers={"X-Long": "x" * 9000}),
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
        (Reply(f"too long {KEY}", 400), "answers 400 (too long ...)."),
        (Reply(status=500), "answers 500 (no)."),
        (Reply(status=500, raw=b"<html>down</html>"), "answers 500. Check"),
        (Reply(status=502, raw=b"no upstream"), "answers 502 (no upstream)."),
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
    assert "cannot be reached" in ran.err, "which is no time-out, as the openai package has it"
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
