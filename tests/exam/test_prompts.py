"""How samples are put to a model, and in how many calls."""

from __future__ import annotations

import pytest

from figloom import files
from figloom.errors import RecipeError
from figloom.exam.call import Image, Reply
from figloom.exam.prompts import STYLES, dialog, style
from figloom.exam.sample import Sample
from figloom.types import Question, Scoring

IMAGE = Image(b"png")


def _sample(family: str = "charts", image: Image | None = IMAGE) -> Sample:
    question = Question(
        "Is it $5 {or} more?", True, "yes_no", Scoring("yes_no"), family, "t", "s", "w"
    )
    return Sample("a/main/0", question, "a/main", "a", image=image, facts="It is 7.")


def test_direct_is_the_question_with_its_picture() -> None:
    one = dialog(_sample(), style("direct"), {"type": "object"})
    call = one.next(())
    assert call
    assert [(turn.role, turn.text, turn.images) for turn in call.turns] == [
        ("user", "Is it $5 {or} more?", (IMAGE,))
    ]
    assert call.schema == {"type": "object"}
    assert one.next((Reply("Yes"),)) is None


def test_without_a_picture_the_facts_come_first() -> None:
    call = dialog(_sample(image=None), style("direct")).next(())
    assert call
    assert call.turns[0].text == "It is 7.\n\nIs it $5 {or} more?"
    assert not call.turns[0].images


def test_thinking_ends_with_the_answer() -> None:
    call = dialog(_sample(), style("cot"), {"type": "object"}).next(())
    assert call
    assert call.schema is None
    assert call.turns[0].text.startswith("Is it $5 {or} more?")
    assert "Answer:" in call.turns[0].text


@pytest.mark.parametrize("family", ["maps", "charts", "flows"])
def test_chartcot_goes_on_from_the_models_own_thoughts(family: str) -> None:
    one = dialog(_sample(family), style("chartcot"))
    first = one.next(())
    assert first
    assert first.turns[0].images == (IMAGE,)
    assert "Do not answer the question itself yet" in first.turns[0].text
    second = one.next((Reply("It is a $bar."),))
    assert second
    assert second.turns[:2] == (*first.turns, second.turns[1])
    assert (second.turns[1].role, second.turns[1].text) == ("assistant", "It is a $bar.")
    assert second.turns[2].text.endswith("Is it $5 {or} more?")
    assert one.next((Reply("It is a bar."), Reply("Yes"))) is None


def test_a_larger_model_may_think_first() -> None:
    one = dialog(_sample(), style("cot-from:big/model:1"))
    first = one.next(())
    assert first
    assert first.model == "big/model:1"
    second = one.next((Reply("It is a bar."),))
    assert second
    assert second.model == ""
    assert len(second.turns) == 1
    assert "It is a bar." in second.turns[0].text
    assert second.turns[0].images == (IMAGE,)


def test_styles_are_named() -> None:
    with pytest.raises(RecipeError, match="Did you mean 'chartcot'"):
        style("chartcott")
    with pytest.raises(RecipeError, match="names no model"):
        style("cot-from: ")
    assert style("cot-from:x").calls == 2
    assert all(style(name.replace("MODEL", "x")).name in name for name in STYLES)


def test_the_words_stand_in_files_of_their_own() -> None:
    folder = files.templates() / "prompts"
    for name in ("cot", "chain_maps", "chain_charts", "chain_flows", "after_chain", "with_chain"):
        assert "$question" in (folder / f"{name}.md").read_text("utf-8")
