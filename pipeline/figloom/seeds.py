"""Randomness that is named, not ordered: every draw has a key, so an item depends on its key alone.

Two seeds never alias, since the seed is part of every key instead of being added to an index.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from random import Random

_ROUNDS = 4


def digest(text: str) -> int:
    """64-bit hash of a text, equal on every machine and in every process."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def share(text: str) -> float:
    """A text's fixed place in [0, 1)."""
    return digest(text) / 2**64


def permute(key: str, position: int, size: int) -> int:
    """Image of `position` under the keyed permutation of range(size), in constant memory.

    A four-round Feistel network on the next even number of bits, walked until it falls inside the
    range (Black and Rogaway 2002, "Ciphers with arbitrary finite domains").
    """
    if not 0 <= position < size:
        raise ValueError(f"position {position} is outside range({size})")
    half = max(1, ((size - 1).bit_length() + 1) // 2)
    mask = (1 << half) - 1
    value = position
    while True:
        left, right = value >> half, value & mask
        for turn in range(_ROUNDS):
            left, right = right, left ^ (_wide(f"{key}/{turn}/{right}", half) & mask)
        value = (left << half) | right
        if value < size:
            return value


def stratum(key: str, index: int, levels: int) -> int:
    """Level of `index` in a schedule where every run of `levels` indices holds each level once."""
    run, place = divmod(index, levels)
    return permute(f"{key}/{run}", place, levels)


def _wide(text: str, bits: int) -> int:
    size = max(8, (bits + 7) // 8)
    if size <= 64:
        return int.from_bytes(blake2b(text.encode(), digest_size=size).digest(), "big")
    return Random(text).getrandbits(bits)


@dataclass(frozen=True, slots=True)
class Draw:
    """The randomness of one attempt at one slot of one block."""

    seed: int
    recipe: str
    split: str
    block: str
    slot: int
    """Place in the schedule: fixes size, polarity, letter, rank, wording, style."""
    unit: int
    """Place in the walk over the source's units; a slot whose unit fails moves to another."""
    attempt: int = 0
    attempts: int = 1
    """How many attempts a unit gets."""

    @property
    def _block(self) -> str:
        return f"{self.seed}/{self.recipe}/{self.split}/{self.block}"

    def random(self, stage: str) -> Random:
        """A fresh generator for one stage of this attempt."""
        return Random(f"{self._block}/{self.unit}/{self.attempt}/{stage}")

    def level(self, factor: str, levels: int) -> int:
        """This slot's level of a factor, balanced over the block and kept by every attempt."""
        return stratum(f"{self._block}/{factor}", self.slot, levels)

    def walk(self, name: str, position: int, size: int) -> int:
        """Keyed permutation that belongs to the block, for walking units without repeats."""
        return permute(f"{self._block}/{name}", position, size)
