"""A flowchart being written down: nodes and arrows in reading order, ids as they come."""

from __future__ import annotations

from dataclasses import dataclass

from figloom.types import Category, Flow, FlowEdge, FlowKind, FlowNode, Provenance, Variable


@dataclass(slots=True)
class Arrow:
    """An arrow whose target may still be open."""

    id: str
    source: str
    target: str = ""
    text: str = ""
    kind: str = ""
    when: str = ""


@dataclass(slots=True)
class _Node:
    id: str
    text: str
    kind: FlowKind
    actor: str
    line: int | None


class Chart:
    """Takes nodes and arrows in reading order and gives the finished flow."""

    def __init__(self) -> None:
        self.nodes: list[_Node] = []
        self.arrows: list[Arrow] = []

    @property
    def next_id(self) -> str:
        """Id of the node that will come next."""
        return f"n{len(self.nodes) + 1}"

    def node(
        self,
        text: str,
        kind: FlowKind,
        coming: list[Arrow],
        actor: str = "",
        line: int | None = None,
    ) -> str:
        """Write a node down, to which these arrows come; its id."""
        self.nodes.append(_Node(self.next_id, text, kind, actor, line))
        for arrow in coming:
            arrow.target = self.nodes[-1].id
        return self.nodes[-1].id

    def arrow(
        self, source: str, text: str = "", when: str = "", kind: str = "", target: str = ""
    ) -> Arrow:
        """Write an arrow down; where it leads may be told later."""
        made = Arrow(f"e{len(self.arrows) + 1}", source, target, text, kind, when)
        self.arrows.append(made)
        return made

    def flow(
        self,
        title: str,
        structure: str,
        entry: str = "n1",
        actors: tuple[str, ...] = (),
        program: str = "",
        language: str = "",
        variables: tuple[Variable, ...] = (),
    ) -> Flow:
        """The facts, whose provenance is still open; lanes are those of the actors, in their order,
        who have something to do."""
        busy = {node.actor for node in self.nodes}
        lanes = [actor for actor in actors if actor in busy]
        lane = {actor: f"l{number + 1}" for number, actor in enumerate(lanes)}
        return Flow(
            title,
            tuple(
                FlowNode(n.id, n.text, n.kind, "rectangle", "", lane.get(n.actor, ""), n.line)
                for n in self.nodes
            ),
            tuple(FlowEdge(a.id, a.source, a.target, a.text, a.kind, a.when) for a in self.arrows),
            tuple(Category(lane[actor], actor) for actor in lanes),
            entry,
            program,
            Provenance("", ""),
            language,
            structure,
            variables,
        )
