import collections
import json
import pathlib
import re

import pytest

from figloom.read.fb15k237_names import MAX_NAME, MAX_QUALIFIER, clean_names

DATA = pathlib.Path(__file__).resolve().parents[3] / "shared" / "data" / "fb15k237"

ARTEFACTS = (
    r"-(?:GB|US)$",
    r"\s\s|^\s|\s$|[\t\n]",
    r"[\u2010-\u2015\u2018-\u201f\u00a0\ufffd]|[\u00c2\u00c3][\u0080-\u00bf]",
    r"[$\u00a3\u20ac]",
    r"^[a-z ]+$",
    r"[A-Z]{2}\W+Metropolitan Statistical Area",
    r"[_|]|&\w+;|\$00|\\u|/m/|^Q\d+$",
    r"[,;:/(]$",
    r"\(\)|\( | \)",
)


def cleaned(name: str, label: str = "", description: str = "") -> str:
    return clean_names({"a": name}, {"a": {"label": label, "description": description}})["a"]


def told(name: str, *descriptions: str) -> list[str]:
    names = {str(i): name for i in range(len(descriptions))}
    facts = {str(i): {"label": name, "description": d} for i, d in enumerate(descriptions)}
    return list(clean_names(names, facts).values())


@pytest.mark.parametrize(
    ("name", "label", "expected"),
    [
        ("Actor-GB", "actor", "Actor"),
        ("Yemen-US", "Yemen", "Yemen"),
        ("Newsreader-GB", "news presenter", "Newsreader"),
        ("Remax-US", "real property", "Real property"),
        ("Business magnate-GB", "Q14941814", "Business magnate"),
        ("Boulogne-Billancourt", "Boulogne", "Boulogne-Billancourt"),
        ("Waffen-SS", "Waffen-SS", "Waffen-SS"),
        ("Award for  Best Film", "", "Award for Best Film"),
        ("Winter\u2019s Bone", "", "Winter's Bone"),
        ("UK \u00a3", "pound sterling", "Pound sterling"),
        ("lap steel guitar", "Lap steel guitar", "Lap steel guitar"),
        ("k.d. lang", "k.d. lang", "k.d. lang"),
        (
            "Pittsburgh, PA Metropolitan Statistical Area",
            "Greater Pittsburgh",
            "Greater Pittsburgh",
        ),
        ("ABC Family", "Freeform", "ABC Family"),
    ],
)
def test_artefact_is_mended_and_a_good_name_kept(name: str, label: str, expected: str) -> None:
    assert cleaned(name, label) == expected


@pytest.mark.parametrize(
    ("name", "label", "expected"),
    [
        (
            "Primetime Emmy Award for Outstanding Lead Actress - Miniseries or a Movie",
            "",
            "Primetime Emmy: Lead Actress - Miniseries or a Movie",
        ),
        (
            "Dr. Strangelove or: How I Learned to Stop Worrying and Love the Bomb",
            "Dr. Strangelove",
            "Dr. Strangelove",
        ),
        ("Alpha " * 9 + "Omega Psi", "Another", "Another"),
        ("Alpha " * 9 + "Omega Psi", "", "Alpha " * 8 + "Alpha\u2026"),
    ],
)
def test_long_name_is_shortened(name: str, label: str, expected: str) -> None:
    assert cleaned(name, label) == expected
    assert len(expected) <= MAX_NAME


@pytest.mark.parametrize(
    ("descriptions", "qualifiers"),
    [
        (["county in Oregon", "county in Utah, USA"], ["Oregon", "Utah"]),
        (
            ["county seat of Albany County, New York, USA and state capital", "city in Georgia"],
            ["New York", "Georgia"],
        ),
        (
            ["city in British Columbia, Canada", "state in Australia"],
            ["British Columbia", "Australia"],
        ),
        (
            ["province of the Netherlands", "municipality in the Netherlands"],
            ["province", "municipality"],
        ),
        (["state of the United States of America", "country in Europe"], ["state", "country"]),
        (["1967 spy comedy film", "2006 film by Martin Campbell"], ["1967 film", "2006 film"]),
        (
            ["2000 three part TV mini-series", "American TV series"],
            ["2000 miniseries", "TV series"],
        ),
        (["English association football player", "Indian Actor"], ["football player", "actor"]),
        (
            ["American rock band", "American rock musician and actor"],
            ["rock band", "rock musician"],
        ),
        (
            ["body of water connected to an ocean", "hair coat color"],
            ["body of water", "coat color"],
        ),
        (["type of musical instrument", "film genre"], ["musical instrument", "film genre"]),
    ],
)
def test_shared_name_is_qualified_by_its_description(
    descriptions: list[str], qualifiers: list[str]
) -> None:
    assert told("Springfield", *descriptions) == [f"Springfield ({q})" for q in qualifiers]


def test_shared_name_without_descriptions_is_left_equal() -> None:
    assert told("Comedy", "film genre", "") == ["Comedy", "Comedy"]
    assert told("Comedy", "film genre", "film genre") == ["Comedy", "Comedy"]


def test_name_held_by_one_entity_is_not_qualified() -> None:
    assert cleaned("Rome", "Rome", "capital city of Italy") == "Rome"


def test_shared_names_are_found_after_cleaning_and_casefolding() -> None:
    names = {"a": "Heavy Metal", "b": "Heavy metal-GB", "c": "Other"}
    facts = {"a": {"description": "1981 film"}, "b": {"description": "genre of rock music"}}
    assert clean_names(names, facts) == {
        "a": "Heavy Metal (1981 film)",
        "b": "Heavy metal (genre of rock music)",
        "c": "Other",
    }


@pytest.fixture(scope="module")
def real() -> tuple[dict[str, str], dict[str, str]]:
    if not DATA.is_dir():
        pytest.skip(f"FB15K-237's names are not at {DATA}")
    lines = (DATA / "entity2text.txt").read_text(encoding="utf-8").splitlines()
    names = dict(line.split("\t") for line in lines)
    wikidata = json.loads((DATA / "entity_wikidata.json").read_text(encoding="utf-8"))
    return names, clean_names(names, wikidata)


def test_real_names_keep_no_artefact(real: tuple[dict[str, str], dict[str, str]]) -> None:
    names, clean = real
    assert clean.keys() == names.keys()
    left = [name for name in clean.values() if any(re.search(p, name) for p in ARTEFACTS)]
    assert left == []
    assert all(0 < len(name) <= MAX_NAME for name in clean.values())


def test_few_real_names_stay_shared(real: tuple[dict[str, str], dict[str, str]]) -> None:
    names, clean = real
    before = collections.Counter(names.values())
    after = collections.Counter(name.casefold() for name in clean.values())
    assert sum(n for n in before.values() if n > 1) == 499
    assert sum(n for n in after.values() if n > 1) <= 15


def test_real_qualifiers_are_short(real: tuple[dict[str, str], dict[str, str]]) -> None:
    names, clean = real
    made = [re.search(r" \((.*)\)$", name) for e, name in clean.items() if name != names[e]]
    qualifiers = [found[1] for found in made if found]
    assert all(0 < len(q) <= MAX_QUALIFIER for q in qualifiers)
    assert len(qualifiers) > 480
