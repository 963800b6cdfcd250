"""How a sample is put to a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from figloom.errors import RecipeError, unknown
from figloom.exam.call import Call, Dialog, Turn
from figloom.exam.sample import Sample

STYLES: Mapping[str, str] = {"direct": "The question alone."}
"""By name, as `--prompt` takes them."""


@dataclass(frozen=True, slots=True)
class Style:
    """One way to ask."""

    name: str


def style(given: str) -> Style:
    """A style from `--prompt`; RecipeError where there is none of that name."""
    if given not in STYLES:
        raise RecipeError(unknown("prompt style", given, STYLES))
    return Style(given)


def dialog(sample: Sample, asked: Style, schema: Mapping[str, Any] | None = None) -> Dialog:
    """The calls that a sample takes."""
    images = (sample.image,) if sample.image else ()
    call = Call((Turn("user", sample.prompt, images),), schema=schema)
    return Dialog(sample.id, lambda replies: None if replies else call)
