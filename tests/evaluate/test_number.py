"""Replies to questions for a number."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from figloom.errors import RecipeError
from figloom.evaluate.number import number, within
from figloom.score import score
from figloom.types import Answer, Question, Scoring


def asked(answer: Answer = 50.0, unit: str = "", tolerance: float = 2.5) -> Question:
    return Question(
        text="What is Revenue for “Kenya” in 2019? Give the number alone.", answer=answer,
        kind="number", scoring=Scoring("number", (("tolerance", tolerance),)), family="charts",
        task="number", subtask="read_number", wording="plain", unit=unit,
    )  # fmt: skip


def outcome(reply: str, answer: float, tolerance: float, unit: str = "") -> str:
    return number(asked(answer, unit), reply, tolerance=tolerance).outcome


FIFTY = [
    "50", "50.", "50.0", "**50**", "(50)", "- 50", "５０", "5e1", "5 x 10^1", "5×10¹", "100/2",
    "$5 \\times 10^{1}$", "about 50", "approximately 50 dollars", "~50", "≈ 50", "50 or so",
    "just over 50", "slightly above 50", "50 USD", "$50", "US$ 50", "€50", "50€", "50%",
    "50 percent", "fifty", "Fifty.", "fifty percent", "50,0", "50x", "50 units", "50±2",
    "The value is 50.", "It is 50", "The revenue for Kenya in 2019 is 50.", "Revenue of Kenya: 50",
    "In 2019, the revenue for Kenya was 50", "Answer: 50", "The answer is 50.", "\\boxed{50}",
    '{"answer": 50}', '{"value": 50.0}', "95 - 45 = 50", "The difference is 95 - 45 = 50.",
    "Kenya is at 95. Peru is at 45. The difference is 50.", "Peru is 30.\n\n**Answer:** 50",
    "1. Find the bar\n2. Read its height\n\n50", "<think>40? 60?</think>50", "not 45 but 50",
    "between 49 and 51", "49-51", "49–51", "49 to 51", "from 49 to 51", "50 out of 100",
    "The 3rd bar is at 50", "Q3: 50", "50 per 1000 people", "Two bars; the higher one is at 50.",
    "The exact value cannot be determined, but it is about 50.", "50<|im_end|>",
    "The chart does not label the bar, but it appears to be 50.",
    "2019: 50", "50 (2019)", "For Kenya: 50",
    "On 5 March 2020 nothing changed; the value is 50", "47.5", "52.5",
]  # fmt: skip
OFF = [
    "60", "47.4", "52.6", "-50", "0.5", "500", "5,000", "50 million", "50k", "50 thousand",
    "45 to 60", "between 10 and 90", "45-51", "sixty", "The answer is 60, not 50.",
]  # fmt: skip
UNTOLD = [
    "cannot be told", "It cannot be determined from the chart.", "N/A", "Unknown", "No data",
    "The chart does not show a value for Kenya.", "There is no bar for Kenya in 2019.",
    "The data for Kenya is not available in the chart. It covers 2020 to 2023.",
]  # fmt: skip
NONE = [
    "", "\n", "<think>50", "Kenya", "it is high", "In 2019", "I'm not sure.", "I don't know.",
    "I'm sorry, I can't assist with that.", "I cannot see the image.", "I can't answer that.",
    "more than 50", "at least 50", "up to 50", "50+", "50 or more", "50 or 60", "50, 60, 70",
    "Kenya has 50 and Peru 40", "50\n60", "It rose from 40 to 50", "Answer: 50 or 60",
]  # fmt: skip


@pytest.mark.parametrize("reply", FIFTY)
def test_right(reply: str) -> None:
    assert outcome(reply, 50, 2.5) == "right"


@pytest.mark.parametrize("reply", OFF)
def test_wrong(reply: str) -> None:
    assert outcome(reply, 50, 2.5) == "wrong"


@pytest.mark.parametrize("reply", UNTOLD)
def test_that_it_cannot_be_told_is_an_answer(reply: str) -> None:
    verdict = number(asked(), reply, tolerance=2.5)
    assert (verdict.outcome, verdict.extracted) == ("wrong", "cannot be told")


@pytest.mark.parametrize("reply", NONE)
def test_no_one_number_is_unscored(reply: str) -> None:
    assert outcome(reply, 50, 2.5) == "unscored"


WRITINGS = [
    ("1,234", 1234), ("1,234.5", 1234.5), ("1,234,567", 1234567), ("1.234", 1234), ("1.234", 1.234),
    ("1.234,5", 1234.5), ("1.234.567", 1234567), ("1 234,5", 1234.5), ("1\u202f234", 1234),
    ("1'234.5", 1234.5), ("1,23,456", 123456), ("1,234", 1.234), ("0,5", 0.5), (".5", 0.5),
    ("16.6M", 16.6e6), ("3 thousand", 3000), ("1.2 billion", 1.2e9), ("$1.2bn", 1.2e9),
    ("$16.6m", 16.6e6), ("2.5k", 2500), ("1,2 Mrd. Euro", 1.2e9), ("12,5 Millionen", 12.5e6),
    ("2,5 milliards", 2.5e9), ("3 lakh", 3e5), ("2 crore", 2e7), ("one and a half million", 1.5e6),
    ("two hundred and fifty thousand", 250000), ("twelve hundred", 1200), ("a hundred", 100),
    ("-7", -7), ("−7", -7), ("minus 7", -7), ("negative seven", -7), ("-$7", -7), ("$-7", -7),
    ("The value is -7.", -7), ("-5 to -3", -4), ("between -5 and -3", -4), ("-3.5%", -3.5),
    ("1.5e6", 1.5e6), ("1.5E+06", 1.5e6), ("1.5×10⁶", 1.5e6), ("1.5*10**6", 1.5e6), ("10^6", 1e6),
    ("1.2e-5", 1.2e-5), ("½", 0.5), ("3½", 3.5), ("3 1/2", 3.5), ("three and a half", 3.5),
    ("half", 0.5), ("three quarters", 0.75), ("two point five", 2.5), ("2.5 times", 2.5),
    ("2.5×", 2.5), ("250%", 2.5), ("8/10", 8), ("8 out of 10", 8), ("8/10", 0.8),
    ("10-12 million", 11e6), ("2.5:1", 2.5), ("2.5 to 1", 2.5), ("2.5-fold", 2.5), ("50-ish", 50),
    ("a third", 1 / 3), ("zero point two", 0.2),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "truth"), WRITINGS)
def test_writings(reply: str, truth: float) -> None:
    slack = abs(truth) * (
        0.3 if " to -" in reply or "between" in reply or "-12" in reply else 0.001
    )
    assert outcome(reply, truth, slack) == "right"
    assert outcome(reply, truth * 2.2, slack) == "wrong"


UNITS = [
    ("80 thousand", 80, "thousand"), ("80", 80, "thousand"), ("80,000", 80, "thousand EUR"),
    ("1.2 million", 1.2, "million USD"), ("1,200,000", 1.2, "million USD"),
    ("1200 thousand", 1.2, "million USD"), ("300 K", 300, "K"), ("16.5 m", 16.5, "m"),
    ("12.5%", 12.5, "%"), ("12.5", 12.5, "%"), ("40 MW", 40, "MW"), ("5 t", 5, "t"),
    ("45 per 1000 people", 45, "per 1000 people"), ("4 of 10", 4, "of 10"), ("26.5°C", 26.5, "°C"),
    ("-3°C", -3, "°C"), ("20 m³", 20, "m³"), ("1.5 km/h", 1.5, "km/h"), ("30 m/s", 30, "m/s"),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "truth", "unit"), UNITS)
def test_units(reply: str, truth: float, unit: str) -> None:
    assert outcome(reply, truth, 0.01 * abs(truth), unit) == "right"


@pytest.mark.parametrize(
    ("reply", "truth", "unit"),
    [
        ("80 million", 80, "thousand"),
        ("300 K", 300, ""),
        ("0.125", 12.5, "%"),
        ("50%", 0.5, "%"),
        ("5 k", 5, "kg"),
    ],
)
def test_another_scale_is_wrong(reply: str, truth: float, unit: str) -> None:
    assert outcome(reply, truth, 0.01 * truth, unit) == "wrong"


def test_another_number_settles_the_decimal_mark() -> None:
    assert outcome("Im Jahr 12,5; gesamt = 1.234", 1.234, 0.01) == "wrong"
    assert outcome("Im Jahr 12,5; gesamt = 1.234", 1234, 1) == "right"
    assert outcome("12.5 and 4.5, total = 1,234", 1.234, 0.001) == "wrong"


def test_a_number_of_the_question_is_no_answer_unless_it_is_stated() -> None:
    assert outcome("Kenya in 2019", 2019, 1) == "unscored"
    assert outcome("The revenue in 2019 is 2019", 2019, 1) == "right"


def test_the_tolerance_is_of_the_truth() -> None:
    assert outcome("105", 100, 5) == "right"
    assert outcome("105.1", 100, 5) == "wrong"
    assert outcome("0.3", 0.1, 0.2) == "right", "binary fractions err"
    assert outcome("0", 0.05, 0.0025) == "wrong"
    assert outcome("0", 0, 0) == "right"


@given(st.floats(-1e10, 1e10).filter(lambda x: abs(x) > 1e-6), st.sampled_from([0.0, 0.05, 0.5]))
def test_plain_decimals(truth: float, share: float) -> None:
    told = f"{truth:.10f}".rstrip("0").rstrip(".")
    tolerance = max(share * abs(truth), 1e-9)
    assert outcome(told, truth, tolerance) == "right"
    assert outcome(f"{truth:,.4f}", truth, tolerance + 1e-4) == "right"
    assert outcome(f"{truth + 3 * tolerance + 1:.10f}", truth, tolerance) == "wrong"


@given(st.text(max_size=60))
def test_any_text_has_a_verdict(reply: str) -> None:
    assert number(asked(), reply, tolerance=1.0).outcome in ("right", "wrong", "unscored")


@pytest.mark.parametrize("answer", [True, "50", None, math.nan, math.inf])
def test_other_answers_are_refused(answer: Answer) -> None:
    with pytest.raises(RecipeError, match="finite number"):
        number(asked(answer), "50", tolerance=1.0)


@pytest.mark.parametrize("tolerance", [-1.0, math.nan, math.inf])
def test_impossible_tolerances_are_refused(tolerance: float) -> None:
    with pytest.raises(RecipeError, match="tolerance of zero or more"):
        number(asked(), "50", tolerance=tolerance)


def test_the_dispatcher_hands_the_tolerance_over() -> None:
    assert score(asked(50.0, tolerance=2.5), "52").outcome == "right"
    assert score(asked(50.0, tolerance=1.5), "52").outcome == "wrong"
    bare = Question(
        text="?", answer=1.0, kind="number", scoring=Scoring("number"), family="charts",
        task="number", subtask="s", wording="w",
    )  # fmt: skip
    with pytest.raises(RecipeError, match="needs option 'tolerance'"):
        score(bare, "1")


def test_infinity_is_never_within() -> None:
    assert not within(math.inf, 1.0, 1.0)
    assert outcome("1e999", 1, 1) == "wrong"


LONG = [
    "word " * 5_000, "1, " * 5_000, "but cannot be " * 8_000, "9" * 20_000, "- " * 20_000,
    "from 1 to " * 3_000, "does not show because it does not show this\n" * 2_000, "1." * 5_000,
]  # fmt: skip


@pytest.mark.parametrize("filler", LONG)
def test_long_replies_keep_their_answer(filler: str) -> None:
    number(asked(), filler, tolerance=2.5)
    assert outcome(f"{filler}\nFinal answer: 50", 50, 2.5) == "right"
