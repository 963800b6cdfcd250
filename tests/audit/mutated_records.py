"""Faults put into the records of one item, each with the kinds of finding that may tell it.

A mutation changes the rows in place. It returns False where the item has no place for it.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from random import Random
from typing import Any

from PIL import Image

Row = dict[str, Any]
Mutation = Callable[[list[Row], Random], bool]
MUTATIONS: dict[str, tuple[Mutation, frozenset[str]]] = {}

WRONG = "answer is wrong"
UNFOUND = "answer cannot be found again"
TOUCH = ("edge does not touch its head", "edge does not touch its tail")


def mutation(*kinds: str) -> Callable[[Mutation], Mutation]:
    """Register a mutation and the kinds of which one must be found."""

    def mark(function: Mutation) -> Mutation:
        MUTATIONS[function.__name__] = (function, frozenset(kinds))
        return function

    return mark


def _drawn(rows: list[Row], draw: Random, *, named: bool = False) -> Row | None:
    known = [
        row
        for row in rows
        if row["image"] and (not named or any(mark["role"] == "label" for mark in row["marks"]))
    ]
    return draw.choice(known) if known else None


def _marks(row: Row | None, role: str) -> list[Row]:
    return [mark for mark in row["marks"] if mark["role"] == role] if row else []


@mutation("facts contradict themselves")
def an_edge_less_in_shown(rows: list[Row], draw: Random) -> bool:
    triples = draw.choice(rows)["facts"]["shown"]["triples"]
    triples.pop(draw.randrange(len(triples)))
    return True


@mutation(
    "edge mark missing or needless", "text states other triples", "facts contradict themselves"
)
def an_edge_less_everywhere(rows: list[Row], draw: Random) -> bool:
    facts = draw.choice(rows)["facts"]
    place = draw.randrange(len(facts["shown"]["triples"]))
    gone = facts["shown"]["triples"].pop(place)["id"]
    facts["truth"]["triples"] = [t for t in facts["truth"]["triples"] if t["id"] != gone]
    return True


@mutation("label says something else", "text names other entities")
def an_entity_renamed_everywhere(rows: list[Row], draw: Random) -> bool:
    row = draw.choice([row for row in rows if not row["image"]] or [_drawn(rows, draw, named=True)])
    entity = draw.choice(row["facts"]["shown"]["entities"])
    for layer in ("shown", "truth"):
        for other in row["facts"][layer]["entities"]:
            if other["id"] == entity["id"]:
                other["name"] = "Zembla"
    return True


@mutation(WRONG, "facts do not go with the questions")
def an_entity_of_shown_renamed(rows: list[Row], draw: Random) -> bool:
    entities = draw.choice(rows)["facts"]["shown"]["entities"]
    draw.choice(entities)["name"] = "Zembla"
    return True


@mutation("edge_label says something else", "text states other triples")
def a_relation_renamed_everywhere(rows: list[Row], draw: Random) -> bool:
    row = draw.choice([row for row in rows if not row["image"]] or [_drawn(rows, draw, named=True)])
    relation = draw.choice(row["facts"]["shown"]["relations"])
    for layer in ("shown", "truth"):
        for other in row["facts"][layer]["relations"]:
            if other["id"] == relation["id"]:
                other["name"] = "is the antipode of"
    return True


@mutation(*TOUCH, "text states other triples")
def a_triple_turned_everywhere(rows: list[Row], draw: Random) -> bool:
    facts = draw.choice(rows)["facts"]
    straight = [t["id"] for t in facts["shown"]["triples"] if t["head"] != t["tail"]]
    chosen = draw.choice(straight)
    for layer in ("shown", "truth"):
        for triple in facts[layer]["triples"]:
            if triple["id"] == chosen:
                triple["head"], triple["tail"] = triple["tail"], triple["head"]
    return True


@mutation("facts do not go with the questions")
def a_masked_entity_with_its_picture(rows: list[Row], draw: Random) -> bool:
    masked = [
        entity
        for row in rows
        for entity in row["facts"]["shown"]["entities"]
        if entity["name"] == "?????"
    ]
    for entity in masked:
        entity[draw.choice(["picture", "description"])] = "1f41d"
    return bool(masked)


@mutation("facts do not go with the questions")
def edits_forgotten(rows: list[Row], draw: Random) -> bool:
    changed = [row for row in rows if row["facts"]["edits"]]
    if changed:
        draw.choice(changed)["facts"]["edits"].clear()
    return bool(changed)


@mutation(WRONG, UNFOUND)
def the_truth_is_what_is_shown(rows: list[Row], draw: Random) -> bool:
    changed = [row for row in rows if row["facts"]["edits"]]
    if changed:
        facts = draw.choice(changed)["facts"]
        facts["truth"] = facts["shown"]
    return bool(changed)


@mutation("mark outside its node", *TOUCH)
def a_node_moved(rows: list[Row], draw: Random) -> bool:
    row = _drawn(rows, draw)
    if row is None:
        return False
    mark = draw.choice(_marks(row, "node"))
    # As far as its width and height: its edges and texts stay where they were.
    wide, high = mark["box"][2] - mark["box"][0], mark["box"][3] - mark["box"][1]
    right = mark["box"][2] + wide < row["width"] or mark["box"][0] < wide
    down = mark["box"][3] + high < row["height"] or mark["box"][1] < high
    x, y = wide if right else -wide, high if down else -high
    mark["box"] = [mark["box"][0] + x, mark["box"][1] + y, mark["box"][2] + x, mark["box"][3] + y]
    return True


def _swap(one: Row, other: Row, column: str) -> None:
    one[column], other[column] = other[column], one[column]


@mutation("label says something else")
def two_names_swapped(rows: list[Row], draw: Random) -> bool:
    labels = _marks(_drawn(rows, draw, named=True), "label")
    if labels:
        _swap(*draw.sample(labels, 2), "text")
    return bool(labels)


@mutation("edge_label says something else")
def two_relations_swapped(rows: list[Row], draw: Random) -> bool:
    labels = _marks(_drawn(rows, draw, named=True), "edge_label")
    first = draw.choice(labels) if labels else {"text": ""}
    others = [label for label in labels if label["text"] != first["text"]]
    if others:
        _swap(first, draw.choice(others), "text")
    return bool(others)


@mutation("edge_label nearer to another edge", "edge_label away from its edge")
def two_edge_labels_change_places(rows: list[Row], draw: Random) -> bool:
    labels = _marks(_drawn(rows, draw, named=True), "edge_label")
    if len(labels) > 1:
        _swap(*draw.sample(labels, 2), "box")
    return len(labels) > 1


@mutation("description says something else", "mark outside its node")
def a_description_of_nothing(rows: list[Row], draw: Random) -> bool:
    row = _drawn(rows, draw, named=True)
    if row is not None:
        label = draw.choice(_marks(row, "label"))
        about = {**label, "id": f"{label['id']}:about", "role": "description", "text": "A place…"}
        row["marks"].append(about)
    return row is not None


@mutation(*TOUCH)
def an_edge_turned(rows: list[Row], draw: Random) -> bool:
    row = _drawn(rows, draw)
    if row is None:
        return False
    loops = {t["id"] for t in row["facts"]["shown"]["triples"] if t["head"] == t["tail"]}
    draw.choice([m for m in _marks(row, "edge") if m["facts"][0] not in loops])["outline"][
        "points"
    ].reverse()
    return True


def _without(rows: list[Row], draw: Random, role: str) -> bool:
    row = _drawn(rows, draw, named=True)
    if row is None:
        return False
    row["marks"].remove(draw.choice(_marks(row, role)))
    return True


@mutation("node mark missing or needless")
def a_node_less(rows: list[Row], draw: Random) -> bool:
    return _without(rows, draw, "node")


@mutation("edge mark missing or needless")
def an_edge_less(rows: list[Row], draw: Random) -> bool:
    return _without(rows, draw, "edge")


@mutation("edge_label mark missing or needless")
def an_edge_label_less(rows: list[Row], draw: Random) -> bool:
    return _without(rows, draw, "edge_label")


@mutation("label mark missing or needless")
def a_name_less(rows: list[Row], draw: Random) -> bool:
    return _without(rows, draw, "label")


@mutation("several node marks of one fact")
def a_node_more(rows: list[Row], draw: Random) -> bool:
    row = _drawn(rows, draw)
    if row is not None:
        row["marks"].append({**draw.choice(_marks(row, "node")), "id": "node:again"})
    return row is not None


@mutation("mark outside the picture")
def a_mark_outside(rows: list[Row], draw: Random) -> bool:
    row = _drawn(rows, draw)
    if row is not None:
        draw.choice(row["marks"])["box"][draw.choice([2, 3])] += 5000
    return row is not None


@mutation("picture of another size")
def another_size(rows: list[Row], draw: Random) -> bool:
    row = _drawn(rows, draw)
    if row is not None:
        row[draw.choice(["width", "height"])] += 1
    return row is not None


@mutation("picture cannot be decoded")
def half_a_picture(rows: list[Row], draw: Random) -> bool:
    row = _drawn(rows, draw)
    if row is not None:
        row["image"]["bytes"] = row["image"]["bytes"][: draw.randrange(20, 2000)]
    return row is not None


@mutation("no ink where a text should be")
def an_empty_picture(rows: list[Row], draw: Random) -> bool:
    row = _drawn(rows, draw, named=True)
    if row is not None:
        out = io.BytesIO()
        Image.new("RGB", (row["width"], row["height"]), "#eeeeee").save(out, "PNG")
        row["image"]["bytes"] = out.getvalue()
    return row is not None


def _lines(rows: list[Row], draw: Random) -> tuple[Row, list[str], int] | None:
    """A record without a picture, its lines, and the place of one statement."""
    known = [row for row in rows if not row["image"]]
    if not known:
        return None
    row = draw.choice(known)
    lines = row["text"].split("\n")
    return row, lines, draw.choice([n for n, line in enumerate(lines) if " --> " in line])


@mutation("text states other triples")
def a_statement_turned(rows: list[Row], draw: Random) -> bool:
    found = _lines(rows, draw)
    if found is not None:
        row, lines, place = found
        number, said = lines[place].split(". ", 1)
        head, rest = said.split(" -- ", 1)
        relation, tail = rest.split(" --> ", 1)
        lines[place] = f"{number}. {tail} -- {relation} --> {head}"
        row["text"] = "\n".join(lines)
    return found is not None


@mutation("text states other triples")
def a_statement_less(rows: list[Row], draw: Random) -> bool:
    found = _lines(rows, draw)
    if found is not None:
        row, lines, _ = found
        row["text"] = "\n".join(lines[:-1])
    return found is not None


@mutation("text names other entities")
def an_entity_of_the_text_renamed(rows: list[Row], draw: Random) -> bool:
    found = _lines(rows, draw)
    if found is not None:
        row, lines, _ = found
        lines[1] = "- Zembla"
        row["text"] = "\n".join(lines)
    return found is not None


def _twins(rows: list[Row]) -> list[Row]:
    found = [row for row in rows if row["role"] in ("main", "clean")]
    return found if len(found) == 2 else []


@mutation("twins are asked differently")
def another_wording_of_the_twin(rows: list[Row], draw: Random) -> bool:
    twins = _twins(rows)
    if twins:
        question = draw.choice(twins)["questions"][0]
        question["question"] = f"{question['question']} Thank you."
    return bool(twins)


@mutation("no clean twin")
def the_twin_less(rows: list[Row], draw: Random) -> bool:
    twins = _twins(rows)
    rows[:] = [row for row in rows if "clean" not in row["role"]]
    return bool(twins)


@mutation("twins show the same")
def the_same_graph_twice(rows: list[Row], draw: Random) -> bool:
    twins = _twins(rows)
    if twins:
        one, other = draw.sample(twins, 2)
        one["facts"] = other["facts"]
    return bool(twins)


def _variants(rows: list[Row]) -> list[Row]:
    return [row for row in rows if "variant:" in row["role"]]


@mutation("variant asks something else")
def a_variant_with_another_answer(rows: list[Row], draw: Random) -> bool:
    variants = _variants(rows)
    if variants:
        question = draw.choice(variants)["questions"][0]
        question["answer_text"] += "."
    return bool(variants)


@mutation("variant of other facts")
def a_variant_of_another_graph(rows: list[Row], draw: Random) -> bool:
    variants = _variants(rows)
    if variants:
        draw.choice(variants)["facts"]["shown"]["provenance"]["source"] = "elsewhere"
    return bool(variants)


@mutation("key is not its trace's")
def another_slot(rows: list[Row], draw: Random) -> bool:
    draw.choice(rows)["trace"]["slot"] += 1
    return True


@mutation("role twice in an item")
def a_role_twice(rows: list[Row], draw: Random) -> bool:
    rows.append(rows[0])
    return True


@mutation("record cannot be read")
def a_column_less(rows: list[Row], draw: Random) -> bool:
    del draw.choice(rows)["facts"]["truth"]["entities"]
    return True
