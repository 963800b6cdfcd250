"""What a dataset calls false must nowhere be called true: not in its other records, and not in
other datasets of the same source."""

from __future__ import annotations

from collections.abc import Iterator

from figloom.audit import maps
from figloom.audit.charts_case import Case as Chart
from figloom.audit.flows_case import Case as Flow
from figloom.audit.labels import MASK, Statement, digest
from figloom.audit.maps import Case
from figloom.audit.questions import Fault
from figloom.audit.shard import Row


class Claims:
    """The statements known to be true, and the sets of which one must be false."""

    def __init__(self) -> None:
        self._true: set[int] = set()
        self._false: list[tuple[tuple[int, ...], str, str]] = []

    def add(self, row: Row, case: Case | Chart | Flow) -> None:
        """Note what one record holds to be true and false; charts and flowcharts say nothing of
        others."""
        if isinstance(case, Chart | Flow):
            return
        self._true.update(map(digest, case.truth.statements.values()))
        where = f"{row['key']}/{row['role']}"
        for said, what in _denied(row, case):
            self._false.append((tuple(map(digest, said)), where, what))

    def faults(self) -> Iterator[tuple[str, Fault]]:
        """Record and fault for all that is called false here and true there."""
        for said, where, what in self._false:
            if self._true.issuperset(said):
                yield where, ("called false here and true elsewhere", what)


def _denied(row: Row, case: Case) -> Iterator[tuple[list[Statement], str]]:
    """Statements that cannot all be true, and their words."""
    for edit in case.edits:
        for fact in edit["facts"]:
            if fact in case.shown.statements and edit["after"] != MASK:
                said = case.shown.statements[fact]
                yield [said], " | ".join(said)
    if maps.masked(case):
        for question in row["questions"]:
            letters = zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", question["choices"], strict=False)
            for letter, choice in letters:
                if letter != question["answer"]:
                    yield maps.filled(case, choice), f"choice {choice!r}"
