"""M3STR's own result files: answers and predictions of each model as lists of numbers.

Task 1 has `entity_results` and `relation_results` with `answer` and `predict` as counts; task 2 has
`entity`, `relation` and `mix`, No as 0 and Yes as 1; task 3 `entity` and `relation`, A to E as 0 to
4. Nothing names the items, so their place in the list is their id.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from figloom.errors import DatasetError
from figloom.exam.folder import Result, Said
from figloom.exam.sample import Sample
from figloom.score import score
from figloom.types import Answer, AnswerKind, Question, Scoring

_FORM = (
    "M3STR's results have each model's name, and in it 'entity_results' or 'entity', 'relation' "
    "and 'mix', with lists 'answer' and 'predict' of numbers"
)
_LETTERS = "ABCDE"
_SUBTASKS: dict[tuple[int, str], tuple[str, str, AnswerKind]] = {
    (1, "entity"): ("count", "count_entities", "integer"),
    (1, "relation"): ("count", "count_relations", "integer"),
    (2, "entity"): ("detect", "detect_entity", "yes_no"),
    (2, "relation"): ("detect", "detect_relation", "yes_no"),
    (2, "mix"): ("detect", "detect_any", "yes_no"),
    (3, "entity"): ("complete", "complete_entity", "choice"),
    (3, "relation"): ("complete", "complete_relation", "choice"),
}


def read(files: Sequence[Path]) -> dict[str, list[Result]]:
    """All models' judged answers, those of several files put together by model."""
    found: dict[str, dict[tuple[int, str], list[Result]]] = {}
    for file in files:
        for model, parts in _loaded(file).items():
            for place, told in _parts(parts, f"{file}, model {model!r}"):
                known = found.setdefault(model, {})
                if place in known:
                    raise DatasetError(
                        f"{file} tells {_SUBTASKS[place][1]} of {model!r} a second time: give each "
                        "result once."
                    )
                known[place] = [*_results(place, told, f"{file}, model {model!r}")]
    return {
        model: [one for place in sorted(known) for one in known[place]]
        for model, known in found.items()
    }


def _loaded(file: Path) -> dict[str, Any]:
    try:
        told = json.loads(file.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise DatasetError(f"{file} cannot be read as JSON ({error}): {_FORM}.") from None
    if (
        not isinstance(told, dict)
        or not told
        or not all(isinstance(v, dict) for v in told.values())
    ):
        raise DatasetError(f"{file} has another form: {_FORM}.")
    return told


def _parts(
    model: Mapping[str, Any], where: str
) -> Iterator[tuple[tuple[int, str], Mapping[str, Any]]]:
    """Task and part of each pair of lists; letters have numbers over 1, Yes and No never."""
    second = {name: told for name, told in model.items() if isinstance(told, dict)}
    lettered = "mix" not in second and any(
        str(value) not in ("0", "1", "Yes", "No")
        for name, told in second.items()
        if not name.endswith("_results")
        for value in told.get("answer", ())
    )
    none = True
    for name, told in second.items():
        first = name.endswith("_results")
        place = (1 if first else 3 if lettered else 2, name.removesuffix("_results"))
        if place in _SUBTASKS:
            none = False
            yield place, told
    if none:
        raise DatasetError(f"{where} has no results: {_FORM}.")


def _results(place: tuple[int, str], told: Mapping[str, Any], where: str) -> Iterator[Result]:
    task, subtask, kind = _SUBTASKS[place]
    answers, said = told.get("answer"), told.get("predict")
    if not isinstance(answers, list) or not isinstance(said, list) or len(answers) != len(said):
        raise DatasetError(
            f"{where}, {place[1]}, lacks an 'answer' and a 'predict' of equal length: {_FORM}."
        )
    for number, (truth, given) in enumerate(zip(answers, said, strict=True)):
        question = Question(
            text="", answer=_answer(truth, kind, where), kind=kind, scoring=Scoring(kind),
            family="maps", task=task, subtask=subtask, wording="",
            choices=tuple(_LETTERS) if kind == "choice" else (),
        )  # fmt: skip
        # Task 2 asks each picture three times; the other lists have pictures of their own.
        picture = f"task2/{number:06}" if place[0] == 2 else f"{subtask}/{number:06}"
        sample = Sample(f"m3str/{subtask}/{number:06}", question, picture, picture)
        text = _spoken(given, kind)
        yield Result(sample, Said(text), score(question, text))


def _answer(truth: Any, kind: AnswerKind, where: str) -> Answer:
    text = _spoken(truth, kind)
    if kind == "integer" and text.isdecimal():
        return int(text)
    if kind == "yes_no" and text in ("Yes", "No"):
        return text == "Yes"
    if kind == "choice" and text in tuple(_LETTERS):
        return text
    raise DatasetError(f"{where} has the answer {truth!r}, which is none of {kind}: {_FORM}.")


def _spoken(value: Any, kind: AnswerKind) -> str:
    """What a number stands for in words; anything else as it is."""
    named = {"yes_no": ("No", "Yes"), "choice": tuple(_LETTERS)}.get(kind, ())
    if isinstance(value, bool) or not isinstance(value, int) or not named:
        return str(value)
    return named[value] if 0 <= value < len(named) else str(value)
