"""Several questions about one flowchart, each by another pattern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from figloom.ask.flows.asking import Asked, Task
from figloom.registry import Plugin, plugin, plugins
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Picture, Question

TASKS: tuple[Task, ...] = ("verify", "extract", "locate", "reason", "summarise")


@plugin()
def several(
    facts: Facts,
    picture: Picture | None,
    draw: Draw,
    *,
    tasks: tuple[Task, ...] = TASKS,
    most: int = 6,
) -> Asked:
    """Up to so many questions, by patterns drawn at random; the tasks take turns.

    Of those whose answer depends on where things stand, one comes on top once there is a picture.
    """
    known = [pattern for pattern in _patterns() if pattern.name.split("_")[0] in tasks]
    order = draw.random("several").sample(known, len(known))
    blind, sighted = list[Question](), list[Question]()
    for pattern in _turns(order):
        if len(blind) >= most and (sighted or picture is None):
            break
        made = pattern.call(facts, None, draw)
        places = not isinstance(made, Declined) and any(one.kind == "unknown" for one in made)
        wanted = sighted if places else blind
        if len(wanted) >= (most if wanted is blind else picture is not None):
            continue
        made = pattern.call(facts, picture, draw) if picture else made
        if not isinstance(made, Declined):
            wanted += made
    return (*blind, *sighted) if blind else Declined("no pattern fits")


def _patterns() -> list[Plugin]:
    """Plug-ins for one pattern each: those of this folder, but for this one."""
    here = __name__.rpartition(".")[0]
    return [
        one
        for one in plugins("ask").values()
        if one.call.__module__.startswith(f"{here}.") and one.name != "several"
    ]


def _turns(order: Sequence[Plugin]) -> list[Plugin]:
    """First one of each task, then the second of each, and so on."""
    seen, turns = Counter[str](), list[tuple[int, int, Plugin]]()
    for place, pattern in enumerate(order):
        task = pattern.name.split("_")[0]
        turns.append((seen[task], place, pattern))
        seen[task] += 1
    return [pattern for _, _, pattern in sorted(turns, key=lambda turn: turn[:2])]
