"""Conditions on a decision's arrows, worked out for values; and values as questions say them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from figloom.audit.flows_expressions import worth
from figloom.audit.labels import Faulty

_QUANTITY = re.compile(r"[$€£]?([-−]?\d{1,3}(?:,\d{3})+|[-−]?\d+)(\.\d+)?(%| .+)?")
_CLOSE = 1e-6
_MOST = 4000
"""Values of a variable that are tried."""


def met(condition: str, values: Mapping[str, float]) -> bool:
    """Whether a condition holds; Faulty when it cannot be read or names what has no value."""
    found = worth(condition, values)
    if type(found) is not bool:
        raise Faulty(f"the condition {condition!r} says neither yes nor no")
    return found


def value(said: str, variable: dict[str, Any]) -> float:
    """The number that a question gives a variable; Faulty when it is not one that makes sense."""
    match, unit = _QUANTITY.fullmatch(said), variable["unit"]
    if match is None:
        raise Faulty(f"{said!r} is no quantity")
    told = said[0] if said[0] in "$€£" else (match[3] or "").strip()
    number = float((match[1] + (match[2] or "")).replace(",", "").replace("−", "-"))
    # One thing, and no other number of things, is in the singular.
    wanted = unit[:-1] if number == 1 and unit.endswith("s") else unit
    if told != wanted:
        raise Faulty(f"{said!r} is not in {unit or 'plain numbers'}")
    steps = number / variable["step"]
    if not variable["low"] <= number <= variable["high"] or abs(steps - round(steps)) > _CLOSE:
        raise Faulty(f"{said!r} is no value of {variable['name']!r}")
    return number


def taken(edges: list[dict[str, Any]], values: Mapping[str, float]) -> list[dict[str, Any]]:
    """The arrows whose conditions hold."""
    return [edge for edge in edges if met(edge["when"], values)]


def gaps(edges: list[dict[str, Any]], variable: dict[str, Any]) -> list[float]:
    """Values of a variable with which not exactly one arrow can be taken."""
    low, high, step = (variable[name] for name in ("low", "high", "step"))
    many = round((high - low) / step)
    every = max(1, many // _MOST)
    tried = {low + at * step for at in range(0, many + 1, every)} | {high}
    for edge in edges:
        for number in re.findall(r"\d+(?:\.\d+)?", edge["when"]):
            tried |= {float(number) + off * step for off in (-1, 0, 1)}
    return [
        one for one in sorted(tried)
        if low <= one <= high and len(taken(edges, {variable["id"]: one})) != 1
    ]  # fmt: skip
