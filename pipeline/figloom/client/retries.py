"""What is asked again after a fault, and how long is waited before: one policy for every caller."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import Random
from typing import TYPE_CHECKING

from figloom.client.faults import Garbled
from figloom.client.server import package

if TYPE_CHECKING:
    from openai import APIStatusError

TIMEOUT = 120.0
"""Seconds that a reply may take."""
TRIES = 5
"""How often a request is sent before a busy or silent server is given up."""
PAUSE = 1.0
"""Seconds before the first repeat; doubled each time, half of it by chance."""
PATIENCE = 120.0
"""Longest wait, in seconds, that a server may ask for; one that asks for more is given up."""

_BUSY = {408, 409, 429}
_LONGEST_PAUSE = 60.0


@dataclass(frozen=True, slots=True)
class Policy:
    """How patient a caller is; times in seconds."""

    tries: int = TRIES
    pause: float = PAUSE
    patience: float = PATIENCE
    timeout: float = TIMEOUT
    garbled_again: bool = False
    """Whether what is no protocol is asked for again: in a long run a proxy's page is a passing
    fault, at its start it is a wrong address."""


def again(error: Exception, attempt: int, policy: Policy, chance: Random) -> float | None:
    """Seconds to wait before a request is sent again, or None when it is of no use.

    `attempt` counts from 0; `chance` spreads those who wait for the same server.
    """
    openai = package()
    asked = 0.0
    if attempt + 1 >= policy.tries:
        return None
    if isinstance(error, openai.APIStatusError):
        asked = asked_to_wait(error)
        if not _may_pass(error) or asked > policy.patience:
            return None
    elif isinstance(error, Garbled):
        if not policy.garbled_again:
            return None
    elif not isinstance(error, openai.APIConnectionError | TimeoutError):
        return None
    grown = min(_LONGEST_PAUSE, policy.pause * 2.0**attempt) * (0.5 + chance.random() / 2)
    return max(asked, grown)


def asked_to_wait(error: APIStatusError) -> float:
    """Seconds that the server asks to wait: a number or a date, 0 when it asks for nothing."""
    asked = error.response.headers.get("retry-after", "")
    try:
        return max(0.0, float(asked))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(asked) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return 0.0


def passing(error: Exception) -> bool:
    """Whether a server given up may answer another day, with nothing mended here."""
    openai = package()
    if isinstance(error, openai.APIStatusError):
        return _may_pass(error)
    return isinstance(error, openai.APIConnectionError)


def _may_pass(error: APIStatusError) -> bool:
    """Whether waiting helps: not so when an account's money is used up."""
    busy = error.status_code in _BUSY or error.status_code >= 500
    return busy and error.code != "insufficient_quota"
