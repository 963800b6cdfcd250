"""The sources that quality is measured on; makes `solvers` importable for the tests beside it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from figloom.knowledge import Knowledge
from figloom.read.fb15k237 import fb15k237
from figloom.read.world import world

sys.path.insert(0, str(Path(__file__).parent))

FB15K237 = Path(__file__).resolve().parents[3] / "shared" / "data" / "fb15k237"


@pytest.fixture(scope="session")
def freebase() -> Knowledge:
    if not FB15K237.is_dir():
        pytest.skip(f"FB15K-237 is not in {FB15K237}")
    return fb15k237(path=FB15K237)


@pytest.fixture(scope="session", params=["fb15k237", "world"])
def source(request: pytest.FixtureRequest) -> Knowledge:
    if request.param == "world":
        return world()
    found: Knowledge = request.getfixturevalue("freebase")
    return found
