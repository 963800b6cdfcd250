"""Replies that name a step, list steps, fill slots, or tell a whole flowchart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from figloom.errors import RecipeError
from figloom.evaluate.checklist import checklist
from figloom.evaluate.slots import slots
from figloom.evaluate.text import text
from figloom.evaluate.texts import texts
from figloom.types import Answer, AnswerKind, Negative, Question, Scoring


def asked(
    kind: AnswerKind, answer: Answer, *others: Answer, words: str = "Which?", told: str = ""
) -> Question:
    return Question(
        text=words, answer=answer, kind=kind, scoring=Scoring(kind), family="flows",
        task="locate", subtask="locate_next", wording="plain", accepted=(told,) if told else (),
        negatives=tuple(Negative(other, "other") for other in others),
    )  # fmt: skip


STEP = asked("text", "Pick item", "Order refused", "Pack", words="What follows “Check stock”?")


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("Pick item", "right"),
        ("“pick item.”", "right"),
        ("The next step after “Check stock” is “Pick item”.", "right"),
        ("Answer: Pick item", "right"),
        ("Order refused", "wrong"),
        ("Something else entirely", "wrong"),
        ("It could be Pick item or Order refused.", "unscored"),
        ("I cannot see the picture.", "unscored"),
        ("", "unscored"),
        ("The arrow leads on to Pack.", "wrong"),
    ],
)
def test_one_text(reply: str, outcome: str) -> None:
    assert text(STEP, reply).outcome == outcome


def test_a_text_inside_a_longer_one_is_not_mentioned() -> None:
    question = asked("text", "Pack", "Pack the box")
    assert text(question, "They pack the box next, as the arrow shows.").outcome == "wrong"


@pytest.mark.parametrize(
    ("gold", "reply", "score"),
    [
        (("Start", "End"), "Start\nEnd\nMiddle", 0.8),
        (("A1", "B2", "C3"), "A1\nB2\nX\nY", 2 / 3 * 0.64),
        (("Start",), "Start\na\nb\nc\nd\ne", 0.8**5),
        (("Start", "End"), "The texts are Start and End.", 1.0),
        (("Start", "End"), "It says Start over and then End it.", None),
        (("Start", "End"), "- Start\n- End", 1.0),
        (("Start", "End"), "1. End\n2. Start", 1.0),
        (("Start", "End"), '["End", "Start"]', 1.0),
        (("Start", "End"), 'They are "Start" and "End".', 1.0),
        (("Start", "End"), "Start, End", 1.0),
        (("Pay $10,000", "Sort, then pack"), "Sort, then pack, Pay $10,000", 1.0),
        (("Start",), "Start\nStart", 1.0),
        (("No", "No", "Yes"), "No\nYes", 2 / 3),
        (("Start", "End"), "Nothing of the kind", 0.0),
        (("Start", "End"), "Here they are:\n\nStart\n\nEnd", 1.0),
    ],
)
def test_the_effective_factor(gold: tuple[str, ...], reply: str, score: float | None) -> None:
    verdict = texts(asked("texts", gold), reply)
    if score is None:
        # One line of prose without quotes: two texts that are not quite those of the chart.
        assert verdict.score < 1
    else:
        assert verdict.score == pytest.approx(score)
    assert (verdict.outcome == "right") == (score == 1.0)


def test_f1_counts_what_is_missing_and_what_is_too_many() -> None:
    question = asked("texts", ("a1", "b2"))
    assert texts(question, "a1\nb2\nc3", by="f1").score == pytest.approx(4 / 5)
    assert texts(question, "a1", by="f1").score == pytest.approx(2 / 3)
    assert texts(question, "b2\na1", by="f1").outcome == "right"
    assert texts(question, "  ", by="f1").outcome == "unscored"


labels = st.lists(
    st.text("abcdefghij ,", min_size=3, max_size=14).map(str.strip).filter(
        lambda label: any(mark.isalpha() for mark in label) and label[-1].isalpha()
        and label[0].isalpha()
    ),
    min_size=2, max_size=6, unique_by=lambda label: " ".join(label.split()),
)  # fmt: skip


@given(labels)
def test_a_line_each_is_always_read(gold: list[str]) -> None:
    question = asked("texts", tuple(gold))
    assert texts(question, "\n".join(reversed(gold))).outcome == "right"


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("left: Pay\nright: none\nabove: Pack\nbelow: none", 1.0),
        ("**Left:** Pay\n**Right:** None\n**Above:** pack\n**Below:** no step", 1.0),
        ('{"left": "Pay", "right": null, "above": "Pack", "below": "none"}', 1.0),
        ("left: Pay; right: none; above: Pay; below: none", 0.75),
        ("left: Pay", 0.25),
    ],
)
def test_slots(reply: str, score: float) -> None:
    gold = (("left", "Pay"), ("right", "none"), ("above", "Pack"), ("below", "none"))
    assert slots(asked("slots", gold), reply).score == score


def test_no_slot_is_unscored() -> None:
    gold = (("previous", "Pay"), ("next", "Pack"))
    assert slots(asked("slots", gold), "I do not know.").outcome == "unscored"


FACTS = (
    ("start: Order arrives", 1.0),
    ("step: Check stock", 1.0),
    ("step: Pick item", 1.0),
    ("step: Pack parcel", 1.0),
    ("decision: Item in stock?", 1.0),
    ("branch: Item in stock? | Yes | Pick item", 1.5),
    ("branch: Item in stock? | No | Order refused", 1.5),
    ("end: Order refused", 1.0),
)
TOLD = (
    "It begins with “Order arrives”. After “Order arrives”, “Check stock” follows. At “Item in "
    "stock?”, if “Yes”, “Pick item” comes next; if “No”, “Order refused” comes next. After “Pick "
    "item”, “Pack parcel” follows. It ends with “Order refused”."
)


def test_the_telling_holds_everything() -> None:
    verdict = checklist(asked("checklist", FACTS, told=TOLD), TOLD)
    assert verdict.outcome == "right"
    assert verdict.score == 1.0


def test_what_a_summary_can_lose() -> None:
    question = asked("checklist", FACTS, told=TOLD)
    swapped = TOLD.replace("“Yes”, “Pick item”", "“Yes”, “Order refused”").replace(
        "“No”, “Order refused” comes", "“No”, “Pick item” comes"
    )
    turned = (
        "“Pack parcel” comes before “Pick item”, and last “Check stock”. It starts as an order "
        "arrives. Item in stock? Yes: pick item. No: order refused."
    )
    invented = TOLD + " Then “Sing a song” and “Dance at night” follow."
    half = TOLD[: len(TOLD) // 3]
    scores = [checklist(question, reply).score for reply in (swapped, turned, invented, half)]
    assert all(score < 0.95 for score in scores)
    assert scores[3] < 0.5
    assert checklist(question, "I like it.").score == 0.0
    assert checklist(question, " ").outcome == "unscored"


def test_a_step_may_begin_with_the_word_of_another_answer() -> None:
    facts = (
        ("branch: Too many? | Yes | No further loans", 1.0),
        ("branch: Too many? | No | Yes to all", 1.0),
    )
    told = "At “Too many?”, if “Yes”, “No further loans” comes; if “No”, “Yes to all” comes."
    assert checklist(asked("checklist", facts), told).score == 1.0
    swapped = "At “Too many?”, if “No”, “No further loans” comes; if “Yes”, “Yes to all” comes."
    assert checklist(asked("checklist", facts), swapped).score < 0.6


@pytest.mark.parametrize(
    ("metric", "kind"),
    [(text, "text"), (texts, "texts"), (slots, "slots"), (checklist, "checklist")],
)
def test_a_question_of_another_kind_is_refused(metric: object, kind: AnswerKind) -> None:
    with pytest.raises(RecipeError, match="cannot judge"):
        metric(asked(kind, 7), "7")  # type: ignore[operator]


def test_an_answer_much_like_the_first_word_of_a_step_is_told_apart() -> None:
    held = (("decision: Crooked?", 1.0), ("branch: Crooked? | Crooked | Straighten the frame", 1.5),
            ("branch: Crooked? | Straight | Spray it", 1.5))  # fmt: skip
    reply = "At “Crooked?”, if “Crooked”, “Straighten the frame”; if “Straight”, “Spray it”."
    assert checklist(asked("checklist", held), reply).outcome == "right"


def test_a_line_of_a_program_is_not_told_by_another_that_differs_in_a_sign() -> None:
    facts = (("step: result = 1", 1.0), ("step: result *= 1", 1.0), ("step: return it", 1.0))
    whole = checklist(asked("checklist", facts), "First result = 1, then result *= 1, return it.")
    part = checklist(asked("checklist", facts), "First result = 1, and then return it.")
    assert whole.score == 1.0
    assert part.score < 0.8
