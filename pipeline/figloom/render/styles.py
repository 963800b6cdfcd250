"""Looks as data: TOML files read into dataclasses, strictly."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from figloom.errors import RecipeError, unknown
from figloom.files import read_toml
from figloom.render.fonts import families


class Styled(Protocol):
    """What every look has."""

    @property
    def font(self) -> str:
        """Name of a font family."""
        ...


L = TypeVar("L", bound=Styled)


def read_style(kind: type[L], file: Path, tables: Mapping[str, type[Any]]) -> L:
    """One look of a kind; `tables` are the kinds of its arrays of tables.

    Unknown keys, wrong values and unknown fonts are RecipeErrors.
    """
    given: dict[str, Any] = {"name": file.stem, **read_toml(file)}
    _check_keys(kind, given, f"{file}: ")
    for name, part in tables.items():
        for table in given.get(name, ()):
            _check_keys(part, table, f"{file}, {name}: ")
    try:
        look: L = TypeAdapter(kind).validate_python(given)
    except ValidationError as error:
        fault = error.errors()[0]
        place = ".".join(str(part) for part in fault["loc"])
        raise RecipeError(f"{file}: {place} is wrong: {fault['msg']}.") from None
    if look.font not in families():
        raise RecipeError(f"{file}: {unknown('font family', look.font, families())}")
    return look


def _check_keys(kind: type[Any], given: dict[str, Any], where: str) -> None:
    known = [field.name for field in dataclasses.fields(kind)]
    for key in given:
        if key not in known:
            raise RecipeError(f"{where}{unknown('key called', key, known)}")
