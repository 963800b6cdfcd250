"""The one way to ask a language model: any server that speaks OpenAI's protocol, hosted or local.

Every answer follows a JSON schema and is checked here, is cached by a hash of what was asked, and
what had to be retried or read in a second way is counted.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar
from urllib.parse import urlsplit

from figloom import files
from figloom.errors import OutputError, SetupError

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAI
    from pydantic import BaseModel

    Shape = TypeVar("Shape", bound=BaseModel)

TIMEOUT = 120.0
"""Seconds that a reply may take."""
TRIES = 5
"""How often a request is sent before a busy or silent server is given up."""
PAUSE = 1.0
"""Seconds before the first repeat; doubled each time, half of it by chance."""
PATIENCE = 120.0
"""Longest wait, in seconds, that a server may ask for; one that asks for more is given up."""
LONGEST = 4096
"""Tokens in a reply."""

_KEY = "OPENAI_API_KEY"
_BUSY = {408, 409, 429}

Message = Mapping[str, Any]
"""As OpenAI's chat protocol has it: `role` and `content`."""


def _openai() -> ModuleType:
    try:
        import openai
    except ImportError:
        raise SetupError(
            'Asking a language model needs the openai package. Run: pip install "figloom[llm]"'
        ) from None
    return openai


def _kept(file: Path) -> dict[str, Any] | None:
    try:
        kept: dict[str, Any] = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise OutputError(f"The cached reply {file} cannot be read: {error}. Delete it.") from None
    return kept


def _json_within(reply: str) -> str:
    """The longest JSON object in a reply, which may stand in a fence or after some thoughts."""
    reply = reply.strip()
    longest, start, decoder = "", reply.find("{"), json.JSONDecoder()
    while start >= 0:
        try:
            _, end = decoder.raw_decode(reply, start)
        except ValueError:
            end = start + 1
        except RecursionError:
            break
        else:
            longest = max(longest, reply[start:end], key=len)
        start = reply.find("{", end)
    return longest or reply


def _wait(error: APIStatusError) -> float:
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


def _may_pass(error: APIStatusError) -> bool:
    """Whether waiting helps: not so when an account's money is used up."""
    busy = error.status_code in _BUSY or error.status_code >= 500
    return busy and error.code != "insufficient_quota"


def _reason(error: ValueError) -> str:
    """One line for a reply that is refused, without the reply."""
    from pydantic import ValidationError

    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        return f"{place}: {first['msg']}" if place else first["msg"]
    return " ".join(str(error).split())


class InvalidReply(Exception):
    """What the model replied does not follow the schema, or fails the caller's check."""


class Client:
    """A model at a server, closed by `with`; the key comes from the environment and stays there.

    `counts` holds `asked` (calls of `ask`), `cached` (answered from disk), `retried` (requests
    sent again), `fallbacks` (answers not given as the schema asks but found in plain text) and
    `failed` (invalid replies, and servers given up).
    """

    def __init__(self, model: str, base_url: str = "") -> None:
        self.model, self.counts = model, Counter[str]()
        self._url = base_url or os.environ.get("OPENAI_BASE_URL") or ""
        self._plain = False
        self._server: OpenAI | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.close()

    def ask(
        self,
        messages: Sequence[Message],
        shape: type[Shape],
        check: Callable[[Shape], None] = lambda answer: None,
        seed: int = 0,
    ) -> Shape:
        """The model's answer as `shape`; `check` raises ValueError on one that makes no sense.

        The raw reply is what is cached, so that a build repeats whatever it met: vary `seed` to
        hear another. InvalidReply for an unusable reply, SetupError for a server that gives none.
        """
        self.counts["asked"] += 1
        settings = {"seed": seed, "longest": LONGEST}
        asked = [self.model, list(messages), shape.model_json_schema(), settings]
        told = json.dumps(asked, sort_keys=True, ensure_ascii=False)
        name = hashlib.sha256(told.encode()).hexdigest()
        file = files.cache() / "replies" / name[:2] / f"{name}.json"
        kept = _kept(file)
        if kept is None:
            kept = self._reply(messages, shape, seed)
            files.write_whole(file, json.dumps(kept).encode())
        else:
            self.counts["cached"] += 1
        reply = str(kept["reply"])
        found = _json_within(reply)
        if kept["plain"] or found != reply.strip():
            self.counts["fallbacks"] += 1
        try:
            answer = shape.model_validate_json(found)
            check(answer)
        except ValueError as error:
            self.counts["failed"] += 1
            raise InvalidReply(_reason(error)) from None
        return answer

    def _reply(self, messages: Sequence[Message], shape: type[Shape], seed: int) -> dict[str, Any]:
        """Raw text, asked for with the schema, or in plain words of a server without schemas."""
        openai, schema = _openai(), shape.model_json_schema()
        unfit = (openai.BadRequestError, openai.UnprocessableEntityError)
        body: dict[str, Any] = {"messages": list(messages), "seed": seed}
        refusal: Exception | None = None
        if not self._plain:
            described = {"name": shape.__name__, "schema": schema}
            formal = {"type": "json_schema", "json_schema": described}
            try:
                text = self._send({**body, "response_format": formal}, unfit)
                # Some servers pass over what they do not know, so only the reply tells.
                if _json_within(text).startswith("{"):
                    return {"reply": text, "plain": False}
            except unfit as error:
                refusal = error
        words = f"Reply with JSON only, by this schema:\n{json.dumps(schema)}"
        try:
            more = [*messages, {"role": "user", "content": words}]
            text = self._send({**body, "messages": more}, unfit)
        except unfit as error:
            # If the schema was not at fault, the first refusal says what was.
            self._give_up(refusal or error)
        self._plain = True
        return {"reply": text, "plain": True}

    def _send(self, body: Mapping[str, Any], unfit: tuple[type[Exception], ...]) -> str:
        """One request, repeated while the server is busy or silent; errors in `unfit` pass."""
        openai, server = _openai(), self._connect()
        chance = Random(f"client/{self.model}/{body!r}")
        # OpenAI itself renamed this; the local servers know the old name, and some only that.
        limit = "max_tokens" if self._url else "max_completion_tokens"
        for attempt in range(TRIES):
            try:
                whole = server.chat.completions.create(model=self.model, **{**body, limit: LONGEST})
                return (whole.choices[0].message.content or "") if whole.choices else ""
            except unfit:
                raise
            except openai.APIStatusError as error:
                wait = _wait(error)
                if not _may_pass(error) or wait > PATIENCE or attempt == TRIES - 1:
                    self._give_up(error)
            except openai.APIConnectionError as error:
                wait = 0.0
                if attempt == TRIES - 1:
                    self._give_up(error)
            except (openai.APIError, AttributeError, ValueError) as error:
                self._give_up(error)
            self.counts["retried"] += 1
            time.sleep(max(wait, PAUSE * 2**attempt * (0.5 + chance.random() / 2)))
        raise AssertionError("unreachable")

    def _connect(self) -> OpenAI:
        if self._server is None:
            key = os.environ.get(_KEY)
            if not key and not self._url:
                raise SetupError(
                    f"Model {self.model!r} needs a key in {_KEY}, or a base_url of a local server."
                )
            # The package refuses an empty key, which local servers never look at.
            self._server = _openai().OpenAI(
                base_url=self._url or None, api_key=key or "none", max_retries=0, timeout=TIMEOUT
            )
        return self._server

    def _give_up(self, error: Exception) -> NoReturn:
        """SetupError: one sentence without the key, the address's password or a long page."""
        openai = _openai()
        self.counts["failed"] += 1
        parts = urlsplit(self._url)
        port = f":{parts.port}" if parts.port else ""
        where = f"The model server {parts.hostname}{port}" if self._url else "OpenAI's server"
        if isinstance(error, (openai.AuthenticationError, openai.PermissionDeniedError)):
            given = os.environ.get(_KEY)
            what = f"does not accept the key in {_KEY}." if given else f"wants a key: set {_KEY}."
        elif isinstance(error, openai.NotFoundError):
            what = f"has no model {self.model!r} at this address. Check model and base_url."
        elif isinstance(error, openai.RateLimitError):
            what = "takes no more requests now (429). Wait, or raise the account's limit."
        elif isinstance(error, openai.APITimeoutError):
            what = f"gave no answer within {TIMEOUT:g} s, {TRIES} times. Try a faster model."
        elif isinstance(error, openai.APIConnectionError):
            what = "cannot be reached. Start it, or check base_url and the network."
        elif isinstance(error, openai.APIStatusError):
            said = " ".join(error.message.split()).replace(os.environ.get(_KEY) or "\0", "...")
            what = f"answers {error.status_code} ({said[:200]}). Check model and base_url."
        else:
            what = "does not speak OpenAI's protocol. Check base_url; it often ends in /v1."
        raise SetupError(f"{where} {what}") from None
