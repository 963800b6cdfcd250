"""Small graphs with pictures, and a source whose references are paths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from PIL import Image

from figloom.seeds import Draw
from figloom.types import Entity, Facts, Graph, Provenance, Relation, Triple

NAMES = (
    "Ada Lovelace", "Great Britain and Northern Ireland", "Zürich", "東京", "O'Neill & Sons",
    "Mathematics", "The Lord of the Rings", "x", "Rio de Janeiro", "Trans-Siberian Railway",
    "Marie Skłodowska-Curie", "Association football", "Jazz", "Lake Titicaca", "R2-D2",
    "Ludwig van Beethoven", "Symphony No. 9", "Nile", "École Polytechnique", "Gold",
)  # fmt: skip
RELATIONS = ("place of birth", "member of", "genre", "award received", "shares border with")


class Folder(NamedTuple):
    """A source whose references are paths."""

    name: str = "folder"
    licence: str = "CC0-1.0"

    def picture(self, reference: str) -> Path:
        return Path(reference)


@pytest.fixture(scope="session")
def source() -> Folder:
    return Folder()


@pytest.fixture(scope="session")
def art(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Pictures of several shapes, some with transparency."""
    place = tmp_path_factory.mktemp("art")
    paths = []
    for number, (width, height) in enumerate(((96, 96), (160, 80), (60, 120), (300, 200))):
        noise = np.random.default_rng(number).integers(0, 255, (height, width, 4), np.uint8)
        noise[:, :, 3] = 255 if number % 2 else np.linspace(0, 255, width).astype(np.uint8)
        paths.append(place / f"{number}.png")
        Image.fromarray(noise).save(paths[-1])
    return [str(path) for path in paths]


@pytest.fixture(scope="session")
def grown(art: list[str]) -> Callable[..., Facts]:
    """A connected graph of so many triples, by seed; some nodes have pictures."""

    def grow(seed: int, size: int, names: Sequence[str] = NAMES, extra: int = 1) -> Facts:
        random = Random(f"grown/{seed}/{size}")
        count = max(2, size + 1 - extra)
        chosen = random.sample(list(names), min(count, len(names)))
        chosen += [f"Thing {at}" for at in range(count - len(chosen))]
        entities = tuple(
            Entity(f"e{at}", name, "a short description of it" if at % 2 else "",
                   picture=random.choice([*art, "", ""]))
            for at, name in enumerate(chosen)
        )  # fmt: skip
        pairs = [(random.randrange(at), at) for at in range(1, count)]
        while len(pairs) < size:
            head, tail = random.sample(range(count), 2)
            pairs.append((head, tail))
        relations = tuple(Relation(f"r{at}", name) for at, name in enumerate(RELATIONS))
        triples = tuple(
            Triple(f"t{at}", f"e{head}", random.choice(relations).id, f"e{tail}")
            for at, (head, tail) in enumerate(pairs)
        )
        graph = Graph(entities, relations, triples, "e0", Provenance("test", "CC0-1.0"))
        return Facts(graph, graph)

    return grow


@pytest.fixture(scope="session")
def slot() -> Callable[..., Draw]:
    """The draw of a slot."""

    def drawn(number: int, split: str = "eval", seed: int = 5) -> Draw:
        return Draw(seed, "test", split, "block", number, number)

    return drawn
