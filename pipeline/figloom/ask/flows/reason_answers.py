"""What answers to decisions lead to: one answer, several in turn, a value, or which lead there."""

from __future__ import annotations

from collections.abc import Iterator

from figloom.ask.flows.asking import Asked, Claim, Pattern, Said, asked
from figloom.ask.flows.reading import Reading
from figloom.ask.flows.verify_outcome import following
from figloom.flows import holds, numbers
from figloom.flows.labels import quantity
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, FlowEdge, Picture, Scoring, Variable

_DEPTH = 3
"""Answers in turn that a question gives at most."""


@plugin()
def reason_branch(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The step that an answer to a decision leads to."""
    return asked(_BRANCH, facts, picture, draw)


@plugin()
def reason_conditions(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The step that two or three answers in turn lead to."""
    return asked(_CONDITIONS, facts, picture, draw)


@plugin()
def reason_value(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The step that a value leads to, on this side of a limit or on that."""
    return asked(_VALUE, facts, picture, draw)


@plugin()
def reason_inverse(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The answers to a decision after which a step can still be reached."""
    return asked(_INVERSE, facts, picture, draw)


def _branch(here: Reading) -> Iterator[Claim]:
    for decision in here.decisions:
        for edge in here.out[decision.id]:
            words = {"decision": here.text(decision.id), "answer": f"“{edge.text}”"}
            yield from _led(here, (decision.id,), edge, words)


def _conditions(here: Reading) -> Iterator[Claim]:
    for decision in here.decisions:
        for edge in here.out[decision.id]:
            yield from _walked(here, [edge])


def _walked(here: Reading, edges: list[FlowEdge]) -> Iterator[Claim]:
    if len(edges) > 1:
        told = [f"{here.text(e.source)} is answered “{e.text}”" for e in edges]
        words = {"conditions": ", ".join(told[:-1]) + f" and {told[-1]}"}
        ids = tuple(i for e in edges[:-1] for i in (e.source, e.id))
        yield from _led(here, (*ids, edges[-1].source), edges[-1], words, str(len(edges)))
    then = following(here, edges[-1])
    if then and len(edges) < _DEPTH and then not in [edge.source for edge in edges]:
        for edge in here.out[then]:
            yield from _walked(here, [*edges, edge])


def _value(here: Reading) -> Iterator[Claim]:
    for variable in here.flow.variables:
        for decision in here.decisions:
            edges = here.out[decision.id]
            if not all(edge.when and variable.id in edge.when for edge in edges):
                continue
            for value in _values(variable, edges):
                taken = [edge for edge in edges if holds(edge.when, {variable.id: value})]
                if len(taken) == 1:
                    told = quantity(value, variable.unit)
                    words = {
                        "decision": here.text(decision.id),
                        "quantity": variable.name,
                        "value": told,
                    }
                    yield from _led(here, (decision.id,), taken[0], words, taken[0].text)


def _values(variable: Variable, edges: list[FlowEdge]) -> Iterator[float]:
    """Values at the limits that are tested, on both sides of them, and some further off."""
    for limit in sorted({number for edge in edges for number in numbers(edge.when)}):
        for off in (-7, -2, -1, 0, 1, 2, 6):
            value = round(limit + off * variable.step, 9)
            if variable.low <= value <= variable.high:
                yield value


def _led(
    here: Reading, ids: tuple[str, ...], edge: FlowEdge, words: dict[str, str], about: str = ""
) -> Iterator[Claim]:
    steps = here.led(edge)
    if len(steps) != 1:
        return
    (step,) = steps
    others = [way for way in here.out[edge.source] if way is not edge]
    wrong = [(here.node[n].text, "other_answer") for way in others for n in here.led(way)]
    told = f"“{edge.text}” at {here.text(edge.source)} leads to {here.text(step)}."
    rests = (*ids, edge.id, step)
    answer = here.node[step].text
    kept = tuple(pair for pair in wrong if pair[0] != answer)
    yield Claim(words, answer, rests, (Said(told, rests),), kept, about=about)


def _inverse(here: Reading) -> Iterator[Claim]:
    for decision in here.decisions:
        edges = here.out[decision.id]
        behind = {
            edge.id: {edge.target, *here.reach(edge.target, (decision.id,))} for edge in edges
        }
        for node in here.named:
            some = [edge for edge in edges if node.id in behind[edge.id]]
            if node.id == decision.id or not 0 < len(some) < len(edges):
                continue
            texts = tuple(edge.text for edge in some)
            ids = (decision.id, node.id, *(edge.id for edge in some))
            told = " and ".join(f"“{text}”" for text in texts)
            why = (Said(f"From {told} a way leads on to {here.text(node.id)}.", ids),)
            words = {"decision": here.text(decision.id), "step": here.text(node.id)}
            others = tuple(edge.text for edge in edges if edge not in some)
            yield Claim(words, texts, ids, why, ((others, "other_answers"),), about=decision.id)


_TEXT = Scoring("text")
_BRANCH = Pattern("reason", "reason_branch", "text", _TEXT, _branch)
_CONDITIONS = Pattern("reason", "reason_conditions", "text", _TEXT, _conditions)
_VALUE = Pattern("reason", "reason_value", "text", _TEXT, _value)
_SET = Scoring("texts", (("by", "f1"),))
_INVERSE = Pattern("reason", "reason_inverse", "texts", _SET, _inverse)
