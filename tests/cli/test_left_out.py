"""What a small graph of one's own cannot carry is left out and said so; the rest is built."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from figloom import recipe
from figloom.emit import parquet

Ran = Any
Triples = list[tuple[str, str, str]]
ALL = {block.name for block in recipe.load("quickstart").blocks}

STARS = """
count = 12
render = "as_text"

[[block]]
name = "small"
share = 2
sample = { name = "star", triples = [1, 2] }
ask = ["count_triples"]

[[block]]
name = "large"
share = 6
sample = { name = "star", triples = [1, 9] }
ask = ["count_triples"]

[[block]]
name = "pairs"
share = 1
sample = { name = "star", triples = [2, 2] }
ask = ["count_triples"]
"""


def _random(name: str, count: int, entities: int, relations: int) -> Triples:
    random = Random(name)
    return [
        (
            f"e{random.randrange(entities)}",
            f"r{random.randrange(relations)}",
            f"e{random.randrange(entities)}",
        )
        for _ in range(count)
    ]


def _namesakes() -> Triples:
    """Twelve names, each written in four ways that a picture does not tell apart."""
    random = Random("namesakes")

    def name() -> str:
        return f"{random.choice(('', 'the '))}e{random.choice(' _')}{random.randrange(12)}"

    return [(name(), f"r{random.randrange(6)}", name()) for _ in range(120)]


GRAPHS: dict[str, Triples] = {
    "one triple": [("a", "r", "b")],
    "three triples": [("a", "r", "b"), ("b", "s", "c"), ("c", "t", "a")],
    "a star": [("hub", f"r{at % 4}", f"leaf {at}") for at in range(12)],
    "a chain": [(f"n{at}", f"r{at % 3}", f"n{at + 1}") for at in range(30)],
    "two cliques": [
        (f"{side}{head}", f"r{(head + tail) % 5}", f"{side}{tail}")
        for side in "ab"
        for head in range(9)
        for tail in range(head)
    ],
    "random": _random("random", 200, 60, 4),
    "one relation": _random("one relation", 120, 40, 1),
    "namesakes": _namesakes(),
}


@pytest.fixture
def source(elsewhere: Path) -> Callable[[str], str]:
    """Writes a graph of that name; the source as the command line takes it."""

    def written(name: str) -> str:
        lines = ("\t".join(triple) for triple in GRAPHS[name])
        (elsewhere / "mine.tsv").write_text("".join(f"{line}\n" for line in lines), "utf-8")
        return "triples=mine.tsv"

    return written


def _warned(err: str) -> dict[str, str]:
    """Block and reason of each line of warning."""
    lines = [line for line in err.splitlines() if line.startswith("figloom: block ")]
    parts = [line.removeprefix("figloom: block ").split(" is left out: ", 1) for line in lines]
    return {block.strip("'"): reason.removesuffix(".") for block, reason in parts}


def _blocks(out: Path) -> set[str]:
    return {record.trace.block for record in parquet.read_folder(out)}


@pytest.mark.parametrize(
    ("seed", "split"),
    [
        (1, "train"),
        (2, "eval"),
        pytest.param(2, "train", marks=pytest.mark.slow),
        pytest.param(1, "eval", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("graph", GRAPHS)
def test_an_odd_graph_is_built_as_far_as_it_goes(
    figloom: Callable[..., Ran],
    elsewhere: Path,
    source: Callable[[str], str],
    graph: str,
    seed: int,
    split: str,
) -> None:
    words = ("--source", source(graph), "--seed", seed, "--split", split, "--out", "out")
    code, out, err = figloom("build", "quickstart", "--count", 12, *words)
    assert "Traceback" not in err
    if code:
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert re.match(r"figloom: (Recipe 'quickstart', block 'count': |quickstart/count/)", err)
        assert not (elsewhere / "out").exists()
        return
    told = json.loads((elsewhere / "out" / "manifest.json").read_text("utf-8"))
    assert _warned(err) == told["left_out"]
    assert all(told["left_out"].values())
    assert _blocks(elsewhere / "out") == ALL - told["left_out"].keys()
    card = (elsewhere / "out" / "README.md").read_text("utf-8")
    for block, reason in told["left_out"].items():
        assert f"| `{block}` | {reason} |" in card
    assert 11 <= told["splits"][split]["pictures"] <= 12
    assert {entry["block"] for entry in told["capacity"]} == _blocks(elsewhere / "out")


@pytest.mark.parametrize(
    ("graph", "left"),
    [
        ("a star", ALL - {"count", "wrong_relation"}),
        ("one relation", {"wrong_relation", "hidden_relation"}),
    ],
)
def test_only_what_cannot_be_is_left_out(
    figloom: Callable[..., Ran], source: Callable[[str], str], graph: str, left: set[str]
) -> None:
    ran = figloom("build", "quickstart", "--count", 12, "--source", source(graph), "--seed", 1)
    assert ran.code == 0
    assert _warned(ran.err).keys() == left
    reason = _warned(ran.err)["hidden_relation"]
    assert reason == (
        "no entity of 'triples' in split 'train' has 3 neighbours and, as a head, 5 relations or "
        "more"
    )


def test_nothing_is_left_out_of_a_graph_that_carries_all(
    figloom: Callable[..., Ran], elsewhere: Path
) -> None:
    ran = figloom("build", "quickstart", "--count", 12, "--out", "out")
    assert (ran.code, ran.err) == (0, "")
    assert json.loads((elsewhere / "out" / "manifest.json").read_text("utf-8"))["left_out"] == {}
    assert "that are not in it" not in (elsewhere / "out" / "README.md").read_text("utf-8")


def _stars(elsewhere: Path) -> str:
    """A recipe of three blocks, and a graph without a hub of nine: the source."""
    lines = [f"hub {a}\tleads to\tleaf {b}\n" for a in range(8) for b in range(5)]
    (elsewhere / "mine.tsv").write_text("".join(lines), "utf-8")
    (elsewhere / "mine.toml").write_text(STARS, "utf-8")
    return "triples=mine.tsv"


def test_the_others_share_what_a_block_had(figloom: Callable[..., Ran], elsewhere: Path) -> None:
    ran = figloom("build", "mine.toml", "--source", _stars(elsewhere), "--out", "out")
    assert ran.code == 0, ran.err
    assert _warned(ran.err).keys() == {"large"}
    blocks = [record.trace.block for record in parquet.read_folder(elsewhere / "out")]
    assert (blocks.count("small"), blocks.count("pairs")) == (8, 4)


def test_look_leaves_out_the_same(figloom: Callable[..., Ran], elsewhere: Path) -> None:
    ran = figloom("look", "mine.toml", "--source", _stars(elsewhere), "-n", 2)
    assert ran.code == 0, ran.err
    assert _warned(ran.err).keys() == {"large"}


def test_a_recipe_that_must_be_complete(refused: Callable[..., str], elsewhere: Path) -> None:
    source = _stars(elsewhere)
    (elsewhere / "mine.toml").write_text(f"complete = true\n{STARS}", "utf-8")
    sentence = refused("build", "mine.toml", "--source", source)
    assert "Recipe 'mine', block 'large': no entity of 'triples' in split 'train' has" in sentence
    assert "complete = true" in sentence
    (elsewhere / "mine.toml").write_text(f'complete = "yes"\n{STARS}', "utf-8")
    assert "complete is 'yes'; give true or false" in refused("build", "mine.toml")


def test_a_smaller_count_is_named_when_the_source_runs_dry(
    figloom: Callable[..., Ran], elsewhere: Path
) -> None:
    lines = [f"hub {a}\tleads to\tleaf {b}\n" for a in range(4) for b in range(4)]
    (elsewhere / "mine.tsv").write_text("".join(lines), "utf-8")
    (elsewhere / "mine.toml").write_text(STARS, "utf-8")
    told = ("build", "mine.toml", "--source", "triples=mine.tsv", "--out", "out")
    code, _, err = figloom(*told, "--count", 45)
    assert code == 2
    sentence = err.splitlines()[-1]
    assert "block 'small' wants " in sentence
    assert " of the recipe's 2 blocks, and " in sentence
    assert sentence.endswith("(pictures of all blocks together), which can be built.")
    assert not (elsewhere / "out").exists()
    fewer = sentence.partition("--count ")[2].partition("Or ask for --count ")[2].partition(" ")[0]
    assert 12 <= int(fewer) < 45
    assert figloom(*told, "--count", fewer).code == 0
