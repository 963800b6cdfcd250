"""The plug-in that draws a process as a flowchart."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from figloom.errors import RecipeError, unknown
from figloom.flows import COLOURS
from figloom.later import Instead, Later
from figloom.registry import plugin
from figloom.render.flows.looks import Direction, Look, looks
from figloom.render.flows.renderers import Task, renderer
from figloom.seeds import Draw
from figloom.source import Source
from figloom.types import Declined, Facts, Flow, Picture

_RARE = 10
"""One eval picture in so many is drawn in a look that training never sees."""
_LANED = 2
"""A chart with lanes is as long as one of so many times its steps: hardly any are in one rank."""
_MIX: tuple[Direction, ...] = ("TB",) * 13 + ("LR",) * 5 + ("BT", "RL")
"""How often charts run downwards, to the right, upwards and to the left."""


@plugin()
def flow(
    facts: Facts,
    draw: Draw,
    source: Source,
    *,
    renderers: tuple[Literal["graphviz", "mermaid"], ...] = ("graphviz",),
    styles: tuple[str, ...] = (),
    directions: tuple[Direction, ...] = (),
    min_text: float = 9.0,
) -> Picture | Declined | Later | Instead:
    """Draw the process shown as a flowchart, with the marks of everything drawn, or decline what
    is not legible.

    Renderers are taken in turn. Mermaid folds no long chart, its lanes are boxes of unequal length
    whose borders arrows often run along, and in a web of parts it leads arrows through some: where
    one is not fit to be seen, Graphviz draws it if it may. The run counts why, and the style tells
    who drew.
    `directions` are those in which charts may run, by
    default as often as they do in print. `min_text` is the least em in pixels at one megapixel.
    """
    shown = facts.shown
    if not isinstance(shown, Flow):
        raise RecipeError(f"render 'flow' draws flowcharts, not a {shown.shape}.")
    if not renderers:
        raise RecipeError("render 'flow' needs at least one renderer.")
    if not shown.nodes:
        return Declined("empty chart")
    look = _look(styles, directions, draw, shown)
    random = draw.random("render")
    allowed = tuple(way for way in look.directions if not directions or way in directions)
    mix = [way for way in _MIX if way in allowed]
    name = renderers[draw.level("renderer", len(renderers))]
    palette = look.palettes[random.randrange(len(look.palettes))]
    fills = {colour: random.choice(codes) for colour, codes in COLOURS.items()}
    number = f"{look.caption} {random.randint(1, 12)}" if look.caption else ""
    direction = mix[draw.level("direction", len(mix))]
    task = Task(shown, look, palette, fills, direction, allowed, number, min_text,
                f"{name}/{look.name}")  # fmt: skip
    made = renderer(name).draw(task)
    if name == "mermaid" and "graphviz" in renderers:
        return _or(made, replace(task, style=f"graphviz/{look.name}"))
    return made


def _or(
    made: Picture | Declined | Later | Instead, task: Task
) -> Picture | Declined | Later | Instead:
    """What was drawn, or the task done by Graphviz where it was not legible."""
    if isinstance(made, Later):
        return Later(made.request, made.answer, lambda reply: _or(made.finish(reply), task))
    if not isinstance(made, Declined):
        return made
    drawn = renderer("graphviz").draw(task)
    assert not isinstance(drawn, Later)
    return Instead(drawn, Declined(f"{made.reason}, in Mermaid", made.detail))


def _look(
    styles: tuple[str, ...], directions: tuple[Direction, ...], draw: Draw, flow: Flow
) -> Look:
    """The look of this slot: balanced over those that can show the chart in the split."""
    known = looks()
    for name in styles:
        if name not in known:
            raise RecipeError(unknown("flowchart style", name, known))
    allowed = [look for name, look in known.items() if not styles or name in styles]
    if directions:
        allowed = [look for look in allowed if set(look.directions) & set(directions)]
        if not allowed:
            raise RecipeError(f"No flowchart style runs {' or '.join(directions)}.")
    seen = [look for look in allowed if not look.eval_only or draw.split != "train"]
    if not seen:
        raise RecipeError(
            f"The flowchart styles {', '.join(styles)} are for eval only; add one that train may "
            "see."
        )
    told = any(node.fill or node.border for node in flow.nodes)
    fitting = [look for look in seen if look.colours or not told]
    if not fitting:
        raise RecipeError(
            f"The flowchart styles {', '.join(styles)} have no colours, but the charts do: add one "
            "that has, or sample charts without."
        )
    size = len(flow.nodes) * (_LANED if flow.lanes else 1)
    fitting = [look for look in fitting if look.steps >= size] or fitting
    common = [look for look in fitting if not look.eval_only]
    rare = [look for look in fitting if look.eval_only]
    pool = rare if rare and (draw.level("rare style", _RARE) == 0 or not common) else common
    return pool[draw.level("style", len(pool))]
