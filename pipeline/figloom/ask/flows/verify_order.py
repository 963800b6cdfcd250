"""Statements about order: what always comes before, what may come at all, what no way avoids."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from figloom.ask.flows.asking import Asked, Claim, Pattern, Said, asked
from figloom.ask.flows.crossed import crossings
from figloom.ask.flows.reading import Reading
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, Picture, Scoring


@plugin()
def verify_before(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """A always comes before B; false with the two turned round."""
    return asked(_BEFORE, facts, picture, draw)


@plugin()
def verify_required(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """B cannot be reached without A; false with an A that only some ways to B pass."""
    return asked(_REQUIRED, facts, picture, draw)


@plugin()
def verify_reach(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """B can come at some point after A; false where no way leads there."""
    return asked(_REACH, facts, picture, draw)


@plugin()
def verify_return(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """Once at A, the process can come back to B, which lies before it; false where it cannot."""
    return asked(_RETURN, facts, picture, draw)


@plugin()
def verify_unavoidable(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """Every run that answers so and comes to the end has done A; false with what another answer
    makes sure of."""
    return asked(_UNAVOIDABLE, facts, picture, draw)


def _inner(here: Reading) -> list[str]:
    """Steps between the ends, whose names alone would tell their place, as the form of a statement
    does in a program."""
    if not here.flow.entry or here.flow.language == "python":
        return []
    return [node.id for node in here.named if node.kind not in ("start", "end")]


def _about(here: Reading, one: str, other: str) -> tuple[str, str]:
    """Either step, with the sort of the other: decisions come before all that follows more often
    than other steps do. Of both in turn, since a step by itself may tell: one within a loop can be
    come back to wherever it is asked of."""
    return f"{one}/{here.sort(other)}", f"{here.sort(one)}/{other}"


def _before(here: Reading) -> Iterator[Claim]:
    for first, then in permutations(_inner(here), 2):
        if first in here.passed[then] and first not in here.reached[then]:
            why = (
                Said(
                    f"Every run that comes to {here.text(then)} has passed {here.text(first)}, "
                    "and no way leads back.",
                    (first, then),
                ),
            )
            for a, b in ((first, then), (then, first)):
                words = {"first": here.text(a), "then": here.text(b)}
                about = "/".join(sorted((first, then)))
                yield Claim(words, a == first, (first, then), why, about=about)


def _required(here: Reading) -> Iterator[Claim]:
    for then in _inner(here):
        for first in _inner(here):
            truth = first in here.passed[then]
            if first == then or not (truth or then in here.reached[first]):
                continue
            if first in here.reached[then]:
                # In a loop "before" has no one meaning.
                continue
            run = "Every run" if truth else "Some run, though not every one,"
            told = f"{run} that comes to {here.text(then)} has passed {here.text(first)}."
            why = (Said(told, (first, then)),)
            words = {"first": here.text(first), "then": here.text(then)}
            for about in _about(here, first, then):
                yield Claim(words, truth, (first, then), why, about=about)


def _reach(here: Reading) -> Iterator[Claim]:
    for first in _inner(here):
        for then in _inner(here):
            truth = then in here.reached[first]
            if first == then or then in here.after(first) or first in here.after(then):
                continue
            if here.abreast(first, then):
                # It may come later, though no arrow leads there.
                continue
            told = "A way leads" if truth else "No way leads"
            why = (Said(f"{told} from {here.text(first)} to {here.text(then)}.", (first, then)),)
            words = {"first": here.text(first), "then": here.text(then)}
            for about in _about(here, first, then):
                yield Claim(words, truth, (first, then), why, about=about)


def _return(here: Reading) -> Iterator[Claim]:
    for late in _inner(here):
        for early in sorted(here.passed[late] & set(_inner(here))):
            truth = early in here.reached[late]
            told = "A way leads" if truth else "No way leads"
            why = (
                Said(f"{told} back from {here.text(late)} to {here.text(early)}.", (late, early)),
            )
            words = {"late": here.text(late), "early": here.text(early)}
            for about in _about(here, late, early):
                yield Claim(words, truth, (late, early), why, about=about)


def _unavoidable(here: Reading) -> Iterator[Claim]:
    for one in crossings(here):
        run = "Every run" if one.sure else "Not every run"
        words = one.words(here)
        told = "{run} that goes on by {answer} and comes to {end} has passed {step}."
        why = (Said(told.format(run=run, **words), (one.edge.id, one.step, one.end)),)
        facts = (one.decision, one.edge.id, one.step, one.end)
        yield Claim(words, one.sure, facts, why, about=one.about)


_BEFORE = Pattern("verify", "verify_before", "yes_no", Scoring("yes_no"), _before)
_REQUIRED = Pattern("verify", "verify_required", "yes_no", Scoring("yes_no"), _required)
_REACH = Pattern("verify", "verify_reach", "yes_no", Scoring("yes_no"), _reach)
_RETURN = Pattern("verify", "verify_return", "yes_no", Scoring("yes_no"), _return)
_UNAVOIDABLE = Pattern("verify", "verify_unavoidable", "yes_no", Scoring("yes_no"), _unavoidable)
