"""Flowcharts: `flow` against one `dot` process a chart, on the same charts.

Run by `make bench`, or `python tests/bench/flows.py [--rounds 5] [--charts 24]`. The naive way is
the `graphviz` package: same texts, figures, fonts, sizes and directions, through the same
fontconfig file. Both are timed in turn on charts not drawn before, CPU of this process and its
children; the ratio of the medians is what counts. The naive way knows neither where it drew what
nor whether it can be read: `unjudged` is ours without both.
"""
# ruff: noqa: T201

from __future__ import annotations

import argparse
import runpy
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import graphviz
from race import Way, race

from figloom.flows import COLOURS
from figloom.render.flows.cells import cells
from figloom.render.flows.engine import Attempt
from figloom.render.flows.flow import flow
from figloom.render.flows.layout import lay_out
from figloom.render.flows.looks import Look, looks, sized
from figloom.render.flows.paint import paint
from figloom.render.flows.scene import compose
from figloom.render.fonts import activate
from figloom.render.png import encode
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Flow, Picture

handmade = runpy.run_path(str(Path(__file__).parents[1] / "render" / "flows" / "handmade.py"))[
    "handmade"
]

LOOK = "pastel"
TARGET = 8.0
SHAPES = {"stadium": "box", "rectangle": "box", "rounded": "box", "double": "box",
          "document": "note", "bar": "box", "circle": "circle"}  # fmt: skip


class Folder(NamedTuple):
    """Stands in for a source: flowcharts ask it nothing."""

    name: str = "bench"
    licence: str = "none"
    notes: tuple[str, ...] = ()

    def picture(self, reference: str) -> Path:
        """The path itself."""
        return Path(reference)


def ours(facts: Facts, slot: int, look: str) -> int:
    """Size of the PNG that Figloom makes; 0 when it declines."""
    draw = Draw(1, "bench", "eval", look, slot, slot)
    drawn = flow(
        facts, draw, Folder(), styles=(look,) if look else (), directions=("TB",) if look else ()
    )
    return len(drawn.png) if isinstance(drawn, Picture) else 0


def unjudged(facts: Facts, slot: int, look: Look) -> int:
    """Size of the PNG of the first layout, without marks and whether it is legible or not."""
    chart, look = facts.shown, sized(look)
    assert isinstance(chart, Flow)
    random = Draw(1, "bench", "eval", look.name, slot, slot).random("render")
    palette = look.palettes[random.randrange(len(look.palettes))]
    fills = {name: codes[0] for name, codes in COLOURS.items()}
    measured = cells(chart, look)
    assert not isinstance(measured, Declined)
    layout = lay_out(chart, *measured, look, Attempt("TB", 1.0, look.splines, roomy=False))
    if isinstance(layout, Declined):
        return 0
    scene = compose(chart, *measured, layout, look, palette, fills)
    return len(encode(paint(scene)))


def naive(facts: Facts, slot: int, look: Look) -> int:
    """Size of the PNG that one `dot` process makes of the same content."""
    chart = facts.shown
    assert isinstance(chart, Flow)
    dot = graphviz.Digraph(
        graph_attr={"dpi": "72", "pad": str(look.margin / 72), "rankdir": "TB",
                    "nodesep": str(look.gap / 72), "ranksep": str(look.rank_gap / 72),
                    "splines": look.splines, "label": chart.title, "labelloc": "t",
                    "fontname": look.font, "fontsize": str(look.title_size)},
        node_attr={"style": "filled", "fontname": look.font, "fontsize": str(look.size)},
        edge_attr={"fontname": look.font, "fontsize": str(look.label_size)},
    )  # fmt: skip
    parts = {lane.id: graphviz.Digraph(f"cluster_{lane.id}") for lane in chart.lanes}
    for node in chart.nodes:
        fill = COLOURS[node.fill][0] if node.fill else "#eef3fb"
        style = "rounded,filled" if node.figure in ("stadium", "rounded") else "filled"
        place = parts.get(node.lane, dot)
        place.node(node.id, node.text, shape=SHAPES.get(node.figure, node.figure), fillcolor=fill,
                   style=style)  # fmt: skip
    for lane in chart.lanes:
        parts[lane.id].attr(label=lane.name)
        dot.subgraph(parts[lane.id])
    for edge in chart.edges:
        dot.edge(edge.source, edge.target, label=edge.text)
    return len(dot.pipe(format="png"))


def main() -> int:
    """Compare the ways, and say whether the target is reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--charts", type=int, default=24)
    options = parser.parse_args()
    if shutil.which("dot") is None:
        print("This benchmark compares with the `dot` program: apt-get install graphviz.")
        return 2
    activate()
    facts = [handmade(seed) for seed in range(options.charts * (options.rounds + 1))]
    # Charts of its own: texts that were drawn before are not drawn again.
    fresh = [handmade(seed) for seed in range(len(facts), 2 * len(facts))]
    look = looks()[LOOK]
    ways: dict[str, Way] = {
        "flow": lambda slot: ours(facts[slot], slot, LOOK),
        "all looks": lambda slot: ours(facts[slot], slot, ""),
        "unjudged": lambda slot: unjudged(fresh[slot], slot, look),
        "dot": lambda slot: naive(facts[slot], slot, look),
    }
    middle = race(ways, options.charts, options.rounds)
    ratio = middle["dot"] / middle["flow"]
    print(f"{ratio:.1f} times, target {TARGET:.0f}: {'reached' if ratio >= TARGET else 'missed'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
