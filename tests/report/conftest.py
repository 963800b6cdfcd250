"""A small build with runs on it, and a browser that reads their report."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from figloom import benchmarks, cli, recipe
from figloom.build import build
from figloom.emit.answers import answer_text
from figloom.exam import sample as samples
from figloom.exam.folder import Said
from figloom.exam.sample import Sample
from figloom.exam.source import opened
from figloom.render.plots import browser
from figloom.shards import Job

sys.path.insert(0, str(Path(__file__).parent))

import made_runs


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def figloom(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """The command line in this process."""

    def run(*words: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["figloom", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = capsys.readouterr()
        return Ran(int(str(ended.value.code or 0)), said.out, said.err)

    return run


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Maps of every subtask."""
    place = tmp_path_factory.mktemp("reported") / "quickstart-s5"
    job = Job("quickstart", recipe.load("quickstart").text, None, 5, "train", 24)
    return build(job, place, processes=1)


@pytest.fixture(scope="session")
def runs(dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A model that says hostile things, a better one, and the first without pictures."""
    asked = list(samples.of_dataset(dataset))
    source = opened(str(dataset), benchmarks.readers())
    named = {"path": str(dataset), "name": source.name, "checksum": source.checksum,
             "benchmark": ""}  # fmt: skip

    def made(name: str, reply: made_runs.Reply, control: str = "") -> Path:
        told = made_runs.about(name.split("-")[0], control=control, dataset=source.name)
        seen = [dataclasses.replace(one, image=None, facts="") for one in asked]
        replies = [reply(at, one) for at, one in enumerate(asked)]
        place = tmp_path_factory.mktemp("runs") / name
        return made_runs.run(place, seen if control else asked, replies, told | {"dataset": named})

    def worse(at: int, one: Sample) -> str | Said:
        if at % 5 == 0:
            return Said("", "no reply: \x1b[31m<b>503</b>")
        if at % 5 < 3:
            return f"{made_runs.HOSTILE[at % 4]} \ud800 Answer: {answer_text(one.question)}"
        return "Nothing of the kind. " * 30 if at % 2 else "No"

    def better(at: int, one: Sample) -> str:
        return answer_text(one.question) if at % 4 else "Yes"

    return {
        "hostile": made("worse", worse),
        "better": made("better", better),
        "blind": made("better-blind", lambda at, one: "No", "blind"),
    }


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser of our own; the one that draws would be in its way."""
    from playwright.sync_api import sync_playwright

    browser.close()
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=browser.executable(), args=["--no-sandbox"]
        )
        yield opened
        opened.close()
