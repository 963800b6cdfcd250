"""The contact sheet: steady, tidy, and set in the bundled fonts alone."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from figloom.emit import lettering
from figloom.emit.lettering import Lettering
from figloom.emit.sheet import COLUMNS, ROWS, _options, _without_options, contact_sheet
from figloom.errors import SetupError
from figloom.types import Record


def size(png: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(png)) as sheet:
        assert (sheet.format, sheet.mode) == ("PNG", "RGB")
        return sheet.size


def test_the_same_records_give_the_same_sheet(records: list[Record]) -> None:
    assert contact_sheet(records) == contact_sheet(iter(records))


def test_it_shows_a_dozen_at_most(records: list[Record], many: list[Record]) -> None:
    one, four, full = (size(contact_sheet(part)) for part in (records[1:2], records[1:5], many))
    assert one[0] < four[0] == full[0]
    assert full[1] > ROWS * full[0] / COLUMNS


def test_wide_tall_tiny_and_clear_pictures_are_taken(records: list[Record]) -> None:
    def shaped(width: int, height: int, mode: str) -> Record:
        out = io.BytesIO()
        Image.new(mode, (width, height)).save(out, "PNG")
        picture = records[1].picture
        assert picture
        return replace(records[1], key=mode, picture=replace(picture, png=out.getvalue()))

    odd = [shaped(3000, 10, "RGB"), shaped(1, 900, "RGBA"), shaped(1, 1, "P"), shaped(9, 9, "LA")]
    size(contact_sheet(odd))


def test_nothing_to_show_is_an_error(records: list[Record]) -> None:
    with pytest.raises(ValueError, match="at least one question"):
        contact_sheet([replace(records[0], questions=())])


def test_a_missing_font_is_said_with_its_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "find_spec", lambda name: None)
    lettering._file.cache_clear()
    with pytest.raises(SetupError, match="pip install"):
        lettering._file(0, "Regular")


@given(st.text(st.characters(codec="utf-8")), st.integers(60, 400), st.integers(1, 4))
def test_wrapped_lines_fit_and_lose_nothing_unsaid(text: str, width: int, most: int) -> None:
    letters = Lettering(20)
    lines = letters.wrap(text, width, most)
    assert len(lines) <= most
    assert all(letters.width(line) <= width for line in lines)
    squeezed = "".join(text.split())
    assert "".join("".join(lines).split()) == squeezed or any("…" in line for line in lines)


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("You can use\nA. is\nB. of\nState the letter.", "You can use … State the letter."),
        ("Which one?\n\nA. is\nB. of\n\nOne letter.", "Which one? One letter."),
        ("A. is\nB. of\n\nPick one.", "Pick one."),
        ("How many\nnodes?", "How many nodes?"),
    ],
)
def test_a_question_stays_a_sentence_without_its_options(asked: str, shown: str) -> None:
    assert _without_options(asked) == shown


def test_what_is_cut_twice_has_one_ellipsis() -> None:
    named = dict.fromkeys("ABCDE", "is founding member of the organisation")
    assert not [line for _, line, _ in _options(named) if "……" in line]
    letters = Lettering(20)
    long = "a word, " + "m" * 80 + " " + "m" * 80
    assert not [line for width in range(60, 400) for line in letters.wrap(long, width, 1)
                if "……" in line]  # fmt: skip
