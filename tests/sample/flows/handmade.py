"""Draws, a story of every kind of part, and a small sound chart."""

from __future__ import annotations

from functools import cache

from figloom.read.stories import stories
from figloom.sample.flow import flow
from figloom.seeds import Draw
from figloom.stories import Branch, Decision, Loop, Parallel, Quantity, Step, Stories, Story
from figloom.types import Declined, Flow

STRUCTURES = ("architecture", "decision_tree", "participants", "process", "program", "retry")


@cache
def shipped() -> Stories:
    return stories()


def draw(number: int, split: str = "train", seed: int = 1, block: str = "block") -> Draw:
    return Draw(seed, "recipe", split, block, number, number)


def some(structure: str, count: int, split: str = "train", **options: object) -> list[Flow]:
    made = (flow(shipped(), draw(n, split), structure=structure, **options) for n in range(count))  # type: ignore[arg-type]
    return [one for one in made if not isinstance(one, Declined)]


STORY = Story(
    "tea",
    "train",
    ("Making tea",),
    ("Guest", "Host"),
    slots={"kind": ("green", "black")},
    variables={"heat": Quantity("the temperature", 0, 100, (60, 80), "°C")},
    parts=(
        Step(("Ask for {kind} tea",), "io", "Guest"),
        Step(("Boil fresh water",), "process", "Host"),
        Decision(
            ("Above {heat}?",),
            (
                Branch(("Yes",), (Step(("Wait for a minute",)),), when="heat > {heat}"),
                Branch(("No",), (), when="heat <= {heat}"),
            ),
        ),
        Decision(
            ("Any cup clean?",),
            (Branch(("None",), (), ("Tea called off",)), Branch(("Some",))),
        ),
        Parallel(((Step(("Fetch the milk",)),), (Step(("Cut a lemon",)),))),
        Loop(("Is it too weak?",), ("Too weak",), ("Strong",), (Step(("Stir once more",)),)),
        Step(("Drink with {person}",), "process", "Guest"),
    ),
)  # fmt: skip


@cache
def tea() -> Stories:
    return Stories("own", "CC0-1.0", (STORY,))


@cache
def sound() -> Flow:
    """A chart of the whole story."""
    for number in range(400):
        made = flow(tea(), draw(number), nodes=(11, 20), colours="role")
        if isinstance(made, Declined):
            continue
        whole = {n.kind for n in made.nodes} >= {"fork", "decision", "io"} and made.variables
        if whole and len({n.figure for n in made.nodes}) > 2 and not made.lanes:
            return made
    raise AssertionError("no chart of the whole story")
