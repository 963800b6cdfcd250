"""Participant flows: how many were assessed, left out, allocated, lost and analysed; it adds up."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from random import Random

from figloom.flows.chart import Arrow, Chart
from figloom.flows.labels import alike
from figloom.sample.flows.structures import Structure, Wish
from figloom.sample.flows.words import Words
from figloom.stories import Story
from figloom.types import Declined, Flow, FlowKind

_FORMS = ("{} (n = {})", "{} (n={})", "{}: n = {}", "{}, n = {}")
_ROW = 5
"""Arms and reasons stand in one row, and a row of more is wider than a page."""
_ARM = (18, 260)
"""Participants of one arm, at least and at most."""


class _Study:
    """One study: its chart and the count in every box."""

    def __init__(self, words: Words) -> None:
        self.words, self.chart = words, Chart()
        self.form = words.random.choice(_FORMS)
        self.counts: dict[str, int] = {}

    def assessed(self, text: str, count: int, subjects: str) -> str:
        """The first box, in half of the charts with the word for what is counted."""
        if self.words.random.random() < 0.5:
            return self._write(f"{text} ({count} {subjects})", count, "start")
        return self._write(self.form.format(text, count), count, "start")

    def box(self, text: str, count: int, kind: FlowKind, *before: str) -> str:
        """A box with its count, and arrows to it."""
        arrows = [self.chart.arrow(node) for node in before]
        return self._write(self.form.format(text, count), count, kind, arrows)

    def _write(self, text: str, count: int, kind: FlowKind, coming: Sequence[Arrow] = ()) -> str:
        node = self.chart.node(text, kind, list(coming))
        self.counts[node] = count
        return node


def _made(story: Story, random: Random, wish: Wish) -> Flow | Declined:
    assert story.study
    study, words = story.study, Words(story, random)
    plan = _plan(story, random, wish)
    if isinstance(plan, Declined):
        return plan
    arms, reasons, lost, joint = plan
    made = _Study(words)
    sizes = _sizes(arms, random)
    left = [random.randint(1, max(1, size // 8)) if n < lost else 0 for n, size in enumerate(sizes)]
    random.shuffle(left)
    out = [random.randint(3, max(6, sum(sizes) // 6)) for _ in range(reasons)]
    total = sum(sizes) + sum(out)
    start = made.assessed(words.pick(study.assessed), total, study.subjects)
    several = len(out) > 1
    reasons_given = [words.pick((r,)) for r in random.sample(study.reasons, len(out))]
    label = "Excluded" if several else reasons_given[0]
    excluded = made.box(label, sum(out), "process" if several else "end", start)
    for name, count in zip(reasons_given, out, strict=True) if several else ():
        made.box(name, count, "end", excluded)
    allocated = made.box(words.pick(study.allocated), sum(sizes), "process", start)
    names = [words.pick((a,)) for a in random.sample(study.arms, arms)]
    gone = [words.pick((r,)) for r in random.sample(study.lost, lost)]
    analysed = words.pick(study.analysed)
    each = [f"{analysed}, {_lower(name)} (n = 100)" for name in names]
    joint = joint or any(alike(a, b) for a, b in combinations(each, 2))
    last = []
    for name, size, less in zip(names, sizes, left, strict=True):
        arm = made.box(name, size, "process", allocated)
        if less:
            made.box(gone.pop(), less, "end", arm)
        last.append((name, arm, size - less))
    if joint:
        made.box(analysed, sum(kept for *_, kept in last), "end", *(arm for _, arm, _ in last))
    else:
        for name, arm, kept in last:
            made.box(f"{analysed}, {_lower(name)}", kept, "end", arm)
    return made.chart.flow(
        words.pick(story.titles), "participants", program=json.dumps(made.counts), language="counts"
    )


def _lower(name: str) -> str:
    """A name inside a phrase; acronyms stay."""
    return name if name[1:2].isupper() else name[:1].lower() + name[1:]


def _plan(story: Story, random: Random, wish: Wish) -> tuple[int, int, int, bool] | Declined:
    """Numbers of arms, of reasons, of arms with losses, and whether all are analysed together:
    one of the plans nearest to the wanted size."""
    assert story.study
    study = story.study
    plans = []
    for arms in range(2, min(4, len(study.arms)) + 1):
        for reasons in range(1, min(3, len(study.reasons)) + 1):
            if arms + reasons > _ROW and reasons > 1:
                continue
            for lost in range(1, min(arms, len(study.lost)) + 1):
                for joint in (True, False):
                    # Without losses the box would say the same again; of four arms, eight boxes
                    # would stand in a row.
                    if not joint and (lost < arms or arms > 3):
                        continue
                    size = 2 + (0, 1, 3, 4)[reasons] + arms + lost + (1 if joint else arms)
                    if wish.fits(size):
                        plans.append((abs(size - wish.size), (arms, reasons, lost, joint)))
    if not plans:
        return Declined("the story gives no chart of that size")
    near = min(far for far, _ in plans)
    return random.choice([plan for far, plan in plans if far <= near + 1])


def _sizes(arms: int, random: Random) -> list[int]:
    """Sizes of the arms, all different so that no two boxes say the same number."""
    middle = random.randint(*_ARM)
    found: list[int] = []
    while len(found) < arms:
        size = middle + random.randint(-max(3, middle // 12), max(3, middle // 12))
        if size not in found:
            found.append(size)
    return found


def _fits(story: Story) -> bool:
    if not story.study:
        return False
    arms = story.study.arms
    return len(arms) >= 2 and not any(alike(a, b) for n, a in enumerate(arms) for b in arms[:n])


PARTICIPANTS = Structure("participants", "a participant flow", _fits, _made)
