"""A real model server, llama.cpp: it receives pictures and schemas, and completes a run.

Its answers are noise, since its eyes are random; the protocol is real. `make llama` installs it.
"""

from __future__ import annotations

import base64
import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from figloom.exam import folder

sys.path.insert(0, str(Path(__file__).parent))

import llama_server

openai = pytest.importorskip("openai", reason="the openai package is not installed")
pytestmark = pytest.mark.skipif(
    bool(llama_server.lacking()), reason=f"{llama_server.lacking()} is missing: run `make llama`"
)

LONGEST = 40
"""Tokens of a reply: enough for short JSON, and no thoughts."""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with llama_server.serving(tmp_path_factory.mktemp("llama")) as said:
        yield said


@pytest.fixture
def say(url: str) -> Iterator[Callable[..., Any]]:
    """One request; the completion."""
    with openai.OpenAI(base_url=url, api_key="any", max_retries=0, timeout=120) as client:

        def ask(text: str, *images: bytes, **more: Any) -> Any:
            shown = [
                {"type": "image_url", "image_url": {
                    "url": f"data:image/png;base64,{base64.b64encode(image).decode()}"}}
                for image in images
            ]  # fmt: skip
            turn = {"role": "user", "content": [*shown, {"type": "text", "text": text}]}
            return client.chat.completions.create(
                model="smol", messages=[turn], temperature=0, max_tokens=LONGEST, **more
            )

        yield ask


def _png(colour: str = "teal") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (300, 200), colour).save(file, "PNG")
    return file.getvalue()


def test_pictures_arrive(say: Callable[..., Any]) -> None:
    none, one, two = (say("What is it?", *[_png()] * count) for count in range(3))
    used = [said.usage.prompt_tokens for said in (none, one, two)]
    assert used[0] + 10 < used[1]
    assert used[1] + 10 < used[2]
    with pytest.raises(openai.BadRequestError):
        say("What is it?", b"no picture")


def test_a_schema_is_honoured(say: Callable[..., Any]) -> None:
    schema = {"type": "object", "properties": {"answer": {"type": "string", "enum": ["Yes", "No"]}},
              "required": ["answer"], "additionalProperties": False}  # fmt: skip
    said = say(
        "Is the picture blue?", _png("navy"),
        response_format={"type": "json_schema", "json_schema": {"name": "a", "schema": schema}},
    )  # fmt: skip
    assert json.loads(said.choices[0].message.content)["answer"] in ("Yes", "No")


def _eval(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "figloom", "eval", *map(str, words)],
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip


def test_a_run_is_completed(url: str, built: Callable[..., Path], tmp_path: Path) -> None:
    dataset, run = built("quickstart", 24), tmp_path / "run"
    words = (dataset, "--model", "smol", "--base-url", url, "--structured", "--limit", 8,
             "--max-tokens", LONGEST, "--concurrency", 2, "--out", run)  # fmt: skip
    ended = _eval(*words)
    assert ended.returncode == 0, ended.stderr
    found = [*folder.results(run)]
    assert len(found) == 8
    assert not [one.said.fault for one in found if one.said.fault]
    by_schema = [one for one in found if one.said.mode == "schema"]
    assert len(by_schema) >= 6
    assert all(one.verdict.outcome in ("right", "wrong") for one in by_schema)
    assert all(one.said.tokens[0] > 10 for one in found)
    again = _eval(*words)
    assert again.returncode == 0, again.stderr
    assert [*folder.results(run)] == found
