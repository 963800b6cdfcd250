"""Tables of figures on a terminal and in plain text; what they hold is untrusted."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from figloom import terminal
from figloom.scores.intervals import Interval

NOTHING = "–"
_WIDTH = 100
_LEAST = 12

Row = Sequence[str]


def table(head: Row, rows: Sequence[Row]) -> None:
    """Print a table, the first column to the left: drawn on a terminal, plain lines elsewhere.

    A first column too long for 100 columns is cut; control characters are shown, never sent.
    """
    clean = [[terminal.inert(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[at]) for row in clean) for at in range(len(head))]
    widths[0] = min(widths[0], max(_LEAST, _WIDTH - sum(widths[1:]) - 2 * (len(widths) - 1)))
    clean = [[_cut(row[0], widths[0]), *row[1:]] for row in clean]
    if sys.stdout.isatty():
        _drawn(clean[0], clean[1:])
        return
    for row in clean:
        cells = [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
        terminal.say("  ".join([f"{row[0]:<{widths[0]}}", *cells]).rstrip())


def percent(value: float | None) -> str:
    """To one decimal."""
    return NOTHING if value is None else f"{value:.1f}"


def span(interval: Interval | None, digits: int = 1) -> str:
    """Both ends of an interval."""
    if interval is None:
        return NOTHING
    low, high = (f"{end:.{digits}f}" for end in interval)
    return f"{low} to {high}"


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _drawn(head: Row, rows: Sequence[Row]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for at, title in enumerate(head):
        drawn.add_column(title, justify="left" if at == 0 else "right", no_wrap=True)
    for row in rows:
        drawn.add_row(*map(Text, row))
    Console().print(drawn)
