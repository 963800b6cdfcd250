"""Chart questions made without drawing, for solvers to learn on and to answer."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from multiprocessing import get_context
from typing import Any

from figloom import recipe as recipes
from figloom.charts import charts
from figloom.errors import Lacking
from figloom.run import Order, fill
from figloom.types import Facts, Question, Record

SOURCES = ("tables", "faker")
ASKED = (
    "recognise", "value", "compare", "overall", "read_number", "difference", "ratio", "untold",
)  # fmt: skip
ALONE = ("gauge",)
"""Types of a single value: there is nothing to compare it with."""
ASKED_ALONE = ("recognise", "value", "read_number", "untold")


@dataclass(frozen=True, slots=True)
class Part:
    """Some items of one type from one source and split."""

    source: str
    chart: str
    split: str
    count: int
    seed: int


@dataclass(frozen=True, slots=True)
class Made:
    """What became of a part."""

    part: Part
    records: list[Record]
    declined: Counter[str]
    lacking: str
    """Why there are no more of them, if the source gave out."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements, in the order asked, of which one is true; `item` is the record's key."""

    source: str
    split: str
    chart: str
    family: str
    item: str
    table: str
    """What the facts come from: pairs from one table hold for the same reasons."""
    facts: Facts
    questions: tuple[Question, Question]


def parsed(chart: str, source: str) -> recipes.Recipe:
    """A recipe of one block."""
    told = ", ".join(f'"{name}"' for name in (ASKED_ALONE if chart in ALONE else ASKED))
    text = (
        f'source = "{source}"\nattempts = 4\nrender = "chart"\n[[block]]\nname = "{chart}"\n'
        f'sample = {{ name = "table", chart = "{chart}" }}\nask = [{told}]\n'
    )
    return recipes.parse("quality", text, tomllib.loads(text))


@cache
def source_of(name: str) -> Any:
    """The source, read once a process."""
    call = parsed("bar", name).source
    return call.plugin.call(**call.options)


def make(part: Part) -> Made:
    """The part's items, or as many as the source can be drawn as."""
    recipe, source = parsed(part.chart, part.source), source_of(part.source)
    records: list[Record] = []
    declined: Counter[str] = Counter()
    for slot in range(part.count):
        order = Order(part.seed, part.split, recipe.blocks[0], slot, part.count)
        try:
            item, refused = fill(recipe, source, order, drawn=False)
        except Lacking as lacking:
            return Made(part, records, declined, str(lacking))
        records += item.records
        declined.update(f"{refusal.stage}: {refusal.reason}" for refusal in refused)
    return Made(part, records, declined, "")


def parts(
    split: str, count: int, seed: int, sources: Iterable[str] = SOURCES, some: Iterable[str] = ()
) -> list[Part]:
    """`count` items of every type (or of some) from each source."""
    known = tuple(some) or tuple(charts())
    return [Part(source, chart, split, count, seed) for source in sources for chart in known]


def make_all(wanted: list[Part], processes: int = 2) -> list[Made]:
    """Many parts; those of one source follow each other, since views of a table are kept."""
    if processes == 1:
        return [make(part) for part in wanted]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        return list(pool.map(make, wanted))


def pairs(made: Iterable[Made]) -> Iterator[Pair]:
    """All pairs of statements."""
    known = charts()
    for one in made:
        family = known[one.part.chart].family
        for record in one.records:
            stated = [q for q in record.questions if q.polarity is not None]
            for _, group in groupby(stated, key=lambda question: question.group):
                first, second = group
                yield Pair(
                    one.part.source, one.part.split, one.part.chart, family,
                    f"{one.part.source}/{one.part.split}/{one.part.seed}/{record.key}",
                    "/".join(record.facts.shown.provenance.keys), record.facts,
                    (first, second),
                )  # fmt: skip
