"""The plug-in that draws a knowledge graph as a map of nodes and labelled edges."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from figloom.errors import RecipeError, unknown
from figloom.registry import plugin
from figloom.render.graphs.cells import cells
from figloom.render.graphs.engine import Attempt
from figloom.render.graphs.layout import Layout, lay_out
from figloom.render.graphs.legibility import LONGEST, TOO_LONG, fades, judge
from figloom.render.graphs.looks import Look, contrast, ground_of, looks, sized
from figloom.render.graphs.marks import marks
from figloom.render.graphs.paint import paint
from figloom.render.graphs.scene import Scene, Shown, compose
from figloom.render.pictures import Scaled, scaled
from figloom.render.png import encode
from figloom.seeds import Draw
from figloom.source import Source
from figloom.types import Declined, Facts, Graph, Mark, Picture

_TURNED = {"TB": "LR", "LR": "TB", "BT": "RL", "RL": "BT"}
_CHAIN = 8.0
"""A chain is one node wide however it is turned: it may be this many times longer than wide."""
_Drawn = tuple[Layout, Scene, tuple[Mark, ...]]
_RARE = 10
"""One eval picture in so many is drawn in a look that training never sees."""


@plugin()
def node_link(
    facts: Facts,
    draw: Draw,
    source: Source,
    *,
    styles: tuple[str, ...] = (),
    descriptions: bool | None = None,
    pictures: bool = True,
    text: bool = True,
    min_text: float = 9.0,
) -> Picture | Declined:
    """Draw the graph shown, with the marks of everything drawn, or decline what is not legible.

    The look and the layout depend on the draw and the graph only: `pictures` and `text` leave
    every node where it is. `min_text` is the least em in pixels at one megapixel.
    """
    graph = facts.shown
    if not isinstance(graph, Graph):
        raise RecipeError(f"render 'node_link' draws graphs, not a {graph.shape}.")
    if not graph.entities:
        return Declined("empty graph")
    look = sized(_look(styles, draw, len(graph.triples)))
    random = draw.random("render")
    palette = look.palettes[random.randrange(len(look.palettes))]
    measured = cells(graph, look, look.descriptions if descriptions is None else descriptions)
    if isinstance(measured, Declined):
        return measured
    images: dict[str, Scaled] = {}
    side = int(look.picture)
    for at, entity in enumerate(graph.entities):
        if pictures and (reference := entity.picture):
            if reference not in images:
                images[reference] = scaled(source.picture(reference), side, side)
            ground = ground_of(look, palette, at)
            if _fades(images[reference], ground):
                return Declined("picture fades into its ground", f"{reference} on {ground}")
    nodes, tags = measured
    ends = {f"edge:{t.id}": (f"node:{t.head}", f"node:{t.tail}") for t in graph.triples}
    texts = [look.name_size, look.relation_size]
    if any(cell.about for cell in nodes):
        texts.append(look.description_size)
    verdict, crowded, best = Declined("no layout"), float("inf"), None
    rows: list[Layout] = []
    long = set[str]()

    def made(layout: Layout, longest: float) -> _Drawn | Declined:
        scene = compose(graph, nodes, tags, layout, look, palette, Shown(pictures, True), images)
        found, path = marks(scene)
        fault = judge(
            found, ends, scene.width, scene.height, em=min(texts),
            contrast=contrast(look, palette), min_text=min_text, path=path, longest=longest,
        )  # fmt: skip
        return fault or (layout, scene, found)

    for attempt in _attempts(look, random):
        if attempt.spread >= crowded or attempt.direction in long:
            continue
        layout = lay_out(graph, nodes, tags, look, attempt)
        if _length(layout) > LONGEST:
            verdict = Declined(TOO_LONG, f"{layout.width} x {layout.height}")
            rows.append(layout)
            # More room between the nodes does not help where `dot` sets them all in a row.
            long |= {attempt.direction} - {""}
            continue
        drawn = made(layout, LONGEST)
        if not isinstance(drawn, Declined):
            best = drawn
            break
        verdict = drawn
        if verdict.reason == "text too small":
            crowded = attempt.spread
    for layout in sorted(rows, key=_length) if best is None and _chain(graph) else ():
        if _length(layout) > _CHAIN:
            break
        drawn = made(layout, _CHAIN)
        if not isinstance(drawn, Declined):
            best = drawn
            break
        verdict = drawn
    if best is None:
        return verdict
    layout, scene, found = best
    if not text:
        hidden = Shown(pictures, False)
        scene = compose(graph, nodes, tags, layout, look, palette, hidden, images)
        found, _ = marks(scene)
    return _picture(scene, found, graph, look)


@lru_cache(maxsize=1024)
def _fades(image: Scaled, ground: str) -> bool:
    return fades(image.pixels, ground)


def _length(layout: Layout) -> float:
    return max(layout.width, layout.height) / min(layout.width, layout.height)


def _chain(graph: Graph) -> bool:
    """Whether no node has more than two neighbours."""
    beside: dict[str, set[str]] = {}
    for triple in graph.triples:
        beside.setdefault(triple.head, set()).add(triple.tail)
        beside.setdefault(triple.tail, set()).add(triple.head)
    return all(len(near) <= 2 for near in beside.values())


def _picture(scene: Scene, found: tuple[Mark, ...], graph: Graph, look: Look) -> Picture:
    drawn = (*(entity.id for entity in graph.entities), *(triple.id for triple in graph.triples))
    png = encode(paint(scene))
    return Picture(png, scene.width, scene.height, found, drawn=drawn, style=look.name)


def _attempts(look: Look, random: Random) -> Iterator[Attempt]:
    """Layouts to try, in order: turned as the look allows, wider, tighter, much wider, across."""
    turn = random.randrange(len(look.directions))
    directions = (*look.directions[turn:], *look.directions[:turn])
    if look.engine == "dot":
        for spread in (1.0, 1.35, 0.72):
            yield from (Attempt(direction, spread) for direction in directions)
        yield Attempt(directions[0], 1.8)
        across = [_TURNED[direction] for direction in directions]
        for spread in (1.0, 0.72):
            yield from (Attempt(turned, spread) for turned in across if turned not in directions)
    else:
        for start, spread in ((1, 1.0), (2, 1.0), (3, 1.15), (4, 1.15), (5, 1.35), (6, 0.7)):
            yield Attempt("", spread, start)


def _look(styles: tuple[str, ...], draw: Draw, triples: int) -> Look:
    """The look of this slot: balanced over those allowed for the split and the graph's size."""
    known = looks()
    for name in styles:
        if name not in known:
            raise RecipeError(unknown("map style", name, known))
    allowed = [look for name, look in known.items() if not styles or name in styles]
    common = [look for look in allowed if not look.eval_only]
    rare = [look for look in allowed if look.eval_only and draw.split != "train"]
    if not common and not rare:
        raise RecipeError(
            f"The map styles {', '.join(styles)} are for eval only; add one that train may see."
        )
    fitting = [look for look in common if look.triples >= triples]
    if draw.level("rare style", _RARE) == 0 or not common:
        fitting = [look for look in rare if look.triples >= triples] or fitting
    pool = fitting or common or rare
    return pool[draw.level("style", len(pool))]
