"""A model server for hundreds of requests a second, scripted by a function, with faults to order.

Run by itself it replies Yes to everything after a delay: `python swift_server.py 0.2`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from replies import Asked, Reply, completion

Script = Callable[[int, Asked], Reply]
"""From the number of a request and its body to a reply."""


class SwiftServer:
    """`asked` keeps the bodies of requests, `most` how many were under way at a time."""

    def __init__(self, script: Script, keep: bool = True) -> None:
        self.script, self.keep = script, keep
        self.asked: list[dict[str, Any]] = []
        self.keys: Counter[str] = Counter()
        self.number = self.under_way = self.most = 0
        self.url = ""
        self._loop = asyncio.new_event_loop()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self._thread = threading.Thread(target=self._loop.run_forever)

    def start(self, port: int = 0) -> None:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(port), self._loop).result()

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _listen(self, port: int) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port, limit=1 << 20)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"

    async def _close(self) -> None:
        assert self._server
        self._server.close()
        for writer in tuple(self._writers):
            writer.close()
        here = asyncio.current_task()
        tasks = [task for task in asyncio.all_tasks() if task is not here]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            while await self._answer(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Read one request and answer it; whether the connection goes on."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in
                  (line.partition(":") for line in lines)}  # fmt: skip
        raw = await reader.readexactly(int(fields.get("content-length", 0)))
        body = json.loads(raw) if self.keep else {}
        number, self.number = self.number, self.number + 1
        if self.keep:
            self.asked.append(body)
            self.keys[fields.get("authorization", "")] += 1
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        try:
            reply = self.script(number, body)
            if reply.delay:
                await asyncio.sleep(reply.delay)
        finally:
            self.under_way -= 1
        if not first.startswith("POST /v1/chat/completions "):
            reply = Reply(status=404)
        if reply.drop:
            return False
        data = reply.raw if reply.raw is not None else completion(reply, body)
        told = {"Content-Type": "application/json", **reply.headers,
                "Content-Length": str(len(data) + 100 * reply.cut)}  # fmt: skip
        said = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        writer.write(f"HTTP/1.1 {reply.status} told\r\n{said}\r\n".encode())
        for piece in [data[i : i + 1] for i in range(len(data))] if reply.drip else [data]:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(reply.drip)
        return not reply.cut


@contextmanager
def swift(script: Script, keep: bool = True, port: int = 0) -> Iterator[SwiftServer]:
    """A server on a free port, gone afterwards."""
    server = SwiftServer(script, keep)
    server.start(port)
    try:
        yield server
    finally:
        server.stop()


def text_of(asked: Asked) -> str:
    """All text of a request."""
    said = []
    for message in asked["messages"]:
        content = message["content"]
        parts = [{"text": content}] if isinstance(content, str) else content
        said += [part["text"] for part in parts if "text" in part]
    return "\n".join(said)


if __name__ == "__main__":
    delay = float(sys.argv[1])
    with swift(lambda number, asked: Reply("Yes", delay=delay), keep=False) as started:
        sys.stdout.write(f"{started.url}\n")
        sys.stdout.flush()
        sys.stdin.read()
