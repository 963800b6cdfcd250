"""How often to make each of many changes, so that every change is made as often as its reverse.

A change takes a thing from one state to another; what is balanced is a *family* of states: each is
left as often as it is entered, so that whoever meets the state learns nothing from it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from figloom.knowledge import Bools, Ints

Floats = NDArray[np.float64]

_ROUNDS = 150
_STEP = 0.2
_SOFT = 0.02
_MOST = 4.0
"""Bound on the logarithms of the factors that bring balance."""


class Family:
    """For every change, the state that it leaves and the one that it enters, as small numbers."""

    def __init__(self, left: Ints, entered: Ints) -> None:
        names, place = np.unique(np.concatenate([left, entered]), return_inverse=True)
        self.size = len(names)
        self.left, self.entered = place[: len(left)], place[len(left) :]

    def take(self, kept: Bools) -> Family:
        """The same for some of the changes."""
        return Family(self.left[kept], self.entered[kept])

    def gain(self, weights: Floats) -> Floats:
        """Logarithm of how much more often each state is entered than left."""
        left = np.bincount(self.left, weights, minlength=self.size)
        entered = np.bincount(self.entered, weights, minlength=self.size)
        return np.asarray(np.log((entered + _SOFT) / (left + _SOFT)))


def balanced(owners: Ints, families: list[Family]) -> Floats:
    """Weights by iterative scaling under which all families are balanced; 0 for changes that
    nothing can balance. Those of an owner with n changes sum to half the root of n at most."""
    kept = _supported(families)
    owners, families = owners[kept], [family.take(kept) for family in families]
    most = np.sqrt(np.maximum(np.bincount(owners), 1)) / 2
    pulls = [np.zeros(family.size) for family in families]
    weights = np.ones(len(owners))
    for _ in range(_ROUNDS):
        logs = np.zeros(len(owners))
        for pull, family in zip(pulls, families, strict=True):
            logs += pull[family.left] - pull[family.entered]
        raw = np.exp(logs)
        sums = np.bincount(owners, raw)
        weights = raw / np.maximum(sums / most, 1)[owners]
        for pull, family in zip(pulls, families, strict=True):
            pull += _STEP * family.gain(weights)
            np.clip(pull, -_MOST, _MOST, out=pull)
    found = np.zeros(len(kept))
    found[kept] = weights
    return found


def _supported(families: list[Family]) -> Bools:
    """Which changes can be undone by others in every family: no other weight than 0 balances the
    rest."""
    kept = _met(families, np.ones(len(families[0].left), dtype=np.bool_))
    while True:
        still = kept.copy()
        for family in families:
            group = _circles(family.left[kept], family.entered[kept], family.size)
            still &= group[family.left] == group[family.entered]
        if (still == kept).all():
            return kept
        kept = _met(families, still)


def _met(families: list[Family], kept: Bools) -> Bools:
    """The kept changes whose states others leave and enter: quick, and leaves little to look at."""
    while True:
        still = kept.copy()
        for family in families:
            for one, other in ((family.left, family.entered), (family.entered, family.left)):
                live = np.zeros(family.size, dtype=np.bool_)
                live[one[kept]] = True
                still &= live[other]
        if (still == kept).all():
            return kept
        kept = still


def _circles(left: Ints, entered: Ints, size: int) -> Ints:
    """Number of each state's strongly connected component (Kosaraju's two passes)."""
    there: list[list[int]] = [[] for _ in range(size)]
    back: list[list[int]] = [[] for _ in range(size)]
    for one, other in {*zip(left.tolist(), entered.tolist(), strict=True)}:
        there[one].append(other)
        back[other].append(one)
    seen, order = [False] * size, []
    for start in range(size):
        path = [] if seen[start] else [start]
        seen[start] = True
        while path:
            ahead = there[path[-1]]
            while ahead and seen[ahead[-1]]:
                ahead.pop()
            onward = ahead[-1] if ahead else None
            if onward is None:
                order.append(path.pop())
            else:
                seen[onward] = True
                path.append(onward)
    group = np.full(size, -1, dtype=np.int64)
    for start in reversed(order):
        waiting = [start] if group[start] < 0 else []
        while waiting:
            state = waiting.pop()
            if group[state] < 0:
                group[state] = start
                waiting += back[state]
    return group
