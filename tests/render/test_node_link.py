from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from figloom.errors import SourceError
from figloom.render.graphs.looks import looks
from figloom.render.graphs.node_link import node_link
from figloom.render.wrapping import clean
from figloom.seeds import Draw
from figloom.source import Source
from figloom.types import Declined, Entity, Facts, Graph, Picture, Provenance, Relation, Triple

ENGINES = ("journal", "constellation", "medallions", "orbit", "transit", "monograph")


def drawn(facts: Facts, draw: Draw, source: Source, **options: object) -> Picture:
    picture = node_link(facts, draw, source, **options)  # type: ignore[arg-type]
    assert isinstance(picture, Picture), picture
    return picture


def nodes(picture: Picture) -> dict[str, object]:
    return {mark.id: (mark.box, mark.outline) for mark in picture.marks if mark.role == "node"}


@pytest.mark.parametrize("style", looks())
def test_every_fact_has_its_marks(
    style: str, grown: Callable[..., Facts], slot: Callable[..., Draw], source: Source
) -> None:
    facts = grown(2, 6)
    picture, graph = drawn(facts, slot(4), source, styles=(style,)), facts.shown
    assert isinstance(graph, Graph)
    assert Image.open(io.BytesIO(picture.png)).size == (picture.width, picture.height)
    names = {relation.id: relation.name for relation in graph.relations}
    for entity in graph.entities:
        roles = {mark.role: mark for mark in picture.showing((entity.id,))}
        assert roles["label"].text == entity.name
        assert ("picture" in roles) == bool(entity.picture)
        assert roles["label"].parent == roles["node"].id
    for triple in graph.triples:
        roles = {mark.role: mark for mark in picture.showing((triple.id,))}
        assert roles["edge_label"].text == names[triple.relation]
        assert roles["edge_label"].parent == roles["edge"].id
        assert 0.25 <= roles["edge"].visible <= 1.0
    assert len({mark.id for mark in picture.marks}) == len(picture.marks)
    ids = [item.id for item in (*graph.entities, *graph.triples)]
    assert list(picture.drawn) == ids


@pytest.mark.parametrize("style", ENGINES)
def test_variants_leave_the_nodes_where_they_are(
    style: str, grown: Callable[..., Facts], slot: Callable[..., Draw], source: Source
) -> None:
    for seed in range(4):
        facts, draw = grown(seed, 5), slot(seed)
        full = drawn(facts, draw, source, styles=(style,))
        plain = drawn(facts, draw, source, styles=(style,), pictures=False)
        mute = drawn(facts, draw, source, styles=(style,), text=False)
        assert nodes(full) == nodes(plain) == nodes(mute)
        assert not [mark for mark in plain.marks if mark.role == "picture"]
        assert not [mark for mark in mute.marks if mark.text]
        assert full.png != plain.png != mute.png


def test_hidden_names_leave_a_disc(
    grown: Callable[..., Facts], slot: Callable[..., Draw], source: Source
) -> None:
    facts = grown(2, 6)
    mute = drawn(facts, slot(0), source, styles=("journal",), text=False)
    assert isinstance(facts.shown, Graph)
    bare = {f"node:{entity.id}" for entity in facts.shown.entities if not entity.picture}
    assert {mark.parent for mark in mute.marks if mark.role == "disc"} == bare


@pytest.mark.parametrize("style", ENGINES)
def test_parallel_and_opposite_edges_are_told_apart(
    style: str, slot: Callable[..., Draw], source: Source
) -> None:
    entities = tuple(Entity(f"e{n}", name) for n, name in enumerate(("Ada", "Charles", "Mary")))
    relations = tuple(
        Relation(f"r{n}", name) for n, name in enumerate(("knows", "wrote to", "met"))
    )
    triples = (
        Triple("t0", "e0", "r0", "e1"),
        Triple("t1", "e1", "r1", "e0"),
        Triple("t2", "e0", "r2", "e1"),
        Triple("t3", "e1", "r0", "e2"),
    )
    graph = Graph(entities, relations, triples, "e0", Provenance("test", "CC0-1.0"))
    picture = drawn(Facts(graph, graph), slot(1), source, styles=(style,))
    assert len([mark for mark in picture.marks if mark.role == "edge_label"]) == 4


@pytest.mark.parametrize("style", ENGINES)
def test_an_edge_may_return_to_its_node(
    style: str, slot: Callable[..., Draw], source: Source
) -> None:
    entities = (Entity("e0", "Ada Lovelace"), Entity("e1", "Charles Babbage"))
    relations = (Relation("r0", "knows"), Relation("r1", "quotes"))
    triples = (Triple("t0", "e0", "r0", "e1"), Triple("t1", "e0", "r1", "e0"))
    graph = Graph(entities, relations, triples, "e0", Provenance("test", "CC0-1.0"))
    picture = drawn(Facts(graph, graph), slot(2), source, styles=(style,))
    assert picture.showing(("t1",), ("edge",))


def test_a_mask_is_drawn_like_any_name(
    grown: Callable[..., Facts], slot: Callable[..., Draw], source: Source
) -> None:
    facts = grown(3, 4)
    assert isinstance(facts.shown, Graph)
    first, *others = facts.shown.entities
    masked = replace(first, name="?????", picture="", description="")
    shown = replace(facts.shown, entities=(masked, *others))
    picture = drawn(replace(facts, shown=shown), slot(0), source)
    assert [mark.text for mark in picture.showing((first.id,), ("label",))] == ["?????"]


def test_descriptions_on_demand(
    grown: Callable[..., Facts], slot: Callable[..., Draw], source: Source
) -> None:
    facts = grown(3, 4)
    told = drawn(facts, slot(0), source, styles=("journal",), descriptions=True)
    silent = drawn(facts, slot(0), source, styles=("encyclopedia",), descriptions=False)
    assert {m.text for m in told.marks if m.role == "description"} == {"a short description of it"}
    assert not [mark for mark in silent.marks if mark.role == "description"]


def test_a_broken_picture_names_its_file(
    tmp_path: Path, slot: Callable[..., Draw], source: Source
) -> None:
    (tmp_path / "broken.png").write_bytes(b"no picture")
    entity = Entity("e0", "Ada", picture=str(tmp_path / "broken.png"))
    graph = Graph((entity,), (), (), "e0", Provenance("test", "CC0-1.0"))
    with pytest.raises(SourceError, match=r"broken\.png"):
        node_link(Facts(graph, graph), slot(0), source)


def test_large_maps_still_work(
    grown: Callable[..., Facts], slot: Callable[..., Draw], source: Source
) -> None:
    results = [node_link(grown(seed, 30, extra=4), slot(seed), source) for seed in range(12)]
    assert sum(isinstance(result, Picture) for result in results) >= 9


def test_small_maps_are_rarely_declined(
    grown: Callable[..., Facts], slot: Callable[..., Draw], source: Source
) -> None:
    results = [node_link(grown(seed, 3 + seed % 8), slot(seed), source) for seed in range(150)]
    assert sum(isinstance(result, Declined) for result in results) <= 7


@settings(max_examples=60, deadline=None,
          suppress_health_check=[HealthCheck.function_scoped_fixture])  # fmt: skip
@given(
    st.lists(
        st.one_of(
            st.text(min_size=1, max_size=30),
            st.sampled_from(
                ['"q" \\ <b>', "a\nb", "日本語の名前", "مرحبا", "😀", "x" * 90, "a-b/c" * 9]
            ),
        ),
        min_size=3,
        max_size=3,
        unique_by=str.casefold,
    ),
    st.sampled_from(ENGINES),
)
def test_odd_names_are_drawn_right_or_declined(
    slot: Callable[..., Draw], source: Source, names: list[str], style: str
) -> None:
    entities = (Entity("e0", names[0], names[2]), Entity("e1", names[1]))
    graph = Graph(
        entities,
        (Relation("r", names[2]),),
        (Triple("t", "e0", "r", "e1"),),
        "e0",
        Provenance("test", "CC0-1.0"),
    )
    result = node_link(Facts(graph, graph), slot(0), source, styles=(style,), descriptions=True)
    if isinstance(result, Declined):
        assert result.reason in {
            "no glyph", "empty label", "label too long", "text too small", "labels overlap",
            "edge hidden", "label over a node", "label nearer to another edge",
            "edge through a label", "label off its edge",
        }  # fmt: skip
    else:
        texts = [mark.text for mark in result.marks if mark.role in ("label", "edge_label")]
        assert sorted(texts) == sorted(clean(name) for name in names)


PROGRAM = """
import hashlib, sys
sys.path.insert(0, {folder!r})
import runpy
made = runpy.run_path({conftest!r})
from figloom.render.graphs.node_link import node_link
from figloom.seeds import Draw
grow = made["grown"].__wrapped__({art!r})
for number in {order!r}:
    draw = Draw(5, "test", "eval", "block", number, number)
    picture = node_link(grow(number, 3 + number % 6), draw, made["Folder"]())
    print(number, hashlib.sha256(picture.png + repr(picture.marks).encode()).hexdigest())
"""


def test_same_bytes_in_any_order_and_process(
    grown: Callable[..., Facts],
    slot: Callable[..., Draw],
    source: Source,
    art: list[str],
) -> None:
    here = {}
    for number in range(24):
        picture = drawn(grown(number, 3 + number % 6), slot(number), source)
        here[str(number)] = hashlib.sha256(picture.png + repr(picture.marks).encode()).hexdigest()
    conftest = str(Path(__file__).with_name("conftest.py"))
    for seed, order in (("0", range(24)), ("77", range(23, -1, -1))):
        code = PROGRAM.format(
            folder=str(Path(__file__).parent), conftest=conftest, art=art, order=list(order)
        )
        run = subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert dict(line.split() for line in run.stdout.splitlines()) == here


def test_ground_and_text_are_really_there(
    grown: Callable[..., Facts], slot: Callable[..., Draw], source: Source
) -> None:
    picture = drawn(grown(2, 6), slot(0), source, styles=("journal",))
    pixels = np.array(Image.open(io.BytesIO(picture.png)))
    assert (pixels[0, 0] == pixels[-1, -1]).all()
    for mark in picture.marks:
        if mark.text:
            x0, y0, x1, y1 = (round(part) for part in mark.box)
            assert np.ptp(pixels[y0:y1, x0:x1].astype(int), axis=(0, 1)).max() > 60
