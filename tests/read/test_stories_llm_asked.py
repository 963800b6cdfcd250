"""What a model is asked for and held to, without any model."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from figloom.read.stories import stories
from figloom.read.stories_llm_checks import faults
from figloom.read.stories_llm_shapes import SECTIONS


def test_our_own_words_would_pass_as_a_models() -> None:
    told = [fault for story in stories().stories for fault in faults(story, "")]
    assert [fault.partition("'")[2].partition("'")[0] for fault in told] == ["n smaller than two?"]


def test_what_is_asked_for_has_an_end() -> None:
    """Else a server that follows the schema to the letter never stops."""

    def open_ended(schema: Any, place: str) -> Iterator[str]:
        if isinstance(schema, list):
            for n, held in enumerate(schema):
                yield from open_ended(held, f"{place}[{n}]")
        elif isinstance(schema, dict):
            bounds = {"array": {"maxItems"}, "string": {"maxLength", "pattern", "enum", "const"}}
            wanted = bounds.get(schema.get("type", ""), set())
            if wanted and not wanted & schema.keys():
                yield place
            if "additionalProperties" in schema and schema["additionalProperties"] is not False:
                yield place
            for key, held in schema.items():
                yield from open_ended(held, f"{place}.{key}")

    for name, section in SECTIONS.items():
        schema = section.shape.model_json_schema()
        assert [*open_ended(schema, name)] == []
        held = {key: re.findall(r"\$defs/(\w+)", json.dumps(of))
                for key, of in schema["$defs"].items()}  # fmt: skip
        assert not [key for key in held if key in _reached(held, key)]


def _reached(held: Mapping[str, list[str]], key: str) -> set[str]:
    return {one for under in held[key] for one in (under, *_reached(held, under))}
