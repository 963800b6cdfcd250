"""What a model may be asked to tell: a process, a decision tree, a study or an architecture.

Replies have the keys of a story's TOML file, so that faults in both have the same places; only
that conditions are never the model's: it gives a measure and its limits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, FiniteFloat, Tag

_Words = Annotated[str, Field(max_length=40)]
_Ways = Annotated[list[_Words], Field(min_length=1, max_length=3)]
_Kind = Literal["process", "io", "subprocess", "store", "document", "preparation"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Told(_Strict):
    """A story; the words of its section stand beside the title."""

    title: Annotated[str, Field(max_length=60)]


class Step(_Strict):
    """One thing done."""

    step: _Ways
    kind: _Kind = "process"
    actor: str = ""


class Branch(_Strict):
    """An answer, and what follows from it."""

    label: _Ways
    parts: list[Step] = []
    end: list[_Words] = []


class Decision(_Strict):
    """A question."""

    decision: _Ways
    branches: list[Branch]
    actor: str = ""


class Limit(_Strict):
    """A question whether a measure is above a limit, which is worded here."""

    measure: _Words
    unit: Annotated[str, Field(max_length=12)]
    low: FiniteFloat
    high: FiniteFloat
    step: FiniteFloat
    limits: list[FiniteFloat]
    over: list[Step] = []
    under: list[Step] = []
    actor: str = ""


class Loop(_Strict):
    """What is done again until a question is answered otherwise."""

    loop: _Ways
    again: _Ways
    done: _Ways
    parts: list[Step]
    first: Literal["test", "block"] = "block"
    actor: str = ""


class Sides(_Strict):
    """Things done at one time."""

    parallel: list[list[Step]]


_SORTS = ("decision", "measure", "loop", "parallel", "step")


def _sort(told: Any) -> str | None:
    """The key that tells what sort of part it is."""
    keys = told if isinstance(told, dict) else type(told).model_fields
    return next((key for key in _SORTS if key in keys), None)


_Part = Annotated[
    Annotated[Step, Tag("step")]
    | Annotated[Decision, Tag("decision")]
    | Annotated[Limit, Tag("measure")]
    | Annotated[Loop, Tag("loop")]
    | Annotated[Sides, Tag("parallel")],
    Discriminator(
        _sort,
        custom_error_type="part",
        custom_error_message="it has none of step, decision, measure, loop and parallel",
    ),
]


class Process(Told):
    """Things done in order."""

    actors: list[_Words]
    start: _Ways
    end: _Ways
    parts: Annotated[list[_Part], Field(min_length=6, max_length=18)]


class Advice(_Strict):
    """A question with its answers, or what is advised."""

    say: _Ways
    answers: dict[str, Advice] = {}


class Tree(Told):
    """Questions that lead to advice."""

    tree: Advice


class Arms(_Strict):
    """Words of a participant flow."""

    subjects: _Words
    assessed: _Ways
    reasons: list[_Words]
    allocated: _Ways
    arms: list[_Words]
    lost: list[_Words]
    analysed: _Ways


class Study(Told):
    """A study with participants."""

    study: Arms


class Layer(_Strict):
    """What stands at one level."""

    name: _Words
    components: list[_Words]
    kind: Literal["process", "io", "store"] = "process"
    link: list[_Words] = []


class System(Told):
    """Components at several levels."""

    layers: Annotated[list[Layer], Field(min_length=3, max_length=6)]


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
- `tree`: the first question, an object with `say`, a list of one or two texts, and `answers`, an object that gives, for each answer's label, the next question, of the same form, or advice: an object with `say` alone. Questions end with "?", advice does not. There are four to eight questions at two to four levels, with two to four answers each."""  # noqa: E501
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
    "tree": Section("a decision tree: questions that lead to advice.", _TREE, Tree),
    "study": Section("the participant flow of a study, as reports show it.", _STUDY, Study),
    "layers": Section("the architecture of a system: components at levels.", _LAYERS, System),
}
"""By name, as a recipe picks them."""
