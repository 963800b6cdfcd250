"""A server on this machine that speaks OpenAI's protocol and replies as a test scripts it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from local_server import Answer, LocalServer, served
from replies import Asked, Reply, completion


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
        data = reply.raw if reply.raw is not None else completion(reply, body)
        headers = {"Content-Type": "application/json", **reply.headers}
        self.send(reply.status, data, headers, len(data) + 100 * reply.cut)


def running() -> AbstractContextManager[ModelServer]:
    """A server on a free port, gone afterwards."""
    return served(ModelServer())
