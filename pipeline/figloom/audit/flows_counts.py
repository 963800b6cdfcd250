"""Numbers in the boxes of participant flows, read from the texts of the boxes."""

from __future__ import annotations

import re

from figloom.audit.flows_case import Case, folded, only
from figloom.audit.flows_found import Routine, Said
from figloom.audit.labels import Faulty

_TOLD = re.compile(r"(.+?)[\s:,]*\(?n ?= ?([\d,]+)\)?")


def _number(case: Case, quoted: str) -> int:
    """The number of the box that a question calls by the rest of its text."""
    said, found = folded(quoted.strip("“”")), list[int]()
    for node in case.named:
        told = _TOLD.fullmatch(node["text"])
        if told is not None and folded(told[1]) == said:
            found.append(int(told[2].replace(",", "")))
    return only(f"boxes called {quoted}", found)


def _read(case: Case, said: Said) -> int:
    return _number(case, said["box"])


def _difference(case: Case, said: Said) -> int:
    gap = _number(case, said["more"]) - _number(case, said["less"])
    if gap <= 0:
        raise Faulty("the first is not the larger")
    return gap


def _stated(case: Case, said: Said) -> bool:
    return _number(case, said["box"]) == int(said["count"])


ROUTINES: dict[str, Routine] = {
    "extract_count": _read,
    "reason_difference": _difference,
    "verify_count": _stated,
}
