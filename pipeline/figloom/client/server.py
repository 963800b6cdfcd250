"""Where a model is served, and what may be said of it: never the key, nor the address's password.

The key comes from the environment and stays there.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType
from urllib.parse import parse_qsl, quote, unquote, urlsplit, urlunsplit

from figloom.client.faults import was_slow
from figloom.errors import SetupError

KEY = "OPENAI_API_KEY"
_HIDDEN = "..."
_LONG = 16
"""Characters from which a secret cannot be a word that a model would say."""
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
        return f"{parts.hostname}{f':{parts.port}' if parts.port else ''}"

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
        if isinstance(error, (openai.AuthenticationError, openai.PermissionDeniedError)):
            given = os.environ.get(KEY)
            what = f"does not accept the key in {KEY}." if given else f"wants a key: set {KEY}."
        elif isinstance(error, openai.NotFoundError):
            what = f"has no model {model!r} at this address. Check model and base_url."
        elif isinstance(error, openai.RateLimitError):
            what = "takes no more requests now (429). Wait, or raise the account's limit."
        elif was_slow(error):
            what = f"gave no answer within {timeout:g} s, {tries} times. Try a faster model."
        elif isinstance(error, openai.APIConnectionError):
            what = "cannot be reached. Start it, or check base_url and the network."
        elif isinstance(error, openai.APIStatusError):
            said = self.cleaned(" ".join(error.message.split()))
            what = f"answers {error.status_code} ({said[:_SAID]}). Check model and base_url."
        else:
            what = "does not speak OpenAI's protocol. Check base_url; it often ends in /v1."
        return f"{self.named} {what}"

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
