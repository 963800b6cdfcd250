"""Solvers that read statements about flowcharts and never see one: habit, words, and rules.

`python tests/quality/flows_solvers.py 20000` prints the table for so many statements on eval
stories, learnt from as many on train stories; the tests assert its limits.
"""

from __future__ import annotations

import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from holm import holm
from numpy.typing import NDArray
from scipy.stats import t as student
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.linear_model import LogisticRegression

from figloom.registry import find, plugins
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Question

Floats = NDArray[np.float64]

POOLED, LARGE, CELL = 0.01, 3000, 0.03
"""Limits: all statements together, what makes a cell large, large cells."""
KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("process", {}),
    ("process", {"parallel": True, "nodes": (9, 22)}),
    ("process", {"lanes": True}),
    ("retry", {}),
    ("program", {}),
    ("decision_tree", {}),
    ("participants", {}),
)
"""Structures of charts, and what is asked of the sampler."""
_CHARTS = 40
"""Charts that a worker makes at a time."""
_QUOTED = re.compile("“([^”]*)”")


@dataclass(frozen=True, slots=True)
class Statement:
    """One yes/no question and the story that its chart was made of."""

    question: Question
    story: str

    @property
    def pattern(self) -> str:
        """What it asks."""
        return self.question.subtask


def patterns() -> list[str]:
    """Patterns whose answer is Yes or No."""
    mine = [p for p in plugins("ask").values() if ".ask.flows." in p.call.__module__]
    return [p.name for p in mine if p.name.startswith("verify_")] + [
        "locate_connected",
        "reason_blocked",
    ]


@cache
def _source() -> Any:
    return find("read", "stories", "solvers").call()


def _asked(task: tuple[int, str, int, int]) -> list[tuple[int, int, Statement]]:
    """Statements about some charts of one kind by every pattern, with slot and kind."""
    kind, split, seed, first = task
    (structure, options), found = KINDS[kind], list[tuple[int, int, Statement]]()
    for slot in range(first, first + _CHARTS):
        draw = Draw(seed, "solvers", split, f"{kind}", slot, slot)
        flow = plugins("sample")["flow"].call(_source(), draw, structure=structure, **options)
        if isinstance(flow, Declined):
            continue
        story = flow.provenance.keys[0] if structure != "program" else f"program {kind}/{slot}"
        for pattern in patterns():
            made = plugins("ask")[pattern].call(Facts(flow, flow), None, draw)
            if not isinstance(made, Declined):
                found += [(slot, kind, Statement(question, story)) for question in made]
    return found


def statements(many: int, split: str, seed: int) -> list[Statement]:
    """So many at least, equally many of each pattern, from all kinds of charts that can carry it.

    A kind of charts goes on for as long as a pattern that it can carry wants statements.
    """
    each, wanted = -(-many // len(patterns())), dict.fromkeys(range(len(KINDS)), 0)
    found: dict[str, list[tuple[int, int, Statement]]] = {name: [] for name in patterns()}
    carried: dict[str, set[int]] = {name: set() for name in patterns()}
    with ProcessPoolExecutor(2) as pool:
        while wanted:
            tasks = [(kind, split, seed, first) for kind, first in wanted.items()]
            for kind, made in zip(wanted, pool.map(_asked, tasks), strict=True):
                for one in made:
                    found[one[2].pattern].append(one)
                    carried[one[2].pattern].add(kind)
            short = [name for name, some in found.items() if len(some) < each]
            going = set[int]().union(*(carried[name] for name in short))
            wanted = {kind: first + _CHARTS for kind, first in wanted.items() if kind in going}
    if short:
        raise RuntimeError(f"no chart can carry {short}")
    order = (sorted(some, key=lambda one: one[:2])[:each] for some in found.values())
    return [one for some in order for _, _, one in some]


@dataclass(frozen=True, slots=True)
class Figure:
    """How a solver did on the statements of one pattern, or on all."""

    solver: str
    about: str
    gains: Floats
    """By story: right ones less wrong ones."""
    asked: int

    @property
    def reached(self) -> float:
        """Part that was right."""
        return 0.5 + float(self.gains.sum()) / self.asked / 2

    @property
    def chance(self) -> float:
        """How likely chance alone is so far from a half; stories are what is independent."""
        spread = float(np.sqrt((self.gains**2).sum()))
        if len(self.gains) < 2 or not spread:
            return 1.0
        return 2 * float(student.sf(abs(self.gains.sum()) / spread, len(self.gains) - 1))

    def line(self) -> str:
        """For the table."""
        told = f"{self.solver:18} {self.about:22} {100 * self.reached:6.2f} %"
        return f"{told}  n={self.asked:6}  stories={len(self.gains):4}  p={self.chance:.4f}"


def judged(
    solver: str, held: list[Statement], said: NDArray[np.bool_] | list[bool | None]
) -> Iterator[Figure]:
    """A solver's figures; what it has nothing to say of is left out of all but the total."""
    gains: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    asked: dict[str, int] = defaultdict(int)
    for one, reply in zip(held, said, strict=True):
        gain = 0.0 if reply is None else 1.0 if bool(reply) == one.question.answer else -1.0
        for about in ("all", *(() if reply is None else (one.pattern,))):
            gains[about][one.story] += gain
            asked[about] += 1
    for about, sums in sorted(gains.items()):
        yield Figure(solver, about, np.array(list(sums.values())), asked[about])


def names(question: Question) -> list[str]:
    """What the statement quotes."""
    return _QUOTED.findall(question.text)


def _less(one: float | str, other: float | str) -> bool | None:
    return None if one == other else one < other  # type: ignore[operator]


def _last_two(question: Question, key: Callable[[str], Any]) -> bool | None:
    told = names(question)
    return None if len(told) < 2 else _less(key(told[-1]), key(told[-2]))


RULES: dict[str, Callable[[Question], bool | None]] = {
    "always yes": lambda _: True,
    "shorter last": lambda q: _last_two(q, len),
    "earlier letter": lambda q: _last_two(q, str.casefold),
    "last asks": lambda q: names(q)[-1].endswith("?") if names(q) else None,
    "positive answer": lambda q: any(n.lower() in ("yes", "true") for n in names(q)) or None,
    "shares a word": lambda q: bool(
        len(told := names(q)) > 1
        and set(told[-1].lower().split()) & set(" ".join(told[:-1]).lower().split())
    ),
}


def habits(learnt: list[Statement], held: list[Statement]) -> list[bool]:
    """The commoner answer of each pattern."""
    seen: dict[str, list[bool]] = defaultdict(list)
    for one in learnt:
        seen[one.pattern].append(bool(one.question.answer))
    return [sum(seen[s.pattern]) * 2 > len(seen[s.pattern]) for s in held]


class Words:
    """A bag of words, word pairs and their places among the quoted names."""

    name = "words"

    def __init__(self) -> None:
        self.bag = HashingVectorizer(n_features=2**17, ngram_range=(1, 2), binary=True)
        self.model: Any = LogisticRegression(C=0.3, max_iter=1000, solver="liblinear")

    def seen(self, found: list[Statement]) -> Any:
        """One row a statement."""
        return self.bag.transform(map(self._text, found))

    def _text(self, one: Statement) -> str:
        placed = (
            f"{one.pattern}{place}x{word}"
            for place, name in enumerate(names(one.question))
            for word in name.lower().split()
        )
        return f"{one.question.text} {' '.join(placed)}"

    def said(self, learnt: list[Statement], held: list[Statement]) -> NDArray[np.bool_]:
        """Its replies, once it has learnt."""
        self.model.fit(self.seen(learnt), [bool(one.question.answer) for one in learnt])
        return np.asarray(self.model.predict(self.seen(held)))


class Trees(Words):
    """Boosted trees over lengths, numbers and which pattern and wording it is."""

    name = "boosted trees"

    def __init__(self) -> None:
        self.bag = HashingVectorizer(n_features=32, alternate_sign=False, norm=None)
        self.model = HistGradientBoostingClassifier(max_iter=120, random_state=0)

    def seen(self, found: list[Statement]) -> Any:
        """One row a statement."""
        rows = [self._row(one) for one in found]
        bag = self.bag.transform([one.question.text for one in found]).toarray()
        return np.hstack([np.array(rows), bag])

    def _row(self, one: Statement) -> list[float]:
        told = names(one.question)
        numbers = [float(n) for n in re.findall(r"\d+", one.question.text)]
        row = [float(patterns().index(one.pattern)), float(len(told)), float(len(numbers))]
        row += [float(n) for n in (numbers + [np.nan] * 3)[:3]]
        for name in (told + [""] * 5)[:5]:
            row += [float(len(name)), float(len(name.split())), float(name.endswith("?"))]
        return row


def figures(learnt: list[Statement], held: list[Statement]) -> list[Figure]:
    """Of every solver."""
    found = [f for name, rule in RULES.items()
             for f in judged(name, held, [rule(one.question) for one in held])]  # fmt: skip
    found += judged("habit", held, list(habits(learnt, held)))
    for solver in (Words(), Trees()):
        found += judged(solver.name, held, solver.said(learnt, held))
    return found


def faults(found: list[Figure]) -> list[str]:
    """What breaks a limit."""
    broken = [f"pooled: {f.line()}" for f in found if f.about == "all" and _far(f, POOLED)]
    for solver in sorted({figure.solver for figure in found}):
        own = [f for f in found if f.solver == solver and f.about != "all"]
        broken += [f"significant: {figure.line()}" for figure in holm(own)]
        broken += [f"large: {f.line()}" for f in own if f.asked >= LARGE and _far(f, CELL)]
    return broken


def _far(figure: Figure, most: float) -> bool:
    return abs(figure.reached - 0.5) > most


def main() -> None:
    """Print the table: `python tests/quality/flows_solvers.py [statements]`."""
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    started = time.monotonic()
    learnt, held = statements(many, "train", 1), statements(many, "eval", 2)
    found = figures(learnt, held)
    told = [figure.line() for figure in found] + ["", *(faults(found) or ["no fault"])]
    told.append(f"{len(held)} statements, {time.monotonic() - started:.0f} s")
    sys.stdout.write("\n".join(told) + "\n")


if __name__ == "__main__":
    main()
