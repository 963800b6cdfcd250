"""The loop: one slot of a block becomes an accepted item, by way of attempts that may decline."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib.metadata import version
from itertools import islice
from typing import Any, TypeVar

from figloom import codec
from figloom.charts import called
from figloom.errors import Lacking, RecipeError, SourceError
from figloom.knowledge import normalise
from figloom.later import Instead, Later
from figloom.recipe import Block, Call, Recipe, Variant
from figloom.sample.flows import content as flows
from figloom.sample.views.content import content
from figloom.seeds import Draw
from figloom.terminal import counted
from figloom.types import (
    Declined,
    Facts,
    Flow,
    Graph,
    Item,
    Panels,
    Picture,
    Question,
    Record,
    Shape,
    Stage,
    Trace,
)

VERSION = version("figloom")

_STAGES = ("sample", "modify", "ask", "exclude", "render")
"""What may refuse an item, in the order in which they come."""
_LOOKS = {"figure", "shape", "colour", "fill", "border", "tag"}
"""Words in the names of subtasks that rest on how a flowchart's nodes look."""
ABREAST = 20
"""Items in the making at a time, so that what a browser draws comes in batches."""
LAPS = 40
"""How many units of the source a slot tries before the build stops."""


@dataclass(frozen=True, slots=True)
class Order:
    """One slot to fill."""

    seed: int
    split: str
    block: Block
    slot: int
    count: int
    """Slots of the block; the units of a slot are slot, slot + count, slot + 2 count, ..."""
    lap: int = 0
    """First unit to try: above 0 where an earlier one repeated another slot's item."""
    attempt: int = 0
    """First attempt at that unit."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One attempt that declined."""

    key: str
    unit: int
    attempt: int
    stage: str
    reason: str
    detail: str


class _Refused(Exception):
    def __init__(self, stage: str, declined: Declined) -> None:
        self.stage, self.declined = stage, declined


def key_of(recipe: Recipe, order: Order) -> str:
    """The item's key, which with seed and split names all its randomness."""
    return f"{recipe.name}/{order.block.name}/{order.slot:06d}"


_T = TypeVar("_T")

Filled = tuple[Item, list[Refusal]]
"""The slot's item and the attempts it took that declined."""

Filling = Generator[Later, Any, Filled]
"""A slot being filled: it hands out what is drawn in batches, and is sent the replies."""


@contextmanager
def named(recipe: Recipe, block: Block) -> Iterator[None]:
    """Errors from within name the recipe and the block."""
    try:
        yield
    except (RecipeError, SourceError) as error:
        if repr(block.name) in str(error) or f"{recipe.name}/{block.name}/" in str(error):
            raise
        message = f"Recipe {recipe.name!r}, block {block.name!r}: {error}"
        if isinstance(error, Lacking):
            raise Lacking(message, error.lack) from None
        raise type(error)(message) from None


def fill(
    recipe: Recipe,
    source: Any,
    order: Order,
    excluded: Container[str] = frozenset(),
    drawn: bool = True,
    laps: int = LAPS,
) -> Filled:
    """Fill one slot by itself; `drawn=False` asks without drawing.

    Raises Lacking when none of the next `laps` units of the source can fill the slot.
    """
    return next(together([filling(recipe, source, order, excluded, drawn, laps)]))


def together(slots: Iterable[Generator[Later, Any, _T]], abreast: int = 1) -> Iterator[_T]:
    """Fill so many slots at a time, in their order: what they hand out is drawn in batches."""
    waiting = iter(slots)
    while batch := list(islice(waiting, abreast)):
        done: dict[int, _T] = {}
        asked = {at: _on(slot, None, done, at) for at, slot in enumerate(batch)}
        while wanted := {at: later for at, later in asked.items() if later is not None}:
            # The first kind waited for; others of its kind go along.
            kind = next(iter(wanted.values())).answer
            those = [at for at, later in wanted.items() if later.answer == kind]
            replies = kind([wanted[at].request for at in those])
            for at, reply in zip(those, replies, strict=True):
                asked[at] = _on(batch[at], reply, done, at)
        yield from (done[at] for at in range(len(batch)))


def _on(slot: Generator[Later, Any, _T], reply: Any, done: dict[int, _T], at: int) -> Later | None:
    """Send a slot on its way; what it waits for next, or None once it is filled."""
    try:
        return slot.send(reply)
    except StopIteration as end:
        done[at] = end.value
        return None


def filling(
    recipe: Recipe,
    source: Any,
    order: Order,
    excluded: Container[str] = frozenset(),
    drawn: bool = True,
    laps: int = LAPS,
) -> Filling:
    """Fill one slot, as `fill` does, handing out what others draw."""
    refusals: list[Refusal] = []
    for lap in range(order.lap, order.lap + laps):
        unit = order.slot + lap * order.count
        for attempt in range(order.attempt if lap == order.lap else 0, recipe.attempts):
            draw = Draw(
                order.seed, recipe.name, order.split, order.block.name, order.slot, unit, attempt
            )
            try:
                item = yield from _item(recipe, source, order, draw, excluded, drawn, refusals)
                return item, refusals
            except _Refused as refused:
                refusals.append(_refusal(recipe, order, draw, refused.stage, refused.declined))
    why = _mostly(refusals)
    raise Lacking(
        f"{key_of(recipe, order)}: of {source.name!r}, {counted(laps, 'place')} to draw from, each "
        f"tried {counted(recipe.attempts, 'time')}, gave nothing new that fits ({why}). "
        f"{'Exclude less, or give' if excluded else 'Give'} a larger source.",
        f"nothing fits of {counted(laps, 'place')} tried in {source.name!r} ({why})",
    )


def _refusal(recipe: Recipe, order: Order, draw: Draw, stage: str, declined: Declined) -> Refusal:
    return Refusal(
        key_of(recipe, order), draw.unit, draw.attempt, stage, declined.reason, declined.detail
    )


def _mostly(refusals: Sequence[Refusal]) -> str:
    """The commonest reason, and that of those attempts that came further, if any did."""

    def commonest(some: Sequence[Refusal]) -> tuple[str, str]:
        found = Counter((refusal.stage, refusal.reason) for refusal in some)
        return max(sorted(found), key=found.__getitem__)

    often = commonest(refusals)
    last = max((refusal.stage for refusal in refusals), key=_STAGES.index)
    told = "most often {}: {}".format(*often)
    if last != often[0]:
        best = commonest([refusal for refusal in refusals if refusal.stage == last])
        told += ", at best {}: {}".format(*best)
    return told


def _item(
    recipe: Recipe,
    source: Any,
    order: Order,
    draw: Draw,
    excluded: Container[str],
    drawn: bool,
    refusals: list[Refusal],
) -> Generator[Later, Any, Item]:
    block = order.block
    with named(recipe, block):
        sample = _call("sample", block.sample, source, draw)
    versions = dict(_call("modify", block.modify, sample, source, draw))
    records = []
    for role in block.roles:
        facts = versions[role]
        bare = _ask(block, facts, None, draw)
        if not bare:
            continue
        spec = spec_of(facts.shown, bare)
        if spec in excluded:
            raise _Refused("exclude", Declined("an excluded dataset has it"))
        for variant in (None, *block.variants):
            record = yield from _record(
                recipe, source, order, draw, role, facts, bare, spec, variant, drawn, refusals
            )
            records.append(record)
    if not records:
        raise _Refused("ask", Declined("there is nothing to ask"))
    return Item(key_of(recipe, order), tuple(records))


def _record(
    recipe: Recipe,
    source: Any,
    order: Order,
    draw: Draw,
    role: str,
    facts: Facts,
    bare: list[Question],
    spec: str,
    variant: Variant | None,
    drawn: bool,
    refusals: list[Refusal],
) -> Generator[Later, Any, Record]:
    block = order.block
    call = variant.render if variant else block.render
    made = _call("render", call, facts, draw, source) if drawn else ""
    while isinstance(made, Later):
        reply = yield made
        made = _accepted("render", made.finish(reply))
    if isinstance(made, Instead):
        refusals.append(_refusal(recipe, order, draw, "render", made.refusal))
        made = _accepted("render", made.made)
    picture = made if isinstance(made, Picture) else None
    key = key_of(recipe, order)
    if variant:
        prefix = "" if role == "main" else f"{role}:"
        role = f"{prefix}variant:{variant.name}"
    return Record(
        key=key,
        role=role,
        split=order.split,
        facts=facts,
        questions=tuple(
            replace(q, group=f"{key}/{q.group}" if q.group else key)
            for q in (_ask(block, facts, picture, draw) if picture else bare)
        ),
        trace=_trace(recipe, order, draw, call),
        spec=spec,
        picture=picture,
        text="" if picture else str(made),
    )


def _ask(block: Block, facts: Facts, picture: Picture | None, draw: Draw) -> list[Question]:
    return [q for call in block.ask for q in _call("ask", call, facts, picture, draw)]


def _call(stage: str, call: Call, *arguments: Any) -> Any:
    return _accepted(stage, call.plugin.call(*arguments, **call.options))


def _accepted(stage: str, made: Any) -> Any:
    if isinstance(made, Declined):
        raise _Refused(stage, made)
    return made


def _trace(recipe: Recipe, order: Order, draw: Draw, render: Call) -> Trace:
    block = order.block
    calls = (recipe.source, block.sample, block.modify, render, *block.ask)
    return Trace(
        seed=order.seed,
        recipe=recipe.name,
        block=block.name,
        slot=order.slot,
        unit=draw.unit,
        attempt=draw.attempt,
        count=order.count,
        stages=tuple(Stage(c.plugin.verb, c.plugin.name, _options(c)) for c in calls),
        version=VERSION,
    )


def _options(call: Call) -> str:
    # A path says nothing on another machine, and would make its name part of the bytes.
    told = {
        name: value
        for name, value in call.options.items()
        if name not in ("path", "pictures") or call.plugin.verb != "read"
    }
    return json.dumps(told, sort_keys=True, default=str)


def spec_of(shown: Shape, questions: list[Question]) -> str:
    """Hash of what is shown and asked, by label: no seed, style, order or wording in it."""
    asked = sorted((q.subtask, sorted(normalise(c) for c in q.choices)) for q in questions)
    return blake2b(
        json.dumps([_facts(shown, questions), asked]).encode(), digest_size=16
    ).hexdigest()


def _facts(shown: Shape, questions: Sequence[Question]) -> Any:
    if isinstance(shown, Graph):
        return _canonical(shown)
    if isinstance(shown, Flow):
        return flows.content(shown, any(set(q.subtask.split("_")) & _LOOKS for q in questions))
    if isinstance(shown, Panels):
        return codec.dumps(shown, Panels)
    return [called(shown.chart)[0].name, content(shown)]


def _canonical(graph: Graph) -> list[Any]:
    name = {entity.id: normalise(entity.name) for entity in graph.entities}
    name |= {relation.id: normalise(relation.name) for relation in graph.relations}
    triples = sorted((name[t.head], name[t.relation], name[t.tail]) for t in graph.triples)
    return [sorted(name[entity.id] for entity in graph.entities), triples]
