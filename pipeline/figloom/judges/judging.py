"""A judge asked about replies of a run, journalled as runs are, so that none is asked twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from figloom.evaluate.extraction import refuses
from figloom.exam import schemas
from figloom.exam.answerer import Answerer
from figloom.exam.ask import Exam
from figloom.exam.call import Call, Dialog, Reply, Turn
from figloom.exam.folder import Result
from figloom.exam.journal import Journal
from figloom.exam.settings import Settings
from figloom.judges.opinions import Opinion
from figloom.judges.rubrics import Rubric, rubric
from figloom.seeds import digest

FOLDER = "judges"
_NONE = re.compile(r"\W*none\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a judge is asked: results with the rubric of each, and how many votes on each."""

    items: Sequence[tuple[Result, Rubric]]
    votes: int = 1

    @property
    def pointed(self) -> frozenset[str]:
        """Ids of the samples whose replies are given points."""
        return frozenset(result.sample.id for result, one in self.items if not one.copies)


def unsure(result: Result) -> bool:
    """Whether the rule left open what a judge may settle: there is a reply, and no refusal."""
    said = result.said
    is_open = result.verdict.outcome == "unscored" and not said.fault
    return is_open and bool(said.text.strip()) and not refuses(said.text)


def chosen(
    results: Sequence[Result], name: str, *, everything: bool, check: int, votes: int = 1
) -> Asked:
    """The results that the rule left open, or all that have a reply; and of those that the rule
    scored, `check` more, by which the judge is compared with it."""
    open_ = [one for one in results if (everything and one.said.text.strip()) or unsure(one)]
    known = {one.sample.id for one in open_}
    scored = [
        one
        for one in results
        if one.verdict.outcome != "unscored" and one.by == "rule" and one.sample.id not in known
    ]
    scored.sort(key=lambda one: digest(f"check/{one.sample.id}"))
    return Asked([(one, rubric(name, one.sample)) for one in (*open_, *scored[:check])], votes)


def judge(
    run: Path,
    asked: Asked,
    answerer: Answerer,
    settings: Settings,
    done: Callable[[int], None] = lambda count: None,
) -> tuple[list[Opinion], Mapping[str, str]]:
    """Opinions in the order asked, and why there is none, by sample id, where the judge failed.

    SetupError when the judge's server is of no use; what came before is kept.
    """
    place = run / FOLDER / re.sub(r"[^\w.-]+", "-", answerer.model)
    with Journal(place) as journal:
        exam = Exam(answerer, journal, settings, done)
        exam.run(_dialogs(asked))
        opinions, faults = [], {}
        for result, one in asked.items:
            name = result.sample.id
            outcomes = [exam.outcomes[_ballot(name, vote)] for vote in range(asked.votes)]
            failed = [outcome.fault for outcome in outcomes if outcome.fault]
            if failed:
                faults[name] = failed[0]
                continue
            replies = [journal.reply(outcome.keys[-1]) for outcome in outcomes]
            votes = tuple(_vote(one, reply) for reply in replies)
            opinions.append(Opinion(name, one.name, one.version, answerer.model, votes))
    return opinions, faults


def _dialogs(asked: Asked) -> Iterator[Dialog]:
    for result, one in asked.items:
        prompt = one.ask(result.sample, result.said.text)
        for vote in range(asked.votes):
            call = Call((Turn("user", prompt),), schema=one.schema(), seed=vote)
            yield _once(_ballot(result.sample.id, vote), call)


def _once(name: str, call: Call) -> Dialog:
    return Dialog(name, lambda replies: None if replies else call)


def _ballot(name: str, vote: int) -> str:
    return f"{name}#{vote}"


def _vote(rubric: Rubric, reply: Reply) -> float | str | None:
    text = schemas.spoken(reply.text) if reply.mode == "schema" else reply.text
    if not rubric.copies:
        return rubric.read(text)
    return None if _NONE.fullmatch(text) or not text.strip() else text.strip()
