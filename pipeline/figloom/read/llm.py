"""Tables that a language model invents, for chart types that real tables seldom fit.

What a model says is data to draw, never an answer; a table that it cannot get right is left out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Literal

import numpy as np

from figloom.client import Client, InvalidReply
from figloom.errors import SourceError, unknown
from figloom.knowledge import normalise
from figloom.read.insist import insist, worded
from figloom.read.llm_checks import check_rows, check_theme
from figloom.read.llm_shapes import SHAPES, Filled, Shape, Theme, columns
from figloom.registry import plugin
from figloom.seeds import share
from figloom.tables import Table, Tables, Values, numbers, texts
from figloom.types import Provenance

_SHOWN = 40
"""Most titles that a prompt lists as taken."""


@plugin()
def llm(
    *,
    model: str,
    base_url: str = "",
    tables: int = 80,
    shapes: tuple[str, ...] = (),
    licence: str = "made by a model",
    eval_share: float = 0.2,
) -> Tables:
    """Tables that a language model invents, in turn of every rare shape, or of those in `shapes`.

    `base_url` is that of any server with OpenAI's protocol (or OPENAI_BASE_URL); a key, where one
    is needed, comes from OPENAI_API_KEY. Replies are cached, so the same tables need it once.
    """
    if not 0 < eval_share < 1:
        raise SourceError(f"Source 'llm': eval_share is {eval_share}; give 0 < eval_share < 1.")
    if tables < 1:
        raise SourceError(f"Source 'llm': tables is {tables}; give at least 1.")
    strange = next((name for name in shapes if name not in SHAPES), None)
    if strange is not None:
        raise SourceError(f"Source 'llm': {unknown('shape', strange, SHAPES)}")
    wanted = shapes or tuple(SHAPES)
    made: list[Table] = []
    told: list[list[object]] = []
    left_out: Counter[str] = Counter()
    with Client(model, base_url) as client:
        for turn in range(tables):
            name = wanted[turn % len(wanted)]
            shape = SHAPES[name]
            try:
                theme = _theme(client, shape, [table.title for table in made])
                rows = _rows(client, shape, theme)
            except InvalidReply as error:
                left_out[f"{name}: {error}"] += 1
                continue
            split: Literal["train", "eval"] = (
                "eval" if share(f"table/{normalise(theme.title)}") < eval_share else "train"
            )
            provenance = Provenance("llm", licence, (model, theme.title), f"Invented by {model}")
            told.append([name, split, theme.model_dump(), rows.model_dump()])
            made.append(_table(name, theme, rows, provenance, split))
    notes = [f"{count} of {tables} tables left out, {why}" for why, count in left_out.items()]
    if client.counts["failed"] or client.counts["fallbacks"]:
        notes.append(
            f"Of {client.counts['asked']} replies, {client.counts['failed']} were invalid and "
            f"{client.counts['fallbacks']} were found in plain text"
        )
    if not made:
        raise SourceError(
            f"Model {model!r} made no usable table ({notes[0]}). Try a larger model, or other "
            "shapes."
        )
    state = sha256(json.dumps(told).encode()).hexdigest()
    return Tables("llm", licence, made, state, f"Invented by {model}", notes=notes)


def _theme(client: Client, shape: Shape, taken: Sequence[str]) -> Theme:
    """A theme that fits the shape and is not taken; InvalidReply when none comes."""
    prompt = worded("theme").substitute(
        shape=shape.about,
        texts=len(shape.texts),
        columns=", ".join(shape.texts),
        numbers=_range(shape.measures),
        groups=f"a list of {_range(shape.groups)} groups." if shape.groups[1] else "[].",
        labels=f"a list of {_range(shape.labels)} labels." if shape.labels[1] else "[].",
        taken="; ".join(taken[-_SHOWN:]) or "(none yet)",
    )
    return insist(client, prompt, Theme, lambda theme: check_theme(shape, theme, taken))


def _rows(client: Client, shape: Shape, theme: Theme) -> Filled:
    """Rows that fit the theme; InvalidReply when none come."""
    measured = shape.measured(theme)
    prompt = worded("table").substitute(
        shape=shape.about,
        theme=theme.model_dump_json(indent=1),
        least=shape.rows[0],
        most=shape.rows[1],
        texts=len(shape.texts),
        columns=", ".join(shape.texts),
        values=len(measured),
        measures=", ".join(name for name, _, _ in measured),
    )
    return insist(client, prompt, Filled, lambda filled: check_rows(shape, theme, filled))


def _table(
    name: str, theme: Theme, filled: Filled, provenance: Provenance, split: Literal["train", "eval"]
) -> Table:
    return Table(
        id=f"{name}/{normalise(theme.title)}",
        title=theme.title,
        columns=columns(SHAPES[name], theme),
        provenance=provenance,
        split=split,
        rows=partial(_values, SHAPES[name], theme, filled),
        prepared=name != "samples",
        invented=True,
    )


def _values(shape: Shape, theme: Theme, filled: Filled) -> Mapping[str, Values]:
    """The columns of a table by name."""
    found: dict[str, Values] = {}
    named = columns(shape, theme)
    told = [*zip(*(row.texts for row in filled.rows), strict=True)]
    for column, held in zip(named, told, strict=False):
        times = column.role == "time"
        found[column.name] = np.array(held, dtype="datetime64[s]") if times else texts(held)
    for column, values in zip(
        named[len(told) :], zip(*(row.numbers for row in filled.rows), strict=True), strict=True
    ):
        found[column.name] = numbers(values)
    return found


def _range(limits: tuple[int, int]) -> str:
    least, most = limits
    return f"{least}" if least == most else f"{least} to {most}"
