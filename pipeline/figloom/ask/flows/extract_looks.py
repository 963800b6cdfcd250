"""Texts by how their steps look: by figure, by colour, by both, by border, first or last of a kind.

Asked only where names fit one thing each, and where something of the same colour or the same
figure must be left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from figloom.ask.flows.asking import Asked, Claim, Pattern, Said, asked
from figloom.ask.flows.reading import Reading
from figloom.flows import FIGURES
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Facts, FlowNode, Picture, Scoring


@plugin()
def extract_figure(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The texts of all steps of one figure."""
    return asked(_FIGURE, facts, picture, draw)


@plugin()
def extract_colour(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The texts of all steps of one colour."""
    return asked(_COLOUR, facts, picture, draw)


@plugin()
def extract_colour_figure(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The texts of all steps of one colour and figure; others share the one or the other."""
    return asked(_BOTH, facts, picture, draw)


@plugin()
def extract_border(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The texts of all steps with a border of one colour."""
    return asked(_BORDER, facts, picture, draw)


@plugin()
def extract_first(facts: Facts, picture: Picture | None, draw: Draw) -> Asked:
    """The text of the first or the last step of a figure, in the order of the process."""
    return asked(_FIRST, facts, picture, draw)


def figures(here: Reading) -> dict[str, list[FlowNode]]:
    """Steps by what their figure is called; empty where a name would fit two figures."""
    drawn = {node.figure for node in here.named}
    if len({FIGURES[figure] for figure in drawn}) < len(drawn) or {"rectangle", "rounded"} <= drawn:
        return {}
    found: dict[str, list[FlowNode]] = {}
    for node in here.named:
        found.setdefault(FIGURES[node.figure], []).append(node)
    return found if len(found) > 1 else {}


def listed(
    here: Reading, name: str, many: bool, words: dict[str, str], nodes: list[FlowNode], why: str
) -> Claim:
    """A claim whose answer is the nodes' texts; worded in the plural where `many`."""
    ids = tuple(node.id for node in nodes)
    texts = tuple(node.text for node in nodes)
    others = [node for node in here.named if node not in nodes]
    wrong: list[tuple[tuple[str, ...], str]] = []
    if len(texts) > 1:
        wrong.append((texts[1:], "one_missing"))
    if others:
        wrong.append(((*texts, others[0].text), "one_too_many"))
    return Claim(
        words, texts, ids, (Said(why, ids),), tuple(wrong), about=str(len(texts)),
        wording=f"{name}_many" if many else f"{name}_one",
    )  # fmt: skip


def plural(name: str) -> str:
    """Several of a figure."""
    return f"{name}s"


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _figure(here: Reading) -> Iterator[Claim]:
    for name, nodes in figures(here).items():
        if len(nodes) == len(here.named):
            continue
        many = len(nodes) > 1
        words = {"figure": plural(name) if many else name}
        why = f"The steps drawn as {_article(name)} are these."
        yield listed(here, "extract_figure", many, words, nodes, why)


def _colour(here: Reading) -> Iterator[Claim]:
    colours = {node.fill for node in here.named}
    borders = {node.border for node in here.named}
    for colour in sorted(colours - {""} - borders) if len(colours) > 1 else ():
        nodes = [node for node in here.named if node.fill == colour]
        why = f"The steps filled with {colour} are these."
        yield listed(here, "extract_colour", len(nodes) > 1, {"colour": colour}, nodes, why)


def _both(here: Reading) -> Iterator[Claim]:
    borders = {node.border for node in here.named}
    for name, like in figures(here).items():
        for colour in sorted({node.fill for node in like} - {""} - borders):
            nodes = [node for node in like if node.fill == colour]
            same = sum(node.fill == colour for node in here.named)
            if len(nodes) in (len(like), same):
                # No other colour of this figure, or no other figure of this colour.
                continue
            many = len(nodes) > 1
            words = {"colour": colour, "figure": plural(name) if many else name}
            why = f"Of the {plural(name)}, these are {colour}."
            yield listed(here, "extract_colour_figure", many, words, nodes, why)


def _border(here: Reading) -> Iterator[Claim]:
    for colour in sorted({node.border for node in here.named} - {""}):
        nodes = [node for node in here.named if node.border == colour]
        if len(nodes) < len(here.named):
            why = f"These have a {colour} border."
            yield listed(here, "extract_border", len(nodes) > 1, {"colour": colour}, nodes, why)


def _first(here: Reading) -> Iterator[Claim]:
    if not here.flow.entry:
        return
    for name, nodes in figures(here).items():
        for which in ("first", "last") if len(nodes) > 1 else ():
            for node in nodes:
                others = [other for other in nodes if other is not node]
                if not all(_before(here, which == "first", node.id, other.id) for other in others):
                    continue
                told = "before" if which == "first" else "after"
                why = f"{here.text(node.id)} comes {told} every other {name}."
                words = {"which": which, "figure": name}
                wrong = tuple(((other.text,), "other_of_figure") for other in others[:3])
                yield Claim(
                    words, (node.text,), (node.id,), (Said(why, (node.id,)),), wrong, about=which
                )


def _before(here: Reading, forward: bool, one: str, other: str) -> bool:
    """Whether `one` always comes before `other` and never after it; turned round if not forward."""
    early, late = (one, other) if forward else (other, one)
    return early in here.passed[late] and early not in here.reached[late]


_TEXTS = Scoring("texts")
_FIGURE = Pattern("extract", "extract_figure", "texts", _TEXTS, _figure)
_COLOUR = Pattern("extract", "extract_colour", "texts", _TEXTS, _colour)
_BOTH = Pattern("extract", "extract_colour_figure", "texts", _TEXTS, _both)
_BORDER = Pattern("extract", "extract_border", "texts", _TEXTS, _border)
_FIRST = Pattern("extract", "extract_first", "texts", _TEXTS, _first)
