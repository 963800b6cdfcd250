"""One edge's relation hidden behind ?????, with four others of its head that are false here."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from figloom.errors import RecipeError
from figloom.knowledge import Knowledge
from figloom.modify.corrupt_entity import Hardness
from figloom.modify.mask_entity import MASK
from figloom.modify.slots import Versions, triple_of, with_relation
from figloom.negatives.fits import akin
from figloom.negatives.hidden import OPTIONS, hide
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Candidate, Declined, Edit, Facts, Graph, Relation, Triple


@plugin()
def mask_relation(
    graph: Graph, source: Knowledge, draw: Draw, *, hardness: Hardness = "hard"
) -> Versions | Declined:
    """`hard`: the options are relations of the same head, each of them the truth equally often;
    they come in pairs whose ranges both hold the tail, as far as there are such."""
    if hardness == "easy":
        return _easy(graph, source, draw)
    hidden = hide(source, draw, source.index[graph.hub]) if graph.hub else None
    triple = triple_of(graph, source, hidden.edge) if hidden else None
    if hidden is None or triple is None:
        raise RecipeError(
            "mask_relation finds no edge that was chosen for hard options: sample with "
            '{ name = "star", need = "varied" }, or take hardness = "easy".'
        )
    options = {source.relations[other].id for other in hidden.others} | {triple.relation}
    if any(t.head == graph.hub and t.relation in options for t in graph.triples if t != triple):
        return Declined("an option is shown at another edge")
    return (("main", _masked(graph, source, triple, hidden.others)),)


def _easy(graph: Graph, source: Knowledge, draw: Draw) -> Versions | Declined:
    random = draw.random("mask_relation")
    out = [triple for triple in graph.triples if triple.head == graph.hub]
    every = np.arange(len(source.relations))
    for triple in random.sample(out, len(out)):
        truth = source.relation_index[triple.relation]
        maybe = source.may_hold(source.index[triple.head], every, source.index[triple.tail])
        false = every[~maybe & ~akin(source)[truth]].tolist()
        if len(false) >= OPTIONS - 1:
            others = random.sample(false, OPTIONS - 1)
            return (("main", _masked(graph, source, triple, others)),)
    return Declined("no edge with four false relations")


def _masked(graph: Graph, source: Knowledge, triple: Triple, others: Sequence[int]) -> Facts:
    hidden = Relation(id="masked", name=MASK)
    negatives = tuple(
        Candidate(
            id=source.relations[other].id,
            name=source.relations[other].name,
            evidence=f"{source.name} knows it of the head, not with this tail",
        )
        for other in others
    )
    before = source.relations[source.relation_index[triple.relation]].name
    edit = Edit(
        operation="mask_relation",
        facts=(triple.id,),
        before=before,
        after=MASK,
        before_id=triple.relation,
        negatives=negatives,
    )
    return Facts(with_relation(graph, triple.id, hidden), graph, (edit,))
