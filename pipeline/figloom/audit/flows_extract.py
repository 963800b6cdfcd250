"""Texts of steps, arrows and lanes, found again by how they look and where they belong."""

from __future__ import annotations

import re
from collections.abc import Iterable

from figloom.audit.flows_case import Case, Node, folded, only
from figloom.audit.flows_found import Routine, Said
from figloom.audit.flows_texts import figure
from figloom.audit.labels import Faulty
from figloom.flows import FIGURES


def _listed(nodes: Iterable[Node]) -> list[str]:
    return [node["text"] for node in nodes]


def _alike(case: Case, said: Said) -> list[Node]:
    """Steps of the figure that is asked about; Faulty where its name might mean another too."""
    drawn = {node["figure"] for node in case.named}
    names = [FIGURES[one] for one in drawn]
    if len({*names}) < len(names) or {"rectangle", "rounded"} <= drawn:
        raise Faulty("a figure's name might mean another too")
    name = figure(said["figure"])
    return [node for node in case.named if FIGURES[node["figure"]] == name]


def _tinted(case: Case, said: Said, part: str) -> list[Node]:
    """Steps with that colour as fill or border; Faulty where both have colours of one name."""
    other = {"fill": "border", "border": "fill"}[part]
    found = [node for node in case.named if node[part] == said["colour"]]
    if part == "fill" and any(node[other] == said["colour"] for node in case.named):
        raise Faulty(f"{said['colour']} is a colour of borders too")
    return found


def _figure(case: Case, said: Said) -> list[str]:
    return _listed(_alike(case, said))


def _colour(case: Case, said: Said) -> list[str]:
    return _listed(_tinted(case, said, "fill"))


def _both(case: Case, said: Said) -> list[str]:
    tinted = _tinted(case, said, "fill")
    return _listed(node for node in _alike(case, said) if node in tinted)


def _border(case: Case, said: Said) -> list[str]:
    return _listed(_tinted(case, said, "border"))


def _first(case: Case, said: Said) -> list[str]:
    nodes = [node["id"] for node in _alike(case, said)]
    found = []
    for one in nodes:
        pairs = [(one, other) for other in nodes if other != one]
        if said["which"] == "last":
            pairs = [(b, a) for a, b in pairs]
        if all(case.runs.before(a, b) and not case.reaches(b, a) for a, b in pairs):
            found.append(one)
    if len(nodes) < 2:
        raise Faulty("there is only one")
    return [case.text(only(f"steps that come {said['which']}", found))]


def _ends(case: Case, said: Said) -> list[str]:
    return [case.text(node["id"]) for node in case.named if not case.out(node["id"])]


def _tag(case: Case, said: Said) -> list[str]:
    return _listed([only("steps so numbered", [n for n in case.named if n["tag"] == said["tag"]])])


def _word(case: Case, said: Said) -> list[str]:
    word = said["word"].strip("“”").casefold()
    held = [node for node in case.named if word in re.findall(r"\w+", node["text"].casefold())]
    if sum(word in node["text"].casefold() for node in case.named) > len(held):
        raise Faulty(f"{word!r} is part of another word too")
    return _listed(held)


def _arrow(case: Case, said: Said) -> list[str]:
    ends = case.step(said["source"]), case.step(said["target"])
    found = [edge for edge in case.out(ends[0]) if edge["target"] == ends[1]]
    text = str(only("arrows there", found)["text"])
    if not text:
        raise Faulty("nothing is written on that arrow")
    return [text]


def _answers(case: Case, said: Said) -> list[str]:
    return [edge["text"] for edge in case.out(case.decision(said["decision"]))]


def _lanes(case: Case, said: Said) -> list[str]:
    return [lane["name"] for lane in case.lanes.values()]


def _in_lane(case: Case, said: Said) -> list[str]:
    lane = case.lane(said["lane"])
    return _listed(node for node in case.named if node["lane"] == lane)


def _all(case: Case, said: Said) -> list[str]:
    return _listed(case.named)


def _beside(case: Case, said: Said) -> list[str]:
    step = case.step(said["step"])
    near = {"after": case.after, "before": case.before}[said["which"]](step)
    found = only("such steps", [node for node in _alike(case, said) if node["id"] in near])
    if found["id"] == step:
        raise Faulty("it comes after itself")
    return _listed([found])


def one_or_many(case: Case, texts: list[str], number: str, word: bool) -> bool:
    """Whether the words speak of as many as there are; lists of steps that must be told apart from
    others are of some, and not of all."""
    whole = {*map(folded, texts)} == {folded(node["text"]) for node in case.named}
    several = len(texts) > 1
    return number == "" or (several == (number == "many") and not (whole and not word))


ROUTINES: dict[str, Routine] = {
    "extract_figure": _figure,
    "extract_colour": _colour,
    "extract_colour_figure": _both,
    "extract_border": _border,
    "extract_first": _first,
    "extract_ends": _ends,
    "extract_tag": _tag,
    "extract_word": _word,
    "extract_arrow": _arrow,
    "extract_answers": _answers,
    "extract_lanes": _lanes,
    "extract_in_lane": _in_lane,
    "extract_all": _all,
    "extract_beside": _beside,
}
