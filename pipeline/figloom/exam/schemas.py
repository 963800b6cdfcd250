"""Replies by schema: what is asked for, whether a reply follows it, and the answer it holds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from string import ascii_uppercase
from typing import Any, Literal

from figloom.types import Question

_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict, "array": list, "string": str, "boolean": bool, "integer": int,
    "number": (int, float), "null": type(None),
}  # fmt: skip


def of_question(question: Question) -> dict[str, Any]:
    """JSON schema of an object whose `answer` is of the question's kind.

    Every answer is given by the kind of the question alone: the schema tells nothing about it.
    """
    return _object({"answer": _answer(question)})


def _answer(question: Question) -> dict[str, Any]:
    text = {"type": "string"}
    match question.kind:
        case "yes_no":
            return {"type": "string", "enum": ["Yes", "No"]}
        case "choice":
            return {"type": "string", "enum": list(ascii_uppercase[: len(question.choices)])}
        case "integer":
            return {"type": "integer"}
        case "texts" | "ordered" | "checklist":
            return {"type": "array", "items": text}
        case "triple":
            return _object({"head": text, "relation": text, "tail": text})
        case "box":
            return {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4}
        case "slots":
            pairs = question.answer if isinstance(question.answer, tuple) else ()
            return _object({str(pair[0]): text for pair in pairs if isinstance(pair, tuple)})
        case "text" | "summary" | "number" | "unknown":
            # A question that cannot be answered looks like one for a number.
            return text


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def mode(schema: Mapping[str, Any], text: str) -> Literal["schema", "plain"]:
    """Whether a reply is JSON that follows the schema."""
    try:
        return "schema" if follows(schema, json.loads(text)) else "plain"
    except (ValueError, RecursionError):
        return "plain"


def follows(schema: Mapping[str, Any], value: Any) -> bool:
    """Whether a value follows a schema, of the keywords that `of_question` writes."""
    name = schema.get("type")
    if name in _TYPES:
        is_truth = isinstance(value, bool)
        if not isinstance(value, _TYPES[name]) or (is_truth and name != "boolean"):
            return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, list):
        many = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
        return many and all(follows(schema.get("items", {}), item) for item in value)
    if isinstance(value, dict):
        known = schema.get("properties", {})
        if schema.get("additionalProperties") is False and not set(value) <= set(known):
            return False
        return set(schema.get("required", ())) <= set(value) and all(
            follows(known.get(key, {}), item) for key, item in value.items()
        )
    return True


def spoken(text: str) -> str:
    """The plain answer in a reply by schema, as a person would write it; other JSON as it is."""
    said = json.loads(text)
    if not isinstance(said, dict) or "answer" not in said:
        return text
    answer = said["answer"]
    if isinstance(answer, dict):
        if set(answer) == {"head", "relation", "tail"}:
            return " | ".join(str(answer[slot]) for slot in ("head", "relation", "tail"))
        return "\n".join(f"{name}: {value}" for name, value in answer.items())
    if isinstance(answer, list):
        if all(isinstance(value, int | float) for value in answer):
            return json.dumps(answer)
        return "\n".join(str(value) for value in answer)
    return answer if isinstance(answer, str) else json.dumps(answer)
