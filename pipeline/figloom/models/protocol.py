"""OpenAI's chat protocol as a server speaks it: what a request asks, and the bodies that answer."""

from __future__ import annotations

import base64
import binascii
import io
import json
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image

from figloom.models import PREFIX
from figloom.models.shaped import shaped

_CHARACTERS = 4
"""Of a token, roughly: what these models count by."""
_PATCH = 28
"""Pixels across a square that counts as one token of a picture."""


class Refused(Exception):
    """A request that cannot be answered: HTTP status, what is wrong, and a code for programs."""

    def __init__(self, status: int, message: str, code: str = "invalid_request") -> None:
        super().__init__(message)
        self.status, self.code = status, code

    def body(self) -> dict[str, Any]:
        """As OpenAI's servers word it."""
        kind = "invalid_request_error" if self.status < 500 else "server_error"
        told = {"message": str(self), "type": kind, "param": None, "code": self.code}
        return {"error": told}


@dataclass(frozen=True, slots=True)
class Request:
    """What a model is to reply to, and how that is sent."""

    prompt: str
    """All that the user says."""
    images: tuple[bytes, ...]
    schema: Mapping[str, Any] | None
    stream: bool
    told_usage: bool
    """Whether a stream ends with its usage."""
    tokens: int

    def words(self, reply: str) -> str:
        """The reply, as JSON where a schema is asked for and the reply can follow it."""
        return reply if self.schema is None else shaped(reply, self.schema)


def request(body: Any, model: str) -> Request:
    """The request of a body; Refused when it cannot be understood."""
    if not isinstance(body, dict):
        raise Refused(400, "The body is no JSON object.")
    asked = body.get("model")
    if not isinstance(asked, str) or not asked:
        raise Refused(400, "'model' is missing: name the model.")
    if asked not in (model, model.removeprefix(PREFIX)):
        raise Refused(404, f"There is no model {asked!r} here, only {model!r}.", "model_not_found")
    if body.get("n") not in (None, 1):
        raise Refused(400, "'n' must be 1: these models say the same again.")
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise Refused(400, "'messages' must be a list with at least one message.")
    texts: list[str] = []
    images: list[bytes] = []
    tokens = 0
    for place, message in enumerate(messages):
        for part in _parts(message, f"messages[{place}]"):
            tokens += part[1] if isinstance(part, tuple) else len(part) // _CHARACTERS + 1
            if message["role"] != "user":
                continue
            if isinstance(part, tuple):
                images.append(part[0])
            else:
                texts.append(part)
    options = body.get("stream_options")
    return Request(
        prompt="\n\n".join(texts),
        images=tuple(images),
        schema=_schema(body.get("response_format")),
        stream=body.get("stream") is True,
        told_usage=isinstance(options, dict) and options.get("include_usage") is True,
        tokens=tokens,
    )


def _parts(message: Any, where: str) -> Iterator[str | tuple[bytes, int]]:
    """Texts, and pictures with their tokens, of one message."""
    if not isinstance(message, dict) or not isinstance(message.get("role"), str):
        raise Refused(400, f"{where} has no role.")
    content = message.get("content")
    if isinstance(content, str):
        yield content
        return
    if not isinstance(content, list) or not content:
        raise Refused(400, f"{where}.content must be a text, or a list of parts.")
    for number, part in enumerate(content):
        at, kind = f"{where}.content[{number}]", part.get("type") if isinstance(part, dict) else 0
        if kind == "text" and isinstance(part.get("text"), str):
            yield part["text"]
        elif kind == "image_url":
            url = part.get("image_url")
            yield _picture(url.get("url") if isinstance(url, dict) else url, at)
        else:
            raise Refused(400, f"{at} is neither a text nor an image_url.")


def _picture(url: Any, where: str) -> tuple[bytes, int]:
    head, comma, told = url.partition(",") if isinstance(url, str) else ("", "", "")
    if not head.startswith("data:image/") or not head.endswith(";base64") or not comma:
        raise Refused(400, f"{where}: give the picture as a data:image/...;base64 URL.")
    try:
        data = base64.b64decode(told, validate=True)
        with warnings.catch_warnings(action="error"), Image.open(io.BytesIO(data)) as image:
            wide, high = image.size
            image.verify()
    except binascii.Error:
        raise Refused(400, f"{where}: the picture is not base64.", "invalid_image") from None
    except Exception:
        # Pillow's readers raise whatever a broken file makes them trip over.
        raise Refused(
            400, f"{where}: these {len(data)} bytes are no picture that can be read.",
            "invalid_image",
        ) from None  # fmt: skip
    return data, -(-wide // _PATCH) * -(-high // _PATCH)


def _schema(told: Any) -> Mapping[str, Any] | None:
    if told is None or (isinstance(told, dict) and told.get("type") == "text"):
        return None
    if isinstance(told, dict) and told.get("type") == "json_object":
        return {"type": "object", "properties": {"answer": {"type": "string"}}}
    described = told.get("json_schema") if isinstance(told, dict) else None
    schema = described.get("schema") if isinstance(described, dict) else None
    if not isinstance(schema, dict):
        raise Refused(400, "'response_format' must be text, json_object or json_schema.")
    return schema


def completion(asked: Request, text: str, model: str, number: int, now: int) -> dict[str, Any]:
    """The body of a whole answer."""
    message = {"role": "assistant", "content": text, "refusal": None}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    return {
        "id": f"chatcmpl-{number}", "object": "chat.completion", "created": now, "model": model,
        "choices": [choice], "usage": _usage(asked, text),
    }  # fmt: skip


def stream(asked: Request, text: str, model: str, number: int, now: int) -> bytes:
    """The same as server-sent events: who speaks, the text, the end."""
    told = {"id": f"chatcmpl-{number}", "object": "chat.completion.chunk", "created": now,
            "model": model}  # fmt: skip
    steps: list[tuple[dict[str, Any], str | None]] = [
        ({"role": "assistant", "content": ""}, None), ({"content": text}, None), ({}, "stop"),
    ]  # fmt: skip
    chunks: list[dict[str, Any]] = [
        {**told, "choices": [{"index": 0, "delta": delta, "finish_reason": end}]}
        for delta, end in steps
    ]
    if asked.told_usage:
        chunks.append({**told, "choices": [], "usage": _usage(asked, text)})
    lines = [json.dumps(chunk, ensure_ascii=False) for chunk in chunks]
    return "".join(f"data: {line}\n\n" for line in [*lines, "[DONE]"]).encode()


def _usage(asked: Request, text: str) -> dict[str, int]:
    said = len(text) // _CHARACTERS + 1
    return {"prompt_tokens": asked.tokens, "completion_tokens": said,
            "total_tokens": asked.tokens + said}  # fmt: skip
