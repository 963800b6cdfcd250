"""What kept a request from being answered: told by an error, and by what it was raised from.

The openai package calls every broken connection a time-out where aiohttp carries it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.request import getproxies, proxy_bypass


class Garbled(Exception):
    """A reply that does not follow OpenAI's protocol, or HTTP itself."""


class Moved(Garbled):
    """The server sends callers to the address given, without what they ask."""


def was_slow(error: BaseException) -> bool:
    """Whether time ran out."""
    from aiohttp import ClientConnectionError
    from openai import APITimeoutError

    causes = list(_causes(error))
    if any(isinstance(cause, TimeoutError) for cause in causes):
        return True
    broken = any(isinstance(cause, ClientConnectionError) for cause in causes)
    return isinstance(error, APITimeoutError) and not broken


def is_untrusted(error: BaseException) -> bool:
    """Whether the server's certificate does not prove who it is."""
    from ssl import SSLCertVerificationError

    from aiohttp import ClientConnectorCertificateError

    unproved = SSLCertVerificationError, ClientConnectorCertificateError
    return any(isinstance(cause, unproved) for cause in _causes(error))


def is_plain(error: BaseException) -> bool:
    """Whether a server that was spoken to in TLS does not speak it."""
    from ssl import SSLError

    from aiohttp import ClientConnectorSSLError

    return any(isinstance(cause, SSLError | ClientConnectorSSLError) for cause in _causes(error))


def moved_to(response: Any) -> str:
    """Address that a redirect led to which drops what is asked; empty without one."""
    if response is None or not response.history or response.request.method == "POST":
        return ""
    return str(response.request.url)


def proxy_for(scheme: str, host: str) -> str:
    """Variable that names the proxy a request goes through; empty where none does."""
    proxies = getproxies()
    name = next((one for one in (scheme, "all") if one in proxies), "")
    return f"{name.upper()}_PROXY" if name and not proxy_bypass(host) else ""


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, what it was raised from, what that was raised from."""
    while error is not None:
        yield error
        error = error.__cause__
