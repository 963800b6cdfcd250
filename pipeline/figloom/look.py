"""A contact sheet of a recipe or of a dataset, for looking before building."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from figloom.emit import parquet
from figloom.emit.sheet import contact_sheet
from figloom.run import fill
from figloom.shards import Job, finished, orders
from figloom.types import Record

_CHOICE = 400


def of_dataset(folder: Path, number: int) -> list[Record]:
    """Records to choose from, out of a finished dataset."""
    return _varied(list(islice(parquet.read_folder(finished(folder)), _CHOICE)), number)


def of_recipe(job: Job, number: int) -> list[Record]:
    """The first items of a build of the job's count."""
    items = [fill(job.recipe(), job.read(), order)[0] for order in orders(job)[:number]]
    return _varied([record for item in items for record in item.records], number)


def _varied(records: list[Record], number: int) -> list[Record]:
    """At most so many records, those with a picture and of the main role first."""
    order = sorted(records, key=lambda r: (r.picture is None, r.role != "main"))
    return order[:number]


def sheet(records: list[Record]) -> bytes:
    """The sheet as PNG."""
    return contact_sheet(records)
