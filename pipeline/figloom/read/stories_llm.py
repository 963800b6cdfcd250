"""Stories that a language model invents: themes and labels of flowcharts, never an answer.

What it tells passes the same reader as a story's file; where it never does, one of ours stands in
its place, and the reason is counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from figloom.client import Client, InvalidReply, Silent
from figloom.errors import SourceError, unknown
from figloom.knowledge import normalise
from figloom.read.insist import TRIES, insist, worded
from figloom.read.stories import EVAL_SHARE, checked, hashed
from figloom.read.stories import stories as shipped
from figloom.read.stories_llm_checks import faults
from figloom.read.stories_llm_replies import Told
from figloom.read.stories_llm_shapes import SECTIONS, Section
from figloom.registry import plugin
from figloom.seeds import share
from figloom.stories import Stories, Story

ORDER = ("process", "process", "tree", "process", "study", "layers")
"""Sections in the order in which they are asked for, over and over."""
_SHOWN = 40
"""Most titles that a prompt lists as taken."""
_OURS = "Apache-2.0"


@plugin()
def stories_llm(
    *,
    model: str,
    base_url: str = "",
    stories: int = 24,
    sections: tuple[str, ...] = (),
    licence: str = "made by a model",
    eval_share: float = EVAL_SHARE,
) -> Stories:
    """Stories for flowcharts that a language model invents, in turn of `sections`: process, tree,
    study, layers.

    `base_url` is that of any server with OpenAI's protocol (or OPENAI_BASE_URL); a key, where one
    is needed, comes from OPENAI_API_KEY. Replies are cached, so the same stories need it once. One
    of ours stands for each that the model cannot tell, and the notes say why.
    """
    if not 0 < eval_share < 1:
        raise SourceError(
            f"Source 'stories_llm': eval_share is {eval_share}; give 0 < eval_share < 1."
        )
    if stories < 1:
        raise SourceError(f"Source 'stories_llm': stories is {stories}; give at least 1.")
    strange = next((name for name in sections if name not in SECTIONS), None)
    if strange is not None:
        raise SourceError(f"Source 'stories_llm': {unknown('section', strange, SECTIONS)}")
    wanted = sections or ORDER
    ours = shipped().stories
    made: dict[str, Story] = {}
    instead: dict[str, Story] = {}
    why: Counter[str] = Counter()
    silent = ""
    with Client(model, base_url) as client:
        for turn in range(stories):
            name = wanted[turn % len(wanted)]
            try:
                told = (
                    None if silent else _told(client, SECTIONS[name], [*made.values()], ours, turn)
                )
            except InvalidReply as error:
                told = None
                why[f"the model told no {name} that will do: {error}"] += 1
            except Silent as error:
                told, silent = None, str(error).rstrip(".")
            if silent:
                why[silent] += 1
            if told is not None:
                made[told["id"]] = checked({**told, "split": hashed(told["id"], eval_share)})
            elif spare := _spare(ours, name, instead):
                instead[spare.id] = spare
        counts = client.counts
    notes = [
        f"{n} of {stories} stories are ours, not the model's: {told}." for told, n in why.items()
    ]
    if counts["failed"] or counts["fallbacks"]:
        notes.append(
            f"Of {counts['asked']} replies, {counts['failed']} were invalid and "
            f"{counts['fallbacks']} were found in plain text."
        )
    return Stories(
        "stories_llm",
        f"{licence} and {_OURS}" if made and instead else licence if made else _OURS,
        [*made.values(), *instead.values()],
        notes,
        f"Invented by {model}" if made else "",
    )


def _told(
    client: Client, section: Section, made: Sequence[Story], ours: Sequence[Story], turn: int
) -> dict[str, Any]:
    """The table of a new story, without its split; InvalidReply when none comes."""
    taken = [story.titles[0] for story in made]
    prompt = worded("story").substitute(
        about=section.about,
        keys=section.keys,
        taken="; ".join(taken[-_SHOWN:]) or "(none yet)",
    )
    known = {normalise(title) for story in (*made, *ours) for title in story.titles}
    ids = {story.id for story in (*made, *ours)}

    heard = [prompt]

    def check(told: Told) -> None:
        try:
            if normalise(told.title) in known:
                raise ValueError(f"the title {told.title!r} is taken already")
            story = checked({**_table(section, told, ids), "split": "train"})
            for fault in faults(story, " ; ".join(heard)):
                raise ValueError(fault)
        except ValueError as fault:
            # Small models repeat what they are told; what it quotes is their own.
            heard.append(re.sub(r"'[^']*'|\"[^\"]*\"", ";", str(fault)))
            raise

    return _table(section, insist(client, prompt, section.shape, check, turn * TRIES), ids)


def _table(section: Section, told: Told, taken: set[str]) -> dict[str, Any]:
    stem = re.sub(r"\W+", "_", told.title.casefold()).strip("_") or "story"
    names = (stem if n == 1 else f"{stem}_{n}" for n in count(1))
    name = next(name for name in names if name not in taken)
    return {**section.table(told), "id": name, "titles": [told.title]}


def _spare(ours: Sequence[Story], name: str, taken: Mapping[str, Story]) -> Story | None:
    """One of ours with that section, the same for all builds; None when all are taken."""
    held = {"process": "parts"}.get(name, name)
    free = [story for story in ours if getattr(story, held) and story.id not in taken]
    return min(free, key=lambda story: share(f"spare/{story.id}"), default=None)
