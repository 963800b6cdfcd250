"""LLaVA's training format: one JSON array of conversations beside a folder of pictures.

`docs/Finetune_Custom_Data.md` and `llava/train/train.py` of haotian-liu/LLaVA: `image` is a string,
left out of rows without a picture; `<image>` stands once, at the first human turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from figloom.emit.folder import export_folder, write_array, write_picture
from figloom.emit.turns import Exchange, Turns, conversations, with_token
from figloom.registry import plugin
from figloom.types import Record


@plugin()
def llava(records: Iterator[Record], out: Path, *, turns: Turns = "single") -> int:
    """LLaVA: `llava.json` and `images/`; one row a question, or one a record (`turns`).

    Returns the number of rows. A literal `<image>` in a label is written `< image >`.
    """
    with export_folder(out, "llava") as folder:
        return write_array(folder / "llava.json", _rows(records, folder, turns))


def _rows(records: Iterator[Record], folder: Path, turns: Turns) -> Iterator[dict[str, Any]]:
    for record in records:
        image = write_picture(record, folder)
        for identity, exchanges in conversations(record, turns):
            row: dict[str, Any] = {"id": identity}
            if image:
                row["image"] = image
            yield {**row, "conversations": _turns(with_token(exchanges, image))}


def _turns(exchanges: list[Exchange]) -> list[dict[str, str]]:
    return [
        {"from": speaker, "value": text}
        for exchange in exchanges
        for speaker, text in zip(("human", "gpt"), exchange, strict=True)
    ]
