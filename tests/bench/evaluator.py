"""The asking engine against a server that takes 200 ms a reply: share of the ideal rate, memory.

Run by `make bench`, or `python tests/bench/evaluator.py [--items 2000] [--at-a-time 64]`. The ideal
is a server always asked as much at a time as it may be: items x seconds / at a time. Timed is all
that a run does, from the first sample read to the last file written; the server is another process,
and each picture has 60 kB.
"""
# ruff: noqa: T201

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "exam"))
from quiz import quiz

from figloom.exam import prompts, source
from figloom.exam.remote import Remote
from figloom.exam.session import Session
from figloom.exam.settings import Settings

SERVER = Path(__file__).parents[1] / "servers" / "swift_server.py"
TARGET, MEGABYTES = 0.85, 500


def main() -> int:
    """Run it once, and say whether the targets are reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=2000)
    parser.add_argument("--at-a-time", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=0.2, help="that a reply takes")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as place,
        subprocess.Popen(
            [sys.executable, SERVER, str(options.seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as server,
    ):
        assert server.stdout
        url = server.stdout.readline().strip()
        opened = source.opened(str(quiz(Path(place) / "quiz", options.items // 4, side=200)), {})
        settings = Settings()
        answerer = Remote("m", url, settings, options.at_a_time)
        style = prompts.style("direct")
        session = Session(
            Path(place) / "run", opened, settings, answerer,
            lambda sample: prompts.dialog(sample, style),
        )  # fmt: skip
        begun, worked = time.monotonic(), time.process_time()
        told = session.take(opened.samples(), lambda done: None)
        seconds, cpu = time.monotonic() - begun, time.process_time() - worked
        server.communicate()
    assert told["counts"]["replied"] == options.items
    ideal = options.items * options.seconds / options.at_a_time
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    reached = ideal / seconds >= TARGET and memory < MEGABYTES
    print(f"{options.items} items, {options.at_a_time} at a time, {options.seconds:g} s a reply")
    print(f"{seconds:.2f} s, ideal {ideal:.2f} s, {cpu:.2f} s of CPU, {memory:.0f} MB")
    print(
        f"{ideal / seconds:.0%} of the ideal rate, target {TARGET:.0%} under {MEGABYTES} MB: "
        f"{'reached' if reached else 'missed'}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
