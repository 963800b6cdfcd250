"""A local model behind OpenAI's protocol: `/v1/models` and `/v1/chat/completions`."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from figloom.errors import SetupError
from figloom.models import Model, protocol
from figloom.models.protocol import Refused

_LONGEST = 64 * 2**20
"""Bytes of a request."""
_IDLE = 60.0
"""Seconds that a connection may say nothing."""
_GRACE = 5.0
"""Seconds that replies under way get when the server ends."""
_HANDLED = {"/v1/models": "GET", "/v1/chat/completions": "POST", "/health": "GET"}


class Server(ThreadingHTTPServer):
    """One model on one port; port 0 takes a free one. SetupError when the address cannot be had."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, model: Model, host: str = "127.0.0.1", port: int = 0) -> None:
        try:
            super().__init__((host, port), _Handler)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            raise SetupError(
                f"Cannot serve at {host}:{port}: {reason}. Choose another --port or --host."
            ) from None
        self.model, self.numbers = model, count(1)
        self.busy = 0
        self.idle = threading.Condition()

    @property
    def url(self) -> str:
        """What goes into `--base-url`."""
        host, port = self.server_address[:2]
        return f"http://{host!s}:{port}/v1"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no news."""

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While a request is answered, so that the end can wait for it."""
        with self.idle:
            self.busy += 1
        try:
            yield
        finally:
            with self.idle:
                self.busy -= 1
                self.idle.notify_all()

    @contextmanager
    def running(self) -> Iterator[str]:
        """Serves in threads of its own; gives the address, and lets replies under way finish."""
        thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield self.url
        finally:
            self.shutdown()
            thread.join()
            with self.idle:
                self.idle.wait_for(lambda: self.busy == 0, _GRACE)
            self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    timeout = _IDLE

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        with self.server.answering():
            try:
                kind, data = self._reply()
            except Refused as refused:
                self._send(refused.status, "application/json", _json(refused.body()))
            else:
                self._send(200, kind, data)

    def _reply(self) -> tuple[str, bytes]:
        place = urlsplit(self.path).path.rstrip("/")
        body = self._body()
        if place not in _HANDLED:
            known = ", ".join(_HANDLED)
            raise Refused(404, f"There is nothing at {place or '/'}, only at {known}.", "not_found")
        if _HANDLED[place] != self.command:
            raise Refused(405, f"{place} is for {_HANDLED[place]}.", "method_not_allowed")
        if self.command == "GET":
            return "application/json", _json(self._listing() if place == "/v1/models" else {})
        return self._chat(body)

    def _listing(self) -> dict[str, Any]:
        name = self.server.model.name
        one = {"id": name, "object": "model", "created": 0, "owned_by": "figloom"}
        return {"object": "list", "data": [one]}

    def _body(self) -> bytes:
        try:
            length = int(self.headers.get("Content-Length") or 0)
        except ValueError:
            length = -1
        if length < 0 or "chunked" in self.headers.get("Transfer-Encoding", ""):
            self.close_connection = True
            raise Refused(411, "Give the body's length in Content-Length.", "length_required")
        if length > _LONGEST:
            self.close_connection = True
            raise Refused(413, f"A request has at most {_LONGEST} bytes.", "too_large")
        return self.rfile.read(length)

    def _chat(self, body: bytes) -> tuple[str, bytes]:
        try:
            told = json.loads(body)
        except (ValueError, RecursionError):
            raise Refused(400, "The body is not JSON.") from None
        model = self.server.model
        asked = protocol.request(told, model.name)
        try:
            text = asked.words(model.reply(asked.prompt, asked.images))
        except Exception as error:
            raise Refused(500, f"{model.name} failed: {error!r}", "model_failed") from error
        number, now = next(self.server.numbers), int(time.time())
        if asked.stream:
            sent = protocol.stream(asked, text, model.name, number, now)
            return "text/event-stream", sent
        return "application/json", _json(protocol.completion(asked, text, model.name, number, now))

    def _send(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Say nothing: a run asks thousands of times."""


def _json(told: object) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode()
