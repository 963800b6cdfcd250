"""How a chart looks, as facts: figures by meaning, named fills and borders, tags, a title."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from figloom.errors import RecipeError, unknown
from figloom.flows import BORDERS, COLOURS
from figloom.sample.flows.structures import scheduled
from figloom.seeds import Draw
from figloom.types import Figure, Flow, FlowKind, FlowNode

Named = dict[str, str]
"""A colour for some of the nodes, by id."""

_SLOPPY = 7
"""One in so many charts outlines everything alike."""
_BORDERED = 10
_UNTITLED = 7
_NEAR = (
    {"pink", "red"}, {"pink", "purple"}, {"yellow", "orange"}, {"orange", "red"},
    {"blue", "purple"}, {"orange", "pink"},
)  # fmt: skip
"""Names that people mix up: never two of a pair in one chart."""
_BARS = ("fork", "join")
_OWN: Mapping[FlowKind, Figure] = {
    "decision": "diamond", "io": "parallelogram", "store": "cylinder", "document": "document",
    "subprocess": "double", "preparation": "hexagon", "connector": "circle", "fork": "bar",
    "join": "bar",
}  # fmt: skip
_STEPPED = ("process", "retry", "program")
"""Structures whose nodes are steps; others bear numerals where they are to be numbered."""
_NUMERALS = ((100, 2), (100, 10), (200, 2), (10, 2), (300, 10))
"""First numeral and step, as in patents."""


def checked(colours: str | None, tags: str | None) -> None:
    """RecipeError where an option names a dress that does not exist."""
    ways = (*_FILLS, "border")
    if colours is not None and colours not in ways:
        raise RecipeError(unknown("way of colouring flowcharts called", colours, ways))
    if tags is not None and tags not in _TAGS:
        raise RecipeError(unknown("kind of tags called", tags, _TAGS))


def dressed(
    flow: Flow, draw: Draw, colours: str | None, tags: str | None, meant: bool = False
) -> Flow:
    """The flow with figures, fills, borders and tags; what is not asked for is scheduled. `meant`
    figures always tell the kinds of steps."""
    random = draw.random("dress")
    nodes = _outlined(flow, draw, random, meant)
    rare = scheduled(draw, "flow/borders", _BORDERED) == 0 and colours in (None, "none")
    bordered = colours == "border" or rare
    mode = "none" if bordered else colours or _colouring(flow, draw)
    fills = _FILLS[mode](replace(flow, nodes=nodes), random)
    borders = _accent(flow, random, tuple(BORDERS)) if bordered else {}
    kind = (
        tags
        or ("steps", "numerals", "none", "none", "none", "none")[scheduled(draw, "flow/tags", 6)]
    )
    if kind == "steps" and flow.structure not in _STEPPED:
        kind = "numerals"
    tagged = _TAGS[kind](flow, random)
    titled = scheduled(draw, "flow/title", _UNTITLED) > 0
    return replace(
        flow,
        title=flow.title if titled else "",
        nodes=tuple(
            replace(
                node,
                fill=fills.get(node.id, ""),
                border=borders.get(node.id, ""),
                tag=tagged.get(node.id, ""),
            )
            for node in nodes
        ),
    )


def _outlined(flow: Flow, draw: Draw, random: Random, meant: bool) -> tuple[FlowNode, ...]:
    box: Figure = random.choice(("rectangle", "rectangle", "rounded"))
    # A stadium beside rounded boxes would be one of them to many readers.
    oval: Figure = "ellipse" if box == "rounded" else random.choice(("stadium", "ellipse"))
    own = dict(_OWN) | dict.fromkeys(("start", "end"), oval)
    if flow.structure == "participants":
        own = dict.fromkeys(("start", "end"), box)
    elif flow.structure == "decision_tree":
        # Advice is a box as often as it is an end.
        own["end"] = random.choice((box, box, own["end"]))
    if not meant and scheduled(draw, "flow/figures", _SLOPPY) == 0:
        own, box = {"fork": "bar", "join": "bar"}, "rounded"
    return tuple(replace(node, figure=own.get(node.kind, box)) for node in flow.nodes)


def _colouring(flow: Flow, draw: Draw) -> str:
    place = scheduled(draw, "flow/colours", 10)
    if flow.lanes and place in (0, 1, 2):
        return "lane"
    return ("stage", "stage", "stage", "role", "role", "role", "accent", "accent", "none", "none")[
        place
    ]


def _palette(count: int, random: Random) -> list[str]:
    """So many colours that nobody mixes up."""
    while True:
        found: list[str] = []
        for name in random.sample(tuple(COLOURS), len(COLOURS)):
            if len(found) < count and not any({name, other} in _NEAR for other in found):
                found.append(name)
        if len(found) == count:
            return found


def _worded(flow: Flow) -> list[FlowNode]:
    return [node for node in flow.nodes if node.kind not in _BARS]


def _none(flow: Flow, random: Random) -> Named:
    return {}


def _role(flow: Flow, random: Random) -> Named:
    """One colour for each meaning; often some meanings share one, or have none."""
    roles: dict[str, list[str]] = {}
    for node in _worded(flow):
        rare = node.kind not in ("start", "end", "process", "decision")
        role = "end" if node.kind == "start" else "other" if rare else node.kind
        roles.setdefault(role, []).append(node.id)
    palette = _palette(min(4, max(2, len(roles) - random.randint(0, 1))), random)
    names = [*palette[: len(roles)], *random.choices(palette, k=max(0, len(roles) - len(palette)))]
    random.shuffle(names)
    if len(roles) > 2 and random.random() < 0.3:
        names[random.randrange(len(names))] = ""
    return {node: name for name, ids in zip(names, roles.values(), strict=True) for node in ids}


def _stage(flow: Flow, random: Random) -> Named:
    """A colour for each stretch of the chart, as whoever draws by phases does."""
    nodes = [node.id for node in _worded(flow)]
    many = min(len(nodes), random.choice((2, 3, 3, 4)))
    even = [len(nodes) * turn / many for turn in range(1, many)]
    cuts = [round(cut + random.uniform(-0.3, 0.3) * len(nodes) / many) for cut in even]
    palette = _palette(len(cuts) + 1, random)
    return {node: palette[sum(cut <= at for cut in cuts)] for at, node in enumerate(nodes)}


def _accent(flow: Flow, random: Random, names: tuple[str, ...] = ()) -> Named:
    """One or a few nodes stand out; with fills, the others may share a pale ground."""
    nodes = [node.id for node in _worded(flow)]
    odd = random.sample(nodes, min(len(nodes), random.choice((1, 2, 2, 3))))
    if names:
        return dict.fromkeys(odd, random.choice(names))
    accent, ground, second = _palette(3, random)
    found = dict.fromkeys(nodes, ground) if random.random() < 0.5 else {}
    found |= dict.fromkeys(odd, accent)
    if len(odd) > 2:
        found[odd[-1]] = second
    return found


def _lane(flow: Flow, random: Random) -> Named:
    """A colour for each lane; without lanes, for each stage."""
    if not flow.lanes:
        return _stage(flow, random)
    palette = _palette(len(flow.lanes), random)
    names = dict(zip((lane.id for lane in flow.lanes), palette, strict=True))
    return {node.id: names[node.lane] for node in _worded(flow)}


def _steps(flow: Flow, random: Random) -> Named:
    kinds = ("start", "end", *_BARS, "connector")
    inner = [node.id for node in flow.nodes if node.kind not in kinds]
    return {node: str(number + 1) for number, node in enumerate(inner)}


def _numerals(flow: Flow, random: Random) -> Named:
    first, step = random.choice(_NUMERALS)
    letter = random.choice(("", "", "S"))
    return {
        node.id: f"{letter}{first + step * number}" for number, node in enumerate(_worded(flow))
    }


_FILLS: Mapping[str, Callable[[Flow, Random], Named]] = {
    "role": _role, "stage": _stage, "accent": _accent, "lane": _lane, "none": _none,
}  # fmt: skip
_TAGS: Mapping[str, Callable[[Flow, Random], Named]] = {
    "steps": _steps, "numerals": _numerals, "none": _none,
}  # fmt: skip
