"""A run that is killed, stopped or torn goes on, and ends as if nothing had been."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "servers"))
sys.path.insert(0, str(Path(__file__).parent))
from quiz import quiz, said
from replies import Asked, Reply
from swift_server import SwiftServer, swift, text_of

AT_A_TIME = 8


def honest(number: int, asked: Asked) -> Reply:
    return Reply(said(text_of(asked)), delay=0.02)


def begin(dataset: Path, run: Path, server: SwiftServer) -> subprocess.Popen[str]:
    words = ["eval", dataset, "--model", "m", "--base-url", server.url, "--out", run,
             "--concurrency", AT_A_TIME]  # fmt: skip
    # A test that is itself run in the background would pass on that Ctrl-C is ignored.
    return subprocess.Popen(
        [sys.executable, "-m", "figloom", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"OPENAI_API_KEY": "sk-nothing"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def stop(running: subprocess.Popen[str], server: SwiftServer, requests: int, how: int) -> str:
    """End it once the server has seen so many requests; what it said on stderr."""
    while server.number < requests and running.poll() is None:
        time.sleep(0.002)
    assert running.poll() is None, running.communicate()[1]
    running.send_signal(how)
    return running.communicate()[1]


def finish(dataset: Path, run: Path, server: SwiftServer) -> None:
    running = begin(dataset, run, server)
    _, err = running.communicate()
    assert running.returncode == 0, err


def ends(run: Path) -> tuple[bytes, ...]:
    return tuple(
        (run / name).read_bytes() for name in ("samples.jsonl", "replies.jsonl", "verdicts.jsonl")
    )


@pytest.mark.parametrize("moments", [3, pytest.param(10, marks=pytest.mark.slow)])
def test_killed_at_random_moments(tmp_path: Path, moments: int) -> None:
    dataset, chance = quiz(tmp_path / "quiz", 60), Random(f"kills {moments}")
    with swift(honest) as server:
        finish(dataset, tmp_path / "whole", server)
    run = tmp_path / "run"
    with swift(honest) as server:
        for _ in range(moments):
            more = chance.randint(1, 200 // moments)
            stop(begin(dataset, run, server), server, server.number + more, signal.SIGKILL)
            assert not (run / "replies.jsonl").exists()
        finish(dataset, run, server)
    assert ends(run) == ends(tmp_path / "whole")
    asked = Counter(text_of(body) for body in server.asked)
    assert len(asked) == 240
    assert server.number <= 240 + moments * AT_A_TIME, "only what was under way is asked twice"
    lines = (run / "journal.jsonl").read_bytes().splitlines()
    kept = [json.loads(line)["sample"] for line in lines]
    assert len(kept) == len(set(kept)) == 240


def test_stopped_by_hand(tmp_path: Path) -> None:
    dataset, run = quiz(tmp_path / "quiz", 60), tmp_path / "run"
    with swift(honest) as server:
        running = begin(dataset, run, server)
        said_last = stop(running, server, 50, signal.SIGINT)
        assert running.returncode == 130
        assert f"Every reply so far is kept in {run}." in said_last
        assert "Run the same command again to go on." in said_last
        assert "Traceback" not in said_last
        lines = len((run / "journal.jsonl").read_bytes().splitlines())
        assert lines >= 50 - AT_A_TIME
        finish(dataset, run, server)
        assert server.number <= 240 + AT_A_TIME
