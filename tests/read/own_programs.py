"""Functions as a person would write them, and how a file of them is read."""

from __future__ import annotations

from pathlib import Path

from figloom.read.programs import programs
from figloom.stories import Stories

GOOD = '''"""Prices of a museum."""


def price(age: int, hours: int) -> int:
    """What a visit costs."""
    total = 4 * hours  # by the hour
    if age < 18:
        total = total // 2
    elif age > 65:
        total = total - hours
    while total > 30:
        total -= 7
    return total
'''
OTHER = """
def steps(n):
    count = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        count += 1
    return count
"""


def read(folder: Path, text: str = GOOD, name: str = "own.py") -> Stories:
    (folder / name).write_text(text, "utf-8")
    return programs(path=folder / name)
