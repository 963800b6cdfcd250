"""A flowchart told in sentences, and what a telling must hold, both from its structure."""

from __future__ import annotations

from collections.abc import Iterator

from figloom.ask.flows.reading import Reading
from figloom.types import FlowNode

Weighted = tuple[tuple[str, float], ...]
"""Facts as `sort: text | text ...`, each with its weight. `start`, `end`, `step` and `decision`
name one step; `branch` a decision, an answer and the step it leads to; `lane` a lane and a step in
it; `side by side` two or more steps."""


def checklist(here: Reading) -> Weighted:
    """Everything a telling of the whole chart must hold, in the order of the process."""
    return (*ends(here), *steps(here), *branches(here), *parallels(here), *lanes(here))


def ends(here: Reading) -> Weighted:
    """Where it begins and where it ends."""
    entry = here.flow.entry
    first = ((f"start: {here.node[entry].text}", 1.0),) if entry else ()
    return (*first, *((f"end: {here.node[end].text}", 1.0) for end in here.ends if entry))


def steps(here: Reading) -> Weighted:
    """Each step that is done, in order."""
    kinds = ("start", "end", "decision")
    plain = (node for node in here.named if node.kind not in kinds)
    return tuple((f"step: {node.text}", 1.0) for node in plain)


def branches(here: Reading) -> Weighted:
    """Each decision, and what each of its answers leads to."""
    found: list[tuple[str, float]] = []
    for node in here.decisions:
        found.append((f"decision: {node.text}", 1.0))
        for edge in here.out[node.id]:
            for step in here.led(edge):
                told = f"branch: {node.text} | {edge.text} | {here.node[step].text}"
                found.append((told, 1.5))
    return tuple(found)


def parallels(here: Reading) -> Weighted:
    """What begins at each fork."""
    forks = (node.id for node in here.flow.nodes if node.kind == "fork")
    texts = (" | ".join(here.node[step].text for step in here.after(fork)) for fork in forks)
    return tuple((f"side by side: {told}", 1.0) for told in texts)


def lanes(here: Reading) -> Weighted:
    """Who does what."""
    name = {lane.id: lane.name for lane in here.flow.lanes}
    held = (node for node in here.named if node.lane and node.kind not in ("start", "end"))
    return tuple((f"lane: {name[node.lane]} | {node.text}", 0.5) for node in held)


def told(here: Reading) -> str:
    """The whole chart in sentences: all its steps in order, then one for each that leads on."""
    kind = "a process" if here.flow.entry else "parts that work together"
    title = f"“{here.flow.title}”" if here.flow.title else kind
    sentences = [f"The flowchart shows {title}."]
    sentences += [told_steps(here)] if steps(here) else []
    if here.flow.entry:
        sentences.append(f"It begins with {here.text(here.flow.entry)}.")
    sentences += [sentence for node in here.named for sentence in _sentences(here, node)]
    held = [told_lanes(here)] if here.flow.lanes else []
    return " ".join((*sentences, *_finish(here), *held))


def told_steps(here: Reading) -> str:
    """What is done, in order, or what there is where nothing is done."""
    kinds = ("start", "end", "decision")
    names = [here.text(node.id) for node in here.named if node.kind not in kinds]
    done = here.flow.entry and here.flow.structure != "participants"
    return f"{'These steps are taken' if done else 'Its parts are'}: {_listed(names)}."


def told_decisions(here: Reading) -> str:
    """What is decided, and what follows from it."""
    return " ".join(s for node in here.decisions for s in _sentences(here, node))


def told_lanes(here: Reading) -> str:
    """Who does what."""
    sentences = []
    for lane in here.flow.lanes:
        held = [
            here.text(node.id)
            for node in here.named
            if node.lane == lane.id and node.kind not in ("start", "end")
        ]
        if held:
            sentences.append(f"{lane.name}: {_listed(held)}.")
    return " ".join(sentences)


def _sentences(here: Reading, node: FlowNode) -> Iterator[str]:
    if node.kind == "decision":
        ways = [
            f"if “{edge.text}”, {_listed([here.text(step) for step in here.led(edge)])} comes next"
            for edge in here.out[node.id]
        ]
        yield f"At {here.text(node.id)}, {'; '.join(ways)}."
    elif after := [here.text(step) for step in here.after(node.id)]:
        if not here.flow.entry:
            yield f"{here.text(node.id)} leads to {_listed(after)}."
            return
        both = "follow side by side" if _forks(here, node.id) else "follow"
        yield f"After {here.text(node.id)}, {_listed(after)} {both if after[1:] else 'follows'}."


def _forks(here: Reading, node: str) -> bool:
    return any(here.node[edge.target].kind == "fork" for edge in here.out[node])


def _finish(here: Reading) -> Iterator[str]:
    if here.flow.entry:
        names = _listed([here.text(end) for end in here.ends], "or")
        yield f"It ends with {names}."


def _listed(names: list[str], word: str = "and") -> str:
    return f"{', '.join(names[:-1])} {word} {names[-1]}" if names[1:] else names[0]
