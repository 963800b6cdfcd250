"""No item twice: which items of a build repeat others, what replaces them, and what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from dataclasses import replace
from typing import Any

from figloom.errors import Short, SourceError
from figloom.run import Order, fill, key_of
from figloom.shards import Job, Start, orders
from figloom.types import Item

ROUNDS = 20
"""How often repeated items are replaced before the source counts as too small."""


def replaced(job: Job, items: Iterable[Mapping[str, Any]]) -> dict[str, Start]:
    """Items of which a record stood in an earlier one, and the next start that gives a new item.

    `items` are those of the shards' notes in order. Nothing is drawn: a start whose picture is
    declined may end at another repeat, which the next round finds.
    """
    seen: set[str] = set()
    again = []
    for item in items:
        if seen.intersection(item["specs"]):
            again.append(item)
        else:
            seen.update(item["specs"])
    if not again:
        return {}
    built = job.recipe()
    slots = {key_of(built, order): order for order in orders(job)}
    starts, short = {}, list[Order]()
    for item in again:
        order = replace(slots[item["key"]], lap=item["lap"], attempt=item["attempt"] + 1)
        found = _new(job, order, seen, short)
        if found is not None:
            trace = found.records[0].trace
            starts[item["key"]] = ((trace.unit - trace.slot) // trace.count, trace.attempt)
    if short:
        raise _short(job, short)
    return starts


def require(job: Job, progress: Callable[[int, int], None]) -> None:
    """Short, with the number of items left, when the build has not enough of them."""
    seen: set[str] = set()
    short = list[Order]()
    for done, order in enumerate(orders(job)):
        progress(done, len(orders(job)))
        _new(job, order, seen, short)
    if short:
        raise _short(job, short)


def _new(job: Job, order: Order, seen: set[str], short: list[Order]) -> Item | None:
    """The first item of the slot that nothing in `seen` has, or None; it is added there, or the
    slot to `short`.

    Where one slot of a block found nothing in all its places, the next ones are not tried: a block
    that is exhausted would cost more time than it took to make.
    """
    if any(other.block.name == order.block.name for other in short):
        short.append(order)
        return None
    try:
        taken = _Either(seen, job.excluded())
        item, _ = fill(job.recipe(), job.read(), order, taken, drawn=False)
    except SourceError:
        short.append(order)
        return None
    seen.update(record.spec for record in item.records)
    return item


class _Either:
    """What is in one of two sets, without a third."""

    def __init__(self, first: Container[str], second: Container[str]) -> None:
        self._parts = (first, second)

    def __contains__(self, spec: object) -> bool:
        return any(spec in part for part in self._parts)


def _short(job: Job, short: Collection[Order]) -> Short:
    """How many items there are, and the block that has fewest."""
    total = len(orders(job))
    missing = Counter((order.block.name, order.count) for order in short)
    block = max(missing, key=lambda key: missing[key] / key[1])[0]
    return Short(
        f"Only {total - len(short)} of the {total} items that --count {job.count} takes are left "
        f"in {job.read().name!r} for split {job.split!r}, fewest for block {block!r}. "
        f"{'Exclude less, or give' if job.exclude else 'Give'} a larger source."
    )
