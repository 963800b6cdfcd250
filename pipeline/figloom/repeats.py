"""No item twice: which items of a build repeat others, what replaces them, and what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from dataclasses import replace
from typing import Any

from figloom.errors import Short, SourceError
from figloom.run import Order, fill, key_of
from figloom.shards import Job, Start, orders
from figloom.terminal import counted
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
    """The block that has fewest of the items that its share comes to, and how many those are."""
    missing = Counter((order.block.name, order.count, len(order.block.roles)) for order in short)
    (block, wanted, each), lacks = max(missing.items(), key=lambda entry: entry[1] / entry[0][1])
    items = f"{counted(wanted, 'different item')}{f' of {each} pictures' if each > 1 else ''}"
    blocks = len({order.block.name for order in orders(job)})
    share = f", as its share of the recipe's {blocks} blocks" if blocks > 1 else ""
    remedies = ["exclude less"] * bool(job.exclude) + ["give a larger source"]
    return Short(
        f"{job.read().name!r} has too little for --count {job.count} in split {job.split!r}: block "
        f"{block!r} wants {items}{share}, and "
        f"{wanted - lacks or 'none'} can be had. {', or '.join(remedies).capitalize()}."
    )
