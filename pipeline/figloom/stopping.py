"""Ctrl-C and the TERM signal: heard at once, but where something would be left half done."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stopped(KeyboardInterrupt):
    """Somebody wants the command to end."""


def _raised(number: int) -> None:
    raise Stopped(number)


_end: Callable[[int], None] = _raised
_heard: int | None = None
_held = 0


def _hear(number: int, _: object) -> None:
    # One is enough: a second one would break into what clears up after the first.
    global _heard
    if _heard is None:
        _heard = number
        # A browser's driver hears Ctrl-C, too, and the loop that it leaves behind would tell of it.
        logging.getLogger("asyncio").disabled = True
        if not _held:
            _end(number)


def check() -> None:
    """End if a signal was heard: Python may have swallowed what it raised."""
    if _heard is not None:
        _end(_heard)


def code() -> int:
    """What a command that was stopped exits with, as a shell has it."""
    return 128 + (_heard or signal.SIGINT)


@contextmanager
def heard() -> Iterator[None]:
    """Signals raise Stopped in here, and are ignored once one did. What a shell has told to ignore
    Ctrl-C goes on ignoring it."""
    global _heard
    _heard = None
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _hear)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler if _heard is None else signal.SIG_IGN)


@contextmanager
def held() -> Iterator[None]:
    """Signals wait for the end of what stands in here."""
    global _held
    _held += 1
    try:
        yield
    finally:
        _held -= 1
    if not _held:
        check()


def end_quietly() -> None:
    """TERM ends this process without a word, as one that another began; what a terminal sends, such
    as Ctrl-C, reaches neither it nor its browser."""
    global _end
    _end = _gone
    os.setsid()
    signal.signal(signal.SIGTERM, _hear)


def _gone(number: int) -> None:
    os._exit(128 + number)
