"""Records without a picture: their text states the graph shown, all of it and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from figloom.audit.labels import Seen, spaced
from figloom.audit.questions import Fault
from figloom.audit.shard import Row

_NUMBERED = re.compile(r"(\d+)\. (.*)")


def faults(row: Row, shown: Seen) -> Iterator[Fault]:
    """Everything in which the text of a row is not the graph shown."""
    before, found, after = row["text"].partition("\nTriples:\n")
    title, *entities = before.split("\n")
    if not found or title != "Entities:":
        yield "text is not a list of entities and triples", repr(row["text"][:60])
        return
    if Counter(entities) != Counter(_entities(row["facts"]["shown"]["entities"], entities)):
        yield "text names other entities", f"{len(entities)} lines"
    lines = [_NUMBERED.fullmatch(line) for line in after.split("\n")]
    if [line and line[1] for line in lines] != [str(n + 1) for n in range(len(lines))]:
        yield "triples of the text are not numbered", repr(after[:60])
    stated = Counter(line[2] for line in lines if line)
    wanted = Counter(
        f"{spaced(head)} -- {spaced(relation)} --> {spaced(tail)}"
        for head, relation, tail in shown.statements.values()
    )
    for said in sorted((stated - wanted) + (wanted - stated)):
        yield "text states other triples", said
    if row["image"] or row["marks"] or row["drawn"]:
        yield "text beside a picture", "a record has either"


def _entities(entities: list[dict[str, Any]], lines: list[str]) -> Iterator[str]:
    """The line of each entity: its name, with its description where the text has one."""
    for entity in entities:
        name = f"- {spaced(entity['name'])}"
        longer = f"{name}: {spaced(entity['description'])}"
        yield longer if entity["description"] and longer in lines else name
