"""A server on this machine that speaks OpenAI's protocol and replies as a test scripts it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from local_server import Answer, LocalServer, served

Asked = Mapping[str, Any]


@dataclass(frozen=True)
class Reply:
    """What the server sends: a completion with `text`, or an error when `status` is not 200."""

    text: str | None = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    """Sent in place of a completion or an error."""
    delay: float = 0.0
    cut: bool = False
    """Whether the connection breaks off in mid-body."""
    code: str = ""


class ModelServer(LocalServer):
    """`script` maps the number of a request and its body to a reply; `asked` keeps the bodies."""

    def __init__(self) -> None:
        super().__init__(_Speak)
        self.script: Callable[[int, Asked], Reply] = lambda number, asked: Reply(status=500)
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.times: list[float] = []

    @property
    def url(self) -> str:
        return f"{super().url}/v1"

    def replies(self, *texts: Reply | str) -> None:
        """Reply with these one after another; a further request is a 500 that the test will see."""
        sent = [Reply(text) if isinstance(text, str) else text for text in texts]
        start = len(self.asked)
        self.script = lambda number, asked: (
            sent[number - start] if number - start < len(sent) else Reply(status=500)
        )


class _Speak(Answer):
    server: ModelServer

    def do_POST(self) -> None:
        body = self.body()
        with self.server.lock:
            number = len(self.server.asked)
            self.server.asked.append(body)
            self.server.keys.append(self.headers.get("Authorization", ""))
            self.server.times.append(time.monotonic())
        reply = self.server.script(number, body)
        if self.path != "/v1/chat/completions":
            reply = Reply(status=404)
        time.sleep(reply.delay)
        data = reply.raw if reply.raw is not None else _body(reply, body)
        headers = {"Content-Type": "application/json", **reply.headers}
        self.send(reply.status, data, headers, len(data) + 100 * reply.cut)


def _body(reply: Reply, asked: Asked) -> bytes:
    if reply.status != 200:
        error = {"message": reply.text or "no", "type": "error", "code": reply.code or None}
        return json.dumps({"error": error}).encode()
    message = {"role": "assistant", "content": reply.text}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    told = {"id": "c", "object": "chat.completion", "created": 0, "model": asked["model"]}
    return json.dumps({**told, "choices": [choice]}).encode()


def running() -> AbstractContextManager[ModelServer]:
    """A server on a free port, gone afterwards."""
    return served(ModelServer())
