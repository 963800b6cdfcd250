"""Where a model is served, and what may be said of it: never the key, nor the address's password.

The key comes from the environment and stays there.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit, urlunsplit

from figloom.client.faults import Moved, is_plain, is_untrusted, moved_to, proxy_for, was_slow
from figloom.errors import SetupError
from figloom.terminal import counted

KEY = "OPENAI_API_KEY"
_HIDDEN = "..."
_LONG = 16
"""Characters from which a secret cannot be a word that a model would say."""
_PROXY_WANTS_LOGIN, _TOO_LARGE = 407, 413
_SAID = 200
"""Characters of a server's own words that an error repeats."""


def package() -> ModuleType:
    """The openai package, which takes half a second to import."""
    import openai

    return openai


@dataclass(frozen=True, slots=True)
class Server:
    """A server that speaks OpenAI's protocol."""

    url: str = field(repr=False)
    """Empty for OpenAI itself; may hold a name and a password."""

    def __post_init__(self) -> None:
        """SetupError for what is no address."""
        try:
            parts = urlsplit(self.url)
            good = not self.url or (parts.scheme in ("http", "https") and parts.hostname)
            good = good and parts.port != 0
            (parts.hostname or "").encode("idna")
        except ValueError:
            good = False
        if not good:
            raise SetupError("The base_url is no address: write it like http://localhost:8000/v1.")

    @property
    def host(self) -> str:
        """Host and port, without what else the address holds."""
        if not self.url:
            return "api.openai.com"
        parts = urlsplit(self.url)
        name = parts.hostname or ""
        name = f"[{name}]" if ":" in name else name
        return f"{name}{f':{parts.port}' if parts.port else ''}"

    @property
    def named(self) -> str:
        """As the beginning of a sentence."""
        return f"The model server {self.host}" if self.url else "OpenAI's server"

    def key(self, model: str) -> str:
        """What to authenticate with; SetupError where OpenAI itself is asked without a key."""
        key = os.environ.get(KEY)
        if not key and not self.url:
            raise SetupError(
                f"Model {model!r} needs a key in {KEY}, or a base_url of a local server."
            )
        if key and not (key.isascii() and key.isprintable()):
            raise SetupError(
                f"{KEY} holds a character that no key has, such as a line break or a curly quote: "
                "set it again."
            )
        # The package refuses an empty key, which local servers never look at.
        return key or "none"

    @property
    def address(self) -> str | None:
        """For the openai package: without name and password, so that no log or error has them."""
        if not self.url:
            return None
        parts = urlsplit(self.url)
        return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))

    @property
    def headers(self) -> dict[str, str]:
        """What stands for a name and password of the address; goes before the key."""
        pair = self._pair()
        return {"Authorization": f"Basic {pair}"} if pair else {}

    @property
    def limit(self) -> str:
        """How the longest reply is called: OpenAI renamed it, and local servers know the old name,
        some only that."""
        return "max_tokens" if self.url else "max_completion_tokens"

    def cleaned(self, text: str, least: int = 1) -> str:
        """The text without this server's secrets of at least so many characters."""
        for secret in self._secrets():
            if len(secret) >= max(1, least):
                text = text.replace(secret, _HIDDEN)
        return text

    def cleaned_reply(self, text: str) -> str:
        """A model's words without secrets that it can only have from us."""
        return self.cleaned(text, _LONG)

    def sentence(self, error: Exception, model: str, tries: int, timeout: float) -> str:
        """One sentence for an error, without secrets and long pages."""
        openai = package()
        status = error.status_code if isinstance(error, openai.APIStatusError) else 0
        moved = moved_to(getattr(error, "response", None))
        if isinstance(error, Moved) or moved:
            place = (moved or str(error)).removesuffix("/chat/completions")
            what = f"has moved: give its new address as base_url ({self.cleaned(place)})."
        elif isinstance(error, (openai.AuthenticationError, openai.PermissionDeniedError)):
            given = os.environ.get(KEY)
            what = f"does not accept the key in {KEY}." if given else f"wants a key: set {KEY}."
        elif isinstance(error, openai.NotFoundError):
            what = f"has no model {model!r} at this address. Check model and base_url."
        elif isinstance(error, openai.RateLimitError):
            what = "takes no more requests now (429). Wait, or raise the account's limit."
        elif status == _PROXY_WANTS_LOGIN:
            what = (
                f"is behind a proxy that wants a name and password (407): write them into "
                f"{self._proxy or 'the proxy'}, as in http://name:password@host:port."
            )
        elif status == _TOO_LARGE:
            what = "takes no request as large as this (413). Send smaller pictures (--max-pixels)."
        elif was_slow(error):
            often = counted(tries, "time")
            what = f"gave no answer within {timeout:g} s, {often}. Try a faster model."
        elif is_untrusted(error):
            what = (
                "does not prove who it is: its certificate is not trusted. Name a file with its "
                "authority's certificate in SSL_CERT_FILE, or check base_url."
            )
        elif is_plain(error):
            what = "does not speak TLS: write http:// in base_url, or check its port."
        elif isinstance(error, openai.APIConnectionError):
            proxy = f" through the proxy in {self._proxy}" if self._proxy else ""
            what = f"cannot be reached{proxy}. Start it, or check base_url and the network."
        elif status:
            said = self.cleaned(" ".join(_words(error).split()))[:_SAID]
            what = f"answers {status}{f' ({said})' if said else ''}. Check model and base_url."
        else:
            what = "does not speak OpenAI's protocol. Check base_url; it often ends in /v1."
        return f"{self.named} {what}"

    @property
    def _proxy(self) -> str:
        """Variable that names the proxy between here and the server."""
        parts = urlsplit(self.url or "https://api.openai.com")
        return proxy_for(parts.scheme, parts.hostname or "")

    def _pair(self) -> str:
        parts = urlsplit(self.url)
        if parts.username is None and parts.password is None:
            return ""
        pair = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
        return base64.b64encode(pair.encode()).decode()

    def _secrets(self) -> Iterator[str]:
        if key := os.environ.get(KEY):
            yield from (key, quote(key, safe=""))
        if pair := self._pair():
            parts = urlsplit(self.url)
            secret = parts.password or parts.username or ""
            yield from (pair, secret, unquote(secret))
        for _, value in parse_qsl(urlsplit(self.url).query):
            if len(value) >= _LONG:
                yield value


def _words(error: Any) -> str:
    """What a server says of an error; nothing where it sends a page, or nothing."""
    told = error.body.get("message") if isinstance(error.body, dict) else error.body
    return told if isinstance(told, str) and not told.lstrip().startswith("<") else ""
