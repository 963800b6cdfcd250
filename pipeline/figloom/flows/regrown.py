"""The arrows that a grammar tree stands for, found from the tree alone."""

from __future__ import annotations

from collections.abc import Sequence

from figloom.flows import Choose, Do, Grammar, Part, Repeat

Pairs = set[tuple[str, str]]


def arrows(tree: Grammar, entry: str) -> Pairs:
    """Every arrow of the process as (source, target)."""
    found: Pairs = set()
    leaving = _block(tree.block, [entry], found)
    found |= {(source, tree.end) for source in leaving}
    return found


def _block(block: Sequence[Part], coming: list[str], found: Pairs) -> list[str]:
    for part in block:
        coming = _part(part, coming, found)
    return coming


def _part(part: Part, coming: list[str], found: Pairs) -> list[str]:
    """Draws the arrows into and within a part; returns the nodes that lead out of it."""
    found |= {(source, first(part)) for source in coming}
    if isinstance(part, Do):
        return [part.node]
    if isinstance(part, Choose):
        leaving = []
        for way in part.ways:
            last = _block(way.block, [part.node], found)
            if way.end:
                found |= {(source, way.end) for source in last}
            else:
                leaving += last
        return leaving
    if isinstance(part, Repeat):
        if part.first == "test":
            found |= {(source, part.node) for source in _block(part.block, [part.node], found)}
        else:
            # What comes to the block comes from its end too.
            last = _block(part.block, [part.node], found)
            found |= {(source, part.node) for source in last}
        return [part.node]
    for branch in part.branches:
        found |= {(source, part.join) for source in _block(branch, [part.fork], found)}
    return [part.join]


def first(part: Part) -> str:
    """The node at which a part begins."""
    if isinstance(part, Repeat) and part.first == "block":
        return first(part.block[0])
    return part.fork if part.sort == "split" else part.node
