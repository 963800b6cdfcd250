"""One table, one view of it, a random part: the facts of one chart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import islice
from random import Random
from typing import Any

from figloom.charts import Need, called
from figloom.errors import Lacking
from figloom.registry import plugin
from figloom.sample.views import grid, grid_views, links, ohlc, points, spread, tree
from figloom.sample.views.content import content
from figloom.sample.views.telling import DULL, dull
from figloom.sample.views.wanting import possible, wanted
from figloom.seeds import Draw
from figloom.tables import Table, Tables
from figloom.types import Declined, Grid, Links, Ohlc, Points, Spread, Tree

Shape = Grid | Spread | Points | Ohlc | Tree | Links
Sizes = tuple[int, int]

_TRIALS = 40
"""Parts that are tried for one that there is much to ask of, before another is taken."""
_FITS = 4
"""Parts of a view that are tried to see whether it fits: half must."""
_TRIED = 40
"""Views of a table that are tried to see whether it can carry a chart type."""
_PICKS = 30
_AGAIN = 100
_JUDGED = 10
"""Tables that a chance of repeats is judged by."""
_PARTS, _ALL_PARTS = 48, 240
"""Parts of each that are tried for it, and in all where there are few tables."""


@dataclass(frozen=True, slots=True)
class _Maker:
    """How one shape of facts is made of a table."""

    views: Callable[[Table, Need], tuple[Any, ...]]
    taken: Callable[[Table, Any, Need, Sizes, Random], Shape | Declined]
    same: Callable[[Table, Any, Need], float]


_MAKERS = {
    "grid": _Maker(grid_views.views, grid.taken, grid.same),
    "spread": _Maker(spread.views, spread.taken, spread.same),
    "points": _Maker(points.views, points.taken, points.same),
    "ohlc": _Maker(ohlc.views, ohlc.taken, ohlc.same),
    "tree": _Maker(tree.views, tree.taken, tree.same),
    "links": _Maker(links.views, links.taken, links.same),
}


def _collision(source: Tables, split: str, *, chart: str) -> float:
    """Chance that two draws agree in table, view and part."""
    return repeated(source, split, called(chart)[0].need)


def _shared(source: Tables, split: str, items: int, *, chart: str) -> float:
    """How many of so many items two builds have in common. No build has a part of a table twice:
    of a table that has fewer parts than its share of the items, both have all."""
    many, chances = _chances(source, split, called(chart)[0].need)
    each = items / max(1.0, many)
    found = (min(each**2 * same, 1 / same) if same else 0.0 for same in chances)
    return many * sum(found) / max(1, len(chances))


def _require(source: Tables, split: str, *, chart: str) -> None:
    """Lacking when no table of the split can be drawn as the type."""
    kind, _ = called(chart)
    if not any(carries(one, kind.need) for one in _possible(source, split, kind.need)):
        raise _none(source, split, kind.need, kind.said)


# A size that a table does not have gives way to another, so that a few slots tell as much as many.
@plugin(collision=_collision, shared=_shared, require=_require, tried=3)
def table(source: Tables, draw: Draw, *, chart: str) -> Shape | Declined:
    """Facts for one chart of the type called `chart`, from a random view of the unit's table.

    Units walk the tables that can carry the type, all equally often. Raises Lacking when the
    split has none.
    """
    kind, _ = called(chart)
    made = sampled(source, draw, kind.need, kind.said)
    return made if isinstance(made, Declined) else replace(made, chart=chart)


@lru_cache(maxsize=1024)
def sampled(source: Tables, draw: Draw, need: Need, said: str) -> Shape | Declined:
    """Facts that meet the need; `said` is what the error calls the chart.

    What a build samples on trial and for good is the same.
    """
    sizes = (_size(draw, "count", need.count), _size(draw, "series", need.series))
    return _taken(_table(source, draw, need, said), need, sizes, draw.random("sample"))


def _taken(chosen: Table, need: Need, sizes: Sizes, random: Random) -> Shape | Declined:
    need = _narrow(chosen, need, sizes)
    made: Shape | Declined = Declined("no view fits")
    spare: tuple[int, Shape] | None = None
    for trial in range(_TRIALS):
        if trial >= _TRIALS // 2 and spare is None:
            # So many of them as are wanted do not go together here: perhaps fewer do.
            sizes = (random.randint(*need.count), random.randint(*need.series))
        view = _view(chosen, need, random)
        if view is None:
            break
        made = _MAKERS[need.shape].taken(chosen, view, need, sizes, random)
        if isinstance(made, Declined):
            continue
        why = dull(made, need)
        if not why:
            return made
        # What lacks least is kept for want of a better one.
        if spare is None or DULL.index(why) > spare[0]:
            spare = DULL.index(why), made
    return spare[1] if spare else made


def _narrow(table: Table, need: Need, sizes: Sizes) -> Need:
    # Views of one series are others than those of several: the schedule decides between them.
    wanted = next(part for part, _ in narrowed(need) if part.series[1] >= sizes[1])
    return wanted if carries(table, wanted) else need


@cache
def narrowed(need: Need) -> list[tuple[Need, float]]:
    """The need for one series and that for several, with their chances; often only one of them."""
    low, high = need.series
    if not low == 1 < high or need.shape not in ("grid", "points"):
        return [(need, 1.0)]
    return [
        (replace(need, series=(1, 1)), 1 / high),
        (replace(need, series=(2, high)), 1 - 1 / high),
    ]


def repeated(source: Tables, split: str, need: Need) -> float:
    """Chance that two draws agree: in the table, in the view and in the part of it."""
    many, chances = _chances(source, split, need)
    return sum(chances) / len(chances) / many if chances else 0.0


@lru_cache(maxsize=1024)
def _chances(source: Tables, split: str, need: Need) -> tuple[float, tuple[float, ...]]:
    """How many tables can carry the need, and for some of them the chance that two draws of the
    table agree.

    An estimate. For each of some tables that can carry the need, parts of random views are tried,
    and those that there is equally much to ask of are compared with each other; where no two agree,
    the number of parts that those views have, by size, gives the chance instead.
    """
    tables = _possible(source, split, need)
    random = Random(f"repeats/{source.name}/{split}")
    order = random.sample(tables, len(tables))
    able = list(islice((one for one in order if carries(one, need)), _JUDGED))
    if not able:
        return 0.0, ()
    tried = order.index(able[-1]) + 1 if len(able) == _JUDGED else len(order)
    many = len(tables) * len(able) / tried
    trials = max(_PARTS, _ALL_PARTS // len(able))
    return many, tuple(_agreeing(one, need, trials, random) for one in able)


def _agreeing(table: Table, need: Need, trials: int, random: Random) -> float:
    """Chance that two draws of the table agree."""
    made = list(_tried(table, need, trials, random))
    # Views that cannot be taken leave their share to the others.
    counted = sum(again for *_, again in made) * trials / max(1, len(made)) ** 2
    chance, missed, found = 0.0, 1.0, 0
    for worth in sorted({worth for worth, *_ in made}, reverse=True):
        some = [told for rank, told, _ in made if rank == worth]
        found += len(some)
        # A draw is one of these where some come up in its trials, and none that is worth more.
        before, missed = missed, (1 - found / len(made)) ** _TRIALS
        pairs = len(some) * (len(some) - 1) // 2
        seen = sum(some.count(one) - 1 for one in some) // 2
        # Had they a larger chance than one in so many pairs, some would have agreed.
        most = (seen or 1) / max(1, pairs)
        likely = most if seen else min(most, counted * len(made) / len(some))
        chance += (before - missed) ** 2 * likely
    return chance


def _tried(
    table: Table, need: Need, trials: int, random: Random
) -> Iterator[tuple[int, str, float]]:
    """Of parts of random views: how much there is to ask of each, what it says, and how likely the
    same part of the same view comes again, if all came alike."""
    chances, maker = dict(narrowed(need)), _MAKERS[need.shape]
    for _ in range(trials):
        sizes = (random.randint(*need.count), random.randint(*need.series))
        part = _narrow(table, need, sizes)
        place = _picked(_nested(table, part), random)
        view = maker.views(table, part)[place]
        made = maker.taken(table, view, part, sizes, random)
        if not isinstance(made, Declined):
            again = maker.same(table, view, part) * _weights(table, part)[place]
            why = dull(made, part)
            worth = DULL.index(why) if why else len(DULL)
            yield worth, repr(content(made)), again * chances.get(part, 1.0)


@lru_cache(maxsize=8192)
def carries(table: Table, need: Need) -> bool:
    """Whether some view of the table fits the need."""
    views = _MAKERS[need.shape].views(table, need)
    if not views:
        return False
    order = Random(f"tried/{table.id}").sample(range(len(views)), min(_TRIED, len(views)))
    return any(_fits(table, need, place) for place in order)


@lru_cache(maxsize=65536)
def _fits(table: Table, need: Need, place: int) -> bool:
    maker = _MAKERS[need.shape]
    view = maker.views(table, need)[place]
    random = Random(f"fits/{table.id}/{place}")
    good = 0
    for _ in range(_FITS):
        sizes = (random.randint(*need.count), random.randint(*need.series))
        good += not isinstance(maker.taken(table, view, need, sizes, random), Declined)
        if good >= _FITS // 2:
            return True
    return False


@lru_cache(maxsize=1024)
def _possible(source: Tables, split: str, need: Need) -> tuple[Table, ...]:
    return tuple(one for one in source.of(split) if possible(one, need))


def _table(source: Tables, draw: Draw, need: Need, said: str) -> Table:
    """The unit's table: units walk keyed permutations, one a round; a table that cannot carry the
    need gives its place to another permutation's, so that all others come equally often."""
    tables = _possible(source, draw.split, need)
    turn, place = divmod(draw.unit, max(1, len(tables)))
    for again in range(_AGAIN if tables else 0):
        chosen = tables[draw.walk(f"table/{turn}/{again}", place, len(tables))]
        if carries(chosen, need):
            return chosen
    able = [one for one in tables if carries(one, need)]
    if not able:
        raise _none(source, draw.split, need, said)
    return able[draw.walk(f"table/{turn}", draw.unit % len(able), len(able))]


def _none(source: Tables, split: str, need: Need, said: str) -> Lacking:
    if not source.of(split):
        return _elsewhere(source, split)
    lack = f"a table of {source.name!r} in split {split!r} that can be drawn as {said}"
    return Lacking(
        f"there is no table of {source.name!r} in split {split!r} that can be drawn as {said}, "
        f"which takes {wanted(need)}. Give a larger source, or a recipe of your own without this "
        "block.",
        lack,
    )


def _elsewhere(source: Tables, split: str) -> Lacking:
    """For a split without any table: where they all are, and what to do."""
    count, other = len(source.tables), source.tables[0].split
    which = f"all {count} tables of {source.name!r} are" if count > 1 else (
        f"the one table of {source.name!r} is"
    )  # fmt: skip
    return Lacking(
        f"{which} in split {other!r}, and {split!r} has none: build with --split {other}, or give "
        "more of them.",
        f"{source.name!r} has no table in split {split!r}",
    )


def _size(draw: Draw, what: str, span: Sizes) -> int:
    return span[0] + draw.level(f"size/{what}", span[1] - span[0] + 1)


def _view(table: Table, need: Need, random: Random) -> Any:
    """A random view that fits: its kind first, coarse to fine, so that no column with many views
    crowds out the others."""
    views = _MAKERS[need.shape].views(table, need)
    for _ in range(_PICKS):
        place = _picked(_nested(table, need), random)
        if _fits(table, need, place):
            return views[place]
    order = random.sample(range(len(views)), min(_TRIED, len(views)))
    return next((views[place] for place in order if _fits(table, need, place)), None)


def _picked(nest: Any, random: Random) -> int:
    while isinstance(nest, list):
        nest = random.choice(nest)
    return int(nest)


@lru_cache(maxsize=8192)
def _nested(table: Table, need: Need) -> Any:
    """Places of the views as lists in lists, one level for each kind."""
    views = _MAKERS[need.shape].views(table, need)

    def nest(places: list[int], depth: int) -> Any:
        if depth == len(views[places[0]].kinds):
            return places
        by_kind: dict[Any, list[int]] = {}
        for place in places:
            by_kind.setdefault(views[place].kinds[depth], []).append(place)
        return [nest(part, depth + 1) for part in by_kind.values()]

    return nest(list(range(len(views))), 0)


@lru_cache(maxsize=64)
def _weights(table: Table, need: Need) -> Mapping[int, float]:
    """How often each view is picked, by its place."""

    def found(nest: Any, weight: float) -> dict[int, float]:
        if not isinstance(nest, list):
            return {int(nest): weight}
        return {k: v for part in nest for k, v in found(part, weight / len(nest)).items()}

    return found(_nested(table, need), 1.0)
