"""Flowcharts: both renderers against `mermaid-cli`, one run of it a chart.

Run `python tests/bench/flows_mermaid.py [--charts 20] [--runs 8] [--mmdc PROGRAM]`. `mermaid-cli`
is no dependency: `npm install -g @mermaid-js/mermaid-cli`, with PUPPETEER_SKIP_DOWNLOAD=1 where a
Chromium is there already. What counts is CPU of every process that takes part, those included that
a browser leaves behind, and of that the ratios within a run. Linux only.
"""
# ruff: noqa: T201

from __future__ import annotations

import argparse
import ctypes
import dataclasses
import importlib.util
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil

from figloom.later import Later
from figloom.render.flows import mermaid
from figloom.render.flows.flow import flow
from figloom.render.plots import browser
from figloom.seeds import Draw
from figloom.types import Facts, Flow, Picture

TARGETS = (("mermaid", 10.0), ("graphviz", 200.0))
_SUBREAPER = 36
"""Linux: processes whose parent has gone come to this one."""

Case = tuple[Facts, Draw]


def cases(count: int) -> list[Case]:
    """Charts of every structure that Mermaid draws legibly at the first try."""
    place = Path(__file__).parents[1] / "render" / "flows" / "handmade.py"
    spec = importlib.util.spec_from_file_location("handmade", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: list[Case] = []
    seed = 0
    while len(found) < count:
        some = []
        for _ in range(count):
            shown = module.handmade(seed).shown
            assert isinstance(shown, Flow)
            nodes = tuple(dataclasses.replace(node, tag="") for node in shown.nodes)
            made = dataclasses.replace(shown, nodes=nodes)
            some.append((Facts(made, made), Draw(1, "bench", "train", "flows", seed, seed)))
            seed += 1
        pairs = zip(some, with_mermaid(some), with_graphviz(some), strict=True)
        found += [one for one, *both in pairs if all(isinstance(made, Picture) for made in both)]
    return found[:count]


def asked(batch: list[Case]) -> list[Later]:
    """What is asked of the page."""
    begun = [flow(facts, draw, None, renderers=("mermaid",)) for facts, draw in batch]  # type: ignore[arg-type]
    return [one for one in begun if isinstance(one, Later)]


def with_mermaid(batch: list[Case]) -> list[Any]:
    """A batch in the kept page, marks and gate included."""
    waiting = asked(batch)
    replies = mermaid.answer([one.request for one in waiting])
    return [one.finish(reply) for one, reply in zip(waiting, replies, strict=True)]


def with_graphviz(batch: list[Case]) -> list[Any]:
    """A batch in this process, marks and gate included."""
    return [flow(facts, draw, None, renderers=("graphviz",)) for facts, draw in batch]  # type: ignore[arg-type]


def cpu() -> float:
    """Seconds of this process and of all that it started and that live."""
    used = 0.0
    for process in (psutil.Process(), *psutil.Process().children(recursive=True)):
        try:
            times = process.cpu_times()
        except psutil.Error:
            continue
        used += times.user + times.system
    return used


def command_line(program: str, batch: list[Case]) -> list[float]:
    """Seconds of CPU of each chart by `mermaid-cli`, its browser included."""
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    chromium = shutil.which("chromium") or browser.executable()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        settings = {"executablePath": chromium, "args": ["--no-sandbox"]}
        (place / "browser.json").write_text(json.dumps(settings), "utf-8")
        for one in asked(batch):
            (place / "chart.mmd").write_text(one.request["text"], "utf-8")
            (place / "config.json").write_text(json.dumps(one.request["config"]), "utf-8")
            before = _gone()
            subprocess.run(
                [program, "-q", "-p", "browser.json", "-c", "config.json", "-i", "chart.mmd",
                 "-o", "chart.png"], cwd=folder, check=True, capture_output=True,
            )  # fmt: skip
            assert (place / "chart.png").stat().st_size > 1000
            found.append(_gone() - before)
    return found


def _gone() -> float:
    """Seconds of all processes that have ended, orphans waited for."""
    end = time.monotonic() + 3
    while time.monotonic() < end:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.05)
        except ChildProcessError:
            break
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Time every way over the same charts, and say which targets are reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--charts", type=int, default=20)
    parser.add_argument("--runs", type=int, default=8)
    parser.add_argument("--mmdc", default=shutil.which("mmdc") or "")
    options = parser.parse_args()
    batch = cases(options.charts)
    spent: dict[str, list[float]] = {"mermaid": [], "graphviz": []}
    for _ in range(5):
        for name, way in (("mermaid", with_mermaid), ("graphviz", with_graphviz)):
            start = cpu()
            way(batch)
            spent[name].append((cpu() - start) / len(batch))
    browser.close()
    middle = {name: statistics.median(runs) for name, runs in spent.items()}
    for name, runs in spent.items():
        low, high = (1000 * end(runs) for end in (min, max))
        print(f"{name:11} {1000 * middle[name]:7.1f} ms [{low:.1f}-{high:.1f}]")
    if not options.mmdc:
        print("This benchmark compares with mermaid-cli: npm install -g @mermaid-js/mermaid-cli.")
        return 0
    runs = command_line(options.mmdc, batch[:: max(1, len(batch) // options.runs)])
    slow = statistics.median(runs)
    print(f"mermaid-cli {1000 * slow:7.1f} ms [{1000 * min(runs):.1f}-{1000 * max(runs):.1f}]")
    for name, target in TARGETS:
        ratio = slow / middle[name]
        verdict = "reached" if ratio >= target else "missed"
        print(f"{name} {ratio:.0f} times as fast as mermaid-cli, target {target:g}: {verdict}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
