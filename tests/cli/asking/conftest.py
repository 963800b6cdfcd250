"""`figloom eval` of a quiz, with a key that must never be seen again."""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "servers"))
sys.path.insert(0, str(Path(__file__).parents[2] / "exam"))
sys.path.insert(0, str(Path(__file__).parent))
from quiz import quiz
from swift_server import SwiftServer
from trials import KEY, PASSWORD, Eval

from figloom.exam import remote


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr(remote, "POLICY", replace(remote.POLICY, pause=0.01))


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return quiz(tmp_path / "quiz", 25)


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
