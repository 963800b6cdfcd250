"""Stories of processes, ours or a person's own, from one TOML file each."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from figloom import files
from figloom.errors import Faults, RecipeError, SourceError, unknown
from figloom.read import stories_labels, stories_parts, stories_when
from figloom.read.own_files import own_files
from figloom.read.stories_decode import decode
from figloom.registry import plugin
from figloom.seeds import share
from figloom.stories import Stories, Story

EVAL_SHARE = 0.25
"""Part of a person's own stories that goes to eval."""


@plugin()
def stories(*, path: Path | None = None, themes: tuple[str, ...] = ()) -> Stories:
    """Stories for flowcharts: our own, or those of a TOML file or of a folder of them.

    `themes` keeps those of these names only; docs/stories.md tells how to write one.
    """
    found = {file.stem: file for file in _told(path or files.templates() / "stories")}
    for theme in themes:
        if theme not in found:
            raise SourceError(f"Source 'stories': {unknown('theme', theme, found)}")
    kept = [file for name, file in found.items() if name in themes or not themes]
    told, wrong = list[tuple[Story, bool]](), list[str]()
    for file in kept:
        try:
            told.append(load(file, own=path is not None))
        except Faults as found_here:
            wrong += found_here.faults
    if wrong:
        raise Faults(wrong)
    unsaid = [story for story, given in told if not given]
    return Stories(
        "stories",
        "unknown" if path else "Apache-2.0",
        [story for story, _ in told],
        notes=_notes(unsaid, [story.split for story, _ in told]),
    )


def load(file: Path, *, own: bool) -> tuple[Story, bool]:
    """The story of a file, and whether it says its split; a person's own need not say it.

    SourceError names the file, the place in it, what is wrong and what to do.
    """
    try:
        table = files.read_toml(file)
    except RecipeError as fault:
        raise Faults([str(fault)]) from None
    given = "split" in table or not own
    try:
        story, wrong = decoded(_named(table, file.stem, given))
    except RecursionError:
        raise Faults([f"{file} is nested too deep: flatten its tables and lists"]) from None
    if "id" in table:
        wrong.insert(0, "id is the file's name; leave the key out")
    if story is None or wrong:
        raise Faults([f"{file}: {fault.rstrip('.')}" for fault in wrong])
    return story, given


def checked(table: Mapping[str, Any]) -> Story:
    """The story of a table with `id` and `split`; ValueError for the first thing wrong in it."""
    story, wrong = decoded(table)
    if story is None or wrong:
        raise ValueError(wrong[0])
    return story


def decoded(table: Mapping[str, Any]) -> tuple[Story | None, list[str]]:
    """The story of a table with `id` and `split`, and all that is wrong in it."""
    wrong = list[str]()
    story: Story | None = decode(Story, table, "", wrong)
    if story is None or wrong:
        return None, wrong
    checks = (stories_parts.faults, stories_when.faults, stories_labels.faults)
    return story, list(chain.from_iterable(check(story) for check in checks))


def hashed(name: str, part: float = EVAL_SHARE) -> Literal["train", "eval"]:
    """The split of a story that says none, by its name."""
    return "eval" if share(f"story/{name}") < part else "train"


def _named(table: Mapping[str, Any], stem: str, given: bool) -> dict[str, Any]:
    split = {} if given else {"split": hashed(stem)}
    return {**table, **split, "id": stem}


def _told(place: Path) -> list[Path]:
    return own_files(place, ".toml", "a story's TOML file", _ours(place.stem))


def _ours(name: str) -> str:
    """How a theme of ours is chosen: the one that a name comes nearest to, if one is near."""
    known = sorted(file.stem for file in (files.templates() / "stories").glob("*.toml"))
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return (
        f'One of our own is chosen in a recipe: source = {{ name = "stories", '
        f'themes = ["{near[0] if near else known[0]}"] }}; `figloom list stories` names them all.'
    )


def _notes(unsaid: Sequence[Story], splits: Sequence[str]) -> tuple[str, ...]:
    """What a person should know of stories that were split by their names."""
    if not unsaid:
        return ()
    evaluates = sum(story.split == "eval" for story in unsaid)
    told = (
        f"Stories that say no split were split by the hash of their names: "
        f"{len(unsaid) - evaluates} to train, {evaluates} to eval."
    )
    empty = "train" if "train" not in splits else "eval" if "eval" not in splits else ""
    lack = f' The {empty} split has none; write split = "{empty}" in some.' if empty else ""
    return (told + lack,)
