"""What an audit finds, counted by kind, with the first examples."""

from __future__ import annotations

from collections import Counter

EXAMPLES = 3


class Findings:
    """Findings by kind, and how much was looked at; memory does not grow with their number."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.examples: dict[str, list[str]] = {}
        self.seen: Counter[str] = Counter()
        """Records, pictures, questions, replies scored, ... that were looked at."""
        self.notes: list[str] = []
        """What is worth saying and no fault."""

    def add(self, kind: str, where: str, what: str) -> None:
        """One fault: its kind, the record (key/role) or file, and what is wrong there."""
        self.counts[kind] += 1
        first = self.examples.setdefault(kind, [])
        if len(first) < EXAMPLES:
            first.append(f"{where}: {what}")

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong."""
        return not self.counts

    def lines(self) -> list[str]:
        """One line a kind of finding, the commonest first; then notes; then the totals."""
        told = [
            f"{kind}: {count}; " + "; ".join(self.examples[kind]) + ("; ..." * (count > EXAMPLES))
            for kind, count in sorted(self.counts.items(), key=lambda pair: (-pair[1], pair[0]))
        ]
        looked = ", ".join(_told(count, what) for what, count in self.seen.items())
        said = "no finding" if self.clean else _told(sum(self.counts.values()), "findings")
        return [*told, *self.notes, f"{said} in {looked}"]


def _told(count: int, what: str) -> str:
    return f"{count} {what.removesuffix('s') if count == 1 else what}"
