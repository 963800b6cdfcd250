"""Recipes: TOML that names plug-ins and their options, refused before anything is drawn."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from figloom import files, registry
from figloom.charts import charts
from figloom.errors import RecipeError, unknown
from figloom.sample.flows.structures import structures

SPLITS = ("train", "eval")
_TOP = {"about", "source", "count", "attempts", "complete", "render", "block", "variant"}
_BLOCK = {"name", "share", "each", "sample", "modify", "ask", "render", "roles", "variants"}
_VARIANT = {"name", "render"}
_EVERY: Mapping[str, Callable[[], Iterable[str]]] = {"chart": charts, "structure": structures}
"""Options of samplers for which `each` may say "every", and what that is."""
_NAME = re.compile(r"[\w.-]+")


@dataclass(frozen=True, slots=True)
class Call:
    """A plug-in with checked options."""

    plugin: registry.Plugin
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Variant:
    """Another drawing of the same item, for paired ablations."""

    name: str
    render: Call


@dataclass(frozen=True, slots=True)
class Block:
    """One kind of item."""

    name: str
    share: Mapping[str, float]
    """By split, its part of the pictures, relative to the other blocks'; variants not counted."""
    sample: Call
    modify: Call
    ask: tuple[Call, ...]
    render: Call
    roles: tuple[str, ...]
    """Which of the modifier's records are kept."""
    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True)
class Recipe:
    """What to build; `text` is the TOML itself, for the manifest and for workers."""

    name: str
    about: str
    source: Call
    count: int
    attempts: int
    """How often a unit of the source is tried before the next is taken."""
    complete: bool
    """Whether a source that cannot carry a block is an error; else the block is left out."""
    blocks: tuple[Block, ...]
    text: str


def names() -> list[str]:
    """Names of the recipes that come with figloom."""
    return sorted(path.stem for path in (files.templates() / "recipes").glob("*.toml"))


def load(name: str, source: str | None = None) -> Recipe:
    """The recipe of that name, or of a TOML file of the user's; `source` as in `--source`."""
    path = Path(name)
    if path.suffix != ".toml":
        if name not in names():
            raise RecipeError(unknown("recipe", name, names()))
        path = files.templates() / "recipes" / f"{name}.toml"
    elif not path.is_file():
        raise RecipeError(f"Recipe file {path} does not exist.")
    elif not _NAME.fullmatch(path.stem):
        raise RecipeError(f"{path}: use letters, digits, _, - and . in a recipe's file name.")
    table = files.read_toml(path)
    return parse(path.stem, path.read_text("utf-8"), table, source)


def parse(name: str, text: str, table: Mapping[str, Any], source: str | None = None) -> Recipe:
    """A recipe from its parsed TOML; every unknown key or impossible value is a RecipeError."""
    where = f"Recipe {name!r}"
    _known(table, _TOP, where)
    blocks = _tables(table, "block", where)
    if not blocks:
        raise RecipeError(f"{where} has no [[block]], so there is nothing to build.")
    variants = {}
    drawing = table.get("render")
    for entry in _tables(table, "variant", where):
        name_of = _word(entry, "name", f"{where}, variant")
        if name_of in variants:
            raise RecipeError(f"{where}: two variants are called {name_of!r}.")
        variants[name_of] = entry
    every = [one for entry in blocks for one in _each(entry, where)]
    parsed = tuple(_block(entry, drawing, variants, where) for entry in every)
    twice = [block.name for block in parsed if sum(b.name == block.name for b in parsed) > 1]
    if twice:
        raise RecipeError(f"{where}: two blocks are called {twice[0]!r}.")
    own = table.get("source", "world")
    return Recipe(
        name=name,
        about=_text(table.get("about", ""), "about", where),
        source=reader(source, "--source") if source else reader(own, where),
        count=_whole(table.get("count", 100), "count", where),
        attempts=_whole(table.get("attempts", 8), "attempts", where),
        complete=_truth(table.get("complete", False), "complete", where),
        blocks=parsed,
        text=text,
    )


def reader(given: str | Mapping[str, Any], where: str) -> Call:
    """A source from `NAME`, `NAME=PATH` or a table with `name` and options, which on the command
    line is written as in a recipe: `{ name = "llm", model = "NAME" }`."""
    if isinstance(given, str) and given.lstrip().startswith("{"):
        try:
            given = dict(tomllib.loads(f"source = {given}")["source"])
        except tomllib.TOMLDecodeError as error:
            raise RecipeError(
                f'{where}: {given} is no TOML table ({error}); write {{ name = "NAME", ... }}.'
            ) from None
    if isinstance(given, str):
        name, _, path = given.partition("=")
        given = {"name": name, "path": path} if path else {"name": name}
    call = _call("read", given, where)
    for name, value in call.options.items():
        if isinstance(value, Path):
            call.options[name] = value.expanduser().resolve()
    return call


def _block(
    entry: Mapping[str, Any], drawing: Any, variants: Mapping[str, Mapping[str, Any]], where: str
) -> Block:
    _known(entry, _BLOCK, f"{where}, block {entry.get('name', '?')!r}")
    name = _word(entry, "name", f"{where}, block")
    where = f"{where}, block {name!r}"
    if not _NAME.fullmatch(name):
        raise RecipeError(f"{where}: use letters, digits, _, - and . in a block's name.")
    modify = _call("modify", entry.get("modify", {"name": "keep"}), where)
    render = _call("render", entry.get("render", drawing), where)
    roles = _words(entry, "roles", list(modify.plugin.roles), where)
    for role in roles:
        if role not in modify.plugin.roles:
            what = f"role of {modify.plugin.name!r} called"
            raise RecipeError(f"{where}: {unknown(what, role, modify.plugin.roles)}")
    if not roles:
        raise RecipeError(f"{where}: roles is empty; keep at least one, or leave the key out.")
    asked = entry.get("ask", [])
    if not isinstance(asked, list) or not asked:
        raise RecipeError(f"{where}: ask must list at least one question.")
    return Block(
        name=name,
        share=_share(entry.get("share", 1), where),
        sample=_call("sample", entry.get("sample"), where),
        modify=modify,
        ask=tuple(_call("ask", question, where) for question in asked),
        render=render,
        roles=roles,
        variants=tuple(
            _variant(wanted, render, variants, where)
            for wanted in _words(entry, "variants", [], where)
        ),
    )


def _each(entry: Mapping[str, Any], where: str) -> Iterator[Mapping[str, Any]]:
    """A block for each value of an option of its sampler, named after it; or the block itself.

    Values under `except` are left out.
    """
    if "each" not in entry:
        yield entry
        return
    told = entry["each"]
    options = dict(told) if isinstance(told, Mapping) else {}
    left_out = options.pop("except", [])
    if len(options) != 1:
        raise RecipeError(f"{where}: each is {told!r}; name one option, with a list.")
    ((option, values),) = options.items()
    if values == "every" and option in _EVERY:
        values = list(_EVERY[option]())
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise RecipeError(f"{where}: each.{option} is {values!r}; give a list of names.")
    for value in left_out if isinstance(left_out, list) else [left_out]:
        if value not in values:
            raise RecipeError(f"{where}: {unknown(f'{option} to except', str(value), values)}")
    values = [value for value in values if value not in left_out]
    sample = entry.get("sample")
    sample = {"name": sample} if isinstance(sample, str) else dict(sample or {})
    prefix = f"{entry['name']}-" if "name" in entry else ""
    rest = {key: value for key, value in entry.items() if key != "each"}
    for value in values:
        yield {**rest, "name": f"{prefix}{value}", "sample": {**sample, option: value}}


def _share(given: Any, where: str) -> Mapping[str, float]:
    told = given if isinstance(given, Mapping) else dict.fromkeys(SPLITS, given)
    _known(told, set(SPLITS), f"{where}, share")
    for share in told.values():
        number = isinstance(share, int | float) and not isinstance(share, bool)
        if not number or not 0 < share < math.inf:
            raise RecipeError(f"{where}: share is {given!r}; give a number above 0 (a split).")
    missing = [split for split in SPLITS if split not in told]
    if missing:
        raise RecipeError(f"{where}: share says nothing of split {missing[0]!r}.")
    return {split: float(share) for split, share in told.items()}


def _variant(
    name: str, render: Call, variants: Mapping[str, Mapping[str, Any]], where: str
) -> Variant:
    if name not in variants:
        raise RecipeError(f"{where}: {unknown('[[variant]]', name, variants)}")
    entry = variants[name]
    _known(entry, _VARIANT, f"{where}, variant {name!r}")
    changes = entry.get("render")
    if isinstance(changes, str):
        changes = {"name": changes}
    if not isinstance(changes, Mapping):
        raise RecipeError(f"{where}, variant {name!r}: render must name what is drawn otherwise.")
    changes = dict(changes)
    if changes.get("name", render.plugin.name) != render.plugin.name:
        return Variant(name, _call("render", changes, f"{where}, variant {name!r}"))
    changes.pop("name", None)
    options = render.plugin.options(changes, f"{where}, variant {name!r}")
    return Variant(name, replace(render, options={**render.options, **options}))


def _call(verb: str, given: Any, where: str) -> Call:
    if given is None:
        raise RecipeError(f"{where}: {verb} is missing.")
    if isinstance(given, str):
        given = {"name": given}
    if not isinstance(given, Mapping):
        raise RecipeError(f"{where}: {verb} is {given!r}; give a name or a table with a name.")
    name = _word(given, "name", f"{where}, {verb}")
    plugin = registry.find(verb, name, where)
    options = {key: value for key, value in given.items() if key != "name"}
    return Call(plugin, plugin.options(options, where))


def _known(table: Mapping[str, Any], keys: set[str], where: str) -> None:
    for key in table:
        if key not in keys:
            raise RecipeError(f"{where}: {unknown('key', key, keys)}")


def _tables(table: Mapping[str, Any], key: str, where: str) -> list[Mapping[str, Any]]:
    found = table.get(key, [])
    if not isinstance(found, list) or not all(isinstance(entry, Mapping) for entry in found):
        raise RecipeError(f"{where}: write {key} as [[{key}]] tables.")
    return found


def _word(table: Mapping[str, Any], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value:
        raise RecipeError(f"{where}: {key} is missing or not a word.")
    return value


def _words(table: Mapping[str, Any], key: str, default: list[str], where: str) -> tuple[str, ...]:
    found = table.get(key, default)
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise RecipeError(f"{where}: {key} is {found!r}; give a list of names.")
    if len(set(found)) < len(found):
        raise RecipeError(f"{where}: {key} names something twice.")
    return tuple(found)


def _text(value: Any, what: str, where: str) -> str:
    if not isinstance(value, str):
        raise RecipeError(f"{where}: {what} is {value!r}; give a text in quotes.")
    return value


def _truth(value: Any, what: str, where: str) -> bool:
    if not isinstance(value, bool):
        raise RecipeError(f"{where}: {what} is {value!r}; give true or false.")
    return value


def _whole(value: Any, what: str, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise RecipeError(f"{where}: {what} is {value!r}; give a whole number above 0.")
    return value
