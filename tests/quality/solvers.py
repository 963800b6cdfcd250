"""Solvers that look for a shortcut: they see labels, counts and the question, never what holds.

`python -m tests.quality.solvers` prints the table; the tests assert its limits. A solver learns on
one set of items and answers another; both come from `figloom.run.fill`, undrawn.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.feature_extraction import FeatureHasher
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.multiclass import OneVsRestClassifier

from figloom import recipe as recipes
from figloom.knowledge import Ints, Knowledge
from figloom.run import Order, fill
from figloom.types import Graph, Record

FB15K237 = Path(__file__).resolve().parents[3] / "shared" / "data" / "fb15k237"

BLOCKS = {
    "count_entities": """
sample = { name = "star", entities = [2, 9], twofold = true }
ask = ["count_entities"]""",
    "count_relations": """
sample = { name = "star", relations = [1, 9], twofold = true }
ask = ["count_relations"]""",
    "detect": """
sample = { name = "star", triples = [3, 9], need = "rival" }
modify = "corrupt_both"
ask = ["detect_entity", "detect_relation", "detect_any"]""",
    "leaf": """
sample = { name = "star", triples = [3, 9], need = "peers" }
modify = { name = "corrupt_entity", target = "leaf" }
ask = ["detect_entity"]""",
    "hub": """
sample = { name = "star", triples = [3, 9], need = "peers" }
modify = { name = "corrupt_entity", target = "hub" }
ask = ["detect_entity"]""",
    "relation": """
sample = { name = "star", triples = [3, 9], need = "rival" }
modify = "corrupt_relation"
ask = ["detect_relation"]""",
    "complete_entity": """
sample = { name = "star", triples = [3, 9], need = "peers" }
modify = "mask_entity"
ask = ["complete_entity"]""",
    "complete_relation": """
sample = { name = "star", triples = [3, 9], need = "varied" }
modify = "mask_relation"
ask = ["complete_relation"]""",
}
"""The hard blocks: M3STR's, and each modifier on its own."""

DETECTION = ("detect", "leaf", "hub", "relation")


def parsed(block: str) -> recipes.Recipe:
    """A recipe of one block."""
    text = f'render = "as_text"\n[[block]]\nname = "{block}"\n{BLOCKS[block]}\n'
    return recipes.parse("quality", text, tomllib.loads(text))


@dataclass(frozen=True, slots=True)
class Made:
    """Items and what it took to make them."""

    records: list[Record]
    items: int
    attempts: int
    declined: Counter[str]
    lost: int
    """Units that were given up."""


def make(source: Knowledge, block: str, split: str, count: int, seed: int, skip: int = 0) -> Made:
    """`count` pictures of a block; `skip` leaves out the first items of the same schedule."""
    built = parsed(block)
    only = built.blocks[0]
    items = count // len(only.roles)
    records: list[Record] = []
    declined: Counter[str] = Counter()
    lost = 0
    for slot in range(skip, skip + items):
        item, refused = fill(
            built, source, Order(seed, split, only, slot, skip + items), drawn=False
        )
        records += item.records
        declined.update(f"{refusal.stage}: {refusal.reason}" for refusal in refused)
        trace = item.records[0].trace
        lost += (trace.unit - trace.slot) // trace.count
    return Made(records, items, items + declined.total(), declined, lost)


# --- what a blind solver may look up ---------------------------------------------------------


class Counts:
    """Frequencies of labels and pairs in the whole source: not one triple as such."""

    def __init__(self, source: Knowledge) -> None:
        self.source = source
        self.many = len(source.relations)
        self.heads, self.rels, self.tails = (
            source.label[source.heads],
            source.rels,
            source.label[source.tails],
        )
        ends = len(source.entities)
        self.degree = np.bincount(self.heads, minlength=ends)
        self.degree += np.bincount(self.tails, minlength=ends)
        self.relation = np.bincount(self.rels, minlength=self.many)
        self._slots = {
            side: np.unique(ends * self.many + self.rels, return_counts=True)
            for side, ends in (("head", self.heads), ("tail", self.tails))
        }
        self.width = {
            side: np.bincount(keys % self.many, minlength=self.many)
            for side, (keys, _) in self._slots.items()
        }
        """Distinct fillers of each slot."""
        self.kinds = {
            side: np.bincount(keys // self.many, minlength=ends)
            for side, (keys, _) in self._slots.items()
        }
        """Distinct relations at each label."""

    def slot(self, side: str, labels: Ints, relations: Ints) -> Ints:
        """How often the label fills the slot."""
        keys, counts = self._slots[side]
        wanted = labels * self.many + relations
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[place] == wanted, counts[place], 0)

    def label(self, entity: str) -> int:
        return int(self.source.label[self.source.index[entity]])


@dataclass(frozen=True, slots=True)
class Edges:
    """The shown triples of many records, one row each."""

    record: Ints
    heads: Ints
    rels: Ints
    tails: Ints
    out: Ints
    """1 where the hub is the head."""
    false: Ints


def edges_of(counts: Counts, records: list[Record]) -> Edges:
    """All shown edges of the records, by label."""
    rows = []
    place = counts.source.relation_index
    for number, record in enumerate(records):
        graph = graph_of(record)
        wrong = {fact for edit in record.facts.edits for fact in edit.facts}
        rows += [
            (
                number,
                counts.label(t.head),
                place[t.relation],
                counts.label(t.tail),
                t.head == graph.hub,
                t.id in wrong,
            )
            for t in graph.triples
        ]
    return Edges(*np.array(rows, dtype=np.int64).T)


def graph_of(record: Record) -> Graph:
    """The shown graph."""
    assert isinstance(record.facts.shown, Graph)
    return record.facts.shown


# --- detection -------------------------------------------------------------------------------


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


# --- completion ------------------------------------------------------------------------------


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


# --- all figures -----------------------------------------------------------------------------

LIMITS = {
    "detect": 0.60,
    "complete_entity": 0.30,
    "complete_relation": 0.25,
    "entity by rank": 0.28,
    "relation by rank": 0.30,
}


@dataclass(frozen=True, slots=True)
class Figure:
    """What one solver reached, and what it may reach; None where it is only reported."""

    about: str
    solver: str
    reached: float
    limit: float | None
    asked: int

    def line(self) -> str:
        limit = "reported" if self.limit is None else f"at most {100 * self.limit:.0f}"
        told = f"{self.about:38} {self.solver:28} {100 * self.reached:6.1f} %"
        return f"{told}  {limit:12} n={self.asked}"


def detection_figures(
    counts: Counts,
    block: str,
    split: str,
    train: list[Record],
    test: list[Record],
    quick: bool = False,
) -> list[Figure]:
    """The subtasks have one answer in a block of both errors, so one figure stands for all."""
    found = detection(counts, train, test, quick)
    about = f"{block}, test from {split}"
    return [
        Figure(about, name, value, LIMITS["detect"], len(test)) for name, value in found.items()
    ]


def completion_figures(
    counts: Counts,
    block: str,
    split: str,
    train: list[Record],
    test: list[Record],
    quick: bool = False,
) -> list[Figure]:
    """Learnt solvers, ranks by two measures, and for relations domain and range."""
    about, asked = f"{block}, test from {split}", len(test)
    kind = "entity" if block == "complete_entity" else "relation"
    featurer = entity_options if kind == "entity" else relation_options
    found = completion(counts, featurer, train, test, quick)
    figures = [Figure(about, name, value, LIMITS[block], asked) for name, value in found.items()]
    table, _, truth = featurer(counts, test)
    measures = {"slot count": 0, "degree": 4} if kind == "entity" else {"own count": 0, "count": 1}
    for measure, column in measures.items():
        for rank, value in extremes(table[:, :, column], truth).items():
            name = f"{rank} by {measure}"
            figures.append(Figure(about, name, value, LIMITS[f"{kind} by rank"], asked))
    if kind == "relation":
        fits = table[:, :, -1] > 0
        share = fits[np.arange(len(truth)), truth] / fits.sum(axis=1)
        figures.append(Figure(about, "domain and range", float(share.mean()), None, asked))
    return figures


def wording_figures(train: list[Record], test: list[Record]) -> list[Figure]:
    """A bag of words of the question, and always the same answer, against chance."""
    figures = []
    for subtask, (words, majority, asked) in wording(train, test).items():
        answers = {str(q.answer) for r in train for q in r.questions if q.subtask == subtask}
        chance = 1 / len(answers)
        limit = chance + 3 * (chance * (1 - chance) / asked) ** 0.5
        figures.append(Figure(subtask, "words of the question", words, limit, asked))
        figures.append(Figure(subtask, "always the same answer", majority, limit, asked))
    return figures


def figures(source: Knowledge, train: int, test: int, seed: int = 1) -> Iterable[Figure]:
    """Every figure of the specification; items to learn from come from train."""
    counts = Counts(source)
    for block in BLOCKS:
        roles = len(parsed(block).blocks[0].roles)
        learnt = make(source, block, "train", train, seed).records
        held = make(source, block, "train", test, seed, skip=train // roles).records
        yield from wording_figures(learnt, held)
        if block.startswith("count"):
            continue
        report = detection_figures if block in DETECTION else completion_figures
        for split in ("eval", "train"):
            asked = held if split == "train" else make(source, block, "eval", test, seed).records
            yield from report(counts, block, split, learnt, asked)


def main() -> None:
    """Print the table: `python tests/quality/solvers.py [items to learn from] [items to test]`."""
    from figloom.read.fb15k237 import fb15k237

    sizes = [int(argument) for argument in sys.argv[1:]] or [10_000, 2_000]
    started = time.monotonic()
    for figure in figures(fb15k237(path=FB15K237), *sizes):
        mark = " <-- over" if figure.limit is not None and figure.reached > figure.limit else ""
        sys.stdout.write(figure.line() + mark + "\n")
        sys.stdout.flush()
    sys.stdout.write(f"{time.monotonic() - started:.0f} s\n")


if __name__ == "__main__":
    main()
