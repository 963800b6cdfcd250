"""Solvers that read chart questions and never see a chart: rules on pairs, and two classifiers.

`python tests/quality/charts_solvers.py 20000` prints the table for so many questions; the tests
assert its limits. A rule is given both statements of a pair at once, which is more than any model
is given; a classifier reads one statement, and learns on another seed and on other tables.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from charts_made import SOURCES, Made, Pair, make_all, pairs, parts
from charts_priors import RULES, Rule, offer
from charts_texts import NAME, claims, differing, moment, numeral, roundness, slots
from holm import holm
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack
from scipy.stats import t as student
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.linear_model import LogisticRegression

from figloom.charts import charts
from figloom.types import Question

Floats = NDArray[np.float64]

POOLED = 0.01
"""How far from chance all questions together may be answered."""
LARGE, CELL = 3000, 0.03
"""Questions that make a cell large, and how far from chance those of a large one may be."""


def chosen(rule: Rule, pair: Pair) -> int | None:
    """Which statement of the pair the rule holds to be true; None where it cannot tell."""
    made = claims(pair)
    if made is None:
        return None
    marks = [rule(pair, claim) for claim in made]
    if marks[0] is None or marks[1] is None or marks[0] == marks[1]:
        return None
    return int(marks[1] > marks[0])


@dataclass(frozen=True, slots=True)
class Figure:
    """How a solver did on some pairs: what it gains a pair, from -1 (both wrong) to 1 (both right).

    Half of a pair is what chance gives, however much the solver holds to one answer.
    """

    solver: str
    about: str
    gains: Floats
    """By table: the sum of what the solver gained on its pairs."""
    asked: int
    """Questions, two a pair."""

    @property
    def reached(self) -> float:
        """Part that was right."""
        return 0.5 + float(self.gains.sum()) / self.asked

    @property
    def chance(self) -> float:
        """How likely chance alone is so far from a half: of tables, not of pairs, since pairs from
        one table hold for the same reasons."""
        spread = float(np.sqrt((self.gains**2).sum()))
        if len(self.gains) < 2 or not spread:
            return 1.0
        ratio = abs(float(self.gains.sum())) / spread
        return 2 * float(student.sf(ratio, len(self.gains) - 1))

    def line(self) -> str:
        """For the table."""
        told = f"{self.solver:20} {self.about:34} {100 * self.reached:6.2f} %"
        return f"{told}  n={self.asked:6}  tables={len(self.gains):4}  p={self.chance:.4f}"


def abouts(pair: Pair) -> tuple[str, ...]:
    """What a pair counts for: its task, its kind, and its cell, which is a task in a family.

    What is recognised is told by the families of both types that are named: that of the chart
    itself is the answer.
    """
    asked = pair.questions[0]
    family = pair.family
    if asked.task == "recognise":
        told = slots(asked)
        family = "/".join(sorted(_FAMILIES[told[slot]] for slot in ("first", "second")))
    kind = asked.wording.partition("/")[0]
    return tuple(dict.fromkeys((asked.task, kind, f"{asked.task} {family}")))


_FAMILIES = {chart.said: chart.family for chart in charts().values()}


def judged(solver: str, found: list[Pair], gains: list[float | None]) -> list[Figure]:
    """A solver's figures: over all, over what it can tell anything of, by task, kind and cell."""
    told: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    asked: dict[str, int] = defaultdict(int)
    for pair, gain in zip(found, gains, strict=True):
        for about in ("all", *(() if gain is None else ("told of", *abouts(pair)))):
            told[about][pair.table] += gain or 0.0
            asked[about] += 2
    return [
        Figure(solver, about, np.array(list(sums.values())), asked[about])
        for about, sums in sorted(told.items())
    ]


def rules(found: list[Pair]) -> list[Figure]:
    """Every rule over all pairs."""
    ruled: dict[str, Callable[[Pair], int | None]] = {
        name: lambda pair, rule=rule: chosen(rule, pair)  # type: ignore[misc]
        for name, rule in RULES.items()
    }
    ruled["first of the pair"] = lambda pair: 0
    ruled["first named"] = _first_named
    figures = []
    for name, choose in ruled.items():
        choices = [choose(pair) for pair in found]
        gains = [
            None if choice is None else 1.0 if pair.questions[choice].answer else -1.0
            for pair, choice in zip(found, choices, strict=True)
        ]
        figures += judged(name, found, gains)
    return figures


def _first_named(pair: Pair) -> int | None:
    """Of two that are compared, the one that the first name in the text is said to win."""
    told = [slots(question) for question in pair.questions]
    if "word" not in told[0]:
        return None
    wins = [
        (q.text.find(s["first"]) < q.text.find(s["second"])) == (s["word"] == "higher")
        for q, s in zip(pair.questions, told, strict=True)
    ]
    return None if wins[0] == wins[1] else wins.index(True)


def features(question: Question) -> list[float]:
    """Numbers and positions of one statement: what a blind reader could weigh."""
    told = slots(question)
    row = [float(_TASKS.index(question.wording.partition("/")[0]))]
    for slot in ("value", "count", "bar"):
        text = told.get(slot, "")
        number = numeral(text)
        sign = 0.0 if number is None else float(np.sign(number))
        row += [np.nan if number is None else float(np.log10(abs(number) + 1e-9)), sign]
        row += [_nan(roundness(text)), float(len(text))]
        row += [np.nan if number is None else float(f"{abs(number):e}"[0])]
    first, second = differing(told.get("first", ""), told.get("second", ""))
    for one, other in ((first, second), (told.get("where", ""), told.get("among", ""))):
        times = [moment(name.strip("“”")) for name in (one, other)]
        row += [_less(*times), _less(numeral(one), numeral(other)), float(len(one) - len(other))]
        row += [_less(one.casefold() or None, other.casefold() or None)]
        row += [_nan(numeral(one)), float(len(one)), float(len(NAME.findall(one)))]
    years = [t for t in map(moment, NAME.findall(question.text)) if t is not None]
    row += [min(years, default=np.nan), max(years, default=np.nan), float(len(question.text))]
    row += [{"higher": 1.0, "lower": -1.0}.get(told.get("word", ""), 0.0)]
    row += [{"risen": 1.0, "fallen": -1.0}.get(told.get("direction", ""), 0.0)]
    row += [float(_TYPES.get(told.get(slot, ""), -1)) for slot in ("first", "second")]
    return row


_TASKS = ("recognise", "value", "compare", *(f"overall_{name}" for name in (
    "highest", "lowest", "mean", "count", "range", "trend")))  # fmt: skip
_TYPES = {chart.said: place for place, chart in enumerate(charts().values())}


def _nan(number: float | None) -> float:
    return np.nan if number is None else number


def _less(one: object, other: object) -> float:
    if one is None or other is None or one == other:
        return 0.0
    return 1.0 if one < other else -1.0  # type: ignore[operator]


def answers(found: list[Pair]) -> NDArray[np.bool_]:
    """Of all statements in turn."""
    return np.array([bool(q.answer) for pair in found for q in pair.questions])


class Words:
    """A bag of words, word pairs and numbers, weighed by logistic regression."""

    name = "words and numbers"

    def __init__(self) -> None:
        self.bag = HashingVectorizer(n_features=2**17, ngram_range=(1, 2), alternate_sign=False,
                                     token_pattern=r"[\w.,−%]+", binary=True)  # fmt: skip
        self.model = LogisticRegression(C=0.3, max_iter=1000, solver="liblinear")

    def seen(self, found: list[Pair]) -> csr_matrix:
        """One row a statement."""
        asked = [q for pair in found for q in pair.questions]
        # The subtask goes before each word, so that words weigh by the question.
        texts = [f"{q.wording.partition('/')[0]} {q.text}" for q in asked]
        own = [
            " ".join(f"{slot}:{word}" for slot, text in slots(q).items() for word in text.split())
            for q in asked
        ]
        rows = np.nan_to_num(np.array([features(q) for q in asked]), nan=0.0)
        small = np.sign(rows) * np.log1p(np.abs(rows))
        return csr_matrix(hstack([self.bag.transform(texts), self.bag.transform(own), small]))

    def fit(self, found: list[Pair]) -> None:
        """Learn the truth of these statements."""
        self.model.fit(self.seen(found), answers(found))

    def right(self, found: list[Pair]) -> NDArray[np.bool_]:
        """Whether each statement was judged rightly."""
        return np.asarray(self.model.predict(self.seen(found)) == answers(found))


class Trees:
    """Boosted trees over numbers, positions and which words stand where."""

    name = "boosted trees"

    def __init__(self) -> None:
        self.bag = HashingVectorizer(n_features=48, alternate_sign=False, norm=None)
        self.model = HistGradientBoostingClassifier(max_iter=150, random_state=0)

    def seen(self, found: list[Pair]) -> Floats:
        """One row a statement."""
        asked = [q for pair in found for q in pair.questions]
        rows = np.array([features(q) for q in asked])
        return np.hstack([rows, self.bag.transform([q.text for q in asked]).toarray()])

    def fit(self, found: list[Pair]) -> None:
        """Learn the truth of these statements."""
        self.model.fit(self.seen(found), answers(found))

    def right(self, found: list[Pair]) -> NDArray[np.bool_]:
        """Whether each statement was judged rightly."""
        return np.asarray(self.model.predict(self.seen(found)) == answers(found))


def gained(right: NDArray[np.bool_]) -> list[float | None]:
    """What a solver of single statements gains a pair."""
    return [float(both.sum()) - 1.0 for both in right.reshape(-1, 2)]


def faults(figures: list[Figure]) -> list[str]:
    """What breaks a limit."""
    found = [f"pooled: {f.line()}" for f in figures if f.about == "all" and _far(f, POOLED)]
    for solver in sorted({figure.solver for figure in figures}):
        own = [f for f in figures if f.solver == solver and (" " in f.about)]
        found += [f"significant: {figure.line()}" for figure in holm(own)]
        found += [f"large: {f.line()}" for f in own if f.asked >= LARGE and _far(f, CELL)]
    return found


def _far(figure: Figure, most: float) -> bool:
    return abs(figure.reached - 0.5) > most


def figures(learnt: list[Pair], held: list[Pair]) -> list[Figure]:
    """Every figure: the rules, and the classifiers, which learn on one set and answer another."""
    offer(learnt)
    found = rules(held)
    for solver in (Words(), Trees()):
        solver.fit(learnt)
        found += judged(solver.name, held, gained(solver.right(held)))
    return found


def made_for(questions: int, split: str, seed: int, processes: int = 2) -> list[Made]:
    """Enough items of every type and source for so many statements: eight to an item."""
    types = len(charts())
    return make_all(parts(split, -(-questions // (8 * types * len(SOURCES))), seed), processes)


def main() -> None:
    """Print the table: `python tests/quality/charts_solvers.py [questions]`."""
    questions = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    started = time.monotonic()
    learnt = list(pairs(made_for(questions, "train", 1)))
    held = list(pairs(made_for(questions, "eval", 2)))
    found = figures(learnt, held)
    told = [figure.line() for figure in found] + ["", *(faults(found) or ["no fault"])]
    told.append(f"{2 * len(held)} questions, {time.monotonic() - started:.0f} s")
    sys.stdout.write("\n".join(told) + "\n")


if __name__ == "__main__":
    main()
