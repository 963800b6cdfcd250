"""Slots filled in batches: the same items, in the same order, however many stand abreast."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Sequence
from typing import Any

import pytest

from figloom import recipe as recipes
from figloom.later import Instead, Later
from figloom.registry import find
from figloom.run import Order, fill, filling, together
from figloom.types import Declined, Facts, Item, Picture


class Printer:
    """Answers requests, and remembers which came together."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []

    def answer(self, requests: Sequence[int]) -> list[int]:
        self.batches.append(list(requests))
        return [request * 10 for request in requests]


def _slot(name: int, asks: Sequence[int], printer: Printer) -> Generator[Later, Any, Any]:
    got = []
    for ask in asks:
        got.append((yield Later(ask, printer.answer, lambda reply: Declined(str(reply)))))
    return Item(f"{name}:{got}"), []


ASKS = [(1,), (), (2, 3), (4,), (5, 6, 7)]


@pytest.mark.parametrize("abreast", [1, 2, 3, 20])
def test_items_come_in_order_with_their_own_replies(abreast: int) -> None:
    printer = Printer()
    slots = [_slot(number, asks, printer) for number, asks in enumerate(ASKS)]
    keys = [item.key for item, _ in together(slots, abreast)]
    assert keys == [f"{n}:{[ask * 10 for ask in asks]}" for n, asks in enumerate(ASKS)]
    assert sorted(ask for batch in printer.batches for ask in batch) == [1, 2, 3, 4, 5, 6, 7]


def test_what_waits_for_one_printer_goes_in_one_batch() -> None:
    printer = Printer()
    list(together([_slot(n, asks, printer) for n, asks in enumerate(ASKS)], 20))
    assert printer.batches == [[1, 2, 4, 5], [3, 6], [7]]


def test_two_printers_are_never_mixed() -> None:
    first, second = Printer(), Printer()
    slots = [_slot(0, (1, 2), first), _slot(1, (3,), second), _slot(2, (4,), first)]
    assert [item.key for item, _ in together(slots, 3)] == ["0:[10, 20]", "1:[30]", "2:[40]"]
    assert first.batches == [[1, 4], [2]]
    assert second.batches == [[3]]


def test_a_fault_in_one_slot_is_not_swallowed() -> None:
    def broken() -> Generator[Later, Any, Any]:
        raise ValueError("broken")
        yield

    with pytest.raises(ValueError, match="broken"):
        list(together([broken()], 2))


def test_a_renderer_may_ask_again_until_it_is_content() -> None:
    printer = Printer()

    def render(facts: Facts, draw: object, source: object) -> Later:
        def tried(reply: int) -> Picture | Later:
            if reply < 30:
                return Later(reply // 10 + 1, printer.answer, tried)
            return Picture(bytes([reply]), 1, 1, ())

        return Later(1, printer.answer, tried)

    loaded = recipes.load("quickstart")
    block = loaded.blocks[0]
    call = recipes.Call(dataclasses.replace(block.render.plugin, call=render), {})
    block = dataclasses.replace(block, render=call, variants=())
    source = find("read", "world", "test").call()
    slots = [filling(loaded, source, Order(0, "train", block, at, 8)) for at in range(2)]
    pictures = [item.records[0].picture for item, _ in together(slots, 2)]
    assert pictures == [Picture(bytes([30]), 1, 1, ())] * 2
    assert printer.batches == [[1, 1], [2, 2], [3, 3]]


def test_what_a_first_renderer_declined_is_counted_though_a_second_drew() -> None:
    def render(facts: Facts, draw: object, source: object) -> Later:
        drawn = Instead(Picture(b"", 1, 1, ()), Declined("lanes overlap, in Mermaid", "lane:1"))
        return Later(1, Printer().answer, lambda reply: drawn)

    loaded = recipes.load("quickstart")
    block = loaded.blocks[0]
    call = recipes.Call(dataclasses.replace(block.render.plugin, call=render), {})
    block = dataclasses.replace(block, render=call, variants=())
    source = find("read", "world", "test").call()
    slot = filling(loaded, source, Order(0, "train", block, 0, 8))
    ((item, refusals),) = together([slot])
    assert item.records[0].picture == Picture(b"", 1, 1, ())
    told = [(refusal.stage, refusal.reason, refusal.detail) for refusal in refusals]
    assert told == [("render", "lanes overlap, in Mermaid", "lane:1")]


def test_without_a_picture_each_question_is_asked_for_once() -> None:
    loaded = recipes.load("quickstart")
    block = loaded.blocks[0]
    asked: list[Facts] = []

    def ask(facts: Facts, picture: object, draw: object) -> Any:
        asked.append(facts)
        return plugin.call(facts, picture, draw)

    plugin = block.ask[0].plugin
    call = recipes.Call(dataclasses.replace(plugin, call=ask), {})
    block = dataclasses.replace(block, ask=(call,), variants=())
    source = find("read", "world", "test").call()
    item, refusals = fill(loaded, source, Order(0, "train", block, 0, 8), drawn=False)
    assert len(asked) == len(item.records) + len(refusals)
