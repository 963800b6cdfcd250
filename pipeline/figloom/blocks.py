"""Which blocks of a recipe a source can carry, and every slot of a build: fixed before drawing.

Both follow from the recipe, the source, the seed, the split and the count alone, so that workers,
shards on other machines and later runs agree on them without a word.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, get_type_hints

from figloom.errors import Lacking, RecipeError
from figloom.later import Later
from figloom.recipe import Block, Recipe
from figloom.run import ABREAST, Filled, Order, fill, filling, named, together
from figloom.stories import Stories
from figloom.types import Item

DRAWN = 40
"""Attempts to draw the largest item of those that are filled on trial."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a build makes."""

    orders: tuple[Order, ...]
    """Every slot, the blocks mixed in proportion."""
    left_out: Mapping[str, str]
    """Name of each block that the source cannot carry, and what it lacks for that."""
    drawn: Mapping[str, Filled] = field(default_factory=dict)
    """Slots that were filled on trial, as the build fills them, by the item's key."""


def plan(recipe: Recipe, source: Any, seed: int, split: str, count: int) -> Plan:
    """The slots of the blocks that the source can carry; they share out what the others had.

    Finding out takes a while. Raises Lacking when there is no such block, or when the recipe wants
    to be complete.
    """
    for block in recipe.blocks:
        _check_kind(recipe, source, block)
    kept, lacking = recipe.blocks, dict[str, Lacking]()
    while True:
        slots = _slots(kept, seed, split, count)
        found, drawn = _tried(recipe, source, split, kept, slots)
        if not found:
            break
        lacking |= found
        kept = tuple(block for block in kept if block.name not in found)
        if recipe.complete or not kept:
            raise _refused(recipe, lacking)
    told = {block.name: lacking[block.name].lack for block in recipe.blocks if block not in kept}
    return Plan(_mixed(slots), told, drawn)


def known(recipe: Recipe, left_out: Mapping[str, str], seed: int, split: str, count: int) -> Plan:
    """The plan that leaves out those blocks, as another process has found."""
    kept = [block for block in recipe.blocks if block.name not in left_out]
    return Plan(_mixed(_slots(kept, seed, split, count)), left_out)


def _check_kind(recipe: Recipe, source: Any, block: Block) -> None:
    """A RecipeError where the block's sampler takes another kind of source."""
    call = block.sample.plugin.call
    wanted = get_type_hints(call)[next(iter(signature(call).parameters))]
    if isinstance(wanted, type) and not isinstance(source, wanted):
        kinds = {"Knowledge": "a knowledge graph", "Tables": "tables", "Stories": "stories"}
        held = source.things[1] if isinstance(source, Stories) else kinds.get(type(source).__name__)
        raise RecipeError(
            f"Recipe {recipe.name!r}, block {block.name!r}: sample {block.sample.plugin.name!r} "
            f"takes {kinds.get(wanted.__name__, wanted.__name__)}, and {source.name!r} holds "
            f"{held or 'none'}. Give another --source or recipe."
        )


def _refused(recipe: Recipe, lacking: Mapping[str, Lacking]) -> Lacking:
    first = next(lacking[block.name] for block in recipe.blocks if block.name in lacking)
    why = " Without its complete = true, the recipe would do without this block."
    return Lacking(f"{first}{why if recipe.complete else ''}", first.lack)


def _tried(
    recipe: Recipe,
    source: Any,
    split: str,
    blocks: Sequence[Block],
    slots: Sequence[Sequence[Order]],
) -> tuple[dict[str, Lacking], dict[str, Filled]]:
    """Why blocks cannot be made, by name, and what was drawn to find out, by the item's key."""
    trials = (
        _trial(recipe, source, split, block, mine[: block.sample.plugin.tried])
        for block, mine in zip(blocks, slots, strict=True)
    )
    found, drawn = dict[str, Lacking](), dict[str, Filled]()
    for block, told in zip(blocks, together(trials, ABREAST), strict=True):
        if isinstance(told, Lacking):
            found[block.name] = told
        elif told:
            drawn[told[0].key] = told
    return found, drawn


def _trial(
    recipe: Recipe, source: Any, split: str, block: Block, orders: Sequence[Order]
) -> Generator[Later, Any, Lacking | Filled | tuple[()]]:
    """Why the block cannot be made, or the largest of the items tried, drawn; nothing if the build
    has none of it. It hands out what is drawn in batches."""
    sampler = block.sample.plugin
    try:
        with named(recipe, block):
            if sampler.require:
                sampler.require(source, split, **{**sampler.defaults, **block.sample.options})
            made = [(fill(recipe, source, order, drawn=False)[0], order) for order in orders]
            if not made:
                return ()
            _, largest = max(made, key=lambda pair: _size(pair[0]))
            laps = -(-DRAWN // recipe.attempts)
            return (yield from filling(recipe, source, largest, laps=laps))
    except Lacking as error:
        return error


def _size(item: Item) -> int:
    """How much is to be drawn, about."""
    return len(repr(item.records[0].facts.shown))


def _slots(blocks: Sequence[Block], seed: int, split: str, count: int) -> list[list[Order]]:
    """The slots of each block."""
    total = sum(block.share[split] for block in blocks)
    found, owed = dict[str, list[Order]](), 0.0
    # What one block cannot take, since its items are several pictures, the next one gets: those of
    # single pictures come last, so that in the end nothing is owed.
    for block in sorted(blocks, key=lambda block: -len(block.roles)):
        owed += count * block.share[split] / total
        items = max(0, round(owed / len(block.roles)))
        owed -= items * len(block.roles)
        found[block.name] = [Order(seed, split, block, slot, items) for slot in range(items)]
    return [found[block.name] for block in blocks]


def _mixed(slots: Sequence[Sequence[Order]]) -> tuple[Order, ...]:
    placed = [
        ((order.slot + 0.5) / order.count, number, order)
        for number, orders in enumerate(slots)
        for order in orders
    ]
    return tuple(order for *_, order in sorted(placed, key=lambda entry: entry[:2]))
