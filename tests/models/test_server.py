"""The served endpoint: OpenAI's protocol, spoken with the openai package and by hand."""

from __future__ import annotations

import base64
import http.client
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from figloom.errors import SetupError
from figloom.exam import folder
from figloom.exam.sample import of_dataset
from figloom.models.server import Server
from figloom.score import score

openai = pytest.importorskip("openai", reason="the openai package is not installed")

Built = Callable[..., Path]
Post = Callable[..., tuple[int, Any]]


@dataclass
class Echo:
    """Says how many pictures it got, and the text; fails where it is told to."""

    name: str = "baseline:echo"

    def reply(self, prompt: str, images: tuple[bytes, ...]) -> str:
        if prompt == "fail":
            raise ValueError("as told")
        if prompt == "wait":
            time.sleep(0.5)
        return (
            prompt.removeprefix("say ") if prompt.startswith("say ") else f"{len(images)}: {prompt}"
        )


@pytest.fixture
def url() -> Iterator[str]:
    with Server(Echo()).running() as place:
        yield place


@pytest.fixture
def client(url: str) -> Iterator[Any]:
    with openai.OpenAI(base_url=url, api_key="any", max_retries=0, timeout=20) as one:
        yield one


@pytest.fixture
def post(url: str) -> Post:
    """Sends a body as it is; status and what came back."""

    def send(body: bytes | dict[str, Any], path: str = "/v1/chat/completions") -> tuple[int, Any]:
        place = http.client.HTTPConnection(url.split("/")[2], timeout=20)
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        place.request("POST", path, data, {"Content-Type": "application/json"})
        answer = place.getresponse()
        told = json.loads(answer.read())
        place.close()
        return answer.status, told

    return send


def _png(size: tuple[int, int] = (60, 30)) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", size, "teal").save(file, "PNG")
    return file.getvalue()


def _url(data: bytes, mime: str = "image/png") -> str:
    return f"data:{mime};base64,{base64.b64encode(data).decode()}"


def _asked(text: str, *images: str) -> list[dict[str, Any]]:
    shown = [{"type": "image_url", "image_url": {"url": image}} for image in images]
    return [{"role": "user", "content": [*shown, {"type": "text", "text": text}]}]


def _body(**more: Any) -> dict[str, Any]:
    return {"model": "baseline:echo", "messages": [{"role": "user", "content": "hello"}], **more}


def test_it_lists_its_model(client: Any) -> None:
    assert [model.id for model in client.models.list()] == ["baseline:echo"]


def test_text_and_pictures_reach_the_model(client: Any) -> None:
    said = client.chat.completions.create(
        model="baseline:echo", messages=_asked("look", _url(_png()), _url(_png((5, 5))))
    )
    assert said.choices[0].message.content == "2: look"
    assert said.choices[0].finish_reason == "stop"
    assert said.usage.prompt_tokens > 3
    assert said.usage.total_tokens == said.usage.prompt_tokens + said.usage.completion_tokens


def test_all_that_the_user_says_is_the_prompt(client: Any) -> None:
    turns = [
        {"role": "system", "content": "a"}, {"role": "user", "content": "b"},
        {"role": "assistant", "content": "c"}, {"role": "user", "content": "d"},
    ]  # fmt: skip
    said = client.chat.completions.create(model="baseline:echo", messages=turns)
    assert said.choices[0].message.content == "0: b\n\nd"


def test_the_name_without_its_prefix_will_do(client: Any) -> None:
    said = client.chat.completions.create(model="echo", messages=_asked("x"))
    assert said.choices[0].message.content == "0: x"


def test_streams(client: Any) -> None:
    parts = [*client.chat.completions.create(
        model="baseline:echo", messages=_asked("x"), stream=True,
        stream_options={"include_usage": True},
    )]  # fmt: skip
    text = "".join(part.choices[0].delta.content or "" for part in parts if part.choices)
    assert text == "0: x"
    assert parts[-2].choices[0].finish_reason == "stop"
    assert parts[-1].usage.total_tokens > 0


def _schema(answer: dict[str, Any], **more: Any) -> dict[str, Any]:
    parts = {"answer": answer, **more}
    return {"type": "object", "properties": parts, "required": [*parts],
            "additionalProperties": False}  # fmt: skip


def _texts(*names: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": "string"} for name in names}}


_TEXTS = {"type": "array", "items": {"type": "string"}}


@pytest.mark.parametrize(
    ("reply", "schema", "told"),
    [
        ("Yes", _schema({"enum": ["Yes", "No"]}), {"answer": "Yes"}),
        ("yes.", _schema({"enum": ["Yes", "No"]}), {"answer": "Yes"}),
        ("No", _schema({"type": "boolean"}), {"answer": False}),
        ("B", {"type": "string", "enum": ["A", "B"]}, "B"),
        ("7", _schema({"type": "integer"}), {"answer": 7}),
        ("1,234.5", _schema({"type": "number"}), {"answer": 1234.5}),
        ("It cannot be told.", _schema({"type": ["number", "null", "string"]}),
         {"answer": "It cannot be told."}),
        ("3.5", _schema({"anyOf": [{"type": "number"}, {"const": "unknown"}]}), {"answer": 3.5}),
        ("one\ntwo", _schema(_TEXTS), {"answer": ["one", "two"]}),
        ("- one\n- two", _schema(_TEXTS), {"answer": ["one", "two"]}),
        ("[1, 2.5, 30, 40]", _schema({"type": "array", "items": {"type": "number"}}),
         {"answer": [1, 2.5, 30, 40]}),
        ("a | b | c", _schema({"type": "string"}), {"answer": "a | b | c"}),
        ("a | b | c", _texts("head", "relation", "tail"),
         {"head": "a", "relation": "b", "tail": "c"}),
        ("left: x\nright: none", _texts("left", "right"), {"left": "x", "right": "none"}),
        ("4", _schema({"type": "integer"}, reason={"type": "string"}),
         {"answer": 4, "reason": ""}),
    ],
)  # fmt: skip
def test_a_schema_is_followed(client: Any, reply: str, schema: Any, told: Any) -> None:
    said = client.chat.completions.create(
        model="baseline:echo", messages=_asked(f"say {reply}"),
        response_format={"type": "json_schema", "json_schema": {"name": "a", "schema": schema}},
    )  # fmt: skip
    assert json.loads(said.choices[0].message.content) == told


def test_what_does_not_fit_a_schema_stays_plain(client: Any) -> None:
    said = client.chat.completions.create(
        model="baseline:echo", messages=_asked("say who knows"),
        response_format={"type": "json_schema", "json_schema": {
            "name": "a", "schema": _schema({"enum": ["Yes", "No"]})}},
    )  # fmt: skip
    assert said.choices[0].message.content == "who knows"


def _image(told: Any) -> dict[str, Any]:
    part = {"type": "image_url", "image_url": {"url": told}}
    return _body(messages=[{"role": "user", "content": [part]}])


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"{", 400, "not JSON"),
        (b"[" * 100_000, 400, "not JSON"),
        (b"[]", 400, "no JSON object"),
        (b"", 400, "not JSON"),
        (_body(messages=[]), 400, "at least one message"),
        (_body(messages="hello"), 400, "at least one message"),
        (_body(messages=[{"content": "x"}]), 400, "messages[0] has no role"),
        (_body(messages=[{"role": "user", "content": None}]), 400, "must be a text"),
        (_body(messages=[{"role": "user", "content": [{"type": "audio"}]}]), 400, "content[0]"),
        (_body(model="gpt"), 404, "There is no model 'gpt' here"),
        (_body(model=None), 400, "'model' is missing"),
        (_body(n=3), 400, "'n' must be 1"),
        (_body(response_format={"type": "regex"}), 400, "response_format"),
        (_image("https://example.org/a.png"), 400, "as a data:"),
        (_image(None), 400, "as a data:"),
        (_image("data:image/png;base64,*"), 400, "not base64"),
        (_image(_url(b"no picture")), 400, "no picture"),
        (_image(_url(_png()[:-20])), 400, "no picture"),
        (_image(_url(b"")), 400, "no picture"),
        (_body(messages=[{"role": "user", "content": "fail"}]), 500, "as told"),
    ],
)
def test_what_is_broken_is_said(
    post: Post, body: Any, status: int, said: str, recwarn: Any
) -> None:
    code, told = post(body)
    assert code == status
    assert said in told["error"]["message"]
    assert not recwarn


def test_other_places(post: Post, url: str) -> None:
    assert post({}, "/v1/embeddings")[0] == 404
    assert post({}, "/v1/models")[0] == 405
    place = http.client.HTTPConnection(url.split("/")[2], timeout=20)
    place.request("GET", "/health")
    assert place.getresponse().status == 200
    place.close()


def test_a_broken_request_spoils_no_later_one(url: str) -> None:
    place = http.client.HTTPConnection(url.split("/")[2], timeout=20)
    for body, status in [
        (_body(model="x"), 404),
        (_body(), 200),
        (_image("x"), 400),
        (_body(), 200),
    ]:
        place.request("POST", "/v1/chat/completions", json.dumps(body))
        answer = place.getresponse()
        answer.read()
        assert answer.status == status
    place.close()


def _until(true: Callable[[], bool]) -> None:
    limit = time.monotonic() + 20
    while not true():
        assert time.monotonic() < limit
        time.sleep(0.01)


def test_replies_under_way_are_finished() -> None:
    server, said = Server(Echo()), list[str]()

    def ask() -> None:
        with openai.OpenAI(base_url=server.url, api_key="x", max_retries=0) as client:
            found = client.chat.completions.create(model="echo", messages=_asked("wait"))
            said.append(found.choices[0].message.content)

    with server.running():
        thread = threading.Thread(target=ask)
        thread.start()
        _until(lambda: server.busy == 1)
        assert not said
    thread.join()
    assert said == ["0: wait"]


def test_a_port_that_is_taken() -> None:
    with Server(Echo()).running() as url, pytest.raises(SetupError, match="Choose another --port"):
        Server(Echo(), port=int(url.split(":")[2].partition("/")[0]))


@pytest.fixture
def served() -> Iterator[Callable[..., tuple[str, subprocess.Popen[str]]]]:
    """Runs `figloom serve-baseline WORDS...` in a process of its own; its address."""
    running: list[subprocess.Popen[str]] = []

    def start(*words: object) -> tuple[str, subprocess.Popen[str]]:
        one = subprocess.Popen(
            [sys.executable, "-m", "figloom", "serve-baseline", *map(str, words)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ},
        )  # fmt: skip
        running.append(one)
        assert one.stdout
        return one.stdout.readline().strip(), one

    yield start
    for one in running:
        if one.poll() is None:
            one.kill()
        one.communicate()


def _ask_all(client: Any, folder: Path, model: str) -> dict[str, int]:
    counts = {"right": 0, "wrong": 0, "unscored": 0}
    for sample in of_dataset(folder):
        shown = [_url(sample.image.data)] if sample.image else []
        said = client.chat.completions.create(
            model=model, messages=_asked(sample.prompt, *shown), temperature=0, max_tokens=50
        )
        counts[score(sample.question, said.choices[0].message.content).outcome] += 1
    return counts


@pytest.mark.parametrize("ends", [signal.SIGTERM, signal.SIGINT])
def test_from_the_command_line_to_the_verdicts(built: Built, served: Any, ends: int) -> None:
    folder = built("quickstart", 24)
    url, process = served("oracle", "--dataset", folder)
    with openai.OpenAI(base_url=url, api_key="any", max_retries=0) as client:
        counts = _ask_all(client, folder, "baseline:oracle")
    assert counts["right"] > 20
    assert counts["wrong"] == counts["unscored"] == 0
    process.send_signal(ends)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0
    assert out == ""
    assert f"--base-url {url}\nAny key will do." in err
    assert "Traceback" not in err


def test_chance_through_the_endpoint(built: Built, served: Any) -> None:
    folder = built("quickstart", 24)
    url, _ = served("baseline:random", "--dataset", folder)
    with openai.OpenAI(base_url=url, api_key="any", max_retries=0) as client:
        counts = _ask_all(client, folder, "baseline:random")
    share = counts["right"] / sum(counts.values())
    assert counts["unscored"] == 0
    assert 0.1 < share < 0.6


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["orcle"], "Did you mean 'oracle'"),
        (["random=x"], "Argument NAME: baseline:random learns from no dataset"),
        (["oracle"], "--dataset"),
        (["oracle", "--dataset", "nowhere"], "nowhere is not a folder"),
    ],
)
def test_mistakes_are_one_sentence(served: Any, words: list[str], said: str) -> None:
    _, process = served(*words)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


def _replies(run: Path) -> list[tuple[str, str]]:
    return [(name, said.text) for name, said in folder.read_replies(run / folder.REPLIES)]


@pytest.mark.parametrize("structured", [[], ["--structured"]])
def test_served_or_not_a_model_says_the_same(
    built: Built, served: Any, tmp_path: Path, structured: list[str]
) -> None:
    dataset = built("quickstart", 24)
    url, _ = served("random", "--dataset", dataset)
    for name, words in {
        "here": ["--model", "baseline:random"],
        "there": ["--model", "random", "--base-url", url, *structured],
    }.items():
        command = ["eval", str(dataset), *words, "--out", str(tmp_path / name)]
        ran = subprocess.run(
            [sys.executable, "-m", "figloom", *command], capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stderr
    assert _replies(tmp_path / "there") == _replies(tmp_path / "here")
    modes = {said.mode for _, said in folder.read_replies(tmp_path / "there" / folder.REPLIES)}
    assert modes == ({"schema"} if structured else {"free"})
