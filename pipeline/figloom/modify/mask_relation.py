"""One edge's relation hidden behind ?????, with four others of its head that are false here."""

from __future__ import annotations

from random import Random

import numpy as np

from figloom.knowledge import Knowledge
from figloom.modify.corrupt_entity import Hardness
from figloom.modify.mask_entity import MASK
from figloom.modify.slots import Versions, with_relation
from figloom.registry import plugin
from figloom.rivals import OPTIONS, level
from figloom.seeds import Draw
from figloom.types import Candidate, Declined, Edit, Facts, Graph, Relation, Triple


@plugin()
def mask_relation(
    graph: Graph, source: Knowledge, draw: Draw, *, hardness: Hardness = "hard"
) -> Versions | Declined:
    """`hard`: the options are relations of the same head, the truth's frequency rank scheduled,
    those whose range holds the tail preferred."""
    random = draw.random("mask_relation")
    for triple in random.sample(graph.triples, len(graph.triples)):
        others = _others(source, draw, triple, random, hardness)
        if others:
            return (("main", _masked(graph, source, triple, others)),)
    return Declined("no edge whose head has four false relations of the rank asked for")


def _others(
    source: Knowledge, draw: Draw, triple: Triple, random: Random, hardness: Hardness
) -> list[int] | None:
    head, tail = source.index[triple.head], source.index[triple.tail]
    truth = source.relation_index[triple.relation]
    same, inverse = source.kin[truth]
    known = (
        source.relations_at(head, "tail")
        if hardness == "hard"
        else np.arange(len(source.relations))
    )
    false = known[~source.may_hold(head, known, tail)]
    false = false[~np.isin(false, [truth, *same, *inverse])]
    if hardness == "easy":
        return random.sample(false.tolist(), OPTIONS - 1) if len(false) >= OPTIONS - 1 else None
    lower = level("ranked", draw)
    counts = source.relation_counts
    below = false[counts[false] < counts[truth]].tolist()
    above = false[counts[false] > counts[truth]].tolist()
    if len(below) < lower or len(above) < OPTIONS - 1 - lower:
        return None
    return _pick(source, below, lower, tail, random) + _pick(
        source, above, OPTIONS - 1 - lower, tail, random
    )


def _pick(
    source: Knowledge, options: list[int], count: int, tail: int, random: Random
) -> list[int]:
    """Those whose range holds the tail first, each kind in random order."""
    shuffled = random.sample(options, len(options))
    here = np.array([tail])
    shuffled.sort(key=lambda r: source.slot_counts(r, "tail", here)[0] == 0)
    return shuffled[:count]


def _masked(graph: Graph, source: Knowledge, triple: Triple, others: list[int]) -> Facts:
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
