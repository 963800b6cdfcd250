"""Work that is best done in batches: a render plug-in may hand it back instead of a picture."""

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
    finish: Callable[[Any], Picture | Declined | Later]
    """It may ask again, for another try."""
