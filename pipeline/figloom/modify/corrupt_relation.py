"""One edge's relation replaced by a false one; and the clean graph."""

from __future__ import annotations

from random import Random

from figloom.errors import RecipeError
from figloom.knowledge import Knowledge
from figloom.modify.corrupt_entity import Hardness
from figloom.modify.slots import Versions, triple_of, with_relation
from figloom.negatives.rivals import rivals
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Declined, Edit, Facts, Graph, Triple


@plugin(roles=("main", "clean"))
def corrupt_relation(
    graph: Graph, source: Knowledge, draw: Draw, *, hardness: Hardness = "hard"
) -> Versions | Declined:
    """`hard`: both ends stand in the false relation elsewhere, and the change is made as often as
    its reverse, so that neither relation is a sign of truth."""
    edited = edit(graph, source, draw, hardness)
    if isinstance(edited, Declined):
        return edited
    return (("main", Facts(edited[0], graph, (edited[1],))), ("clean", Facts(graph, graph)))


def edit(
    graph: Graph, source: Knowledge, draw: Draw, hardness: Hardness
) -> tuple[Graph, Edit] | Declined:
    """The corrupted graph and its Edit."""
    random = draw.random("corrupt_relation")
    found = _rival(graph, source, draw) if hardness == "hard" else _any(graph, source, random)
    if found is None:
        return Declined("no false relation fits an edge")
    triple, wrong = found
    before, relation = (
        source.relations[source.relation_index[triple.relation]],
        source.relations[wrong],
    )
    return with_relation(graph, triple.id, relation), Edit(
        operation="corrupt_relation",
        facts=(triple.id,),
        before=before.name,
        after=relation.name,
        evidence=f"{source.name} knows both ends in {relation.name!r} elsewhere, not together",
    )


def _any(graph: Graph, source: Knowledge, random: Random) -> tuple[Triple, int] | None:
    for triple in random.sample(graph.triples, len(graph.triples)):
        head, tail = source.index[triple.head], source.index[triple.tail]
        truth = source.relation_index[triple.relation]
        same, _ = source.kin[truth]
        for _ in range(50):
            wrong = random.randrange(len(source.relations))
            if wrong not in (truth, *same) and not source.may_hold(head, wrong, tail)[0]:
                return triple, wrong
    return None


def _rival(graph: Graph, source: Knowledge, draw: Draw) -> tuple[Triple, int]:
    picked = rivals(source).pick(draw, source.index[graph.hub]) if graph.hub else None
    triple = triple_of(graph, source, picked[0]) if picked else None
    if picked is None or triple is None:
        raise RecipeError(
            "corrupt_relation finds no edge that was chosen for a hard error: sample with "
            '{ name = "star", need = "rival" }, or take hardness = "easy".'
        )
    return triple, picked[1]
