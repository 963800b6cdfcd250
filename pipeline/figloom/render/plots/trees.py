"""What draw functions ask of a tree of two levels: its branches, its whole, how that is told."""

from __future__ import annotations

from figloom.render.plots.looks import Dress
from figloom.render.plots.numerals import decimals, exact
from figloom.types import Tree, TreeNode


def branches(tree: Tree) -> list[tuple[TreeNode, tuple[TreeNode, ...]]]:
    """The nodes under the root, in their order, each with its leaves."""
    root = next(node.id for node in tree.nodes if not node.parent)
    return [
        (node, tuple(leaf for leaf in tree.nodes if leaf.parent == node.id))
        for node in tree.nodes
        if node.parent == root
    ]


def whole(tree: Tree) -> float:
    """The sum of all leaves."""
    places = decimals(tuple(node.value for node in tree.nodes if node.value is not None))
    leaves = (leaf.value or 0.0 for _, leaves in branches(tree) for leaf in leaves)
    return round(sum(leaves), places)


def told(tree: Tree, dress: Dress) -> str:
    """The whole as it is written, with its unit."""
    total = whole(tree)
    number = exact(total, decimals((total,)), dress.look.numbers)
    return f"{number}%" if tree.unit == "%" else f"{number} {tree.unit}".strip()
