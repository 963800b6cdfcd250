"""Solvers of the detection questions: labels, their pairs, frequencies and degrees."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from lookups import Counts, Edges, edges_of, graph_of
from scipy.sparse import csr_matrix
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.feature_extraction import FeatureHasher
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from figloom.knowledge import Ints
from figloom.types import Record


def edge_numbers(counts: Counts, edges: Edges) -> np.ndarray:
    """Frequencies and degrees of each edge's parts, on a log scale."""
    as_head = counts.slot("head", edges.heads, edges.rels)
    as_tail = counts.slot("tail", edges.tails, edges.rels)
    head, tail = counts.degree[edges.heads], counts.degree[edges.tails]
    out = edges.out == 1
    numbers = [
        as_head,
        as_tail,
        head,
        tail,
        counts.relation[edges.rels],
        counts.width["head"][edges.rels],
        counts.width["tail"][edges.rels],
        counts.kinds["head"][edges.heads],
        counts.kinds["tail"][edges.tails],
        np.where(out, as_tail, as_head),
        np.where(out, tail, head),
        np.where(out, as_head, as_tail),
        np.where(out, head, tail),
    ]
    logs = np.log1p(np.stack(numbers, axis=1).astype(float))
    shares = np.stack(
        [
            logs[:, 0] - logs[:, 2],
            logs[:, 1] - logs[:, 3],
            logs[:, 9] - logs[:, 10],
            logs[:, 9] - logs[:, 4],
            logs[:, 11] - logs[:, 12],
            logs[:, 0] + logs[:, 1] - logs[:, 4],
            edges.out,
        ],
        axis=1,
    )
    return np.hstack([logs, shares])


def edge_tokens(edges: Edges) -> list[list[str]]:
    """Labels and pairs of labels of each edge."""
    return [
        [
            f"e{h}",
            f"e{t}",
            f"r{r}",
            f"h{h}",
            f"t{t}",
            f"hr{h}/{r}",
            f"rt{r}/{t}",
            f"ht{h}/{t}",
        ]
        for h, r, t in zip(edges.heads, edges.rels, edges.tails, strict=True)
    ]


def hashed(tokens: Iterable[list[str]]) -> csr_matrix:
    return FeatureHasher(2**18, input_type="string", alternate_sign=False).transform(tokens)


def aggregated(numbers: np.ndarray, record: Ints, size: int) -> np.ndarray:
    """Least, greatest, mean and spread of each column over a record's edges, and their number."""
    order = np.argsort(record, kind="stable")
    starts = np.searchsorted(record[order], np.arange(size))
    values = numbers[order]
    many = np.diff(np.append(starts, len(record)))[:, None]
    mean = np.add.reduceat(values, starts) / many
    square = np.add.reduceat(values**2, starts) / many
    return np.hstack(
        [
            np.minimum.reduceat(values, starts),
            np.maximum.reduceat(values, starts),
            mean,
            np.sqrt(np.maximum(square - mean**2, 0)),
            many,
        ]
    )


def record_tokens(counts: Counts, records: list[Record], edges: Edges) -> list[list[str]]:
    """Bag of labels and pairs of a record, the hub told apart, and of relations side by side."""
    found: list[list[str]] = [[] for _ in records]
    for number, tokens in zip(edges.record.tolist(), edge_tokens(edges), strict=True):
        found[number] += tokens
    rels: list[set[int]] = [set() for _ in records]
    for number, relation in zip(edges.record.tolist(), edges.rels.tolist(), strict=True):
        rels[number].add(relation)
    for number, record in enumerate(records):
        graph = graph_of(record)
        found[number].append(f"hub{counts.label(graph.hub)}")
        pairs = sorted(rels[number])
        found[number] += [f"rr{a}/{b}" for a in pairs for b in pairs if a < b]
        found[number] += [f"d{bool(e.description)}" for e in graph.entities]
        found[number] += [f"p{bool(e.picture)}" for e in graph.entities]
        found[number] += [f"ty{e.type}" for e in graph.entities]
    return found


def boosted(rounds: int = 150) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(
        max_iter=rounds,
        learning_rate=0.06,
        max_leaf_nodes=15,
        l2_regularization=1.0,
        early_stopping=False,
        random_state=0,
    )


def linear(c: float = 0.1) -> LogisticRegression:
    return LogisticRegression(C=c, solver="liblinear", random_state=0)


def detection(
    counts: Counts, train: list[Record], test: list[Record], quick: bool = False
) -> dict[str, float]:
    """Accuracy on the test records of each way to tell corrupted graphs from clean ones; `quick`
    leaves out the slow ways."""
    sets = [train, test]
    edges = [edges_of(counts, records) for records in sets]
    truth = [np.array([bool(r.facts.edits) for r in records]) for records in sets]
    numbers = [edge_numbers(counts, e) for e in edges]
    bags = [
        hashed(record_tokens(counts, records, e)) for records, e in zip(sets, edges, strict=True)
    ]
    tables = [
        aggregated(n, e.record, len(records))
        for n, e, records in zip(numbers, edges, sets, strict=True)
    ]
    scores: dict[str, float] = {}
    for c in (0.1,) if quick else (0.01, 0.1, 1.0):
        scores[f"labels and pairs, C={c}"] = _fit(linear(c), bags, truth)
    only = [
        hashed([[f"r{t.relation}" for t in graph_of(record).triples] for record in records])
        for records in sets
    ]
    scores["relation labels"] = _fit(linear(), only, truth)
    scores["frequencies and degrees"] = _fit(boosted(30 if quick else 150), tables, truth)
    if not quick:
        scores["edge by edge"] = _edgewise(sets, edges, numbers, tables, truth)
    return scores


def _fit(model, tables, truth) -> float:  # type: ignore[no-untyped-def]
    model.fit(tables[0], truth[0])
    return float((model.predict(tables[1]) == truth[1]).mean())


def _edgewise(sets, edges, numbers, tables, truth) -> float:  # type: ignore[no-untyped-def]
    """A model of false edges, whose verdicts a second model weighs record by record."""
    tokens = [hashed(edge_tokens(e)) for e in edges]
    groups = np.array([r.key for r in sets[0]])[edges[0].record]
    told = np.zeros((len(edges[0].record), 2))
    for here, there in GroupKFold(3).split(numbers[0], groups=groups):
        told[there] = _edge_scores(
            tokens[0], numbers[0], edges[0].false, here, tokens[0][there], numbers[0][there]
        )
    everything = np.arange(len(edges[0].record))
    final = _edge_scores(tokens[0], numbers[0], edges[0].false, everything, tokens[1], numbers[1])
    inputs = [
        np.hstack([aggregated(values, e.record, len(records)), table])
        for values, e, records, table in zip((told, final), edges, sets, tables, strict=True)
    ]
    return _fit(boosted(), inputs, truth)


def _edge_scores(tokens, numbers, false, rows, new_tokens, new_numbers) -> np.ndarray:  # type: ignore[no-untyped-def]
    first = linear().fit(tokens[rows], false[rows])
    second = boosted().fit(numbers[rows], false[rows])
    return np.stack(
        [first.decision_function(new_tokens), second.decision_function(new_numbers)], axis=1
    )
