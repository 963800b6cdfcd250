"""What holds of whole ways: what was passed, what is repeated, how far, what blocks it, who."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from figloom.ask.flows.asking import Asked, Claim, Pattern, Said, asked
from figloom.ask.flows.crossed import crossings
from figloom.ask.flows.reading import Reading
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, Picture, Scoring

_MOST = 6
"""Steps that a reply is asked to list, and steps between two that it is asked to count."""


@plugin()
def reason_passed(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """All steps that every run has passed when it comes to a step."""
    return asked(_PASSED, facts, picture, draw)


@plugin()
def reason_next(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """What is done once a step, which is no decision, is done."""
    return asked(_NEXT, facts, picture, draw)


@plugin()
def reason_repeated(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The decision on whether a step is done again."""
    return asked(_REPEATED, facts, picture, draw)


@plugin()
def reason_leaving(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The answer to a decision that ends a repetition."""
    return asked(_LEAVING, facts, picture, draw)


@plugin()
def reason_between(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """How many steps stand between two on the shortest way."""
    return asked(_BETWEEN, facts, picture, draw)


@plugin()
def reason_waits(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The steps directly before a bar, all of which must be done before a step."""
    return asked(_WAITS, facts, picture, draw)


@plugin()
def reason_who(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The lane of the step that comes directly after another."""
    return asked(_WHO, facts, picture, draw)


@plugin()
def reason_blocked(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """Whether an end can be reached by an answer although a step cannot be done."""
    return asked(_BLOCKED, facts, picture, draw)


def _passed(here: Reading) -> Iterator[Claim]:
    entry = here.flow.entry
    if not entry or here.node[entry].kind != "start":
        # A decision at the top is a start to some readers and not to others.
        return
    kept = {node.id for node in here.named if node.kind != "start"}
    for node in here.named:
        ids = tuple(one.id for one in here.named if one.id in here.passed[node.id] & kept)
        looped = any(one in here.reached[node.id] for one in ids)
        if not 2 <= len(ids) <= _MOST or looped:
            continue
        texts = tuple(here.node[one].text for one in ids)
        some = [
            one.text
            for one in here.named
            if one.id in kept and one.id not in ids and node.id in here.reached[one.id]
        ]
        wrong = [(texts[1:], "one_missing")]
        if some:
            wrong.append(((*texts, some[0]), "not_on_every_way"))
        why = (Said(f"Every run that comes to {here.text(node.id)} has passed these.", ids),)
        words = {"step": here.text(node.id)}
        rests = (node.id, *ids)
        yield Claim(words, texts, rests, why, tuple(wrong), about=str(len(texts)))


def _next(here: Reading) -> Iterator[Claim]:
    for node in here.named:
        steps = here.after(node.id)
        if node.kind == "decision" or len(steps) != 1 or not here.flow.entry:
            continue
        (step,) = steps
        wrong = [n for n in (*here.before(node.id), *here.after(step)) if n not in (step, node.id)]
        why = (Said(f"The arrow leads to {here.text(step)}.", (node.id, step)),)
        yield Claim(
            {"step": here.text(node.id)}, here.node[step].text, (node.id, step), why,
            tuple((here.node[n].text, "two_on_or_before") for n in wrong),
        )  # fmt: skip


def _loops(here: Reading) -> Iterator[tuple[str, set[str]]]:
    """The only decision that leads out of a circle, and the steps that stand in the circle."""
    seen = set[str]()
    for node in here.flow.nodes:
        if node.id in seen or node.id not in here.reached[node.id]:
            continue
        circle = {other for other in here.reached[node.id] if node.id in here.reached[other]}
        seen |= circle
        out = {edge.source for one in circle for edge in here.out[one] if edge.target not in circle}
        if len(out) == 1:
            (decision,) = out
            if here.node[decision].kind == "decision":
                yield decision, circle


def _rounds(here: Reading, circle: set[str], without: str) -> bool:
    """Whether the circle can be gone round without a step."""
    return any(one in here.reach(one, (without,)) for one in circle - {without})


def _repeated(here: Reading) -> Iterator[Claim]:
    for decision, circle in _loops(here):
        for step in sorted(circle - {decision}):
            if here.node[step].kind in ("fork", "join", "connector", "decision"):
                continue
            if _rounds(here, circle, step) or _rounds(here, circle, decision):
                # Another decision too settles whether it is done again.
                continue
            others = [n.text for n in here.decisions if n.id != decision]
            told = f"Of the circle with {here.text(step)}, only {here.text(decision)} leads out."
            ids = (step, decision)
            wrong = tuple((text, "other_decision") for text in others[:3])
            words = {"step": here.text(step)}
            yield Claim(words, here.node[decision].text, ids, (Said(told, ids),), wrong)


def _leaving(here: Reading) -> Iterator[Claim]:
    for decision, circle in _loops(here):
        on = [edge for edge in here.out[decision] if edge.target not in circle]
        back = [edge for edge in here.out[decision] if edge.target in circle]
        if len(on) == 1 and back:
            told = f"“{on[0].text}” leads out of the circle."
            ids = (decision, on[0].id)
            wrong = tuple((edge.text, "leads_round") for edge in back)
            words = {"decision": here.text(decision)}
            yield Claim(words, on[0].text, ids, (Said(told, ids),), wrong)


def _between(here: Reading) -> Iterator[Claim]:
    for node in here.named:
        way: dict[str, tuple[str, ...]] = {node.id: ()}
        waiting = deque([node.id])
        while waiting:
            one = waiting.popleft()
            for other in here.after(one):
                if other not in way:
                    way[other] = (*way[one], other)
                    waiting.append(other)
        for other, steps in way.items():
            many = len(steps) - 1
            if not 1 <= many <= _MOST:
                continue
            told = " → ".join(here.text(step) for step in steps[:-1])
            why = (Said(f"On the shortest way lie {told}.", steps),)
            words = {"first": here.text(node.id), "then": here.text(other)}
            wrong = ((many + 1, "off_by_one"), (many - 1, "off_by_one"))
            yield Claim(words, many, (node.id, *steps), why, wrong, about=str(many))


def _waits(here: Reading) -> Iterator[Claim]:
    for node in here.named:
        joins = [e.source for e in here.into[node.id] if here.node[e.source].kind == "join"]
        if len(joins) != 1 or len(here.into[node.id]) != 1:
            continue
        steps = here.before(joins[0])
        if len(steps) < 2 or len(steps) != len(here.into[joins[0]]):
            continue
        if not here.passed[node.id].issuperset(steps):
            # One of several arrows out of one branch.
            continue
        texts = tuple(here.node[step].text for step in steps)
        ids = (node.id, joins[0], *steps)
        why = (Said(f"The bar before {here.text(node.id)} waits for these.", ids),)
        words = {"step": here.text(node.id)}
        yield Claim(words, texts, ids, why, ((texts[1:], "one_missing"),))


def _who(here: Reading) -> Iterator[Claim]:
    names = {lane.id: lane.name for lane in here.flow.lanes}
    for node in here.named:
        steps = here.after(node.id)
        if len(steps) != 1 or not here.node[steps[0]].lane:
            continue
        (step,) = steps
        lane = names[here.node[step].lane]
        told = f"Next comes {here.text(step)}, in the lane “{lane}”."
        wrong = tuple((name, "other_lane") for name in names.values() if name != lane)
        # Most next steps stay in the lane, which would be a good guess.
        about = "same" if here.node[step].lane == node.lane else "other"
        ids = (node.id, step)
        yield Claim({"step": here.text(node.id)}, lane, ids, (Said(told, ids),), wrong, about=about)


def _blocked(here: Reading) -> Iterator[Claim]:
    for one in crossings(here):
        told = "Every run passes it." if one.sure else "Some run avoids it."
        facts = (one.decision, one.edge.id, one.step, one.end)
        why = (Said(told, (one.step, one.end)),)
        yield Claim(one.words(here), not one.sure, facts, why, about=one.about)


_SET = Scoring("texts", (("by", "f1"),))
_TEXT = Scoring("text")
_PASSED = Pattern("reason", "reason_passed", "texts", _SET, _passed)
_NEXT = Pattern("reason", "reason_next", "text", _TEXT, _next)
_REPEATED = Pattern("reason", "reason_repeated", "text", _TEXT, _repeated)
_LEAVING = Pattern("reason", "reason_leaving", "text", _TEXT, _leaving)
_BETWEEN = Pattern("reason", "reason_between", "integer", Scoring("integer"), _between)
_WAITS = Pattern("reason", "reason_waits", "texts", _SET, _waits)
_WHO = Pattern("reason", "reason_who", "text", _TEXT, _who)
_BLOCKED = Pattern("reason", "reason_blocked", "yes_no", Scoring("yes_no"), _blocked)
