"""One edge's relation hidden behind ?????, with four others of its head that are false here."""

from __future__ import annotations

from random import Random

import numpy as np

from figloom.chances import Floats, Own, chance_of_others, drawn, evenly, relations_of, shared_range
from figloom.knowledge import Bools, Ints, Knowledge
from figloom.modify.corrupt_entity import Hardness
from figloom.modify.mask_entity import MASK
from figloom.modify.slots import Versions, with_relation
from figloom.registry import plugin
from figloom.rivals import OPTIONS
from figloom.seeds import Draw
from figloom.types import Candidate, Declined, Edit, Facts, Graph, Relation, Triple

_IN_RANGE = 100.0
"""How much likelier an option is taken that has all its range in common with the truth's."""
_TAILS = 10
_DRAWS = 3


@plugin()
def mask_relation(
    graph: Graph, source: Knowledge, draw: Draw, *, hardness: Hardness = "hard"
) -> Versions | Declined:
    """`hard`: the options are relations of the same head, each the truth equally often among its
    triples; those whose range holds the tail are preferred."""
    random = draw.random("mask_relation")
    out = [triple for triple in graph.triples if triple.head == graph.hub]
    for triple in random.sample(out, len(out)):
        others = _others(graph, source, draw, triple, random, hardness)
        if others:
            return (("main", _masked(graph, source, triple, others)),)
    return Declined("no edge whose head has four false relations")


def _free(graph: Graph, source: Knowledge, split: str, head: int, masked: Triple) -> Own:
    """The head's relations that no other triple of it shows: the truth is not among those."""
    own = relations_of(source, split, head)
    others = [t.relation for t in graph.triples if t.head == masked.head and t != masked]
    shown = [source.relation_index[relation] for relation in others]
    kept = np.flatnonzero(~np.isin(own.relations, shown)).tolist()
    return Own(
        own.relations[kept],
        own.weights[kept],
        [own.tails[place] for place in kept],
        [own.shares[place] for place in kept],
    )


def _others(
    graph: Graph,
    source: Knowledge,
    draw: Draw,
    triple: Triple,
    random: Random,
    hardness: Hardness,
) -> list[int] | None:
    head, tail = source.index[triple.head], source.index[triple.tail]
    truth = source.relation_index[triple.relation]
    if hardness == "easy":
        every = np.arange(len(source.relations))
        false = every[~source.may_hold(head, every, tail) & ~_akin(source, every)[truth]]
        return random.sample(false.tolist(), OPTIONS - 1) if len(false) >= OPTIONS - 1 else None
    own = _free(graph, source, draw.split, head, triple)
    if len(own.relations) < OPTIONS or truth not in own.relations:
        return None
    table = _attraction(source, own.relations)
    place = int(np.flatnonzero(own.relations == truth)[0])
    weights = table[:, place] * own.weights * ~source.may_hold(head, own.relations, tail)
    akin = table == 0
    for _ in range(_DRAWS):
        picked = drawn(weights, OPTIONS - 1, random, akin)
        if picked is None:
            return None
        chances = _chances(source, head, own, table, [*picked, place], random)
        if evenly(chances, OPTIONS - 1, random):
            return [int(relation) for relation in own.relations[picked]]
    return None


def _akin(source: Knowledge, relations: Ints) -> Bools:
    """Table: whether two relations are one, or say nearly the same in any direction."""
    table = np.eye(len(relations), dtype=np.bool_)
    for row, relation in enumerate(relations.tolist()):
        same, inverse = source.kin[relation]
        table[row] |= np.isin(relations, [*same, *inverse])
    return table


def _attraction(source: Knowledge, relations: Ints) -> Floats:
    """Symmetric table: how readily one relation becomes an option where another is the truth."""
    common = 1 + _IN_RANGE * shared_range(source)[np.ix_(relations, relations)]
    return np.where(_akin(source, relations), 0, common)


def _chances(
    source: Knowledge, head: int, own: Own, table: Floats, picked: list[int], random: Random
) -> Floats:
    """For each picked relation, how often it comes up as the truth with the others as false."""
    tails, option, shares = [], [], []
    for number, place in enumerate(picked):
        mine = range(len(own.tails[place]))
        some = random.sample(mine, min(_TAILS, len(mine)))
        tails += own.tails[place][some].tolist()
        option += [number] * len(some)
        part = own.shares[place][some]
        shares += (own.weights[place] * part / part.sum()).tolist()
    rows, truth = np.arange(len(tails)), np.array(option)
    grid = np.repeat(own.relations, len(tails)), np.tile(np.array(tails), len(own.relations))
    false = ~source.may_hold(head, *grid).reshape(len(own.relations), len(tails))
    weights = table[:, picked][:, truth] * false * own.weights[:, None]
    chosen = weights[picked].T
    chosen[rows, truth] = 1
    each = chance_of_others(chosen, weights.sum(axis=0)[:, None])[rows, truth]
    total: Floats = np.bincount(truth, np.array(shares) * each, len(picked)).astype(float)
    return total


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
