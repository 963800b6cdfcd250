"""The walk through datasets: every record, every item, every dataset, then all of them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pyarrow as pa

from figloom.audit import books, items, overlap, record, shard
from figloom.audit.claims import Claims
from figloom.audit.findings import Findings
from figloom.audit.labels import Faulty
from figloom.audit.shard import Row

_UNREADABLE = (KeyError, ValueError, TypeError, IndexError, AttributeError)
"""What plain dictionaries raise that are not as they should be."""


def audit(
    folders: Iterable[Path], progress: Callable[[int, int], None] = lambda done, total: None
) -> Findings:
    """Everything wrong with the datasets, each by itself and against each other.

    Raises DatasetError when a folder is no finished dataset.
    """
    findings, contents = Findings(), []
    claims: dict[str, Claims] = {}
    opened = [(folder, shard.files(folder)) for folder in folders]
    parts = [(folder, paths, shard.manifest(folder)) for folder, paths in opened]
    total = sum(shard.length(path) for _, paths, _ in parts for path in paths)
    for folder, paths, told in parts:
        findings.seen["datasets"] += 1
        source = str([part.get("fingerprint") for part in told.get("sources", ())])
        one = _Dataset(folder, told, claims.setdefault(source, Claims()), findings)
        one.walk(paths, lambda: progress(findings.seen["records"], total))
        contents.append(one.contents)
    for claim in claims.values():
        for where, fault in claim.faults():
            findings.add(fault[0], where, fault[1])
    for names, said in overlap.compared(contents):
        if isinstance(said, str):
            findings.notes.append(f"{names}: {said}")
        else:
            findings.add(said[0], names, said[1])
    return findings


class _Dataset:
    """One dataset on its way through the audit."""

    def __init__(
        self, folder: Path, told: dict[str, Any], claims: Claims, findings: Findings
    ) -> None:
        self.folder, self.told, self.claims, self.findings = folder, told, claims, findings
        self.ledger = books.Ledger()
        self.contents = overlap.Contents(str(folder), told)

    def walk(self, paths: list[Path], tick: Callable[[], None]) -> None:
        """Look at every row of the shards, then at the manifest."""
        for path in paths:
            readable = self._readable(path, tick)
            for key, rows in groupby(readable, key=lambda row: str(row["key"])):
                self._item(f"data/{path.name}", key, list(rows))
        try:
            for kind, what in books.faults(self.told, self.folder, self.ledger):
                self.findings.add(kind, str(self.folder), what)
        except _UNREADABLE as error:
            self.findings.add("manifest cannot be read", str(self.folder), repr(error))

    def _readable(self, path: Path, tick: Callable[[], None]) -> Iterator[Row]:
        try:
            for row in shard.rows(path):
                self.findings.seen["records"] += 1
                tick()
                try:
                    yield shard.parsed(row)
                except _UNREADABLE as error:
                    self.findings.add("row cannot be read", f"{row.get('id')}", repr(error))
        except (pa.ArrowException, OSError, ValueError) as error:
            self.findings.add("shard cannot be read", path.name, str(error).splitlines()[0])

    def _item(self, file: str, key: str, rows: list[Row]) -> None:
        if key in self.ledger.keys:
            self.findings.add("item in two places", file, key)
        for row in rows:
            self.ledger.add(file, row)
            self._row(row)
        try:
            for row, fault in items.faults(rows):
                self._add(row, fault)
        except _UNREADABLE as error:
            self.findings.add("item cannot be read", key, repr(error))

    def _row(self, row: Row) -> None:
        self.findings.seen["pictures"] += row["image"] is not None
        self.findings.seen["questions"] += len(row["questions"])
        try:
            case = record.case_of(row)
            self.claims.add(row, case)
            for faults in (self.contents.add(row, case), record.faults(row, case)):
                for fault in faults:
                    self._add(row, fault)
        except Faulty as fault:
            self._add(row, ("facts contradict themselves", str(fault)))
        except _UNREADABLE as error:
            self._add(row, ("record cannot be read", repr(error)))

    def _add(self, row: Row, fault: tuple[str, str]) -> None:
        self.findings.add(fault[0], f"{row['key']}/{row['role']}", fault[1])
