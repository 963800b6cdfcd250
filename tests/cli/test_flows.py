"""Flowcharts from the command line: stories of one's own, sizes, and how many pictures come."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from figloom import client, workers
from figloom.errors import SourceError
from figloom.shards import Job

Refused = Callable[..., str]
RECIPE = """
source = "stories"
count = {count}
render = "flow"

[[block]]
name = "charts"
sample = {{ name = "flow", nodes = {nodes} }}
ask = ["extract_ends"]
"""
TWINS = """
[[block]]
name = "pairs"
sample = "flow"
modify = { name = "twin", edit = "labels" }
ask = ["verify_branch"]
"""
STORY = """
split = "eval"
titles = ["Airing a room"]
[[parts]]
step = ["Open both windows"]
[[parts]]
decision = ["Is it cold outside?"]
branches = [{ label = ["Freezing"], parts = [{ step = ["Put a coat on"] }] }, { label = ["Mild"] }]
[[parts]]
step = ["Wait for ten minutes"]
[[parts]]
step = ["Shut everything again"]
"""


def _recipe(place: Path, nodes: object = "[5, 12]", count: int = 3, more: str = "") -> None:
    (place / "mine.toml").write_text(RECIPE.format(nodes=nodes, count=count) + more, "utf-8")


@pytest.mark.parametrize("nodes", ["[3, 4]", "[5, 900]", "[12, 6]"])
def test_sizes_that_flowcharts_do_not_have(refused: Refused, elsewhere: Path, nodes: str) -> None:
    _recipe(elsewhere, nodes)
    said = f"nodes = {nodes} is no range of flowcharts: give two numbers from 5 to 30"
    assert said in refused("build", "mine.toml")


def test_one_story_says_in_which_split_it_is(
    figloom: Any, refused: Refused, elsewhere: Path
) -> None:
    (elsewhere / "air.toml").write_text(STORY, "utf-8")
    _recipe(elsewhere)
    said = refused("build", "mine.toml", "--source", "stories=air.toml")
    assert "the one story of 'stories', 'air', is in split 'eval'" in said
    assert "build with --split eval, or give more of them" in said
    ran = figloom("build", "mine.toml", "--source", "stories=air.toml", "--split", "eval")
    assert ran.code == 0, ran.err


def test_twins_leave_the_count_as_it_was_asked_for(figloom: Any, elsewhere: Path) -> None:
    _recipe(elsewhere, count=5, more=TWINS)
    ran = figloom("build", "mine.toml")
    assert ran.out.startswith("5 pictures, ")
    assert "asked for" not in ran.out


def test_where_only_pairs_are_asked_for_an_odd_count_is_spoken_of(
    figloom: Any, elsewhere: Path
) -> None:
    whole = 'source = "stories"\ncount = 5\nrender = "flow"\n'
    (elsewhere / "mine.toml").write_text(whole + TWINS, "utf-8")
    ran = figloom("build", "mine.toml")
    assert ran.out.startswith("4 pictures, ")
    assert "asked for      5; pairs and variants of a picture are never parted" in ran.out


def test_what_a_source_says_stands_in_the_manifest(figloom: Any, elsewhere: Path) -> None:
    folder = elsewhere / "own"
    folder.mkdir()
    for name in ("air", "vent", "cool", "chill"):
        (folder / f"{name}.toml").write_text(STORY.replace('split = "eval"\n', ""), "utf-8")
    _recipe(elsewhere)
    assert figloom("build", "mine.toml", "--source", "stories=own").code == 0
    told = json.loads((elsewhere / "output/mine-s0/manifest.json").read_text("utf-8"))
    (source,) = told["sources"]
    assert source["notes"][0].startswith("Stories that say no split were split by the hash of")


PROGRAM = """
def steps(n):
    count = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        count += 1
    return count
"""


def test_a_program_of_ones_own_is_built_and_every_answer_found_again(
    figloom: Any, refused: Refused, elsewhere: Path
) -> None:
    (elsewhere / "own.py").write_text(PROGRAM, "utf-8")
    words = ("build", "programs", "--count", 4, "--source", "programs=own.py")
    assert "the one function of 'programs', 'own.steps', is in split 'train'" in refused(
        *words, "--split", "eval"
    )
    ran = figloom(*words)
    assert ran.code == 0, ran.err
    assert "1 to train, 0 to eval. The eval split has none; give more functions." in ran.err
    ran = figloom("audit", "output/programs-s0")
    assert (ran.code, ran.out[:10]) == (0, "no finding"), ran.err
    (elsewhere / "worse.py").write_text(PROGRAM.replace("3 * n", "n ^ n"), "utf-8")
    assert "worse.py, line 8: `n ^ n + 1` is not known" in refused(*words[:-1], "programs=worse.py")


def test_all_faults_of_a_file_are_told_a_line_each(figloom: Any, elsewhere: Path) -> None:
    (elsewhere / "own.py").write_text("import os\n\ndef f(n):\n    x = [n]\n    return n & 3\n")
    code, out, err = figloom("build", "programs", "--source", "programs=own.py")
    assert (code, out) == (2, "")
    head, *lines = err.splitlines()
    assert head == "figloom: There are 3 faults:"
    assert [line.partition(":")[0].rpartition("/")[2] for line in lines] == [
        f"own.py, line {number}" for number in (1, 4, 5)
    ]
    assert not (elsewhere / "output").exists()


def test_texts_in_programs_are_audited_too(figloom: Any, elsewhere: Path) -> None:
    text = PROGRAM.replace("count = 0", "word = 'even'\n    count = len(word)")
    (elsewhere / "own.py").write_text(text, "utf-8")
    ran = figloom("build", "programs", "--count", 4, "--source", "programs=own.py")
    assert ran.code == 0, ran.err
    assert figloom("audit", "output/programs-s0").code == 0


def test_a_source_with_options_is_written_as_in_a_recipe_and_its_fallbacks_are_told(
    figloom: Any, refused: Refused, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "PAUSE", 0.01)
    _recipe(elsewhere)
    table = '{ name = "stories_llm", model = "m", stories = 6, base_url = "http://127.0.0.1:9" }'
    ran = figloom("build", "mine.toml", "--source", table)
    assert ran.code == 0, ran.err
    said = (
        "6 of 6 stories are ours, not the model's: The model server 127.0.0.1:9 cannot be reached"
    )
    assert said in ran.err
    told = json.loads((elsewhere / "output/mine-s0/manifest.json").read_text("utf-8"))
    (source,) = told["sources"]
    assert source["notes"][0].startswith(said)
    assert (source["name"], source["licence"], source["credit"]) == (
        "stories_llm",
        "Apache-2.0",
        "",
    )
    for given, part in (
        ('{ name = "stories_llm", model = }', "is no TOML table ("),
        ('{ name = "stories_llm" }', "needs option 'model'"),
        ('{ name = "stories_llm", model = 3 }', "is 3; give a text in quotes"),
        ('{ model = "m" }', "name is missing"),
    ):
        assert part in refused("build", "mine.toml", "--source", given)


def test_a_worker_that_reads_other_facts_stops(elsewhere: Path) -> None:
    (elsewhere / "air.toml").write_text(STORY, "utf-8")
    job = Job("mine", RECIPE.format(nodes="[5, 12]", count=3), "stories=air.toml", 0, "eval", 3)
    (elsewhere / "out" / ".partial").mkdir(parents=True)
    (elsewhere / "out" / ".partial" / "job.json").write_text('{"data": "other"}', "utf-8")
    with pytest.raises(SourceError, match="is not what it was when this build began: run the same"):
        workers._unchanged(job, elsewhere / "out")
