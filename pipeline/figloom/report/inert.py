"""Untrusted text made harmless for each place it goes to: page, script, CSV, Markdown, LaTeX."""

from __future__ import annotations

import html
import json
import re
from typing import Any

from figloom import terminal

_KEPT = frozenset("\n\t\u200c\u200d")
"""Breaks that a page folds, and the joiners that some scripts and emoji need."""
_FORMULA = frozenset("=+-@\t\r\n")
"""What a spreadsheet takes for the start of a formula."""
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$!&])")
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "^": r"\textasciicircum{}", "_": r"\_", "%": r"\%", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    "–": "--", "−": "$-$", "±": r"$\pm$", "…": r"\dots{}", "→": r"$\rightarrow$",
    "·": r"$\cdot$",
}  # fmt: skip


def shown(text: str) -> str:
    """Control characters and marks of direction as `\\x1b`; line breaks and tabs stay."""
    return "".join(char if char in _KEPT else terminal.inert(char) for char in text)


def clipped(text: str, most: int) -> str:
    """At most so many characters, both ends kept, since an answer stands at either; what is left
    out is said."""
    if len(text) <= most:
        return shown(text)
    head, tail = most * 2 // 3, most - most * 2 // 3
    left = len(text) - most
    return f"{shown(text[:head])}\n[… {left:,} characters left out …]\n{shown(text[-tail:])}"


def markup(text: object) -> str:
    """For the text and the attributes of a page."""
    return html.escape(shown(str(text)))


def script(value: Any) -> str:
    """JSON that may stand inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def cell(text: str) -> str:
    """One line for a CSV file, never a formula."""
    line = terminal.inert(text)
    return f"'{line}" if text[:1] in _FORMULA or line.lstrip()[:1] in _FORMULA else line


def markdown(text: str) -> str:
    """One line for a cell of a Markdown table."""
    return _MARKDOWN.sub(r"\\\1", terminal.inert(text))


def latex(text: str) -> str:
    """One line for a cell of a LaTeX table."""
    return "".join(_LATEX.get(char, char) for char in terminal.inert(text))
