"""Hand-made records, loaded by path so that tests and other processes share them."""

import runpy
from pathlib import Path
from typing import Any

import pytest

HANDMADE = Path(__file__).with_name("handmade.py")


@pytest.fixture(scope="session")
def handmade() -> dict[str, Any]:
    return runpy.run_path(str(HANDMADE))
