"""Any public dataset of Kaggle by its slug; fetched once, then read without network or key."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

from figloom.errors import SourceError
from figloom.read.kaggle_fetch import dataset
from figloom.registry import plugin
from figloom.tables import Table, Tables


@plugin()
def kaggle(
    *,
    path: str | tuple[str, ...],
    pattern: str = "*",
    licences: tuple[str, ...] = (),
    eval_share: float = 0.1,
) -> Tables:
    """Public datasets of Kaggle by slug (`owner/name`), as tables of their files.

    `pattern` picks files by name (`*2019.csv`), `licences` accepts more licences than the
    permissive ones. Needs an account's key and the extra `figloom[kaggle]` for the first time
    only: a dataset stays as it was first fetched until its folder in the cache is deleted.
    """
    if not 0 < eval_share < 1:
        raise SourceError(f"Source 'kaggle': eval_share is {eval_share}; give 0 < eval_share < 1.")
    # Its engine takes a while to load, and only a build that reads files should wait for it.
    from figloom.read.csv import tables_of
    from figloom.read.headers import header

    slugs = dict.fromkeys((path,) if isinstance(path, str) else path)
    found: list[Table] = []
    states: list[Any] = [pattern, licences, eval_share]
    notes: list[str] = []
    for slug in slugs:
        known, wanted = dataset(slug, pattern, licences)
        states.append([slug, known["version"], sorted(known["files"].items())])
        for name, file in wanted.items():
            own = header(file.name.partition(".")[0]).name or file.name
            try:
                tables, said = tables_of(
                    file,
                    source="kaggle",
                    licence=known["licence"],
                    title=known["title"] if len(wanted) == 1 else f"{known['title']}: {own}",
                    eval_share=eval_share,
                    credit=f"{known['title']}, kaggle.com/datasets/{slug}",
                )
            except SourceError as fault:
                notes.append(f"Left out: {fault}")
                continue
            notes.extend(said)
            for table in tables:
                sheet = table.provenance.keys[1:]
                provenance = replace(table.provenance, keys=(slug, name, *sheet))
                key = "#".join((f"{slug}/{name}", *sheet))
                found.append(replace(table, id=key, provenance=provenance))
    if not found:
        raise SourceError(notes[0].removeprefix("Left out: "))
    licence = " AND ".join(dict.fromkeys(table.provenance.licence for table in found))
    credits = "; ".join(dict.fromkeys(table.provenance.credit for table in found))
    state = hashlib.sha256(json.dumps(states).encode()).hexdigest()
    return Tables("kaggle", licence, found, state, credits, notes)
