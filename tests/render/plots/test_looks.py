"""Looks of charts: enough of them, colours that can be told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from figloom.errors import RecipeError
from figloom.render.colours import ratio
from figloom.render.plots.looks import FAINTEST, looks, read_look


def test_at_least_thirty_and_some_for_eval_only() -> None:
    known = looks()
    assert sum(not look.eval_only for look in known.values()) >= 30
    assert sum(look.eval_only for look in known.values()) >= 3


@pytest.mark.parametrize("name", looks())
def test_marks_stand_out_from_their_ground(name: str) -> None:
    for palette in looks()[name].palettes:
        for mark in palette.marks:
            assert ratio(mark, palette.panel) >= FAINTEST
        assert ratio(palette.ink, palette.ground) >= 4.5


@pytest.mark.parametrize("palettes", ["3", '"dark"', '["dark"]', "[]"])
def test_palettes_that_are_no_tables(tmp_path: Path, palettes: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'font = "Open Sans"\npalettes = {palettes}\n', "utf-8")
    with pytest.raises(
        RecipeError, match=r"palettes.* is .*; give a (list of )?table|at least one palette"
    ):
        read_look(file)
