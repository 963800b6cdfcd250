"""What kept a request from being answered: told by the causes of an error.

The openai package calls every broken connection a time-out where aiohttp carries it.
"""

from __future__ import annotations

from collections.abc import Iterator


def was_slow(error: BaseException) -> bool:
    """Whether time ran out."""
    from aiohttp import ClientConnectionError
    from openai import APITimeoutError

    causes = list(_causes(error))
    if any(isinstance(cause, TimeoutError) for cause in causes):
        return True
    broken = any(isinstance(cause, ClientConnectionError) for cause in causes)
    return isinstance(error, APITimeoutError) and not broken


def nobody_there(error: BaseException) -> bool:
    """Whether no connection could be made."""
    from aiohttp import ClientConnectorError

    return any(isinstance(cause, ClientConnectorError) for cause in _causes(error))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, what it was raised from, what that was raised from."""
    while error is not None:
        yield error
        error = error.__cause__
