"""Texts by where they belong: ends, tags, words, arrows, lanes, all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from figloom.ask.flows.asking import Asked, Claim, Pattern, Said, asked
from figloom.ask.flows.extract_looks import figures, listed
from figloom.ask.flows.reading import Reading
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, Picture, Scoring

_MOST = 25
"""Texts that a reply is asked to list."""
_WORD = re.compile(r"[A-Za-z]{4,}")


@plugin()
def extract_ends(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The texts of the steps at which the process ends."""
    return asked(_ENDS, facts, picture, draw)


@plugin()
def extract_tag(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The text of the step with a number or reference numeral."""
    return asked(_TAG, facts, picture, draw)


@plugin()
def extract_word(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The texts of all steps that hold a word."""
    return asked(_HOLDING, facts, picture, draw)


@plugin()
def extract_arrow(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The words on the arrow between two steps."""
    return asked(_ARROW, facts, picture, draw)


@plugin()
def extract_answers(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The words on all arrows that leave a decision."""
    return asked(_ANSWERS, facts, picture, draw)


@plugin()
def extract_lanes(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The headings of all lanes."""
    return asked(_LANES, facts, picture, draw)


@plugin()
def extract_in_lane(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The texts of all steps in a lane."""
    return asked(_IN_LANE, facts, picture, draw)


@plugin()
def extract_all(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The texts of all steps; not the words on arrows, nor the title."""
    return asked(_ALL, facts, picture, draw)


@plugin()
def extract_beside(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The text of the only step of a figure that comes directly after or before another."""
    return asked(_BESIDE, facts, picture, draw)


def _ends(here: Reading) -> Iterator[Claim]:
    nodes = [here.node[end] for end in here.ends]
    if here.flow.entry and nodes:
        why = "No arrow leaves these."
        yield listed(here, "extract_ends", len(nodes) > 1, {}, nodes, why)


def _tag(here: Reading) -> Iterator[Claim]:
    for node in here.named:
        if node.tag:
            why = (Said(f"“{node.tag}” is written at {here.text(node.id)}.", (node.id,)),)
            others = [other.text for other in here.named if other is not node and other.tag]
            wrong = tuple(((text,), "other_tag") for text in others[:2])
            yield Claim({"tag": node.tag}, (node.text,), (node.id,), why, wrong)


def _holding(here: Reading) -> Iterator[Claim]:
    words = [set(map(str.lower, _WORD.findall(node.text))) for node in here.named]
    texts = [node.text.lower() for node in here.named]
    for word in sorted(set().union(*words)):
        nodes = [n for n, mine in zip(here.named, words, strict=True) if word in mine]
        if len(nodes) > 4 or sum(word in text for text in texts) != len(nodes):
            # Part of a longer word elsewhere.
            continue
        why = f"The word “{word}” stands in these."
        yield listed(here, "extract_word", len(nodes) > 1, {"word": f"“{word}”"}, nodes, why)


def _arrow(here: Reading) -> Iterator[Claim]:
    texts = sorted({edge.text for edge in here.flow.edges if edge.text})
    for edge in here.flow.edges:
        ends = (here.node[edge.source], here.node[edge.target])
        if not edge.text or not all(node in here.named for node in ends) or len(texts) < 2:
            continue
        words = {"source": here.text(edge.source), "target": here.text(edge.target)}
        why = (Said(f"That arrow carries “{edge.text}”.", (edge.id,)),)
        wrong = tuple(((text,), "other_arrow") for text in texts if text != edge.text)
        yield Claim(words, (edge.text,), (edge.id,), why, wrong[:3], about=edge.text)


def _answers(here: Reading) -> Iterator[Claim]:
    for node in here.decisions:
        edges = here.out[node.id]
        texts = tuple(edge.text for edge in edges)
        why = (Said("These arrows leave it.", tuple(edge.id for edge in edges)),)
        ids = (node.id, *(edge.id for edge in edges))
        wrong = ((texts[1:], "one_missing"),)
        yield Claim({"decision": here.text(node.id)}, texts, ids, why, wrong, about=str(len(texts)))


def _lanes(here: Reading) -> Iterator[Claim]:
    if here.flow.lanes:
        texts = tuple(lane.name for lane in here.flow.lanes)
        ids = tuple(lane.id for lane in here.flow.lanes)
        why = (Said("The lanes have these headings.", ids),)
        yield Claim({}, texts, ids, why, ((texts[1:], "one_missing"),))


def _in_lane(here: Reading) -> Iterator[Claim]:
    for lane in here.flow.lanes:
        nodes = [node for node in here.named if node.lane == lane.id]
        if nodes:
            words, why = {"lane": f"“{lane.name}”"}, f"These stand in the lane “{lane.name}”."
            yield listed(here, "extract_in_lane", len(nodes) > 1, words, nodes, why)


def _all(here: Reading) -> Iterator[Claim]:
    if len(here.named) <= _MOST:
        yield listed(here, "extract_all", True, {}, list(here.named), "These are all its steps.")


def _beside(here: Reading) -> Iterator[Claim]:
    drawn = figures(here)
    for node in here.named:
        for which, near in (("after", here.after(node.id)), ("before", here.before(node.id))):
            for name, like in drawn.items():
                found = [other for other in like if other.id in near]
                if len(found) != 1 or found[0] is node or len(near) < 2 or len(like) < 2:
                    continue
                words = {"figure": name, "which": which, "step": here.text(node.id)}
                why = (
                    Said(
                        f"Of the steps directly {which} {here.text(node.id)}, only "
                        f"{here.text(found[0].id)} is drawn as that figure.",
                        (node.id, found[0].id),
                    ),
                )
                wrong = tuple(
                    ((here.node[other].text,), "other_figure")
                    for other in near
                    if other != found[0].id
                )
                yield Claim(words, (found[0].text,), (node.id, found[0].id), why, wrong)


_TEXTS = Scoring("texts")
_ENDS = Pattern("extract", "extract_ends", "texts", _TEXTS, _ends)
_TAG = Pattern("extract", "extract_tag", "texts", _TEXTS, _tag)
_HOLDING = Pattern("extract", "extract_word", "texts", _TEXTS, _holding)
_ARROW = Pattern("extract", "extract_arrow", "texts", _TEXTS, _arrow)
_ANSWERS = Pattern("extract", "extract_answers", "texts", _TEXTS, _answers)
_LANES = Pattern("extract", "extract_lanes", "texts", _TEXTS, _lanes)
_IN_LANE = Pattern("extract", "extract_in_lane", "texts", _TEXTS, _in_lane)
_ALL = Pattern("extract", "extract_all", "texts", _TEXTS, _all)
_BESIDE = Pattern("extract", "extract_beside", "texts", _TEXTS, _beside)
