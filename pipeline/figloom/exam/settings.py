"""What a model is asked with, and what of it decides whether a reply may be used again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from figloom.exam.call import Call


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run asks; all of it stands in run.json."""

    temperature: float = 0.0
    max_tokens: int = 2048
    """Of a reply."""
    max_pixels: int = 0
    """Larger pictures are made smaller; 0 sends all as they are."""
    seed: int = 0
    prompt: str = "direct"
    control: str = ""
    structured: bool = False
    """Whether replies are asked for by schema."""
    limit: int = 0
    """Samples asked; 0 asks all."""
    tasks: tuple[str, ...] = ()
    """Tasks or subtasks asked; none asks all."""


def key_of(call: Call, model: str, settings: Settings) -> str:
    """Name of a reply: equal for calls that are the same to the model, whoever serves it.

    Pictures count as they are before they are made smaller.
    """
    turns = [
        [turn.role, turn.text, [sha256(image.data).hexdigest() for image in turn.images]]
        for turn in call.turns
    ]
    asked: list[Any] = [
        call.model or model,
        turns,
        call.schema,
        settings.temperature,
        settings.max_tokens,
        settings.max_pixels,
        settings.seed if call.seed is None else call.seed,
    ]
    return sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:32]
