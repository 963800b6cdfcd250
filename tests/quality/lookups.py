"""What a blind solver may look up: counts, degrees, and the edges of the graphs shown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from figloom.knowledge import Ints, Knowledge
from figloom.types import Graph, Record


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
