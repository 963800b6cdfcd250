"""The shapes that facts come in: graphs, grids, spreads, points, trees, links, flows.

Every fact has an id; every shape says where it came from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Discriminator


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a shape's facts come from."""

    source: str
    """Name of the reader, e.g. `fb15k237`."""
    licence: str
    """SPDX identifier or a short phrase."""
    keys: tuple[str, ...] = ()
    """What to look up in the source to find these facts again (ids, file names, rows)."""
    credit: str = ""
    """Whom to name, for facts or pictures that ask for it."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A node of a knowledge graph."""

    id: str
    name: str
    """The label drawn, unique within a graph after `casefold`."""
    description: str = ""
    type: str = ""
    picture: str = ""
    """Reference that the source's picture folder or package resolves; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A kind of edge."""

    id: str
    name: str
    """The label drawn; distinct relations have distinct names."""
    gloss: str = ""


@dataclass(frozen=True, slots=True)
class Triple:
    """One edge: head -relation-> tail, all by id."""

    id: str
    head: str
    relation: str
    tail: str


@dataclass(frozen=True, slots=True)
class Graph:
    """A subgraph of a knowledge graph; `hub` is the id of the entity it was grown from."""

    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]
    triples: tuple[Triple, ...]
    hub: str
    provenance: Provenance
    shape: Literal["graph"] = "graph"


@dataclass(frozen=True, slots=True)
class Category:
    """A place on the category axis of a grid; `value` orders it where it is a number or a time
    (seconds since 1970, UTC), `parent` groups it under another category's id."""

    id: str
    name: str
    value: float | None = None
    parent: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """A row of a grid; `axis` says which value axis it is read from (`y` or `y2`), `drawn` how
    (`bar`, `line`, ...) where a chart mixes kinds."""

    id: str
    name: str
    unit: str = ""
    axis: str = "y"
    drawn: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """The finite value of one series in one category; None is a gap. `low` and `high` are the ends
    of an error bar, a band or a span."""

    id: str
    category: str
    series: str
    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """Categories by series: bars, lines, areas, pies, radars, heat maps, dual axes."""

    title: str
    categories: tuple[Category, ...]
    series: tuple[Series, ...]
    cells: tuple[Cell, ...]
    provenance: Provenance
    axes: tuple[str, ...] = ()
    """Titles of the category axis and the value axes, as far as they are drawn."""
    absent: tuple[str, ...] = ()
    """Categories of the same kind that are not shown: what the chart cannot tell anything of."""
    chart: str = ""
    """Name or alias of the chart type it is drawn as."""
    shape: Literal["grid"] = "grid"


@dataclass(frozen=True, slots=True)
class Group:
    """One sample of a spread: its values, or its five numbers (min, q1, median, q3, max)."""

    id: str
    name: str
    samples: tuple[float, ...] = ()
    five: tuple[float, float, float, float, float] | None = None
    outliers: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Spread:
    """Distributions side by side: box plots, violins, histograms."""

    title: str
    groups: tuple[Group, ...]
    unit: str
    provenance: Provenance
    bins: tuple[float, ...] = ()
    """Edges of a histogram's bins, ascending."""
    axes: tuple[str, ...] = ()
    """Titles of the group axis and the value axis."""
    chart: str = ""
    """Name or alias of the chart type it is drawn as."""
    shape: Literal["spread"] = "spread"


@dataclass(frozen=True, slots=True)
class DataPoint:
    """One point of a scatter; `size` and `group` where the chart shows them."""

    id: str
    x: float
    y: float
    size: float | None = None
    group: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Points:
    """A scatter or bubble chart; `names` and `units` are those of x, y and size."""

    title: str
    points: tuple[DataPoint, ...]
    names: tuple[str, ...]
    units: tuple[str, ...]
    provenance: Provenance
    chart: str = ""
    """Name or alias of the chart type it is drawn as."""
    shape: Literal["points"] = "points"


@dataclass(frozen=True, slots=True)
class Candle:
    """One trading period; `time` is ISO 8601."""

    id: str
    time: str
    open: float
    high: float
    low: float
    close: float
    volume: float | None = None


@dataclass(frozen=True, slots=True)
class Ohlc:
    """Open, high, low and close by time."""

    title: str
    candles: tuple[Candle, ...]
    unit: str
    provenance: Provenance
    volume_unit: str = ""
    chart: str = ""
    """Name or alias of the chart type it is drawn as."""
    shape: Literal["ohlc"] = "ohlc"


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a hierarchy; the root's parent is empty, a leaf carries the value, `branch` is the
    text on the line from the parent."""

    id: str
    name: str
    parent: str = ""
    value: float | None = None
    branch: str = ""


@dataclass(frozen=True, slots=True)
class Tree:
    """A hierarchy: sunburst, tree map, decision tree."""

    title: str
    nodes: tuple[TreeNode, ...]
    unit: str
    provenance: Provenance
    measure: str = ""
    """What the values are: "Sales"."""
    chart: str = ""
    """Name or alias of the chart type it is drawn as."""
    shape: Literal["tree"] = "tree"


@dataclass(frozen=True, slots=True)
class Link:
    """A weighted connection between two categories, by id."""

    id: str
    source: str
    target: str
    value: float


@dataclass(frozen=True, slots=True)
class Links:
    """Weighted links: Sankey and chord diagrams."""

    title: str
    nodes: tuple[Category, ...]
    links: tuple[Link, ...]
    unit: str
    provenance: Provenance
    measure: str = ""
    """What the weights are; empty where links have none."""
    directed: bool = True
    chart: str = ""
    """Name or alias of the chart type it is drawn as."""
    shape: Literal["links"] = "links"


FlowKind = Literal[
    "start", "end", "process", "decision", "io", "subprocess", "store", "document", "preparation",
    "fork", "join", "connector",
]  # fmt: skip
"""What a step means; fork and join are the bars that split and gather parallel branches."""
Figure = Literal[
    "stadium", "ellipse", "rectangle", "rounded", "diamond", "parallelogram", "hexagon",
    "cylinder", "document", "double", "circle", "bar",
]  # fmt: skip
"""How a step is outlined; `double` is a rectangle with a second line at both sides."""


@dataclass(frozen=True, slots=True)
class FlowNode:
    """A step of a flowchart: what it means (`kind`) and how it looks (`figure`, `fill`)."""

    id: str
    text: str
    """Unique within the chart after `casefold`; empty for forks, joins and connectors."""
    kind: FlowKind
    figure: Figure
    fill: str = ""
    """Name of its colour, as in `figloom.flows.COLOURS`; empty where it has none of its own."""
    lane: str = ""
    line: int | None = None
    """Line of the program that it stands for, from 1."""
    picture: str = ""
    border: str = ""
    """Name of its border's colour, where borders tell steps apart."""
    tag: str = ""
    """Step number or reference numeral drawn at it: "3", "S110"."""


@dataclass(frozen=True, slots=True)
class FlowEdge:
    """An arrow from one step to another, with the words on it."""

    id: str
    source: str
    target: str
    text: str = ""
    kind: str = ""
    """`retry`, `message`, ... where arrows of several kinds are drawn."""
    when: str = ""
    """Of a decision's arrow: the condition over the chart's variables under which it is taken, a
    Python expression; exactly one of a decision's holds."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A quantity that decisions of a flowchart test."""

    id: str
    """An identifier, as conditions use it."""
    name: str
    """As a question calls it: "the order total"."""
    low: float
    high: float
    """Values that make sense, both ends included."""
    unit: str = ""
    step: float = 1.0
    """All values are multiples of it."""


@dataclass(frozen=True, slots=True)
class Flow:
    """A process; `program` is the code or grammar tree behind it, in `language`; empty when there
    is none."""

    title: str
    nodes: tuple[FlowNode, ...]
    edges: tuple[FlowEdge, ...]
    lanes: tuple[Category, ...]
    entry: str
    """Id of the node where it begins; empty where nothing begins."""
    program: str
    provenance: Provenance
    language: str = ""
    """`tree` (JSON, see `figloom.flows`), `python`, or empty."""
    structure: str = ""
    """Name of the structure it was made by: `process`, `participants`, ..."""
    variables: tuple[Variable, ...] = ()
    shape: Literal["flow"] = "flow"


Single = Annotated[
    Graph | Grid | Spread | Points | Ohlc | Tree | Links | Flow, Discriminator("shape")
]


@dataclass(frozen=True, slots=True)
class Panels:
    """Several shapes in one picture, in reading order; marks and axes name the panel by number."""

    title: str
    parts: tuple[Single, ...]
    provenance: Provenance
    shape: Literal["panels"] = "panels"


Shape = Annotated[
    Graph | Grid | Spread | Points | Ohlc | Tree | Links | Flow | Panels, Discriminator("shape")
]
