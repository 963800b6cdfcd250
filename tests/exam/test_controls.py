"""Controls change what they say and nothing else, and keep the ids."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase

import pytest

from figloom.errors import DatasetError, RecipeError
from figloom.exam.controls import CONTROLS, Skipped, controlled
from figloom.exam.sample import Sample, of_dataset

Build = Callable[..., Path]


def _plain(folder: Path) -> list[Sample]:
    return [sample for sample in of_dataset(folder) if "variant:" not in sample.role]


def _under(control: str, folder: Path) -> tuple[dict[str, Sample], dict[str, str]]:
    """Samples and reasons to skip, by id; together they are all, each once."""
    plain = _plain(folder)
    found = list(controlled(control, iter(plain), folder))
    assert sorted(one.id for one in found) == sorted(sample.id for sample in plain)
    skipped = {one.id: one.reason for one in found if isinstance(one, Skipped)}
    return {one.id: one for one in found if isinstance(one, Sample)}, skipped


@pytest.fixture(scope="session")
def maps(built: Build) -> Path:
    return built("maps-ablation", 10)


def test_the_full_setting_changes_nothing(maps: Path) -> None:
    assert list(_under("", maps)[0].values()) == _plain(maps)


def test_the_blind_see_the_question_alone(maps: Path) -> None:
    for sample in _under("blind", maps)[0].values():
        assert sample.image is None
        assert sample.prompt == sample.question.text


def test_facts_stand_in_for_the_picture(maps: Path) -> None:
    for sample in _under("facts", maps)[0].values():
        assert sample.image is None
        assert sample.prompt.startswith("Entities:\n")
        assert sample.prompt.endswith(sample.question.text)


def test_another_picture_is_that_of_another_item_of_the_block(maps: Path) -> None:
    plain = _plain(maps)
    items: dict[bytes, set[str]] = {}
    for sample in plain:
        assert sample.image
        items.setdefault(sample.image.data, set()).add(sample.item)
    blocks = {sample.item: dict(sample.tags)["block"] for sample in plain}
    swapped, skipped = _under("other_image", maps)
    assert len(swapped) > len(skipped)
    for sample in swapped.values():
        assert sample.image
        (item,) = items[sample.image.data]
        assert item != sample.item
        assert blocks[item] == blocks[sample.item]


def test_turned_options_keep_the_right_one(maps: Path) -> None:
    before = {sample.id: sample.question for sample in _plain(maps)}
    turned, skipped = _under("rotated", maps)
    assert turned
    assert set(skipped.values()) == {"it has no lettered options"}
    for sample in turned.values():
        old, new = before[sample.id], sample.question
        assert (
            old.choices[ascii_uppercase.index(str(old.answer))]
            == (new.choices[ascii_uppercase.index(str(new.answer))])
        )
        assert old.answer != new.answer
        assert sorted(old.choices) == sorted(new.choices)
        assert {str(one.answer) for one in new.negatives} | {new.answer} == set(
            ascii_uppercase[: len(new.choices)]
        )
        for letter, choice in zip(ascii_uppercase, new.choices, strict=False):
            assert f"{letter}. {choice}" in new.text.split("\n")


def test_stored_variants_are_taken(maps: Path) -> None:
    stored = {
        sample.id.replace("variant:no_text", "main"): sample.image
        for sample in of_dataset(maps)
        if sample.role == "variant:no_text"
    }
    drawn, _ = _under("no_text", maps)
    for name, image in stored.items():
        assert drawn[name].image == image


def test_what_is_not_stored_is_drawn_again(built: Build) -> None:
    folder = built("quickstart", 8)
    bare, skipped = _under("no_text", folder)
    plain = {sample.id: sample for sample in _plain(folder)}
    assert not skipped
    for name, sample in bare.items():
        assert sample.image != plain[name].image
        asked, before = sample.question, plain[name].question
        assert (asked.text, asked.answer, asked.choices) == (
            before.text,
            before.answer,
            before.choices,
        )


def test_values_are_written_beside_the_same_charts(charts: Path) -> None:
    written, skipped = _under("labels", charts)
    plain = {sample.id: sample for sample in _plain(charts)}
    assert {name.split("/")[1] for name in written} == {"bar", "pie"}
    assert set(skipped.values()) == {"it is drawn so already"}
    for name, sample in written.items():
        assert sample.image
        assert sample.image != plain[name].image
        assert sample.question.text == plain[name].question.text
        assert sample.question.answer == plain[name].question.answer
    assert set(_under("no_labels", charts)[1].values()) == {"it is drawn so already"}


def test_a_build_from_other_data_is_not_drawn_again(charts: Path, tmp_path: Path) -> None:
    told = json.loads((charts / "manifest.json").read_text("utf-8"))
    told["job"]["data"] = "0" * 32
    (tmp_path / "manifest.json").write_text(json.dumps(told), "utf-8")
    (tmp_path / "data").symlink_to(charts / "data")
    with pytest.raises(DatasetError, match="was built from other data"):
        list(controlled("labels", [], tmp_path))


def test_an_item_that_comes_out_otherwise_is_said(charts: Path, tmp_path: Path) -> None:
    told = json.loads((charts / "manifest.json").read_text("utf-8"))
    told["job"]["seed"] += 1
    (tmp_path / "manifest.json").write_text(json.dumps(told), "utf-8")
    (tmp_path / "data").symlink_to(charts / "data")
    with pytest.raises(DatasetError, match="comes out otherwise"):
        list(controlled("labels", [], tmp_path))


def test_samples_without_a_picture_have_no_other(maps: Path) -> None:
    blind = [replace(sample, image=None) for sample in _plain(maps)]
    assert all(isinstance(one, Skipped) for one in controlled("other_image", blind, maps))


def test_an_unknown_control_is_named() -> None:
    with pytest.raises(RecipeError, match="Did you mean 'blind'"):
        controlled("blnd", [], None)


@pytest.mark.parametrize("name", [name for name, one in CONTROLS.items() if one.render])
def test_only_a_build_is_drawn_again(name: str) -> None:
    with pytest.raises(RecipeError, match="give the folder of one"):
        controlled(name, [], None)


def test_a_browser_draws_while_the_model_is_asked(
    built: Build, chart_recipe: str, tmp_path: Path
) -> None:
    """The engine reads samples beside its requests, and a browser knows one thread only."""
    text = chart_recipe.replace('"matplotlib"', '"echarts"').replace("count = 6", "count = 4")
    folder = built("browsed", 4, text.replace(', "node_link_directed"', ""))
    run = tmp_path / "run"
    words = ("eval", folder, "--model", "baseline:random", "--control", "labels", "--out", run)
    told = subprocess.run(
        [sys.executable, "-m", "figloom", *map(str, words)], capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
    assert json.loads((run / "run.json").read_text("utf-8"))["counts"]["replied"] == 16
