"""What a reader of a story would not let pass, in words that the model is told.

A person who writes a story knows what it is for, so these rules are a model's alone: small ones
number their texts, repeat the prompt, say the schema's keys for words, or stop in mid-sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from figloom.read.stories_labels import Said, said
from figloom.read.stories_parts import advices, walk
from figloom.stories import Decision, Loop, Step, Story, Texts

_MARKUP = re.compile(r"[*_#`|<>\[\]\\~^]|://")
_HOLLOW = re.compile(
    r"(?:step|part|question|answer|option|branch|label|text|title|actor|component|layer|decision"
    r"|measure|limit|loop|process|item|name|kind|example|something|thing|placeholder)(?:e?s)?"
)
"""Words that name a place of the schema and say nothing of the subject."""
_FILLING = re.compile(r"the|an?|of|and|or|first|second|third|next|last|new|other|yes|no|\d+|[a-z]")
_OPEN = re.compile(
    r"(?:an?|the|and|or|but|of|with|from|than|that|which|whose|if|when|because|is|are|was|were|be"
    r"|been|your|my|their|his|its|our|every)$"
)
"""Words that no label ends with."""
_NO_VERB = re.compile(
    r"(?:the|an?|this|that|these|those|it|he|she|they|we|i|you|there|what|which|who|where|when|why"
    r"|how|is|are|was|were|if|unless|otherwise|else)$"
)
"""Words that no imperative begins with."""
_SPEAKS = re.compile(
    r"\bsorry\b|\breply (?:was refused|anew)\b|\bas an? (?:ai|language model)\b|\bjson object\b"
    r"|\blorem ipsum\b|\bi(?:['’](?:m|ve|ll)| am| can(?:not|['’]t)| could ?n(?:ot|['’]t))\b",
    re.I,
)
_NUMBERED = re.compile(r"^\W*(?:\d+|[a-z])\)|^\d+[.:](?!\d)|\b(?:steps?|parts?) \d", re.I)
_DENIED = re.compile(r"no(?:$|,| (?:it|they|he|she|not)\b)", re.I)
_WHICH = re.compile(r"(?:what|which|who|whose|where|when|why|how)\b", re.I)
_TWICE = re.compile(r"\b([^\W\d_]+) \1\b", re.I)
_COPIED = 3
"""Words in a row from which a text is the prompt's and not the model's."""
_FEWEST = 5
"""Boxes of the smallest flowchart."""


def faults(story: Story, prompt: str) -> Iterator[str]:
    """What is wrong with the words of a story told on this prompt, each as "place: what".

    `prompt` is all that the model was told, also of earlier replies.
    """
    texts = [*said(story), *_names(story)]
    asked = _words(prompt)
    for one in texts:
        for text in one.texts:
            if why := _text(text) or (_label(text) if one.what != "answer" else ""):
                yield f"{one.place}: {text!r} {why}"
            elif one.what != "answer" and _copied(one.place, text, asked):
                yield f"{one.place}: {text!r} stands in the prompt; say something of your own"
        if len({text.casefold() for text in one.texts}) < len(one.texts):
            yield f"{one.place}: {one.texts[0]!r} is said twice; say it in other words"
    for place, part in walk(story.parts):
        if isinstance(part, Step):
            yield from _imperative(f"{place}.step", part.step)
        elif isinstance(part, Decision):
            yield from _answers(place, part.decision, [branch.label for branch in part.branches])
        elif isinstance(part, Loop):
            yield from _answers(place, part.loop, [part.again, part.done])
    yield from _tree(story)
    for quantity in story.variables.values():
        if not quantity.name.startswith("the ") or len(quantity.name.split()) > 6:
            yield f"measure {quantity.name!r} is no noun such as 'the waiting time'"
        if _MARKUP.search(quantity.unit):
            yield f"unit {quantity.unit!r} has a symbol; texts must be plain words"
    if story.layers and sum(len(layer.components) for layer in story.layers) < _FEWEST:
        yield f"layers: they have fewer than {_FEWEST} components; name more"


def _names(story: Story) -> Iterator[Said]:
    """What charts and questions show as well: names of lanes, levels, measures and subjects."""
    yield Said("actors", story.actors, "label")
    for n, layer in enumerate(story.layers):
        yield Said(f"layers[{n}].name", (layer.name,), "label")
    for name, quantity in story.variables.items():
        yield Said(f"variables.{name}.name", (quantity.name,), "answer")
    if story.study:
        yield Said("study.subjects", (story.study.subjects,), "answer")


def _text(text: str) -> str:
    """What is wrong with a text wherever it stands; nothing where all is well."""
    words = _words(text)
    if _MARKUP.search(re.sub(r"\{\w+\}", "", text)):
        return "has a symbol; texts must be plain words"
    if not words:
        return "says nothing"
    if _SPEAKS.search(text):
        return "speaks of the reply; tell of the subject alone"
    if _NUMBERED.search(text):
        return "has a number that the chart does not; leave numbering out"
    if any(map(_HOLLOW.fullmatch, words)) and all(
        _HOLLOW.fullmatch(word) or _FILLING.fullmatch(word) for word in words
    ):
        return "says nothing of the subject; name what is meant"
    if _TWICE.search(text):
        return "says a word twice in a row"
    return ""


def _label(text: str) -> str:
    """What is wrong with the text of a box, or with a title."""
    if text[0].islower():
        return "begins with a small letter; write sentence case"
    if text[-1] in ",;:-(&+/" or (_OPEN.match(text.split()[-1]) and not text.endswith("?")):
        return "stops in mid-sentence; keep it shorter"
    return ""


def _copied(place: str, text: str, asked: Sequence[str]) -> bool:
    """Whether the prompt has all of a text; what it says that a study may say is excepted."""
    words = _words(text)
    if len(words) < _COPIED or place.startswith("study."):
        return False
    return f" {' '.join(words)} " in f" {' '.join(asked)} "


def _imperative(place: str, texts: Texts) -> Iterator[str]:
    for text in texts:
        words = _words(text)
        if len(words) < 2 or _NO_VERB.match(words[0]) or text.endswith("?"):
            yield f"{place}: {text!r} is nothing to do; begin with a verb, as in 'Pack the parcel'"


def _answers(place: str, asked: Texts, answers: Sequence[Texts]) -> Iterator[str]:
    """Answers that contradict themselves, each other, or the question."""
    ways = [{_polarity(text) for text in texts} for texts in answers]
    for n, way in enumerate(ways):
        if len(way) > 1:
            yield f"{place}: {answers[n][0]!r} and {answers[n][1]!r} are one answer; mean the same"
        if way - {""} and any(way == other for other in ways[:n]):
            yield f"{place}: two answers say {next(iter(way))}; let them differ"
        if way - {""} and any(_WHICH.match(text) for text in asked):
            yield f"{place}: {asked[0]!r} is not answered by yes or no"


def _polarity(text: str) -> str:
    """Yes, no, or nothing: "No smell" is neither."""
    yes = _words(text)[:1] == ["yes"]
    return "yes" if yes else "no" if _DENIED.match(text) else ""


def _tree(story: Story) -> Iterator[str]:
    if not story.tree:
        return
    told = [*advices(story.tree)]
    if len(told) < _FEWEST or sum(bool(advice.answers) for _, advice in told) < 2:
        yield "tree: fewer than two questions and three pieces of advice; tell more"
    for place, advice in told:
        if advice.answers:
            yield from _answers(place, advice.say, [(label,) for label in advice.answers])


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())
