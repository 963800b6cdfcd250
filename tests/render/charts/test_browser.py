"""The kept browser: it may die in mid-batch, and its memory stays flat."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import cache

import psutil
import pytest

from figloom.later import Later
from figloom.read.tables import tables
from figloom.render.plots import browser
from figloom.render.plots.chart import chart
from figloom.sample.table import table
from figloom.seeds import Draw
from figloom.types import Declined, Facts

TYPES = ("bar", "line_multi", "pie", "scatter", "heat_map", "sunburst")


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    browser.close()


_tables = cache(tables)


def requests(count: int) -> list[browser.Request]:
    """What charts of several types ask of the browser."""
    found: list[browser.Request] = []
    unit = 0
    while len(found) < count:
        name = TYPES[unit % len(TYPES)]
        draw = Draw(2, "browser", "train", name, unit, unit)
        unit += 1
        shape = table(_tables(), draw, chart=name)
        if isinstance(shape, Declined):
            continue
        made = chart(Facts(shape, shape), draw, None, renderers=("echarts",), labels=False)  # type: ignore[arg-type]
        if isinstance(made, Later):
            found.append(made.request)
    return found


def own() -> list[psutil.Process]:
    """Processes of this process' Chromium."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            if "chrom" in process.name() or "headless" in process.name():
                found.append(process)
        except psutil.Error:
            continue
    return found


@pytest.mark.parametrize("whole", [True, False])
def test_a_death_in_mid_batch_loses_nothing_and_is_counted(whole: bool) -> None:
    batch = requests(20) * 8
    want = browser.draw(batch)
    before = browser.counts.crashes
    killed: list[int] = []

    def kill() -> None:
        time.sleep(0.3)
        for process in own():
            try:
                if whole or "--type=renderer" in process.cmdline():
                    process.kill()
                    killed.append(process.pid)
            except psutil.Error:
                continue

    killer = threading.Thread(target=kill)
    killer.start()
    got = browser.draw(batch)
    killer.join()
    assert killed
    assert browser.counts.crashes == before + 1
    assert got == want


def test_a_fault_of_the_option_is_no_crash() -> None:
    before = browser.counts.crashes
    with pytest.raises(RuntimeError, match="ECharts refused an option"):
        browser.draw([("{", 400, 300)])
    assert browser.counts.crashes == before


def test_text_and_numbers_come_back_as_they_were_drawn() -> None:
    (first, *_), (again, *_) = browser.draw(requests(1)), browser.draw(requests(1))
    assert first == again
    assert any(row["form"] == "text" for row in first["rows"])


@pytest.mark.slow
def test_memory_is_flat_over_600_charts() -> None:
    batch = requests(20)

    def used() -> int:
        every = [psutil.Process(), *own()]
        return sum(process.memory_full_info().uss for process in every)

    for _ in range(8):
        browser.draw(batch)
    start = used()
    for _ in range(30):
        browser.draw(batch)
    assert used() - start < 100 * 2**20
