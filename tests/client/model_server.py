"""A server on this machine that speaks OpenAI's protocol and replies as a test scripts it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

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


class ModelServer(ThreadingHTTPServer):
    """`script` maps the number of a request and its body to a reply; `asked` keeps the bodies."""

    daemon_threads = False  # so that server_close waits for answers, and their sockets

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Speak)
        self.script: Callable[[int, Asked], Reply] = lambda number, asked: Reply(status=500)
        self.asked: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.times: list[float] = []
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def replies(self, *texts: Reply | str) -> None:
        """Reply with these one after another; a further request is a 500 that the test will see."""
        sent = [Reply(text) if isinstance(text, str) else text for text in texts]
        start = len(self.asked)
        self.script = lambda number, asked: (
            sent[number - start] if number - start < len(sent) else Reply(status=500)
        )

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no news."""


class _Speak(BaseHTTPRequestHandler):
    server: ModelServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
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
        self.send_response(reply.status)
        for name, value in {"Content-Type": "application/json", **reply.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data) + 100 * reply.cut))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def _body(reply: Reply, asked: Asked) -> bytes:
    if reply.status != 200:
        error = {"message": reply.text or "no", "type": "error", "code": reply.code or None}
        return json.dumps({"error": error}).encode()
    message = {"role": "assistant", "content": reply.text}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    told = {"id": "c", "object": "chat.completion", "created": 0, "model": asked["model"]}
    return json.dumps({**told, "choices": [choice]}).encode()


@contextmanager
def running() -> Iterator[ModelServer]:
    """A server on a free port, gone afterwards."""
    server = ModelServer()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
