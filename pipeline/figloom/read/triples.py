"""Any person's own knowledge graph from tab-separated files."""

from __future__ import annotations

from pathlib import Path

from figloom.errors import SourceError
from figloom.knowledge import Knowledge, normalise
from figloom.read.tsv import PictureFolder, existing, mapping
from figloom.read.tsv import triples as read_triples
from figloom.registry import plugin
from figloom.types import Entity, Relation

_OPTIONAL = {"names": "names.tsv", "descriptions": "descriptions.tsv", "types": "types.tsv"}


@plugin()
def triples(
    *, path: Path, pictures: Path | None = None, licence: str = "unknown", eval_share: float = 0.1
) -> Knowledge:
    """A file of `head<TAB>relation<TAB>tail` lines, or a folder with `triples.tsv`.

    A folder may also hold `names.tsv`, `descriptions.tsv` and `types.tsv` (`id<TAB>text`; names
    also of relations) and `pictures/` (PNG, JPEG, WebP or SVG; others, such as GIF, are passed
    over). Without names the ids are shown, underscores as spaces.
    """
    folder = path if existing(path, "The triple file").is_dir() else path.parent
    file = path / "triples.tsv" if path.is_dir() else path
    entities, relations, table = read_triples([file])
    extra: dict[str, dict[str, str]] = {
        key: mapping(folder / name, f"The file of {key}")
        if path.is_dir() and (folder / name).exists()
        else {}
        for key, name in _OPTIONAL.items()
    }
    if pictures is None and path.is_dir() and (folder / "pictures").is_dir():
        pictures = folder / "pictures"
    shelf = PictureFolder(pictures) if pictures else None

    def show(name: str) -> str:
        shown = extra["names"].get(name) or name.replace("_", " ").strip()
        if not shown:
            raise SourceError(f"{file}: {name!r} shows as an empty label. Name it in names.tsv.")
        return shown

    shown = [show(relation) for relation in relations]
    _refuse_alike(file, relations, shown)
    if not 0 < eval_share < 1:
        raise SourceError(f"Source 'triples': eval_share is {eval_share}; give 0 < eval_share < 1.")
    return Knowledge(
        "triples",
        licence,
        [
            Entity(
                id=entity,
                name=show(entity),
                description=extra["descriptions"].get(entity, ""),
                type=extra["types"].get(entity, ""),
                picture=shelf.reference(entity) if shelf else "",
            )
            for entity in entities
        ],
        [Relation(name, text) for name, text in zip(relations, shown, strict=True)],
        table,
        eval_share=eval_share,
        locate=shelf.locate if shelf else None,
    )


def _refuse_alike(file: Path, relations: list[str], shown: list[str]) -> None:
    """Two relations must not look the same in a picture."""
    first: dict[str, str] = {}
    for relation, name in zip(relations, shown, strict=True):
        other = first.setdefault(normalise(name), relation)
        if other != relation:
            raise SourceError(
                f"{file}: the relations {other!r} and {relation!r} are both shown as {name!r}. "
                "Name them apart in names.tsv, or make them one."
            )
