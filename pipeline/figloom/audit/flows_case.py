"""A stored flowchart as its reader knows it: steps by text, arrows followed through bars."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cached_property
from hashlib import blake2b
from typing import Any, TypeVar

from figloom.audit.flows_runs import Runs
from figloom.audit.labels import Faulty, spaced

Node = dict[str, Any]
Edge = dict[str, Any]
Mark = dict[str, Any]

T = TypeVar("T")

BARS = frozenset({"fork", "join", "connector"})
"""Kinds without a text."""


class Case:
    """One record's flowchart; Faulty when its ids or texts are not unique."""

    def __init__(self, shown: dict[str, Any], marks: list[Mark], drawn: bool) -> None:
        self.shown, self.marks, self.drawn = shown, marks, drawn
        self.nodes: dict[str, Node] = _known("node", shown["nodes"])
        self.edges: dict[str, Edge] = _known("arrow", shown["edges"])
        self.lanes: dict[str, dict[str, Any]] = _known("lane", shown["lanes"])
        for edge in self.edges.values():
            if not {edge["source"], edge["target"]} <= self.nodes.keys():
                raise Faulty(f"arrow {edge['id']} has an end that is no step")
        self.named = [node for node in self.nodes.values() if node["kind"] not in BARS]
        self.texts = _texts("step", {node["id"]: node["text"] for node in self.named})
        self.headings = _texts("lane", {i: lane["name"] for i, lane in self.lanes.items()})

    @cached_property
    def arrows(self) -> Any:
        """The arrows as a networkx graph of ids."""
        import networkx as nx

        graph = nx.MultiDiGraph()
        graph.add_nodes_from(self.nodes)
        graph.add_edges_from((e["source"], e["target"], i) for i, e in self.edges.items())
        return graph

    @cached_property
    def steps(self) -> Any:
        """Steps without bars: each step leads to its arrows, each arrow to the steps it ends at."""
        import networkx as nx

        graph = nx.DiGraph()
        graph.add_nodes_from(self.nodes)
        for name, edge in self.edges.items():
            if self.nodes[edge["source"]]["kind"] in BARS:
                graph.add_edge(edge["source"], edge["target"])
            else:
                nx.add_path(graph, (edge["source"], ("arrow", name), edge["target"]))
        for bar in self.nodes.keys() - {node["id"] for node in self.named}:
            graph.add_edges_from(
                (before, after)
                for before in list(graph.predecessors(bar))
                for after in list(graph.successors(bar))
                if bar not in (before, after)
            )
            graph.remove_node(bar)
        return graph

    @cached_property
    def near(self) -> Any:
        """Steps alone: an arrow from each to those that may directly follow it."""
        import networkx as nx

        graph = nx.DiGraph()
        graph.add_nodes_from(node["id"] for node in self.named)
        for name, edge in self.edges.items():
            if edge["source"] in graph:
                graph.add_edges_from((edge["source"], step) for step in self.led(name))
        return graph

    @cached_property
    def runs(self) -> Runs:
        """How the process can go; Faulty when it begins nowhere, or parts where nothing decides."""
        if self.shown["entry"] not in self.nodes:
            raise Faulty("the process begins nowhere")
        for name, node in self.nodes.items():
            if len(self.out(name)) > 1 and node["kind"] not in ("decision", "fork"):
                raise Faulty(f"several arrows leave {node['text']!r}, which is no decision")
        kinds = {name: node["kind"] for name, node in self.nodes.items()}
        ends = {name: (edge["source"], edge["target"]) for name, edge in self.edges.items()}
        return Runs(self.shown["entry"], kinds, ends)

    def led(self, edge: str) -> list[str]:
        """Steps that an arrow out of a step leads to."""
        return list(self.steps.successors(("arrow", edge)))

    def after(self, step: str) -> list[str]:
        """Steps that may directly follow."""
        return list(self.near.successors(step))

    def before(self, step: str) -> list[str]:
        """Steps that may come directly before."""
        return list(self.near.predecessors(step))

    def reaches(self, one: str, other: str) -> bool:
        """Whether arrows lead from one step to another, or round to itself."""
        import networkx as nx

        return any(nx.has_path(self.arrows, after, other) for after in self.arrows.successors(one))

    def out(self, step: str) -> list[Edge]:
        """Arrows that leave."""
        return [edge for edge in self.edges.values() if edge["source"] == step]

    def into(self, step: str) -> list[Edge]:
        """Arrows that enter."""
        return [edge for edge in self.edges.values() if edge["target"] == step]

    def step(self, quoted: str) -> str:
        """The step that a question quotes."""
        return _meant("step", self.texts, quoted)

    def lane(self, quoted: str) -> str:
        """The lane that a question quotes."""
        return _meant("lane", self.headings, quoted)

    def decision(self, quoted: str) -> str:
        """The decision that a question quotes."""
        found = self.step(quoted)
        if self.nodes[found]["kind"] != "decision":
            raise Faulty(f"{quoted} is no decision")
        return found

    def answered(self, decision: str, quoted: str) -> str:
        """The arrow by which a decision is left after an answer."""
        said = {edge["id"]: edge["text"] for edge in self.out(decision)}
        return _meant("answer", _texts("answer", said), quoted)

    def text(self, step: str) -> str:
        """What stands in a step."""
        return str(self.nodes[step]["text"])

    def lane_of(self, step: str) -> str:
        """The heading of the lane that holds a step."""
        if self.nodes[step]["lane"] not in self.lanes:
            raise Faulty(f"{self.text(step)!r} stands in no lane")
        return str(self.lanes[self.nodes[step]["lane"]]["name"])


def only(what: str, found: Iterable[T]) -> T:
    """The one thing found; Faulty when there are none or several."""
    several = list(found)
    if len(several) != 1:
        raise Faulty(f"{len(several)} {what}, where one should be")
    return several[0]


def folded(text: str) -> str:
    """A text as it is compared: case and spaces do not count."""
    return spaced(text).casefold()


def is_flow(row: dict[str, Any]) -> bool:
    """Whether the facts of a row are a flowchart."""
    return bool(row["facts"]["shown"]["shape"] == "flow")


def case_of(row: dict[str, Any]) -> Case:
    """The flowchart of a row; Faulty when its facts contradict themselves."""
    facts = row["facts"]
    if facts["truth"]["shape"] != "flow":
        raise Faulty(f"a flowchart whose truth is a {facts['truth']['shape']}")
    if not facts["edits"] and facts["shown"] != facts["truth"]:
        raise Faulty("the flowchart shows something else than holds, and no edit tells of it")
    return Case(facts["shown"], row["marks"], bool(row["image"]))


def origin(shown: dict[str, Any]) -> str:
    """What a flowchart tells of, by its source's name for it."""
    told = shown["provenance"]
    return " ".join([told["source"], *told["keys"]])


def spec(row: dict[str, Any]) -> str:
    """Hash of what is shown and asked."""
    shown = {n: part for n, part in row["facts"]["shown"].items() if n not in ("provenance",)}
    asked = sorted(question["subtask"] for question in row["questions"])
    text = json.dumps([shown, asked], sort_keys=True)
    return blake2b(text.encode(), digest_size=12).hexdigest()


def _known(what: str, parts: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    found = {part["id"]: part for part in parts}
    if len(found) < len(parts):
        raise Faulty(f"two {what}s have one id")
    return found


def _texts(what: str, texts: dict[str, str]) -> dict[str, str]:
    """Id by text; Faulty when two read alike."""
    found: dict[str, str] = {}
    for name, text in texts.items():
        if found.setdefault(folded(text), name) != name:
            raise Faulty(f"two {what}s say {text!r}")
    return found


def _meant(what: str, known: dict[str, str], quoted: str) -> str:
    said = folded(quoted.removeprefix("“").removesuffix("”"))
    if said not in known:
        raise Faulty(f"there is no {what} {quoted}")
    return known[said]
