"""`figloom eval` where the way to the server is at fault: one sentence, and few requests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "servers"))
sys.path.insert(0, str(Path(__file__).parent))
from model_server import running
from replies import Reply
from swift_server import swift
from trials import Eval

from figloom.errors import SetupError
from figloom.exam import ask


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Reply(drop=True), "cannot be reached. Start it"),
        (Reply("Yes", headers={"X-Long": "x" * 9000}), "does not speak OpenAI's protocol."),
        (Reply("Yes", delay=5.0), "gave no answer within 0.3 s, 3 times"),
        (Reply(status=301, headers={"Location": "/elsewhere"}), "has moved: give its new address"),
    ],
)
def test_a_server_of_no_use_is_asked_thrice(evaluate: Eval, reply: Reply, told: str) -> None:
    with swift(lambda number, asked: reply, keep=False) as server:
        ran = evaluate(server, "--timeout", 0.3, code=2)
        # What is moved is looked for at its new place, too.
        assert server.number <= (ask.HOPEFUL + 1) * (2 if reply.status == 301 else 1)
    assert told in ran.err


def test_pictures_too_large_for_a_server(evaluate: Eval) -> None:
    with swift(lambda number, asked: Reply(status=413)) as server:
        assert "(413). Send smaller pictures (--max-pixels)." in evaluate(server, code=2).err


def test_a_server_without_tls(evaluate: Eval) -> None:
    with running() as server:
        ran = evaluate(server.url.replace("http:", "https:"), code=2)
    assert "does not speak TLS: write http:// in base_url" in ran.err


def test_no_certificates(evaluate: Eval, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    said = evaluate("https://127.0.0.1:9/v1", code=2).err
    assert "SSL_CERT_FILE or SSL_CERT_DIR cannot be read: No such file" in said


def test_a_proxy_that_is_not_there(evaluate: Eval, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    said = evaluate("http://192.0.2.1/v1", code=2).err
    assert "cannot be reached through the proxy in HTTP_PROXY." in said


@pytest.mark.parametrize("key", ["sk-1\r", "sk-1\n", "“sk-1”", "sk-plänted"])
def test_a_key_that_is_none(evaluate: Eval, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    said = evaluate("http://127.0.0.1:9/v1", code=2).err
    assert "OPENAI_API_KEY holds a character that no key has" in said
    assert "sk-" not in said


@pytest.mark.parametrize("host", ["foo..bar", "x" * 70])
def test_a_name_that_no_host_has(evaluate: Eval, host: str) -> None:
    assert "The base_url is no address" in evaluate(f"http://{host}/v1", code=2).err


def test_ipv6_is_told_in_brackets() -> None:
    from figloom.client.server import Server

    assert Server("http://[::1]:8000/v1").host == "[::1]:8000"
    with pytest.raises(SetupError):
        Server("http://[::1/v1")
