"""Looks of charts: enough of them, no two alike, colours that can be told apart."""

from __future__ import annotations

import dataclasses
from itertools import combinations
from pathlib import Path

import pytest

from figloom.errors import RecipeError
from figloom.files import templates
from figloom.render.colours import ratio
from figloom.render.plots.looks import FAINTEST, Look, looks, read_look

_SKIPPED = {"name", "palettes", "eval_only"}


def test_at_least_thirty_and_some_for_eval_only() -> None:
    known = looks()
    assert sum(not look.eval_only for look in known.values()) >= 30
    assert sum(look.eval_only for look in known.values()) >= 3


def test_any_two_differ_in_four_fields_besides_the_palette() -> None:
    fields = [field.name for field in dataclasses.fields(Look) if field.name not in _SKIPPED]
    for one, other in combinations(looks().values(), 2):
        differing = [name for name in fields if getattr(one, name) != getattr(other, name)]
        assert len(differing) >= 4, (one.name, other.name, differing)


@pytest.mark.parametrize("name", looks())
def test_marks_stand_out_from_their_ground(name: str) -> None:
    for palette in looks()[name].palettes:
        for mark in palette.marks:
            assert ratio(mark, palette.panel) >= FAINTEST
        assert ratio(palette.ink, palette.ground) >= 4.5


def _changed(tmp_path: Path, old: str, new: str) -> Path:
    text = (templates() / "styles" / "charts" / "clean.toml").read_text("utf-8")
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    return file


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"#4477aa"', '"#fdfdfd"', "too faint"),
        ('"#4477aa"', '"#ee6688"', "too alike"),
        ('ink = "#1f1f1f"', 'ink = "#bbbbbb"', "too little contrast"),
        ('font = "Open Sans"', 'font = "Opan Sans"', "Did you mean 'Open Sans'"),
        ('font = "Open Sans"', 'font = "Open Sans"\nlegand = "top"', "Did you mean 'legend'"),
        ('font = "Open Sans"', 'font = "Open Sans"\nlegend = "inside"', "legend is wrong"),
    ],
)
def test_a_faulty_look_is_one_sentence(tmp_path: Path, old: str, new: str, fault: str) -> None:
    with pytest.raises(RecipeError, match=fault):
        read_look(_changed(tmp_path, old, new))


@pytest.mark.parametrize("palettes", ["3", '"dark"', '["dark"]', "[]"])
def test_palettes_that_are_no_tables(tmp_path: Path, palettes: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'font = "Open Sans"\npalettes = {palettes}\n', "utf-8")
    with pytest.raises(RecipeError, match=r"palettes.* is wrong|at least one palette"):
        read_look(file)
