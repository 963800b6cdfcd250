"""What a reply works out: "5 + 7 = 12" and "5 and 7, total = 12" say 12, "a = 5, b = 7" both."""

from __future__ import annotations

import re

_EQUALS = re.compile(r"[=≈≅]")
_WORKED = re.compile(r"\d[^\d,;\n]*[-+−–*×÷/·][^\d,;\n]*\d")
_NAMED = re.compile(
    r"\b(?:total|sum|result|difference|ratio|average|mean|gesamt|summe|insgesamt)\s*$",
    re.IGNORECASE,
)
_GROUPED = re.compile(r"(?<=\d),(?=\d)")
_LONGEST = 10_000
"""Characters of a calculation; longer ones are prose."""


def result(text: str) -> str:
    """What stands behind the last equals sign, if all numbers before it are being worked with or
    it is named as the total; else nothing."""
    if len(text) > _LONGEST:
        return ""
    *before, after = _EQUALS.split(_GROUPED.sub("", text))
    told = [part for part in before if re.search(r"\d", part)]
    worked = told and (_NAMED.search(before[-1]) or all(map(_works, told)))
    return _EQUALS.split(text)[-1] if worked and re.search(r"\d", after) else ""


def _works(part: str) -> bool:
    return not {*",;\n"} & {*part} and bool(_WORKED.search(part))
