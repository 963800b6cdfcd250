"""What a model is asked and what it should reply, as plain text."""

from __future__ import annotations

from decimal import Decimal
from typing import cast

from figloom.types import Question

_UNKNOWN = "It cannot be determined."


def prompt_text(question: Question) -> str:
    """The whole prompt: a question's text already holds its lettered options."""
    return question.text


def answer_text(question: Question) -> str:
    """The reply that scores full marks, in the words a person would write.

    A triple is `head | relation | tail`; texts and slots stand on a line each; a check list is the
    telling that comes with it; a box is `[x0, y0, x1, y1]` in pixels; a fact that cannot be known
    is the first accepted form.
    """
    answer = question.answer
    match question.kind:
        case "yes_no":
            return "Yes" if answer else "No"
        case "unknown":
            return question.accepted[0] if question.accepted else _UNKNOWN
        case "triple":
            return " | ".join(cast("tuple[str, ...]", answer))
        case "texts" | "ordered":
            return "\n".join(cast("tuple[str, ...]", answer))
        case "slots":
            return "\n".join(f"{a}: {b}" for a, b in cast("tuple[tuple[str, str], ...]", answer))
        case "checklist":
            held = (fact for fact, _ in cast("tuple[tuple[str, float], ...]", answer))
            return question.accepted[0] if question.accepted else "\n".join(held)
        case "box":
            return f"[{', '.join(map(plain, cast('tuple[float, ...]', answer)))}]"
        case "integer" | "number":
            return plain(cast("float", answer))
        case "choice" | "text" | "summary":
            return str(answer)


def plain(number: float) -> str:
    """A number without exponent, trailing zeros or a negative zero: `1500000`, `0.0000001`, `3`."""
    text = format(Decimal(repr(number)), "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text
