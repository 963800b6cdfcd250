"""Charts: our two renderers against the ways that people draw charts with the same libraries.

Run by `make bench`, or `python tests/bench/charts.py [--rounds 5] [--charts 20]`. Every way draws
the same facts, in turn, and no facts twice; pyplot runs without our patches. What counts is CPU of
this process, its children and the browser, and of that the ratio of medians within a run.
"""
# ruff: noqa: T201

from __future__ import annotations

import argparse
import io
import json
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil

from figloom import packages
from figloom.charts import Renderer
from figloom.later import Later
from figloom.read.tables import tables
from figloom.render.fonts import families, font_file
from figloom.render.plots import browser
from figloom.render.plots.chart import chart
from figloom.run import ABREAST
from figloom.sample.table import table
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Grid, Picture, Points

TYPES = ("bar", "bar_horizontal", "bar_grouped", "bar_stacked", "line", "line_multi",
         "area_stacked", "pie", "scatter")  # fmt: skip
TARGETS = (
    ("matplotlib", "pyplot", 2.5), ("echarts", "fresh page", 25.0),
    ("echarts", "kept page", 2.2), ("matplotlib", "vl-convert", 1.0),
    ("echarts", "vl-convert", 1.0),
)  # fmt: skip
WIDTH, HEIGHT = 900, 600

Case = tuple[Facts, Draw]


def cases(count: int) -> list[Case]:
    """Facts of each type in turn, that both renderers can draw legibly."""
    source, found, unit = tables(), list[Case](), 0
    while len(found) < count:
        some: list[Case] = []
        for _ in range(ABREAST):
            name = TYPES[unit % len(TYPES)]
            draw = Draw(1, "bench", "train", name, unit, unit)
            unit += 1
            shape = table(source, draw, chart=name)
            if not isinstance(shape, Declined):
                some.append((Facts(shape, shape), draw))
        each = zip(some, made(some, "matplotlib"), made(some, "echarts"), strict=True)
        found += [case for case, *both in each if all(isinstance(one, Picture) for one in both)]
    return found[:count]


def made(batch: Sequence[Case], renderer: Renderer) -> list[Picture | Declined]:
    """A batch as a build makes it, marks, axes and gate included."""
    begun = [chart(facts, draw, None, renderers=(renderer,), labels=False)  # type: ignore[arg-type]
             for facts, draw in batch]  # fmt: skip
    waiting = [one.request for one in begun if isinstance(one, Later)]
    replies = iter(browser.draw(waiting) if waiting else [])
    return [one.finish(next(replies)) if isinstance(one, Later) else one for one in begun]


def drawn(batch: Sequence[Case], renderer: Renderer) -> list[bytes]:
    """PNGs of a batch."""
    return [one.png for one in made(batch, renderer) if isinstance(one, Picture)]


class Stock:
    """Matplotlib as it comes, for as long as the context is open."""

    def __init__(self) -> None:
        from matplotlib.artist import Artist
        from matplotlib.backends.backend_agg import RendererAgg
        from matplotlib.font_manager import FontManager, fontManager
        from matplotlib.text import Text

        finder = FontManager._find_fonts_by_props.__get__(fontManager)
        self.parts = [
            (owner, name, getattr(owner, name)) for owner, name in (
                (Text, "_get_layout"), (RendererAgg, "draw_text"), (Artist, "pchanged"),
                (RendererAgg, "_draw_text_glyphs_and_boxes"),
            )
        ] + [(fontManager, "_find_fonts_by_props", finder)]  # fmt: skip
        self.ours: list[Any] = []

    def __enter__(self) -> None:
        self.ours = [getattr(owner, name) for owner, name, _ in self.parts]
        for owner, name, stock in self.parts:
            setattr(owner, name, stock)

    def __exit__(self, *_: object) -> None:
        for (owner, name, _), ours in zip(self.parts, self.ours, strict=True):
            setattr(owner, name, ours)


def pyplot(batch: Sequence[Case], stock: Stock) -> list[bytes]:
    """The way of most scripts: pyplot, tight layout, savefig."""
    with stock:
        return [_saved(facts) for facts, _ in batch]


def _saved(facts: Facts) -> bytes:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(WIDTH / 100, HEIGHT / 100), dpi=100)
    _plotted(axes, facts.shown)
    plt.tight_layout()
    out = io.BytesIO()
    plt.savefig(out, format="png")
    plt.close(figure)
    return out.getvalue()


def _plotted(axes: Any, shape: Any) -> None:
    axes.set_title(shape.title)
    if isinstance(shape, Points):
        axes.scatter([p.x for p in shape.points], [p.y for p in shape.points])
        for point in shape.points:
            axes.annotate(point.name, (point.x, point.y))
        axes.set_xlabel(shape.names[0])
        axes.set_ylabel(shape.names[1])
        return
    names, rows = _columns(shape)
    if shape.chart == "pie":
        axes.pie(rows[0][1], labels=names)
        return
    places = list(range(len(names)))
    for number, (name, values) in enumerate(rows):
        under = [sum(row[1][at] for row in rows[:number]) for at in places]
        if shape.chart == "bar_horizontal":
            axes.barh(names, values, label=name)
        elif shape.chart == "bar_grouped":
            wide = 0.8 / len(rows)
            axes.bar([p + number * wide for p in places], values, wide, label=name)
        elif shape.chart == "bar_stacked":
            axes.bar(names, values, bottom=under, label=name)
        elif shape.chart == "bar":
            axes.bar(names, values, label=name)
        elif shape.chart == "area_stacked":
            top = [a + b for a, b in zip(under, values, strict=True)]
            axes.fill_between(places, under, top, label=name)
        else:
            axes.plot(names, values, marker="o", label=name)
    axes.set_xlabel(shape.axes[0])
    axes.set_ylabel(shape.axes[1])
    axes.grid(axis="y")
    axes.tick_params(axis="x", rotation=40)
    if len(rows) > 1:
        axes.legend()


def _columns(grid: Grid) -> tuple[list[str], list[tuple[str, list[float]]]]:
    cells = {(cell.series, cell.category): cell.value or 0.0 for cell in grid.cells}
    rows = [
        (one.name, [cells[one.id, category.id] for category in grid.categories])
        for one in grid.series
    ]
    return [category.name for category in grid.categories], rows


def vega(batch: Sequence[Case]) -> list[bytes]:
    """Vega-Lite through vl-convert, without a browser."""
    import vl_convert

    return [vl_convert.vegalite_to_png(json.dumps(_spec(facts.shown))) for facts, _ in batch]


def _spec(shape: Any) -> dict[str, Any]:
    size = {"width": WIDTH - 160, "height": HEIGHT - 140, "title": shape.title}
    if isinstance(shape, Points):
        rows = [{"x": p.x, "y": p.y, "name": p.name} for p in shape.points]
        place = {"x": {"field": "x", "type": "quantitative"},
                 "y": {"field": "y", "type": "quantitative"}}  # fmt: skip
        layers = [{"mark": "point", "encoding": place},
                  {"mark": "text", "encoding": {**place, "text": {"field": "name"}}}]  # fmt: skip
        return {**size, "data": {"values": rows}, "layer": layers}
    names, series = _columns(shape)
    rows = [{"x": x, "s": s, "y": y} for s, ys in series for x, y in zip(names, ys, strict=True)]
    mark = {"line": "line", "line_multi": "line", "area_stacked": "area"}.get(shape.chart, "bar")
    across = {"field": "x", "type": "nominal", "sort": None}
    along = {"field": "y", "type": "quantitative"}
    encoding: dict[str, Any] = {"x": across, "y": along, "color": {"field": "s"}}
    if shape.chart == "pie":
        encoding = {"theta": along, "color": {"field": "x"}}
        mark = "arc"
    elif shape.chart == "bar_horizontal":
        encoding = {"y": across, "x": along}
    elif shape.chart == "bar_grouped":
        encoding["xOffset"] = {"field": "s"}
    return {**size, "data": {"values": rows}, "mark": mark, "encoding": encoding}


class Pages:
    """The usual ways with a browser that already runs."""

    def __init__(self, folder: Path, place: str) -> None:
        own = browser._page(browser.ECHARTS).context.browser
        self.folder = folder
        self.browser = own.browser_type.launch(executable_path=place, args=list(browser._FLAGS))
        self.kept = self.browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        self.kept.set_content('<body style="margin:0"><div id="c"></div></body>')
        self.kept.add_script_tag(path=str(packages.file("echarts")))

    def fresh(self, batch: Sequence[Case]) -> list[bytes]:
        """An HTML file and a new page a chart, and a screenshot of its element."""
        made = []
        for number, option in enumerate(_options(batch)):
            file = self.folder / f"chart{number}.html"
            file.write_text(_HTML.format(library=packages.file("echarts"), option=option), "utf-8")
            page = self.browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto(file.as_uri())
            made.append(page.locator("#c").screenshot())
            page.close()
        return made

    def screenshots(self, batch: Sequence[Case]) -> list[bytes]:
        """One page for all charts, and a screenshot of it each time."""
        made = []
        for option in _options(batch):
            self.kept.evaluate(_AGAIN, option)
            made.append(self.kept.screenshot())
        return made


_HTML = """<html><head><script src="file://{library}"></script></head>
<body style="margin:0"><div id="c" style="width:900px;height:600px"></div><script>
echarts.init(document.getElementById("c")).setOption({option});</script></body></html>"""
_AGAIN = """(text) => { const place = document.getElementById("c");
place.style.width = "900px"; place.style.height = "600px";
if (window.chart) window.chart.dispose();
window.chart = echarts.init(place); window.chart.setOption(JSON.parse(text)); }"""


def _options(batch: Sequence[Case]) -> list[str]:
    begun = [chart(facts, draw, None, renderers=("echarts",), labels=False)  # type: ignore[arg-type]
             for facts, draw in batch]  # fmt: skip
    return [one.request[0] for one in begun if isinstance(one, Later)]


def cpu() -> float:
    """Seconds of CPU of this process, its children, and the browser with all of its."""
    own = psutil.Process()
    total = 0.0
    for process in (own, *own.children(recursive=True)):
        try:
            used = process.cpu_times()
        except psutil.Error:
            continue
        total += used.user + used.system + used.children_user + used.children_system
    return total


def main() -> int:
    """Time every way in turn, and say which targets are reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--charts", type=int, default=ABREAST)
    options = parser.parse_args()
    stock, many = Stock(), options.charts
    every = cases(many * (options.rounds + 1))
    _pyplot_fonts()
    with tempfile.TemporaryDirectory() as folder:
        ours = browser.executable()
        # Who does not choose starts the whole browser, if there is one.
        naive = shutil.which("chromium") or ours
        ways: dict[str, Callable[[Sequence[Case]], list[bytes]]] = {
            "matplotlib": lambda batch: drawn(batch, "matplotlib"),
            "pyplot": lambda batch: pyplot(batch, stock),
            "echarts": lambda batch: drawn(batch, "echarts"), "vl-convert": vega,
        }  # fmt: skip
        for place in dict.fromkeys((naive, ours)):
            pages, name = Pages(Path(folder), place), Path(place).name
            ways |= {f"fresh page, {name}": pages.fresh, f"kept page, {name}": pages.screenshots}
        seen: dict[str, list[float]] = {name: [] for name in ways}
        for at in range(options.rounds + 1):
            batch = every[at * many : (at + 1) * many]
            for name, way in ways.items():
                start = cpu()
                pictures = way(batch)
                assert len(pictures) == len(batch), f"{name} left charts out"
                # The first round warms up.
                seen[name] += [(cpu() - start) / many * 1000] if at else []
    middle = {name: statistics.median(runs) for name, runs in seen.items()}
    wide = max(map(len, seen))
    for name, runs in seen.items():
        print(f"{name:{wide}} {middle[name]:7.1f} ms [{min(runs):.1f}-{max(runs):.1f}]")
    print(f"echarts is drawn in {Path(ours).name}; the naive way's browser is {Path(naive).name}")
    for way, other, target in TARGETS:
        paged = other.endswith(" page")
        named = f"{other}, {Path(naive).name}" if paged else other
        ratio = middle[named] / middle[way]
        verdict = "reached" if ratio >= target else "missed"
        print(f"{way} {ratio:.1f} times as fast as {named}, target {target:g}: {verdict}")
        if paged and naive != ours:
            same = f"{other}, {Path(ours).name}"
            print(f"  ({middle[same] / middle[way]:.1f} times as fast as {same})")
    browser.close()
    return 0


def _pyplot_fonts() -> None:
    """The fonts that ours uses, so that both lay out the same text."""
    import matplotlib
    from matplotlib import font_manager

    matplotlib.use("agg")
    font_manager.fontManager.addfont(str(font_file(families()[0])))


if __name__ == "__main__":
    sys.exit(main())
