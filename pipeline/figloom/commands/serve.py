"""`figloom serve-baseline`: a local model behind OpenAI's protocol, from the command line."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import Annotated

import typer

from figloom import terminal


def serve_baseline(
    name: Annotated[
        str, typer.Argument(help="random, majority, blind=DATASET, oracle, ocr; baseline:NAME too.")
    ],
    dataset: Annotated[
        Path | None, typer.Option(help="Folder of the build that it will be asked about.")
    ] = None,
    port: Annotated[int, typer.Option(help="0 takes a free one.", min=0, max=65535)] = 0,
    host: Annotated[str, typer.Option(help="Address to listen at.")] = "127.0.0.1",
) -> None:
    """Serve a local model that needs no key at /v1 until Ctrl-C; prints the URL.

    Example: figloom serve-baseline oracle --dataset output/quickstart-s0
    """
    # Pillow, pyarrow and the audit take half a second to import.
    from figloom.models import PREFIX, find
    from figloom.models.server import Server

    ended = threading.Event()
    model = find(name, dataset, "Argument NAME:")
    server = Server(model, host, port)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    with server.running() as url:
        terminal.say(url)
        where = dataset or "DATASET"
        terminal.note(
            f"Ask it with: figloom eval {where} --model {model.name.removeprefix(PREFIX)} "
            f"--base-url {url}"
        )
        terminal.note("Any key will do. Ctrl-C ends it.")
        # Without a time a wait would keep signals from being handled on some systems.
        while not ended.wait(0.5):
            pass
