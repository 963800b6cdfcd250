"""Solvers that look for a shortcut: they see labels, counts and the question, never what holds.

`python tests/quality/solvers.py 10000 2000` prints the table; the tests assert its limits. A solver
learns on one set of items and answers another, undrawn.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from completion import (
    completion,
    entity_options,
    extremes,
    knowing_ranges,
    relation_options,
    wording,
)
from detection import detection
from lookups import Counts
from made import BLOCKS, DETECTION, FB15K237, make, parsed

from figloom.knowledge import Knowledge
from figloom.types import Record

LIMITS = {
    "detect": 0.60,
    "complete_entity": 0.30,
    "complete_relation": 0.25,
    "entity by rank": 0.28,
    "relation by rank": 0.30,
    "domain and range": 0.85,
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
    limit = LIMITS["detect"]
    return [Figure(about, name, value, limit, len(test)) for name, value in found.items()]


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
        limit = LIMITS["domain and range"]
        fits = table[:, :, -1] > 0
        share = fits[np.arange(len(truth)), truth] / fits.sum(axis=1)
        figures.append(Figure(about, "domain and range", float(share.mean()), limit, asked))
        told, counted = knowing_ranges(counts, train, test, quick)
        figures.append(Figure(about, "head, domain and range", told, limit, asked))
        figures.append(Figure(about, "how often in each range", counted, None, asked))
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
