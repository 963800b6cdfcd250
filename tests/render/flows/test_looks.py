"""Looks of flowcharts differ, and their colours are what they are called."""

from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path

import pytest

from figloom.errors import RecipeError
from figloom.flows import BORDERS, COLOURS
from figloom.render.colours import distance, lab, ratio
from figloom.render.flows.looks import Look, contrast, looks, read_look

FOLDER = Path(__file__).parents[3] / "templates" / "styles" / "flows"


def test_enough_looks() -> None:
    rare = [look for look in looks().values() if look.eval_only]
    assert len(rare) >= 2
    assert len(looks()) - len(rare) >= 12
    assert {look.splines for look in looks().values()} == {"spline", "polyline", "square"}


def test_any_two_looks_differ_in_four_fields_and_more_than_colours() -> None:
    names = [f.name for f in dataclasses.fields(Look) if f.name not in ("name", "palettes")]
    for one, other in itertools.combinations(looks().values(), 2):
        differing = [name for name in names if getattr(one, name) != getattr(other, name)]
        assert len(differing) >= 4, (one.name, other.name, differing)


@pytest.mark.parametrize("look", looks().values(), ids=lambda look: look.name)
def test_text_stands_out(look: Look) -> None:
    for palette in look.palettes:
        assert contrast(look, palette) >= 4.5
        assert ratio(palette.edge, palette.ground) >= 3.0
        # Steps without a colour of their own are no colour that could be named.
        assert all(distance(palette.ground, lane) < 8 for lane in palette.lanes)


def centre(codes: tuple[str, ...]) -> tuple[float, ...]:
    return tuple(sum(parts) / len(codes) for parts in zip(*map(lab, codes), strict=True))


def test_every_colour_is_nearest_to_its_own_name() -> None:
    middles = {name: centre(codes) for name, codes in COLOURS.items()}
    for name, codes in COLOURS.items():
        for code in codes:
            away = {
                other: sum((a - b) ** 2 for a, b in zip(lab(code), middle, strict=True)) ** 0.5
                for other, middle in middles.items()
            }
            assert min(away, key=lambda other: away[other]) == name, (name, code, away)


def test_colours_of_different_names_are_told_apart() -> None:
    for (one, codes), (other, more) in itertools.combinations(COLOURS.items(), 2):
        for first, second in itertools.product(codes, more):
            assert distance(first, second) >= 20, (one, first, other, second)
    for code in itertools.chain(*COLOURS.values()):
        assert distance(code, "#ffffff") >= 15, code
    for (one, first), (other, second) in itertools.combinations(BORDERS.items(), 2):
        assert distance(first, second) >= 20, (one, other)
        assert ratio(first, "#ffffff") >= 2.5, one


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("splines =", "spline =", "Did you mean 'splines'"),
        ('splines = "spline"', 'splines = "ortho"', "splines is wrong"),
        ('font = "Source Sans 3"', 'font = "Source Sans"', "Did you mean 'Source Sans 3'"),
        ("ground =", "grund =", "Did you mean 'ground'"),
    ],
)
def test_mistakes_are_one_sentence(tmp_path: Path, old: str, new: str, reason: str) -> None:
    good = (FOLDER / "pastel.toml").read_text()
    assert old in good
    path = tmp_path / "mine.toml"
    path.write_text(good.replace(old, new))
    with pytest.raises(RecipeError, match=reason) as error:
        read_look(path)
    assert str(path) in str(error.value)
