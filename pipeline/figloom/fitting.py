"""How many pictures a source that is too small does give, for one who asked for more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from figloom.errors import SourceError
from figloom.repeats import ROUNDS, replaced
from figloom.run import Order, key_of
from figloom.shards import Job, Start, entry, filled, orders

_FINE = 20
"""The answer is right to this part of itself."""


def largest(job: Job) -> int:
    """A --count below the job's that can be built, near the largest; 0 if none was found.

    It is searched for without drawing, then built item by item as a build does, only that nothing
    is written: what is returned does work.
    """
    good, bad = 0, job.count
    while bad - good > max(1, bad // _FINE):
        middle = (good + bad) // 2
        if _fits(job, middle, drawn=False):
            good = middle
        else:
            bad = middle
    while good and not _fits(job, good, drawn=True):
        good = good * 9 // 10
    return good


def _fits(job: Job, count: int, drawn: bool) -> bool:
    """Whether a build of so many pictures would come to its end."""
    job = replace(job, count=count)
    try:
        every = orders(job)
        built = job.recipe()
        items = dict[str, dict[str, Any]]()
        again, starts = every, dict[str, Start]()
        for _ in range(ROUNDS + 1):
            items |= _made(job, again, starts, drawn)
            found = replaced(job, [items[key_of(built, order)] for order in every])
            if not found:
                return bool(every)
            starts |= found
            again = [order for order in every if key_of(built, order) in found]
    except SourceError:
        pass
    return False


def _made(
    job: Job, wanted: Sequence[Order], starts: dict[str, Start], drawn: bool
) -> dict[str, dict[str, Any]]:
    found = (entry(records) for records, _ in filled(job, wanted, starts, drawn))
    return {item["key"]: item for item in found}
