"""LLaMA-Factory's ShareGPT format: messages with a list of pictures, and `dataset_info.json`.

`data/README.md` and `mm_plugin.py` of hiyouga/LLaMA-Factory: `images` is a list, and the messages
of a row hold `<image>` exactly as often as the list has members. Give the folder as `dataset_dir`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from figloom.emit.folder import export_folder, write_array, write_picture
from figloom.emit.turns import Exchange, Turns, conversations, with_token
from figloom.errors import RecipeError
from figloom.registry import plugin
from figloom.types import Record

_TAGS = {
    "role_tag": "role",
    "content_tag": "content",
    "user_tag": "user",
    "assistant_tag": "assistant",
    "system_tag": "system",
}


@plugin()
def sharegpt(
    records: Iterator[Record],
    out: Path,
    *,
    turns: Turns = "single",
    name: str = "figloom",
) -> int:
    """LLaMA-Factory: `<name>.json`, `dataset_info.json` and `images/`.

    One row a question, or one a record (`turns`). `name` is what training commands call the
    dataset: letters, digits, `_` and `-`. Returns the number of rows. A literal `<image>` in a
    label is written `< image >`.
    """
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,80}", name) or name.lower() == "dataset_info":
        raise RecipeError(f"A dataset cannot be called {name!r}; use letters, digits, _ and -.")
    with export_folder(out, "sharegpt") as folder:
        info = json.dumps({name: _info(name)}, indent=2) + "\n"
        (folder / "dataset_info.json").write_text(info, "utf-8")
        return write_array(folder / f"{name}.json", _rows(records, folder, turns))


def _info(name: str) -> dict[str, Any]:
    return {
        "file_name": f"{name}.json",
        "formatting": "sharegpt",
        "columns": {"messages": "messages", "images": "images"},
        "tags": _TAGS,
    }


def _rows(records: Iterator[Record], folder: Path, turns: Turns) -> Iterator[dict[str, Any]]:
    for record in records:
        image = write_picture(record, folder)
        for _, exchanges in conversations(record, turns):
            messages = _messages(with_token(exchanges, image))
            yield {"messages": messages, "images": [image] if image else []}


def _messages(exchanges: list[Exchange]) -> list[dict[str, str]]:
    return [
        {"role": role, "content": text}
        for exchange in exchanges
        for role, text in zip(("user", "assistant"), exchange, strict=True)
    ]
