"""Statements about two answers in turn, and the step that they lead to."""

from __future__ import annotations

from collections.abc import Iterator

from figloom.ask.flows.asking import Asked, Claim, Pattern, Said, asked
from figloom.ask.flows.reading import Reading
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, FlowEdge, Picture, Scoring


@plugin()
def verify_outcome(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """With these two answers, X comes next; false with what another second answer leads to."""
    return asked(_OUTCOME, facts, picture, draw)


def _outcome(here: Reading) -> Iterator[Claim]:
    for decision in here.decisions:
        for edge in here.out[decision.id]:
            second = following(here, edge)
            if second is None or second == decision.id:
                continue
            led = {way: here.led(way) for way in here.out[second]}
            if any(len(steps) != 1 for steps in led.values()):
                continue
            for way, (step,) in led.items():
                rests = (decision.id, edge.id, second, way.id, step)
                why = (
                    Said(
                        f"“{edge.text}” at {here.text(decision.id)} leads on to "
                        f"{here.text(second)}.",
                        rests[:3],
                    ),
                    Said(f"“{way.text}” there leads to {here.text(step)}.", rests[2:]),
                )
                for (other,) in led.values():
                    words = {
                        "first": here.text(decision.id),
                        "answer": f"“{edge.text}”",
                        "second": here.text(second),
                        "reply": f"“{way.text}”",
                        "step": here.text(other),
                    }
                    yield Claim(words, other == step, rests, why, about=f"{second}/{other}")


def following(here: Reading, edge: FlowEdge) -> str | None:
    """The next decision behind an arrow, with only plain steps between; None where there is none
    or the way parts at a fork."""
    seen, steps = set[str](), here.led(edge)
    while len(steps) == 1 and steps[0] not in seen:
        (step,) = steps
        if here.node[step].kind == "decision":
            return step
        seen.add(step)
        steps = here.after(step)
    return None


_OUTCOME = Pattern("verify", "verify_outcome", "yes_no", Scoring("yes_no"), _outcome)
