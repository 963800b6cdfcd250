"""Plug-ins, found by walking the folder of their verb: a new file is a new plug-in.

A plug-in is a function decorated with `@plugin()`. What a recipe may set are its keyword-only
arguments; their annotations are checked before anything is drawn.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from figloom.errors import RecipeError, unknown

VERBS = ("read", "sample", "modify", "render", "ask", "emit", "evaluate")

F = TypeVar("F", bound=Callable[..., Any])
_MARK = "__figloom__"
TRIED = 14
"""Slots that are filled on trial: enough that every size, and both places an error can stand in,
come up."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """One registered function."""

    verb: str
    name: str
    call: Callable[..., Any]
    roles: tuple[str, ...]
    """Roles of the records that a modifier makes of one sample."""
    collision: Callable[..., float] | None
    """Of a sampler: (source, split, **options) -> chance that two draws of one size are equal."""
    shared: Callable[..., float] | None
    """Of a sampler: (source, split, items, **options) -> how many of so many items two builds have
    in common; None where that is the chance of every pair, added up."""
    require: Callable[..., None] | None
    """Of a sampler: (source, split, **options), Lacking when the source cannot give every size."""
    tried: int
    """Of a sampler: slots of a block that are filled on trial, to find whether a source carries
    it."""

    @property
    def summary(self) -> str:
        """First paragraph of the docstring, on one line."""
        return " ".join((inspect.getdoc(self.call) or "").partition("\n\n")[0].split())

    @property
    def defaults(self) -> dict[str, Any]:
        """Options and their default values."""
        return {
            name: parameter.default
            for name, parameter in inspect.signature(self.call).parameters.items()
            if parameter.kind is inspect.Parameter.KEYWORD_ONLY
        }

    def options(self, given: Mapping[str, Any], where: str) -> dict[str, Any]:
        """Check and convert options from a recipe; `where` goes into the error's text."""
        # Half the time that the command line takes to start would go into this import.
        from pydantic import TypeAdapter, ValidationError

        defaults, hints = self.defaults, typing.get_type_hints(self.call)
        checked = {}
        for name, value in given.items():
            if name not in defaults:
                message = unknown(f"option of {self.verb} {self.name!r} called", name, defaults)
                raise RecipeError(f"{where}: {message}")
            try:
                # As JSON, since there a list is a tuple and a text a path, and "3" no number.
                told = json.dumps(value, default=str)
                checked[name] = TypeAdapter(hints[name]).validate_json(told, strict=True)
            except ValidationError:
                raise RecipeError(
                    f"{where}: option {name!r} of {self.verb} {self.name!r} is {value!r}; give "
                    f"{wanted(hints[name])}."
                ) from None
        missing = [
            n for n, v in defaults.items() if v is inspect.Parameter.empty and n not in given
        ]
        if missing:
            raise RecipeError(f"{where}: {self.verb} {self.name!r} needs option {missing[0]!r}.")
        return checked


_ONE = {
    int: "a whole number",
    float: "a number",
    str: "a text in quotes",
    bool: "true or false",
    Path: "a path in quotes",
}
_SEVERAL = {int: "whole numbers", float: "numbers", str: "texts in quotes"}


def wanted(hint: Any) -> str:
    """What a recipe may write for an option of this type, in words."""
    args = [arg for arg in typing.get_args(hint) if arg is not type(None)]
    origin = typing.get_origin(hint)
    if origin is typing.Literal:
        return " or ".join(f'"{arg}"' for arg in args if arg != "")
    if origin in (typing.Union, types.UnionType):
        return " or ".join(map(wanted, args))
    if origin in (tuple, list):
        many = "" if Ellipsis in args or origin is list else f"{len(args)} "
        each = "tables" if isinstance(args[0], type) else wanted(args[0])
        return f"a list of {many}{_SEVERAL.get(args[0], each)}"
    return _ONE.get(hint, "a table")


def plugin(
    *,
    roles: tuple[str, ...] = ("main",),
    collision: Callable[..., float] | None = None,
    shared: Callable[..., float] | None = None,
    require: Callable[..., None] | None = None,
    tried: int = TRIED,
) -> Callable[[F], F]:
    """Register a function under its own name for the verb whose folder it stands in."""

    def mark(function: F) -> F:
        setattr(function, _MARK, (roles, collision, shared, require, tried))
        return function

    return mark


@cache
def plugins(verb: str) -> Mapping[str, Plugin]:
    """All plug-ins of a verb by name, in order of name."""
    package = importlib.import_module(f"figloom.{verb}")
    found: dict[str, Plugin] = {}
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        loaded = importlib.import_module(module.name)
        for name, function in vars(loaded).items():
            if getattr(function, "__module__", None) != module.name or not hasattr(function, _MARK):
                continue
            if name in found:
                raise RuntimeError(f"two {verb} plug-ins are called {name!r}")
            found[name] = Plugin(verb, name, function, *getattr(function, _MARK))
    return dict(sorted(found.items()))


def find(verb: str, name: str, where: str) -> Plugin:
    """The plug-in of that name, or a RecipeError that lists the known ones."""
    known = plugins(verb)
    if name not in known:
        raise RecipeError(f"{where}: {unknown(f'{verb} plug-in', name, known)}")
    return known[name]
