"""Looks of any picture, as data: one TOML file each under `templates/styles`, strictly read."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from pydantic import TypeAdapter, ValidationError

from figloom.errors import RecipeError, unknown
from figloom.files import read_toml, templates
from figloom.registry import wanted
from figloom.render.fonts import families

Kind = TypeVar("Kind")


def of(what: str) -> list[Path]:
    """Files of the looks of one sort of picture, e.g. `maps`, in order of name."""
    return sorted((templates() / "styles" / what).glob("*.toml"))


def read(file: Path, kind: type[Kind], palette: type[Any]) -> Kind:
    """The look in a file, as a dataclass with a `name`, a `font` and `palettes`.

    Unknown keys, wrong values and a font that we lack are RecipeErrors.
    """
    given: dict[str, Any] = {"name": file.stem, **read_toml(file)}
    _check_keys(kind, given, f"{file}: ")
    palettes = given.get("palettes", ())
    if isinstance(palettes, list) and all(isinstance(one, dict) for one in palettes):
        for one in palettes:
            _check_keys(palette, one, f"{file}, palettes: ")
    try:
        look = TypeAdapter(kind).validate_python(given)
    except ValidationError as error:
        raise RecipeError(f"{file}: {_fault(error, kind, palette)}.") from None
    if given["font"] not in families():
        raise RecipeError(f"{file}: {unknown('font family', given['font'], families())}")
    return look


def sized(look: Any, lengths: Iterable[str]) -> Any:
    """The look with those lengths multiplied by its scale."""
    kinds = typing.get_type_hints(type(look))
    return dataclasses.replace(
        look,
        scale=1.0,
        **{name: kinds[name](round(getattr(look, name) * look.scale, 1)) for name in lengths},
    )


def _fault(error: ValidationError, kind: type[Any], palette: type[Any]) -> str:
    """What is wrong with a value, where, and what may stand there."""
    first = error.errors()[0]
    place = [str(part) for part in first["loc"]]
    if first["type"] == "missing":
        return f"the key {'.'.join(place)} is missing; write it"
    inner = place[0] == "palettes" and len(place) > 2
    hint = get_type_hints(palette if inner else kind).get(place[2 if inner else 0])
    return f"{'.'.join(place)} is {first['input']!r}; give {wanted(hint)}"


def _check_keys(kind: type[Any], given: dict[str, Any], where: str) -> None:
    known = [field.name for field in dataclasses.fields(kind)]
    for key in given:
        if key not in known:
            raise RecipeError(f"{where}{unknown('key called', key, known)}")
