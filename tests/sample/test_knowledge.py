"""The arrays of a Knowledge against the plainest loops over its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from figloom.errors import SourceError
from figloom.knowledge import RELATED, Knowledge, normalise
from figloom.seeds import share
from figloom.types import Entity, Relation

Rows = list[tuple[int, int, int]]
number = st.integers(0, 8)
graphs = st.lists(st.tuples(number, st.integers(0, 3), number), min_size=1, max_size=60)
names = st.lists(
    st.sampled_from(["A", "a", "B", "The_a", "C", "D", "E", "F"]), min_size=9, max_size=9
)
quick = settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


class Plain:
    """The same questions answered by loops."""

    def __init__(self, rows: Rows, names: list[str], eval_share: float) -> None:
        self.label = [normalise(name.replace("_", " ")) for name in names]
        first: dict[tuple[str, int, str], tuple[int, int, int]] = {}
        for head, relation, tail in rows:
            first.setdefault((self.label[head], relation, self.label[tail]), (head, relation, tail))
        self.rows = list(first.values())
        self.known = set(first)
        ends = Counter(self.label[end] for head, _, tail in self.rows for end in (head, tail))
        self.degree = [ends[label] for label in self.label]
        self.evaluates = [share(f"split/{label}") < eval_share for label in self.label]

    def owner(self, head: int, tail: int) -> bool:
        rank = (self.degree[head], self.label[head]) <= (self.degree[tail], self.label[tail])
        return self.evaluates[head if rank else tail]

    def kin(self, one: int, other: int, turned: bool) -> bool:
        pairs = [
            Counter(
                (self.label[h], self.label[t]) if not (turned and place) else
                (self.label[t], self.label[h])
                for h, r, t in self.rows
                if r == relation
            )
            for place, relation in enumerate((one, other))
        ]  # fmt: skip
        shared = sum((pairs[0] & pairs[1]).values())
        fewer = min(sum(pairs[0].values()), sum(pairs[1].values()))
        return shared >= 5 and shared >= RELATED * fewer and (turned or one != other)

    def may_hold(self, head: int, relation: int, tail: int, many: int) -> bool:
        left, right = self.label[head], self.label[tail]
        if (left, relation, right) in self.known:
            return True
        return any(
            (self.kin(relation, other, False) and (left, other, right) in self.known)
            or (self.kin(relation, other, True) and (right, other, left) in self.known)
            for other in range(many)
        )


def _both(
    knowledge: Callable[..., Knowledge], rows: Rows, names: list[str]
) -> tuple[Knowledge, Plain]:
    given_names = [name.replace("_", " ") for name in names]
    return knowledge(rows, names=given_names, eval_share=0.4), Plain(rows, names, 0.4)


@given(rows=graphs, names=names)
@quick
def test_lookups(knowledge: Callable[..., Knowledge], rows: Rows, names: list[str]) -> None:
    source, plain = _both(knowledge, rows, names)
    kept = list(
        zip(source.heads.tolist(), source.rels.tolist(), source.tails.tolist(), strict=True)
    )
    assert kept == plain.rows
    assert source.degree.tolist() == plain.degree[: len(source.entities)]
    assert source.owned.tolist() == [plain.owner(h, t) for h, _, t in kept]
    for n in range(len(source.entities)):
        out = [place for place, row in enumerate(kept) if row[0] == n]
        into = [place for place, row in enumerate(kept) if row[2] == n]
        assert sorted(source.out_edges(n).tolist()) == out
        assert sorted(source.in_edges(n).tolist()) == into
        assert source.relations_at(n, "tail").tolist() == sorted({kept[e][1] for e in out})
        assert source.relations_at(n, "head").tolist() == sorted({kept[e][1] for e in into})
        for split in ("train", "eval"):
            mine = [
                e
                for e in (*out, *into)
                if plain.label[kept[e][0]] != plain.label[kept[e][2]]
                and plain.owner(kept[e][0], kept[e][2]) == (split == "eval")
            ]
            assert sorted(source.edges(n, split).tolist()) == sorted(mine)
        for relation in range(len(source.relations)):
            tails = sorted(t for h, r, t in kept if (h, r) == (n, relation))
            heads = sorted(h for h, r, t in kept if (t, r) == (n, relation))
            assert sorted(source.partners(n, relation, "tail").tolist()) == tails
            assert sorted(source.partners(n, relation, "head").tolist()) == heads
    for place, (head, relation, tail) in enumerate(kept):
        assert source.triple_index(head, relation, tail) == place


@given(rows=graphs, names=names)
@quick
def test_slots(knowledge: Callable[..., Knowledge], rows: Rows, names: list[str]) -> None:
    source, plain = _both(knowledge, rows, names)
    everyone = np.arange(len(source.entities))
    for relation in range(len(source.relations)):
        if not source.relation_counts[relation]:
            continue
        for side, column in (("head", 0), ("tail", 2)):
            found = Counter(row[column] for row in plain.rows if row[1] == relation)
            entities, counts = source.slot(relation, side)  # type: ignore[arg-type]
            assert dict(zip(entities.tolist(), counts.tolist(), strict=True)) == found
            assert entities.tolist() == sorted(found)
            asked = source.slot_counts(relation, side, everyone)  # type: ignore[arg-type]
            assert asked.tolist() == [found[n] for n in everyone.tolist()]


def _triples(source: Knowledge) -> Iterator[tuple[int, int, int]]:
    size = len(source.entities)
    for head in range(size):
        for relation in range(len(source.relations)):
            for tail in range(size):
                yield head, relation, tail


@given(rows=graphs, names=names)
@quick
def test_truth_and_owners(
    knowledge: Callable[..., Knowledge], rows: Rows, names: list[str]
) -> None:
    source, plain = _both(knowledge, rows, names)
    every = np.array(list(_triples(source)))
    heads, relations, tails = every.T
    label = plain.label
    holds = [(label[h], r, label[t]) in plain.known for h, r, t in every.tolist()]
    assert source.holds(heads, relations, tails).tolist() == holds
    many = len(source.relations)
    likely = [plain.may_hold(h, r, t, many) for h, r, t in every.tolist()]
    assert source.may_hold(heads, relations, tails).tolist() == likely
    owners = [plain.owner(h, t) for h, _, t in every.tolist()]
    assert source.owner(heads, tails).tolist() == owners
    # By label: the same for both directions and for every namesake.
    assert source.owner(tails, heads).tolist() == owners


@given(rows=graphs, names=names, least=st.integers(0, 4), most=st.integers(1, 30))
@quick
def test_starts(
    knowledge: Callable[..., Knowledge], rows: Rows, names: list[str], least: int, most: int
) -> None:
    source, plain = _both(knowledge, rows, names)
    for split in ("train", "eval"):
        mine = [
            (h, r, t)
            for h, r, t in plain.rows
            if plain.label[h] != plain.label[t] and plain.owner(h, t) == (split == "eval")
        ]
        for what in ("neighbours", "relations"):
            wanted = []
            for n in range(len(source.entities)):
                at = [(h, r, t) for h, r, t in mine if n in (h, t)]
                counted = (
                    {r for _, r, _ in at}
                    if what == "relations"
                    else {plain.label[t if h == n else h] for h, _, t in at}
                )
                fits = len(counted) >= least and plain.degree[n] <= most
                if fits and plain.evaluates[n] == (split == "eval"):
                    wanted.append(n)
            found = source.starts(split, what, least, most)  # type: ignore[arg-type]
            assert found.tolist() == wanted


def test_kin_that_overlap_are_found(knowledge: Callable[..., Knowledge]) -> None:
    rows = [(a, 0, b) for a in range(3) for b in range(3, 6)]
    rows += [(a, 1, b) for a in range(2) for b in range(3, 6)] + [(b, 2, a) for a, _, b in rows[:6]]
    source = knowledge([*rows, (0, 3, 1)])
    assert source.kin == [((1,), (2,)), ((0,), (2,)), ((), (0, 1)), ((), ())]
    assert source.may_hold(2, 1, 5).tolist() == [True]
    assert source.holds(2, 1, 5).tolist() == [False]


@pytest.mark.parametrize(
    ("one", "other"),
    [("The Beatles", "beatles"), ("U.S.A.", "u s a"), ("Ｆｕｌｌ", "full"), ("C++", "c++")],
)
def test_labels_that_look_alike(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(("one", "other"), [("C", "C++"), ("C#", "C"), ("The", ""), ("!", "?")])
def test_labels_that_do_not(one: str, other: str) -> None:
    assert normalise(one) != normalise(other)


def test_an_empty_source_is_one_sentence() -> None:
    with pytest.raises(SourceError, match="holds no triples"):
        Knowledge("none", "", [Entity("a", "a")], [Relation("r", "r")], np.empty((0, 3), int))


def test_pictures_without_a_folder(knowledge: Callable[..., Knowledge]) -> None:
    with pytest.raises(SourceError, match="has no pictures"):
        knowledge([(0, 0, 1)]).picture("a")


def test_a_user_s_file_of_many_rows(tmp_path: Path) -> None:
    from figloom.read.triples import triples

    random = Random("many rows")
    rows = {
        (random.randrange(500), random.randrange(9), random.randrange(500)) for _ in range(9000)
    }
    lines = [f"e{h}\tr_{r}\te{t}\r\n" for h, r, t in sorted(rows)]
    place = tmp_path / "mine.tsv"
    place.write_bytes(b"\xef\xbb\xbfhead\trelation\ttail\r\n" + "".join(lines).encode())
    source = triples(path=place)
    assert {
        (source.entities[h].id, source.relations[r].name, source.entities[t].id)
        for h, r, t in zip(source.heads, source.rels, source.tails, strict=True)
    } == {(f"e{h}", f"r {r}", f"e{t}") for h, r, t in rows}
