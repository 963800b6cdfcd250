"""One edge's relation replaced by a false one; and the clean graph."""

from __future__ import annotations

from random import Random

from figloom.knowledge import Knowledge
from figloom.modify.corrupt_entity import Hardness
from figloom.modify.slots import Versions, with_relation
from figloom.registry import plugin
from figloom.rivals import rivals
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
    found = _any(graph, source, random) if hardness == "easy" else _rival(graph, source, random)
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


def _rival(graph: Graph, source: Knowledge, random: Random) -> tuple[Triple, int] | None:
    known = rivals(source)
    choices: list[tuple[Triple, int]] = []
    weights: list[int] = []
    for triple in graph.triples:
        if triple.head == triple.tail or graph.hub not in (triple.head, triple.tail):
            continue
        edge = source.triple_index(
            source.index[triple.head],
            source.relation_index[triple.relation],
            source.index[triple.tail],
        )
        wrong, many = known.of(edge, "head" if triple.head == graph.hub else "tail")
        choices += [(triple, relation) for relation in wrong]
        weights += many
    return random.choices(choices, weights)[0] if sum(weights) else None
