"""Days and years of dates, which are figures but no amounts."""

from __future__ import annotations

import re

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\b"
_YEAR, _DAY = re.compile(r"(?:19|20)\d\d"), re.compile(r"[12]?\d|3[01]")
_IN = re.compile(r"\b(?:in|since|during|years?|until|for|of the year)\s+$", re.IGNORECASE)
_AFTER_MONTH = re.compile(rf"\b{_MONTH}\.?\s+(?:\d{{1,2}},\s*)?$")
_BEFORE_MONTH = re.compile(rf"\s+(?:of\s+)?{_MONTH}")


def is_date(before: str, digits: str, after: str) -> bool:
    """Whether digits are the year or day of a date, by the text before and after them."""
    year, day = bool(_YEAR.fullmatch(digits)), bool(_DAY.fullmatch(digits))
    if year and _IN.search(before):
        return True
    if day and _BEFORE_MONTH.match(after):
        return True
    return (year or day) and bool(_AFTER_MONTH.search(before))
