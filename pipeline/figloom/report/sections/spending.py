"""What runs took: requests, tokens, time and cost; what was skipped, resized or left out; and why
replies went unscored."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from figloom.report import inert
from figloom.report.runs import Run
from figloom.report.section import Section
from figloom.report.table import NOTHING, Cell, Table, without_empty

_REASONS = 8
_LONGEST = 160
_SETTINGS = ("temperature", "max_tokens", "max_pixels", "seed", "prompt", "control", "structured",
             "limit", "tasks")  # fmt: skip


def section(runs: Sequence[Run]) -> Section:
    """The last tables of every report."""
    tables = [_spent(runs), _settings(runs)]
    skipped = [(run.label, inert.clipped(str(why), _LONGEST), _count(many))
               for run in runs for why, many in run.about["skipped"].items()]  # fmt: skip
    skipped += [(run.label, f"the server refused {name}", NOTHING)
                for run in runs for name in run.about.get("left_out") or ()]  # fmt: skip
    if skipped:
        tables.append(Table("skipped", "Skipped or left out", ("Run", "Why", "Samples"), skipped))
    reasons = [row for run in runs for row in _reasons(run)]
    if reasons:
        tables.append(
            Table("unscored", "Why replies are unscored", ("Run", "Why", "Replies"), reasons)
        )
    return Section("details", "Runs in detail", "", tables)


def _spent(runs: Sequence[Run]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        counts, tokens, cost = run.about["counts"], run.about["tokens"], run.about.get("cost")
        rows.append((
            run.label, str(run.about.get("server") or "in process"),
            *(_count(counts.get(name)) for name in ("samples", "asked", "retried", "faults",
                                                    "schema", "plain", "cut", "resized")),
            *(_count(tokens.get(name)) for name in ("in", "out", "estimated_in")),
            _time(run), f"{cost:.4f}" if isinstance(cost, int | float) else NOTHING,
        ))  # fmt: skip
    head = ("Run", "Server", "Samples", "Requests", "Repeated", "No reply", "By schema",
            "Plain instead", "Cut off", "Resized", "Tokens in", "Tokens out", "Estimated in",
            "Time", "Cost")  # fmt: skip
    note = (
        "Cost by the prices given to figloom eval. Time from the first start to the last end, "
        "pauses included. Resized: pictures sent smaller than they are."
    )
    told = Table("spending", "Requests, tokens, time and cost", head, rows, note)
    return without_empty(told, ("Samples", "No reply", "Resized"))


def _settings(runs: Sequence[Run]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (run.label, run.dataset, run.checksum[:12] or NOTHING,
         *(_told(run.setting(name)) for name in _SETTINGS), _told(run.about.get("version")))
        for run in runs
    ]  # fmt: skip
    head = ("Run", "Dataset", "Checksum", *(name.replace("_", " ").capitalize()
                                            for name in _SETTINGS), "Version")  # fmt: skip
    return without_empty(Table("settings", "Settings", head, rows))


def _reasons(run: Run) -> list[tuple[Cell, ...]]:
    reasons = list(run.summary.unscored.items())
    rows: list[tuple[Cell, ...]] = [
        (run.label, inert.clipped(why, _LONGEST), many) for why, many in reasons[:_REASONS]
    ]
    if len(reasons) > _REASONS:
        rows.append((run.label, "other reasons", sum(many for _, many in reasons[_REASONS:])))
    return rows


def _count(value: object) -> Cell:
    return value if isinstance(value, int) else NOTHING


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or NOTHING
    return str(value) if value not in (None, "", 0) else NOTHING


def _time(run: Run) -> str:
    try:
        ends = [datetime.fromisoformat(str(run.about.get(key))) for key in ("started", "finished")]
        seconds = int((ends[1] - ends[0]).total_seconds())
    except (ValueError, TypeError):
        return NOTHING
    hours, rest = divmod(seconds, 3600)
    return f"{hours} h {rest // 60} min" if hours else f"{rest // 60} min {rest % 60} s"
