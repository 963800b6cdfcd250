"""Matplotlib made faster draws what Matplotlib as it comes draws, pixel for pixel, in any order."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256

import numpy as np
import pytest
from PIL import Image

from figloom.charts import called, charts
from figloom.errors import Lacking
from figloom.read.tables import tables
from figloom.render.plots.chart import chart
from figloom.sample.table import table
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Picture

TYPES = tuple(name for name, kind in charts().items() if kind.matplotlib is not None)
UNITS = 2
"""Of each type, values written in every second; each is drawn by stock and once more."""

STOCK = """
import sys
from matplotlib.axes import Axes
from figloom.render.plots import agg
agg.quicken, agg.bare = (lambda: None), (lambda: Axes)
sys.path.insert(0, {folder!r})
from test_stock_pixels import told
print(told({units}, reversed))
"""
QUICK = """
import sys
sys.path.insert(0, {folder!r})
from test_stock_pixels import told
print(told({units}))
"""


_tables = cache(tables)


def drawn(name: str, unit: int) -> str:
    """Hashes of the picture's bytes and pixels and of its marks; empty where it is declined."""
    draw = Draw(1, "stock", "eval", name, unit, unit)
    try:
        shape = table(_tables(), draw, chart=name)
    except Lacking:
        return ""
    if isinstance(shape, Declined):
        return ""
    made = chart(Facts(shape, shape), draw, None, renderers=("matplotlib",), labels=bool(unit % 2))  # type: ignore[arg-type]
    if not isinstance(made, Picture):
        return ""
    pixels = np.asarray(Image.open(io.BytesIO(made.png)))
    parts = (made.png, pixels.tobytes(), repr((made.marks, made.axes)).encode())
    return " ".join(sha256(part).hexdigest() for part in parts)


def told(units: Iterable[int], order: type[reversed[str]] | type[list[str]] = list) -> str:
    """One line a picture, drawn in an order and told in that of the types."""
    lines = {(n, u): drawn(n, u) for n in order(list(TYPES)) for u in units}
    return "\n".join(f"{n} {u} {lines[n, u]}" for n in TYPES for u in units)


def run(script: str, seed: str, units: list[int]) -> list[str]:
    code = script.format(folder=os.path.dirname(__file__), units=units)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env={**os.environ, "PYTHONHASHSEED": seed})  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def of(units: list[int], lines: list[str]) -> list[str]:
    return [line for line in lines if int(line.split()[1]) in units]


@pytest.fixture(scope="module")
def stock() -> list[str]:
    return run(STOCK, "1", list(range(UNITS)))


def test_pixels_bytes_and_marks_are_those_of_stock_matplotlib(stock: list[str]) -> None:
    here = told([0]).splitlines()
    assert sum(len(line.split()) == 5 for line in here) > len(TYPES) * 0.7
    assert here == of([0], stock)


def test_another_process_and_hash_seed_draw_the_same(stock: list[str]) -> None:
    there = run(QUICK, "2", [1])
    assert sum(len(line.split()) == 5 for line in there) > len(TYPES) * 0.7
    assert there == of([1], stock)


@pytest.mark.slow
def test_more_of_each_type_in_three_processes() -> None:
    units = list(range(UNITS, UNITS + 6))
    stock = run(STOCK, "1", units)
    assert told(units).splitlines() == stock
    assert run(QUICK, "2", units) == stock


def test_the_patches_are_really_off_and_on() -> None:
    seen = {}
    for name, script in (("stock", STOCK), ("quick", QUICK)):
        lines = script.format(folder=os.path.dirname(__file__), units=[0])
        lines = re.sub(r"told\(.*\)\)", "drawn('bar', 0))", lines).replace("told", "drawn")
        lines += "\nfrom matplotlib.text import Text; print(Text._get_layout.__module__)"
        done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        seen[name] = done.stdout.splitlines()[-1]
    assert seen == {"stock": "matplotlib.text", "quick": "figloom.render.plots.quick"}
    assert called("bar")[0].matplotlib is not None
