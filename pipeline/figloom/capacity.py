"""How much each block of a build can give: an estimate that takes as long as many pictures.

The processes that make the shards find it out, block by block.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from figloom import files
from figloom.shards import Job, orders


def blocks(job: Job) -> list[int]:
    """Places in the recipe of those blocks that have items and whose sampler can tell."""
    items = Counter(order.block.name for order in orders(job))
    return [
        at
        for at, block in enumerate(job.recipe().blocks)
        if items[block.name] and block.sample.plugin.collision is not None
    ]


def missing(job: Job, out: Path) -> list[int]:
    """Those of them of which nothing is noted yet."""
    return [at for at in blocks(job) if not _note(out, at).exists()]


def find(job: Job, out: Path, at: int) -> None:
    """Note how likely two seeds' items of a block agree, and how many that makes by chance."""
    block, source = job.recipe().blocks[at], job.read()
    many = sum(order.block.name == block.name for order in orders(job))
    chance, shared, options = (
        block.sample.plugin.collision, block.sample.plugin.shared, block.sample.options,
    )  # fmt: skip
    assert chance is not None
    same = chance(source, job.split, **options)
    overlap = shared(source, job.split, many, **options) if shared else many**2 * same
    told = {
        "block": block.name,
        "items": many,
        # Some come more often than others, and of one chart several things can be asked.
        "distinct_at_least": int(1 / same) if same else None,
        # No more than all of them can agree, however rough the estimate.
        "expected_overlap": min(overlap, many),
    }
    files.write_whole(_note(out, at), json.dumps(told).encode())


def told(job: Job, out: Path) -> list[dict[str, Any]]:
    """What was noted, in the order of the blocks."""
    return [json.loads(_note(out, at).read_text("utf-8")) for at in blocks(job)]


def _note(out: Path, at: int) -> Path:
    return out / ".partial" / f"capacity-{at:05}.json"
