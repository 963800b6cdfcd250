"""A model at a server that speaks OpenAI's protocol: requests out, replies in.

A schema is asked for by `response_format` and checked on the answer, since many servers pass over
what they do not know. Options that a server refuses are left out, and remembered.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from figloom.client import retries
from figloom.client.faults import Garbled, Moved, moved_to
from figloom.client.retries import Policy
from figloom.client.server import Server, package
from figloom.errors import SetupError
from figloom.exam import pictures, schemas
from figloom.exam.call import Call, Image, Reply, Turn
from figloom.exam.settings import Settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI

POLICY = Policy(tries=6, garbled_again=True)

_LIMITS = ("max_tokens", "max_completion_tokens")
_REFUSED = re.compile(
    r"unsupported|not? (?:be )?(?:support|permit|allow|accept)|unknown|unrecogni[sz]ed|unexpected"
    r"|\bextra\b|deprecated|removed|only the default",
    re.IGNORECASE,
)


class Remote:
    """A model at a server; the key comes from the environment and stays there."""

    def __init__(
        self,
        model: str,
        base_url: str,
        settings: Settings,
        ceiling: int,
        policy: Policy = POLICY,
    ) -> None:
        package()
        self.model, self.ceiling = model, ceiling
        self.timeout, self.tries = policy.timeout, policy.tries
        self._server, self._settings, self._policy = Server(base_url), settings, policy
        self.host, key = self._server.host, self._server.key(model)
        self._without: defaultdict[str, set[str]] = defaultdict(set)
        self._session = _session(self._server, key, ceiling, self.timeout)
        # Put together once: the package would do so for every request.
        base = self._session.base_url
        self._place = str(base.copy_with(raw_path=base.raw_path + b"chat/completions"))

    async def send(self, call: Call) -> Reply:
        """One request; sent again at once, without them, where the server refuses options."""
        openai, model = package(), call.model or self.model
        # A thread for every request would cost more than what it does, but for a resize.
        small = pictures.resized(call, self._settings.max_pixels)
        wanted = (
            await asyncio.to_thread(self._body, call, model) if small else self._body(call, model)
        )
        without, begun = set(self._without[model]), time.monotonic()
        while True:
            body = _encoded(wanted, without)
            try:
                async with asyncio.timeout(self.timeout):
                    raw = await self._post(body)
                break
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                blamed = _blamed(error, wanted, without)
                if not blamed:
                    raise
                without.add(blamed)
        reply = self._read(raw, call)
        self._without[model] |= without
        return replace(reply, seconds=round(time.monotonic() - begun, 3))

    def again(self, error: Exception, attempt: int, chance: Random) -> float | None:
        """By the policy of every caller."""
        openai = package()
        if not isinstance(error, openai.APIError | Garbled | TimeoutError):
            raise error
        return retries.again(error, attempt, self._policy, chance)

    def asked_to_wait(self, error: Exception) -> float:
        """What Retry-After says, up to the policy's patience."""
        if not isinstance(error, package().APIStatusError):
            return 0.0
        return min(self._policy.patience, retries.asked_to_wait(error))

    def is_hopeless(self, error: Exception) -> bool:
        """A wrong key, model or address, money used up, or nobody who answers."""
        openai = package()
        hopeless = (
            openai.AuthenticationError,
            openai.PermissionDeniedError,
            openai.NotFoundError,
            openai.APIConnectionError,
            TimeoutError,
            Garbled,
        )
        return isinstance(error, hopeless) or getattr(error, "code", None) == "insufficient_quota"

    def is_final(self, error: Exception) -> bool:
        """A key that is no longer accepted (401); some hosts answer 403 to a single prompt."""
        return isinstance(error, package().AuthenticationError)

    def sentence(self, error: Exception, tries: int) -> str:
        """One sentence without key, password or a long page."""
        return self._server.sentence(error, self.model, tries, self.timeout)

    def cleaned(self, text: str) -> str:
        """A reply without the key that it echoes."""
        return self._server.cleaned_reply(text)

    def left_out(self) -> tuple[str, ...]:
        """Options that were refused, of any model asked."""
        return tuple(sorted(set().union(*self._without.values())))

    async def close(self) -> None:
        """Close every connection."""
        await self._session.close()

    def _body(self, call: Call, model: str) -> dict[str, Any]:
        """Everything that is asked for, before anything is left out."""
        settings = self._settings
        body: dict[str, Any] = {
            "model": model,
            "messages": [_message(turn, settings.max_pixels) for turn in call.turns],
            "temperature": settings.temperature,
            "seed": settings.seed if call.seed is None else call.seed,
            self._server.limit: settings.max_tokens,
        }
        if call.schema is not None:
            described = {"name": "answer", "schema": call.schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": described}
        return body

    async def _post(self, body: bytes) -> bytes:
        """The body of a good answer. The package's own types would cost more than all the rest."""
        from aiohttp import ClientError
        from httpx2 import Response

        options: Any = {"headers": {"Content-Type": "application/json"}}
        try:
            response = await self._session.post(
                self._place, cast_to=Response, content=body, options=options
            )
        except (ClientError, ValueError) as error:
            # What aiohttp cannot read as HTTP is no error that the package knows.
            raise Garbled from error
        if place := moved_to(response):
            raise Moved(place)
        return response.content

    def _read(self, raw: bytes, call: Call) -> Reply:
        """The reply in an answer; Garbled where it is none."""
        try:
            told = json.loads(raw)
            choice = told["choices"][0]
            text = _text(choice["message"])
            usage = told.get("usage") or {}
            counts = [int(usage.get(f"{side}_tokens") or 0) for side in ("prompt", "completion")]
            finish = str(choice.get("finish_reason") or "stop")
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            raise Garbled from None
        mode = "free" if call.schema is None else schemas.mode(call.schema, text)
        return Reply(self.cleaned(text), mode, finish, *counts)


def _session(server: Server, key: str, ceiling: int, timeout: float) -> AsyncOpenAI:
    """Over aiohttp: asking takes a quarter less time than over the package's own connections."""
    from httpx2 import Limits

    openai = package()
    limits = Limits(max_connections=ceiling, max_keepalive_connections=ceiling)
    try:
        client = openai.DefaultAioHttpClient(limits=limits)
    except OSError as error:
        raise SetupError(
            "The certificates named in SSL_CERT_FILE or SSL_CERT_DIR cannot be read: "
            f"{error.strerror or error}."
        ) from None
    session: AsyncOpenAI = openai.AsyncOpenAI(
        base_url=server.address,
        api_key=key,
        default_headers=server.headers,
        max_retries=0,
        timeout=timeout,
        http_client=client,
    )
    return session


def _message(turn: Turn, max_pixels: int) -> dict[str, Any]:
    # A model may have said half a character, which no server can be sent.
    text = turn.text.encode("utf-8", "replace").decode()
    if not turn.images:
        return {"role": turn.role, "content": text}
    parts: list[dict[str, Any]] = [
        {"type": "image_url", "image_url": {"url": _url(pictures.fitted(image, max_pixels))}}
        for image in turn.images
    ]
    return {"role": turn.role, "content": [*parts, {"type": "text", "text": text}]}


def _url(image: Image) -> str:
    return f"data:{image.mime};base64,{base64.b64encode(image.data).decode()}"


def _encoded(wanted: Mapping[str, Any], without: set[str]) -> bytes:
    """The body without some options; the length is spelt the other way first."""
    body = {name: value for name, value in wanted.items() if name not in without}
    spelt = next((name for name in _LIMITS if name in wanted), None)
    if spelt in without:
        other = next(name for name in _LIMITS if name != spelt)
        if other not in without:
            body[other] = wanted[str(spelt)]
    return to_json(body)


def _blamed(error: Any, wanted: Mapping[str, Any], without: set[str]) -> str:
    """The option that a refusal is about; a schema where it names none. Empty for other faults."""
    said = " ".join(str(part) for part in (error.code, error.message, error.param) if part)
    if _REFUSED.search(said):
        names = ("temperature", "seed", *_LIMITS)
        for name in names:
            sent = name in wanted or (name in _LIMITS and without & {*_LIMITS})
            if sent and name not in without and re.search(rf"\b{name}\b", said):
                return name
    form = "response_format"
    return form if form in wanted and form not in without else ""


def _text(message: Mapping[str, Any]) -> str:
    """Words of a message, which some servers give in parts; a refusal is what was said."""
    content = message.get("content") or message.get("refusal") or ""
    if isinstance(content, str):
        return content
    return "".join(str(part["text"]) for part in content if part.get("type") == "text")
