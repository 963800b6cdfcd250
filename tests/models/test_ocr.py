"""The reader of pixels on pictures drawn here, of which every word and line is known."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from figloom.errors import SetupError
from figloom.models import find, ocr_words
from figloom.models.asking import asked
from figloom.wording import wordings

sys.path.append(str(Path(__file__).parent))
from drawn import bars, flow, map_

pytest.importorskip("rapidocr_onnxruntime", reason="the extra `ocr` is not installed")

Reply = Callable[[str, str, bytes], str]


def _prompt(family: str, subtask: str, **words: str) -> str:
    return wordings(family, subtask)[0].fill(**words)


def _reply(image: bytes, family: str, subtask: str, **words: str) -> str:
    return find("baseline:ocr", None).reply(_prompt(family, subtask, **words), (image,))


BARS = bars({"Ash": 12, "Beech": 31.5, "Cedar": 4.5, "Dogwood": 24})


@pytest.mark.parametrize(("name", "value"), [("Ash", 12), ("Beech", 31.5), ("Cedar", 4.5)])
def test_a_bar_is_read_off_its_axis(name: str, value: float) -> None:
    said = _reply(BARS, "charts", "read_number", what="Height", where=f"“{name}”")
    assert float(said) == pytest.approx(value, abs=0.3)


@pytest.mark.parametrize(("value", "said"), [("12 m", "Yes"), ("24 m", "No")])
def test_a_stated_value_is_checked(value: str, said: str) -> None:
    assert _reply(BARS, "charts", "value", what="Height", where="“Ash”", value=value) == said


@pytest.mark.parametrize(
    ("one", "other", "said"), [("Beech", "Ash", "Yes"), ("Ash", "Beech", "No")]
)
def test_bars_are_compared(one: str, other: str, said: str) -> None:
    told = {"what": "Height", "word": "higher", "first": f"“{one}”", "second": f"“{other}”"}
    assert _reply(BARS, "charts", "compare", **told) == said


def test_what_is_not_there_cannot_be_told() -> None:
    assert _reply(BARS, "charts", "untold", what="Height", where="“Willow”") == "cannot be told"


FLOW = flow()


def test_boxes_are_read_in_full() -> None:
    assert _reply(FLOW, "flows", "extract_all_many").splitlines() == [
        "Weigh the parcel", "Too heavy?", "Pay the difference", "Stick on a stamp",
    ]  # fmt: skip


@pytest.mark.parametrize(("figure", "text"), [("diamond", "Too heavy?"), ("oval", None)])
def test_figures_are_told_by_their_outline(figure: str, text: str | None) -> None:
    said = _reply(FLOW, "flows", "extract_figure_one", figure=figure)
    assert (said == text) if text else (said != "Too heavy?")


def test_a_fill_has_its_name() -> None:
    assert _reply(FLOW, "flows", "extract_colour_one", colour="green") == "Weigh the parcel"


@pytest.mark.parametrize(
    ("step", "then", "said"),
    [
        ("Weigh the parcel", "Too heavy?", "Yes"),
        ("Too heavy?", "Weigh the parcel", "No"),
        ("Weigh the parcel", "Stick on a stamp", "No"),
    ],
)
def test_arrows_have_a_direction(step: str, then: str, said: str) -> None:
    told = {"step": f"“{step}”", "then": f"“{then}”"}
    assert _reply(FLOW, "flows", "verify_direct", **told) == said


@pytest.mark.parametrize(
    ("answer", "step"), [("Yes", "Pay the difference"), ("No", "Stick on a stamp")]
)
def test_words_belong_to_the_arrow_beside_them(answer: str, step: str) -> None:
    told = {"decision": "“Too heavy?”", "answer": f"“{answer}”"}
    assert _reply(FLOW, "flows", "reason_branch", **told) == step


@pytest.mark.parametrize(("answer", "said"), [("Yes", "Yes"), ("No", "No")])
def test_what_an_answer_makes_sure_of_stands_behind_it(answer: str, said: str) -> None:
    told = {"decision": "“Too heavy?”", "answer": f"“{answer}”", "step": "“Pay the difference”",
            "end": "“Stick on a stamp”"}  # fmt: skip
    assert _reply(FLOW, "flows", "verify_unavoidable", **told) == said


@pytest.mark.parametrize(
    ("subtask", "count"), [("count_entities", 3), ("count_triples", 3), ("count_relations", 2)]
)
def test_a_map_is_counted(subtask: str, count: int) -> None:
    assert _reply(map_(), "maps", subtask) == str(count)


def test_what_it_cannot_read_it_guesses_alike() -> None:
    prompt = _prompt("flows", "verify_direct", step="“Nowhere”", then="“Nothing”")
    said = {find("baseline:ocr", None).reply(prompt, (FLOW,)) for _ in range(3)}
    assert len(said) == 1
    assert said <= {"Yes", "No"}
    assert find("baseline:ocr", None).reply(prompt, ()) in ("Yes", "No")


def test_a_question_is_known_by_its_wording() -> None:
    prompt = _prompt("flows", "verify_direct", step="“Pay $5 (now)”", then="“B”")
    found = asked(f"Look closely.\n{prompt}\n")
    assert found
    assert (found.subtask, found.quoted("step"), found.quoted("then")) == (
        "verify_direct", ["Pay $5 (now)"], ["B"],
    )  # fmt: skip
    assert asked("What is the time?") is None


def test_it_never_opens_the_dataset(tmp_path: Path) -> None:
    model = find("baseline:ocr", tmp_path / "nowhere")
    assert model.reply(_prompt("maps", "count_entities"), (map_(),)) == "3"


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidocr_onnxruntime", None)
    ocr_words._reader.cache_clear()
    ocr_words.seen.cache_clear()
    with pytest.raises(SetupError, match=r'pip install "figloom\[ocr\]"'):
        _reply(bars({"Oak": 7}), "charts", "read_number", what="Height", where="“Oak”")
