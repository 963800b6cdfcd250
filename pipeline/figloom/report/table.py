"""Tables of figures, apart from the form they are written in."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from figloom.report import inert
from figloom.scores.intervals import Interval

NOTHING, MINUS = "–", "−"
_LONG = 28
"""Characters of a cell that may be broken into lines."""

_BREAKS = re.compile(r"([_/:])")
"""Where a long name may be broken; none of these is in an escaped character."""

Best = Literal["", "most", "least"]


@dataclass(frozen=True, slots=True)
class Share:
    """A figure in percent, or on another scale with its own digits, with its interval."""

    value: float | None
    interval: Interval | None = None
    digits: int = 1
    signed: bool = False

    @property
    def text(self) -> str:
        """The figure alone."""
        if self.value is None:
            return NOTHING
        sign = "+" if self.signed else ""
        text = f"{self.value:{sign}.{self.digits}f}"
        # A difference of nothing has no sign, whichever side it was rounded from.
        return text.replace("-", MINUS) if float(text) else text.lstrip("+-")

    @property
    def told(self) -> str:
        """The figure and its interval, or that it has none."""
        if self.value is None:
            return self.text
        return f"{self.text} {self.span}" if self.span else f"{self.text}, no interval"

    @property
    def span(self) -> str:
        """Its interval in brackets; empty where there is none."""
        if self.interval is None or self.value is None:
            return ""
        low, high = (f"{end:.{self.digits}f}".replace("-", MINUS) for end in self.interval)
        return f"[{low}, {high}]"


Cell = str | int | Share


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; the first column names the row."""

    name: str
    """In file names and labels of LaTeX."""
    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    note: str = ""
    best: tuple[Best, ...] = ()
    """By column: which value is set in bold where there is more than one row."""
    spanned: tuple[tuple[str, int], ...] = ()
    """A row above the head: titles, and how many columns each spans."""

    def bold(self, row: int, column: int) -> bool:
        """Whether a cell holds the best value of its column."""
        if len(self.rows) < 2 or column >= len(self.best) or not self.best[column]:
            return False
        known = [
            value
            for one in self.rows
            if isinstance(cell := one[column], Share) and (value := cell.value) is not None
        ]
        mine = self.rows[row][column]
        if not known or not isinstance(mine, Share) or mine.value is None:
            return False
        best = max(known) if self.best[column] == "most" else min(known)
        return mine.text == Share(best, digits=mine.digits).text


def plain(cell: Cell) -> str:
    """A cell's text."""
    if isinstance(cell, Share):
        return f"{cell.text} {cell.span}".rstrip()
    return f"{cell:,}" if isinstance(cell, int) else cell


def html(table: Table, kind: str = "") -> str:
    """As a table in a box of its own, which scrolls where the page is narrow."""
    above = ""
    if table.spanned:
        cells = "".join(
            f'<th scope="colgroup" colspan="{many}">{inert.markup(title)}</th>'
            for title, many in table.spanned
        )
        above = f'<tr class="spanned">{cells}</tr>'
    head = "".join(
        f'<th scope="col"{_worded(table, at)}>{inert.markup(title)}</th>'
        for at, title in enumerate(table.head)
    )
    rows = "".join(
        f"<tr>{''.join(_cell(table, at, column) for column in range(len(row)))}</tr>"
        for at, row in enumerate(table.rows)
    )
    note = f'<p class="note">{inert.markup(table.note)}</p>' if table.note else ""
    title = inert.markup(table.title)
    return (
        f'<figure class="table {kind}"><figcaption>{title}</figcaption>'
        f'<div class="scroll" tabindex="0" role="region" aria-label="{title}"><table>'
        f"<thead>{above}<tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{note}</figure>"
    )


def _cell(table: Table, row: int, column: int) -> str:
    cell = table.rows[row][column]
    if column == 0:
        again = row and table.rows[row - 1][0] == cell
        kind = ' class="again"' if again else ""
        name = _BREAKS.sub(r"\1<wbr>", inert.markup(plain(cell)))
        return f'<th scope="row"{kind}><bdi>{name}</bdi></th>'
    if isinstance(cell, Share):
        span = f' <span class="span">{cell.span}</span>' if cell.span else ""
        bold = ' class="best"' if table.bold(row, column) else ""
        return f"<td{bold}>{cell.text}{span}</td>"
    text = plain(cell)
    kind = ' class="words long"' if len(text) > _LONG else _worded(table, column)
    return f"<td{kind}><bdi>{inert.markup(text)}</bdi></td>"


def _worded(table: Table, column: int) -> str:
    """Words stand to the left, figures to the right."""
    cells = [cell for row in table.rows if isinstance(cell := row[column], str)]
    worded = column and any(any(char.isalpha() for char in cell) for cell in cells)
    return ' class="words"' if worded else ""


def without_empty(table: Table, kept: Collection[str] = ()) -> Table:
    """Without columns that say nothing of any row, but for those that are to be seen."""
    full = [
        at
        for at, title in enumerate(table.head)
        if title in kept or any(plain(row[at]) not in (NOTHING, "0", "") for row in table.rows)
    ]
    return replace(
        table,
        head=tuple(table.head[at] for at in full),
        rows=[tuple(row[at] for at in full) for row in table.rows],
    )
