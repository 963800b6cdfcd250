"""Random small knowledge graphs in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from figloom.knowledge import Knowledge
from figloom.types import Entity, Relation


@pytest.fixture(scope="session")
def knowledge() -> Callable[..., Knowledge]:
    """Makes a Knowledge of rows (head, relation, tail) by number; names may repeat."""

    def made(rows: Sequence[tuple[int, int, int]], **options: object) -> Knowledge:
        size = 1 + max(max(head, tail) for head, _, tail in rows)
        many = 1 + max(relation for _, relation, _ in rows)
        names = options.pop("names", None) or [f"thing {n}" for n in range(size)]
        return Knowledge(
            "random",
            "CC0-1.0",
            [Entity(f"e{n}", names[n]) for n in range(size)],  # type: ignore[index]
            [Relation(f"r{n}", f"relation {n}") for n in range(many)],
            np.array(rows),
            **options,  # type: ignore[arg-type]
        )

    return made
