"""One headless Chromium a process, a page in it for each library, and batches drawn there."""

from __future__ import annotations

import atexit
import errno
import json
import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from figloom import packages, stopping, terminal
from figloom.errors import SetupError
from figloom.render.fonts import activate

_FLAGS = (
    "--no-sandbox", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--disable-quic", "--font-render-hinting=none",
    "--disable-lcd-text", "--hide-scrollbars", "--force-color-profile=srgb",
)  # fmt: skip
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_TRIES = 3
_PATIENCE = 60.0
"""Seconds that a browser may take to start, on a machine that has much else to do."""
_VARIABLE = "FIGLOOM_CHROMIUM"

Request = tuple[str, int, int]
"""Of ECharts: an option as JSON text, and the width and height of its picture in pixels."""


@dataclass(frozen=True, slots=True)
class Library:
    """A library that draws in a page of its own."""

    name: str
    """As people call it; in lower case, its package."""
    script: Path
    """Our part of the page: it defines `figloom`, which draws a batch."""


ECHARTS = Library("ECharts", Path(__file__).with_name("page.js"))


@dataclass(slots=True)
class Counts:
    """What went on in this process' browser."""

    charts: int = 0
    crashes: int = 0


counts = Counts()
_open: dict[str, Any] = {}
_pages: dict[str, Any] = {}


def executable() -> str:
    """Path of a Chromium on this machine; SetupError says how to get one."""
    named = os.environ.get(_VARIABLE)
    if named:
        if fault := _unfit(Path(named)):
            raise SetupError(f"{_VARIABLE} names {named}, which {fault}. {_other()}")
        return named
    for name in _NAMES:
        if found := shutil.which(name):
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        own = driver.chromium.executable_path
    if Path(own).is_file():
        return own
    raise SetupError(
        "No Chromium was found, which draws ECharts and Mermaid. On Debian or Ubuntu run: sudo "
        "apt-get install chromium-headless-shell libatomic1. Elsewhere run: playwright install "
        f"chromium. Or name one in {_VARIABLE}."
    )


def _unfit(program: Path) -> str:
    """What keeps that from being started at all; empty if nothing does."""
    try:
        if program.is_file():
            return "" if os.access(program, os.X_OK) else "may not be executed"
        return "is a folder" if program.is_dir() else "does not exist"
    except OSError as error:
        return f"cannot be looked at: {error.strerror or error}"


def _other() -> str:
    """What to do about a browser that is none."""
    if os.environ.get(_VARIABLE):
        return f"Name a Chromium there, or unset {_VARIABLE} to take the one that is installed."
    return f"Install chromium-headless-shell anew, or name another Chromium in {_VARIABLE}."


def draw(requests: Sequence[Request]) -> list[dict[str, Any]]:
    """Draw a batch of ECharts options; the display lists, axes and PNGs of `page.js`, in order."""
    return drawn(ECHARTS, requests)


def drawn(library: Library, requests: Sequence[Any]) -> list[dict[str, Any]]:
    """Draw a batch; the replies of the library's page, in the order of the requests.

    A browser that dies is started again and the batch drawn anew; the third death in one batch is
    a SetupError. A request that the library refuses is a RuntimeError: a fault of ours.
    """
    from playwright.sync_api import Error

    for attempt in range(_TRIES):
        try:
            # What a signal raises within the browser's loop would be told there, and lost.
            with stopping.held():
                told = _page(library).evaluate("(batch) => figloom(batch)", json.dumps(requests))
        except Error as error:
            # A terminal's Ctrl-C ends the browser's driver, too.
            stopping.check()
            close()
            counts.crashes += 1
            terminal.warn(f"Chromium died (time {counts.crashes}) and is started again.")
            if attempt == _TRIES - 1:
                raise SetupError(
                    f"Chromium died {_TRIES} times over the same charts ({_line(error)}). Give it "
                    "more memory, or take fewer --workers; finished shards are kept."
                ) from None
            continue
        # Text both ways: Playwright walks every value of anything else, in three processes.
        replies: list[dict[str, Any]] = json.loads(told)
        for reply in replies:
            if "fault" in reply:
                raise RuntimeError(f"{library.name} refused an option: {reply['fault']}")
        counts.charts += len(replies)
        return replies
    raise AssertionError("unreachable")


def check() -> None:
    """Start the browser once; SetupError when it cannot."""
    from playwright.sync_api import Error

    try:
        _page(ECHARTS)
    except Error as error:
        raise SetupError(f"{executable()} starts and dies: {_line(error)}. {_other()}") from None
    finally:
        close()


def close() -> None:
    """End the browser, if one runs; the next batch starts another."""
    driver, browser = _open.pop("driver", None), _open.pop("browser", None)
    _open.clear()
    _pages.clear()
    for part, end in ((browser, "close"), (driver, "stop")):
        try:
            if part is not None:
                getattr(part, end)()
        except Exception:  # It may be dead already, and is then closed.
            pass


def _page(library: Library) -> Any:
    """The library's page; both stay open for the next batch."""
    if library.name not in _pages:
        code = packages.file(library.name.lower())
        page = _browser().new_page()
        page.set_content("<body></body>")
        page.add_script_tag(content=code.read_text("utf-8"))
        page.add_script_tag(path=str(library.script))
        _pages[library.name] = page
    return _pages[library.name]


def _browser() -> Any:
    if "browser" not in _open:
        from playwright.sync_api import Error, sync_playwright

        place = executable()
        environment = {**os.environ, "FONTCONFIG_FILE": str(activate())}
        _open["driver"] = sync_playwright().start()
        try:
            _open["browser"] = _open["driver"].chromium.launch(
                executable_path=place,
                args=list(_FLAGS),
                env=environment,
                timeout=_PATIENCE * 1000,
            )
        except Error as error:
            close()
            raise SetupError(
                f"{place} does not start as a browser: {_cause(error)}. {_other()}"
            ) from None
        atexit.register(close)
    return _open["browser"]


def _cause(error: Exception) -> str:
    """Why a program did not start: its own last words, the system's, or how it ended."""
    told = str(error)
    if words := re.findall(r"\[err\] (.*\S)", told):
        return str(words[-1])[:200].rstrip(".")
    if refused := re.search(r"Error: spawn .* (E[A-Z0-9]+)", told):
        code = getattr(errno, refused[1], 0)
        return os.strerror(code) if code else refused[1]
    if ended := re.search(r"exitCode=(\d+)", told):
        return f"it ended at once, with exit code {ended[1]}"
    if "Timeout" in _line(error):
        return f"it gave no answer within {_PATIENCE:g} s"
    return _line(error)


def _line(error: Exception) -> str:
    return str(error).strip().splitlines()[0].rstrip(".")
