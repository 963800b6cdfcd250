"""The tables as files: CSV with a row a figure, JSON with all of them, Markdown and LaTeX."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence

from figloom.report import inert
from figloom.report.runs import Run
from figloom.report.section import Section
from figloom.report.table import NOTHING, Cell, Share, Table, plain
from figloom.scores.tallies import Tally

_HEAD = ("run", "dataset", "model", "prompt", "control", "by", "name", "questions", "pictures",
         "right", "wrong", "unscored", "no_reply", "figure", "low", "high", "of_all", "score",
         "chance", "majority")  # fmt: skip
_LEFT = {"settings", "spending", "skipped", "unscored"}
"""Tables that no paper prints."""


def written(runs: Sequence[Run], told: Sequence[Section]) -> dict[str, bytes]:
    """Contents by file name."""
    tables = [table for one in told for table in one.tables()]
    papers = [table for table in tables if table.name not in _LEFT]
    return {
        "results.csv": _csv(runs),
        "results.json": _json(runs, tables),
        "results.md": "\n\n".join(map(_markdown, papers)).encode() + b"\n",
        "results.tex": _latex(papers),
    }


def _csv(runs: Sequence[Run]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_HEAD)
    for run in runs:
        named = (run.label, run.dataset, run.model, str(run.setting("prompt") or ""), run.control)
        for row in _figures(run):
            writer.writerow([_field(value) for value in (*named, *row)])
    return out.getvalue().encode("utf-8", "backslashreplace")


def _figures(run: Run) -> Iterator[tuple[object, ...]]:
    found = run.summary
    yield "whole", "all", *_tally(found.whole), None, None
    for by, groups in found.by.items():
        for name, tally in groups.items():
            chance = found.chance.get(name) if by == "subtask" else None
            ends = (chance.line, chance.majority) if chance else (None, None)
            yield by, name, *_tally(tally), *ends
    for paper, one in found.published.items():
        for name, part in one.parts.items():
            yield paper, name, *[None] * 6, part, *[None] * 6
        yield paper, "overall", *[None] * 6, one.mean, *(one.interval or (None, None)), *[None] * 4


def _tally(one: Tally) -> tuple[object, ...]:
    return (
        one.n, one.pictures, one.right, one.wrong, one.unscored, one.faults, one.accuracy,
        *(one.interval or (None, None)), one.of_all, one.score,
    )  # fmt: skip


def _field(value: object) -> object:
    if isinstance(value, str):
        return inert.cell(value)
    return round(value, 4) if isinstance(value, float) else value


def _json(runs: Sequence[Run], tables: Sequence[Table]) -> bytes:
    """Escaped to ASCII, so that nothing in it moves a cursor."""
    told = {
        "runs": [
            {
                "label": run.label, "model": run.model, "dataset": run.dataset,
                "checksum": run.checksum, "settings": run.about["settings"],
                "figures": run.summary.told(),
            }
            for run in runs
        ],
        "tables": [
            {
                "name": table.name, "title": table.title, "head": list(table.head),
                "rows": [[_told(cell) for cell in row] for row in table.rows],
            }
            for table in tables
        ],
    }  # fmt: skip
    text = json.dumps(told, indent=1).replace("\x7f", "\\u007f")
    return text.encode() + b"\n"


def _told(cell: Cell) -> object:
    if isinstance(cell, Share):
        value = None if cell.value is None else round(cell.value, 4)
        if cell.interval is None:
            return value
        return {"value": value, "low": round(cell.interval[0], 4),
                "high": round(cell.interval[1], 4)}  # fmt: skip
    return cell


def _markdown(table: Table) -> str:
    lines = [f"### {inert.markdown(table.title)}", ""]
    lines.append(_line([inert.markdown(title) for title in _full_head(table)]))
    lines.append(_line([":--", *["--:"] * (len(table.head) - 1)]))
    for at, row in enumerate(table.rows):
        cells = [inert.markdown(plain(cell)) if isinstance(cell, str) else plain(cell)
                 for cell in row]  # fmt: skip
        bold = [f"**{text}**" if table.bold(at, column) else text
                for column, text in enumerate(cells)]  # fmt: skip
        lines.append(_line(bold))
    return "\n".join([*lines, *(["", inert.markdown(table.note)] if table.note else [])])


def _full_head(table: Table) -> list[str]:
    """Titles that stand alone, the spanning ones before them."""
    above = [title for title, many in table.spanned for _ in range(many)]
    return [
        f"{over} {title}" if over and title.lower() != over.lower() else title
        for over, title in zip(above or [""] * len(table.head), table.head, strict=True)
    ]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _latex(tables: Sequence[Table]) -> bytes:
    text = "% \\usepackage{booktabs}, \\usepackage{graphicx}\n" + "\n".join(map(_tabular, tables))
    return text.encode("utf-8", "backslashreplace")


def _tabular(table: Table) -> str:
    lines = [
        r"\begin{table*}", r"\centering", rf"\caption{{{inert.latex(table.title)}}}",
        rf"\label{{tab:{table.name.replace('_', '-')}}}", r"\resizebox{\ifdim\width>\textwidth"
        r"\textwidth\else\width\fi}{!}{%", rf"\begin{{tabular}}{{l{'r' * (len(table.head) - 1)}}}",
        r"\toprule",
    ]  # fmt: skip
    if table.spanned:
        lines += _spanned(table.spanned)
    lines += [" & ".join(map(inert.latex, table.head)) + r" \\", r"\midrule"]
    for at, row in enumerate(table.rows):
        lines.append(" & ".join(_tex(table, at, column) for column in range(len(row))) + r" \\")
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}}", r"\end{table*}", ""])


def _spanned(titles: Sequence[tuple[str, int]]) -> list[str]:
    """The row above the head, with a rule under each title."""
    cells, rules, at = [], [], 1
    for title, many in titles:
        if title:
            cells.append(rf"\multicolumn{{{many}}}{{c}}{{{inert.latex(title)}}}")
            rules.append(rf"\cmidrule(lr){{{at}-{at + many - 1}}}")
        else:
            cells.append(" & " * (many - 1))
        at += many
    return [" & ".join(cells) + r" \\", " ".join(rules)]


def _tex(table: Table, row: int, column: int) -> str:
    cell = table.rows[row][column]
    text = plain(cell)
    if text == NOTHING:
        return "--"
    if isinstance(cell, Share):
        text = inert.latex(text)
        return rf"\textbf{{{text}}}" if table.bold(row, column) else text
    return inert.latex(text)
