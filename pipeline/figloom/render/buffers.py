"""Memory for pixels that is used again: fresh memory costs more than what is done with it."""

from __future__ import annotations

import threading

import numpy as np
from numpy.typing import NDArray

_SPARE = 1.25
"""Room to grow, so that slightly larger pictures do not ask for new memory each time."""


class _Kept(threading.local):
    def __init__(self) -> None:
        self.blocks: dict[str, NDArray[np.uint8]] = {}


_kept = _Kept()


def borrow(name: str, size: int) -> NDArray[np.uint8]:
    """So many bytes with any content, valid until this thread borrows under that name again."""
    block = _kept.blocks.get(name)
    if block is None or block.size < size:
        block = _kept.blocks[name] = np.empty(int(size * _SPARE), np.uint8)
    return block[:size]
