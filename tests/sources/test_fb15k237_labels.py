import collections
import itertools
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLES = ROOT / "sources" / "fb15k237"
DATA = ROOT.parent / "shared" / "data" / "fb15k237"

Pair = tuple[str, str]


def rows(name: str) -> list[list[str]]:
    text = (TABLES / name).read_text(encoding="utf-8")
    assert text.endswith("\n")
    return [line.split("\t") for line in text.removesuffix("\n").split("\n")]


@pytest.fixture(scope="module")
def pairs() -> dict[str, set[Pair]]:
    if not DATA.is_dir():
        pytest.skip(f"FB15K-237's triples are not at {DATA}")
    found: dict[str, set[Pair]] = collections.defaultdict(set)
    for part in ("train", "valid", "test"):
        for line in (DATA / f"{part}.txt").read_text(encoding="utf-8").splitlines():
            head, relation, tail = line.split("\t")
            found[relation].add((head, tail))
    return found


def test_relations_are_237_sorted_rows_of_three_fields() -> None:
    header, *body = rows("relations.tsv")
    assert header == ["relation", "label", "gloss"]
    assert len(body) == 237
    assert all(len(row) == 3 and all(cell == cell.strip() != "" for cell in row) for row in body)
    paths = [row[0] for row in body]
    assert paths == sorted(set(paths))


def test_labels_stay_distinct_without_case_and_punctuation() -> None:
    labels = [row[1] for row in rows("relations.tsv")[1:]]
    bare = collections.Counter(re.sub(r"[^a-z0-9]", "", label.casefold()) for label in labels)
    assert [label for label, n in bare.items() if n > 1] == []


def test_labels_can_be_drawn_on_an_arrow() -> None:
    labels = [row[1] for row in rows("relations.tsv")[1:]]
    proper = r"GDP|Netflix|Olympians|Olympic|TV|World Cup"
    plain = [re.sub(rf"\b(?:{proper})\b", "x", label) for label in labels]
    assert [label for label in labels if len(label) > 34] == []
    assert [
        label for label in plain if not re.fullmatch(r"[a-z][a-z0-9']*(?: [a-z0-9'-]+)*", label)
    ] == []


def test_glosses_are_single_clauses_that_say_more_than_the_label() -> None:
    body = rows("relations.tsv")[1:]
    odd = [gloss for _, label, gloss in body if gloss.casefold() == label or len(gloss) > 120]
    assert odd + [gloss for _, _, gloss in body if gloss.endswith(".") or ". " in gloss] == []


def test_related_rows_name_labelled_relations_once_and_both_ways() -> None:
    known = {row[0] for row in rows("relations.tsv")[1:]}
    header, *body = rows("related.tsv")
    assert header == ["relation", "related", "why"]
    assert body == sorted(body)
    assert {cell for row in body for cell in row[:2]} <= known
    assert {row[2] for row in body} == {"synonym", "implied", "inverse"}
    triples = {tuple(row) for row in body}
    assert len(triples) == len(body)
    assert all((related, relation, why) in triples for relation, related, why in triples)


def test_a_relation_is_related_to_itself_only_in_reverse() -> None:
    body = rows("related.tsv")[1:]
    assert all(why == "inverse" for relation, related, why in body if relation == related)


def test_a_pair_is_a_synonym_or_implied_but_not_both() -> None:
    same = [tuple(row[:2]) for row in rows("related.tsv")[1:] if row[2] != "inverse"]
    assert len(same) == len(set(same))


def test_every_relation_of_the_data_is_labelled(pairs: dict[str, set[Pair]]) -> None:
    assert {row[0] for row in rows("relations.tsv")[1:]} == set(pairs)


def test_relations_that_share_a_quarter_of_their_pairs_are_related(
    pairs: dict[str, set[Pair]],
) -> None:
    same = {tuple(row[:2]) for row in rows("related.tsv")[1:] if row[2] != "inverse"}
    inverse = {tuple(row[:2]) for row in rows("related.tsv")[1:] if row[2] == "inverse"}
    turned = {relation: {(t, h) for h, t in held} for relation, held in pairs.items()}
    large = [relation for relation in sorted(pairs) if len(pairs[relation]) >= 20]
    missing = []
    for a, b in itertools.combinations_with_replacement(large, 2):
        enough = 0.25 * min(len(pairs[a]), len(pairs[b]))
        if a != b and len(pairs[a] & pairs[b]) >= enough and (a, b) not in same:
            missing.append((a, b, "same order"))
        if len(pairs[a] & turned[b]) >= enough and (a, b) not in inverse:
            missing.append((a, b, "reversed"))
    assert missing == []
