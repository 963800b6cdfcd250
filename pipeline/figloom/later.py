"""What a render plug-in may hand back beside a picture: work that is best done in batches, and a
picture that a second renderer made where the first declined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from figloom.types import Declined, Picture


@dataclass(frozen=True, slots=True)
class Later:
    """A request, who answers many of its kind at once, and what becomes of the answer."""

    request: Any
    answer: Callable[[Sequence[Any]], Sequence[Any]]
    """Requests -> replies, in their order; the same function for all that may go together."""
    finish: Callable[[Any], Picture | Declined | Later | Instead]
    """It may ask again, for another try."""


@dataclass(frozen=True, slots=True)
class Instead:
    """What another renderer made of a task; the run counts what the first one declined it for."""

    made: Picture | Declined
    refusal: Declined
