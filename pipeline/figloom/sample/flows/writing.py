"""Parts of a story written down as nodes and arrows, and the grammar tree that tells the same."""

from __future__ import annotations

from dataclasses import dataclass

from figloom import codec
from figloom.flows import Choose, Do, Grammar, Part, Repeat, Split, Way
from figloom.sample.flows.chart import Arrow, Chart
from figloom.sample.flows.parts import Parts
from figloom.sample.flows.words import Words
from figloom.stories import Branch, Decision, Loop, Parallel, Step, StoryPart
from figloom.types import Flow

Block = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Retry:
    """A stretch of the story that is gone through again when a decision's answer is bad."""

    stretch: Parts
    test: Decision
    bad: Branch
    """What is done before the retry, if anything; an end of its own is not reached."""
    good: Branch


class Writer:
    """Writes one chart; `told` is false once it has what no grammar tree tells."""

    def __init__(self, words: Words) -> None:
        self.words, self.chart = words, Chart()
        self.actor, self.told = "", True
        self.conditions: list[str] = []

    def process(self, parts: tuple[StoryPart | Retry, ...], structure: str, laned: bool) -> Flow:
        """The whole chart, from start to end."""
        story, chart = self.words.story, self.chart
        start = chart.node(self.words.pick(story.start), "start", [])
        block, leaving = self._block(parts, [chart.arrow(start)])
        end = chart.node(self.words.pick(story.end), "end", leaving, self.actor)
        chart.nodes[0].actor = chart.nodes[1].actor
        tree = codec.dumps(Grammar(block, end), Grammar) if self.told else ""
        return chart.flow(
            self.words.pick(story.titles),
            structure,
            actors=story.actors if laned else (),
            program=tree,
            language="tree" if tree else "",
            variables=self.words.variables(self.conditions),
        )

    def _block(
        self, parts: tuple[StoryPart | Retry, ...], coming: list[Arrow]
    ) -> tuple[Block, list[Arrow]]:
        found: list[Part] = []
        for part in parts:
            made, coming = self._part(part, coming)
            found += made
        return tuple(found), coming

    def _part(self, part: StoryPart | Retry, coming: list[Arrow]) -> tuple[Block, list[Arrow]]:
        if isinstance(part, Step):
            self.actor = part.actor
            node = self.chart.node(self.words.pick(part.step), part.kind, coming, part.actor)
            return (Do(node),), [self.chart.arrow(node)]
        if isinstance(part, Decision):
            return self._decision(part, coming)
        if isinstance(part, Loop):
            return self._loop(part, coming)
        if isinstance(part, Parallel):
            return self._parallel(part, coming)
        return self._retry(part, coming)

    def _test(self, part: Decision, coming: list[Arrow]) -> tuple[str, list[Arrow]]:
        """A decision and its arrows, still without targets."""
        node = self.chart.node(self.words.pick(part.decision), "decision", coming, part.actor)
        arrows = []
        for way in part.branches:
            when = self.words.condition(way.when)
            self.conditions.append(when)
            arrows.append(self.chart.arrow(node, self.words.pick(way.label), when))
        return node, arrows

    def _decision(self, part: Decision, coming: list[Arrow]) -> tuple[Block, list[Arrow]]:
        node, arrows = self._test(part, coming)
        ways, leaving = [], list[Arrow]()
        for way, arrow in zip(part.branches, arrows, strict=True):
            made, out = self._way(way, arrow, part.actor)
            ways.append(made)
            leaving += out
        self.actor = part.actor if len(leaving) > 1 else self.actor
        return (Choose(node, tuple(ways)),), leaving

    def _way(self, way: Branch, arrow: Arrow, actor: str) -> tuple[Way, list[Arrow]]:
        self.actor = actor
        block, out = self._block(way.parts, [arrow])
        if not way.end:
            return Way(arrow.id, block), out
        end = self.chart.node(self.words.pick(way.end), "end", out, self.actor)
        return Way(arrow.id, block, end), []

    def _loop(self, part: Loop, coming: list[Arrow]) -> tuple[Block, list[Arrow]]:
        pick, chart = self.words.pick, self.chart
        if part.first == "test":
            test = chart.node(pick(part.loop), "decision", coming, part.actor)
            again, done = chart.arrow(test, pick(part.again)), chart.arrow(test, pick(part.done))
            block, back = self._block(part.parts, [again])
            for arrow in back:
                arrow.target = test
        else:
            first = chart.next_id
            block, out = self._block(part.parts, coming)
            test = chart.node(pick(part.loop), "decision", out, part.actor)
            again, done = chart.arrow(test, pick(part.again)), chart.arrow(test, pick(part.done))
            again.target = first
        self.actor = part.actor
        return (Repeat(test, again.id, done.id, block, part.first),), [done]

    def _parallel(self, part: Parallel, coming: list[Arrow]) -> tuple[Block, list[Arrow]]:
        actor = self.actor or next((p.actor for p in part.parallel[0] if hasattr(p, "actor")), "")
        fork = self.chart.node("", "fork", coming, actor)
        arrows = [self.chart.arrow(fork) for _ in part.parallel]
        branches, leaving = [], list[Arrow]()
        for branch, arrow in zip(part.parallel, arrows, strict=True):
            block, out = self._block(branch, [arrow])
            branches.append(block)
            leaving += out
        join = self.chart.node("", "join", leaving, actor)
        self.actor = actor
        return (Split(fork, join, tuple(branches)),), [self.chart.arrow(join)]

    def _retry(self, part: Retry, coming: list[Arrow]) -> tuple[Block, list[Arrow]]:
        first = self.chart.next_id
        stretch, out = self._block(part.stretch, coming)
        node, arrows = self._test(part.test, out)
        bad, good = (arrows[part.test.branches.index(way)] for way in (part.bad, part.good))
        remedy, back = self._block(part.bad.parts, [bad])
        for arrow in back:
            arrow.target, arrow.kind = first, "retry"
        # A tree has no place for what is done on the way back.
        self.told = self.told and not remedy
        block, leaving = self._block(part.good.parts, [good])
        return (Repeat(node, bad.id, good.id, stretch, "block"), *block), leaving
