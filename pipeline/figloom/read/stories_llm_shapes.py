"""What a model may be asked to tell: the words that ask, and a reply made a story's table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from figloom.read.stories_llm_replies import (
    Deep,
    Leaf,
    Limit,
    Process,
    Root,
    Study,
    System,
    Told,
    Tree,
    Under,
)


@dataclass(frozen=True, slots=True)
class Section:
    """One sort of story."""

    about: str
    keys: str
    """What the prompt says of the reply's keys."""
    shape: type[Told]
    table: Callable[[Any], Mapping[str, Any]] = lambda told: told.model_dump(exclude={"title"})
    """The reply as a story's file has it, but for titles, id and split."""


def _process(told: Process) -> dict[str, Any]:
    """The parts, with each limit as a question whose conditions are written here."""
    parts, variables = list[dict[str, Any]](), dict[str, dict[str, Any]]()
    for part in told.parts:
        if not isinstance(part, Limit):
            parts.append(part.model_dump())
            continue
        name = f"limit_{len(variables) + 1}"
        variables[name] = {
            "name": part.measure,
            **part.model_dump(include={"unit", "low", "high", "step", "limits"}),
        }
        over, under = ([step.model_dump() for step in side] for side in (part.over, part.under))
        parts.append(
            {
                "decision": [f"Is {part.measure} over {{{name}}}?"],
                "actor": part.actor,
                "branches": [
                    {"label": ["Yes"], "when": f"{name} > {{{name}}}", "parts": over},
                    {"label": ["No"], "when": f"{name} <= {{{name}}}", "parts": under},
                ],
            }
        )
    top = told.model_dump(include={"actors", "start", "end"})
    return {**top, "parts": parts, "variables": variables}


def _tree(told: Tree) -> dict[str, Any]:
    """The questions, with answers by their labels; ValueError where one has the same twice."""
    return {"tree": _advice(told.tree, "tree")}


def _advice(told: Root | Under | Deep | Leaf, place: str) -> dict[str, Any]:
    answers = dict[str, dict[str, Any]]()
    under: list[Under | Deep | Leaf] = [] if isinstance(told, Leaf) else [*told.answers]
    for n, one in enumerate(under):
        if one.answer in answers:
            raise ValueError(f"{place}.answers[{n}]: answer {one.answer!r} stands twice")
        answers[one.answer] = _advice(one, f"{place}.answers[{n}]")
    return {"say": told.say, "answers": answers}


_PROCESS = """\
- `title`: at most 60 characters, such as "How a parcel is returned".
- `actors`: the two to four people, offices or machines that act, or [] if one alone does.
- `start` and `end`: lists of one or two texts for what begins it and how it ends well, such as "Parcel arrived".
- `parts`: a list of 8 to 14 things in order, each one of these objects:
  - {"step": [...], "kind": ..., "actor": ...}: something done; `kind` is process, io (data or papers go in or out), document, store, subprocess or preparation; `actor` is one of the actors, or "".
  - {"decision": [...], "branches": [...], "actor": ...}: questions that end with "?" and two to four branches, each {"label": [...], "parts": [steps], "end": [...]}. At most one branch has neither parts nor an end; at most one has an end of its own, such as "Claim refused".
  - {"measure": ..., "unit": ..., "low": ..., "high": ..., "step": ..., "limits": [...], "over": [steps], "under": [steps], "actor": ...}: what follows where a measure is over a limit, and where not (one of the two may be []). `measure` has its article and is singular, such as "the waiting time"; low, high and limits are whole multiples of step.
  - {"loop": [...], "again": [...], "done": [...], "parts": [steps], "first": "block", "actor": ...}: steps done again as long as the question is answered with `again`.
  - {"parallel": [[steps], [steps]]}: done at one time.

There are at least two decisions, one measure and one loop. Every actor does something, and the first part names its actor."""  # noqa: E501
_TREE = """\
- `title`: at most 60 characters, such as "Which lamp to buy".
- `tree`: the first question, an object with `say`, a list of one or two texts, and `answers`, a list of objects, each with `answer` (its label) and either the next question, of the same form, with `say` and `answers`, or advice: `say` alone. Questions end with "?", advice does not. There are three to eight questions at two or three levels, with two or three answers each."""  # noqa: E501
_STUDY = """\
- `title`: at most 60 characters, such as "Sleep trial: participant flow".
- `study`: an object with `subjects` (who is counted, in the plural), and lists of texts: `assessed` (such as "Assessed for eligibility"), `reasons` (two to four, why some are left out), `allocated` ("Randomised"), `arms` (two or three, what the groups get), `lost` (one to three, why some leave), `analysed` ("Analysed")."""  # noqa: E501
_LAYERS = """\
- `title`: at most 60 characters, such as "How a library's catalogue works".
- `layers`: three to six objects in order, each with `name`, `components` (a list of one to three texts), `kind` (process, io or store) and `link` (one or two texts that the arrows to the next level may say, such as "sends readings")."""  # noqa: E501

SECTIONS: Mapping[str, Section] = {
    "process": Section(
        "a process: what is done in some walk of life, in order, with decisions and repetitions.",
        _PROCESS,
        Process,
        _process,
    ),
    "tree": Section("a decision tree: questions that lead to advice.", _TREE, Tree, _tree),
    "study": Section("the participant flow of a study, as reports show it.", _STUDY, Study),
    "layers": Section("the architecture of a system: components at levels.", _LAYERS, System),
}
"""By name, as a recipe picks them."""
