"""Acc+, accuracy, CoR, NQA and the final score, as ChartBench defines them, from counts.

What a reply leaves unscored is in no figure but counted beside it: a pair with an unscored member
is left out of Acc+ and CoR, its other answer still counts for the accuracy.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

Said = bool | None
"""Yes or No to a statement, or whether a number is right; None when unscored."""
Pair = tuple[Said, Said]
"""What was said to the true statement and to the false one."""

_PAIRS, _NUMBERS = 0.8, 0.2
"""Weights of Acc+ and NQA in the final score."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts, and percentages from them; a percentage of nothing is None, never zero."""

    both: int = 0
    """Pairs with Yes to the true statement and No to the false one."""
    yes_yes: int = 0
    no_no: int = 0
    swapped: int = 0
    pairs_unscored: int = 0
    answers_right: int = 0
    answers_wrong: int = 0
    answers_unscored: int = 0
    numbers_right: int = 0
    numbers_wrong: int = 0
    numbers_unscored: int = 0

    @property
    def pairs(self) -> int:
        """Pairs that count."""
        return self.both + self.yes_yes + self.no_no + self.swapped

    @property
    def numbers(self) -> int:
        """Number questions that count."""
        return self.numbers_right + self.numbers_wrong

    @property
    def acc_plus(self) -> float | None:
        """Pairs with both answers right."""
        return _percent(self.both, self.pairs)

    @property
    def accuracy(self) -> float | None:
        """Right answers among single yes/no answers."""
        return _percent(self.answers_right, self.answers_right + self.answers_wrong)

    @property
    def cor(self) -> float | None:
        """Confusion rate: pairs with the same answer twice, so that the picture went unused."""
        return _percent(self.yes_yes + self.no_no, self.pairs)

    @property
    def yes_twice(self) -> float | None:
        """The Yes/Yes half of CoR."""
        return _percent(self.yes_yes, self.pairs)

    @property
    def no_twice(self) -> float | None:
        """The No/No half of CoR."""
        return _percent(self.no_no, self.pairs)

    @property
    def errors(self) -> float | None:
        """Pairs with both answers swapped: 100 less Acc+ and CoR."""
        return _percent(self.swapped, self.pairs)

    @property
    def nqa(self) -> float | None:
        """Right numbers."""
        return _percent(self.numbers_right, self.numbers)

    @property
    def final(self) -> float | None:
        """0.8 Acc+ + 0.2 NQA."""
        if self.acc_plus is None or self.nqa is None:
            return None
        return _PAIRS * self.acc_plus + _NUMBERS * self.nqa

    @property
    def pooled(self) -> float | None:
        """Right pairs and numbers among all of both: `final` where there are 4 pairs a number."""
        return _percent(self.both + self.numbers_right, self.pairs + self.numbers)

    def told(self) -> dict[str, float | int | None]:
        """All percentages, to four decimals, and all counts, by name."""
        shares = {
            name: None if (share := getattr(self, name)) is None else round(share, 4)
            for name in ("acc_plus", "accuracy", "cor", "yes_twice", "no_twice", "errors", "nqa",
                         "final", "pooled")
        }  # fmt: skip
        return {**shares, "pairs": self.pairs, "numbers": self.numbers, **asdict(self)}


def tally(
    pairs: Iterable[Pair], numbers: Iterable[Said] = (), lone: Iterable[bool | None] = ()
) -> Figures:
    """Figures of pairs and numbers; `lone` are verdicts on statements whose partner is missing."""
    counts = dict.fromkeys(Figures.__dataclass_fields__, 0)
    names = {(True, False): "both", (True, True): "yes_yes", (False, False): "no_no",
             (False, True): "swapped"}  # fmt: skip
    for true, false in pairs:
        counts["pairs_unscored" if None in (true, false) else names[bool(true), bool(false)]] += 1
        counts[_counter("answers", true)] += 1
        counts[_counter("answers", None if false is None else not false)] += 1
    for right in lone:
        counts[_counter("answers", right)] += 1
    for right in numbers:
        counts[_counter("numbers", right)] += 1
    return Figures(**counts)


def _counter(of: str, right: Said) -> str:
    return f"{of}_unscored" if right is None else f"{of}_{'right' if right else 'wrong'}"


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None
