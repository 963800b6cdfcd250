"""What a prompt asks: which wording it was made from, and what stands in its places.

Reading a question is no feat of a model of pixels, so the wordings themselves serve as grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from figloom import files
from figloom.wording import load

_PLACE = re.compile(r"\\\$(?:\\\{)?(\w+)(?:\\\})?")
_QUOTED = re.compile(r"“([^“”]+)”")
_NUMBER = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question by its subtask, and the words in its places."""

    family: str
    subtask: str
    words: dict[str, str]

    def quoted(self, place: str) -> list[str]:
        """Names between quotation marks in a place, in order."""
        return _QUOTED.findall(self.words.get(place, ""))

    def number(self, place: str) -> float | None:
        """The first number in a place."""
        found = _NUMBER.search(self.words.get(place, ""))
        return float(found[0].replace(",", "").replace("−", "-")) if found else None


def asked(prompt: str) -> Asked | None:
    """The question that a prompt holds, by the wording that explains most of it."""
    best: tuple[int, Asked] | None = None
    for family, subtask, anchor, length, pattern in _patterns():
        if anchor in prompt and (found := pattern.search(prompt)):
            words = {name: value.strip() for name, value in found.groupdict().items()}
            if best is None or length > best[0]:
                best = length, Asked(family, subtask, words)
    return best[1] if best else None


@cache
def _patterns() -> list[tuple[str, str, str, int, re.Pattern[str]]]:
    return list(_compiled())


def _compiled() -> Iterator[tuple[str, str, str, int, re.Pattern[str]]]:
    root = files.templates() / "wording"
    for path in sorted(root.glob("*/*.toml")):
        for wording in load(path):
            text = wording.text.replace("$$", "\0")
            pieces = [piece.replace("\0", "$") for piece in re.split(r"\$\{?\w+\}?", text)]
            seen: set[str] = set()

            def place(match: re.Match[str], seen: set[str] = seen) -> str:
                name = match[1]
                group = f"(?P={name})" if name in seen else f"(?P<{name}>.+?)"
                seen.add(name)
                return group

            pattern = _PLACE.sub(place, re.escape(text)).replace("\0", re.escape("$"))
            yield (
                path.parent.name,
                path.stem,
                max(pieces, key=len),
                sum(map(len, pieces)),
                re.compile(rf"^{pattern}\s*$", re.DOTALL | re.MULTILINE),
            )
