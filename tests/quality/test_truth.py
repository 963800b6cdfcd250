"""What is shown as true is true, what is offered as false is false: by an independent reading."""

from __future__ import annotations

from pathlib import Path

import networkx as nx
import pytest
from lookups import graph_of
from made import BLOCKS, FB15K237, make

import figloom.types as t
from figloom import files
from figloom.knowledge import Knowledge

Known = set[tuple[str, str, str]]
COUNT, SEED = 90, 5
CORRUPTED = ("corrupt_entity", "corrupt_relation")


@pytest.fixture(scope="session")
def known(source: Knowledge) -> Known:
    """All triples of the source's own files as (shown head, relation id, shown tail)."""
    if source.name == "world":
        parts = [files.sources() / "world" / "triples.tsv"]
    else:
        parts = [FB15K237 / name for name in ("train.txt", "valid.txt", "test.txt")]
    names = {e.id: e.name.casefold() for e in source.entities}
    found: Known = set()
    for part in map(Path, parts):
        for line in part.read_text("utf-8").splitlines():
            fields = line.split("\t")
            if len(fields) >= 3 and fields[0] in names and fields[2] in names:
                found.add((names[fields[0]], fields[1], names[fields[2]]))
    assert len(found) > 1000
    return found


def said(graph: t.Graph, triple: t.Triple, **swap: str) -> tuple[str, str, str]:
    """The triple by shown names, with entities or relations of these ids named otherwise."""
    names = {e.id: e.name for e in graph.entities} | swap
    relation = swap.get(triple.relation, triple.relation)
    return names[triple.head].casefold(), relation, names[triple.tail].casefold()


@pytest.fixture(scope="session")
def made(source: Knowledge) -> dict[tuple[str, str], list[t.Record]]:
    return {
        (block, split): make(source, block, split, COUNT, SEED).records
        for block in BLOCKS
        for split in ("train", "eval")
    }


@pytest.fixture(scope="session")
def records(made: dict[tuple[str, str], list[t.Record]]) -> list[t.Record]:
    return [record for some in made.values() for record in some]


def test_the_graph_behind_every_picture_is_true(records, known):
    for record in records:
        graph = record.facts.truth
        assert all(said(graph, triple) in known for triple in graph.triples), record.key


def test_edits_list_exactly_the_false_triples(records, known):
    errors = 0
    for record in records:
        edits = [edit for edit in record.facts.edits if edit.operation in CORRUPTED]
        if record.facts.edits and not edits:
            continue
        graph = graph_of(record)
        false = sorted(x.id for x in graph.triples if said(graph, x) not in known)
        assert false == sorted(fact for edit in edits for fact in edit.facts), record.key
        assert all(edit.facts for edit in edits)
        errors += bool(edits)
    assert errors > COUNT


def test_every_option_but_one_is_false(records, known):
    masks = 0
    for record in records:
        for edit in record.facts.edits:
            if not edit.operation.startswith("mask"):
                continue
            graph, truth = graph_of(record), record.facts.truth
            entity = edit.operation == "mask_entity"
            for other in edit.negatives:
                if entity:
                    here = [x for x in truth.triples if edit.facts[0] in (x.head, x.tail)]
                    placed = [said(truth, x, **{edit.facts[0]: other.name}) for x in here]
                    assert not all(triple in known for triple in placed), record.key
                else:
                    (here,) = (x for x in truth.triples if x.id == edit.facts[0])
                    placed = said(truth, here, **{here.relation: other.id})
                    assert placed not in known, record.key
            shown = {e.name.casefold() for e in graph.entities}
            options = [c.casefold() for c in record.questions[0].choices]
            assert len(set(options)) == len(options) == 5, record.key
            assert not entity or not shown & set(options), record.key
            assert record.questions[0].choices["ABCDE".index(record.questions[0].answer)] == (
                edit.before
            )
            masks += 1
    assert masks >= COUNT


def test_counts_agree_with_networkx(records):
    counted = 0
    for record in records:
        graph = graph_of(record)
        names = {e.id: e.name for e in graph.entities} | {r.id: r.name for r in graph.relations}
        drawn = nx.MultiDiGraph()
        drawn.add_nodes_from(names[e.id].casefold() for e in graph.entities)
        for x in graph.triples:
            drawn.add_edge(
                names[x.head].casefold(), names[x.tail].casefold(), label=names[x.relation]
            )
        labels = {label for _, _, label in drawn.edges(data="label")}
        expected = {
            "count_entities": drawn.number_of_nodes(),
            "count_relations": len(labels),
            "count_triples": drawn.number_of_edges(),
        }
        for question in record.questions:
            if question.subtask in expected:
                assert question.answer == expected[question.subtask], record.key
                counted += 1
    assert counted >= 2 * COUNT


def test_clean_twins_differ_from_errors_by_the_edits_alone(made):
    for (block, _), records in made.items():
        pairs: dict[str, dict[str, t.Record]] = {}
        for record in records:
            pairs.setdefault(record.key, {})[record.role] = record
        for pair in pairs.values():
            if "clean" in pair:
                main, clean = pair["main"].facts, pair["clean"].facts
                assert not clean.edits
                assert clean.shown == clean.truth == main.truth, block
                assert len(main.shown.triples) == len(clean.shown.triples)
