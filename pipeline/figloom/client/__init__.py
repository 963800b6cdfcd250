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
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar

from figloom import files
from figloom.client.retries import PATIENCE, PAUSE, TIMEOUT, TRIES, Policy, again, passing
from figloom.client.server import Server, package
from figloom.errors import OutputError, SetupError

if TYPE_CHECKING:
    from openai import OpenAI
    from pydantic import BaseModel

    Shape = TypeVar("Shape", bound=BaseModel)

LONGEST = 4096
"""Tokens in a reply."""

Message = Mapping[str, Any]
"""As OpenAI's chat protocol has it: `role` and `content`."""


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


_FAULTS = {
    "missing": "this key is missing",
    "extra_forbidden": "no such key is wanted",
    "string_type": "a text is wanted",
    "list_type": "a list is wanted",
}
"""What is wrong with a reply, where it is said better in our own words."""


def _reason(error: ValueError) -> str:
    """One line for a reply that is refused, without the reply."""
    from pydantic import ValidationError

    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        said = _FAULTS.get(first["type"], first["msg"])
        return f"{place}: {said}" if place else said
    return " ".join(str(error).split())


class Silent(SetupError):
    """The server cannot be reached, or has no time: what may go better another day."""


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
        self._server = Server(base_url or os.environ.get("OPENAI_BASE_URL") or "")
        self._plain = False
        self._session: OpenAI | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._session is not None:
            self._session.close()

    def ask(
        self,
        messages: Sequence[Message],
        shape: type[Shape],
        check: Callable[[Shape], None] = lambda answer: None,
        seed: int = 0,
    ) -> Shape:
        """The model's answer as `shape`; `check` raises ValueError on one that makes no sense.

        The raw reply is what is cached, so that a build repeats whatever it met: vary `seed` to
        hear another. InvalidReply for an unusable reply, SetupError for a server that gives none,
        Silent if it may give one later.
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
        openai, schema = package(), shape.model_json_schema()
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
        policy, session = Policy(TRIES, PAUSE, PATIENCE, TIMEOUT), self._connect()
        chance = Random(f"client/{self.model}/{body!r}")
        limit = {self._server.limit: LONGEST}
        for attempt in range(TRIES):
            try:
                whole = session.chat.completions.create(model=self.model, **{**body, **limit})
                return (whole.choices[0].message.content or "") if whole.choices else ""
            except unfit:
                raise
            except (package().APIError, AttributeError, ValueError) as error:
                wait = again(error, attempt, policy, chance)
                if wait is None:
                    self._give_up(error)
            self.counts["retried"] += 1
            time.sleep(wait)
        raise AssertionError("unreachable")

    def _connect(self) -> OpenAI:
        if self._session is None:
            session: OpenAI = package().OpenAI(
                base_url=self._server.address,
                api_key=self._server.key(self.model),
                default_headers=self._server.headers,
                max_retries=0,
                timeout=TIMEOUT,
            )
            self._session = session
        return self._session

    def _give_up(self, error: Exception) -> NoReturn:
        """SetupError: one sentence without the key, the address's password or a long page."""
        self.counts["failed"] += 1
        said = self._server.sentence(error, self.model, TRIES, TIMEOUT)
        raise (Silent if passing(error) else SetupError)(said) from None
