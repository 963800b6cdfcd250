"""Every chart type by both renderers, read back by the audit from marks, axes and pixels."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from figloom.audit import charts_case, charts_readback, shard
from figloom.charts import RENDERERS, Renderer, charts
from figloom.emit.rows import to_row
from figloom.later import Later
from figloom.read.faker import faker
from figloom.read.tables import tables
from figloom.render.plots import browser
from figloom.render.plots.chart import chart
from figloom.sample.table import table
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Picture, Record, Trace

WANTED, TRIES, BATCH = 50, 120, 20
TRACE = Trace(11, "soak", "soak", 0, 0, 0, 1)


def pictures(name: str, renderer: Renderer) -> Iterator[tuple[Facts, Picture]]:
    """Pictures of a type as a build would draw them, every second one with values written."""
    sources, waiting = (tables(), faker()), list[tuple[Facts, Later]]()
    for unit in range(TRIES):
        draw = Draw(11, "soak", "eval" if unit % 5 == 0 else "train", name, unit, unit)
        shape = table(sources[unit % 2], draw, chart=name)
        if isinstance(shape, Declined):
            continue
        facts = Facts(shape, shape)
        made = chart(facts, draw, sources[0], renderers=(renderer,), labels=unit // 2 % 2 == 0)  # type: ignore[arg-type]
        if isinstance(made, Picture):
            yield facts, made
        elif isinstance(made, Later):
            waiting.append((facts, made))
        if len(waiting) == BATCH:
            yield from _finished(waiting)
            waiting.clear()
    yield from _finished(waiting)


def _finished(waiting: list[tuple[Facts, Later]]) -> Iterator[tuple[Facts, Picture]]:
    replies = browser.draw([made.request for _, made in waiting]) if waiting else []
    for (facts, made), reply in zip(waiting, replies, strict=True):
        done = made.finish(reply)
        if isinstance(done, Picture):
            yield facts, done


@pytest.mark.slow
@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("name", list(charts()))
def test_fifty_read_back(name: str, renderer: Renderer) -> None:
    found, seen = list[str](), 0
    for facts, picture in pictures(name, renderer):
        record = Record(f"soak/{name}/{seen}", "main", "train", facts, (), TRACE, "", picture)
        row = shard.parsed(to_row(record))
        told = charts_readback.faults(row, charts_case.case_of(row))
        found += [f"{seen}, {picture.style}: {kind}: {what}" for kind, what in told]
        seen += 1
        if seen == WANTED:
            break
    assert found == []
    assert seen == WANTED
