"""The card: valid metadata, and words for every column."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from figloom.emit.card import card
from figloom.emit.schema import FEATURES, QUESTION
from figloom.files import templates

Manifest = dict[str, Any]
CARD = templates() / "card"


def front(text: str) -> Any:
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load(text.split("---\n")[1])


def test_its_front_matter_is_what_the_hub_reads(manifest: Manifest) -> None:
    data = front(card(manifest))
    assert data["license"] == ["cc0-1.0"]
    assert data["size_categories"] == ["n<1K"]
    assert data["task_categories"] == ["visual-question-answering"]
    assert data["configs"][0]["data_files"] == [
        {"split": "train", "path": "data/train-*.parquet"},
        {"split": "test", "path": "data/test-*.parquet"},
    ]
    (info,) = data["dataset_info"]
    assert [split["name"] for split in info["splits"]] == ["train", "test"]
    assert info["dataset_size"] == 12345 + 678


def test_its_features_are_those_of_the_shards(manifest: Manifest) -> None:
    features = pytest.importorskip("datasets").Features
    (info,) = front(card(manifest))["dataset_info"]
    assert features._from_yaml_list(info["features"]) == features.from_dict(FEATURES)


def test_it_names_every_column(manifest: Manifest) -> None:
    text = card(manifest).partition("## Fields")[2]
    named = set(re.findall(r"`([a-z_]+)`", text))
    assert set(FEATURES) | set(QUESTION) <= named


def test_every_heading_stands_once_whatever_families_there_are(manifest: Manifest) -> None:
    families = sorted(file.name.split(".")[0] for file in CARD.glob("*.meaning.md"))
    assert families == ["charts", "flows", "maps"]
    for many in range(1, len(families) + 1):
        for some in combinations(families, many):
            text = re.sub("(`{3,}).*?\\1", "", card({**manifest, "families": some}), flags=re.S)
            headings = re.findall("^#+ .*", text, flags=re.M)
            assert "## Limits" in headings
            assert len(set(headings)) == len(headings), some


def test_one_of_a_kind_is_told_in_the_singular(manifest: Manifest) -> None:
    one = {"block": "b", "items": 1, "expected_overlap": 0.1, "distinct_at_least": 1234}
    splits = {"train": {"records": 1, "questions": 1, "bytes": 5}}
    text = card({**manifest, "splits": splits, "capacity": [one]})
    assert "1 record with 1 question, made by" in text
    assert "about 0 of 1 item would come again" in text
    many = card({**manifest, "capacity": [{**one, "items": 12345, "expected_overlap": 1500}]})
    assert "about 1,500 of 12,345 items would come again" in many


def test_it_says_what_false_means_and_how_many_there_are(manifest: Manifest) -> None:
    text = card(manifest)
    assert "local closed-world assumption" in text
    assert "may be true in the world" in " ".join(text.split())
    assert "| `box_of` | 5 | 40 |" in text
    assert "| render | labels overlap | 1,234 |" in text
    assert "````text\nHow many?\n```\nA. 1\n\n7\n````" in text
    assert r"A \| B" in text
    assert "$" not in text


def test_it_is_a_function_of_the_manifest(manifest: Manifest) -> None:
    assert card(manifest) == card(dict(manifest))
    bare = {k: v for k, v in manifest.items() if k not in ("declines", "example")}
    assert "No item was declined." in card(bare)


@pytest.mark.parametrize("title", ["no", "a: b", 'q"x', "日本", "- x", "#1", "on", "null", "a\nb"])
def test_any_title_and_licence_is_quoted(title: str, manifest: Manifest) -> None:
    sources = [{"name": "s", "licence": title}, {"name": "t", "licence": "MIT"}]
    data = front(card({**manifest, "title": title, "sources": sources}))
    assert data["pretty_name"] == title
    assert data["license"] == "other"
    assert data["license_name"] == f"{title} and MIT"


def test_the_built_card_is_beside_the_shards(dataset: Path) -> None:
    assert front((dataset / "README.md").read_text("utf-8"))["pretty_name"] == "Figloom handmade"
