"""Parts of a story written down as nodes and arrows, and the grammar tree that tells the same."""

from __future__ import annotations

from figloom import codec
from figloom.flows import Choose, Do, Grammar, Part, Repeat, Split, Way
from figloom.flows.chart import Arrow, Chart
from figloom.sample.flows.parts import Parts
from figloom.sample.flows.words import Words
from figloom.stories import Branch, Decision, Loop, Parallel, Step, StoryPart
from figloom.types import Flow

Block = tuple[Part, ...]


class Writer:
    """Writes one chart; with `retries`, arrows back to what was done already are of that kind."""

    def __init__(self, words: Words, retries: bool = False) -> None:
        self.words, self.chart = words, Chart()
        self.actor, self.retries = "", retries
        self.conditions: list[str] = []

    def process(self, parts: Parts, structure: str, laned: bool) -> Flow:
        """The whole chart, from start to end."""
        story, chart = self.words.story, self.chart
        start = chart.node(self.words.pick(story.start), "start", [])
        block, leaving = self._block(parts, [chart.arrow(start)])
        end = chart.node(self.words.pick(story.end), "end", leaving, self.actor)
        chart.nodes[0].actor = chart.nodes[1].actor
        return chart.flow(
            self.words.pick(story.titles),
            structure,
            actors=story.actors if laned else (),
            program=codec.dumps(Grammar(block, end), Grammar),
            language="tree",
            variables=self.words.variables(self.conditions),
        )

    def _block(self, parts: Parts, coming: list[Arrow]) -> tuple[Block, list[Arrow]]:
        found: list[Part] = []
        for part in parts:
            made, coming = self._part(part, coming)
            found += made
        return tuple(found), coming

    def _part(self, part: StoryPart, coming: list[Arrow]) -> tuple[Block, list[Arrow]]:
        if isinstance(part, Step):
            self.actor = part.actor
            node = self.chart.node(self.words.pick(part.step), part.kind, coming, part.actor)
            return (Do(node),), [self.chart.arrow(node)]
        if isinstance(part, Decision):
            return self._decision(part, coming)
        if isinstance(part, Loop):
            return self._loop(part, coming)
        return self._parallel(part, coming)

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
            again.target, again.kind = first, "retry" if self.retries else ""
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
