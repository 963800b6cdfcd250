"""One question by itself: its answer in all its forms, its choices, negatives and scoring."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase
from typing import Any

from figloom.audit import charts_claims
from figloom.audit.labels import plain
from figloom.audit.maps import task
from figloom.errors import FigloomError
from figloom.score import score
from figloom.types import Negative, Question, Scoring

Fault = tuple[str, str]
"""Kind of finding, and what is wrong."""

_OPTION = re.compile(r"^([A-Z])\. (.*)$", re.MULTILINE)
_TYPES = {"integer": int, "yes_no": bool, "choice": str, "triple": list, "number": float,
          "box": list, "unknown": type(None), "text": str, "texts": list, "slots": list,
          "checklist": list}  # fmt: skip
_GROUPED = ("charts", "flows")
"""Families in which each subtask is a group by itself."""
_UNTOLD = "cannot be told"


def faults(question: dict[str, Any], key: str, marks: set[str]) -> Iterator[Fault]:
    """What is wrong with the question of a record with this key and these mark ids."""
    yield from _kind(question)
    yield from _choices(question)
    yield from _negatives(question)
    group = f"{key}/{question['subtask']}" if question["family"] in _GROUPED else key
    if question["group"] != group:
        yield "wrong group", f"{question['subtask']} is of group {question['group']!r}"
    rests = {*question["marks"]}.union(
        *(step["marks"] for step in question["rationale"]),
        *(negative["marks"] for negative in question["negatives"]),
    )
    if rests - marks:
        yield "question rests on no mark", f"{question['subtask']}: {min(rests - marks)}"


def reply(kind: str, answer: Any) -> str:
    """The words of a reply that gives the answer."""
    if kind == "yes_no":
        return "Yes" if answer else "No"
    if kind == "unknown":
        return _UNTOLD if answer is None else f"{answer:g}"
    if kind == "number":
        return str(int(answer)) if answer == int(answer) else f"{answer:.12g}"
    if kind == "box":
        return f"[{', '.join(f'{edge:.12g}' for edge in answer)}]"
    if kind == "texts":
        return "\n".join(answer)
    if kind == "slots":
        return "\n".join(f"{slot}: {text}" for slot, text in answer)
    if kind == "checklist":
        return "\n".join(fact for fact, _ in answer)
    return " | ".join(answer) if kind == "triple" else str(answer)


def _kind(question: dict[str, Any]) -> Iterator[Fault]:
    subtask, kind, answer = question["subtask"], question["kind"], question["answer"]
    if _charted(question):
        tasks = charts_claims.task(question)
        wrong = tasks[:1] != (question["task"],) or kind not in tasks[1:]
    else:
        wrong = task(question) not in (None, (question["task"], kind))
    if wrong:
        yield "wrong task or kind", f"{subtask} is {question['task']}, {kind}"
    if type(answer) is not _TYPES.get(kind):
        yield "answer of another kind", f"{subtask} ({kind}): {answer!r}"
    elif question["answer_text"] != _gold(question):
        yield "answer_text differs", f"{subtask}: {question['answer_text']!r} for {answer!r}"
    if question["polarity"] != (answer if kind == "yes_no" else None):
        yield "wrong polarity", f"{subtask}: {question['polarity']} for {answer!r}"
    own = (f"{subtask}/", *([f"{subtask}_"] if question["family"] in _GROUPED else []))
    if not question["wording"].startswith(own):
        yield "wording of another subtask", f"{subtask}: {question['wording']}"


def _gold(question: dict[str, Any]) -> str:
    """The words of a reply that is right; of a checklist, the telling that comes with it."""
    if question["kind"] == "checklist" and question["accepted"]:
        return str(question["accepted"][0])
    return reply(question["kind"], question["answer"])


def _charted(question: dict[str, Any]) -> bool:
    return bool(question["family"] == "charts")


def _choices(question: dict[str, Any]) -> Iterator[Fault]:
    choices = question["choices"]
    if (question["kind"] == "choice") != bool(choices):
        yield "choices missing or needless", question["subtask"]
    if len({*map(plain, choices)}) != len(choices):
        yield "choices not distinct", f"{question['subtask']}: {choices}"
    if _OPTION.findall(question["question"]) != [*zip(ascii_uppercase, choices, strict=False)]:
        yield "choices not as in the text", f"{question['subtask']}: {choices}"
    if question["kind"] == "choice":
        right = question["choices"][ascii_uppercase.index(question["answer"])]
        if any(plain(form) != plain(right) for form in question["accepted"]):
            yield "accepted form is not the answer", f"{question['subtask']}: {right!r}"


def _negatives(question: dict[str, Any]) -> Iterator[Fault]:
    answers = [negative["answer"] for negative in question["negatives"]]
    if not answers:
        yield "no negatives", question["subtask"]
    if question["answer"] in answers:
        yield "negative is the answer", f"{question['subtask']}: {question['answer']!r}"
    if len({*map(str, answers)}) != len(answers):
        yield "negatives not distinct", f"{question['subtask']}: {answers}"
    letters = {*ascii_uppercase[: len(question["choices"])]}
    if question["choices"] and {*answers} != letters - {question["answer"]}:
        yield "negatives are not the other letters", f"{question['subtask']}: {answers}"


def judged(question: dict[str, Any]) -> Iterator[Fault]:
    """Where the question's own metric takes the gold for wrong, or something else for right."""
    asked = _question(question)
    for text, right in _replies(question):
        try:
            outcome = score(asked, text).outcome
        except FigloomError as error:
            yield "question cannot be scored", f"{question['subtask']}: {error}"
            return
        if (outcome == "right") != right or (not right and outcome == "unscored"):
            kind = "gold does not score right" if right else "negative does not score wrong"
            yield kind, f"{question['subtask']}: {text!r} is {outcome}"


def _replies(question: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    yield question["answer_text"], True
    for negative in question["negatives"]:
        yield reply(question["kind"], negative["answer"]), False
    if question["kind"] == "number":
        yield _UNTOLD, False
    for letter, choice in zip(ascii_uppercase, question["choices"], strict=False):
        # A letter alone names its own option.
        if len(choice.strip()) > 1:
            yield choice, letter == question["answer"]


def _question(question: dict[str, Any]) -> Question:
    return Question(
        text=question["question"],
        answer=_hashable(question["answer"]),
        kind=question["kind"],
        scoring=Scoring(question["metric"], tuple(question["metric_args"].items())),
        family=question["family"],
        task=question["task"],
        subtask=question["subtask"],
        wording=question["wording"],
        choices=tuple(question["choices"]),
        accepted=tuple(question["accepted"]),
        negatives=tuple(Negative(_hashable(n["answer"]), n["kind"]) for n in question["negatives"]),
    )


def _hashable(answer: Any) -> Any:
    return tuple(map(_hashable, answer)) if isinstance(answer, list) else answer
