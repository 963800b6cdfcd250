"""A stored graph as a reader of the picture knows it: by labels."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

MASK = "?????"
SLOTS = ("head", "relation", "tail")

Statement = tuple[str, str, str]
"""Head, relation and tail, by label."""

_MARKS = re.compile(r"[^\w+#]|_")


class Faulty(Exception):
    """The stored facts contradict themselves; the message says how."""


class Difference(NamedTuple):
    """One place at which the picture says something else than what holds."""

    triple: str
    slot: str
    shown: str
    truth: str


@dataclass(frozen=True, slots=True)
class Seen:
    """A graph by its labels, as stored."""

    entities: dict[str, str]
    """Label of each entity id."""
    pictures: dict[str, str]
    """Picture reference of each entity id."""
    descriptions: dict[str, str]
    statements: dict[str, Statement]
    """By the triple's id."""
    ends: dict[str, tuple[str, str]]
    """Ids of head and tail, by the triple's id."""
    hub: str
    """Its label."""


@lru_cache(maxsize=65536)
def plain(label: str) -> str:
    """The label without case, punctuation and a leading "the": equal for those that read alike."""
    words = _MARKS.sub(" ", unicodedata.normalize("NFKC", label).casefold()).split()
    if len(words) > 1 and words[0] == "the":
        del words[0]
    return " ".join(words) or label


def spaced(text: str) -> str:
    """The text with single spaces, as it is drawn."""
    return re.sub(r"\s+", " ", text).strip()


@lru_cache(maxsize=65536)
def digest(statement: Statement) -> int:
    """A number for a statement, equal for those whose labels read alike."""
    text = "\n".join(map(plain, statement))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def seen(graph: dict[str, Any]) -> Seen:
    """The graph by its labels; Faulty when ids or labels are not unique or an end is missing."""
    if graph["shape"] != "graph":
        raise Faulty(f"no audit knows the shape {graph['shape']!r}")
    for kind in ("entities", "relations", "triples"):
        _unique(f"ids of {kind}", (part["id"] for part in graph[kind]))
    for kind in ("entities", "relations"):
        _unique(f"labels of {kind}", (plain(part["name"]) for part in graph[kind]))
    entities = {part["id"]: part["name"] for part in graph["entities"]}
    relations = {part["id"]: part["name"] for part in graph["relations"]}
    statements, ends = {}, {}
    for triple in graph["triples"]:
        if (
            not {triple["head"], triple["tail"]} <= {*entities}
            or triple["relation"] not in relations
        ):
            raise Faulty(f"triple {triple['id']} names what the graph lacks")
        head, tail = entities[triple["head"]], entities[triple["tail"]]
        statements[triple["id"]] = (head, relations[triple["relation"]], tail)
        ends[triple["id"]] = (triple["head"], triple["tail"])
    _unique("statements", map(digest, statements.values()))
    if graph["hub"] not in entities:
        raise Faulty("the hub is no entity of the graph")
    alone = {*entities} - {end for pair in ends.values() for end in pair}
    if alone:
        raise Faulty(f"no edge at {entities[min(alone)]!r}")
    pictures = {part["id"]: part["picture"] for part in graph["entities"]}
    about = {part["id"]: part["description"] for part in graph["entities"]}
    return Seen(entities, pictures, about, statements, ends, entities[graph["hub"]])


def _unique(what: str, values: Iterable[object]) -> None:
    again = [value for value, count in Counter(values).items() if count > 1]
    if again:
        raise Faulty(f"{what} are not unique ({again[0]})")


def differences(shown: Seen, truth: Seen) -> Iterator[Difference]:
    """Places where labels differ, triple by triple; Faulty when a triple is in one graph only."""
    if shown.statements.keys() != truth.statements.keys():
        odd = min(shown.statements.keys() ^ truth.statements.keys())
        raise Faulty(f"triple {odd} is in one of shown and truth only")
    for name, said in shown.statements.items():
        for slot, here, there in zip(SLOTS, said, truth.statements[name], strict=True):
            if here != there:
                yield Difference(name, slot, here, there)
