"""What travels: facts, pictures with their marks, questions, records and verdicts.

Every family (maps, charts, flowcharts) uses these types and no others; all are frozen, and
`figloom.codec` takes each of them to JSON and back. Lengths are pixels from the top left corner
of the picture unless a field says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels, x0 <= x1 and y0 <= y1."""

Dot = tuple[float, float]
"""x, y in pixels."""

# --- facts: where they come from, and their shapes -------------------------------------------


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a shape's facts come from."""

    source: str
    """Name of the reader, e.g. `fb15k237`."""
    licence: str
    """SPDX identifier or a short phrase."""
    keys: tuple[str, ...] = ()
    """What to look up in the source to find these facts again (ids, file names, rows)."""


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
    """A place on the category axis of a grid."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Series:
    """A row of a grid; `axis` says which value axis it is read from (`y` or `y2`)."""

    id: str
    name: str
    unit: str = ""
    axis: str = "y"


@dataclass(frozen=True, slots=True)
class Cell:
    """The value of one series in one category; None is a gap."""

    id: str
    category: str
    series: str
    value: float | None


@dataclass(frozen=True, slots=True)
class Grid:
    """Categories by series: bars, lines, areas, pies, radars, heat maps, dual axes."""

    title: str
    categories: tuple[Category, ...]
    series: tuple[Series, ...]
    cells: tuple[Cell, ...]
    provenance: Provenance
    shape: Literal["grid"] = "grid"


@dataclass(frozen=True, slots=True)
class Group:
    """One sample of a spread: its values, or its five numbers (min, q1, median, q3, max)."""

    id: str
    name: str
    samples: tuple[float, ...] = ()
    five: tuple[float, float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """Distributions side by side: box plots, violins, histograms."""

    title: str
    groups: tuple[Group, ...]
    unit: str
    provenance: Provenance
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
    shape: Literal["ohlc"] = "ohlc"


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A node of a hierarchy; the root's parent is empty, a leaf carries the value."""

    id: str
    name: str
    parent: str = ""
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Tree:
    """A hierarchy: sunburst, tree map, decision tree."""

    title: str
    nodes: tuple[TreeNode, ...]
    unit: str
    provenance: Provenance
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
    shape: Literal["links"] = "links"


@dataclass(frozen=True, slots=True)
class FlowNode:
    """A step of a flowchart: what it means (`kind`) and how it looks (`figure`, `fill`)."""

    id: str
    text: str
    kind: str
    figure: str
    fill: str = ""
    lane: str = ""


@dataclass(frozen=True, slots=True)
class FlowEdge:
    """An arrow from one step to another, with the words on it."""

    id: str
    source: str
    target: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Flow:
    """A process; `program` is the code or grammar tree behind it, empty when there is none."""

    title: str
    nodes: tuple[FlowNode, ...]
    edges: tuple[FlowEdge, ...]
    lanes: tuple[Category, ...]
    entry: str
    program: str
    provenance: Provenance
    shape: Literal["flow"] = "flow"


Shape = Graph | Grid | Spread | Points | Ohlc | Tree | Links | Flow


@dataclass(frozen=True, slots=True)
class Candidate:
    """A negative that `modify` proposes, already filtered against the whole source."""

    id: str
    name: str
    """As it would be shown."""
    evidence: str
    """Why it is false, in words that name the rule."""


@dataclass(frozen=True, slots=True)
class Edit:
    """How `shown` differs from `truth`."""

    operation: str
    """`mask_entity`, `mask_relation`, `corrupt_entity`, `corrupt_relation`, ..."""
    facts: tuple[str, ...]
    """Ids, in `shown`, of what was touched: the node or the edges that are masked or false."""
    before: str
    """Name of what stood there in `truth`."""
    after: str
    """Name of what is shown there."""
    evidence: str = ""
    negatives: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """What the picture says (`shown`), what holds (`truth`), and the edits between them."""

    shown: Shape
    truth: Shape
    edits: tuple[Edit, ...] = ()


# --- pictures ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Fills its mark's box."""

    form: Literal["rectangle"] = "rectangle"


@dataclass(frozen=True, slots=True)
class Ellipse:
    """Inscribed in its mark's box."""

    form: Literal["ellipse"] = "ellipse"


@dataclass(frozen=True, slots=True)
class Polygon:
    """Closed outline."""

    points: tuple[Dot, ...]
    form: Literal["polygon"] = "polygon"


@dataclass(frozen=True, slots=True)
class Polyline:
    """Open line, flattened to straight pieces of at most a few pixels' error."""

    points: tuple[Dot, ...]
    form: Literal["polyline"] = "polyline"


@dataclass(frozen=True, slots=True)
class Wedge:
    """Ring sector: centre, inner and outer radius in pixels, angles in degrees clockwise from 3
    o'clock."""

    cx: float
    cy: float
    r0: float
    r1: float
    a0: float
    a1: float
    form: Literal["wedge"] = "wedge"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place without extent."""

    x: float
    y: float
    form: Literal["spot"] = "spot"


Outline = Rectangle | Ellipse | Polygon | Polyline | Wedge | Spot


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing drawn, read from the renderer's own layout or display list."""

    id: str
    role: str
    """`node`, `picture`, `label`, `edge`, `edge_label`, `bar`, `wedge`, `tick`, `legend`, ..."""
    box: Box
    outline: Outline
    facts: tuple[str, ...] = ()
    """Ids of the facts it shows; empty for ticks, legends and ornaments."""
    text: str = ""
    part: str = ""
    """`head`, `tail`, `median`, `whisker`, `high`, ... where one fact has several marks."""
    parent: str = ""
    panel: str = ""
    z: int = 0
    """Drawing order; higher is nearer to the reader."""
    visible: float = 1.0
    """Share of the mark that nothing drawn later covers, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis: data value, pixel position along the axis, text."""

    value: float
    pixel: float
    text: str


@dataclass(frozen=True, slots=True)
class Axis:
    """How pixels read as values along one dimension of one panel."""

    panel: str
    dimension: str
    """`x`, `y`, `y2`, `angle`, `radius`, `colour`, ..."""
    scale: Literal["linear", "log", "time", "category"]
    low: float
    high: float
    """Values at `pixels[0]` and `pixels[1]`."""
    pixels: tuple[float, float]
    ticks: tuple[Tick, ...]
    unit: str = ""
    format: str = ""

    def step(self) -> float:
        """What a reader can resolve, in pixels: the larger of 2 and a fifth of the tick spacing."""
        places = sorted(tick.pixel for tick in self.ticks)
        gaps = [after - before for before, after in zip(places, places[1:], strict=False)]
        return max(2.0, min(gaps) / 5) if gaps else 2.0


@dataclass(frozen=True, slots=True)
class Picture:
    """What is seen: PNG bytes and every mark in them."""

    png: bytes
    width: int
    height: int
    marks: tuple[Mark, ...]
    axes: tuple[Axis, ...] = ()
    drawn: tuple[str, ...] = ()
    """Ids of the facts that the picture shows."""
    style: str = ""

    def showing(self, facts: tuple[str, ...], roles: tuple[str, ...] = ()) -> tuple[Mark, ...]:
        """Marks that show any of the facts, of the given roles if any are given."""
        wanted = set(facts)
        return tuple(
            mark
            for mark in self.marks
            if wanted.intersection(mark.facts) and (not roles or mark.role in roles)
        )


# --- questions --------------------------------------------------------------------------------

Answer = (
    bool
    | int
    | float
    | str
    | tuple[str, ...]
    | tuple[float, ...]
    | tuple[tuple[str, str], ...]
    | tuple[tuple[str, float], ...]
    | None
)
"""By kind: bool yes_no; int integer; float number; str choice (a letter), text, summary; strings
texts, ordered, triple; floats box; (slot, text) slots; (fact, weight) checklist; None unknown."""

AnswerKind = Literal[
    "yes_no", "integer", "number", "choice", "text", "texts", "ordered", "slots", "triple",
    "box", "checklist", "summary", "unknown",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scoring:
    """Which metric judges a reply, and its arguments (numbers or words, by name)."""

    metric: str
    args: tuple[tuple[str, float | str], ...] = ()


@dataclass(frozen=True, slots=True)
class Negative:
    """An answer that is wrong, and how near it comes."""

    answer: Answer
    kind: str
    """How it was made: `entity_in_slot`, `relation_of_head`, `neighbour_value`, ..."""
    distance: float | None = None
    """In the unit of the answer; None where there is no such unit."""
    marks: tuple[str, ...] = ()
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of a rationale and the marks it points at."""

    text: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its one right answer."""

    text: str
    answer: Answer
    kind: AnswerKind
    scoring: Scoring
    family: str
    """`maps`, `charts`, `flows`."""
    task: str
    """`count`, `detect`, `complete`, ..."""
    subtask: str
    wording: str
    """Id of the template the text was made from."""
    choices: tuple[str, ...] = ()
    """Options in the order of their letters, A first."""
    accepted: tuple[str, ...] = ()
    """Other forms of the answer that are right."""
    unit: str = ""
    group: str = ""
    """Questions with the same group are scored together."""
    polarity: bool | None = None
    tags: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    """Ids of the marks the answer rests on."""
    negatives: tuple[Negative, ...] = ()
    rationale: tuple[Step, ...] = ()


# --- records ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stage:
    """One plug-in as it was called; `options` is a JSON object."""

    verb: str
    name: str
    options: str = "{}"


@dataclass(frozen=True, slots=True)
class Trace:
    """All that re-makes a record."""

    seed: int
    recipe: str
    block: str
    slot: int
    unit: int
    attempt: int
    count: int
    """Slots of the block: which units a slot falls back to depends on it."""
    stages: tuple[Stage, ...] = ()
    version: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A row of the dataset: a picture (or the facts as text) and its questions."""

    key: str
    """Of its item, e.g. `maps/count_entities/00017`; with `role` it is unique in a build."""
    role: str
    """`main`, `clean`, `twin`, `variant:<name>`."""
    split: str
    facts: Facts
    questions: tuple[Question, ...]
    trace: Trace
    spec: str
    """Hash of the facts shown and the questions, without seed or style."""
    picture: Picture | None = None
    text: str = ""
    """The facts as text, where there is no picture."""


@dataclass(frozen=True, slots=True)
class Item:
    """Records that are accepted, declined, split and scored together."""

    key: str
    records: tuple[Record, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Declined:
    """A stage's refusal, counted by the run."""

    reason: str
    """A short phrase without numbers or names, so that it can be counted."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgment of one reply; `unscored` is never a zero."""

    outcome: Literal["right", "wrong", "unscored"]
    score: float
    """0 to 1; 0 and without meaning when unscored."""
    extracted: str = ""
    why: str = ""
