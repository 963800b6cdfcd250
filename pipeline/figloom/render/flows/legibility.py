"""The gate: a flowchart goes out only when every text can be read and every arrow followed.

It looks at marks alone, so that any renderer's charts can be judged.
"""

from __future__ import annotations

from collections.abc import Sequence

from figloom.render.flows.scene import Scene
from figloom.render.graphs import legibility
from figloom.render.graphs.curves import Trail
from figloom.types import Declined, Flow, Mark


def judge(
    scene: Scene, marks: Sequence[Mark], path: Trail, flow: Flow, min_text: float
) -> Declined | None:
    """Why a picture is not legible, or None."""
    ends = {f"edge:{e.id}": (f"node:{e.source}", f"node:{e.target}") for e in flow.edges}
    em = min(line[1] for words in scene.words for line in words.lines)
    parts = [mark for mark in marks if not mark.role.startswith("lane") and mark.role != "disc"]
    return legibility.judge(
        parts,
        ends,
        scene.width,
        scene.height,
        em=em,
        contrast=21.0,
        min_text=min_text,
        path=path,
        longest=20.0,
    )
