"""Hidden relations: of five options each is the truth equally often, and as often in each pattern
of ranges that hold the tail."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from figloom.errors import RecipeError
from figloom.knowledge import Knowledge
from figloom.modify.corrupt_relation import corrupt_relation
from figloom.modify.mask_relation import mask_relation
from figloom.negatives.fits import fitting, in_range
from figloom.negatives.hidden import OPTIONS, Hidden, hide, promising
from figloom.negatives.needs import hubs
from figloom.read.world import world
from figloom.sample.star import star
from figloom.seeds import Draw
from figloom.types import Entity, Relation

SOURCE = world()
MANY = 400


def draws(count: int = MANY, split: str = "train") -> list[Draw]:
    return [Draw(1, "test", split, "block", n, n) for n in range(count)]


def asked(head: int) -> list[Hidden]:
    found = [hide(SOURCE, draw, head) for draw in draws()]
    return [hidden for hidden in found if hidden is not None]


@pytest.fixture(scope="module")
def heads() -> list[int]:
    pairs, _ = promising(SOURCE, "train")
    found: list[int] = np.flatnonzero(pairs)[:12].tolist()
    assert len(found) == 12
    return found


def options(hidden: Hidden) -> tuple[int, ...]:
    return tuple(sorted({int(SOURCE.rels[hidden.edge]), *hidden.others}))


def test_the_others_are_relations_of_the_head_and_false(heads):
    for head in heads:
        own = set(SOURCE.relations_at(head, "tail").tolist())
        for hidden in asked(head):
            assert len(options(hidden)) == OPTIONS
            assert set(options(hidden)) <= own
            tail = SOURCE.tails[hidden.edge]
            assert SOURCE.heads[hidden.edge] == head
            assert not SOURCE.may_hold(head, np.array(hidden.others), tail).any()


def test_each_option_is_the_truth_equally_often(heads):
    """By the rank of the truth among its options, in order of any measure."""
    ranks = Counter[int]()
    for head in heads:
        for hidden in asked(head):
            ranks[options(hidden).index(int(SOURCE.rels[hidden.edge]))] += 1
    total = sum(ranks.values())
    assert total > 5 * MANY
    expected = total / OPTIONS
    assert sum((ranks[n] - expected) ** 2 / expected for n in range(OPTIONS)) < 18.5, ranks


def test_where_ranges_leave_two_options_open_both_are_true_equally_often(heads):
    """In every head and set of options, within what chance allows."""
    patterns: dict[tuple[object, ...], Counter[int]] = {}
    for head in heads:
        for hidden in asked(head):
            fits = in_range(SOURCE)[SOURCE.label[SOURCE.tails[hidden.edge]]]
            open_ = tuple(r for r in options(hidden) if fits[r])
            key = (head, options(hidden), open_)
            patterns.setdefault(key, Counter())[int(SOURCE.rels[hidden.edge])] += 1
    several = {key: counts for key, counts in patterns.items() if len(key[2]) > 1}
    assert sum(counts.total() for counts in several.values()) > MANY
    for (_, _, open_), counts in several.items():
        assert set(counts) <= set(open_)
        mean, total = counts.total() / len(open_), counts.total()
        assert all(abs(counts[r] - mean) <= 4 * total**0.5 / 2 + 1 for r in open_), counts


def test_what_fits_is_seen_elsewhere_and_false_here():
    edges, wrong = fitting(SOURCE)
    assert len(edges) > 100
    assert not SOURCE.may_hold(SOURCE.heads[edges], wrong, SOURCE.tails[edges]).any()
    for edge, relation in list(zip(edges.tolist(), wrong.tolist(), strict=True))[::20]:
        assert len(SOURCE.partners(int(SOURCE.heads[edge]), relation, "tail"))
        assert len(SOURCE.partners(int(SOURCE.tails[edge]), relation, "head"))


@pytest.mark.parametrize("need", ["varied", "rival"])
def test_sampler_and_modifier_mean_the_same_edge(need):
    modify = {"varied": mask_relation, "rival": corrupt_relation}[need]
    assert len(hubs(SOURCE, "train", 3, 2000, need))
    made = 0
    for draw in draws(60):
        graph = star(SOURCE, draw, triples=(3, 5), need=need)
        if not hasattr(graph, "triples"):
            continue
        versions = dict(modify(graph, SOURCE, draw))
        (edit,) = versions["main"].edits
        (triple,) = (t for t in graph.triples if t.id == edit.facts[0])
        at_hub = [t.relation for t in graph.triples if t.head == graph.hub and t != triple]
        assert not {other.id for other in edit.negatives} & set(at_hub)
        assert graph.hub in (triple.head, triple.tail)
        made += 1
    assert made > 40


@pytest.mark.parametrize("modify", [mask_relation, corrupt_relation])
def test_a_hard_question_needs_an_edge_that_was_chosen_for_it(modify):
    graph = star(SOURCE, Draw(1, "test", "train", "block", 0, 0), triples=(3, 3))
    with pytest.raises(RecipeError, match="need ="):
        modify(graph, SOURCE, Draw(1, "other", "train", "block", 1, 1))


def test_a_source_of_one_relation_offers_nothing_to_hide():
    source = Knowledge(
        "one relation",
        "CC0-1.0",
        [Entity(f"e{n}", f"thing {n}") for n in range(9)],
        [Relation("r", "is near")],
        np.array([(0, 0, n) for n in range(1, 9)]),
        eval_share=0.0,
    )
    assert hide(source, draws(1)[0], 0) is None
    assert not promising(source, "train")[0].any()
