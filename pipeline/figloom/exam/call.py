"""What goes to a model and what comes back: one call, or several that make up a dialog."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Image:
    """An encoded picture as it is sent."""

    data: bytes
    mime: str = "image/png"
    width: int = 0
    """Pixels; 0 where nobody has looked."""
    height: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """One message; its images stand before its text."""

    role: Literal["system", "user", "assistant"]
    text: str
    images: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """One request to a model."""

    turns: tuple[Turn, ...]
    model: str = ""
    """Empty for the model that is examined; another one where a larger model thinks for it."""
    schema: Mapping[str, Any] | None = None
    """JSON schema that the reply should follow; None asks for free text."""
    seed: int | None = None
    """None takes the run's; several votes on one question differ in it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said to one call."""

    text: str
    """As it came; of a reply by schema, the JSON."""
    mode: Literal["free", "schema", "plain"] = "free"
    """`schema` where the reply follows the schema asked for, `plain` where the server did not
    honour it and plain text was taken."""
    finish: str = "stop"
    """The server's reason for the end: `stop`, `length`, `content_filter`, ..."""
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    tries: int = 1


Next = Callable[[tuple[Reply, ...]], Call | None]
"""From the replies so far to the next call, or None when the last reply is the answer."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """All calls that one sample needs; most need one."""

    id: str
    """Of the sample."""
    next: Next
