"""What was put into a wording to make the text of a question."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from figloom import files
from figloom.audit.labels import Faulty

_SLOT = re.compile(r"\$(\w+)")


def slots(family: str, question: dict[str, Any], shapes: Mapping[str, str]) -> dict[str, str]:
    """What fills the places of the question's wording; Faulty when the text is not of it.

    `shapes` says by a regular expression what may stand in each place.
    """
    subtask, _, name = question["wording"].partition("/")
    template = _templates(family, subtask).get(name)
    if template is None:
        raise Faulty(f"there is no wording {question['wording']!r}")
    found = _pattern(template, tuple(shapes.items())).fullmatch(question["question"])
    if found is None:
        raise Faulty(f"the text is not of its wording {question['wording']!r}")
    return found.groupdict()


@lru_cache(maxsize=4096)
def _pattern(template: str, shapes: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    known, seen, parts, at = dict(shapes), set[str](), [], 0
    for slot in _SLOT.finditer(template):
        name = slot[1]
        parts.append(re.escape(template[at : slot.start()].replace("$$", "$")))
        parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>{known[name]})")
        seen.add(name)
        at = slot.end()
    parts.append(re.escape(template[at:].replace("$$", "$")))
    return re.compile("".join(parts), re.DOTALL)


@lru_cache(maxsize=4096)
def _templates(family: str, subtask: str) -> dict[str, str]:
    """Text by id, of one file of wordings; none where there is no such file."""
    path = files.templates() / "wording" / family / f"{subtask}.toml"
    if not re.fullmatch(r"\w+", subtask) or not path.is_file():
        return {}
    with path.open("rb") as file:
        return {entry["id"]: entry["text"].strip() for entry in tomllib.load(file)["wording"]}
