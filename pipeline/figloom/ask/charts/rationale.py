"""First steps of every chain: the type, the axes and the legend, and where to look."""

from __future__ import annotations

from collections.abc import Iterator

from figloom.ask.charts.phrases import marks
from figloom.ask.charts.readings import Reading
from figloom.charts import Chart
from figloom.types import Facts, Picture, Step


def looked(facts: Facts, chart: Chart, picture: Picture | None, *found: Reading) -> Iterator[Step]:
    """What a careful reader does before reading off values."""
    yield Step(f"This is {chart.said}.")
    titles = [title for title in getattr(facts.shown, "axes", ()) if title]
    units = {reading.unit for reading in found} - {""}
    if titles:
        unit = f", in {units.pop()}" if len(units) == 1 else ""
        yield Step(f"Its axes show {' and '.join(titles)}{unit}.")
    series = getattr(facts.shown, "series", ())
    if len(series) > 1:
        told = ", ".join(one.name for one in series)
        legend = tuple(m.id for m in picture.marks if m.role == "legend") if picture else ()
        yield Step(f"The legend tells {len(series)} series: {told}.", legend)
    for reading in found:
        yield Step(f"Look at {reading.where}.", marks(picture, reading))
