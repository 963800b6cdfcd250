"""What can be named in a recipe or on the command line, and how it is written there."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from figloom import recipe, registry
from figloom.charts import charts
from figloom.errors import RecipeError, unknown
from figloom.exam.controls import CONTROLS
from figloom.read.stories import stories
from figloom.registry import Plugin
from figloom.sample.flows.structures import structures
from figloom.stories import Story

Row = tuple[str, str, str]
"""Name, what it is, and its options as a recipe writes them."""


def rows(what: str) -> list[Row]:
    """What there is of a sort: recipes, chart types, structures and stories of flowcharts, local
    models, controls of the evaluator, or the plug-ins of a verb; RecipeError for anything else."""
    if what not in LISTS:
        raise RecipeError(unknown("list", what, LISTS))
    return LISTS[what]()


def _recipes() -> list[Row]:
    return [(name, recipe.load(name).about, "") for name in recipe.names()]


def _charts() -> list[Row]:
    return [(c.name, c.said, ", ".join((*c.renderers(), *c.aliases))) for c in charts().values()]


def _structures() -> list[Row]:
    return [(s.name, s.said, "[lanes]" * s.laned) for s in structures().values()]


def _stories() -> list[Row]:
    """Each with its split and the structures that it has the words for."""
    return [
        (story.id, story.titles[0], f"[{story.split}: {_fitting(story)}]")
        for story in stories().stories
    ]


def _fitting(story: Story) -> str:
    fit = (kind.name for kind in structures().values() if kind.worded and kind.fits(story))
    return ", ".join(fit)


def _controls() -> list[Row]:
    return [(name, control.about, "") for name, control in CONTROLS.items() if name]


def _plugins(verb: str) -> list[Row]:
    return [(p.name, p.summary, _options(p)) for p in registry.plugins(verb).values()]


def _options(plugin: Plugin) -> str:
    told = [
        name if value in (None, inspect.Parameter.empty) else f"{name}={_toml(value)}"
        for name, value in plugin.defaults.items()
    ]
    return f"[{', '.join(told)}]" if told else ""


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


LISTS: Mapping[str, Callable[[], list[Row]]] = {
    "recipes": _recipes,
    "charts": _charts,
    "structures": _structures,
    "stories": _stories,
    "baselines": partial(_plugins, "models"),
    "controls": _controls,
    **{verb: partial(_plugins, verb) for verb in registry.VERBS},
}
"""By the word that asks for it."""
