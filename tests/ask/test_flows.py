"""Questions about flowcharts: what each pattern finds to ask in a chart whose answers are known."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from figloom.ask.flows import telling
from figloom.ask.flows.asking import Claim, Pattern
from figloom.ask.flows.locate_places import attached, direction
from figloom.ask.flows.reading import Reading
from figloom.errors import RecipeError
from figloom.registry import plugins
from figloom.score import score
from figloom.seeds import Draw
from figloom.types import (
    Declined,
    Edit,
    Facts,
    Flow,
    FlowEdge,
    FlowNode,
    Graph,
    Provenance,
    Question,
)
from figloom.wording import wordings

shop = runpy.run_path(str(Path(__file__).with_name("parcel.py")))["shop"]
PATTERNS = {
    name: one for name, one in plugins("ask").items() if ".ask.flows." in one.call.__module__
}


def pattern(name: str) -> Pattern:
    module = import_module(PATTERNS[name].call.__module__)
    found = [v for v in vars(module).values() if isinstance(v, Pattern) and v.subtask == name]
    return found[0]


def claims(name: str, flow: Flow | None = None) -> list[Claim]:
    return list(pattern(name).claims(Reading(flow or shop(), None)))


def said(name: str, flow: Flow | None = None) -> dict[tuple[str, ...], Any]:
    """Answers by what fills the wording, without the quotation marks."""
    return {
        tuple(word.strip("“”") for word in claim.words.values()): claim.answer
        for claim in claims(name, flow)
    }


def draw(slot: int) -> Draw:
    return Draw(7, "test", "train", "b", slot, slot)


def asked(name: str, slots: Iterable[int], flow: Flow | None = None) -> list[Question]:
    facts = Facts(flow or shop(), flow or shop())
    made = (PATTERNS[name].call(facts, None, draw(slot)) for slot in slots)
    return [one for some in made if not isinstance(some, Declined) for one in some]


def test_next_steps_go_through_bars() -> None:
    here = Reading(shop(), None)
    assert here.after("n3") == ("n4", "n5", "n6")
    assert here.before("n7") == ("n5", "n6")
    assert here.after("n11") == ("n10", "n12")


def test_a_join_waits_for_both_branches() -> None:
    passed = Reading(shop(), None).passed
    assert {"n1", "n2", "n3", "n5", "n6", "n7", "n8", "n10", "n11"} <= passed["n12"]
    assert "n9" not in passed["n12"]
    assert passed["n4"] == {"n1", "n2", "n3"}


def test_parted_participants_have_no_one_way() -> None:
    flow = shop()
    parted = replace(flow, edges=(*flow.edges, replace(flow.edges[0], id="x", target="n7")))
    assert not any(Reading(parted, None).passed.values())


@pytest.mark.parametrize(
    ("name", "words", "answer"),
    [
        ("verify_branch", ("Over 5 kg?", "Heavy", "Call a van"), True),
        ("verify_branch", ("Over 5 kg?", "Heavy", "Seal box"), False),
        ("verify_branch", ("Seal tight?", "Leaks", "Seal box"), True),
        ("verify_direct", ("Order arrives", "Read order"), True),
        ("verify_direct", ("Read order", "Weigh parcel"), None),
        ("verify_direct", ("Call a van", "Seal tight?"), False),
        ("verify_before", ("Print label", "Seal box"), True),
        ("verify_before", ("Seal box", "Print label"), False),
        ("verify_before", ("Call a van", "Seal box"), None),
        ("verify_required", ("Print label", "Seal box"), True),
        ("verify_required", ("Call a van", "Seal box"), False),
        ("verify_reach", ("Read order", "Seal box"), True),
        ("verify_reach", ("Seal tight?", "Weigh parcel"), False),
        ("verify_return", ("Seal tight?", "Seal box"), True),
        ("verify_return", ("Seal tight?", "Weigh parcel"), False),
        ("verify_outcome", ("Over 5 kg?", "Light", "Seal tight?", "Holds", "Parcel sent"), True),
        ("verify_outcome", ("Over 5 kg?", "Light", "Seal tight?", "Holds", "Seal box"), False),
        ("verify_lane", ("Seal box", "Store"), True),
        ("verify_lane", ("Seal box", "Office"), False),
        ("extract_figure", ("parallelogram",), ("Read order",)),
        ("extract_figure", ("diamonds",), ("Item in stock?", "Over 5 kg?", "Seal tight?")),
        ("extract_colour", ("pink",), ("Order arrives", "Order refused", "Parcel sent")),
        ("extract_colour_figure", ("green", "rectangles"), ("Print label", "Seal box")),
        ("extract_colour_figure", ("pink", "ovals"), None),
        ("extract_border", ("red",), ("Print label", "Fetch goods")),
        ("extract_first", ("first", "diamond"), ("Item in stock?",)),
        ("extract_first", ("last", "diamond"), ("Seal tight?",)),
        ("extract_ends", (), ("Order refused", "Parcel sent")),
        ("extract_tag", ("20",), ("Item in stock?",)),
        ("extract_word", ("order",), ("Order arrives", "Read order", "Order refused")),
        ("extract_word", ("seal",), ("Seal box", "Seal tight?")),
        ("extract_arrow", ("Over 5 kg?", "Call a van"), ("Heavy",)),
        ("extract_answers", ("Seal tight?",), ("Leaks", "Holds")),
        ("extract_lanes", (), ("Office", "Store")),
        ("locate_next", ("Item in stock?",), ("Order refused", "Print label", "Fetch goods")),
        ("locate_next", ("Call a van",), ("Seal box",)),
        ("locate_previous", ("Seal box",), ("Over 5 kg?", "Call a van", "Seal tight?")),
        ("locate_around", ("Call a van",), (("previous", "Over 5 kg?"), ("next", "Seal box"))),
        ("locate_common", ("Print label", "Fetch goods"), "Item in stock?"),
        ("locate_neighbours", ("Call a van",), ("Over 5 kg?", "Seal box")),
        ("locate_arrows", ("Seal box", "enter"), 3),
        ("locate_arrows", ("Seal box", "leave"), 1),
        ("locate_connected", ("Call a van", "Seal box"), True),
        ("locate_connected", ("Weigh parcel", "Call a van"), False),
        ("locate_connected", ("Print label", "Weigh parcel"), None),
        ("locate_lane", ("Order refused",), "Office"),
        ("reason_branch", ("Item in stock?", "No"), "Order refused"),
        ("reason_branch", ("Item in stock?", "Yes"), None),
        ("reason_value", ("Over 5 kg?", "the parcel's weight", "5 kg"), "Seal box"),
        ("reason_value", ("Over 5 kg?", "the parcel's weight", "6 kg"), "Call a van"),
        ("reason_inverse", ("Item in stock?", "Seal box"), ("Yes",)),
        ("reason_inverse", ("Over 5 kg?", "Seal box"), None),
        ("reason_passed", ("Order refused",), ("Read order", "Item in stock?")),
        ("reason_next", ("Read order",), "Item in stock?"),
        ("reason_repeated", ("Seal box",), "Seal tight?"),
        ("reason_leaving", ("Seal tight?",), "Holds"),
        ("reason_between", ("Order arrives", "Item in stock?"), 1),
        ("reason_between", ("Over 5 kg?", "Parcel sent"), 2),
        ("reason_waits", ("Weigh parcel",), ("Print label", "Fetch goods")),
        ("reason_who", ("Seal box",), "Store"),
    ],
)
def test_what_is_asked_and_answered(name: str, words: tuple[str, ...], answer: Any) -> None:
    assert said(name).get(words) == answer


def test_conditions_in_turn() -> None:
    found = said("reason_conditions")
    key = ("Over 5 kg?” is answered “Light” and “Seal tight?” is answered “Holds",)
    assert found[key] == "Parcel sent"
    # Behind “Yes” the way parts at a fork, so no second decision follows it.
    assert all("Item in stock?" not in key[0] for key in found)


def widened() -> Flow:
    """The shop with two steps on each branch of the split and with a step for each answer about
    the weight."""
    flow = shop()
    more = ("Stick on label", "Count goods", "Carry out")
    nodes = [*flow.nodes, *(FlowNode(f"m{at}", text, "process", "rectangle", "green", "l2")
                            for at, text in enumerate(more))]  # fmt: skip
    moved = {("n5", "j"): "m0", ("n6", "j"): "m1", ("n8", "n10"): "m2"}
    edges = []
    for edge in flow.edges:
        by = moved.get((edge.source, edge.target))
        edges.append(replace(edge, target=by) if by else edge)
        if by:
            edges.append(FlowEdge(f"{edge.id}m", by, edge.target))
    return replace(flow, nodes=tuple(nodes), edges=tuple(edges))


def test_two_steps_of_a_branch_follow_each_other_and_run_beside_those_of_another() -> None:
    assert not claims("verify_parallel")
    found = said("verify_parallel", widened())
    assert found[("Print label", "Fetch goods")] is True
    assert found[("Count goods", "Print label")] is True
    assert found[("Print label", "Stick on label")] is False
    assert found[("Count goods", "Fetch goods")] is False
    assert len(found) == 12


@pytest.mark.parametrize(
    ("name", "sure"), [("verify_unavoidable", True), ("reason_blocked", False)]
)
def test_each_answer_makes_sure_of_a_step_and_passes_another_by(name: str, sure: bool) -> None:
    assert not claims(name)
    found = said(name, widened())
    heavy, light = (("Over 5 kg?", answer) for answer in ("Heavy", "Light"))
    assert found == {
        (*heavy, "Call a van", "Parcel sent"): sure, (*heavy, "Carry out", "Parcel sent"): not sure,
        (*light, "Call a van", "Parcel sent"): not sure, (*light, "Carry out", "Parcel sent"): sure,
    }  # fmt: skip


@pytest.mark.parametrize("name", ["verify_parallel", "verify_unavoidable", "reason_blocked"])
def test_every_name_stands_in_as_much_that_is_true_as_that_is_false(name: str) -> None:
    by_quartet: dict[str, list[Claim]] = {}
    for claim in claims(name, widened()):
        by_quartet.setdefault(claim.about, []).append(claim)
    for some in by_quartet.values():
        seen = {truth: Counter((place, word) for claim in some if claim.answer is truth
                               for place, word in claim.words.items())
                for truth in (True, False)}  # fmt: skip
        shares = [{key: many / sum(one.values()) for key, many in one.items()}
                  for one in seen.values()]  # fmt: skip
        assert shares[0] == shares[1]


def test_figures_of_one_name_are_not_asked_about() -> None:
    flow = shop()
    nodes = tuple(
        replace(node, figure="stadium") if node.id == "n12" else node for node in flow.nodes
    )
    both = replace(flow, nodes=nodes)
    for name in ("extract_figure", "extract_colour_figure", "extract_first", "extract_beside"):
        assert not claims(name, both)


def test_summaries_tell_all_of_it_and_score_in_full() -> None:
    for name in ("summarise_process", "summarise_steps", "summarise_decisions", "summarise_lanes"):
        (question,) = asked(name, [0])
        verdict = score(question, question.accepted[0])
        assert (verdict.outcome, verdict.score) == ("right", 1.0), (name, verdict.why)


@pytest.mark.parametrize("name", sorted(set(PATTERNS) - {"several"}))
def test_the_answer_is_right_and_its_negatives_are_wrong(name: str) -> None:
    from figloom.emit.answers import answer_text

    for question in asked(name, range(12)):
        if question.kind == "unknown":
            continue
        assert score(question, answer_text(question)).outcome == "right"
        for negative in question.negatives:
            other = replace(question, answer=negative.answer, accepted=())
            assert score(question, answer_text(other)).outcome == "wrong", negative


@pytest.mark.parametrize("name", [name for name in PATTERNS if name.startswith("verify_")])
def test_statements_are_true_and_false_by_turns(name: str) -> None:
    found = asked(name, range(200))
    if found:
        assert 0.4 <= sum(bool(one.answer) for one in found) / len(found) <= 0.6


def twins() -> tuple[Facts, Facts]:
    """Two charts that differ in the answers at one decision."""
    flow = shop()
    swapped = {"Heavy": "Light", "Light": "Heavy"}
    other = replace(
        flow,
        edges=tuple(replace(e, text=swapped.get(e.text, e.text)) for e in flow.edges),
        language="",
    )
    edit = Edit("labels", ("e11", "e12"), "", "", "swapped")
    return Facts(flow, other, (edit,)), Facts(other, flow, (edit,))


@pytest.mark.parametrize(
    "name", ["verify_branch", "verify_outcome", "extract_arrow", "reason_branch"]
)
def test_twins_are_asked_the_same_and_answer_differently(name: str) -> None:
    one, two = twins()
    for slot in range(20):
        first, second = (PATTERNS[name].call(facts, None, draw(slot)) for facts in (one, two))
        if isinstance(first, Declined):
            assert isinstance(second, Declined)
            continue
        assert first[0].text == second[0].text
        assert first[0].answer != second[0].answer


def test_twins_without_a_difference_are_declined() -> None:
    one, _ = twins()
    assert isinstance(PATTERNS["extract_lanes"].call(one, None, draw(0)), Declined)
    assert isinstance(PATTERNS["locate_side"].call(one, None, draw(0))[0], Question)


def test_several_are_all_different() -> None:
    (first, *others) = asked("several", [3])
    names = [first.subtask, *(one.subtask for one in others)]
    assert len(set(names)) == len(names) == 6
    assert len({name.split("_")[0] for name in names}) == 5


def test_words_of_every_pattern() -> None:
    for name in set(PATTERNS) - {"several"}:
        for claim in claims(name):
            known = wordings("flows", claim.wording or name)
            assert len(known) >= 6
            assert len({one.fill(**claim.words) for one in known}) == len(known)


def test_a_map_is_refused() -> None:
    graph = Graph((), (), (), "", Provenance("handmade", "none"))
    with pytest.raises(RecipeError, match="flowcharts"):
        PATTERNS["locate_next"].call(Facts(graph, graph), None, draw(0))


@pytest.mark.parametrize(
    ("other", "side"),
    [
        ((100, 0, 120, 20), "right"),
        ((-100, 5, -50, 25), "left"),
        ((0, 60, 20, 80), "below"),
        ((5, -80, 25, -60), "above"),
        ((60, 60, 80, 80), None),
        ((10, 5, 200, 15), None),
    ],
)
def test_directions_need_a_margin(other: tuple[float, ...], side: str | None) -> None:
    assert direction((0, 0, 20, 20), other) == side  # type: ignore[arg-type]


def test_a_line_at_a_corner_has_no_side() -> None:
    box = (0.0, 0.0, 40.0, 20.0)
    assert attached(box, (40, 11)) == "right"
    assert attached(box, (20, 20)) == "below"
    assert attached(box, (40, 20)) is None


_ASK_ALL = """
from hashlib import sha256
from figloom.registry import find, plugins
from figloom.sample.flows.structures import structures
from figloom.seeds import Draw
from figloom.types import Declined, Facts

source, sample = find("read", "stories", "t").call(), find("sample", "flow", "t").call
asks = [p for p in plugins("ask").values() if ".ask.flows." in p.call.__module__]
told = []
for name in structures():
    for slot in range(12):
        draw = Draw(5, "t", "train", name, slot, slot)
        flow = sample(source, draw, structure=name)
        told.append(repr(flow))
        if not isinstance(flow, Declined):
            told += [repr(p.call(Facts(flow, flow), None, draw)) for p in asks]
print(sha256("".join(told).encode()).hexdigest())
"""


def test_charts_and_questions_are_equal_in_another_process() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", _ASK_ALL], check=True, capture_output=True, text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(found) == 1


def test_no_telling_makes_a_process_of_an_architecture() -> None:
    nodes = tuple(FlowNode(name, f"Part {name}", "process", "rectangle") for name in "abc")
    edges = (FlowEdge("e1", "a", "b", ""), FlowEdge("e2", "a", "c", ""))
    chart = Flow("", nodes, edges, (), "", "", Provenance("test", "CC0-1.0"),
                 structure="architecture")  # fmt: skip
    told = telling.told(Reading(chart, None))
    assert "“Part a” leads to “Part b” and “Part c”." in told
    assert "process" not in told
    assert "steps are taken" not in told


@pytest.mark.parametrize("pattern", ["summarise_process", "verify_direct", "locate_around"])
def test_words_fit_charts_that_are_no_process(pattern: str) -> None:
    for wording in wordings("flows", pattern):
        assert "process" not in wording.text, wording
        assert "happens" not in wording.text, wording
