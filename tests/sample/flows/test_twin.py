"""Twins of flowcharts differ by one edit, hold every invariant, and come in either order."""

from __future__ import annotations

import ast
import runpy
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from figloom.blocks import plan
from figloom.errors import RecipeError
from figloom.flows import grammar
from figloom.flows.code_chart import charted
from figloom.flows.invariants import Ways, faults
from figloom.modify.twin import Amid, twin
from figloom.types import Declined, Edit, Flow

hand = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("handmade.py"))))

POSSIBLE = {
    "labels": ("process", "retry", "decision_tree", "program"),
    "target": ("process", "retry", "architecture"),
    "colour": hand.STRUCTURES,
}


def _differ(one: Flow, other: Flow) -> set[str]:
    """Ids of what is not the same in both."""
    found = {a.id for a, b in zip(one.nodes, other.nodes, strict=True) if a != b}
    return found | {a.id for a, b in zip(one.edges, other.edges, strict=True) if a != b}


@pytest.mark.parametrize(
    ("edit", "structure"), [(edit, each) for edit, some in POSSIBLE.items() for each in some]
)
def test_twins_differ_by_one_edit(edit: str, structure: str) -> None:
    flows = hand.some(structure, 60, colours="role" if edit == "colour" else None, nodes=(8, 30))
    firsts: Counter[int] = Counter()
    declined = 0
    for number, flow in enumerate(flows):
        made = twin(flow, hand.shipped(), hand.draw(number), edit=edit)
        if isinstance(made, Declined):
            declined += 1
            continue
        (first, main), (second, other) = made
        assert (first, second) == ("main", "twin")
        firsts[main.shown == flow] += 1
        assert main.shown == other.truth
        assert main.truth == other.shown
        (one,), (back,) = main.edits, other.edits
        assert (one.before, one.after) == (back.after, back.before)
        assert (one.before_id, one.after_id) == (back.after_id, back.before_id)
        assert one.facts == back.facts
        assert isinstance(main.shown, Flow)
        assert isinstance(main.truth, Flow)
        assert _differ(main.shown, main.truth) == set(one.facts)
        assert faults(main.shown) == faults(main.truth) == []
        assert len(one.facts) == (2 if edit == "labels" else 1)
        _edit_says_what_is_shown(edit, main.shown, one.facts[0], one.after)
        if edit == "labels" and structure == "process":
            assert grammar(main.shown)
            assert grammar(main.shown) == grammar(main.truth)
        if edit != "colour" and structure == "program":
            assert {main.shown.language, main.truth.language} == {"python", ""}
    assert declined <= 0.2 * len(flows)
    assert abs(firsts[True] - firsts[False]) <= 2 + declined


def _edit_says_what_is_shown(edit: str, shown: Flow, fact: str, after: str) -> None:
    if edit == "colour":
        assert next(n.fill for n in shown.nodes if n.id == fact) == after
        return
    arrow = next(e for e in shown.edges if e.id == fact)
    text = {n.id: n.text for n in shown.nodes}
    assert (arrow.text if edit == "labels" else text[arrow.target]) == after


def test_conditions_go_with_their_words() -> None:
    seen = 0
    for number, flow in enumerate(hand.some("process", 200)):
        made = twin(flow, hand.shipped(), hand.draw(number), edit="labels")
        if isinstance(made, Declined):
            continue
        facts = made[0][1]
        assert isinstance(facts.shown, Flow)
        assert isinstance(facts.truth, Flow)
        told = [
            {(e.text, e.when) for e in one.edges if e.when} for one in (facts.shown, facts.truth)
        ]
        assert told[0] == told[1]
        seen += bool(told[0])
    assert seen > 20


def _edits(edit: str, amid: Amid) -> Iterator[tuple[Flow, Edit]]:
    """Charts whose twin is edited so, with what was edited."""
    for number, flow in enumerate(hand.some("process", 40, colours="stage", nodes=(12, 30))):
        made = twin(flow, hand.shipped(), hand.draw(number), edit=edit, amid=amid)
        if not isinstance(made, Declined):
            change = next(facts.edits[0] for _, facts in made if facts.truth == flow)
            yield flow, change


def _among(edit: str, flow: Flow, change: Edit) -> bool:
    """Whether what was edited stands among its like."""
    if edit == "colour":
        node = next(node for node in flow.nodes if node.id == change.facts[0])
        return sum((n.fill, n.figure) == (node.fill, node.figure) for n in flow.nodes) > 2
    if edit == "target":
        return sum(edge.target == change.after_id for edge in flow.edges) > 1
    ways, kinds = Ways(flow), {node.id: node.kind for node in flow.nodes}
    decision = next(edge.source for edge in flow.edges if edge.id == change.facts[0])
    return any(kinds[one] == "decision" for one in ways.before(decision) - {decision})


@pytest.mark.parametrize("edit", POSSIBLE)
def test_an_edit_among_its_like(edit: str) -> None:
    shares = {}
    for amid in ("any", "like"):
        told = [_among(edit, *one) for one in _edits(edit, amid)]
        shares[amid] = sum(told) / len(told)
    assert shares["like"] > shares["any"] + 0.1


def test_an_edit_near_by_leads_to_a_neighbour_of_the_old_target() -> None:
    near = {}
    for amid in ("any", "near"):
        found = list(_edits("target", amid))
        near[amid] = sum(
            bool({(one.before_id, one.after_id), (one.after_id, one.before_id)}
                 & {(edge.source, edge.target) for edge in flow.edges})
            for flow, one in found
        ) / len(found)  # fmt: skip
    assert near["near"] > near["any"] + 0.2


@pytest.mark.parametrize("structure", ["participants", "program"])
def test_counts_and_programs_are_not_re_aimed(structure: str) -> None:
    for number, flow in enumerate(hand.some(structure, 20, nodes=(8, 30))):
        made = twin(flow, hand.shipped(), hand.draw(number), edit="target")
        assert isinstance(made, Declined)
        assert "is re-aimed" in made.reason


def _ways(flow: Flow) -> set[tuple[str, str, str]]:
    """Every arrow by the texts of its ends and its own."""
    text = {node.id: node.text for node in flow.nodes}
    return {(text[edge.source], edge.text, text[edge.target]) for edge in flow.edges}


@pytest.mark.parametrize("amid", ["any", "like"])
def test_a_twin_of_a_program_is_the_chart_of_a_function(amid: Amid) -> None:
    sorts: Counter[str] = Counter()
    for number, flow in enumerate(hand.some("program", 80, nodes=(8, 30))):
        made = twin(flow, hand.shipped(), hand.draw(number), edit="labels", amid=amid)
        if isinstance(made, Declined):
            sorts["none"] += 1
            continue
        facts = next(facts for _, facts in made if facts.truth == flow)
        asking = next(e.source for e in flow.edges if e.id == facts.edits[0].facts[0])
        line = next(node.line for node in flow.nodes if node.id == asking)
        tree = ast.parse(flow.program)
        tests = (part for part in ast.walk(tree) if isinstance(part, ast.If | ast.While | ast.For))
        test = next(part for part in tests if part.lineno == line)
        sorts[type(test).__name__] += 1
        if isinstance(test, ast.If):
            # What is done by the one answer is done by the other now.
            test.body, test.orelse = test.orelse or [ast.Pass()], test.body
            yes = next(e.text for e in flow.edges if e.source == asking)
            no = next(e.text for e in flow.edges if e.source == asking and e.text != yes)
            other = charted(ast.unparse(ast.fix_missing_locations(tree)), (yes, no))
            assert isinstance(facts.shown, Flow)
            assert _ways(facts.shown) == _ways(other)
    assert sorts["For"] == 0
    assert sorts["If"] > 50
    assert sorts["While"] > 0
    assert sorts["none"] < 16


def test_stories_are_named_where_another_kind_is_wanted(tmp_path: Path) -> None:
    from figloom.recipe import load

    path = tmp_path / "odd.toml"
    path.write_text(
        'about = "Odd."\nsource = "stories"\ncount = 2\nrender = "node_link"\n'
        '[[block]]\nname = "odd"\nsample = { name = "star", triples = [2, 3] }\n'
        'ask = ["count_triples"]\n'
    )
    recipe = load(str(path))
    with pytest.raises(RecipeError, match="takes a knowledge graph, and 'stories' holds stories"):
        plan(recipe, hand.shipped(), 0, "train", 2)
