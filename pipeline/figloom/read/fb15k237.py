"""FB15K-237 (Toutanova and Chen 2015), with readable labels in place of Freebase's paths."""

from __future__ import annotations

import hashlib
import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from figloom import files
from figloom.errors import SourceError
from figloom.knowledge import Knowledge
from figloom.read.fb15k237_names import clean_names
from figloom.read.fb15k237_types import derive_types
from figloom.read.tsv import PictureFolder, folder, mapping, related_pairs, rows
from figloom.read.tsv import triples as read_triples
from figloom.registry import plugin
from figloom.types import Entity, Relation

HOME = "https://raw.githubusercontent.com/yao8839836/kg-bert/master/data/FB15k-237"
PARTS = {
    "train.txt": (
        "train.tsv",
        "61099230e4439f90885ca9767739e31e8e32f54736fa1c35952b27997bc7c08a",
    ),
    "valid.txt": (
        "dev.tsv",
        "749cbe9d923bac7b9354da5614ecfed2e0220256d442c3e04a6b303db1f273d9",
    ),
    "test.txt": (
        "test.tsv",
        "e2e35e8e6113de220140b6f44dc71a5207b0fc6872d575e874aefe13259b655b",
    ),
    "entity2text.txt": (
        "entity2text.txt",
        "c77823b20447c887b77fab4bd3da64d3e54c2e987ba2f8e6dbf97fe3177dd21c",
    ),
}
"""Our name, the name there, SHA-256 with line feeds."""
SPLITS = ("train.txt", "valid.txt", "test.txt")


@plugin()
def fb15k237(*, path: Path | None = None, pictures: Path | None = None) -> Knowledge:
    """A folder with train.txt, valid.txt, test.txt and entity2text.txt; without one, downloaded.

    `entity_wikidata.json` beside them adds descriptions and tells namesakes apart. `pictures` is
    a folder of `m.xyz.png` files or `m.xyz/` folders (PNG, JPEG, WebP or SVG; others, such as
    GIF, are passed over); none are licensed for redistribution.
    """
    place = folder(path, "The FB15K-237 folder") if path else download()
    entities, relations, table = read_triples([place / name for name in SPLITS])
    raw = mapping(place / "entity2text.txt", "The file of entity names")
    wikidata = _wikidata(place / "entity_wikidata.json")
    unnamed = next((entity for entity in entities if entity not in raw), None)
    if unnamed:
        raise SourceError(
            f"{place / 'entity2text.txt'} has no name for {unnamed}; get the released file."
        )
    names = clean_names({entity: raw[entity] for entity in entities}, wikidata)
    labels = {row["relation"]: row for row in rows(_labels() / "relations.tsv", ("relation",))}
    unknown = next((relation for relation in relations if relation not in labels), None)
    if unknown:
        raise SourceError(
            f"{place}: {unknown} is no relation of FB15K-237. Read other graphs with "
            "--source triples=PATH."
        )
    related, inverse = related_pairs(_labels() / "related.tsv", relations)
    types = derive_types(_labels() / "types.tsv", relations, table, len(entities))
    shelf = PictureFolder(pictures) if pictures else None
    return Knowledge(
        "fb15k237",
        "CC-BY-2.5",
        [
            Entity(
                id=entity,
                name=names[entity],
                description=wikidata.get(entity, {}).get("description", ""),
                type=kind,
                picture=shelf.reference(entity) if shelf else "",
            )
            for entity, kind in zip(entities, types, strict=True)
        ],
        [Relation(r, labels[r]["label"], labels[r]["gloss"]) for r in relations],
        table,
        related=related,
        inverse=inverse,
        locate=shelf.locate if shelf else None,
        credits="FB15K-237: Toutanova and Chen 2015, from Freebase (CC BY 2.5).",
    )


def _labels() -> Path:
    return files.sources() / "fb15k237"


def _wikidata(file: Path) -> dict[str, dict[str, str]]:
    if not file.exists():
        return {}
    try:
        loaded: dict[str, dict[str, str | None]] = json.loads(file.read_text("utf-8"))
        whole = all(isinstance(entry, dict) for entry in loaded.values())
    except (OSError, ValueError, AttributeError) as error:
        raise SourceError(f"{file} is not a JSON object of entities: {error}.") from None
    if not whole:
        raise SourceError(f"{file} is not a JSON object of entities with label and description.")
    # Wikidata knows some entities without a label or a description.
    return {
        entity: {key: text for key, text in entry.items() if text}
        for entity, entry in loaded.items()
    }


def download(home: str = HOME, say: Callable[[str], None] = lambda text: None) -> Path:
    """The cached copy; fetched once, and only if every file has the known checksum."""
    place = files.cache() / "fb15k237"
    for name, (remote, checksum) in PARTS.items():
        if (place / name).exists():
            continue
        url = f"{home}/{remote}"
        say(f"Fetching {url}")
        data = _fetch(url, place).replace(b"\r\n", b"\n")
        if hashlib.sha256(data).hexdigest() != checksum:
            raise SourceError(
                f"{url} is not the released file (its checksum differs). Get FB15K-237 elsewhere "
                "and give its folder: --source fb15k237=FOLDER."
            )
        files.write_whole(place / name, data)
    return place


def _fetch(url: str, place: Path) -> bytes:
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            data: bytes = answer.read()
    except (OSError, http.client.HTTPException, ValueError) as error:
        # An answer such as 404 is raised with its connection still open.
        if isinstance(error, urllib.error.HTTPError):
            error.close()
        reason = getattr(error, "reason", None) or error
        raise SourceError(
            f"FB15K-237 is not in {place} and {url} cannot be fetched ({reason}). Download it "
            "elsewhere and give its folder: --source fb15k237=FOLDER."
        ) from None
    return data
