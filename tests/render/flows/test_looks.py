"""Looks of flowcharts are legible, and their colours are what they are called."""

from __future__ import annotations

import itertools

import pytest

from figloom.flows import BORDERS, COLOURS
from figloom.render.colours import distance, lab, ratio
from figloom.render.flows.looks import Look, contrast, looks


def test_enough_looks() -> None:
    rare = [look for look in looks().values() if look.eval_only]
    assert len(rare) >= 2
    assert len(looks()) - len(rare) >= 12
    assert {look.splines for look in looks().values()} == {"spline", "polyline", "square"}


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
