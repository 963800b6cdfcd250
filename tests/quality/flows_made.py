"""Flowcharts with every question that can be asked of them, made without a recipe."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from figloom.emit.rows import to_row
from figloom.registry import find, plugins
from figloom.sample.flows.structures import structures
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Flow, Picture, Question, Record, Stage, Trace

Row = dict[str, Any]

_JSON = ("facts", "marks", "axes", "trace")
_QUESTION_JSON = ("answer", "metric_args", "negatives", "rationale")


@cache
def patterns() -> dict[str, Any]:
    """All plug-ins that ask one thing of a flowchart, by name."""
    tasks = ("verify", "extract", "locate", "reason", "summarise")
    return {
        name: found
        for name, found in sorted(plugins("ask").items())
        if found.call.__module__.startswith("figloom.ask.flows.")
        and name.partition("_")[0] in tasks
    }


def asked(
    facts: Facts, picture: Picture | None, draw: Draw, declined: Counter[str] | None = None
) -> Iterator[Question]:
    """One question a pattern, where there is one."""
    for name, plugin in patterns().items():
        made = plugin.call(facts, picture, draw)
        if isinstance(made, Declined):
            if declined is not None:
                declined[name] += 1
            continue
        yield from (question for question in made if question.wording)


def row(
    facts: Facts, questions: tuple[Question, ...], draw: Draw, picture: Picture | None = None,
    role: str = "main",
) -> Row:  # fmt: skip
    """A stored row as the audit reads it."""
    key = f"{draw.recipe}/{draw.block}/{draw.slot:06d}"
    trace = Trace(draw.seed, draw.recipe, draw.block, draw.slot, draw.unit, draw.attempt, 1,
                  (Stage("render", "flow"),))  # fmt: skip
    grouped = tuple(replace(question, group=f"{key}/{question.group}") for question in questions)
    record = Record(key, role, draw.split, facts, grouped, trace, "spec", picture,
                    "" if picture else "as text")  # fmt: skip
    stored = to_row(record)
    told = [
        {**question, **{name: json.loads(question[name]) for name in _QUESTION_JSON}}
        for question in stored["questions"]
    ]
    return {**stored, **{name: json.loads(stored[name]) for name in _JSON}, "questions": told}


def plain(flow: Flow) -> Facts:
    """A flow as it is."""
    return Facts(flow, flow)


@cache
def _stories() -> Any:
    return find("read", "stories", "twice").call()


def sampled(structure: str, draw: Draw) -> Flow | None:
    """A chart of the structure, unless the sampler declines it; one in three with lanes, where it
    may have some."""
    lanes = True if structures()[structure].laned and draw.slot % 3 == 1 else None
    call = find("sample", "flow", "twice").call
    made = call(_stories(), draw, structure=structure, lanes=lanes)
    return made if isinstance(made, Flow) else None


def twins(flow: Flow, draw: Draw) -> Iterator[list[Row]]:
    """Records of the chart and a twin, by each kind of edit, asked what both answer differently."""
    twin = plugins("modify").get("twin")
    if twin is None:
        return
    for edit in ("labels", "target", "colour"):
        made = twin.call(flow, _stories(), draw, edit=edit)
        if isinstance(made, Declined):
            continue
        versions = dict(made)
        both = [tuple(asked(versions[role], None, draw)) for role in ("main", "twin")]
        if both[0]:
            yield [
                row(versions[role], questions, draw, None, role)
                for role, questions in zip(("main", "twin"), both, strict=True)
            ]
