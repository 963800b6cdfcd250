"""How a sample is put to a model: as it stands, with thinking first, or in two calls by ChartCoT.

ChartCoT (ChartBench, arXiv 2312.15915) takes a question apart into smaller ones on type, legend,
axes, values and their relation; with these answered, by the model itself or by a larger one, the
model answers the question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from string import Template
from typing import Any

from figloom import files
from figloom.errors import RecipeError, unknown
from figloom.exam.call import Call, Dialog, Image, Reply, Turn
from figloom.exam.sample import Sample

STYLES: Mapping[str, str] = {
    "direct": "The question alone.",
    "cot": "Thinking step by step first, in the same reply.",
    "chartcot": "Smaller questions first, answered by the model itself.",
    "cot-from:MODEL": "Smaller questions first, answered by another model of the same server.",
}
"""By name, as `--prompt` takes them."""

_FROM = "cot-from:"


@dataclass(frozen=True, slots=True)
class Style:
    """One way to ask."""

    name: str
    thinker: str = ""
    """The model that answers the smaller questions; empty for the one that is examined."""

    @property
    def calls(self) -> int:
        """Requests that a sample takes."""
        return 2 if self.name in ("chartcot", "cot-from") else 1


def style(given: str) -> Style:
    """A style from `--prompt`; RecipeError where there is none of that name."""
    if given.startswith(_FROM):
        thinker = given.removeprefix(_FROM).strip()
        if not thinker:
            raise RecipeError("--prompt cot-from: names no model: write cot-from:MODEL.")
        return Style("cot-from", thinker)
    if given not in STYLES:
        raise RecipeError(unknown("prompt style", given, STYLES))
    return Style(given)


def dialog(sample: Sample, asked: Style, schema: Mapping[str, Any] | None = None) -> Dialog:
    """The calls that a sample takes; a schema is for the last reply, unless that holds thoughts."""
    images = (sample.image,) if sample.image else ()
    if asked.calls == 2:
        return Dialog(sample.id, lambda replies: _chained(sample, asked, images, replies, schema))
    if asked.name == "direct":
        call = Call((Turn("user", sample.prompt, images),), schema=schema)
    else:
        call = Call((Turn("user", _fill("cot", question=sample.prompt), images),))
    return Dialog(sample.id, lambda replies: None if replies else call)


def _chained(
    sample: Sample,
    asked: Style,
    images: tuple[Image, ...],
    replies: tuple[Reply, ...],
    schema: Mapping[str, Any] | None,
) -> Call | None:
    smaller = _fill(f"chain_{sample.question.family}", question=sample.prompt)
    first = Turn("user", smaller, images)
    if not replies:
        return Call((first,), asked.thinker)
    if len(replies) > 1:
        return None
    chain = replies[0].text
    if asked.thinker:
        text = _fill("with_chain", chain=chain, question=sample.prompt)
        return Call((Turn("user", text, images),), schema=schema)
    last = Turn("user", _fill("after_chain", question=sample.question.text))
    return Call((first, Turn("assistant", chain), last), schema=schema)


@cache
def _template(name: str) -> Template:
    return Template((files.templates() / "prompts" / f"{name}.md").read_text("utf-8").strip())


def _fill(name: str, **words: str) -> str:
    return _template(name).substitute(words)
