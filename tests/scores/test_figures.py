"""The arithmetic of Acc+, CoR, NQA and the final score."""

import pytest

from figloom.scores.figures import Figures, tally

PAIRS = [(True, False)] * 5 + [(True, True)] * 2 + [(False, False)] * 2 + [(False, True)]
NUMBERS = [True, True, True, False]


def test_by_hand() -> None:
    found = tally(PAIRS, NUMBERS)
    assert (found.both, found.yes_yes, found.no_no, found.swapped) == (5, 2, 2, 1)
    assert (found.pairs, found.numbers) == (10, 4)
    assert found.acc_plus == pytest.approx(50)
    assert found.cor == pytest.approx(40)
    assert (found.yes_twice, found.no_twice) == (pytest.approx(20), pytest.approx(20))
    assert found.errors == pytest.approx(10)
    assert found.accuracy == pytest.approx(100 * (5 * 2 + 2 + 2) / 20)
    assert found.nqa == pytest.approx(75)
    assert found.final == pytest.approx(0.8 * 50 + 0.2 * 75)
    assert found.pooled == pytest.approx(100 * (5 + 3) / 14)


def test_unscored_enters_no_figure_and_is_counted() -> None:
    found = tally([*PAIRS, (None, False), (True, None), (None, None)], [*NUMBERS, None])
    plain = tally(PAIRS, NUMBERS)
    for name in ("acc_plus", "cor", "errors", "nqa", "final", "pooled", "pairs", "numbers"):
        assert getattr(found, name) == getattr(plain, name), name
    assert (found.pairs_unscored, found.numbers_unscored) == (3, 1)
    assert found.answers_unscored == 4
    assert found.answers_right == plain.answers_right + 2, "the scored half still is an answer"


def test_shares_add_up() -> None:
    found = tally(PAIRS)
    assert found.acc_plus + found.cor + found.errors == pytest.approx(100)
    assert found.yes_twice + found.no_twice == pytest.approx(found.cor)


def test_nothing_is_none_and_not_zero() -> None:
    for found in (tally([]), tally([(None, True)], [None])):
        assert found.acc_plus is None
        assert found.cor is None
        assert found.nqa is None
        assert found.final is None
    assert tally(PAIRS).final is None, "no numbers, no final score"
    assert tally([]).told()["acc_plus"] is None


def test_statements_without_partner_count_as_answers_only() -> None:
    found = tally([], lone=[True, False, None])
    assert (found.answers_right, found.answers_wrong, found.answers_unscored) == (1, 1, 1)
    assert found.pairs == 0


def test_told_holds_every_count() -> None:
    assert set(Figures.__dataclass_fields__) < set(tally(PAIRS, NUMBERS).told())
