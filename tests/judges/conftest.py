"""A scored run with replies that the rule leaves open, and a judge at a real local server."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from figloom import cli
from figloom.exam import folder
from figloom.exam.folder import Said
from figloom.exam.sample import Sample
from figloom.scores.run import judge_run
from figloom.types import AnswerKind, Question, Scoring

sys.path.append(str(Path(__file__).parents[1] / "servers"))


def sample(name: str, kind: AnswerKind, answer: object, metric: str = "", **more: object) -> Sample:
    question = Question(
        text=f"What of {name}?", answer=answer, kind=kind, scoring=Scoring(metric or kind),
        family="flows", task=str(more.pop("task", "reason")), subtask="s", wording="w", **more,
    )  # type: ignore[arg-type]  # fmt: skip
    return Sample(name, question, name, name)


SAMPLES = [
    sample("clear", "yes_no", True),
    sample("open", "yes_no", False),
    sample("free", "text", "Pay the bill"),
    sample("told", "summary", "It begins, then ends.", "judged", task="summarise"),
    sample("refused", "yes_no", True),
    sample("lost", "yes_no", True),
]
SAID = {
    "clear": Said("Yes"),
    "open": Said("One could say yes and one could say no; the arrow leads elsewhere, so not so."),
    "free": Said("First they settle what they owe, which is to say that money changes hands here,"
                 " and then the process would go on to whatever comes after."),
    "told": Said("A process starts and is over."),
    "refused": Said("I'm sorry, I cannot see the image."),
    "lost": Said("", "no answer within 5 s"),
}  # fmt: skip


@pytest.fixture
def samples() -> list[Sample]:
    """What was asked."""
    return SAMPLES


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The run's folder."""
    place = tmp_path / "run"
    place.mkdir()
    folder.write_about(place, {"model": "m", "dataset": {"path": "", "name": "d"}})
    folder.write_samples(place, SAMPLES)
    folder.write_replies(place, ((one.id, SAID[one.id]) for one in SAMPLES))
    judge_run(place)
    return place


@pytest.fixture
def figloom(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Runs a command line in this process: exit code, stdout and stderr."""

    def called(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["figloom", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = capsys.readouterr()
        return int(str(ended.value.code)), said.out, said.err

    return called
