"""A contact sheet of a recipe or of a dataset, for looking before building."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from figloom.emit import parquet
from figloom.emit.sheet import contact_sheet
from figloom.errors import DatasetError, RecipeError, unknown
from figloom.run import Order, filling, together
from figloom.shards import Job, finished, orders
from figloom.types import Record

_CHOICE = 400


def of_dataset(folder: Path, number: int, block: str | None = None) -> list[Record]:
    """Records to choose from, out of a finished dataset or one of its blocks."""
    every = parquet.read_folder(finished(folder))
    those = (record for record in every if block in (None, record.trace.block))
    found = _varied(list(islice(those, _CHOICE)), number)
    if not found:
        raise DatasetError(f"{folder} holds nothing of a block {block!r}.")
    return found


def of_recipe(job: Job, number: int, block: str | None = None) -> list[Record]:
    """The first items of a build of the job's count, or of one block by itself."""
    chosen = orders(job)[:number] if block is None else _alone(job, block, number)
    slots = [filling(job.recipe(), job.read(), order) for order in chosen]
    items = [item for item, _ in together(slots, len(slots))]
    return _varied([record for item in items for record in item.records], number)


def _alone(job: Job, name: str, number: int) -> list[Order]:
    known = {block.name: block for block in job.recipe().blocks}
    if name not in known:
        raise RecipeError(unknown("block", name, known))
    block = known[name]
    return [Order(job.seed, job.split, block, slot, number, number) for slot in range(number)]


def _varied(records: list[Record], number: int) -> list[Record]:
    """At most so many records, those with a picture and of the main role first."""
    order = sorted(records, key=lambda r: (r.picture is None, r.role != "main"))
    return order[:number]


def sheet(records: list[Record]) -> bytes:
    """The sheet as PNG."""
    return contact_sheet(records)
