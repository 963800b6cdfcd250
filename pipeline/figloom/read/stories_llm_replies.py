"""What a reply holds that tells a process, a decision tree, a study or an architecture.

Replies have the keys of a story's TOML file, so that faults in both have the same places; only
that conditions are never the model's, which gives a measure and its limits, and that a tree's
answers are a list. Every list and every text is bounded: a server that holds a model to the schema
would else let a small one go on until the time is up.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, FiniteFloat, Tag, WithJsonSchema

_SIGN, _LAST = "[A-Za-zÀ-ÿ0-9 {},.'%&/()+-]", "[A-Za-zÀ-ÿ0-9})%]"


def _text(begin: str, most: int, end: str = "") -> WithJsonSchema:
    """The schema of a text. It only guides: what is wrong is said by the checks, in sentences.

    `most` is more than they let pass, so that a text that was cut off never does.
    """
    return WithJsonSchema(
        {"type": "string", "pattern": f"^{begin}{_SIGN}{{0,{most}}}{_LAST}{end}$"}
    )


_Words = Annotated[str, _text("[A-Z0-9{]", 45)]
_Question = Annotated[str, _text("[A-Z0-9{]", 44, r"\?")]
_Answer = Annotated[str, _text("[A-Za-z0-9{]", 45)]
_Actor = Annotated[str, WithJsonSchema({"type": "string", "maxLength": 46})]
_Measure = Annotated[str, _text("the [a-z]", 45)]
_Ways = Annotated[list[_Words], Field(min_length=1, max_length=2)]
_Questions = Annotated[list[_Question], Field(min_length=1, max_length=2)]
_Answers = Annotated[list[_Answer], Field(min_length=1, max_length=2)]
_Kind = Literal["process", "io", "subprocess", "store", "document", "preparation"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Told(_Strict):
    """A story; the words of its section stand beside the title."""

    title: Annotated[str, _text("[A-Z0-9]", 65)]


class Step(_Strict):
    """One thing done."""

    step: _Ways
    kind: _Kind = "process"
    actor: _Actor = ""


_Some = Annotated[list[Step], Field(max_length=3)]
_Done = Annotated[list[Step], Field(min_length=1, max_length=3)]


class Branch(_Strict):
    """An answer, and what follows from it."""

    label: _Answers
    parts: _Some = []
    end: Annotated[list[_Words], Field(max_length=2)] = []


class Decision(_Strict):
    """A question."""

    decision: _Questions
    branches: Annotated[list[Branch], Field(min_length=2, max_length=4)]
    actor: _Actor = ""


class Limit(_Strict):
    """A question whether a measure is above a limit, which is worded here."""

    measure: _Measure
    unit: Annotated[str, WithJsonSchema({"type": "string", "pattern": "^[A-Za-z%$€°/ ]{0,12}$"})]
    low: FiniteFloat
    high: FiniteFloat
    step: FiniteFloat
    limits: Annotated[list[FiniteFloat], Field(min_length=1, max_length=3)]
    over: _Some = []
    under: _Some = []
    actor: _Actor = ""


class Loop(_Strict):
    """What is done again until a question is answered otherwise."""

    loop: _Questions
    again: _Answers
    done: _Answers
    parts: _Done
    first: Literal["test", "block"] = "block"
    actor: _Actor = ""


class Sides(_Strict):
    """Things done at one time."""

    parallel: Annotated[list[_Done], Field(min_length=2, max_length=3)]


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

    actors: Annotated[list[_Words], Field(max_length=4)]
    start: _Ways
    end: _Ways
    parts: Annotated[list[_Part], Field(min_length=6, max_length=14)]


class Leaf(_Strict):
    """An answer and what is advised then."""

    answer: _Answer
    say: _Ways


class Deep(_Strict):
    """An answer and the last question, or advice, where `answers` is empty."""

    answer: _Answer
    say: Annotated[list[_Words | _Question], Field(min_length=1, max_length=2)]
    answers: Annotated[list[Leaf], Field(max_length=3)] = []


class Under(_Strict):
    """An answer and the next question, or advice, where `answers` is empty."""

    answer: _Answer
    say: Annotated[list[_Words | _Question], Field(min_length=1, max_length=2)]
    answers: Annotated[list[Deep], Field(max_length=3)] = []


class Root(_Strict):
    """The first question."""

    say: _Questions
    answers: Annotated[list[Under], Field(min_length=2, max_length=4)]


class Tree(Told):
    """Questions that lead to advice."""

    tree: Root


class Arms(_Strict):
    """Words of a participant flow."""

    subjects: Annotated[str, _text("[a-z]", 45)]
    assessed: _Ways
    reasons: Annotated[list[_Words], Field(min_length=2, max_length=4)]
    allocated: _Ways
    arms: Annotated[list[_Words], Field(min_length=2, max_length=3)]
    lost: Annotated[list[_Words], Field(min_length=1, max_length=3)]
    analysed: _Ways


class Study(Told):
    """A study with participants."""

    study: Arms


class Layer(_Strict):
    """What stands at one level."""

    name: _Words
    components: Annotated[list[_Words], Field(min_length=1, max_length=3)]
    kind: Literal["process", "io", "store"] = "process"
    link: Annotated[list[_Answer], Field(max_length=2)] = []


class System(Told):
    """Components at several levels."""

    layers: Annotated[list[Layer], Field(min_length=3, max_length=6)]
