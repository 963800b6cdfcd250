"""How a comparison is told: tables on a terminal, plain lines elsewhere, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from figloom import terminal
from figloom.scores.comparison import Comparison, Difference, Place
from figloom.scores.figures import Figures
from figloom.scores.tables import table
from figloom.terminal import counted

_WHOLE = (
    ("Acc+", "acc_plus"), ("accuracy", "accuracy"), ("CoR", "cor"), ("  Yes/Yes", "yes_twice"),
    ("  No/No", "no_twice"), ("swapped", "errors"), ("NQA", "nqa"), ("final", "final"),
)  # fmt: skip
_COUNTS = (
    ("pairs", "pairs"), ("  unscored", "pairs_unscored"), ("numbers", "numbers"),
    ("  unscored", "numbers_unscored"),
)  # fmt: skip
_COLUMNS = (("Acc+", "acc_plus"), ("CoR", "cor"), ("NQA", "nqa"), ("final", "final"))
_LEFT_TO_JSON = ("all", "type")
_NOTHING = "–"

_Row = Sequence[str]


def say(name: str, found: Comparison) -> None:
    """Print a comparison; tables are drawn where stdout is a terminal."""
    terminal.say(
        f"{name}: {counted(found.rows, 'row')}, {counted(found.questions, 'question')}", ""
    )
    table(("", "published", "corrected"), list(_whole(found)))
    terminal.say("")
    head = ["", *(f"{title}{mark}" for title, _ in _COLUMNS for mark in ("", "*")), "unscored"]
    table(head, list(_groups(found)))
    terminal.say("* corrected", "", "differences, each with those above it corrected already:")
    terminal.say(*(f"- {line(one)}" for one in found.differences))
    terminal.say(*(f"- not corrected: {remark}" for remark in found.remarks))


def as_json(name: str, found: Comparison) -> str:
    """The whole comparison, every type included, as one JSON object."""
    places = [
        {
            "by": place[0],
            "name": place[1],
            "published": _told(found.published.get(place)),
            "corrected": _told(found.corrected.get(place)),
        }
        for place in _places(found)
    ]
    differences = [
        {
            "fault": one.fault,
            "reason": one.reason,
            "rows": one.rows,
            "by": one.place[0],
            "name": one.place[1],
            "before": one.before.told(),
            "after": one.after.told(),
        }
        for one in found.differences
    ]
    told = {
        "file": name,
        "rows": found.rows,
        "questions": found.questions,
        "figures": places,
        "differences": differences,
        "not_corrected": list(found.remarks),
    }
    return json.dumps(told, ensure_ascii=False, indent=2)


def line(one: Difference) -> str:
    """One difference in one line: how many rows, why, and which figures it moves."""
    moved = [
        f"{title} {_percent(before)} → {_percent(after)}"
        for title, key in _COLUMNS
        if _percent(before := getattr(one.before, key))
        != _percent(after := getattr(one.after, key))
    ]
    where = "" if one.place[0] == "all" else f"{' '.join(one.place)}: "
    rows = counted(one.rows, "row")
    effect = where + ", ".join(moved) if moved else "no figure moves"
    return f"{one.fault}, {rows}: {one.reason} ({effect})"


def _whole(found: Comparison) -> Iterator[_Row]:
    both = _both(found, ("all", "all"))
    for title, key in _WHOLE:
        yield title, *_cells(both, key)
    for title, key in _COUNTS:
        yield title, *(str(getattr(figures, key)) for figures in both)


def _groups(found: Comparison) -> Iterator[_Row]:
    for place in _places(found):
        if place[0] in _LEFT_TO_JSON:
            continue
        both = _both(found, place)
        cells = [cell for _, key in _COLUMNS for cell in _cells(both, key)]
        unscored = both[1].pairs_unscored + both[1].numbers_unscored
        yield " ".join(place), *cells, str(unscored)


def _both(found: Comparison, place: Place) -> tuple[Figures, Figures]:
    return found.published.get(place, Figures()), found.corrected.get(place, Figures())


def _cells(both: tuple[Figures, Figures], key: str) -> tuple[str, str]:
    """Published and corrected; the authors' final score is pooled, not weighted."""
    published, corrected = both
    pooled = key == "final" and published.final is not None
    return _percent(getattr(published, "pooled" if pooled else key)), _percent(
        getattr(corrected, key)
    )


def _places(found: Comparison) -> list[Place]:
    return list(dict.fromkeys((*found.published, *found.corrected)))


def _told(figures: Figures | None) -> dict[str, float | int | None] | None:
    return None if figures is None else figures.told()


def _percent(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.2f}"
