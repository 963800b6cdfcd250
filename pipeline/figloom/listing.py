"""What can be named in a recipe or on the command line, and how it is written there."""

from __future__ import annotations

import inspect
from typing import Any

from figloom import recipe, registry
from figloom.charts import charts
from figloom.errors import RecipeError, unknown
from figloom.registry import Plugin

Row = tuple[str, str, str]
"""Name, what it is, and its options as a recipe writes them."""


def rows(what: str) -> list[Row]:
    """All recipes, chart types or plug-ins of a verb; RecipeError for anything else."""
    if what == "recipes":
        return [(name, recipe.load(name).about, "") for name in recipe.names()]
    if what == "charts":
        return [
            (c.name, c.said, ", ".join((*c.renderers(), *c.aliases))) for c in charts().values()
        ]
    if what not in registry.VERBS:
        raise RecipeError(unknown("list", what, ("recipes", "charts", *registry.VERBS)))
    return [(p.name, p.summary, _options(p)) for p in registry.plugins(what).values()]


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
