"""Solvers of the completion questions, and of any question from its words alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
from detection import boosted, hashed, linear
from lookups import Counts, graph_of
from scipy.sparse import csr_matrix, hstack
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.multiclass import OneVsRestClassifier

from figloom.knowledge import Ints
from figloom.types import Graph, Record


def options_of(record: Record) -> tuple[list[str], int]:
    """Ids of the options in the order asked, and the place of the truth."""
    question = record.questions[0]
    edit = record.facts.edits[0]
    ids = {c.name: c.id for c in edit.negatives}
    if edit.operation == "mask_entity":
        ids[edit.before] = edit.facts[0]
    else:
        truth = record.facts.truth
        assert isinstance(truth, Graph)
        ids[edit.before] = next(t.relation for t in truth.triples if t.id == edit.facts[0])
    return [ids[c] for c in question.choices], "ABCDE".index(str(question.answer))


def entity_options(
    counts: Counts, records: list[Record]
) -> tuple[np.ndarray, list[list[str]], Ints]:
    """Numbers (items, 5, columns) and tokens (items * 5) of each option in the slot; truths."""
    table, tokens, truths = [], [], []
    place = counts.source.relation_index
    for record in records:
        ids, truth = options_of(record)
        labels = np.array([counts.label(i) for i in ids])
        graph, hidden = graph_of(record), record.facts.edits[0].facts[0]
        slots = [
            ("head" if t.head == hidden else "tail", place[t.relation])
            for t in graph.triples
            if hidden in (t.head, t.tail)
        ]
        fills = np.array([counts.slot(side, labels, np.full(5, r)) for side, r in slots])
        degree = counts.degree[labels]
        columns = [
            fills.sum(axis=0),
            fills.min(axis=0),
            fills.max(axis=0),
            np.exp(np.log1p(fills).mean(axis=0)),
            degree,
            counts.kinds["head"][labels],
            counts.kinds["tail"][labels],
        ]
        logs = np.log1p(np.stack(columns, axis=1).astype(float))
        logs = np.hstack([logs, logs[:, :1] - logs[:, 4:5], logs[:, 1:2] - logs[:, 4:5]])
        fixed = np.full((5, 2), [len(slots), len(graph.triples)], dtype=float)
        table.append(np.hstack([relative(logs), fixed]))
        truths.append(truth)
        tokens += [[f"e{n}", *(f"{side}{r}/{n}" for side, r in slots)] for n in labels.tolist()]
    return np.array(table), tokens, np.array(truths)


def relation_options(
    counts: Counts, records: list[Record]
) -> tuple[np.ndarray, list[list[str]], Ints]:
    """The same for relations, seen from the head only; the last column knows domain and range."""
    table, tokens, truths = [], [], []
    place = counts.source.relation_index
    for record in records:
        ids, truth = options_of(record)
        rels = np.array([place[i] for i in ids])
        graph, hidden = graph_of(record), record.facts.edits[0].facts[0]
        masked = next(t for t in graph.triples if t.id == hidden)
        head, tail = counts.label(masked.head), counts.label(masked.tail)
        others = [
            place[t.relation] for t in graph.triples if t.id != hidden and t.head == masked.head
        ]
        own = counts.slot("head", np.full(5, head), rels)
        columns = [
            own,
            counts.relation[rels],
            counts.width["head"][rels],
            counts.width["tail"][rels],
            np.array([others.count(r) for r in rels.tolist()]),
        ]
        logs = np.log1p(np.stack(columns, axis=1).astype(float))
        logs = np.hstack([logs, logs[:, :1] - logs[:, 1:2]])
        fixed = np.full((5, 2), [np.log1p(counts.degree[head]), masked.head == graph.hub])
        range_ = counts.slot("tail", np.full(5, tail), rels)[:, None]
        table.append(np.hstack([relative(logs), fixed, range_]))
        truths.append(truth)
        tokens += [
            [f"r{r}", f"h{head}/{r}", *(f"c{o}/{r}" for o in set(others))] for r in rels.tolist()
        ]
    return np.array(table), tokens, np.array(truths)


def relative(logs: np.ndarray) -> np.ndarray:
    """Each column with its difference from the options' mean and its rank among the options."""
    ties = (logs[:, None, :] == logs[None, :, :]).sum(axis=1)
    least = (logs[:, None, :] > logs[None, :, :]).sum(axis=1)
    return np.hstack([logs, logs - logs.mean(axis=0), least + (ties - 1) / 2])


Featurer = Callable[[Counts, list[Record]], tuple[np.ndarray, list[list[str]], Ints]]


def completion(
    counts: Counts,
    featurer: Featurer,
    train: list[Record],
    test: list[Record],
    quick: bool = False,
) -> dict[str, float]:
    """Accuracy of learnt solvers that score each option and take the best."""
    (table, tokens, truth), (new_table, new_tokens, new_truth) = (
        featurer(counts, train),
        featurer(counts, test),
    )
    if featurer is relation_options:
        table, new_table = table[:, :, :-1], new_table[:, :, :-1]
    right = (np.arange(5) == truth[:, None]).ravel()
    flat, new_flat = table.reshape(-1, table.shape[-1]), new_table.reshape(-1, table.shape[-1])
    words, new_words = hashed(tokens), hashed(new_tokens)
    scores = {
        "frequencies and degrees": _best(
            boosted(30 if quick else 150), flat, new_flat, right, new_truth
        )
    }
    for c in (0.1,) if quick else (0.01, 0.1, 1.0):
        scores[f"labels in the slot, C={c}"] = _best(linear(c), words, new_words, right, new_truth)
    if quick:
        return scores
    spread = flat.std(axis=0)
    scale = np.where(spread > 0, spread, 1)
    both = hstack([words, csr_matrix(flat / scale)]).tocsr()
    new_both = hstack([new_words, csr_matrix(new_flat / scale)]).tocsr()
    scores["both"] = _best(linear(0.1), both, new_both, right, new_truth)
    return scores


def knowing_ranges(
    counts: Counts, train: list[Record], test: list[Record], quick: bool = False
) -> tuple[float, float]:
    """Accuracy of solvers of relations that know which ranges hold the tail: one that learns which
    of the options in range to take, from head and options, and one that sees how often it does."""
    sets = [relation_options(counts, records) for records in (train, test)]
    tokens = [hashed(_in_range(table[:, :, -1] > 0, words)) for table, words, _ in sets]
    right = (np.arange(5) == sets[0][2][:, None]).ravel()
    told = _best(linear(), *tokens, right, sets[1][2])
    flat = []
    for table, *_ in sets:
        often = np.log1p(table[:, :, -1])
        numbers = np.stack([often, often - table[:, :, 1]], axis=2)
        flat.append(np.concatenate([relative(item) for item in numbers]))
    return told, _best(boosted(30 if quick else 150), *flat, right, sets[1][2])


def _in_range(fits: np.ndarray, tokens: list[list[str]]) -> list[list[str]]:
    """Tokens of each option: its own, whether it is in range, and which others are."""
    found = []
    for item, row in enumerate(fits.tolist()):
        words = tokens[5 * item : 5 * item + 5]
        for place, fit in enumerate(row):
            others = [words[n][0] for n in range(5) if n != place and row[n]] if fit else []
            own = [f"{word}+{fit}" for word in words[place][:2]]
            found.append(
                [*own, f"{fit}", f"{fit}{sum(row)}"]
                + [f"{word}/{other}" for word in words[place][:2] for other in others]
            )
    return found


def _best(model, table, new, right, truth) -> float:  # type: ignore[no-untyped-def]
    model.fit(table, right)
    guess = model.decision_function(new).reshape(-1, 5)
    return float((guess.argmax(axis=1) == truth).mean())


def extremes(values: np.ndarray, truth: Ints) -> dict[str, float]:
    """Accuracy of the greatest, median and least option; ties count in part. Shape (items, 5)."""
    found = {}
    for name, rank in (("most", 4), ("median", 2), ("least", 0)):
        wanted = np.sort(values, axis=1)[:, rank][:, None]
        chosen = values == wanted
        hit = chosen[np.arange(len(truth)), truth] / chosen.sum(axis=1)
        found[name] = float(hit.mean())
    return found


# --- the question alone ----------------------------------------------------------------------


def wording(train: list[Record], test: list[Record]) -> dict[str, tuple[float, float, int]]:
    """A subtask: accuracy of a bag of words of the question, of the majority, and the number."""
    found = {}
    for subtask in sorted({q.subtask for r in train for q in r.questions}):
        asked, new = (
            [q for r in records for q in r.questions if q.subtask == subtask]
            for records in (train, test)
        )
        answers = [[str(q.answer) for q in questions] for questions in (asked, new)]
        words = CountVectorizer(min_df=2, token_pattern=r"\S+")
        bags = [
            words.fit_transform([q.text for q in asked]),
            words.transform([q.text for q in new]),
        ]
        model = OneVsRestClassifier(linear())
        model.fit(bags[0], answers[0])
        majority = Counter(answers[0]).most_common(1)[0][0]
        found[subtask] = (
            float(np.mean(model.predict(bags[1]) == np.array(answers[1]))),
            float(np.mean(np.array(answers[1]) == majority)),
            len(new),
        )
    return found
