"""The walk over tables, what cannot be drawn, what repeats, and the plug-in itself."""

from __future__ import annotations

import runpy
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest

from figloom.charts import Need, called, charts
from figloom.errors import SourceError
from figloom.recipe import load
from figloom.registry import find
from figloom.sample.table import repeated, sampled
from figloom.sample.views.content import content
from figloom.seeds import Draw
from figloom.tables import Column
from figloom.types import Declined, Grid

HAND = Path(__file__).with_name("handmade.py")
hand = SimpleNamespace(**runpy.run_path(str(HAND)))

BAR = Need("grid", (4, 8), along="names")


def _small(name: str, count: int = 6, sizes: tuple[float, ...] = ()):
    return hand.made(
        name, (Column("Name", "category"), Column("Size", "number", "cm")),
        {"Name": [f"{name} {n}" for n in range(count)],
         "Size": sizes or [n + 1.5 for n in range(count)]},
        prepared=True,
    )  # fmt: skip


DRAWS = 560
"""Eighty a table: one that hardly ever comes, or twice as often as others, is out of bounds."""


def test_tables_come_equally_often_and_those_that_cannot_carry_never() -> None:
    # Sizes that there is much to ask of, so that no part of them is drawn twice.
    able = [_small(f"T{n}", 6, (31.5, 12.5, 24.5, 8.5, 17.5, 28.5)) for n in range(7)]
    unable = [_small(f"short{n}", 3) for n in range(6)]
    tables = hand.source(*able, *unable)
    found: Counter[str] = Counter()
    for number in range(DRAWS):
        made = sampled(tables, hand.draw(number), BAR, "a bar chart")
        assert isinstance(made, Grid)
        found[made.categories[0].name.split()[0]] += 1
    assert set(found) == {table.id for table in able}
    assert max(found.values()) - min(found.values()) < 5 * (2 * DRAWS / 7) ** 0.5


def test_one_round_takes_every_table_once() -> None:
    tables = hand.source(*(_small(f"T{n}") for n in range(9)))
    names = []
    for number in range(9):
        made = sampled(tables, hand.draw(number), BAR, "a bar chart")
        assert isinstance(made, Grid)
        names.append(made.categories[0].name.split()[0])
    assert len(set(names)) == 9


def test_what_no_table_carries_is_said_in_plain_words() -> None:
    stock, pie = Need("ohlc", (20, 40), volume=True), Need("grid", (3, 8), whole=True)
    with pytest.raises(SourceError) as caught:
        sampled(hand.source(_small("T")), hand.draw(0), stock, "stock")
    assert "20 to 40 periods with open, high, low and close, volume" in str(caught.value)
    with pytest.raises(SourceError, match="can be drawn as pie"):
        sampled(hand.source(_small("T")), hand.draw(0), pie, "pie")
    elsewhere = "the one table of 'handmade' is in split 'train', and 'eval' has none: build with "
    with pytest.raises(SourceError, match=f"{elsewhere}--split train"):
        sampled(hand.source(_small("T")), hand.draw(0, split="eval"), BAR, "bar")


def test_the_same_draw_gives_the_same_facts_in_another_process() -> None:
    code = (
        "import runpy, sys\nfrom types import SimpleNamespace\nfrom figloom.charts import Need\n"
        "from figloom.sample.table import sampled\n"
        f"hand = SimpleNamespace(**runpy.run_path({str(HAND)!r}))\n"
        "tables = hand.source(hand.sales(), hand.countries())\n"
        "need = Need('grid', (3, 8), (1, 4))\n"
        "order = [3, 1, 2, 0] if sys.argv[1] == '1' else [0, 1, 2, 3]\n"
        "made = {n: sampled(tables, hand.draw(n), need, '') for n in order}\n"
        "print([made[n] for n in range(4)])\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code, turn], env={"PYTHONHASHSEED": turn}, check=True,
            capture_output=True, text=True,
        ).stdout
        for turn in "12"
    }  # fmt: skip
    assert len(told) == 1
    assert "Grid" in told.pop()


def test_a_slot_that_is_filled_again_is_not_sampled_again() -> None:
    tables = hand.source(_small("A", 7), _small("B", 6))
    first = sampled(tables, hand.draw(3), BAR, "a bar chart")
    assert sampled(tables, hand.draw(3), BAR, "a bar chart") is first


@pytest.mark.parametrize("name", ["one", "time", "pivot"])
def test_repeats_come_about_as_often_as_said(name: str) -> None:
    # Of the three small tables every fifteenth pair agrees, so that 100 draws give hundreds.
    need, tables, draws = {
        "one": (BAR, hand.source(_small("A", 7), _small("B", 6), _small("C", 8)), 100),
        "time": (Need("grid", (6, 9), along="time"), hand.source(hand.countries(6, 11)), 350),
        "pivot": (
            Need("grid", (3, 4), (2, 3), along="names"), hand.source(hand.sales(600, 6)), 350
        ),
    }[name]  # fmt: skip
    seen: list[Counter[str]] = []
    for seed in (1, 2):
        seen.append(Counter())
        for number in range(draws):
            made = sampled(tables, hand.draw(number, seed), need, "")
            if not isinstance(made, Declined):
                seen[-1][repr(content(made))] += 1
    one, other = seen
    truth = sum(one[key] * other[key] for key in one) / one.total() / other.total()
    said = repeated(tables, "train", need)
    assert truth / 4 < said < truth * 4


def test_content_minds_neither_order_nor_title() -> None:
    made = sampled(hand.source(hand.sales()), hand.draw(1), Need("grid", (4, 8), (2, 3)), "")
    assert isinstance(made, Grid)
    turned = replace(
        made, title="Else", chart="bar", cells=made.cells[::-1], categories=made.categories[::-1]
    )
    assert content(turned) == content(made)
    moved = replace(made.cells[0], value=(made.cells[0].value or 0) + 1)
    assert content(replace(made, cells=(moved, *made.cells[1:]))) != content(made)


@cache
def _every_kind():
    return hand.source(hand.sales(), hand.countries(), hand.shares(), hand.ways())


@pytest.mark.parametrize("name", sorted(charts()))
def test_the_plugin_gives_facts_that_fit_every_type(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # That there is a chance for every type is seen of a few parts; that it is right, above.
    monkeypatch.setattr("figloom.sample.table._JUDGED", 2)
    monkeypatch.setattr("figloom.sample.table._PARTS", 4)
    monkeypatch.setattr("figloom.sample.table._ALL_PARTS", 8)
    plugin = find("sample", "table", "test")
    tables = _every_kind()
    made = [plugin.call(tables, hand.draw(number), chart=name) for number in range(6)]
    good = [shape for shape in made if not isinstance(shape, Declined)]
    assert good
    for shape in good:
        assert shape.chart == name
        hand.check(replace(shape, chart=""), called(name)[0].need)
    assert plugin.collision is not None
    assert 0 <= plugin.collision(tables, "train", chart=name) <= 1


@pytest.mark.parametrize("chart", ["bar_stacked", "area_stacked"])
def test_what_two_builds_have_in_common_is_about_what_is_stated(chart: str) -> None:
    made = load("charts").source
    source = made.plugin.call(**made.options)
    plugin, items = find("sample", "table", "test"), 38
    assert plugin.collision
    assert plugin.shared
    builds = []
    for seed in range(6):
        draws = (Draw(seed, "two", "train", "b", unit, unit) for unit in range(items))
        shapes = (plugin.call(source, draw, chart=chart) for draw in draws)
        builds.append({repr(content(one)) for one in shapes if not isinstance(one, Declined)})
    pairs = list(combinations(builds, 2))
    seen = sum(len(one & other) for one, other in pairs) / len(pairs)
    stated = plugin.shared(source, "train", items, chart=chart)
    assert seen / 2 < stated < 2 * seen
    # Pair by pair, a table with two parts to it would count again and again.
    assert stated < items**2 * plugin.collision(source, "train", chart=chart) / 2
