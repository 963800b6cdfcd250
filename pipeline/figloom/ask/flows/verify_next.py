"""Statements about the next step: after an answer to a decision, and directly after a step."""

from __future__ import annotations

from collections.abc import Iterator

from figloom.ask.flows.asking import Asked, Claim, Pattern, Said, asked
from figloom.ask.flows.reading import Reading
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, Picture, Scoring


@plugin()
def verify_branch(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """If that decision is answered so, X comes next; false with the step behind another answer."""
    return asked(_BRANCH, facts, picture, draw)


@plugin()
def verify_direct(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """B comes directly after A; false with an A that is two steps before B, or comes after it."""
    return asked(_DIRECT, facts, picture, draw)


def _branch(here: Reading) -> Iterator[Claim]:
    for decision in here.decisions:
        led = {edge: here.led(edge) for edge in here.out[decision.id]}
        if any(len(steps) != 1 for steps in led.values()):
            continue
        for edge, (step,) in led.items():
            rests = (decision.id, edge.id, step)
            asks, leads = here.text(decision.id), here.text(step)
            why = (Said(f"The arrow “{edge.text}” from {asks} leads to {leads}.", rests),)
            for (other,) in led.values():
                words = {"decision": asks, "answer": f"“{edge.text}”", "step": here.text(other)}
                # The same step is said to follow one answer or another.
                about = f"{decision.id}/{other}"
                yield Claim(words, other == step, rests, why, about=about)


def _direct(here: Reading) -> Iterator[Claim]:
    if here.flow.language == "python":
        # What a statement needs tells what it follows.
        return
    plain = [n.id for n in here.named if n.kind != "decision" and len(here.after(n.id)) == 1]
    for step in plain:
        (then,) = here.after(step)
        why = (Said(f"The arrow from {here.text(step)} leads to {here.text(then)}.", (step, then)),)
        yield _said(here, step, then, True, why)
        for late in sorted({*here.after(then), *here.before(step)} - {then, step}):
            if here.node[late].kind != "start":
                yield _said(here, step, late, False, why)


def _said(here: Reading, step: str, then: str, truth: bool, why: tuple[Said, ...]) -> Claim:
    words = {"step": here.text(step), "then": here.text(then)}
    return Claim(words, truth, (step, then), why, about=f"{then}/{here.sort(step)}")


_BRANCH = Pattern("verify", "verify_branch", "yes_no", Scoring("yes_no"), _branch)
_DIRECT = Pattern("verify", "verify_direct", "yes_no", Scoring("yes_no"), _direct)
