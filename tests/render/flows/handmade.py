"""Flowcharts of every structure, made by seed: what a renderer must cope with."""

from __future__ import annotations

import dataclasses
from random import Random

from figloom.flows import BORDERS, COLOURS
from figloom.types import (
    Category,
    Facts,
    Figure,
    Flow,
    FlowEdge,
    FlowKind,
    FlowNode,
    Provenance,
)

STRUCTURES = ("chain", "decisions", "loops", "switch", "parallel", "lanes", "architecture", "mixed")

STEPS = (
    "Receive the order", "Verify customer details", "Reserve stock", "Pack the parcel", "Ship",
    "Create invoice", "Send confirmation e-mail to the buyer", "Archive the file", "Notify sales",
    "Refund the payment", "Open a ticket", "Assign an engineer", "Reproduce the fault", "Patch",
    "Run the regression tests on the staging server", "Deploy release", "Measure sample",
    "Calibrate the spectrometer", "Record readings", "Discard outliers", "Write report",
    "Interview the candidate", "Draft contract", "Collect references", "Schedule training",
    "Weigh ingredients", "Preheat oven", "Mix dough", "Let it rise for forty minutes", "Bake",
    "Cool on a rack", "Register patient", "Take blood pressure", "Order X-ray", "Review images",
    "Prescribe medication", "Arrange follow-up", "Load training data", "Normalise features",
    "Fit model", "Tune hyperparameters", "Export weights", "Publish dashboard", "Back up database",
    "Close account", "Escalate to manager", "Update ledger", "Print label", "Inspect weld seams",
    "Sort by date of arrival",
)  # fmt: skip
QUESTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("In stock?", ("Yes", "No")), ("Payment approved?", ("Approved", "Declined")),
    ("Is the amount above $250?", ("Yes", "No")), ("Error found?", ("True", "False")),
    ("Valid?", ("Valid", "Invalid")), ("Temperature in the permitted range?", ("Yes", "No")),
    ("Documents complete?", ("Complete", "Missing pages")), ("More items left?", ("Yes", "No")),
    ("Which priority?", ("High", "Medium", "Low")), ("Customer type?", ("New", "Returning")),
    ("Severity level?", ("Critical", "Major", "Minor", "Trivial")), ("Passed?", ("Pass", "Fail")),
    ("Score at least 70?", ("70 or more", "Below 70")), ("Retry allowed?", ("Yes", "No")),
)  # fmt: skip
ACTORS = ("Customer", "Sales", "Warehouse", "Finance department")
LAYERS = (
    ("Web client", "Mobile app", "Partner API"), ("Load balancer", "Gateway"),
    ("Order service", "User service", "Search service", "Billing service"),
    ("Message queue", "Cache"), ("Main database", "Object store", "Audit log"),
)  # fmt: skip


class _Maker:
    """Grows a flow from its entry on; open ends wait for what comes next."""

    def __init__(self, random: Random, structure: str, size: int) -> None:
        self.random, self.structure, self.left = random, structure, size - 2
        self.steps = random.sample(STEPS, len(STEPS))
        self.questions = random.sample(QUESTIONS, len(QUESTIONS))
        self.nodes: list[FlowNode] = []
        self.edges: list[FlowEdge] = []

    def node(self, text: str, kind: FlowKind, figure: Figure) -> str:
        name = f"n{len(self.nodes) + 1}"
        self.nodes.append(FlowNode(name, text, kind, figure))
        return name

    def join(self, ends: list[tuple[str, str]], target: str, kind: str = "") -> None:
        for source, text in ends:
            edge = f"e{len(self.edges) + 1}"
            self.edges.append(FlowEdge(edge, source, target, text, kind))

    def step(self, ends: list[tuple[str, str]]) -> list[tuple[str, str]]:
        kinds: list[tuple[FlowKind, Figure]] = [("process", "rectangle")] * 7
        kinds += [("io", "parallelogram"), ("store", "cylinder"), ("document", "document"),
                  ("subprocess", "double"), ("preparation", "hexagon")]  # fmt: skip
        kind, figure = self.random.choice(kinds)
        name = self.node(self.steps.pop(), kind, figure)
        self.left -= 1
        self.join(ends, name)
        return [(name, "")]

    def block(self, ends: list[tuple[str, str]], budget: int, depth: int) -> list[tuple[str, str]]:
        stop = self.left - budget
        while self.left > stop and self.left > 0:
            room = self.left - stop
            sort = self.random.choice(_SORTS[self.structure])
            if sort == "step" or room < 4 or depth > 2 or not self.questions:
                ends = self.step(ends)
            elif sort == "split":
                ends = self.split(ends, room, depth)
            elif sort == "loop":
                ends = self.loop(ends, room, depth)
            else:
                ends = self.choose(ends, room, depth, sort)
        return ends

    def choose(
        self, ends: list[tuple[str, str]], room: int, depth: int, sort: str
    ) -> list[tuple[str, str]]:
        wide = [q for q in self.questions if (len(q[1]) > 2) == (sort == "switch")]
        text, ways = (wide or self.questions)[0]
        self.questions.remove((text, ways))
        name = self.node(text, "decision", "diamond")
        self.left -= 1
        self.join(ends, name)
        out: list[tuple[str, str]] = []
        for at, way in enumerate(ways):
            if at == len(ways) - 1 and sort == "guard":
                end = self.node(f"{self.steps.pop()} and stop", "end", "stadium")
                self.left -= 1
                self.join([(name, way)], end)
            elif at == len(ways) - 1 and len(ways) == 2 and self.random.random() < 0.4:
                out.append((name, way))
            else:
                share = max(1, (room - 1) // (len(ways) + 1))
                out += self.block([(name, way)], self.random.randint(1, share), depth + 1)
        return out

    def loop(self, ends: list[tuple[str, str]], room: int, depth: int) -> list[tuple[str, str]]:
        yes_no = next((q for q in self.questions if len(q[1]) == 2), None)
        if yes_no is None:
            return self.step(ends)
        self.questions.remove(yes_no)
        name = self.node(yes_no[0], "decision", "diamond")
        self.left -= 1
        self.join(ends, name)
        body = self.block([(name, yes_no[1][0])], max(1, room // 3), depth + 1)
        self.join(body, name, self.random.choice(("", "retry")))
        return [(name, yes_no[1][1])]

    def split(self, ends: list[tuple[str, str]], room: int, depth: int) -> list[tuple[str, str]]:
        fork = self.node("", "fork", "bar")
        self.join(ends, fork)
        out = []
        for _ in range(self.random.randint(2, 3)):
            out += self.block([(fork, "")], max(1, room // 4), depth + 1)
        gather = self.node("", "join", "bar")
        self.join(out, gather)
        return [(gather, "")]


_SORTS = {
    "chain": ("step",),
    "decisions": ("step", "if", "if", "guard"),
    "loops": ("step", "loop", "loop", "if"),
    "switch": ("step", "switch"),
    "parallel": ("step", "split", "if"),
    "lanes": ("step", "step", "if", "loop"),
    "mixed": ("step", "step", "if", "guard", "loop", "switch", "split"),
}


def handmade(seed: int, structure: str = "", size: int = 0, *, colours: bool = True) -> Facts:
    """A flow of that structure and about that many nodes; both by seed where they are not given."""
    random = Random(f"flow/{seed}/{structure}/{size}")
    structure = structure or STRUCTURES[seed % len(STRUCTURES)]
    size = size or random.randint(5, 30)
    made = (
        _architecture(random) if structure == "architecture" else _process(random, structure, size)
    )
    if structure == "lanes":
        made = _laned(made, random)
    if colours:
        made = _dressed(made, random)
    return Facts(made, made)


def _process(random: Random, structure: str, size: int) -> Flow:
    maker = _Maker(random, structure, size)
    round_ends: Figure = random.choice(("stadium", "ellipse"))
    start = maker.node("Start", "start", round_ends)
    ends = maker.block([(start, "")], maker.left, 0)
    maker.join(ends, maker.node("End of process", "end", round_ends))
    title = random.choice(("", "Order handling", "How a request is handled at the help desk"))
    nodes = tuple(
        dataclasses.replace(node, figure=round_ends if node.kind == "end" else node.figure)
        for node in maker.nodes
    )
    return Flow(title, nodes, tuple(maker.edges), (), "n1", "", Provenance("test", "CC0-1.0"))


def _architecture(random: Random) -> Flow:
    first = random.randrange(2)
    rows = [random.sample(layer, random.randint(1, min(3, len(layer)))) for layer in LAYERS[first:]]
    nodes, edges, above = [], [], []
    for depth, row in enumerate(rows):
        here = []
        for text in row:
            figure: Figure = "cylinder" if depth == len(rows) - 1 else "rounded"
            nodes.append(FlowNode(f"n{len(nodes) + 1}", text, "process", figure))
            here.append(nodes[-1].id)
        for source in above:
            for target in here:
                text = random.choice(("", "", "reads", "calls", "writes to"))
                edges.append(FlowEdge(f"e{len(edges) + 1}", source, target, text))
        above = here
    title = "System architecture"
    return Flow(title, tuple(nodes), tuple(edges), (), "", "", Provenance("test", "CC0-1.0"))


def _laned(flow: Flow, random: Random) -> Flow:
    count = random.randint(2, 4)
    lanes = tuple(Category(f"l{at + 1}", ACTORS[at]) for at in range(count))
    here, nodes = 0, []
    for at, node in enumerate(flow.nodes):
        # Every lane is entered; work stays with an actor for a while.
        here = at if at < count else random.randrange(count) if random.random() < 0.35 else here
        nodes.append(dataclasses.replace(node, lane=lanes[here].id))
    return dataclasses.replace(flow, nodes=tuple(nodes), lanes=lanes)


def _dressed(flow: Flow, random: Random) -> Flow:
    """Fills by kind or by accent, borders, or numbers."""
    sort = random.choice(("plain", "plain", "role", "accent", "border", "number", "numeral"))
    names, edges = random.sample(sorted(COLOURS), 4), random.sample(sorted(BORDERS), 2)
    nodes = []
    for at, node in enumerate(flow.nodes):
        change: dict[str, str] = {}
        if node.figure == "bar":
            pass
        elif sort == "role":
            kinds = ("start", "decision", "process")
            change["fill"] = names[kinds.index(node.kind) if node.kind in kinds else 3]
        elif sort == "accent" and at % 5 == 1:
            change["fill"] = names[0]
        elif sort == "border":
            change["border"] = edges[node.kind == "decision"]
        elif sort == "number":
            change["tag"] = str(at + 1)
        elif sort == "numeral":
            change["tag"] = f"S{100 + 10 * at}"
        nodes.append(dataclasses.replace(node, **change))  # type: ignore[arg-type]
    return dataclasses.replace(flow, nodes=tuple(nodes))
