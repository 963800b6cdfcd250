"""Flowcharts by the second path: every pattern found again, and seeded faults, all found."""

from __future__ import annotations

import ast
import copy
import runpy
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import networkx as nx
import pytest

import figloom.audit
from figloom import recipe
from figloom.ask.flows.reading import Reading
from figloom.audit import flows_rules, items, record
from figloom.audit.flows_case import Case
from figloom.audit.flows_expressions import worth
from figloom.audit.flows_runs import Runs
from figloom.audit.flows_when import met, value
from figloom.audit.labels import Faulty
from figloom.audit.walk import audit
from figloom.flows import holds
from figloom.flows.labels import quantity
from figloom.sample.flows.structures import structures
from figloom.seeds import Draw
from figloom.shards import Job
from figloom.types import Picture

sys.path.insert(0, str(Path(__file__).parents[1] / "quality"))

from flows_made import asked, patterns, plain, row, sampled, twins
from flows_twice import drawn, looked

_HERE = Path(__file__).parent
grown = runpy.run_path(str(_HERE / "flows_grown.py"))["grown"]
_MUTATIONS = {
    name: mutation
    for file in ("mutated_flows.py", "mutated_flow_facts.py", "mutated_flowcharts.py")
    for name, mutation in runpy.run_path(str(_HERE / file))["MUTATIONS"].items()
}
_RECIPE = """
about = "Flowcharts, for the audit."
source = "stories"
count = 12
attempts = 8
render = "flow"

[[block]]
name = "plain"
sample = { name = "flow", structure = "process" }
modify = "keep"
ask = ["several"]

[[block]]
name = "twins"
sample = { name = "flow", structure = "retry" }
modify = { name = "twin", edit = "labels" }
ask = ["reason_branch"]
"""
Rows = list[dict[str, Any]]


def _draw(block: str, slot: int) -> Draw:
    return Draw(1, "flows", "train", block, slot, slot)


def _found(rows: Rows) -> Counter[str]:
    found = Counter[str]()
    for one in rows:
        try:
            found.update(kind for kind, _ in record.faults(one, record.case_of(one)))
        except Faulty:
            found["facts contradict themselves"] += 1
    found.update(fault[0] for _, fault in items.faults(rows))
    return found


def _items() -> Iterator[Rows]:
    """Charts of every structure, drawn where they can be, and twins."""
    for structure, kind in structures().items():
        for slot in range(9 if kind.laned else 5):
            draw = _draw(structure, slot)
            flow = sampled(structure, draw)
            if flow is None:
                continue
            picture = drawn(flow, draw)
            assert picture is None or isinstance(picture, Picture)
            questions = tuple(asked(plain(flow), picture, draw))
            yield [row(plain(flow), questions, draw, picture)]
            yield from twins(flow, draw)


@pytest.fixture(scope="session")
def made() -> list[Rows]:
    return list(_items())


def test_sampled_charts_are_clean(made: list[Rows]) -> None:
    assert sum(rows[0]["image"] is not None for rows in made) > 15
    for rows in made:
        assert not _found(rows), rows[0]["key"]


@pytest.mark.parametrize("seed", range(12))
def test_odd_charts_are_clean(seed: int) -> None:
    flow, draw = grown(seed, lanes=seed % 2 == 0), _draw("grown", seed)
    questions = tuple(asked(plain(flow), None, draw))
    assert len(questions) > 20
    one = row(plain(flow), questions, draw)
    assert not list(record.faults(one, record.case_of(one)))


def test_a_build_is_clean(tmp_path: Path, untried: Callable[[Job, Path], Path]) -> None:
    path = tmp_path / "flowcharts.toml"
    path.write_text(_RECIPE, "utf-8")
    text = recipe.load(str(path), None).text
    job = Job(name="flowcharts", text=text, source=None, seed=5, split="train", count=12)
    findings = audit([untried(job, tmp_path / "built")])
    assert findings.clean, findings.lines()
    assert findings.seen["pictures"] >= 12


def test_every_pattern_has_a_routine() -> None:
    assert flows_rules.ROUTINES.keys() == patterns().keys()


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", _MUTATIONS)
def test_mutation_of_a_flowchart_is_caught(name: str, seed: int, made: list[Rows]) -> None:
    mutate, kinds = _MUTATIONS[name]
    random = Random(f"{name}/{seed}")
    for rows in random.sample(made, len(made)):
        changed = copy.deepcopy(rows)
        if mutate(changed, random):
            break
    else:
        raise AssertionError("no item has a place for it")
    more = _found(changed) - _found(rows)
    assert {*more} & kinds, f"{rows[0]['key']}: found {dict(more) or 'nothing'}"


def test_there_are_enough_mutations() -> None:
    assert len(_MUTATIONS) >= 50


def test_nothing_that_answers_is_imported() -> None:
    """Of what flows mean, only names of colours and figures are shared."""
    for module in Path(str(figloom.audit.__file__)).parent.glob("flows_*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "figloom.flows":
                assert {alias.name for alias in node.names} <= {"COLOURS", "BORDERS", "FIGURES"}
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert not name.startswith(
                    ("figloom.flows.", "figloom.stories")
                ), f"{module.name}: {name}"  # fmt: skip


def _case(*edges: tuple[str, str], **kinds: str) -> Runs:
    nodes = dict.fromkeys((end for pair in edges for end in pair), "process") | kinds
    return Runs("s", nodes, {f"{a}-{b}": (a, b) for a, b in edges})


def test_a_join_waits_for_all_its_branches() -> None:
    runs = _case(("s", "f"), ("f", "a"), ("f", "b"), ("a", "j"), ("b", "j"), ("j", "e"),
                 f="fork", j="join")  # fmt: skip
    assert runs.before("a", "e")
    assert runs.before("b", "e")
    assert not runs.before("a", "b")
    assert runs.together("a", "b")
    assert not runs.alone("a", "b")


def test_of_two_arrows_of_one_branch_a_join_waits_for_one() -> None:
    runs = _case(("s", "f"), ("f", "d"), ("f", "b"), ("d", "a"), ("a", "j"), ("d", "j"), ("b", "j"),
                 ("j", "e"), f="fork", j="join", d="decision")  # fmt: skip
    assert not runs.before("a", "e")
    assert runs.before("d", "e")
    assert runs.before("b", "e")
    assert runs.alone("b", "a")
    assert runs.together("a", "b")


def test_answers_exclude_each_other() -> None:
    runs = _case(("s", "d"), ("d", "a"), ("d", "b"), ("a", "e"), ("b", "e"), d="decision")
    assert not runs.together("a", "b")
    assert not runs.before("a", "e")


def test_a_join_without_a_fork_is_refused() -> None:
    with pytest.raises(Faulty, match="nothing has split"):
        _case(("s", "j"), ("j", "e"), j="join").without("e")


def test_a_way_back_into_a_fork_is_refused_at_once() -> None:
    """Each time around splits anew: without a bound there is always more under way."""
    runs = _case(("s", "f"), ("f", "a"), ("f", "b"), ("a", "f"), ("b", "j"), ("j", "e"),
                 f="fork", j="join")  # fmt: skip
    with pytest.raises(Faulty, match="than there are arrows"):
        runs.without("e")


def test_runs_agree_with_dominators_where_nothing_is_parallel(made: list[Rows]) -> None:
    compared = 0
    for rows in made:
        shown = rows[0]["facts"]["shown"]
        case = Case(shown, [], False)
        kinds = {node["kind"] for node in shown["nodes"]}
        if not shown["entry"] or "fork" in kinds or shown["structure"] == "participants":
            continue
        above = nx.immediate_dominators(nx.DiGraph(case.arrows), shown["entry"])
        for step in case.nodes:
            chain, at = set[str](), step
            while at != shown["entry"]:
                at = above[at]
                chain.add(at)
            assert {one for one in case.nodes if case.runs.before(one, step)} == chain
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("seed", range(40))
def test_runs_agree_with_what_questions_hold_to_be_passed(seed: int) -> None:
    flow = grown(seed)
    reading = Reading(flow, None)
    case = Case(row(plain(flow), (), _draw("grown", seed))["facts"]["shown"], [], False)
    for node in reading.named:
        mine = {one["id"] for one in case.named if case.runs.before(one["id"], node.id)}
        assert {one for one in reading.passed[node.id] if one in case.texts.values()} == mine


@pytest.mark.parametrize("seed", range(30))
def test_conditions_are_worked_out_alike(seed: int) -> None:
    random = Random(f"conditions/{seed}")

    def made(depth: int) -> str:
        if depth == 0:
            signs = (" < ", " <= ", " > ", " >= ", " == ", " != ")
            parts = [random.choice(("x", "y", "3", "2.5", "-1")) for _ in range(3)]
            told = parts[0] + random.choice(signs) + parts[1]
            return (
                told + random.choice((" < ", " <= ")) + parts[2] if random.random() < 0.3 else told
            )
        sort = random.choice(("and", "or", "not"))
        if sort == "not":
            return f"not ({made(depth - 1)})"
        return f"({made(depth - 1)}) {sort} {made(depth - 1)}"

    for _ in range(30):
        condition = made(random.randint(0, 3))
        values = {"x": random.choice((2.0, 3.0, 2.5)), "y": random.choice((-1.0, 3.0))}
        assert met(condition, values) is holds(condition, values), condition


@pytest.mark.parametrize(
    ("text", "comes_to"),
    [
        ("7 - 2 - 1", 4),
        ("2 + 3 * 4 % 5", 4),
        ("-7 // 2", -4),
        ("max(3, 1 + 4)", 5),
        ("(1 + 2) * 3", 9),
    ],
)
def test_sums(text: str, comes_to: int) -> None:
    assert worth(text, {}) == comes_to


@pytest.mark.parametrize("text", ["x <", "2 2", "(1", "open('a')", "x ! 3", "1 // 0"])
def test_what_is_no_expression(text: str) -> None:
    with pytest.raises(Faulty):
        worth(text, {"x": 1.0})


@pytest.mark.parametrize("unit", ["$", "%", "", "days", "km per hour"])
@pytest.mark.parametrize("number", [0.0, 1.0, 12.0, 2.5, 1250.0, 1250000.0])
def test_quantities_are_read_back(number: float, unit: str) -> None:
    variable = {"name": "it", "unit": unit, "low": 0.0, "high": 2e6, "step": 0.5}
    assert value(quantity(number, unit), variable) == number


@pytest.mark.parametrize(
    "told", ["$5", "3 weeks", "five days", "11.7 days", "900 days", "1 days", "2 day"]
)
def test_quantities_that_make_no_sense(told: str) -> None:
    with pytest.raises(Faulty):
        value(told, {"name": "it", "unit": "days", "low": 0.0, "high": 90.0, "step": 0.5})


@pytest.mark.slow
def test_ten_thousand_questions_are_answered_alike() -> None:
    counts, found, examples = looked(10_000)
    assert not found, examples
    assert counts["questions"] >= 10_000
