"""A reply in plain words as JSON by a schema, as a server gives it that constrains its model.

Only what the reply says is put into the schema. Where that cannot be done the reply stays plain,
as with a server that knows no schemas.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_SLOT = re.compile(r"^\s*([^:\n]+):\s*(.*)$", re.MULTILINE)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_NUMBER = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?", re.IGNORECASE)
_YES = {"yes": True, "true": True, "no": False, "false": False}


def shaped(reply: str, schema: Mapping[str, Any]) -> str:
    """The reply as a JSON text by the schema, or as it is."""
    try:
        return json.dumps(_value(reply, schema), ensure_ascii=False)
    except ValueError:
        return reply


def _value(reply: str, schema: Mapping[str, Any]) -> Any:
    """What the schema makes of a reply; ValueError where it makes nothing of it."""
    for group in ("anyOf", "oneOf"):
        for option in schema.get(group) or ():
            try:
                return _value(reply, option)
            except ValueError:
                continue
    if "const" in schema or "enum" in schema:
        return _listed(reply, schema.get("enum", [schema.get("const")]))
    kinds = schema.get("type", "object" if "properties" in schema else "string")
    for kind in kinds if isinstance(kinds, list) else [kinds]:
        try:
            return _of(kind, reply.strip(), schema)
        except ValueError:
            continue
    raise ValueError


def _of(kind: str, reply: str, schema: Mapping[str, Any]) -> Any:
    match kind:
        case "string":
            return reply
        case "boolean":
            return _member(reply.rstrip(".").casefold(), _YES)
        case "integer" | "number":
            return _number(reply, whole=kind == "integer")
        case "array":
            return _array(reply, schema)
        case "object":
            return _object(reply, schema.get("properties") or {})
    raise ValueError


def _listed(reply: str, known: list[Any]) -> Any:
    told = {str(one).casefold(): one for one in known}
    return _member(reply.strip().rstrip(".").casefold(), told)


def _member(said: str, known: Mapping[str, Any]) -> Any:
    if said not in known:
        raise ValueError
    return known[said]


def _number(reply: str, whole: bool) -> int | float:
    found = _NUMBER.findall(reply)
    if len(found) != 1:
        raise ValueError
    told = float(found[0].replace(",", "").replace("−", "-"))
    if whole and told != int(told):
        raise ValueError
    return int(told) if told == int(told) else told


def _array(reply: str, schema: Mapping[str, Any]) -> list[Any]:
    items = schema.get("items") or {}
    if items.get("type") in ("number", "integer"):
        return [_number(one, whole=items["type"] == "integer") for one in _NUMBER.findall(reply)]
    lines = (line.strip() for line in reply.splitlines())
    return [_value(_BULLET.sub("", line), items) for line in lines if line]


def _object(reply: str, parts: Mapping[str, Any]) -> dict[str, Any]:
    if len(parts) == 1:
        return {name: _value(reply, schema) for name, schema in parts.items()}
    slots = {name.strip(): said for name, said in _SLOT.findall(reply)}
    if not parts.keys() <= slots.keys():
        named = reply.split(" | ")
        if len(named) == len(parts):
            slots = dict(zip(parts, named, strict=True))
        elif "answer" in parts:
            # Whatever else is asked for, reasons say, a model of few words leaves empty.
            slots = {name: reply if name == "answer" else "" for name in parts}
        else:
            raise ValueError
    return {name: _value(slots[name], schema) for name, schema in parts.items()}
