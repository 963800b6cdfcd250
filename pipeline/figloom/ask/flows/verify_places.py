"""Statements about who does a step, and about steps that run side by side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from figloom.ask.flows.asking import Asked, Claim, Pattern, Said, asked
from figloom.ask.flows.reading import Reading
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, Picture, Scoring


@plugin()
def verify_lane(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """That lane holds the step; false with a step of another lane."""
    return asked(_LANE, facts, picture, draw)


@plugin()
def verify_parallel(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """Two steps run side by side; false for steps of which only one is ever taken."""
    return asked(_PARALLEL, facts, picture, draw)


def _lane(here: Reading) -> Iterator[Claim]:
    names = {lane.id: lane.name for lane in here.flow.lanes}
    for node in here.named:
        if not node.lane or node.kind in ("start", "end"):
            continue
        held = f"“{names[node.lane]}”"
        why = (Said(f"{here.text(node.id)} stands in the lane {held}.", (node.id,)),)
        for lane, name in names.items():
            words = {"step": here.text(node.id), "lane": f"“{name}”"}
            about = f"{lane}/{here.sort(node.id)}"
            yield Claim(words, lane == node.lane, (node.id,), why, about=about)


def _parallel(here: Reading) -> Iterator[Claim]:
    joins = [node.id for node in here.flow.nodes if node.kind == "join"]
    for node in here.flow.nodes:
        if node.kind not in ("fork", "decision"):
            continue
        arms = [_arm(here, edge.target, node.id) for edge in here.out[node.id]]
        for one, other in permutations(range(len(arms)), 2):
            for first in sorted(arms[one] - arms[other]):
                for second in sorted(arms[other] - arms[one]):
                    if first in here.reached[second] or second in here.reached[first]:
                        continue
                    truth = node.kind == "fork"
                    if truth and not any({first, second} <= here.passed[join] for join in joins):
                        # A decision on the branch may leave one of them out.
                        continue
                    told = (
                        "start at one bar, and both are done"
                        if truth
                        else f"follow different answers to {here.text(node.id)}"
                    )
                    both = f"{here.text(first)} and {here.text(second)}"
                    why = (Said(f"{both} {told}.", (first, second)),)
                    words = {"first": here.text(first), "second": here.text(second)}
                    yield Claim(words, truth, (first, second), why)


def _arm(here: Reading, start: str, barred: str) -> set[str]:
    """Plain steps on an arm."""
    held = {start, *here.reach(start, (barred,))}
    return {step for step in held if here.node[step].kind == "process"}


_LANE = Pattern("verify", "verify_lane", "yes_no", Scoring("yes_no"), _lane)
_PARALLEL = Pattern("verify", "verify_parallel", "yes_no", Scoring("yes_no"), _parallel)
