"""A part of the report: a title, what it says, and its tables and drawings in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from figloom.report import inert
from figloom.report import table as tables
from figloom.report.table import Table


@dataclass(frozen=True, slots=True)
class Drawing:
    """Markup of our own making; a program reads the tables instead."""

    html: str
    title: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Fold:
    """Parts that are shown when they are asked for."""

    title: str
    parts: Sequence[Table | Drawing]
    is_open: bool = False


Part = Table | Drawing | Fold


@dataclass(frozen=True, slots=True)
class Section:
    """One section; `slug` is its address within the page."""

    slug: str
    title: str
    lead: str
    parts: Sequence[Part]

    def tables(self) -> Iterator[Table]:
        """All its tables, folded or not."""
        for part in self.parts:
            if isinstance(part, Table):
                yield part
            elif isinstance(part, Fold):
                yield from (one for one in part.parts if isinstance(one, Table))

    def html(self) -> str:
        """The section as markup."""
        lead = f'<p class="lead">{inert.markup(self.lead)}</p>' if self.lead else ""
        body = "".join(map(_html, self.parts))
        return (
            f'<section id="{self.slug}"><h2>{inert.markup(self.title)}</h2>{lead}{body}</section>'
        )


def _html(part: Part) -> str:
    if isinstance(part, Table):
        return tables.html(part)
    if isinstance(part, Fold):
        # The one table of a fold goes by the fold's title.
        kind = "bare" if len(part.parts) == 1 else ""
        inner = "".join(
            tables.html(one, kind) if isinstance(one, Table) else _html(one) for one in part.parts
        )
        is_open = " open" if part.is_open else ""
        return (
            f"<details{is_open}><summary><bdi>{inert.markup(part.title)}</bdi></summary>{inner}"
            "</details>"
        )
    title = f"<figcaption>{inert.markup(part.title)}</figcaption>" if part.title else ""
    note = f'<p class="note">{inert.markup(part.note)}</p>' if part.note else ""
    return f'<figure class="drawing">{title}{part.html}{note}</figure>'
