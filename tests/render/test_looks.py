"""Looks: enough of them, no two alike, and faulty files in one sentence; those of maps drawn."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from figloom.errors import RecipeError
from figloom.files import templates
from figloom.render.colours import ratio
from figloom.render.flows import looks as flows
from figloom.render.graphs import looks as graphs
from figloom.render.graphs.legibility import CONTRAST
from figloom.render.graphs.looks import Look, contrast, looks
from figloom.render.graphs.node_link import node_link
from figloom.render.plots import looks as plots
from figloom.seeds import Draw
from figloom.source import Source
from figloom.types import Facts, Picture

FAMILIES = {
    "maps": (graphs, "journal"), "flows": (flows, "pastel"), "charts": (plots, "clean"),
}  # fmt: skip
"""The looks of a family, and one of them to spoil."""
_SKIPPED = {"name", "palettes", "eval_only"}


def test_enough_looks() -> None:
    rare = [look for look in looks().values() if look.eval_only]
    assert len(rare) >= 3
    assert len(looks()) - len(rare) >= 14
    assert {look.engine for look in looks().values()} == {"dot", "neato", "circo", "twopi"}


@pytest.mark.parametrize("family", FAMILIES)
def test_any_two_looks_differ_in_four_fields_and_more_than_colours(family: str) -> None:
    module, _ = FAMILIES[family]
    names = [f.name for f in dataclasses.fields(module.Look) if f.name not in _SKIPPED]
    for one, other in itertools.combinations(module.looks().values(), 2):
        differing = [name for name in names if getattr(one, name) != getattr(other, name)]
        assert len(differing) >= 4, (one.name, other.name, differing)


@pytest.mark.parametrize("look", looks().values(), ids=lambda look: look.name)
def test_text_stands_out(look: Look) -> None:
    for palette in look.palettes:
        assert contrast(look, palette) >= CONTRAST
        assert ratio(palette.edge, palette.ground) >= 3.0


@pytest.mark.parametrize(
    ("family", "old", "new", "reason"),
    [
        ("maps", 'engine = "dot"', 'enigne = "dot"', "Did you mean 'engine'"),
        ("maps", 'engine = "dot"', 'engine = "fdp"', "engine is 'fdp'; give"),
        ("maps", 'engine = "dot"', 'engine = "neato"', "needs engine = 'dot'"),
        ("maps", 'font = "Source Sans 3"', 'font = "Source Sans"', "Did you mean 'Source Sans 3'"),
        ("maps", "ground =", "grund =", "Did you mean 'ground'"),
        ("maps", "picture = 64", 'picture = "big"', "picture is 'big'; give a whole number"),
        ("flows", "splines =", "spline =", "Did you mean 'splines'"),
        ("flows", 'splines = "spline"', 'splines = "ortho"', "splines is 'ortho'; give"),
        ("flows", 'font = "Source Sans 3"', 'font = "Source Sans"', "Did you mean 'Source Sans 3'"),
        ("flows", "ground =", "grund =", "Did you mean 'ground'"),
        ("charts", '"#4477aa"', '"#fdfdfd"', "too faint"),
        ("charts", '"#4477aa"', '"#ee6688"', "too alike"),
        ("charts", 'ink = "#1f1f1f"', 'ink = "#bbbbbb"', "too little contrast"),
        ("charts", 'font = "Open Sans"', 'font = "Opan Sans"', "Did you mean 'Open Sans'"),
        ("charts", 'font = "Open Sans"', 'font = "Open Sans"\nlegand = "top"',
         "Did you mean 'legend'"),
        ("charts", 'font = "Open Sans"', 'font = "Open Sans"\nlegend = "inside"',
         "legend is 'inside'; give \"top\" or"),
    ],
)  # fmt: skip
def test_mistakes_are_one_sentence(
    tmp_path: Path, family: str, old: str, new: str, reason: str
) -> None:
    module, name = FAMILIES[family]
    good = (templates() / "styles" / family / f"{name}.toml").read_text("utf-8")
    assert old in good
    path = tmp_path / "mine.toml"
    path.write_text(good.replace(old, new, 1), "utf-8")
    with pytest.raises(RecipeError, match=reason) as error:
        module.read_look(path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def drawn(facts: Facts, draw: Draw, source: Source, **options: object) -> Picture:
    picture = node_link(facts, draw, source, **options)  # type: ignore[arg-type]
    assert isinstance(picture, Picture)
    return picture


def test_train_never_sees_the_rare_and_eval_does_in_a_tenth(
    grown: Callable[..., Facts], slot: Callable[..., Draw], source: Source
) -> None:
    facts = grown(1, 3)
    rare = {look.name for look in looks().values() if look.eval_only}
    seen = {
        split: Counter(drawn(facts, slot(n, split), source).style for n in range(160))
        for split in ("train", "eval")
    }
    assert not rare & seen["train"].keys()
    assert sum(seen["eval"][name] for name in rare) == 16
    common = [count for name, count in seen["train"].items()]
    assert len(common) == len(looks()) - len(rare)
    assert max(common) - min(common) <= 2


def test_style_errors(
    grown: Callable[..., Facts], slot: Callable[..., Draw], source: Source
) -> None:
    facts = grown(1, 3)
    with pytest.raises(RecipeError, match="Did you mean 'journal'"):
        node_link(facts, slot(0), source, styles=("jurnal",))
    with pytest.raises(RecipeError, match="eval only"):
        node_link(facts, slot(0, "train"), source, styles=("gallery",))
    assert drawn(facts, slot(0), source, styles=("gallery",)).style == "gallery"
