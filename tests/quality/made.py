"""Items of every hard block, made without drawing, for solvers to learn on and to answer."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from figloom import recipe as recipes
from figloom.knowledge import Knowledge
from figloom.run import Order, fill
from figloom.types import Record

FB15K237 = Path(__file__).resolve().parents[3] / "shared" / "data" / "fb15k237"

BLOCKS = {
    "count_entities": """
sample = { name = "star", entities = [2, 9], twofold = true }
ask = ["count_entities"]""",
    "count_relations": """
sample = { name = "star", relations = [1, 9], twofold = true }
ask = ["count_relations"]""",
    "detect": """
sample = { name = "star", triples = [3, 9], need = "rival" }
modify = "corrupt_both"
ask = ["detect_entity", "detect_relation", "detect_any"]""",
    "leaf": """
sample = { name = "star", triples = [3, 9], need = "peers" }
modify = { name = "corrupt_entity", target = "leaf" }
ask = ["detect_entity"]""",
    "hub": """
sample = { name = "star", triples = [3, 9], need = "peers" }
modify = { name = "corrupt_entity", target = "hub" }
ask = ["detect_entity"]""",
    "relation": """
sample = { name = "star", triples = [3, 9], need = "rival" }
modify = "corrupt_relation"
ask = ["detect_relation"]""",
    "complete_entity": """
sample = { name = "star", triples = [3, 9], need = "peers" }
modify = "mask_entity"
ask = ["complete_entity"]""",
    "complete_relation": """
sample = { name = "star", triples = [3, 9], need = "varied" }
modify = "mask_relation"
ask = ["complete_relation"]""",
}
"""The hard blocks: M3STR's, and each modifier on its own."""

DETECTION = ("detect", "leaf", "hub", "relation")


def parsed(block: str) -> recipes.Recipe:
    """A recipe of one block."""
    text = f'render = "as_text"\n[[block]]\nname = "{block}"\n{BLOCKS[block]}\n'
    return recipes.parse("quality", text, tomllib.loads(text))


@dataclass(frozen=True, slots=True)
class Made:
    """Items and what it took to make them."""

    records: list[Record]
    items: int
    attempts: int
    declined: Counter[str]
    lost: int
    """Units that were given up."""


def make(source: Knowledge, block: str, split: str, count: int, seed: int, skip: int = 0) -> Made:
    """`count` pictures of a block; `skip` leaves out the first items of the same schedule."""
    built = parsed(block)
    only = built.blocks[0]
    items = count // len(only.roles)
    records: list[Record] = []
    declined: Counter[str] = Counter()
    lost = 0
    for slot in range(skip, skip + items):
        item, refused = fill(
            built, source, Order(seed, split, only, slot, skip + items), drawn=False
        )
        records += item.records
        declined.update(f"{refusal.stage}: {refusal.reason}" for refusal in refused)
        trace = item.records[0].trace
        lost += (trace.unit - trace.slot) // trace.count
    return Made(records, items, items + declined.total(), declined, lost)
