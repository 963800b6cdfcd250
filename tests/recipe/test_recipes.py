"""Every recipe that comes with figloom is sound, in both splits; others are checked when parsed."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from figloom import recipe
from figloom.blocks import _slots, _tried
from figloom.errors import Lacking, RecipeError
from figloom.run import Order, fill
from figloom.shards import Job, left_out, orders, shard_count, slice_of, take_over

FEW = 3
"""Slots of a block that are tried."""

SMALL = """
render = "as_text"

[[block]]
name = "stars"
share = {share}
sample = {{ name = "star", triples = [1, 3] }}
modify = "{modify}"
ask = ["count_triples"]

[[block]]
name = "walks"
share = 1
sample = {{ name = "random_walk", entities = [3, 3] }}
ask = ["count_entities"]
"""


def _job(name: str, split: str = "train", count: int = 60, text: str = "") -> Job:
    return Job(name, text or recipe.load(name).text, None, 3, split, count)


@pytest.mark.parametrize("split", recipe.SPLITS)
@pytest.mark.parametrize("name", recipe.names())
def test_its_own_source_carries_every_block(name: str, split: str) -> None:
    """Tried as a build tries it, on fewer slots, and drawn in one split: looks, not tables, decide
    what can be drawn, and those of train are in eval."""
    loaded = recipe.load(name)
    assert loaded.about.endswith(".")
    source = _job(name).read()
    for block, slots in zip(
        loaded.blocks, _slots(loaded.blocks, 3, split, loaded.count), strict=True
    ):
        assert slots, block.name
        if split == "train":
            lacking, _ = _tried(loaded, source, split, (block,), (slots[:FEW],))
            assert not lacking
            continue
        sampler = block.sample.plugin
        if sampler.require:
            sampler.require(source, split, **{**sampler.defaults, **block.sample.options})
        for order in slots[:FEW]:
            fill(loaded, source, order, drawn=False)


@pytest.mark.slow
@pytest.mark.parametrize("split", recipe.SPLITS)
@pytest.mark.parametrize("name", recipe.names())
def test_an_item_of_every_block_can_be_drawn_from_its_own_source(name: str, split: str) -> None:
    loaded = recipe.load(name)
    job = _job(name, split, loaded.count)
    assert {order.block.name for order in orders(job)} == {b.name for b in loaded.blocks}


@pytest.mark.parametrize("name", recipe.names())
def test_its_blocks_keep_their_shares(
    name: str, planned: Callable[[Job], tuple[Order, ...]]
) -> None:
    job = _job(name, count=4000)
    pictures: Counter[str] = Counter()
    for order in planned(job):
        pictures[order.block.name] += len(order.block.roles)
    blocks = job.recipe().blocks
    total = sum(block.share[job.split] for block in blocks)
    assert abs(sum(pictures.values()) - 4000) <= max(len(block.roles) for block in blocks)
    for block in blocks:
        # What does not fill a whole item is owed to the next block.
        slack = 2 * max(len(block.roles) for block in blocks)
        assert abs(pictures[block.name] - 4000 * block.share[job.split] / total) <= slack


def test_shards_take_every_order_once() -> None:
    for count in (1, 2, 59, 400, 401, 1999):
        job = _job("quickstart", count=max(count, 2))
        slices = [slice_of(job, index) for index in range(shard_count(job))]
        assert [order for part in slices for order in part] == list(orders(job))
        assert max(map(len, slices)) <= job.shard
        assert max(map(len, slices)) - min(map(len, slices)) <= 1


def test_what_a_small_count_leaves_of_a_block() -> None:
    text = SMALL.format(share=1, modify="corrupt_entity")
    assert [len(orders(_job("mine", count=n, text=text))) for n in (1, 2, 3, 4)] == [1, 2, 2, 3]
    lone = "\n".join(text.split("\n\n")[:2])
    assert [len(orders(_job("mine", count=n, text=lone))) for n in (0, 1, 2)] == [0, 0, 1]


def test_a_slot_that_cannot_be_filled_says_why() -> None:
    class Everything:
        def __contains__(self, spec: object) -> bool:
            return True

    job = _job("mine", text=SMALL.format(share=1, modify="keep"))
    order = Order(3, "train", job.recipe().blocks[0], 4, 9)
    with pytest.raises(Lacking, match=r"Exclude less, or give a larger source\.$") as caught:
        fill(job.recipe(), job.read(), order, Everything())
    assert "most often exclude: an excluded dataset has it" in caught.value.lack
    assert pickle.loads(pickle.dumps(caught.value)).lack == caught.value.lack


def test_every_process_leaves_out_the_same(tmp_path: Path) -> None:
    text = SMALL.format(share=1, modify="keep").replace("[3, 3]", "[30, 30]")
    (tmp_path / "mine.tsv").write_text(
        "".join(f"e{n}\tr\te{n // 2}\n" for n in range(1, 25)), "utf-8"
    )
    job = replace(_job("mine", text=text, count=6), source=f"triples={tmp_path / 'mine.tsv'}")
    assert left_out(job).keys() == {"walks"}
    assert {order.block.name for order in orders(job)} == {"stars"}
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(left_out, job).result(timeout=60) == left_out(job)


def test_a_worker_takes_the_plan_over_and_tries_nothing(tmp_path: Path) -> None:
    text = SMALL.format(share=1, modify="keep").replace("[3, 3]", "[30, 30]")
    there = tmp_path / "mine.tsv"
    there.write_text("".join(f"e{n}\tr\te{n // 2}\n" for n in range(1, 25)), "utf-8")
    job = replace(_job("mine", text=text, count=6), source=f"triples={there}")
    found = left_out(job)
    there.unlink()
    with ProcessPoolExecutor(1, get_context("spawn"), take_over, (job, found)) as pool:
        assert pool.submit(left_out, job).result(timeout=60) == found
        made = pool.submit(slice_of, job, 0).result(timeout=60)
    assert [(order.block.name, order.slot) for order in made] == [
        (order.block.name, order.slot) for order in slice_of(job, 0)
    ]


def test_the_source_of_the_command_line_wins() -> None:
    parsed = recipe.parse("mine", "", {**_table(), "source": "nonsense"}, "world")
    assert parsed.source.plugin.name == "world"
    with pytest.raises(RecipeError, match=r"^--source: There is no read plug-in 'nonsense'"):
        recipe.parse("mine", "", _table(), "nonsense")


def test_the_name_of_a_variant_and_what_it_draws() -> None:
    table = _table()
    table["variant"] = [{"name": "bare", "render": {"name": "node_link"}}]
    table["block"][0]["variants"] = ["bare"]
    block = recipe.parse("mine", "", table).blocks[0]
    assert [v.name for v in block.variants] == ["bare"]
    assert block.variants[0].render.plugin.name == "node_link"
    table["variant"] *= 2
    with pytest.raises(RecipeError, match="two variants are called 'bare'"):
        recipe.parse("mine", "", table)


def test_a_variant_shows_the_same_facts() -> None:
    text = SMALL.format(share=1, modify="keep").replace(
        'ask = ["count_triples"]', 'ask = ["count_triples"]\nvariants = ["drawn"]'
    )
    text += '[[variant]]\nname = "drawn"\nrender = "node_link"\n'
    job = _job("mine", count=2, text=text)
    item, _ = fill(job.recipe(), job.read(), orders(job)[0])
    main, drawn = item.records
    assert (main.role, drawn.role) == ("main", "variant:drawn")
    assert (main.facts, main.spec) == (drawn.facts, drawn.spec)
    assert main.picture is None
    assert drawn.picture is not None


def _each(told: str) -> tuple[str, ...]:
    import tomllib

    text = (
        f'source = "faker"\nrender = "chart"\n[[block]]\neach = {told}\nsample = "table"\n'
        'ask = ["recognise"]\n'
    )
    return tuple(block.name for block in recipe.parse("mine", text, tomllib.loads(text)).blocks)


def test_each_leaves_names_out() -> None:
    every = _each('{ chart = "every" }')
    assert "gauge" in every
    assert _each('{ chart = "every", except = ["gauge"] }') == tuple(
        name for name in every if name != "gauge"
    )
    assert _each('{ chart = ["bar", "pie"], except = ["bar"] }') == ("pie",)
    with pytest.raises(RecipeError, match=r"chart to except .*gage.*gauge"):
        _each('{ chart = "every", except = ["gage"] }')


def _table() -> dict[str, object]:
    import tomllib

    return tomllib.loads(SMALL.format(share=1, modify="keep"))
