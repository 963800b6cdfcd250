"""What the command line says: progress and errors to stderr, results to stdout."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
import unicodedata
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from rich.console import Console

Report = Callable[[int, int], None]
"""Called with what is done and what is to do."""

_PLAIN_EVERY = 5.0
"""Seconds between lines of progress where there is no terminal."""
_SILENT = 8.0
"""Seconds after which it says at least what it does."""
_TELLING = 1.0
"""Seconds that a rate is taken over at least."""
_BATCH = 0.3
"""Seconds within which what is told counts as one batch."""
_FINISHING = "Finishing"


def say(*lines: object) -> None:
    """A result, on stdout, never wrapped or cut."""
    for line in lines:
        print(line)  # noqa: T201 - results must be plain text for other programs


def inert(text: str) -> str:
    """Untrusted text as one line that moves no cursor: control characters, line breaks and marks
    of direction as `\\x1b`; spaces and printable characters of every script as they are."""
    return "".join(_escaped(char) for char in text)


def _escaped(char: str) -> str:
    if char.isprintable() or unicodedata.category(char) == "Zs":
        return char
    return char.encode("unicode_escape").decode("ascii")


def built(place: Path, seconds: float | None) -> None:
    """What a dataset's folder holds; without seconds, that it was there already."""
    told = json.loads((place / "manifest.json").read_text("utf-8"))
    sizes = next(iter(told["splits"].values()))
    declined = sum(entry["count"] for entry in told["declines"])
    made = f"{counted(sizes['pictures'], 'picture')}, {counted(sizes['questions'], 'question')}"
    tried = f"({declined} of {counted(told['items'] + declined, 'attempt')} declined)"
    say(
        f"{made}: already complete, nothing to do"
        if seconds is None
        else f"{made} in {seconds:.1f} s {tried}",
        *_more(sizes["records"], told["job"]["count"]),
        f"dataset        {place}",
        f"contact sheet  {place / 'preview.png'}",
        *_deaths(told.get("browser_restarts", 0)),
    )


def _more(records: int, count: int) -> list[str]:
    """A line where there are more or fewer pictures than were asked for."""
    if records == count:
        return []
    return [f"asked for      {count}; pairs and variants of a picture are never parted"]


def _deaths(count: int) -> list[str]:
    """A line where the browser died, which costs time and nothing else."""
    times = "once" if count == 1 else f"{count} times"
    return [f"browser        died {times} and was started again; nothing is missing"] * bool(count)


def counted(count: int, thing: str, things: str = "", grouped: str = "") -> str:
    """A number of things in words; `things` where more of them take more than an s, `grouped` what
    stands between thousands."""
    return f"{count} {thing}" if count == 1 else f"{count:{grouped}} {things or f'{thing}s'}"


def note(text: str) -> None:
    """A remark on stderr."""
    _stderr().print(inert(text), markup=False, highlight=False, soft_wrap=True)


def warn(text: str) -> None:
    """One line on stderr of what will not be as asked for; servers' words in it stay inert."""
    sentence = f"figloom: {inert(' '.join(text.split()))}"
    _stderr().print(sentence, style="yellow", markup=False, highlight=False, soft_wrap=True)


def complain(text: str, *more: str) -> None:
    """One sentence of what went wrong, on stderr, and lines of more; servers' words in it stay
    inert."""
    for line in (f"figloom: {text}", *more):
        said = inert(" ".join(line.split()))
        _stderr().print(said, style="red", markup=False, highlight=False, soft_wrap=True)


def columns(rows: Iterable[tuple[str, str, str]]) -> None:
    """A list of name, what it is, and details: in two columns on a terminal, plain lines else."""
    rows = list(rows)
    width = max((len(name) for name, _, _ in rows), default=0) + 2
    if not sys.stdout.isatty():
        say(*(f"{name:<{width}}{f'{what} {more}'.rstrip()}" for name, what, more in rows))
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for name, what, more in rows:
        table.add_row(Text(name, "bold"), Text(what))
        if more:
            table.add_row("", Text(more, "dim"))
    Console().print(table)


def silence() -> None:
    """Let the interpreter's last flush go nowhere, after a reader such as `head` has left."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def progress(verb: str, preparing: str = "Preparing") -> Iterator[Report]:
    """A bar with rate and time left on a terminal, a line now and then elsewhere."""
    console = _stderr()
    if not console.is_terminal:
        with _Lines(verb) as lines:
            yield lines.report
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    shown = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}"),
    )
    with Progress(*shown, console=console, transient=True) as bar:
        task = bar.add_task(preparing, total=None, pace="")
        pace = _Pace()

        def report(done: int, total: int) -> None:
            # What comes after the last one, such as a card, has no time left of its own.
            said, now = (pace.told(done, total), verb) if done < total else ("", _FINISHING)
            bar.update(task, description=now, completed=done, total=total, pace=said)

        yield report


class _Pace:
    """Rate and time left, by the later half of the time so far.

    What begins slowly, such as a browser or a second process, is soon forgotten so, and a long run
    is told as steadily as by all of it.
    """

    def __init__(self) -> None:
        self._begun = self._last = (0.0, -1)
        self._seen: deque[tuple[float, int]] = deque()
        self._batch = 0.0

    def told(self, done: int, total: int) -> str:
        """Both in words. Empty until something came after what came first, which waits for a
        browser and fonts, and a while has passed."""
        self._note(time.monotonic(), done)
        if not self._seen:
            return ""
        since, made = (now - then for now, then in zip(self._last, self._seen[0], strict=True))
        if since < _TELLING:
            return ""
        rate = made / since
        return f"{rate:.{0 if rate >= 10 else 1}f}/s, {_span((total - done) / rate)} left"

    def _note(self, now: float, done: int) -> None:
        seen, (before, had) = self._seen, self._last
        if had < 0 or done < had:
            seen.clear()
            self._begun = self._last = (now, done)
        elif done > had:
            # Work comes in batches, all told at once: what counts is where each ends.
            if had == self._begun[1]:
                self._batch = now
            elif max(now - before, before - self._batch) >= _BATCH:
                seen.append((before, had))
                self._batch = now
            self._last = (now, done)
        begun = self._begun[0]
        while len(seen) > 1 and seen[1][0] - begun <= (self._last[0] - begun) / 2:
            seen.popleft()


def _span(seconds: float) -> str:
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    if hours:
        return f"{hours} h {rest // 60} min"
    return f"{rest // 60} min {rest % 60} s" if rest >= 60 else f"{rest} s"


class _Lines:
    """Plain lines of progress with rate and time left."""

    def __init__(self, verb: str) -> None:
        self._verb, self._said, self._pace = verb, time.monotonic(), _Pace()
        # What says nothing of itself for long, such as planning, has begun at least.
        self._begun = threading.Timer(_SILENT, note, (f"{verb} ...",))
        self._begun.daemon = True

    def __enter__(self) -> _Lines:
        self._begun.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._begun.cancel()

    def report(self, done: int, total: int) -> None:
        """Say how far it is, at most every few seconds."""
        pace = self._pace.told(done, total)
        now = time.monotonic()
        if now - self._said < _PLAIN_EVERY:
            return
        self._begun.cancel()
        self._said = now
        said = f"{self._verb} {done}/{total}{', ' if pace else ''}{pace}"
        note(said if done < total else f"{_FINISHING} ...")


@cache
def _stderr() -> Console:
    """One for all, so that lines said while a bar is shown go above it."""
    return Console(stderr=True)
