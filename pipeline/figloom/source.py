"""What the verbs may ask of any source, whatever its family."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol


class Source(Protocol):
    """A read-only handle on where facts come from."""

    name: str
    licence: str
    notes: tuple[str, ...]
    """Sentences for the person who builds: what was left out, and why."""

    def picture(self, reference: str) -> Path:
        """File of a picture reference; SourceError when there is none."""
        ...
