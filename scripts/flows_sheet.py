"""Draw `docs/flows.png`: twelve flowcharts of all structures. Run by `make gallery`."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from figloom.later import Later
from figloom.read.stories import stories
from figloom.render.flows.flow import flow as drawn
from figloom.sample.flow import flow as sampled
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Picture

OUT = Path(__file__).resolve().parents[1] / "docs" / "flows.png"
STRUCTURES = (
    "process", "retry", "process", "program", "process", "process",
    "decision_tree", "architecture", "process", "participants", "program", "decision_tree",
)  # fmt: skip
COLUMNS, CELL, GAP = 6, (300, 420), 14
GROUND = "#f2f1ec"


def shown(place: int) -> Image.Image:
    """The first legible chart for a place of the sheet, about as high as its cell."""
    source = stories()
    for unit in range(place, 600, len(STRUCTURES)):
        draw = Draw(11, "gallery", "train", str(place), unit, unit)
        facts = sampled(source, draw, structure=STRUCTURES[place], nodes=(6, 13),
                        lanes=True if place in (2, 8) else None)  # fmt: skip
        if isinstance(facts, Declined):
            continue
        renderer = "mermaid" if place in (4, 7) else "graphviz"
        made = drawn(Facts(facts, facts), draw, source, renderers=(renderer,))  # type: ignore[arg-type]
        while isinstance(made, Later):
            made = made.finish(made.answer([made.request])[0])
        if isinstance(made, Picture) and 0.5 <= made.width / made.height <= 2.2:
            return Image.open(io.BytesIO(made.png)).convert("RGB")
    raise SystemExit(f"No legible {STRUCTURES[place]} of that shape.")


def main() -> None:
    """Draw them all."""
    rows = -(-len(STRUCTURES) // COLUMNS)
    size = (COLUMNS * (CELL[0] + GAP) + GAP, rows * (CELL[1] + GAP) + GAP)
    sheet = Image.new("RGB", size, GROUND)
    for place in range(len(STRUCTURES)):
        row, column = divmod(place, COLUMNS)
        picture = shown(place)
        picture.thumbnail(CELL, Image.Resampling.LANCZOS)
        x = GAP + column * (CELL[0] + GAP) + (CELL[0] - picture.width) // 2
        y = GAP + row * (CELL[1] + GAP) + (CELL[1] - picture.height) // 2
        sheet.paste(picture, (x, y))
    OUT.parent.mkdir(exist_ok=True)
    sheet.save(OUT, optimize=True)


if __name__ == "__main__":
    main()
