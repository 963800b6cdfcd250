"""Parts of a story, in its order, taken so that they make a chart of a wanted size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from figloom.sample.flows.structures import Wish
from figloom.stories import Branch, Decision, Loop, Parallel, Step, StoryPart

Parts = tuple[StoryPart, ...]
Counted = tuple[StoryPart, int]
"""A part and the number of nodes that it becomes."""
Block = tuple[Parts, int]

DEPTH = 3
"""Decisions, loops and parallels within each other, at most."""
_EMPTY = 0.12
"""Chance that a branch with parts of its own is left without, where one may be."""
_ALL = 0.35
"""Chance that a branch gets all the room there is."""
_WHOLE = 0.75
"""Chance that parallel branches are taken whole where there is room: of one step each, they say
little."""


@dataclass(slots=True)
class Room:
    """How much of what may still be taken."""

    decisions: int
    loops: int
    splits: int
    tested: frozenset[str] = frozenset()
    """Variables that decisions test already: two tests of one could contradict each other."""

    def copy(self) -> Room:
        """The same room, to be used up for itself."""
        return Room(self.decisions, self.loops, self.splits, self.tested)

    def become(self, other: Room) -> None:
        """Take over what another has left."""
        self.decisions, self.loops, self.splits = other.decisions, other.loops, other.splits
        self.tested = other.tested


def cost(parts: Parts) -> int:
    """Number of nodes that parts become."""
    return sum(map(_cost, parts))


def _cost(part: StoryPart) -> int:
    if isinstance(part, Step):
        return 1
    if isinstance(part, Decision):
        return 1 + sum(cost(branch.parts) + bool(branch.end) for branch in part.branches)
    if isinstance(part, Loop):
        return 1 + cost(part.parts)
    return 2 + sum(cost(branch) for branch in part.parallel)


def cast(parts: Parts, actor: str) -> Parts:
    """The parts with every actor told: who is not named goes on from the one before."""
    found: list[StoryPart] = []
    for part in parts:
        if isinstance(part, Parallel):
            found.append(Parallel(tuple(cast(branch, actor) for branch in part.parallel)))
            continue
        actor = part.actor or actor
        if isinstance(part, Step):
            found.append(replace(part, actor=actor))
        elif isinstance(part, Loop):
            found.append(replace(part, actor=actor, parts=cast(part.parts, actor)))
        else:
            ways = tuple(replace(way, parts=cast(way.parts, actor)) for way in part.branches)
            found.append(replace(part, actor=actor, branches=ways))
    return tuple(found)


def actors(parts: Parts) -> set[str]:
    """Everyone who does something in the parts."""
    found = set[str]()
    for part in parts:
        if isinstance(part, Parallel):
            found = found.union(*(actors(branch) for branch in part.parallel))
            continue
        found.add(part.actor)
        inner = [part.parts] if isinstance(part, Loop) else []
        if isinstance(part, Decision):
            inner = [branch.parts for branch in part.branches]
        found = found.union(*map(actors, inner))
    return found


def taken(parts: Parts, wish: Wish, random: Random) -> Parts:
    """Some of a story's parts that make about `wish.size` nodes with start and end, with the
    decisions, loops and parallels wished for as far as the story has them."""
    budget, chosen = wish.size - 2, dict[int, StoryPart]()
    room = Room(wish.decisions, wish.loops, int(wish.parallel))
    steps = [place for place, part in enumerate(parts) if isinstance(part, Step)]
    others = [place for place in range(len(parts)) if place not in steps]
    random.shuffle(others)
    random.shuffle(steps)
    if wish.measured:
        others.sort(key=lambda place: not _measured(parts[place]))
    if wish.parallel:
        splits = [place for place in others if isinstance(parts[place], Parallel)]
        others.sort(key=lambda place: place not in splits)
        # A step before the bar, which no arrows of several branches may reach.
        before = [max((step for step in steps if step < place), default=-1) for place in splits]
        steps.sort(key=lambda place: place not in before)
    kept, used = min(len(steps), max(1, budget // 4)), 0
    for place in others:
        left = budget - kept - used
        if left < 2:
            break
        # A bar that is wished for needs room for steps on every branch.
        whole = random.random() < _ALL or (isinstance(parts[place], Parallel) and wish.parallel)
        share = left if whole else random.randint(2, max(2, left * 2 // 3))
        one = _taken(parts[place], min(share, left), 1, room, random)
        if one:
            chosen[place] = one[0]
            used += one[1]
    for place in steps[: max(0, budget - used)]:
        chosen[place] = parts[place]
    return tuple(chosen[place] for place in sorted(chosen))


def _measured(part: StoryPart) -> bool:
    """Whether it is a decision on a number."""
    return isinstance(part, Decision) and all(branch.when for branch in part.branches)


def _taken(part: StoryPart, most: int, depth: int, room: Room, random: Random) -> Counted | None:
    """The part with as much within it as `most` nodes allow; None where it does not fit."""
    if isinstance(part, Step):
        return (part, 1) if most >= 1 else None
    if depth > DEPTH:
        return None
    used = room.copy()
    made: Counted | None
    if isinstance(part, Decision):
        used.decisions -= 1
        made = _decision(part, most, depth, used, random)
    elif isinstance(part, Loop):
        used.loops -= 1
        inner = _block(part.parts, 1, most - 1, depth, used, random)
        made = _refilled(part, inner) if inner else None
    else:
        used.splits -= 1
        made = _parallel(part, most, depth, used, random)
    if made is None or min(used.decisions, used.loops, used.splits) < 0:
        return None
    room.become(used)
    return made


@lru_cache(maxsize=4096)
def _tested(conditions: str) -> frozenset[str]:
    """The variables in conditions."""
    return frozenset(re.findall(r"[A-Za-z_]\w*", conditions)) - {"and", "or", "not"}


def _refilled(part: Loop, inner: Block) -> Counted:
    parts, size = inner
    return Loop(part.loop, part.again, part.done, parts, part.first, part.actor), 1 + size


def _decision(part: Decision, most: int, depth: int, room: Room, random: Random) -> Counted | None:
    tested = _tested(" ".join([way.when for way in part.branches]))
    if tested & room.tested:
        return None
    room.tested |= tested
    ends = sum(bool(way.end) for way in part.branches)
    needs = {place: int(not way.end) for place, way in enumerate(part.branches)}
    bare = [place for place, way in enumerate(part.branches) if not way.end and not way.parts]
    if len(bare) > 1:
        return None
    joining = [place for place, need in needs.items() if need]
    if not bare and joining and (most - 1 - ends < len(joining) or random.random() < _EMPTY):
        bare = [random.choice(joining)]
    needs |= dict.fromkeys(bare, 0)
    left = most - 1 - ends - sum(needs.values())
    if left < 0:
        return None
    inside: dict[int, Parts] = {}
    for place in random.sample(range(len(needs)), len(needs)):
        if place in bare:
            inside[place] = ()
            continue
        more = random.randint(0, left)
        block = _block(
            part.branches[place].parts, needs[place], needs[place] + more, depth, room, random
        )
        if block is None:
            return None
        inside[place], size = block
        left -= size - needs[place]
    ways = [Branch(w.label, inside[place], w.end, w.when) for place, w in enumerate(part.branches)]
    return Decision(part.decision, tuple(ways), part.actor), most - left


def _parallel(part: Parallel, most: int, depth: int, room: Room, random: Random) -> Counted | None:
    left = most - 2 - len(part.parallel)
    if left < 0:
        return None
    found = []
    arms = [tuple(inner for inner in branch if not _ends(inner)) for branch in part.parallel]
    whole = sum(map(cost, arms)) <= most - 2 and random.random() < _WHOLE
    for within in arms:
        full = cost(within)
        block = _block(within, full, full, depth, room, random) if whole else None
        if not block or not block[0]:
            block = _block(within, 1, 1 + random.randint(0, left), depth, room, random)
        if not block:
            return None
        left -= block[1] - 1
        found.append(block[0])
    return Parallel(tuple(found)), most - left


def _block(
    parts: Parts, least: int, most: int, depth: int, room: Room, random: Random
) -> Block | None:
    """Some of the parts, in their order, of so many nodes; None where there are none."""
    chosen: dict[int, StoryPart] = {}
    left = most
    for place in random.sample(range(len(parts)), len(parts)):
        one = _taken(parts[place], left, depth + 1, room, random) if left else None
        if one:
            chosen[place] = one[0]
            left -= one[1]
    if most - left < least:
        return None
    return tuple([chosen[place] for place in sorted(chosen)]), most - left


def _ends(part: StoryPart) -> bool:
    """Whether a part has an end of its own within it."""
    if isinstance(part, Loop):
        return any(map(_ends, part.parts))
    if isinstance(part, Decision):
        return any(way.end or any(map(_ends, way.parts)) for way in part.branches)
    return False


def loops(parts: Sequence[StoryPart]) -> Iterator[Loop]:
    """Every loop within parts."""
    for part in parts:
        if isinstance(part, Loop):
            yield part
            yield from loops(part.parts)
        elif isinstance(part, Decision):
            for branch in part.branches:
                yield from loops(branch.parts)
        elif isinstance(part, Parallel):
            for block in part.parallel:
                yield from loops(block)
