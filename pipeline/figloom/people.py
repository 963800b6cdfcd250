"""People's names, replaced by invented ones: one person has one name all over a table."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray


@cache
def _faker() -> Any:
    from faker import Faker

    return Faker("en_US", use_weighting=False)


def renamed(names: NDArray[Any], key: str) -> NDArray[Any]:
    """Each distinct name replaced by an invented one that no other gets; "" stays.

    Depends on the key and the set of names only, not on their order or the process.
    """
    faker, given, taken = _faker(), {"": ""}, set[str]()
    for name in sorted(set(names.tolist()) - {""}):
        turn = 0
        while name not in given:
            faker.seed_instance(f"{key}/{name}/{turn}")
            invented = f"{faker.first_name()} {faker.last_name()}"
            if invented not in taken and invented != name:
                given[name] = invented
                taken.add(invented)
            turn += 1
    return np.array([given[name] for name in names.tolist()], dtype=object)
