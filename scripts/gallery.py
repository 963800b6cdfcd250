"""Draw `docs/charts.png`: every chart type, by Matplotlib and by ECharts. Run by `make gallery`."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from figloom.charts import RENDERERS, Chart, Renderer, charts
from figloom.later import Later
from figloom.read.faker import faker
from figloom.read.tables import tables
from figloom.render.fonts import font_file
from figloom.render.plots.chart import chart
from figloom.sample.table import table
from figloom.seeds import Draw
from figloom.tables import Tables
from figloom.types import Declined, Facts, Picture

OUT = Path(__file__).resolve().parents[1] / "docs" / "charts.png"
COLUMNS, CELL, GAP, CAPTION = 6, (300, 200), 12, 26
GROUND, INK = "#f2f1ec", "#33322e"


def shown(kind: Chart, renderer: Renderer, sources: tuple[Tables, ...]) -> Image.Image:
    """The first legible picture of a type."""
    for unit in range(60):
        draw = Draw(7, "gallery", "train", kind.name, unit, unit)
        shape = table(sources[unit % len(sources)], draw, chart=kind.name)
        if isinstance(shape, Declined):
            continue
        facts = Facts(shape, shape)
        made = chart(facts, draw, sources[0], renderers=(renderer,), labels=unit % 3 == 0)
        if isinstance(made, Later):
            made = made.finish(made.answer([made.request])[0])
        if isinstance(made, Picture):
            return Image.open(io.BytesIO(made.png)).convert("RGB")
    raise SystemExit(f"No legible picture of {kind.name} by {renderer} in 60 tries.")


def main() -> None:
    """Draw them all, two of a type side by side."""
    sources = tables(), faker()
    cells = [(kind, name) for kind in charts().values() for name in RENDERERS
             if name in kind.renderers()]  # fmt: skip
    rows = -(-len(cells) // COLUMNS)
    size = (COLUMNS * (CELL[0] + GAP) + GAP, rows * (CELL[1] + CAPTION + GAP) + GAP)
    sheet = Image.new("RGB", size, GROUND)
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.truetype(str(font_file("Source Sans 3")), 15)
    for place, (kind, renderer) in enumerate(cells):
        row, column = divmod(place, COLUMNS)
        x, y = GAP + column * (CELL[0] + GAP), GAP + row * (CELL[1] + CAPTION + GAP)
        picture = shown(kind, renderer, sources)
        picture.thumbnail(CELL, Image.Resampling.LANCZOS)
        sheet.paste(picture, (x + (CELL[0] - picture.width) // 2, y))
        pen.text((x + 4, y + CELL[1] + 3), f"{kind.name} · {renderer}", INK, font)
    OUT.parent.mkdir(exist_ok=True)
    sheet.save(OUT, optimize=True)


if __name__ == "__main__":
    main()
