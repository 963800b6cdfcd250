"""What a model server of a test replies: completions in OpenAI's protocol, and faults to order."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Asked = Mapping[str, Any]
"""Body of a request."""


@dataclass(frozen=True)
class Reply:
    """What is sent: a completion with `text`, or an error when `status` is not 200."""

    text: str | None = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    """Sent in place of a completion or an error."""
    delay: float = 0.0
    cut: bool = False
    """Whether the connection breaks off in mid-body."""
    drop: bool = False
    """Whether it breaks off before any word."""
    code: str = ""
    finish: str = "stop"
    drip: float = 0.0
    """Seconds between bytes."""


def completion(reply: Reply, asked: Asked) -> bytes:
    if reply.status != 200:
        error = {"message": reply.text or "no", "type": "error", "code": reply.code or None}
        return json.dumps({"error": error}).encode()
    message = {"role": "assistant", "content": reply.text}
    choice = {"index": 0, "finish_reason": reply.finish, "message": message}
    usage = {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14}
    told = {"id": "c", "object": "chat.completion", "created": 0, "model": asked.get("model", "")}
    return json.dumps({**told, "choices": [choice], "usage": usage}).encode()
