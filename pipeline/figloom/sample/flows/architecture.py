"""Architectures: components at several levels, each level working with the next; nothing begins."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from figloom.flows.chart import Chart
from figloom.flows.labels import alike
from figloom.sample.flows.structures import Structure, Wish
from figloom.sample.flows.words import Words
from figloom.stories import Layer, Story
from figloom.types import Declined, Flow

_MOST = 4
"""Components at one level."""
_MORE = 0.25
"""Chance of each arrow between two levels beyond those that every component needs."""
_TOLD = 0.6
"""Part of the charts whose arrows bear words, where the story has them."""


def _made(story: Story, random: Random, wish: Wish) -> Flow | Declined:
    words = Words(story, random)
    levels = _levels(story.layers, words, wish.size, random)
    if sum(map(len, levels)) < 2 or not wish.fits(sum(map(len, levels))):
        return Declined("the story gives no chart of that size")
    chart, told = Chart(), random.random() < _TOLD
    kinds = {layer.name: layer.kind for layer in story.layers}
    nodes = [[chart.node(text, kinds[name], []) for name, text in level] for level in levels]
    for level, (upper, lower) in enumerate(pairwise(nodes)):
        layer = next(one for one in story.layers if one.name == levels[level][0][0])
        link = words.pick(layer.link) if told and layer.link else ""
        for source, target in sorted(_links(upper, lower, random), key=_numbers):
            chart.arrow(source, link, target=target)
    return chart.flow(words.pick(story.titles), "architecture", entry="")


def _numbers(pair: tuple[str, str]) -> tuple[int, int]:
    return int(pair[0][1:]), int(pair[1][1:])


def _levels(
    layers: tuple[Layer, ...], words: Words, size: int, random: Random
) -> list[list[tuple[str, str]]]:
    """For each level in order the names of its layer and of some components: `size` in all, as far
    as the layers hold so many."""
    many = random.randint(min(3, len(layers)), len(layers))
    # Levels next to each other only: a link says how one works with the next.
    start = random.randint(0, len(layers) - many)
    kept = layers[start : start + many]
    room = [min(_MOST, len(layer.components)) for layer in kept]
    counts = [1] * many
    while sum(counts) < size and counts != room:
        counts[random.choice([n for n in range(many) if counts[n] < room[n]])] += 1
    found = []
    for layer, count in zip(kept, counts, strict=True):
        names = random.sample(range(len(layer.components)), count)
        found.append([(layer.name, words.pick((layer.components[n],))) for n in sorted(names)])
    return found


def _links(upper: list[str], lower: list[str], random: Random) -> set[tuple[str, str]]:
    """Arrows such that every component has one to or from the other level, crossing little."""
    wide, narrow = max(len(upper), len(lower)), min(len(upper), len(lower))
    found = set[tuple[str, str]]()
    for place in range(wide):
        other = place * narrow // wide
        pair = (place, other) if len(upper) == wide else (other, place)
        found.add((upper[pair[0]], lower[pair[1]]))
    found |= {(a, b) for a in upper for b in lower if random.random() < _MORE}
    return found


def _fits(story: Story) -> bool:
    every = [name for layer in story.layers for name in layer.components]
    distinct = all(not alike(a, b) for n, a in enumerate(every) for b in every[:n])
    return len(story.layers) >= 2 and distinct


ARCHITECTURE = Structure("architecture", "an architecture", _fits, _made)
