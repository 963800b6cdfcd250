"""Both renderers state the same axes: what they measure, from where to where, in which unit."""

from __future__ import annotations

from functools import cache

import pytest

from figloom.charts import charts
from figloom.later import Later
from figloom.read.faker import faker
from figloom.read.tables import tables
from figloom.render.plots import browser
from figloom.render.plots.chart import chart
from figloom.sample.table import table
from figloom.seeds import Draw
from figloom.types import Axis, Declined, Facts, Mark, Picture

NEAR = 1.0
"""Pixels, or degrees, by which the ends of an axis may differ."""


_tables, _faker = cache(tables), cache(faker)


def both(name: str, labels: bool) -> tuple[Picture, Picture]:
    """One chart by Matplotlib and by ECharts."""
    sources = _tables(), _faker()
    for unit in range(40):
        draw = Draw(3, "axes", "train", name, unit, unit)
        shape = table(sources[unit % 2], draw, chart=name)
        if isinstance(shape, Declined):
            continue
        facts, made = Facts(shape, shape), list[Picture | Declined]()
        for renderer in ("matplotlib", "echarts"):
            done = chart(facts, draw, sources[0], renderers=(renderer,), labels=labels)  # type: ignore[arg-type]
            made.append(
                done.finish(browser.draw([done.request])[0]) if isinstance(done, Later) else done
            )
        first, second = made
        if isinstance(first, Picture) and isinstance(second, Picture):
            return first, second
    raise AssertionError(f"no picture of {name}")


def _stated(axis: Axis) -> tuple[object, ...]:
    return (axis.panel, axis.dimension, axis.scale, round(axis.low, 9), round(axis.high, 9),
            axis.unit, axis.title, axis.name)  # fmt: skip


@pytest.mark.parametrize("name", list(charts()))
def test_both_renderers_state_the_same_axes(name: str) -> None:
    first, second = both(name, labels=False)
    ours, theirs = (sorted(picture.axes, key=_stated) for picture in (first, second))
    assert [_stated(axis) for axis in ours] == [_stated(axis) for axis in theirs]
    for one, other in zip(ours, theirs, strict=True):
        assert one.pixels == pytest.approx(other.pixels, abs=NEAR)
        told = {tick.text: tick.value for tick in one.ticks if tick.text}
        assert told == pytest.approx({tick.text: tick.value for tick in other.ticks})


def _title(picture: Picture, part: str) -> Mark:
    return next(m for m in picture.marks if m.role == "axis_title" and m.part == part)


@pytest.mark.parametrize("labels", [True, False])
def test_the_title_of_the_volumes_stands_beside_them(labels: bool) -> None:
    for picture in both("candles_volume", labels):
        volume = next(axis for axis in picture.axes if axis.dimension == "volume")
        price = next(axis for axis in picture.axes if axis.dimension == "y")
        foot, tops = volume.pixels[0], [tick.pixel for tick in volume.ticks]
        box = _title(picture, "y2").box
        middle = (min(tops) + foot) / 2
        assert box[1] < middle < box[3] <= foot + 2 or abs((box[1] + box[3]) / 2 - middle) < 12
        box = _title(picture, "y").box
        ends = [tick.pixel for tick in price.ticks]
        assert abs((box[1] + box[3]) / 2 - (min(ends) + max(ends)) / 2) < 25
