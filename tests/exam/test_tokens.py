"""Estimates follow the public rules, and say which."""

from __future__ import annotations

import pytest

from figloom.exam.call import Call, Dialog, Image, Turn
from figloom.exam.tokens import cost, estimate


def dialogs(width: int, height: int, many: int = 1) -> list[Dialog]:
    call = Call((Turn("user", "x" * 401, (Image(b"", width=width, height=height),)),))
    return [Dialog(f"{n}", lambda replies: None if replies else call) for n in range(many)]


@pytest.mark.parametrize(
    ("model", "size", "tokens"),
    [
        # The examples of OpenAI's own page.
        ("gpt-4o", (1024, 1024), 765),
        ("gpt-4o", (2048, 4096), 1105),
        ("gpt-4o", (400, 400), 255),
        # Of Anthropic's.
        ("claude-opus-4", (200, 200), 54),
        ("claude-opus-4", (1000, 1000), 1334),
        ("gemini-2.5-pro", (384, 384), 258),
        ("gemini-2.5-pro", (960, 540), 1548),
        ("Qwen/Qwen2.5-VL-7B", (280, 280), 102),
        ("Qwen/Qwen3-VL-8B", (320, 320), 102),
        ("something", (280, 280), 102),
    ],
)
def test_pictures(model: str, size: tuple[int, int], tokens: int) -> None:
    found = estimate(dialogs(*size), 1, model, 100, 0)
    assert found.pictures == tokens
    assert found.text == 101
    assert found.rule in found.told(0, 0)
    assert "Cost" not in found.told(0, 0)


def test_after_the_resize() -> None:
    assert estimate(dialogs(2800, 2800), 1, "m", 100, 280 * 280).pictures == 102


def test_many_are_judged_by_the_first() -> None:
    found = estimate(dialogs(280, 280, 5000), 5000, "m", 100, 0)
    assert found.tokens_in == 5000 * 203
    assert found.most_out == 500_000
    assert "judged by 400 of them" in found.told(0, 0)


def test_several_calls_a_sample() -> None:
    found = estimate(dialogs(280, 280, 10), 10, "m", 100, 0, calls=2)
    assert found.tokens_in == 2 * 10 * 203
    assert found.most_out == 2000
    assert "10 samples of 2 calls each, about 4,060 tokens in" in found.told(0, 0)


def test_prices() -> None:
    assert cost(2_000_000, 100_000, 2.5, 10) == 6.0
    told = estimate(dialogs(280, 280, 10), 10, "m", 1000, 0).told(1000, 100)
    assert "about 2.03 for what is asked, at most 3.03 in all" in told
