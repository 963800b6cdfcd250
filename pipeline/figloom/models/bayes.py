"""Naive Bayes on hashed words and pairs of words: a class for a text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

_BUCKETS = 2**16
_SMOOTHING = 0.5
"""Added to every count."""
_WORD = re.compile(r"\w+|[^\w\s]")


def words(text: str) -> list[str]:
    """Words, signs, and pairs of neighbours."""
    single = _WORD.findall(text.casefold())
    return [*single, *(f"{one} {two}" for one, two in pairwise(single))]


class Bayes:
    """Learns from pairs of features and class; equally likely classes go by the alphabet."""

    def __init__(self, learnt: Iterable[tuple[list[str], str]]) -> None:
        pairs = [(_buckets(features), label) for features, label in learnt]
        self.classes = sorted({label for _, label in pairs})
        place = {label: at for at, label in enumerate(self.classes)}
        counts = np.full((len(self.classes), _BUCKETS), _SMOOTHING, np.float32)
        many = np.zeros(len(self.classes))
        for buckets, label in pairs:
            np.add.at(counts[place[label]], buckets, 1)
            many[place[label]] += 1
        self._words = np.log(counts) - np.log(counts.sum(axis=1, keepdims=True))
        self._prior = np.log(many / many.sum()) if len(pairs) else many

    def scores(self, features: list[str]) -> NDArray[np.float64]:
        """Logarithm of each class's share, up to a sum that all have."""
        found: NDArray[np.float64] = self._prior + self._words[:, _buckets(features)].sum(axis=1)
        return found

    def best(self, features: list[str]) -> str:
        """The likeliest class."""
        return self.classes[int(self.scores(features).argmax())]


def _buckets(features: list[str]) -> NDArray[np.int64]:
    return np.array([crc32(feature.encode()) % _BUCKETS for feature in features], np.int64)
