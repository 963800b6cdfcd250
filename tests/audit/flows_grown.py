"""Flowcharts grown at random, odder than any sampler makes them.

Forks within forks, decisions whose arrows all lead into a join, loops within loops, own ends.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

from figloom.types import Category, Figure, Flow, FlowEdge, FlowKind, FlowNode, Provenance

_VERBS = ("Pack", "Weigh", "Seal", "Count", "Wash", "Paint", "Label", "Check", "Sort", "File")
_THINGS = ("boxes", "letters", "apples", "chairs", "plates", "stones", "maps", "lamps", "coats")
_FIGURES: dict[FlowKind, Figure] = {
    "start": "stadium", "end": "stadium", "decision": "diamond", "fork": "bar", "join": "bar",
}  # fmt: skip
_COLOURS = ("green", "yellow", "blue", "")

Open = list[tuple[str, str]]
"""Sources of arrows that lead nowhere as yet, with their words."""


class _Grown:
    def __init__(self, random: Random, size: int) -> None:
        self.random, self.left, self.splits = random, size, 2
        names = [f"{verb} {thing}" for verb, thing in product(_VERBS, _THINGS)]
        random.shuffle(names)
        self.names = iter(names)
        self.nodes: list[FlowNode] = []
        self.edges: list[FlowEdge] = []

    def node(self, kind: FlowKind, coming: Open, text: str | None = None) -> str:
        name = f"n{len(self.nodes) + 1}"
        said = text or ("" if kind in ("fork", "join") else next(self.names))
        said += "?" if kind == "decision" else ""
        fill = self.random.choice(_COLOURS)
        lane = self.random.choice(("l1", "l2"))
        figure = _FIGURES.get(kind, "rectangle")
        self.nodes.append(FlowNode(name, said, kind, figure, fill, lane))
        self.left -= 1
        self.link(coming, name)
        return name

    def link(self, coming: Open, target: str) -> None:
        known = {(edge.source, edge.target) for edge in self.edges}
        for source, text in coming:
            if (source, target) in known:
                # Two answers never lead to one step.
                source, text = self.node("process", [(source, text)]), ""
            self.edges.append(FlowEdge(f"e{len(self.edges) + 1}", source, target, text))
            known.add((source, target))

    def block(self, coming: Open, depth: int, within: bool) -> Open:
        for _ in range(self.random.randint(1, 3)):
            coming = self.part(coming, depth, within)
        return coming

    def part(self, coming: Open, depth: int, within: bool) -> Open:
        sort = self.random.choice(("do", "do", "choose", "choose", "repeat", "split"))
        if sort == "do" or depth == 0 or self.left < 4:
            return [(self.node("process", coming), "")]
        if sort == "choose":
            return self.choose(coming, depth, within)
        if sort == "repeat":
            return self.repeat(coming, depth)
        if not self.splits:
            return [(self.node("process", coming), "")]
        self.splits -= 1
        fork = self.node("fork", coming)
        inner: Open = []
        for _ in range(self.random.randint(2, 3)):
            inner += self.block([(fork, "")], depth - 1, True)
        return [(self.node("join", inner), "")]

    def choose(self, coming: Open, depth: int, within: bool) -> Open:
        decision = self.node("decision", coming)
        words = self.random.choice((("Yes", "No"), ("Low", "Medium", "High")))
        leaving: Open = []
        bare = self.random.randrange(len(words) + 1)
        for at, word in enumerate(words):
            if at == bare:
                leaving.append((decision, word))
                continue
            last = self.block([(decision, word)], depth - 1, within)
            if at and not within and self.random.random() < 0.3:
                self.node("end", last)
            else:
                leaving += last
        return leaving

    def repeat(self, coming: Open, depth: int) -> Open:
        first = self.node("process", coming)
        last = self.block([(first, "")], depth - 1, True)
        decision = self.node("decision", last)
        self.link([(decision, "Again")], first)
        return [(decision, "Done")]


def grown(seed: int, lanes: bool = False) -> Flow:
    """A chart of about 8 to 26 nodes."""
    random = Random(f"grown/{seed}")
    made = _Grown(random, random.randint(8, 26))
    coming: Open = [(made.node("start", [], "Begin here"), "")]
    while made.left > 1:
        coming = made.block(coming, 3, False)
    made.node("end", coming, "All over")
    nodes = made.nodes if lanes else [replace(node, lane="") for node in made.nodes]
    used = {node.lane for node in nodes} - {""}
    names = {"l1": "Porter", "l2": "Clerk"}
    return Flow(
        "", tuple(nodes), tuple(made.edges),
        tuple(Category(lane, name) for lane, name in names.items() if lane in used),
        "n1", "", Provenance("grown", "none", (str(seed),)), structure="process",
    )  # fmt: skip
