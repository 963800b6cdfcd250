"""A small build written by hand, and a model that answers it: a third of its answers are wrong."""

from __future__ import annotations

import io
import json
import re
import runpy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from figloom.emit.parquet import write_shard
from figloom.seeds import digest
from figloom.types import Picture, Question, Scoring

_HANDMADE = runpy.run_path(str(Path(__file__).parents[1] / "types" / "handmade.py"))
ASKED = re.compile(r"Puzzle (\d+)/(\d)")


def questions(number: int) -> tuple[Question, ...]:
    """A pair of yes/no questions, one for an integer, one with options."""
    made: list[Any] = [
        ("Is it even? Answer Yes or No.", number % 2 == 0, "yes_no", "detect", "even"),
        ("Is it odd? Answer Yes or No.", number % 2 == 1, "yes_no", "detect", "odd"),
        ("What is the number plus 5?", number + 5, "integer", "count", "plus"),
        ("Which is it?\nA. even\nB. odd", "AB"[number % 2], "choice", "complete", "letter"),
    ]
    return tuple(
        Question(
            text=f"Puzzle {number}/{place}: {text}",
            answer=answer,
            kind=kind,
            scoring=Scoring(kind),
            family="maps",
            task=task,
            subtask=subtask,
            wording="plain",
            choices=("even", "odd") if kind == "choice" else (),
            group="parity" if kind == "yes_no" else "",
            polarity=answer if kind == "yes_no" else None,
        )
        for place, (text, answer, kind, task, subtask) in enumerate(made)
    )


def png(number: int, side: int = 40) -> bytes:
    """A picture like no other, of three bytes a pixel."""
    out = io.BytesIO()
    pixels = Random(number).randbytes(side * (side // 2) * 3)
    Image.frombytes("RGB", (side, side // 2), pixels).save(out, "PNG")
    return out.getvalue()


def quiz(folder: Path, pictures: int, side: int = 40) -> Path:
    """A build of so many pictures with four questions each."""
    base = _HANDMADE["facts_as_text"]()
    records = [
        replace(
            base,
            key=f"quiz/all/{number:06}",
            questions=questions(number),
            picture=Picture(png(number, side), side, side // 2, (), (), (), "plain"),
            role="main",
            text="",
            spec=f"quiz-{number}",
        )
        for number in range(pictures)
    ]
    write_shard(records, folder / "data" / "train-00000-of-00001.parquet")
    told = {"shards": [{"content": f"{pictures} of {side}"}]}
    (folder / "manifest.json").write_text(json.dumps(told), "utf-8")
    return folder


def truth(text: str) -> str:
    """The right answer to a prompt."""
    found = ASKED.search(text)
    assert found, text
    answer = questions(int(found[1]))[int(found[2])].answer
    if isinstance(answer, bool):
        return "Yes" if answer else "No"
    return str(answer)


def is_right(text: str) -> bool:
    """Whether the model knows it."""
    found = ASKED.search(text)
    assert found, text
    return digest(found[0]) % 3 > 0


def said(text: str) -> str:
    """What the model says."""
    if is_right(text):
        return truth(text)
    return {"Yes": "No", "No": "Yes", "A": "B", "B": "A"}.get(truth(text), "4000000")
