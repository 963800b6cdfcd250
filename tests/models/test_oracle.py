"""The oracle: right wherever a rule scores, by facts alone, about whatever picture it sees."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from figloom.errors import DatasetError
from figloom.exam import prompts
from figloom.exam.call import Reply
from figloom.exam.controls import controlled
from figloom.exam.sample import Sample, of_dataset
from figloom.models import find
from figloom.models.oracle import LOST, UNTOLD
from figloom.score import score

Built = Callable[..., Path]

SMALL = {"quickstart": 24, "m3str": 21, "charts": 20, "flows": 20, "maps-ablation": 16}
LARGE = {"quickstart": 200, "maps": 500, "m3str": 350, "m3str-paper": 350, "maps-ablation": 100,
         "charts": 400, "chartbench": 252, "flows": 1000, "flowce": 1000}  # fmt: skip


def _all_right(ask: Any, folder: Path) -> None:
    found = ask(find("oracle", folder), folder)
    answers: dict[object, set[object]] = {}
    for sample, _, _ in found:
        answers.setdefault((_shown(sample), sample.prompt), set()).add(sample.question.answer)
    for sample, reply, verdict in found:
        if len(answers[_shown(sample), sample.prompt]) > 1:
            # Without its texts a map and its twin with another relation look the same.
            assert sample.role.endswith("variant:no_text")
            assert reply == LOST
        else:
            assert verdict.outcome == "right", (sample.id, sample.prompt, reply, verdict)


@pytest.mark.parametrize("recipe", SMALL)
def test_every_question_is_answered_right(recipe: str, built: Built, ask: Any) -> None:
    _all_right(ask, built(recipe, SMALL[recipe]))


@pytest.mark.slow
@pytest.mark.parametrize("recipe", LARGE)
def test_every_question_of_many_is_answered_right(recipe: str, built: Built, ask: Any) -> None:
    _all_right(ask, built(recipe, LARGE[recipe], seed=11))


_STORED = {"answer": "null", "answer_text": "", "accepted": [], "polarity": None, "kind": "",
           "negatives": "[]", "rationale": "[]", "metric": "", "metric_args": "{}", "unit": "",
           "choices": [], "tags": [], "marks": [], "group": ""}  # fmt: skip
"""All that could tell an answer."""


def _emptied(folder: Path, place: Path) -> Path:
    """The dataset without any stored answer."""
    (place / "data").mkdir(parents=True)
    (place / "manifest.json").write_bytes((folder / "manifest.json").read_bytes())
    for path in (folder / "data").iterdir():
        schema = pq.read_schema(path)
        rows = pq.ParquetFile(path).read().to_pylist()
        for row in rows:
            row["questions"] = [{**question, **_STORED} for question in row["questions"]]
        pq.write_table(pa.Table.from_pylist(rows, schema), place / "data" / path.name)
    return place


@pytest.mark.parametrize("recipe", ["quickstart", "charts", "flows"])
def test_no_stored_answer_is_read(recipe: str, built: Built, tmp_path: Path) -> None:
    folder = built(recipe, SMALL[recipe])
    told, untold = find("oracle", folder), find("oracle", _emptied(folder, tmp_path / "empty"))
    for sample in of_dataset(folder):
        reply = told.reply(sample.prompt, _shown(sample))
        assert untold.reply(sample.prompt, _shown(sample)) == reply != LOST


def _shown(sample: Sample) -> tuple[bytes, ...]:
    return (sample.image.data,) if sample.image else ()


def _first(folder: Path, subtask: str, after: str = "") -> Sample:
    found = (s for s in of_dataset(folder) if s.question.subtask == subtask and s.picture != after)
    return next(found)


def test_letters_are_those_of_the_prompt(built: Built) -> None:
    folder = built("m3str", 21)
    sample = _first(folder, "complete_entity")
    assert sample.image
    choices, right = sample.question.choices, "ABCDE".index(str(sample.question.answer))
    oracle = find("oracle", folder)
    for turn in range(len(choices)):
        order = [*choices[turn:], *choices[:turn]]
        prompt = sample.prompt
        for letter, option in zip("ABCDE", order, strict=True):
            prompt = re.sub(rf"^{letter}\. .*$", lambda _, o=option, x=letter: f"{x}. {o}", prompt,
                            flags=re.MULTILINE)  # fmt: skip
        said = oracle.reply(prompt, (sample.image.data,))
        assert order["ABCDE".index(said)] == choices[right]


def test_a_question_is_found_inside_other_words(built: Built) -> None:
    for recipe in ("quickstart", "charts"):
        folder = built(recipe, SMALL[recipe])
        oracle = find("oracle", folder)
        for sample in of_dataset(folder):
            assert sample.image
            prompt = (
                "You are an expert.\nLook at the picture and think step by step.\n\n"
                f"Question: {sample.prompt}\n\nFirst describe it, then answer."
            )
            reply = oracle.reply(prompt, (sample.image.data,))
            assert score(sample.question, reply).outcome == "right", sample.prompt


def test_another_picture_is_read_as_it_is(built: Built) -> None:
    folder = built("quickstart", 24)
    oracle = find("oracle", folder)
    sample = _first(folder, "count_entities")
    other = next(
        s for s in of_dataset(folder)
        if s.question.subtask == "count_entities" and s.question.answer != sample.question.answer
    )  # fmt: skip
    assert other.image
    assert oracle.reply(sample.prompt, (other.image.data,)) == str(other.question.answer)
    charts = built("charts", SMALL["charts"])
    number = _first(charts, "read_number")
    strange = _first(charts, "recognise", number.picture)
    assert strange.image
    said = find("oracle", charts).reply(number.prompt, (strange.image.data,))
    assert said in (UNTOLD, LOST)


def test_what_is_not_shown_is_not_known(built: Built) -> None:
    folder = built("quickstart", 24)
    oracle = find("oracle", folder)
    for sample in of_dataset(folder):
        assert oracle.reply(sample.prompt, ()) == LOST
        assert oracle.reply(sample.prompt, (b"no picture of it",)) == LOST
        assert score(sample.question, LOST).outcome == "unscored"
    assert oracle.reply("Who painted this?", ()) == LOST


def test_what_it_says_when_lost_is_unscored_everywhere(built: Built) -> None:
    for recipe in SMALL:
        for sample in of_dataset(built(recipe, SMALL[recipe])):
            question = sample.question
            if question.kind in ("texts", "slots", "text", "checklist"):
                # Any words are texts of a list, and not those.
                assert score(question, LOST).outcome != "right"
            else:
                assert score(question, LOST).outcome == "unscored", question.kind


@pytest.mark.parametrize("control", ["facts", "rotated"])
@pytest.mark.parametrize("recipe", ["quickstart", "charts", "flows"])
def test_what_tells_the_same_gets_the_same_answer(recipe: str, control: str, built: Built) -> None:
    folder = built(recipe, SMALL[recipe])
    oracle = find("oracle", folder)
    for changed in controlled(control, of_dataset(folder), folder):
        if isinstance(changed, Sample):
            said = oracle.reply(changed.prompt, _shown(changed))
            assert score(changed.question, said).outcome == "right", (changed.prompt, said)


@pytest.mark.parametrize("style", ["cot", "chartcot", "cot-from:other"])
@pytest.mark.parametrize("recipe", ["quickstart", "charts", "flows"])
def test_every_way_to_ask_is_understood(recipe: str, style: str, built: Built) -> None:
    folder = built(recipe, SMALL[recipe])
    oracle = find("oracle", folder)
    for sample in of_dataset(folder):
        replies: tuple[Reply, ...] = ()
        dialog = prompts.dialog(sample, prompts.style(style))
        while call := dialog.next(replies):
            said = [turn for turn in call.turns if turn.role == "user"]
            shown = tuple(image.data for turn in said for image in turn.images)
            text = oracle.reply("\n\n".join(turn.text for turn in said), shown)
            replies = (*replies, Reply(text))
        assert score(sample.question, replies[-1].text).outcome == "right", sample.prompt


def test_it_needs_its_dataset(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="by --dataset"):
        find("oracle", None)
    with pytest.raises(DatasetError, match="not a folder"):
        find("oracle", tmp_path / "nowhere")
