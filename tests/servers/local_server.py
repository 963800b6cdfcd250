"""What every server that a test talks to has: a free port of this machine, and an orderly end."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar


class LocalServer(ThreadingHTTPServer):
    """A server on a free port; `answer` is its handler."""

    daemon_threads = False  # so that server_close waits for answers, and their sockets
    request_queue_size = 20

    def __init__(self, answer: type[Answer]) -> None:
        super().__init__(("127.0.0.1", 0), answer)
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is no news."""


class Answer(BaseHTTPRequestHandler):
    """Reads and sends JSON."""

    def body(self) -> Any:
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])) or b"{}")

    def send(
        self,
        status: int,
        data: bytes = b"",
        headers: Mapping[str, str] | None = None,
        length: int | None = None,
    ) -> None:
        """Send these bytes; a `length` above theirs breaks off in mid-body."""
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data) if length is None else length))
        self.end_headers()
        self.wfile.write(data)

    def send_json(
        self, told: object, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        typed = {"Content-Type": "application/json", **(headers or {})}
        self.send(status, json.dumps(told).encode(), typed)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


Kind = TypeVar("Kind", bound=LocalServer)


@contextmanager
def served(server: Kind) -> Iterator[Kind]:
    """The server while it runs, gone afterwards."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
