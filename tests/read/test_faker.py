"""Invented tables: whole, stable, natural, and telling nothing by their names and places."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from math import sqrt
from random import Random

import numpy as np
import pytest

from figloom.errors import SourceError
from figloom.read.faker import dealt, faker, table
from figloom.read.generators import whole
from figloom.read.themes import KINDS, Theme, themes
from figloom.tables import Table

COUNT = 2040
"""A whole number of rounds over the themes."""


@cache
def made() -> tuple[Table, ...]:
    return faker(tables=COUNT).tables


@cache
def known() -> dict[str, Theme]:
    return {theme.id: theme for theme in themes()}


def kind(one: Table) -> str:
    theme, _, number = one.id.rpartition("-")
    return dealt(known()[theme], int(number)).spec.kind


@cache
def by_kind() -> dict[str, list[Table]]:
    found: dict[str, list[Table]] = {name: [] for name in KINDS}
    for one in made():
        found[kind(one)].append(one)
    return found


def test_a_longer_source_begins_with_the_shorter_one() -> None:
    few, many = faker(tables=7), faker(tables=60)
    assert [t.id for t in few.tables] == [t.id for t in many.tables[:7]]
    assert [t.title for t in few.tables] == [t.title for t in many.tables[:7]]
    assert few.fingerprint != many.fingerprint == faker(tables=60).fingerprint
    with pytest.raises(SourceError, match="give at least 1"):
        faker(tables=0)


def test_rows_are_the_same_in_another_process_and_whatever_was_read_before() -> None:
    code = (
        "from figloom.read.faker import faker\n"
        "for t in faker(tables=120).tables[{}]:\n"
        "    print(t.id, t.title, [t.values(c).tolist() for c in t.columns])\n"
    )

    def told(order: str, seed: str) -> list[str]:
        command = [sys.executable, "-c", code.format(order)]
        run = subprocess.run(command, capture_output=True, check=True, env={"PYTHONHASHSEED": seed})
        return run.stdout.decode().splitlines()

    there = told(":", "1")
    assert len(there) == 120
    assert there[::-1] == told("::-1", "2")


def test_tables_travel_between_processes() -> None:
    one = table(known()["farming"], 4)
    again = pickle.loads(pickle.dumps(one))
    assert all((again.values(c) == one.values(c)).all() for c in one.columns)


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_passes_the_checks_of_tables(name: str) -> None:
    assert len(by_kind()[name]) >= 40
    for one in by_kind()[name]:
        assert len(one) >= 3
        assert one.provenance.licence == "Apache-2.0"
        assert one.prepared == (name != "samples")
        assert len({column.name for column in one.columns}) == len(one.columns)
        for column in one.columns:
            values = one.values(column)
            if column.role == "number":
                assert np.isfinite(values).all()
            elif column.role == "time":
                assert (np.diff(np.unique(values)) > np.timedelta64(0)).all()
            else:
                assert all(0 < len(text) <= 24 and text == text.strip() for text in values)
                assert all(ord(letter) < 0x250 for text in values for letter in text)


def test_every_theme_yields_each_kind_it_names() -> None:
    for theme in known().values():
        got = {dealt(theme, n).spec.kind for n in range(len(theme.tables))}
        assert got == {spec.kind for spec in theme.tables}
        for n in range(len(theme.tables)):
            assert len(table(theme, n)) >= 3


def test_prepared_rows_are_one_thing_each() -> None:
    for one in made():
        texts = one.of("category", "person", "place", "time")
        if one.prepared:
            keys = list(zip(*(one.values(c).tolist() for c in texts), strict=True))
            assert len(set(keys)) == len(keys), one.id


def test_shares_add_up_to_a_hundred() -> None:
    for one in by_kind()["shares"]:
        *groups, names, share = one.columns
        key = one.values(groups[0]).tolist() if groups else [0] * len(one)
        for group in set(key):
            inside = [v for k, v in zip(key, one.values(share), strict=True) if k == group]
            assert round(sum(inside), 6) == 100, (one.id, names)
            assert min(inside) > 0
    assert whole([1, 1, 1], 0.1) == [33.4, 33.3, 33.3]
    assert whole([1, 1, 1], 1.0) == [34, 33, 33]


def test_candles_hold_open_and_close_between_low_and_high() -> None:
    for one in by_kind()["ohlc"]:
        start, high, low, close, volume = (one.values(c) for c in one.columns[1:])
        assert (low <= np.minimum(start, close)).all()
        assert (high >= np.maximum(start, close)).all()
        assert (volume > 0).all()
        moved = np.abs(close / start - 1)
        assert moved.max() < 0.35
        assert 0.001 < np.median(moved) < 0.06


def test_means_lie_between_their_limits() -> None:
    for one in by_kind()["errors"]:
        *_, mean, lower, upper = (one.values(c) for c in one.columns)
        assert (lower <= mean).all()
        assert (mean <= upper).all()
        assert ((upper - lower) > 0).mean() > 0.9
        assert [c.part for c in one.columns[-2:]] == ["lower", "upper"]


def test_children_have_one_parent() -> None:
    for one in by_kind()["hierarchy"]:
        outer, inner = one.of("category")
        assert inner.parent == outer.name
        pairs = set(zip(one.values(inner), one.values(outer), strict=True))
        assert len(pairs) == len(set(one.values(inner)))
        assert len(set(one.values(outer))) >= 3


def test_links_join_every_node_one_way() -> None:
    for one in by_kind()["links"]:
        ends = [one.values(c).tolist() for c in one.columns[:2]]
        pairs = [frozenset(pair) for pair in zip(*ends, strict=True)]
        assert all(len(pair) == 2 for pair in pairs)
        assert len(set(pairs)) == len(pairs)
        reached = set(pairs[0])
        for _ in pairs:
            reached |= {node for pair in pairs if pair & reached for node in pair}
        assert reached == {node for pair in pairs for node in pair}


def test_numbers_have_the_digits_and_the_range_of_their_measure() -> None:
    for theme in known().values():
        for number in range(2 * len(theme.tables)):
            deal, one = dealt(theme, number), table(theme, number)
            columns = one.of("number")
            if deal.spec.kind in ("ohlc", "errors", "shares"):
                continue
            for column, measure in zip(columns, deal.measures, strict=True):
                values = one.values(column)
                assert (np.round(values, measure.decimals) == values).all(), one.id
                assert values.min() >= measure.low
                assert values.max() <= measure.high
                assert column.unit == measure.unit


def test_values_vary_and_some_are_negative_or_zero() -> None:
    numbers = [t.values(c) for t in made() for c in t.of("number")]
    assert sum((values < 0).any() for values in numbers) > 40
    assert sum((values == 0).any() for values in numbers) > 20
    assert all(len(set(values.tolist())) > 1 for values in numbers if len(values) > 6)


def test_people_keep_the_names_of_their_country() -> None:
    people = [t for t in made() if t.of("person")]
    polish = [t for t in people if t.id.startswith("publishing")]
    assert any(set("łśżńę") & set(" ".join(t.values(t.of("person")[0]))) for t in polish)


# No prior. Every quantity below is drawn once a table, so that tables are independent.


def fair(places: list[tuple[int, int]]) -> None:
    """(place, of how many) must be uniform: relative place in halves and thirds, and its ends."""
    assert len(places) >= 200
    for told, chance in (
        (lambda p, n: (2 * p + 1 > n) + 0.5 * (2 * p + 1 == n), lambda n: 0.5),
        (lambda p, n: p == 0, lambda n: 1 / n),
        (lambda p, n: p == n - 1, lambda n: 1 / n),
        (lambda p, n: 3 * p < n, lambda n: (n + 2) // 3 / n),
        (lambda p, n: 3 * p >= 2 * n, lambda n: (n - -(-2 * n // 3)) / n),
    ):
        _within(places, told, chance)


def _within(
    places: list[tuple[int, int]],
    told: Callable[[int, int], float],
    chance: Callable[[int], float],
) -> None:
    seen = sum(float(told(p, n)) for p, n in places)
    wanted = sum(chance(n) for _, n in places)
    spread = sqrt(sum(chance(n) * (1 - chance(n)) for _, n in places))
    assert abs(seen - wanted) <= 3 * spread, (seen, wanted, spread)


def grids(*names: str) -> Iterator[tuple[Table, list[str], list[str], np.ndarray]]:
    """Tables of two dimensions, shape (first, second), of one measure."""
    for name in names:
        for one in by_kind()[name]:
            texts = one.of("category", "person", "place", "time")
            if len(texts) != 2 or not one.prepared:
                continue
            first, second = (one.values(c).tolist() for c in one.columns[:2])
            outer, inner = list(dict.fromkeys(first)), list(dict.fromkeys(second))
            values = one.values(one.of("number")[0])
            yield one, outer, inner, values.reshape(len(outer), len(inner))


def more(name: str, rounds: int) -> list[Table]:
    """Tables of a kind that few themes have, so many of each."""
    found = []
    for theme in known().values():
        kinds = [spec.kind for spec in theme.tables]
        if name in kinds:
            first = kinds.index(name)
            found += [table(theme, first + n * len(kinds)) for n in range(rounds)]
    return found


def place(values: np.ndarray, highest: bool, key: str) -> tuple[int, int]:
    """Where the highest or the lowest stands; of tied ones, any."""
    best = np.flatnonzero(values == (values.max() if highest else values.min())).tolist()
    return Random(key).choice(best), len(values)


@pytest.mark.parametrize("highest", [True, False])
def test_the_extreme_is_at_any_time(highest: bool) -> None:
    timed = [
        (one.id, values)
        for one, *_, values in grids("series", "errors", "shares")
        if one.columns[0].role == "time"
    ]
    pooled = [v.max(axis=1) if highest else v.min(axis=1) for _, v in timed]
    fair([place(p, highest, one) for (one, _), p in zip(timed, pooled, strict=True)])
    fair([place(v[:, Random(one).randrange(v.shape[1])], highest, one) for one, v in timed])
    which = Random(f"which/{highest}")
    dual = ((t, t.of("number")[which.randrange(2)]) for t in more("dual", 20))
    fair([place(t.values(column), highest, t.id) for t, column in dual])
    fair([place(t.values(t.columns[4]), highest, t.id) for t in more("ohlc", 40)])


@pytest.mark.parametrize("highest", [True, False])
def test_the_extreme_is_of_any_category_and_any_series(highest: bool) -> None:
    found: list[list[tuple[int, int]]] = [[], [], []]
    for one, outer, inner, values in grids("crossed", "series", "shares", "errors"):
        timed = one.columns[0].role == "time"
        assert values.shape == (len(outer), len(inner))
        best = [values.max(axis=a) if highest else values.min(axis=a) for a in (0, 1)]
        found[0].append(place(best[0], highest, one.id))
        if not timed:
            found[1].append(place(best[1], highest, one.id))
    for one in by_kind()["categories"] + by_kind()["points"] + by_kind()["hierarchy"]:
        found[2].append(place(one.values(one.of("number")[0]), highest, one.id))
    for places in found:
        fair(places)


def test_later_is_larger_half_the_time() -> None:
    ends, slopes, pairs = [], [], []
    for one, *_, values in grids("series"):
        line = values[:, Random(one.id).randrange(values.shape[1])]
        times = np.arange(len(line))
        ends.append(np.sign(line[-1] - line[0]))
        slopes.append(np.sign(np.polyfit(times, line, 1)[0]))
        early, late = sorted(Random(one.id).sample(range(len(line)), 2))
        pairs.append(np.sign(line[late] - line[early]))
    for signs in (ends, slopes, pairs):
        moved = [sign for sign in signs if sign]
        assert len(moved) > 200
        assert abs(sum(moved)) <= 3 * sqrt(len(moved)), (Counter(moved), len(moved))


def test_the_earlier_letter_wins_half_the_time() -> None:
    wins, longer = [], []
    for one in (t for name in ("categories", "points", "hierarchy") for t in by_kind()[name]):
        text = one.of("category", "person", "place")[-1 if kind(one) == "hierarchy" else 0]
        values, names = one.values(one.of("number")[0]), one.values(text)
        a, b = Random(one.id).sample(range(len(names)), 2)
        if values[a] != values[b]:
            first = (values[a] > values[b]) == (names[a] < names[b])
            wins.append(1 if first else -1)
            if len(names[a]) != len(names[b]):
                longer.append(
                    1 if (values[a] > values[b]) == (len(names[a]) > len(names[b])) else -1
                )
    for signs in (wins, longer):
        assert len(signs) > 400
        assert abs(sum(signs)) <= 3 * sqrt(len(signs)), (sum(signs), len(signs))


def test_names_stand_in_no_order() -> None:
    sorted_ones = [
        (names := t.values(t.columns[0]).tolist()) == sorted(names) for t in by_kind()["categories"]
    ]
    assert sum(sorted_ones) <= 3


def test_correlations_go_either_way() -> None:
    signs = []
    for one in by_kind()["points"]:
        x, y = (one.values(c) for c in one.of("number")[:2])
        signs.append(np.sign(np.corrcoef(x, y)[0, 1]))
    assert abs(sum(signs)) <= 3 * sqrt(len(signs))
