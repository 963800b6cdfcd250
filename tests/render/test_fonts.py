from __future__ import annotations

import os
import string
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from figloom.errors import SetupError
from figloom.render import fonts
from figloom.render.shaping import glyphs
from figloom.render.wrapping import clean, wrap


@pytest.mark.parametrize("text", ["Zürich", "東京タワー", "中国 (China)", "한국어", "Łódź – Ω"])
def test_covered(text: str) -> None:
    assert fonts.missing(text, "Lato") == ""
    assert fonts.measure(text, "Lato", 16).width > 10


@pytest.mark.parametrize(
    "text", ["مرحبا", "שלום", "नमस्ते", "สวัสดี", "😀", "a\nb", "\x00", "\u200d", "a\u20dd"]
)
def test_not_drawable(text: str) -> None:
    assert fonts.missing(text, "Open Sans")
    with pytest.raises(ValueError, match="no glyph"):
        fonts.shape(text, "Open Sans")


@pytest.mark.parametrize("family", fonts.families())
def test_marks_are_drawn_with_their_letter_or_not_at_all(family: str) -> None:
    for text in ("Zürich\u0301", "x\u0304y", "Ngu\u0323\u0308", "o\u0308", "e\u20dd", "\u0301"):
        if fonts.missing(text, family):
            with pytest.raises(ValueError, match="no glyph"):
                fonts.shape(text, family)
        else:
            assert all(
                glyph for run, _ in fonts.shape(text, family).runs for glyph, _, _ in run.glyphs
            )
    assert not fonts.missing("Zürich\u0301 x\u0304y", family)


def test_a_composed_letter_needs_no_mark() -> None:
    ((run, _),) = fonts.shape("Zu\u0308rich", "Lato").runs
    assert run is fonts.shape("Zürich", "Lato").runs[0][0]


def test_han_follows_its_neighbours() -> None:
    def files(text: str) -> list[str]:
        return [Path(run.file).stem for run, _ in fonts.shape(text, "Lato").runs]

    assert files("漢字かな") == ["NotoSansJP-Regular"]
    assert files("汉字") == ["NotoSansSC-Regular"]
    assert files("한국 漢字")[0] == "NotoSansKR-Regular"


def test_glyphs_are_never_missing() -> None:
    for family in fonts.families():
        line = fonts.shape("Hamburgefonstiv 0123456789 (é, ß) – “x”", family)
        assert all(glyph for run, _ in line.runs for glyph, _, _ in run.glyphs)


def test_kerning_and_scale() -> None:
    kerned = fonts.measure("AVAVA", "Lato", 20).width
    assert kerned < sum(fonts.measure(letter, "Lato", 20).width for letter in "AVAVA") - 3
    assert fonts.measure("AVAVA", "Lato", 40).width == pytest.approx(2 * kerned)


@pytest.mark.parametrize("family", fonts.families())
@given(
    text=st.text(st.sampled_from(string.printable[:94] + " "), max_size=20).map(clean).filter(bool)
)
def test_words_stand_where_their_line_would_have_them(family: str, text: str) -> None:
    for bold in (False, True):
        file = str(fonts.font_file(family, bold))
        whole, line = glyphs(file, text), fonts.shape(text, family, bold)
        places = [(glyph, x + start, y) for run, start in line.runs for glyph, x, y in run.glyphs]
        (blank,) = {glyph for glyph, _, _ in glyphs(file, " ").glyphs}
        wanted = [place for place in whole.glyphs if place[0] != blank]
        assert [glyph for glyph, _, _ in places] == [glyph for glyph, _, _ in wanted]
        assert np.allclose(places, wanted, atol=1e-9)
        assert line.width == pytest.approx(whole.width)


def test_one_fontconfig_file_names_packages_only() -> None:
    place = fonts.activate()
    text = place.read_text()
    assert os.environ["FONTCONFIG_FILE"] == str(place)
    assert "/usr/share/fonts" not in text
    assert "Fontin" not in text
    assert "Noto Sans" in text
    assert fonts.activate() == place


def test_unknown_family() -> None:
    with pytest.raises(SetupError, match="Did you mean 'Lato'"):
        fonts.font_file("Latto")


def test_measuring_again_is_quick() -> None:
    fonts.measure("United States of America", "Lato", 14)
    start = time.process_time()
    for _ in range(2000):
        fonts.measure("United States of America", "Lato", 14)
    assert (time.process_time() - start) / 2000 < 50e-6


@given(st.text("abcdefg hij-/é漢 ", min_size=1, max_size=80).map(clean).filter(bool),
       st.integers(8, 24))  # fmt: skip
def test_wrapping_keeps_every_letter(text: str, characters: int) -> None:
    lines = wrap(text, "Lato", False, characters)
    assert "".join(line.text for line in lines).replace(" ", "") == text.replace(" ", "")
    assert all(line.text for line in lines)


def test_wrapping_balances() -> None:
    lines = wrap("Academy Award for Best Production Design", "Lato", False, 18)
    assert len(lines) == 3
    assert max(line.width for line in lines) < 1.35 * sum(line.width for line in lines) / 3
    assert len(wrap("place of birth", "Lato", False, 18)) == 1


def test_a_letter_keeps_its_marks_at_the_end_of_a_line() -> None:
    for count in range(20, 40):
        lines = wrap("x\u0304" * count, "Open Sans", False, 9)
        assert len(lines) > 1
        assert all(line.text.startswith("x") for line in lines)
