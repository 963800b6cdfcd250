"""How a pattern becomes a question: all that it could ask of a chart, and one of these by the draw.

A pattern is a function that lists claims. Of a pair of twins it is asked what both charts can be
asked in the same words and answer differently, so that neither words nor habit tell the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from figloom.ask.flows import FAMILY
from figloom.ask.flows.reading import Reading, reading
from figloom.seeds import Draw
from figloom.types import (
    Answer,
    AnswerKind,
    Declined,
    Facts,
    Flow,
    Negative,
    Picture,
    Question,
    Scoring,
    Step,
)
from figloom.wording import wordings

Task = Literal["verify", "extract", "locate", "reason", "summarise"]
Asked = tuple[Question, ...] | Declined


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence of a rationale and the facts it points at."""

    text: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that can be asked of a chart, with its one right answer."""

    words: Mapping[str, str]
    """What fills the wording."""
    answer: Answer
    facts: tuple[str, ...]
    """Ids of what the answer rests on."""
    why: tuple[Said, ...]
    wrong: tuple[tuple[Answer, str], ...] = ()
    """Answers that are false, each with how it was made; not needed for yes and no."""
    accepted: tuple[str, ...] = ()
    about: str = ""
    """What it is about: drawn first, before what is said of it. Statements are made only about
    what something true and something false can be said of, so that this tells nothing."""
    wording: str = ""
    """File of its wordings where the pattern has several: singular and plural."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a plug-in asks."""

    task: Task
    subtask: str
    kind: AnswerKind
    scoring: Scoring
    claims: Callable[[Reading], Iterable[Claim]]
    sighted: bool = False
    """Whether the answer depends on where things stand in the picture."""


def asked(pattern: Pattern, facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """One question by the pattern, or why there is none."""
    if pattern.sighted and picture is None:
        return (_unseen(pattern),)
    here = reading(facts, picture)
    chosen = _twins(pattern, facts, here) if facts.edits else list(pattern.claims(here))
    if not chosen:
        return Declined(f"nothing to ask by {pattern.subtask}")
    random = draw.random(pattern.subtask)
    if facts.edits:
        # What a claim is about may differ between twins; its words do not.
        return (_question(pattern, random.choice(chosen), here, draw),)
    wanted = None
    if pattern.kind == "yes_no":
        wanted = draw.level(f"{pattern.subtask}/truth", 2) == 1
    subjects = _subjects(chosen, both=wanted is not None)
    if not subjects:
        return Declined(f"nothing both true and false to say by {pattern.subtask}")
    claims = subjects[random.choice(sorted(subjects))]
    claim = random.choice([c for c in claims if wanted is None or c.answer is wanted])
    return (_question(pattern, claim, here, draw),)


def _subjects(claims: Iterable[Claim], both: bool) -> dict[str, list[Claim]]:
    """Claims by what they are about; where `both`, only what has true ones and false ones."""
    found: dict[str, list[Claim]] = {}
    for claim in claims:
        found.setdefault(claim.about, []).append(claim)
    if both:
        found = {a: some for a, some in found.items() if len({c.answer for c in some}) == 2}
    return found


def _twins(pattern: Pattern, facts: Facts, here: Reading) -> list[Claim]:
    """Claims that the other chart answers differently, in an order that both charts share."""
    assert isinstance(facts.truth, Flow)
    if pattern.sighted:
        return []
    others = {_key(c): _told(c.answer) for c in pattern.claims(Reading(facts.truth, None))}
    mine = {_key(claim): claim for claim in pattern.claims(here)}
    both = sorted(key for key in mine if key in others and others[key] != _told(mine[key].answer))
    return [mine[key] for key in both]


def _told(answer: Answer) -> object:
    """An answer as it is compared: of several texts the order says nothing."""
    return sorted(map(repr, answer)) if isinstance(answer, tuple) else answer


def _key(claim: Claim) -> tuple[str, tuple[tuple[str, str], ...]]:
    return claim.wording, tuple(sorted(claim.words.items()))


def _question(pattern: Pattern, claim: Claim, here: Reading, draw: Draw) -> Question:
    name = claim.wording or pattern.subtask
    known = wordings(FAMILY, name)
    wording = known[draw.level(f"{pattern.subtask}/wording", len(known))]
    wrong = _wrong(pattern, claim, here)
    return Question(
        text=wording.fill(**claim.words),
        answer=claim.answer,
        kind=pattern.kind,
        scoring=pattern.scoring,
        family=FAMILY,
        task=pattern.task,
        subtask=pattern.subtask,
        wording=f"{name}/{wording.id}",
        accepted=claim.accepted,
        group=pattern.subtask,
        polarity=claim.answer if isinstance(claim.answer, bool) else None,
        tags=_tags(here),
        marks=tuple(mark.id for mark in here.marks(claim.facts)),
        negatives=tuple(Negative(answer, kind) for answer, kind in wrong),
        rationale=tuple(
            Step(said.text, tuple(mark.id for mark in here.marks(said.facts))) for said in claim.why
        ),
    )


def _wrong(pattern: Pattern, claim: Claim, here: Reading) -> Iterable[tuple[Answer, str]]:
    """False answers, each once; another step's text where the pattern knows none."""
    if pattern.kind == "yes_no":
        return ((not claim.answer, "opposite"),)
    found = dict(reversed(claim.wrong))
    if not found:
        texts = claim.answer if isinstance(claim.answer, tuple) else (claim.answer,)
        other = next((node.text for node in here.named if node.text not in texts), None)
        if other is not None:
            found[(*texts, other) if pattern.kind == "texts" else other] = "other_step"
    return reversed(found.items())


def _tags(here: Reading) -> tuple[str, ...]:
    size = len(here.flow.nodes)
    told = [
        f"structure:{here.flow.structure}",
        f"size:{'small' if size < 10 else 'medium' if size < 17 else 'large'}",
    ]
    if here.picture:
        told.append(f"renderer:{here.picture.style.split('/')[0]}")
    return tuple(told)


def _unseen(pattern: Pattern) -> Question:
    """What stands for a question that only a picture can answer, before there is one."""
    return Question(
        text="Where things stand is known once they are drawn.",
        answer=None,
        kind="unknown",
        scoring=Scoring("unknown"),
        family=FAMILY,
        task=pattern.task,
        subtask=pattern.subtask,
        wording="",
    )
