"""An honest server for the quiz, and what a run of it kept."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[2] / "servers"))
sys.path.insert(0, str(Path(__file__).parents[2] / "exam"))
from quiz import is_right, said
from replies import Asked, Reply
from swift_server import SwiftServer, swift, text_of

from figloom.exam import folder
from figloom.types import Verdict

KEY = "sk-very-secret-0123456789"
PASSWORD = "hunter2-and-more"

Eval = Callable[..., Any]
"""Runs `figloom eval` on the quiz."""


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
