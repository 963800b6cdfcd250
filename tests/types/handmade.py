"""Records of every family made by hand, as the families will make them, before any is written."""

from __future__ import annotations

import io
import math

from PIL import Image, ImageDraw

from figloom.types import (
    Axis,
    Candidate,
    Category,
    Cell,
    Edit,
    Ellipse,
    Entity,
    Facts,
    Flow,
    FlowEdge,
    FlowNode,
    Graph,
    Grid,
    Group,
    Item,
    Mark,
    Negative,
    Outline,
    Picture,
    Polygon,
    Polyline,
    Provenance,
    Question,
    Record,
    Rectangle,
    Relation,
    Scoring,
    Series,
    Shape,
    Spot,
    Spread,
    Stage,
    Step,
    Tick,
    Trace,
    Tree,
    TreeNode,
    Triple,
    Wedge,
)

HERE = Provenance("handmade", "CC0-1.0", ("row 1", "row 2"))


def png(width: int, height: int, marks: tuple[Mark, ...]) -> bytes:
    """A plain drawing of the marks' boxes."""
    picture = Image.new("RGB", (width, height), "white")
    pen = ImageDraw.Draw(picture)
    for mark in marks:
        pen.rectangle(mark.box, outline="#3b5bdb")
        if mark.text:
            pen.text((mark.box[0] + 2, mark.box[1] + 1), mark.text, fill="#222222")
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def trace(block: str, slot: int) -> Trace:
    return Trace(
        seed=2**70 + 7,
        recipe="handmade",
        block=block,
        slot=slot,
        unit=slot * 3,
        attempt=1,
        count=12,
        stages=(Stage("sample", "subgraph", '{"nodes": [4, 7]}'), Stage("render", "map")),
        version="0.1.0",
    )


def record(
    block: str,
    shape: Shape,
    questions: tuple[Question, ...],
    marks: tuple[Mark, ...] = (),
    axes: tuple[Axis, ...] = (),
    *,
    size: tuple[int, int] = (240, 160),
    facts: Facts | None = None,
    role: str = "main",
    slot: int = 0,
    split: str = "train",
    text: str = "",
) -> Record:
    drawn = tuple(dict.fromkeys(fact for mark in marks for fact in mark.facts))
    picture = Picture(png(*size, marks), *size, marks, axes, drawn, "plain") if marks else None
    return Record(
        key=f"handmade/{block}/{slot:05}",
        role=role,
        split=split,
        facts=facts or Facts(shape, shape),
        questions=questions,
        trace=trace(block, slot),
        spec=f"{block}-{role}-{slot}",
        picture=picture,
        text=text,
    )


def bar_question() -> Question:
    return Question(
        text="How much rice did Kenya grow in 2021?",
        answer=4.5,
        kind="number",
        scoring=Scoring("number", (("tolerance", 0.05), ("of", "range"), ("places", 1))),
        family="charts",
        task="value",
        subtask="read_value",
        wording="value/3",
        accepted=("4.50", "4,5"),
        unit="Mt",
        tags=("grouped", "no_labels"),
        marks=("bar/rice/2021",),
        negatives=(
            Negative(3.0, "neighbour_value", 1.5, ("bar/rice/2020",), "the bar to the left"),
            Negative(-0.0, "zero", None),
        ),
        rationale=(Step("Find 2021.", ("tick/x/2021",)), Step("Its rice bar ends at 4.5.")),
    )


def grouped_bar() -> Record:
    years, crops = ("2020", "2021"), ("rice", "maize")
    values = {("rice", "2020"): 3.0, ("rice", "2021"): 4.5, ("maize", "2020"): -1.25}
    cells, marks = [], []
    for i, crop in enumerate(crops):
        for j, year in enumerate(years):
            value = values.get((crop, year))
            cells.append(Cell(f"{crop}/{year}", year, crop, value))
            if value is not None:
                x, top = 40.0 + 80 * j + 30 * i, 100 - 20 * value
                box = (x, min(top, 100.0), x + 28.5, max(top, 100.0))
                mark_id = f"bar/{crop}/{year}"
                marks.append(Mark(mark_id, "bar", box, Rectangle(), (f"{crop}/{year}",), z=i))
    marks += [
        Mark(f"tick/x/{y}", "tick", (40.0 + 80 * j, 145.0, 90.0 + 80 * j, 158.0), Rectangle(),
             text=y, panel="main") for j, y in enumerate(years)
    ]  # fmt: skip
    swatch = (200.0, 4.0, 210.0, 14.0)
    marks.append(Mark("legend/rice", "legend", swatch, Rectangle(), text="rice", parent="legend"))
    ticks = tuple(Tick(float(v), 100 - 20.0 * v, f"{v}") for v in (-2, 0, 2, 4))
    y = Axis("main", "y", "linear", -2.0, 5.0, (140.0, 0.0), ticks, "Mt", "%g")
    grid = Grid(
        title='Harvest — "Kenya"',
        categories=tuple(Category(year, year) for year in years),
        series=tuple(Series(crop, crop, "Mt") for crop in crops),
        cells=tuple(cells),
        provenance=HERE,
    )
    return record("grouped_bar", grid, (bar_question(),), tuple(marks), (y,))


def dual_axis() -> Record:
    grid = Grid(
        "Rain and heat",
        (Category("jan", "Jan"), Category("feb", "Feb")),
        (Series("rain", "Rain", "mm", "y"), Series("heat", "Heat", "°C", "y2")),
        (
            Cell("rain/jan", "jan", "rain", 80.0),
            Cell("rain/feb", "feb", "rain", 10000.0),
            Cell("heat/jan", "jan", "heat", None),
            Cell("heat/feb", "feb", "heat", 21.5),
        ),
        HERE,
    )
    line: tuple[tuple[float, float], ...] = ((60.0, 90.0), (90.25, 70.125), (160.0, 40.0))
    marks = (
        Mark("bar/jan", "bar", (50.0, 80.0, 70.0, 140.0), Rectangle(), ("rain/jan",)),
        Mark("bar/feb", "bar", (150.0, 20.0, 170.0, 140.0), Rectangle(), ("rain/feb",)),
        Mark("line/heat", "line", (60.0, 40.0, 160.0, 90.0), Polyline(line), ("heat/feb",), z=2),
        Mark("dot/feb", "point", (158.0, 38.0, 162.0, 42.0), Spot(160.0, 40.0), ("heat/feb",),
             parent="line/heat", z=3, visible=0.75),
    )  # fmt: skip
    left = tuple(Tick(10.0**p, 140 - 30.0 * p, f"10^{p}") for p in range(5))
    right = (Tick(0.0, 140.0, "0"), Tick(30.0, 20.0, "30"))
    axes = (
        Axis("main", "y", "log", 1.0, 1e4, (140.0, 20.0), left, "mm"),
        Axis("main", "y2", "linear", 0.0, 30.0, (140.0, 20.0), right, "°C", "{:.1f}"),
    )
    yes = Question(
        "Is it warmer than 20 °C in February?", True, "yes_no", Scoring("yes_no"), "charts",
        "compare", "threshold", "compare/1", group="pair-7", polarity=True,
    )  # fmt: skip
    no = Question(
        "Is it warmer than 25 °C in February?", False, "yes_no", Scoring("yes_no"), "charts",
        "compare", "threshold", "compare/1", group="pair-7", polarity=False,
    )  # fmt: skip
    return record("dual_axis", grid, (yes, no), marks, axes)


def sunburst() -> Record:
    nodes = (
        TreeNode("r", "World"),
        TreeNode("a", "Asia", "r"),
        TreeNode("j", "日本", "a", 30.0),
        TreeNode("i", "India", "a", 50.0),
        TreeNode("e", "مصر", "r", 20.0),
    )
    sectors = {"a": (30.0, 55.0, 0.0, 288.0), "e": (30.0, 55.0, 288.0, 360.0),
               "j": (55.0, 75.0, 0.0, 108.0), "i": (55.0, 75.0, 108.0, 288.0)}  # fmt: skip
    marks = [Mark("disc", "wedge", (90.0, 50.0, 150.0, 110.0), Ellipse(), ("r",), text="World")]
    for name, (inner, outer, start, end) in sectors.items():
        middle = math.radians((start + end) / 2)
        x, y = 120 + outer * math.cos(middle), 80 + outer * math.sin(middle)
        box = (x - 10, y - 10, x + 10, y + 10)
        wedge = Wedge(120.0, 80.0, inner, outer, start, end)
        marks.append(Mark(f"wedge/{name}", "wedge", box, wedge, (name,), parent="disc"))
    question = Question(
        "Which is larger?\nA. 日本\nB. India\nC. مصر\nD. None of these", "B", "choice",
        Scoring("choice"), "charts", "compare", "largest", "compare/4",
        choices=("日本", "India", "مصر", "None of these"), marks=("wedge/i", "wedge/j"),
        negatives=(Negative("A", "sibling", 20.0, ("wedge/j",)),),
    )  # fmt: skip
    return record("sunburst", Tree("People", nodes, "%", HERE), (question,), tuple(marks))


def box_plot() -> Record:
    spread = Spread(
        "Heights",
        (
            Group("oak", "Oak", five=(2.0, 5.5, 8.0, 9.25, 14.0)),
            Group("elm", "Elm", samples=(1.0, 2.5, 2.5, 1e-9, 4.0)),
        ),
        "m",
        HERE,
    )
    outline: Outline = Polygon(((40.0, 60.0), (80.0, 60.0), (80.0, 100.0), (40.0, 100.0)))
    marks = (
        Mark("oak/box", "box", (40.0, 60.0, 80.0, 100.0), outline, ("oak",), part="box"),
        Mark("oak/median", "box", (40.0, 75.0, 80.0, 77.0), Polyline(((40.0, 76.0), (80.0, 76.0))),
             ("oak",), part="median", parent="oak/box", z=1),
        Mark("oak/high", "box", (50.0, 20.0, 70.0, 60.0), Rectangle(), ("oak",), part="whisker"),
    )  # fmt: skip
    where = Question(
        "Where is the box of Oak? Reply with x0, y0, x1, y1.", (40.0, 60.0, 80.0, 100.5), "box",
        Scoring("box", (("iou", 0.5),)), "charts", "ground", "box_of", "ground/1", unit="px",
    )  # fmt: skip
    order = Question(
        "Name the five numbers, smallest first.", ("2", "5.5", "8", "9.25", "14"), "ordered",
        Scoring("ordered"), "charts", "value", "five_numbers", "value/9",
    )  # fmt: skip
    return record("box_plot", spread, (where, order), marks)


def lanes() -> Record:
    flow = Flow(
        title="Order a book",
        nodes=(
            FlowNode("s", "Start", "start", "stadium", "blue", "customer"),
            FlowNode("o", "Order", "io", "parallelogram", "", "customer"),
            FlowNode("q", "In stock?", "decision", "diamond", "yellow", "shop"),
            FlowNode("p", "Pack", "process", "rectangle", "", "store"),
            FlowNode("e", "End", "end", "stadium", "", "customer"),
        ),
        edges=(
            FlowEdge("s-o", "s", "o"),
            FlowEdge("o-q", "o", "q"),
            FlowEdge("q-p", "q", "p", "yes"),
            FlowEdge("q-e", "q", "e", "no"),
            FlowEdge("p-e", "p", "e"),
        ),
        lanes=(Category("customer", "Customer"), Category("shop", "Shop"), Category("store", "倉")),
        entry="s",
        program="order()\nif in_stock():\n    pack()\n",
        provenance=HERE,
    )
    places = {"s": (10, 20), "o": (70, 20), "q": (70, 70), "p": (70, 120), "e": (180, 20)}
    marks = [
        Mark(f"lane/{lane.id}", "lane", (0.0, 5.0 + 50 * i, 239.0, 52.0 + 50 * i), Rectangle(),
             text=lane.name) for i, lane in enumerate(flow.lanes)
    ]  # fmt: skip
    for node in flow.nodes:
        x, y = places[node.id]
        marks.append(
            Mark(f"node/{node.id}", "node", (x, y, x + 50.0, y + 24.0), Rectangle(), (node.id,),
                 node.text, parent=f"lane/{node.lane}", z=1)
        )  # fmt: skip
    for edge in flow.edges:
        (a, b), (c, d) = places[edge.source], places[edge.target]
        path: tuple[tuple[float, float], ...] = ((a + 25.0, b + 24.0), (c + 25.0, d + 0.0))
        box = (min(a, c) + 25.0, min(b + 24, d) + 0.0, max(a, c) + 25.5, max(b + 24, d) + 0.5)
        marks.append(Mark(f"edge/{edge.id}", "edge", box, Polyline(path), (edge.id,), edge.text))
    slots = Question(
        "Fill in the steps after “In stock?”.", (("yes", "Pack"), ("no", "End")), "slots",
        Scoring("slots"), "flows", "branch", "fill", "branch/2",
    )  # fmt: skip
    check = Question(
        "Describe the process.", (("order before stock check", 2.0), ("pack if in stock", 1.5)),
        "checklist", Scoring("checklist", (("pass", 0.6),)), "flows", "tell", "describe", "tell/1",
    )  # fmt: skip
    summary = Question(
        "Sum the process up.", "A customer orders; the shop packs what is in stock.", "summary",
        Scoring("judge"), "flows", "tell", "sum_up", "tell/2",
    )  # fmt: skip
    return record("lanes", flow, (slots, check, summary), tuple(marks))


def map_graph(tail: str = "Nairobi") -> Graph:
    return Graph(
        (
            Entity("k", "Kenya", "a country in East Africa", "country", "twemoji:1f1f0-1f1ea"),
            Entity("n", tail, type="city"),
            Entity("s", "Swahili"),
        ),
        (Relation("cap", "capital", "seat of government"), Relation("lang", "language")),
        (Triple("t1", "k", "cap", "n"), Triple("t2", "k", "lang", "s")),
        "k",
        HERE,
    )


def map_marks(graph: Graph) -> tuple[Mark, ...]:
    places = {"k": (95.0, 10.0), "n": (20.0, 110.0), "s": (160.0, 110.0)}
    nodes = [
        Mark(f"node/{e.id}", "node", (*places[e.id], places[e.id][0] + 60, places[e.id][1] + 22),
             Ellipse(), (e.id,), e.name) for e in graph.entities
    ]  # fmt: skip
    edges = []
    for triple in graph.triples:
        (a, b), (c, d) = places[triple.head], places[triple.tail]
        box = (min(a, c) + 30, b + 22, max(a, c) + 30, d)
        line = Polyline(((a + 30, b + 22), (c + 30, d)))
        edges.append(Mark(f"edge/{triple.id}", "edge", box, line, (triple.id,), part="line"))
    return (*nodes, *edges)


def map_questions(polarity: bool) -> tuple[Question, ...]:
    def ask(text: str, answer: object, kind: str, task: str, **more: object) -> Question:
        return Question(text, answer, kind, Scoring(kind), "maps", task, f"{task}_entities",  # type: ignore[arg-type]
                        f"{task}/1", **more)  # type: ignore[arg-type]  # fmt: skip

    return (
        ask("Is every fact on the map true?", polarity, "yes_no", "detect", group="twin-3",
            polarity=polarity),
        ask("How many entities are there?", 3, "integer", "count"),
        ask("Which triple is false?", ("Kenya", "capital", "Nairobi"), "triple", "detect"),
        ask("Name the entity beside Kenya.", "Swahili", "text", "complete",
            accepted=("Kiswahili", "swahili")),
        ask('Name all "tails"\nof Kenya.', ("Nairobi", "Swahili"), "texts", "list"),
        ask("Who rules Kenya?", None, "unknown", "complete", accepted=("The map does not say.",)),
    )  # fmt: skip


def twins() -> Item:
    """A pair that shares its key, its group and its split: one map is true, one is not."""
    truth, shown = map_graph(), map_graph("Paris")
    negatives = (Candidate("p", "Paris", "no known tail of (Kenya, capital)"),)
    edit = Edit("corrupt_entity", ("t1", "n"), "Nairobi", "Paris", "closed world", negatives)
    main = record("twins", truth, map_questions(True), map_marks(truth))
    twin = record("twins", shown, map_questions(False), map_marks(shown), role="twin",
                  facts=Facts(shown, truth, (edit,)))  # fmt: skip
    return Item(main.key, (main, twin))


def facts_as_text() -> Record:
    graph = map_graph()
    lines = "Kenya | capital | Nairobi\nKenya | language | Swahili"
    return record("as_text", graph, map_questions(True), text=lines, role="variant:text",
                  split="test")  # fmt: skip


def everything() -> list[Record]:
    """All of the above, in order of key and role."""
    charts = [box_plot(), dual_axis(), grouped_bar(), lanes(), sunburst()]
    return [facts_as_text(), *charts, *twins().records]
