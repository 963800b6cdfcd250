"""One edge's relation replaced by another of the hub's; the clean twin shows that relation truly.

Both graphs show the same relation labels, so that these alone say nothing; but what seldom stands
in a relation gives the error away to whoever knows the counts (98 % right on FB15K-237). Where
errors must be hard, take `corrupt_relation`, which finds fewer and needs a larger source.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from figloom.knowledge import Ints, Knowledge
from figloom.modify.slots import Edge, Versions, edges_at, rows, with_entity, with_relation
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Declined, Edit, Facts, Graph


@plugin(roles=("main", "clean"))
def corrupt_relation_twin(graph: Graph, source: Knowledge, draw: Draw) -> Versions | Declined:
    """(h, r', t) in the corrupted graph, a true (h, r', t'') in its twin; whether t'' is rarer or
    commoner than t is scheduled as far as the source allows. Relations in which t stands
    elsewhere are preferred."""
    random = draw.random("corrupt_relation_twin")
    for edge in random.sample(found := _free(graph, source), len(found)):
        leaf = _leaf(source, edge)
        same, inverse = source.kin[edge.relation]
        own = source.relations_at(edge.other, edge.side)
        others = own[~np.isin(own, [edge.relation, *same, *inverse])].tolist()
        random.shuffle(others)
        here = np.array([leaf])
        others.sort(key=lambda r, side=edge.side: source.slot_counts(r, side, here)[0] == 0)
        for relation in others:
            put = replace(edge, relation=relation)
            if source.may_hold(*rows(put, leaf))[0]:
                continue
            partners = _partners(graph, source, draw, put, leaf)
            if len(partners):
                partner = int(partners[random.randrange(len(partners))])
                return _versions(graph, source, put, edge.relation, partner)
    return Declined("no false relation of the hub fits an edge")


def _free(graph: Graph, source: Knowledge) -> list[Edge]:
    """Edges as seen from an end that has no other triple in the graph."""
    leaves = (edges_at(graph, source, e.id) for e in graph.entities if e.id != graph.hub)
    return [edges[0] for edges in leaves if len(edges) == 1]


def _leaf(source: Knowledge, edge: Edge) -> int:
    return source.index[edge.triple.head if edge.side == "head" else edge.triple.tail]


def _partners(graph: Graph, source: Knowledge, draw: Draw, put: Edge, leaf: int) -> Ints:
    """True fillers of the false edge's free end, rarer or commoner than the leaf as scheduled if
    there are such."""
    found = source.partners(put.other, put.relation, put.side)
    shown = np.array([source.label[source.index[e.id]] for e in graph.entities])
    head, _, tail = rows(put, found)
    keep = ~np.isin(source.label[found], shown)
    keep &= source.owner(head, tail) == (draw.split == "eval")
    found = found[keep]
    degree, own = source.degree[found], source.degree[leaf]
    lower = draw.level("corrupt_relation_twin/order", 2)
    wanted = degree < own if lower else degree > own
    kept: Ints = found[wanted] if wanted.any() else found
    return kept


def _versions(graph: Graph, source: Knowledge, put: Edge, truth: int, partner: int) -> Versions:
    relation = source.relations[put.relation]
    shown = with_relation(graph, put.triple.id, relation)
    clean = with_entity(shown, source, source.entities[_leaf(source, put)].id, partner)
    edit = Edit(
        operation="corrupt_relation",
        facts=(put.triple.id,),
        before=source.relations[truth].name,
        after=relation.name,
        evidence=f"{source.name} knows {relation.name!r} at this end with others, not with this",
        before_id=put.triple.relation,
        after_id=relation.id,
    )
    return (("main", Facts(shown, graph, (edit,))), ("clean", Facts(clean, clean)))
