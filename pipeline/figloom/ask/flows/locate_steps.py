"""Steps by their arrows: next, previous, both, common, all neighbours, how many, connected."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from figloom.ask.flows.asking import Asked, Claim, Pattern, Said, asked
from figloom.ask.flows.reading import BARS, Reading
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, Picture, Scoring


@plugin()
def locate_next(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """All steps that may come directly after a step."""
    return asked(_NEXT, facts, picture, draw)


@plugin()
def locate_previous(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """All steps that may come directly before a step."""
    return asked(_PREVIOUS, facts, picture, draw)


@plugin()
def locate_around(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The one step directly before a step and the one directly after it."""
    return asked(_AROUND, facts, picture, draw)


@plugin()
def locate_common(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The one step that comes directly before both of two steps."""
    return asked(_COMMON, facts, picture, draw)


@plugin()
def locate_neighbours(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """All steps that an arrow connects with a step, whichever way it points."""
    return asked(_NEIGHBOURS, facts, picture, draw)


@plugin()
def locate_arrows(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """How many arrows enter or leave a step."""
    return asked(_ARROWS, facts, picture, draw)


@plugin()
def locate_connected(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """Whether an arrow connects two steps; false for steps with one other between them."""
    return asked(_CONNECTED, facts, picture, draw)


@plugin()
def locate_lane(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The lane that holds a step."""
    return asked(_LANE, facts, picture, draw)


def _texts(here: Reading, steps: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(here.node[step].text for step in steps)


def _near(here: Reading, forward: bool) -> Iterator[Claim]:
    told, name = ("after", "next") if forward else ("before", "previous")
    for node in here.named:
        steps, back = here.after(node.id), here.before(node.id)
        if not forward:
            steps, back = back, steps
        if not steps:
            continue
        texts = _texts(here, steps)
        listed = " and ".join(here.text(step) for step in steps)
        why = (Said(f"Directly {told} {here.text(node.id)}: {listed}.", (node.id, *steps)),)
        wrong: list[tuple[tuple[str, ...], str]] = []
        if others := [step for step in back if step not in steps]:
            wrong.append((_texts(here, tuple(others)), "turned_round"))
        if len(texts) > 1:
            wrong.append((texts[1:], "one_missing"))
        words = {"step": here.text(node.id)}
        yield Claim(
            words, texts, (node.id, *steps), why, tuple(wrong), about=str(len(texts)),
            wording=f"locate_{name}_{'many' if len(texts) > 1 else 'one'}",
        )  # fmt: skip


def _next(here: Reading) -> Iterator[Claim]:
    return _near(here, forward=True)


def _previous(here: Reading) -> Iterator[Claim]:
    return _near(here, forward=False)


def _around(here: Reading) -> Iterator[Claim]:
    for node in here.named:
        back, on = here.before(node.id), here.after(node.id)
        if len(back) == len(on) == 1 and back != on:
            before, after = here.node[back[0]].text, here.node[on[0]].text
            ids = (node.id, *back, *on)
            why = (Said(f"It comes after “{before}” and before “{after}”.", ids),)
            answer = (("previous", before), ("next", after))
            wrong = (((("previous", after), ("next", before)), "turned_round"),)
            yield Claim({"step": here.text(node.id)}, answer, ids, why, wrong)


def _common(here: Reading) -> Iterator[Claim]:
    for one, other in combinations(here.named, 2):
        shared = set(here.before(one.id)) & set(here.before(other.id))
        if len(shared) != 1:
            continue
        (step,) = shared
        text, ids = here.node[step].text, (one.id, other.id, step)
        why = (Said(f"Arrows from {here.text(step)} lead to both.", ids),)
        near = [n for n in (*here.after(one.id), *here.after(other.id)) if n != step]
        wrong = tuple((here.node[n].text, "after_one") for n in near[:2])
        words = {"first": here.text(one.id), "second": here.text(other.id)}
        yield Claim(words, text, ids, why, wrong)


def _neighbours(here: Reading) -> Iterator[Claim]:
    for node in here.named:
        steps = tuple(dict.fromkeys((*here.before(node.id), *here.after(node.id))))
        if len(steps) < 2 or node.id in steps:
            continue
        texts = _texts(here, steps)
        why = (Said("Arrows join it with these.", (node.id, *steps)),)
        wrong = ((texts[1:], "one_missing"),)
        words = {"step": here.text(node.id)}
        yield Claim(words, texts, (node.id, *steps), why, wrong, about=str(len(texts)))


def _arrows(here: Reading) -> Iterator[Claim]:
    for node in here.named:
        for which, edges in (("enter", here.into[node.id]), ("leave", here.out[node.id])):
            many = len(edges)
            ids = (node.id, *(edge.id for edge in edges))
            why = (Said(f"Arrows that {which} {here.text(node.id)}: {many}.", ids),)
            words = {"step": here.text(node.id), "which": which}
            wrong = ((many + 1, "off_by_one"),)
            yield Claim(words, many, ids, why, wrong, about=str(many))


def _connected(here: Reading) -> Iterator[Claim]:
    if here.flow.language == "counts":
        # What is left out, lost and analysed is told by the names.
        return
    bars = {node.id for node in here.flow.nodes if node.kind in BARS}
    near = {
        node.id: {
            *(edge.target for edge in here.out[node.id]),
            *(edge.source for edge in here.into[node.id]),
        }
        for node in here.flow.nodes
    }
    for one, other in combinations([node.id for node in here.named], 2):
        if near[one] & near[other] & bars or one in here.after(other) or other in here.after(one):
            truth = other in near[one]
            if not truth:
                # Joined by a bar: neither connected directly nor clearly apart.
                continue
        elif near[one] & near[other]:
            truth = False
        else:
            continue
        told = "An arrow joins" if truth else "No arrow joins"
        why = (Said(f"{told} {here.text(one)} and {here.text(other)}.", (one, other)),)
        for first, second in ((one, other), (other, one)):
            words = {"first": here.text(first), "second": here.text(second)}
            about = f"{first}/{here.sort(second)}"
            yield Claim(words, truth, (one, other), why, about=about)


def _lane(here: Reading) -> Iterator[Claim]:
    names = {lane.id: lane.name for lane in here.flow.lanes}
    for node in here.named:
        if node.lane:
            name = names[node.lane]
            why = (Said(f"It stands in the lane “{name}”.", (node.id,)),)
            wrong = tuple((other, "other_lane") for other in names.values() if other != name)
            yield Claim({"step": here.text(node.id)}, name, (node.id,), why, wrong, about=name)


_SET = Scoring("texts", (("by", "f1"),))
_NEXT = Pattern("locate", "locate_next", "texts", _SET, _next)
_PREVIOUS = Pattern("locate", "locate_previous", "texts", _SET, _previous)
_AROUND = Pattern("locate", "locate_around", "slots", Scoring("slots"), _around)
_COMMON = Pattern("locate", "locate_common", "text", Scoring("text"), _common)
_NEIGHBOURS = Pattern("locate", "locate_neighbours", "texts", _SET, _neighbours)
_ARROWS = Pattern("locate", "locate_arrows", "integer", Scoring("integer"), _arrows)
_CONNECTED = Pattern("locate", "locate_connected", "yes_no", Scoring("yes_no"), _connected)
_LANE = Pattern("locate", "locate_lane", "text", Scoring("text"), _lane)
