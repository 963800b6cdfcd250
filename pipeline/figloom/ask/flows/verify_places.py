"""Statements about who does a step, and about steps that run side by side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

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
    """Two steps run side by side; false for steps of one branch, which follow each other."""
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
    for fork in here.forks:
        arms = [_arm(here, edge.target, fork) for edge in here.out[fork]]
        own = [sorted(arm - set().union(*(a for a in arms if a is not arm))) for arm in arms]
        for one, other in combinations(own, 2):
            for mine, its in product(combinations(one, 2), combinations(other, 2)):
                both = {*mine, *its}
                if here.abreast(*mine) or here.abreast(*its):
                    continue
                # A decision on the branch may leave one of them out.
                if any(both <= here.passed[join] for join in joins):
                    yield from _abreast(here, mine, its)


def _abreast(here: Reading, mine: tuple[str, ...], its: tuple[str, ...]) -> Iterator[Claim]:
    """Of two steps on each of two branches: each is said to run beside those of the other as often
    as beside its own neighbour."""
    for first, second in permutations((*mine, *its), 2):
        truth = (first in mine) != (second in mine)
        told = "start at one bar, and both are done" if truth else "follow each other on one branch"
        both = f"{here.text(first)} and {here.text(second)}"
        why = (Said(f"{both} {told}.", (first, second)),)
        words = {"first": here.text(first), "second": here.text(second)}
        yield Claim(words, truth, (first, second), why, about="/".join((*mine, *its)))


def _arm(here: Reading, start: str, barred: str) -> set[str]:
    """Plain steps on an arm."""
    held = {start, *here.reach(start, (barred,))}
    return {step for step in held if here.sort(step) == "step"}


_LANE = Pattern("verify", "verify_lane", "yes_no", Scoring("yes_no"), _lane)
_PARALLEL = Pattern("verify", "verify_parallel", "yes_no", Scoring("yes_no"), _parallel)
