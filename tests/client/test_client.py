"""The client against a real server on this machine that speaks OpenAI's protocol."""

from __future__ import annotations

import logging
import socket
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict, Field

sys.path.insert(0, str(Path(__file__).parents[1] / "servers"))
from model_server import ModelServer, running
from replies import Asked, Reply

from figloom import client
from figloom.client import Client, InvalidReply
from figloom.errors import SetupError

KEY = "sk-very-secret-0123456789"
ASK = [{"role": "user", "content": "How tall is the tower?"}]


class Tower(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    metres: float = Field(gt=0, allow_inf_nan=False)


GOOD = '{"name": "Eiffel", "metres": 330}'


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModelServer]:
    monkeypatch.setenv("FIGLOOM_CACHE", str(tmp_path / "cache"))
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr(client, "PAUSE", 0.02)
    with running() as started:
        yield started


@pytest.fixture
def asker(server: ModelServer) -> Iterator[Client]:
    with Client("tall-1", server.url) as made:
        yield made


def _given_up(asker: Client) -> str:
    with pytest.raises(SetupError) as caught:
        asker.ask(ASK, Tower)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert KEY not in sentence
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or not caught.value.__context__
    return sentence


def test_asked_with_the_schema_and_the_key(server: ModelServer, asker: Client) -> None:
    server.replies(GOOD)
    assert asker.ask(ASK, Tower) == Tower(name="Eiffel", metres=330)
    (body,) = server.asked
    assert body["model"] == "tall-1"
    assert body["messages"] == ASK
    assert body["response_format"]["type"] == "json_schema"
    assert body["response_format"]["json_schema"]["schema"] == Tower.model_json_schema()
    assert body["max_tokens"] == client.LONGEST
    assert server.keys == [f"Bearer {KEY}"]
    assert asker.counts == {"asked": 1}


def test_a_local_server_needs_no_key(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    server.replies(GOOD)
    with Client("tall-1") as asker:
        assert asker.ask(ASK, Tower).metres == 330


def test_openai_itself_needs_one(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    assert "needs a key in OPENAI_API_KEY, or a base_url" in _given_up(Client("tall-1"))


def test_answered_from_disk(server: ModelServer, asker: Client, tmp_path: Path) -> None:
    server.replies(GOOD)
    first = asker.ask(ASK, Tower)
    with Client("tall-1", "http://127.0.0.1:9/v1") as other:
        assert other.ask(ASK, Tower) == first
        assert other.counts == {"asked": 1, "cached": 1}
    kept = [file for file in (tmp_path / "cache").rglob("*") if file.is_file()]
    assert len(kept) == 1
    assert KEY not in kept[0].read_text("utf-8")


@pytest.mark.parametrize("changed", ["model", "messages", "schema", "seed"])
def test_another_question_is_asked_anew(server: ModelServer, asker: Client, changed: str) -> None:
    class Other(Tower):
        """Another schema."""

    server.replies(GOOD, '{"name": "Other", "metres": 1}')
    asker.ask(ASK, Tower)
    with Client("tall-2" if changed == "model" else "tall-1", server.url) as again:
        answer = again.ask(
            [{"role": "user", "content": "And now?"}] if changed == "messages" else ASK,
            Other if changed == "schema" else Tower,
            seed=int(changed == "seed"),
        )
    assert answer.name == "Other"
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{GOOD}\n```",
        f'<think>perhaps {{}} or {{1}} or {{"name": 2}}</think> It is: {GOOD}. Done {{',
        f"Sure!\n\n{GOOD}",
    ],
)
def test_found_in_plain_text(server: ModelServer, asker: Client, text: str) -> None:
    server.replies(text)
    assert asker.ask(ASK, Tower).metres == 330
    assert asker.counts == {"asked": 1, "fallbacks": 1}


@pytest.mark.parametrize("status", [400, 422])
def test_a_server_without_schemas(server: ModelServer, asker: Client, status: int) -> None:
    server.replies(Reply("no response_format here", status), GOOD, GOOD)
    asker.ask(ASK, Tower)
    asker.ask(ASK, Tower, seed=1)
    assert ["response_format" in body for body in server.asked] == [True, False, False]
    assert '"metres"' in server.asked[1]["messages"][-1]["content"]
    assert asker.counts == {"asked": 2, "fallbacks": 2}


def test_a_server_that_passes_over_schemas(server: ModelServer, asker: Client) -> None:
    server.replies("It is 330 metres tall.", GOOD)
    assert asker.ask(ASK, Tower).metres == 330
    assert ["response_format" in body for body in server.asked] == [True, False]
    assert asker.counts == {"asked": 1, "fallbacks": 1}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"name": "Eiffel"}', "metres: this key is missing"),
        ('{"name": "Eiffel", "metres": "tall"}', "metres: Input should be a valid number"),
        ('{"name": "Eiffel", "metres": NaN}', "metres: Input should be a finite number"),
        ('{"name": "Eiffel", "metres": 1e999}', "metres: Input should be a finite number"),
        ('{"name": "Eiffel", "metres": 3, "more": 1}', "more: no such key is wanted"),
        ('{"name": "Eiffel", "metres": 330', "Invalid JSON"),
        ("[" * 5000, "Invalid JSON"),
        ('{"a":' * 5000, "Invalid JSON"),
    ],
)
def test_an_invalid_reply(server: ModelServer, asker: Client, text: str, reason: str) -> None:
    server.script = lambda number, asked: Reply(text)
    with pytest.raises(InvalidReply, match=reason) as caught:
        asker.ask(ASK, Tower)
    assert len(str(caught.value)) < 200
    assert asker.counts["failed"] == 1
    asked = len(server.asked)
    with pytest.raises(InvalidReply, match=reason):
        asker.ask(ASK, Tower)
    assert len(server.asked) == asked, "a build repeats what it met"


def test_a_reply_without_words(server: ModelServer, asker: Client) -> None:
    server.script = lambda number, asked: Reply(None)
    with pytest.raises(InvalidReply):
        asker.ask(ASK, Tower)


def test_the_caller_checks_too(server: ModelServer, asker: Client) -> None:
    def low(tower: Tower) -> None:
        raise ValueError("too\ntall")

    server.replies(GOOD)
    with pytest.raises(InvalidReply, match=r"^too tall$"):
        asker.ask(ASK, Tower, low)


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503])
def test_busy_for_a_while(server: ModelServer, asker: Client, status: int) -> None:
    server.replies(Reply(status=status), Reply(status=status), GOOD)
    assert asker.ask(ASK, Tower).metres == 330
    assert asker.counts == {"asked": 1, "retried": 2}


def test_waits_grow_and_vary(server: ModelServer, asker: Client) -> None:
    server.script = lambda number, asked: Reply(status=500)
    assert "answers 500 (" in _given_up(asker)
    assert len(server.asked) == client.TRIES, "one layer repeats, not two"
    waits = [b - a for a, b in zip(server.times, server.times[1:], strict=False)]
    for turn, wait in enumerate(waits):
        assert wait >= 0.02 * 2**turn / 2
    assert asker.counts == {"asked": 1, "retried": client.TRIES - 1, "failed": 1}


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_the_server_says_how_long(server: ModelServer, asker: Client, form: str) -> None:
    def busy_first(number: int, asked: Asked) -> Reply:
        if number:
            return Reply(GOOD)
        # Dates are cut to whole seconds.
        later = format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True)
        return Reply(status=429, headers={"Retry-After": "1" if form == "seconds" else later})

    server.script = busy_first
    asker.ask(ASK, Tower)
    assert server.times[1] - server.times[0] >= 0.99


def test_nobody_waits_an_hour(server: ModelServer, asker: Client) -> None:
    server.replies(Reply(status=429, headers={"Retry-After": "3600"}))
    assert "takes no more requests now (429)" in _given_up(asker)
    assert len(server.asked) == 1


def test_money_does_not_come_back_by_waiting(server: ModelServer, asker: Client) -> None:
    server.replies(Reply(status=429, code="insufficient_quota"))
    assert "(429)" in _given_up(asker)
    assert len(server.asked) == 1


def test_too_slow(server: ModelServer, asker: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "TIMEOUT", 0.2)
    monkeypatch.setattr(client, "TRIES", 2)
    server.script = lambda number, asked: Reply(GOOD, delay=0.5)
    assert "gave no answer within 0.2 s, 2 times" in _given_up(asker)
    assert asker.counts["retried"] == 1


def test_broken_off_once(server: ModelServer, asker: Client) -> None:
    server.replies(Reply(GOOD, cut=True), GOOD)
    assert asker.ask(ASK, Tower).metres == 330
    assert asker.counts == {"asked": 1, "retried": 1}


def test_nobody_there(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    # A port that was just given back is closed.
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    monkeypatch.setattr(client, "TRIES", 2)
    with Client("tall-1", f"http://me:{KEY}@127.0.0.1:{port}/v1") as asker:
        sentence = _given_up(asker)
    assert f"The model server 127.0.0.1:{port} cannot be reached" in sentence


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply(f"Incorrect key {KEY}", 401), "does not accept the key in OPENAI_API_KEY"),
        (Reply("not you", 403), "does not accept the key in OPENAI_API_KEY"),
        (Reply("no such model", 404), "has no model 'tall-1'"),
        (Reply(f"too long, {KEY}", 400), "answers 400 ("),
        (Reply(raw=b"<html>", headers={"Content-Type": "text/html"}), "does not speak OpenAI"),
        (Reply(raw=b"<html>"), "does not speak OpenAI"),
        (Reply(raw=b'{"choices": [{}]}'), "does not speak OpenAI"),
    ],
)
def test_given_up_at_once(server: ModelServer, asker: Client, reply: Reply, said: str) -> None:
    server.script = lambda number, asked: reply
    assert said in _given_up(asker)
    assert asker.counts["retried"] == 0
    assert asker.counts["failed"] == 1


def test_a_server_that_wants_a_key(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    server.replies(Reply(status=401))
    with Client("tall-1", server.url) as asker:
        assert "wants a key: set OPENAI_API_KEY" in _given_up(asker)


def test_the_key_is_in_no_log(
    server: ModelServer, asker: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.replies(Reply(status=503), GOOD)
    asker.ask(ASK, Tower)
    assert caplog.records
    assert KEY not in caplog.text
    assert KEY not in repr(vars(asker))


def test_a_broken_cache_is_named(server: ModelServer, asker: Client, tmp_path: Path) -> None:
    server.replies(GOOD)
    asker.ask(ASK, Tower)
    (kept,) = (file for file in (tmp_path / "cache").rglob("*.json"))
    kept.write_text("half a rep")
    with pytest.raises(Exception, match=r"cannot be read: .* Delete it\."):
        asker.ask(ASK, Tower)
