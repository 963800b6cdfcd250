"""ChartBench's twelve defects (7.1 to 7.12 of its reference), each a rule that is kept here."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import replace

import pytest
from charts_made import Made, Pair, make_all, pairs, parts
from charts_texts import numeral, slots

from figloom import files
from figloom import recipe as recipes
from figloom.ask.charts.compare import compare
from figloom.ask.charts.readings import Reading, readings
from figloom.ask.charts.recognise import _beside, _matches, confusable
from figloom.ask.charts.ruler import NEAR, STEPS, TOLERANCE, ruler
from figloom.ask.charts.value import comparable
from figloom.charts import called, charts
from figloom.score import score
from figloom.seeds import Draw
from figloom.types import (
    Category,
    Cell,
    Declined,
    Facts,
    Grid,
    Provenance,
    Question,
    Scoring,
    Series,
    Tree,
)

SEED = 21
EACH = 8
TYPES = ("area_percent", "bar_percent", "line", "bar_line", "line_line", "pie", "sunburst",
         "treemap", "scatter", "bar_grouped", "radar_multi")  # fmt: skip
PERCENT = ("area_percent", "bar_percent")
TREES = ("sunburst", "treemap")


@pytest.fixture(scope="module")
def made() -> list[Made]:
    return make_all(parts("train", EACH, SEED, ("faker",), TYPES), processes=1)


@pytest.fixture(scope="module")
def found(made: list[Made]) -> list[Pair]:
    return list(pairs(made))


def of_type(made: list[Made], *types: str) -> list[Grid]:
    grids = [r.facts.shown for one in made if one.part.chart in types for r in one.records]
    assert grids
    return grids  # type: ignore[return-value]


def number(answer: float, tolerance: float) -> Question:
    scoring = Scoring("number", (("tolerance", tolerance),))
    return Question(
        text="?", answer=answer, kind="number", scoring=scoring, family="charts", task="number",
        subtask="read_number", wording="",
    )  # fmt: skip


def right(question: Question, reply: str) -> bool:
    return score(question, reply).outcome == "right"


def test_7_1_percent_is_a_share_of_the_stack_not_of_the_series(made):
    for grid in of_type(made, *PERCENT):
        stacks: dict[str, float] = {}
        for cell in grid.cells:
            stacks[cell.category] = stacks.get(cell.category, 0.0) + (cell.value or 0.0)
        assert len(grid.series) > 1
        assert all(total == pytest.approx(100, abs=1e-6) for total in stacks.values()), stacks
        assert {one.unit for one in grid.series} == {"%"}
        # What is read off is that share, and not the series' own over the categories.
        value = {cell.id: cell.value for cell in grid.cells}
        facts = next(r.facts for m in made for r in m.records if r.facts.shown is grid)
        assert all(one.value == value[one.fact] for one in readings(facts, None))


def test_7_2_no_pair_is_identical_and_none_is_tied(found):
    assert found
    for pair in found:
        first, second = pair.questions
        assert first.text != second.text
        assert {first.answer, second.answer} == {True, False}
        if first.task == "value":
            one, other = (numeral(slots(question)["value"]) for question in pair.questions)
            assert one != other


@pytest.mark.parametrize("told", ["no", "No.", "NO"])
def test_7_3_yes_and_no_are_words_not_sets_of_characters(told):
    asked = replace(number(0, 0), answer=False, kind="yes_no", scoring=Scoring("yes_no"))
    assert right(asked, told)
    assert not right(replace(asked, answer=True), told)
    assert not right(asked, "Yes")


def test_7_3_the_tolerance_is_of_the_truth_and_numbers_are_read():
    asked = number(100, 5)
    # 5 % of the reply would let 105.2 pass; 5 % of the truth does not.
    assert right(asked, "105")
    assert not right(asked, "105.2")
    assert right(number(5300, 265), "5,300")
    assert right(number(16_600_000, 830_000), "16.6M")
    assert not right(number(-3, 0.15), "0")
    assert not right(number(0.04, 0.002), "0")


def test_7_3_the_tolerance_is_stored_in_the_question(made):
    records = [record for one in made for record in one.records]
    asked = [(r.facts, q) for r in records for q in r.questions if q.subtask == "read_number"]
    assert asked
    for facts, question in asked:
        assert isinstance(question.answer, int | float)
        # Where an axis leaves zero out, 5 % of the truth might be all that it spans.
        by_measure: dict[str, list[float]] = {}
        for one in readings(facts, None):
            by_measure.setdefault(one.what, []).append(one.value)
        spans = [max(v) - min(v) for v in by_measure.values() if question.answer in v]
        size = min(abs(question.answer), *spans)
        tolerance = float(dict(question.scoring.args)["tolerance"])
        assert 0.999 * TOLERANCE * size <= tolerance


def test_7_4_every_type_has_a_family_and_says_itself_whether_values_are_written():
    """ChartBench's lists of names beside the data left `ring_wi_anno` out of every average."""
    text = (files.templates() / "recipes" / "chartbench.toml").read_text("utf-8")
    blocks = [b for b in tomllib.loads(text)["block"] if "each" in b]
    asked = {name: b["render"]["labels"] for b in blocks for name in b["each"]["chart"]}
    assert "ring_wi_anno" in asked
    known = {alias for chart in charts().values() for alias in chart.aliases}
    for name in sorted(known & set(asked)):
        chart, written = called(name)
        assert chart.family
        assert written in (None, asked[name]), name
        assert (name.endswith("_wi_anno")) <= (written is True), name


def test_7_5_no_item_comes_twice_and_items_are_known_by_key(made):
    keys = Counter(f"{m.part.chart}/{record.key}" for m in made for record in m.records)
    assert set(keys.values()) == {1}
    assert all(len(one.records) == EACH for one in made), [one.lacking for one in made]
    # Every question of a record has one item, by which scores join, never by the line it stands on.
    for one in made:
        for record in one.records:
            assert {q.group.startswith(record.key) for q in record.questions} == {True}


def values(made: list[Made]) -> list[tuple[Reading, float, list[Reading]]]:
    """Of every value pair: what is asked about, the false value, and all that the chart shows."""
    told = []
    for pair in pairs(made):
        if pair.questions[0].task != "value":
            continue
        every = readings(pair.facts, None)
        false = slots(next(q for q in pair.questions if not q.answer))
        wrong = numeral(false["value"])
        assert wrong is not None
        about = next(r for r in every if (r.what, r.where) == (false["what"], false["where"]))
        told.append((about, wrong, every))
    assert told
    return told


def test_7_6_what_is_false_can_be_told_from_the_truth(made):
    for about, wrong, every in values(made):
        gap = abs(about.value - wrong)
        assert gap >= 0.999 * STEPS * ruler(None, about, every).step_at(about.value)
        scale = ruler(None, about, every)
        assert gap > TOLERANCE * min(abs(about.value), scale.span)


def test_7_7_what_is_false_is_in_the_neighbourhood_of_the_truth(made):
    for about, wrong, every in values(made):
        scale = ruler(None, about, every)
        assert abs(about.value - wrong) <= 1.001 * max(NEAR * scale.span, STEPS * scale.step)


def test_7_8_time_letters_and_order_tell_nothing(made, found):
    """Whichever way it is asked, the same chart could have been asked the other way."""
    later = []
    for pair in found:
        if pair.questions[0].task != "compare":
            continue
        true = slots(next(q for q in pair.questions if q.answer))
        first, second = true["first"], true["second"]
        wins, loses = (first, second) if true["word"] == "higher" else (second, first)
        every = {r.where: r for r in readings(pair.facts, None) if r.what == true["what"]}
        winner, loser = every[wins], every[loses]
        at = 0 if winner.rows[0] != loser.rows[0] else 1
        later.append(winner.keys[at] > loser.keys[at])
    assert len(later) >= 60
    assert abs(sum(later) - len(later) / 2) <= 0.06 * len(later)
    firsts = Counter(pair.questions[0].answer for pair in found)
    assert abs(firsts[True] - firsts[False]) <= 0.06 * len(found)


def test_7_8_a_series_that_only_rises_is_not_asked_which_time_is_higher():
    """Its later time always wins: the question would be answered without the chart."""
    only = Provenance("test", "CC0-1.0")
    times = [Category(f"c{n}", str(2000 + n), float(n)) for n in range(8)]

    def asked(values: list[int], slot: int) -> tuple[Question, ...] | Declined:
        cells = [Cell(f"v{n}", f"c{n}", "s", float(v)) for n, v in enumerate(values)]
        grid = Grid("Sales", tuple(times), (Series("s", "Sales"),), tuple(cells), only,
                    axes=("Year", "Sales"), chart="line")  # fmt: skip
        return compare(Facts(grid, grid), None, Draw(1, "r", "train", "b", slot, slot))

    rising = [10, 20, 30, 40, 50, 60, 70, 80]
    alone = Declined("the time alone would tell which of two values is higher")
    assert all(asked(rising, slot) == alone for slot in range(10))
    dented = [10, 20, 30, 40, 35, 20, 50, 60]
    for slot in range(10):
        pair_of = asked(dented, slot)
        assert not isinstance(pair_of, Declined)
        assert len(pair_of) == 2


def test_7_9_yes_is_as_often_right_as_no_in_every_type_and_task(found):
    """A reader who says Yes to everything must score as one who says No: pairs see to it."""
    yes = Counter((p.chart, q.task, q.answer) for p in found for q in p.questions)
    for chart, task, answer in yes:
        assert yes[chart, task, answer] == yes[chart, task, not answer]
    for pair in found:
        assert pair.questions[0].group == pair.questions[1].group


def test_7_10_wording_is_correct_english():
    bad = re.compile(r"\bmedium\b|\blastest\b|\ba area\b|\bothers chart\b|\bYears \$|percentage\$")
    folder = files.templates() / "wording" / "charts"
    for path in sorted(folder.glob("*.toml")):
        entries = tomllib.loads(path.read_text("utf-8"))["wording"]
        assert len(entries) >= 6, path.name
        for entry in entries:
            assert not bad.search(entry["text"]), entry["text"]
            # A joined slot, as in ChartBench's "Xpercentage"; `among` brings its own space.
            assert not re.search(r"\w\$(?!among)", entry["text"]), entry["text"]
    for chart in charts().values():
        article, noun = chart.said.split(" ", 1)
        assert article == ("an" if noun[0] in "aeiou" else "a"), chart.said


def test_7_10_a_question_names_series_and_categories_as_the_chart_does(made):
    for grid in of_type(made, "bar_grouped", "line", "radar_multi"):
        facts = next(r.facts for m in made for r in m.records if r.facts.shown is grid)
        names = {one.name for one in (*grid.categories, *grid.series)}
        told = {n for r in readings(facts, None) for n in re.findall("“([^”]*)”", r.where)}
        assert told
        assert told <= names


def test_7_11_leaves_of_a_tree_have_names_of_their_own_and_branches_are_named(made, found):
    for tree in of_type(made, *TREES):
        assert isinstance(tree, Tree)
        names = Counter(node.name.casefold() for node in tree.nodes if node.parent)
        assert max(names.values()) == 1, names
    for pair in found:
        told = slots(pair.questions[0]).get("among", "").partition(" over ")[0]
        tree = pair.facts.shown
        if isinstance(tree, Tree) and told not in ("", " among the main groups"):
            inner = {node.parent for node in tree.nodes}
            names = {node.name for node in tree.nodes if node.parent and node.id in inner}
            assert told.removeprefix(" within ").strip("“”") in names, told


def test_7_11_values_on_different_axes_are_never_compared(made):
    for grid in of_type(made, "bar_line", "line_line"):
        facts = next(r.facts for m in made for r in m.records if r.facts.shown is grid)
        every = readings(facts, None)
        assert {one.dimension for one in every} == {"", "y2"}
        pairs_of = comparable(every, None)
        assert all(one.dimension == other.dimension for one, other, _ in pairs_of)
        assert all(one.what == other.what for one, other, _ in pairs_of)


def test_7_11_no_type_is_offered_as_false_that_the_chart_might_be_called():
    """A box plot is no wrong name for a stock chart, a combination is of its parts; none is left
    without a wrong name."""
    for start in ("bar", "vertical_single", "ring_wi_anno"):
        names, table = _matches(_beside(start))
        assert abs(table - table.T).max() < 1e-9
        assert table.sum(axis=1) == pytest.approx(1.0, abs=1e-6)
        for row, one in enumerate(names):
            for column, other in enumerate(names):
                if confusable(called(one)[0], called(other)[0]):
                    assert table[row, column] == 0, (one, other)
    known = charts()
    for name in ("bar_line", "line_line"):
        parts_of = {"bar_line": ("bar", "line"), "line_line": ("line", "line_multi")}[name]
        assert all(confusable(known[name], known[part]) for part in parts_of)


def test_7_11_each_task_asks_something_of_its_own(made):
    """ChartBench asks the same edge three times; here no two tasks share a text."""
    for one in made:
        for record in one.records:
            texts = Counter(q.text for q in record.questions)
            assert max(texts.values()) == 1


def test_7_12_wordings_tables_and_grids_are_many(made):
    folder = files.templates() / "wording" / "charts"
    texts = {
        e["text"]
        for p in folder.glob("*.toml")
        for e in tomllib.loads(p.read_text("utf-8"))["wording"]
    }
    assert len(texts) >= 89, "ChartBench has 89 distinct strings"
    loaded = recipes.load("chartbench")
    assert len(loaded.blocks) == len({block.name for block in loaded.blocks})
    for one in made:
        tables = {record.facts.shown.provenance.keys for record in one.records}
        assert len(tables) >= EACH // 2, one.part.chart
    sizes = {len(g.categories) for g in of_type(made, "line", "bar_grouped", "radar_multi")}
    assert len(sizes) >= 5
    assert any(chart.need.decades for chart in charts().values()), "a logarithmic axis"
    assert any(not chart.need.positive and not chart.need.whole for chart in charts().values())
