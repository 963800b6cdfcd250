"""One wrong entity and one wrong relation in one graph, with a clean twin.

M3STR asks its three detection questions of the same pictures; a picture with one kind of error
would then be a negative of the other question. With both kinds, or none, all three are balanced.
"""

from __future__ import annotations

from figloom.knowledge import Knowledge
from figloom.modify import corrupt_entity as entities
from figloom.modify import corrupt_relation as relations
from figloom.modify.corrupt_entity import Hardness, Target
from figloom.modify.slots import Versions
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Graph


@plugin(roles=("main", "clean"))
def corrupt_both(
    graph: Graph,
    source: Knowledge,
    draw: Draw,
    *,
    hardness: Hardness = "hard",
    target: Target = "leaf",
    attempts: int = 4,
) -> Versions | Declined:
    """Corrupt a relation, then an entity that is no end of that edge unless it is the hub."""
    first = relations.edit(graph, source, draw, hardness)
    if isinstance(first, Declined):
        return first
    shown, wrong_relation = first
    ends = next((t.head, t.tail) for t in shown.triples if t.id == wrong_relation.facts[0])
    second = entities.edit(shown, source, draw, hardness, target, ends, attempts)
    if isinstance(second, Declined):
        return second
    both, wrong_entity = second
    edits = (wrong_relation, wrong_entity)
    return (("main", Facts(both, graph, edits)), ("clean", Facts(graph, graph)))
