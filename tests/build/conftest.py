"""Small builds of many shards, in this process or in one that may be killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

import psutil
import pytest

from figloom import recipe
from figloom.build import build
from figloom.shards import Job

PATIENCE = 100
"""Seconds that a build of a few pictures may take on a machine that has much else to do."""
DRIVER = Path(__file__).with_name("driver.py")

TINY = """
about = "Stars of a graph so small that repeats are certain."
source = "triples"
count = 40
render = "as_text"

[[block]]
name = "pairs"
sample = { name = "star", triples = [2, 2] }
ask = ["count_triples"]
"""


@pytest.fixture(scope="session")
def job() -> Callable[..., Job]:
    """Makes a Job of a recipe's name."""

    def made(name: str, **changes: object) -> Job:
        text = recipe.load(name).text
        settings = {"source": None, "seed": 1, "split": "train", "count": 36, "shard": 5}
        return Job(name=name, text=text, **{**settings, **changes})  # type: ignore[arg-type]

    return made


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Job]:
    """Makes a Job whose items repeat: train has 3 hubs of 6 stars and 4 of 3, which makes 30."""
    folder = tmp_path_factory.mktemp("tiny")
    lines = [f"hub {a}\tleads to\tleaf {b}" for a in range(4) for b in range(4)]
    (folder / "triples.tsv").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    source = f"triples={folder}"

    def made(**changes: object) -> Job:
        settings = {"source": source, "seed": 5, "split": "train", "count": 24, "shard": 5}
        return Job(name="tiny", text=TINY, **{**settings, **changes})  # type: ignore[arg-type]

    return made


@pytest.fixture(scope="session")
def digests() -> Callable[[Path], dict[str, str]]:
    """Name and SHA-256 of every file below a folder."""

    def found(folder: Path) -> dict[str, str]:
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        return {str(p.relative_to(folder)): sha256(p.read_bytes()).hexdigest() for p in files}

    return found


@pytest.fixture
def plain_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No contact sheet: most of the time that a tiny build takes."""
    monkeypatch.setattr("figloom.manifest.contact_sheet", lambda records: b"")


class Driven:
    """A build running in a process of its own."""

    def __init__(self, job: Job, out: Path, workers: int, hash_seed: str = "0") -> None:
        command = [sys.executable, str(DRIVER), json.dumps(asdict(job)), str(out), str(workers)]
        self.out = out
        self.process = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def family(self) -> list[psutil.Process]:
        """The processes it has started."""
        try:
            return psutil.Process(self.process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []

    def workers(self) -> list[psutil.Process]:
        """Those of them that draw."""
        return [p for p in self.family() if "spawn_main" in " ".join(_told(p))]

    def wait_for(self, done: Callable[[], bool]) -> bool:
        """Whether that came true before the build ended; fails when neither happens."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            if done():
                return True
            assert time.monotonic() < deadline, f"nothing happened for {PATIENCE} s"
            time.sleep(0.01)
        return False

    def gone(self, processes: list[psutil.Process]) -> bool:
        """Whether they all end by themselves within half a minute."""
        deadline = time.monotonic() + 30
        while any(map(_alive, processes)):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.05)
        return True

    def kill(self) -> None:
        """End it as the kernel would, and see its workers go by themselves."""
        family = self.family()
        self.process.kill()
        self.process.wait()
        assert self.gone(family), "workers outlive a killed build"

    def end(self) -> str:
        """Wait for its end; what it said."""
        return self.process.communicate(timeout=PATIENCE)[1]

    def finished(self) -> dict[str, tuple[int, int]]:
        """Inode and time of every shard that has its note."""
        notes = list(self.out.glob(".partial/shard-*.json"))
        names = [json.loads(note.read_text("utf-8"))["file"] for note in notes]
        stats = {name: (self.out / name).stat() for name in names if (self.out / name).exists()}
        return {name: (stat.st_ino, stat.st_mtime_ns) for name, stat in stats.items()}


def _alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _told(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


@pytest.fixture
def drive() -> Iterator[Callable[..., Driven]]:
    """Starts builds in processes of their own, and leaves none behind."""
    begun: list[Driven] = []

    def start(*arguments: object, **options: object) -> Driven:
        begun.append(Driven(*arguments, **options))  # type: ignore[arg-type]
        return begun[-1]

    yield start
    for driven in begun:
        for process in driven.family():
            process.kill()
        driven.process.kill()
        driven.process.communicate()


@pytest.fixture(scope="session")
def reference(
    job: Callable[..., Job],
    digests: Callable[[Path], dict[str, str]],
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, str]:
    """Digests of the quickstart build that nothing disturbed, made in this process."""
    out = tmp_path_factory.mktemp("reference") / "built"
    return digests(build(job("quickstart"), out))
