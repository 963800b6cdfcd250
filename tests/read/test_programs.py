"""A person's own programs: what is read of them, how they are put in and split, what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict
from itertools import product
from pathlib import Path

import pytest
from own_programs import GOOD, OTHER, read

from figloom.ask.flows.reading import Reading
from figloom.ask.flows.reason_program import _lined
from figloom.audit.flows_case import Case
from figloom.audit.flows_programs import _Run as Followed
from figloom.blocks import plan
from figloom.errors import Lacking, RecipeError, SourceError
from figloom.flows.code_chart import charted
from figloom.flows.invariants import faults
from figloom.flows.programs import FOLLOWED, grid, run, skeleton
from figloom.read.programs import programs
from figloom.recipe import load
from figloom.registry import find
from figloom.sample.flow import flow, repeated
from figloom.seeds import Draw, share
from figloom.stories import CodedStory, Stories
from figloom.types import Flow

SHAPES = (
    "    if n > 3:\n        n = n + 20\n    print(n)\n    return n\n",
    "    n = n * 3\n    print(n)\n    return n\n",
    "    while n > 3:\n        n = n - 2\n    print(n)\n    return n\n",
    "    for i in range(n):\n        print(i)\n    return n\n",
    "    n = n * 3\n    if n > 20:\n        return n\n    n = abs(n - 9)\n    return 25 - n\n",
    "    n = n * 3\n    m = n + 20\n    print(m)\n    return n\n",
)


def _one(source: Stories) -> CodedStory:
    (story,) = source.stories
    assert isinstance(story, CodedStory)
    return story


def test_a_function_is_read_without_comments_docstrings_and_annotations(tmp_path: Path) -> None:
    story = _one(read(tmp_path))
    assert (story.id, story.titles) == ("own.price", ("price(age, hours)",))
    assert story.program.startswith(
        "def price(age, hours):\n    total = 4 * hours\n    if age < 18:"
    )
    assert '"""' not in story.program


def test_inputs_lie_on_both_sides_of_what_they_are_compared_with(tmp_path: Path) -> None:
    age, hours = _one(read(tmp_path)).inputs
    assert (age.id, age.low) == ("age", 1)
    assert age.high > 65
    assert (hours.low, hours.high) == (1, 12)
    below = _one(read(tmp_path, "def f(n):\n    if n < -5:\n        return 1\n    n = abs(n)\n"
                       "    return n * 4\n"))  # fmt: skip
    assert below.inputs[0].low < -5
    # So many rounds cannot be followed; a few can.
    body = "    c = 0\n    while n > 900:\n        n = n - 1\n        c += 3\n    return c\n"
    far = f"def f(n):\n{body}"
    assert _one(read(tmp_path, far)).inputs[0].high == 12


def test_a_folder_of_files_is_split_by_the_shape_of_its_functions(tmp_path: Path) -> None:
    for number, body in enumerate(SHAPES):
        (tmp_path / f"s{number}.py").write_text(f"def f{number}(n):\n{body}", "utf-8")
    source = programs(path=tmp_path)
    assert [story.id for story in source.stories] == [f"s{n}.f{n}" for n in range(len(SHAPES))]
    for story in source.stories:
        assert isinstance(story, CodedStory)
        held = share(f"program/{skeleton(story.program)}") < 0.25
        assert story.split == ("eval" if held else "train")
    train, held_out = len(source.of("train")), len(source.of("eval"))
    assert source.notes[0].startswith(
        "Functions are drawn as the structure 'program' alone, and split by the hash of their "
        f"shape: {train} to train, {held_out} to eval."
    )
    # Other names and numbers are no other program.
    assert _one(read(tmp_path, GOOD.replace("total", "cost").replace("18", "21"))).split == (
        _one(read(tmp_path)).split
    )


def test_the_note_names_an_empty_split(tmp_path: Path) -> None:
    (note,) = read(tmp_path).notes
    assert re.search(r"The (train|eval) split has none; give more functions\.$", note)


@pytest.mark.parametrize("text", [GOOD, OTHER])
def test_the_chart_is_sound_and_every_input_that_is_asked_about_runs(
    tmp_path: Path, text: str
) -> None:
    source = read(tmp_path, text)
    story = _one(source)
    for number in range(8):
        made = flow(source, Draw(1, "r", story.split, "b", number, number), structure="program")
        assert isinstance(made, Flow)
        assert faults(made) == []
        assert (made.program, made.language, made.variables) == (
            story.program, "python", story.inputs,
        )  # fmt: skip
    space: dict[str, Callable[[int], int]] = {}
    exec(text, space)
    name = story.id.removeprefix("own.")
    first = story.inputs[0]
    for value in grid(first):
        given = (value, *(int(v.high) for v in story.inputs[1:]))
        told = run(story.program, given)
        assert told.returned == space[name](*given)
        assert len(told.lines) <= FOLLOWED


def test_a_chart_is_repeated_only_as_its_program_is(tmp_path: Path) -> None:
    for number, body in enumerate(SHAPES):
        (tmp_path / f"s{number}.py").write_text(f"def f{number}(n):\n{body}", "utf-8")
    source = programs(path=tmp_path)
    said = repeated(source, "train", "program", (5, 30), None)
    assert said <= 1 / len(source.of("train"))


def test_of_several_structures_those_are_sampled_that_functions_carry(tmp_path: Path) -> None:
    source = read(tmp_path)
    split, some = _one(source).split, ("process", "retry", "program", "decision_tree")
    sampler = find("sample", "flow", "a test")
    assert sampler.require
    assert sampler.collision
    require, collision = sampler.require, sampler.collision
    options = {**sampler.defaults, "structure": some}
    require(source, split, **options)
    for number in range(6):
        made = flow(source, Draw(1, "r", split, "b", number, number), structure=some)
        assert isinstance(made, Flow)
        assert made.structure == "program"
    assert collision(source, split, structure=some) == collision(source, split, structure="program")
    with pytest.raises(Lacking, match=r"no function of 'programs' in split .* for a process of 5"):
        require(source, split, **options | {"structure": some[:2]})


def test_a_source_of_programs_holds_functions(tmp_path: Path) -> None:
    source = read(tmp_path)
    other = {"train": "eval", "eval": "train"}[_one(source).split]
    with pytest.raises(Lacking, match=r"the one function of 'programs', 'own.price', is in split"):
        flow(source, Draw(1, "r", other, "b", 0, 0), structure="program")
    with pytest.raises(RecipeError, match="and 'programs' holds functions"):
        plan(load("maps"), source, 1, "train", 4)


def test_nothing_of_a_file_is_executed(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    text = f"{GOOD}\n\nopen({str(mark)!r}, 'w').close()\n"
    with pytest.raises(SourceError, match="is no function"):
        read(tmp_path, text)
    with pytest.raises(SourceError, match="is not known here"):
        read(tmp_path, f"def f(n):\n    n = open({str(mark)[-9:]!r}, 'w')\n    return n\n")
    assert not mark.exists()


ORDINARY = {
    "much alike": "def f(n):\n    height = 0\n    for row in range(n):\n        height += 2\n"
    "    return height\n",
    "several at once": "def f(a, b):\n    while b:\n        a, b = b, a % b\n    return a\n",
    "one return": "def f(n):\n    if n < 2:\n        return 0\n    for d in range(2, n):\n"
    "        if n % d == 0:\n            return 0\n    return 1\n",
    "while true": "def f(n):\n    m = 1\n    while True:\n        if m * m > n:\n"
    "            break\n        m += 1\n    return m\n",
    "choice": "def f(n):\n    m = n if n >= 4 else -n\n    print(f'now {m}')\n    return m\n",
    "default": "def f(n, step=2):\n    m = 0\n    for i in range(0, n, step):\n        m += i\n"
    "    return m\n",
    "power": "def f(n):\n    m = -n ** 2\n    if m < -50:\n        m **= 2\n    return m\n",
    "truth": "def f(n):\n    wet = False\n    if n > 8:\n        wet = True\n    if wet:\n"
    "        n -= 3\n    return n\n",
    "annotated": "def f(n):\n    m: int = n * 3\n    if m > 10:\n        pass\n    else:\n"
    "        m += 1\n    return m\n",
    "words": "def f(start, end):\n    m = 0\n    for i in range(start, end):\n        m += i\n"
    "    return m\n",
}


@pytest.mark.parametrize("text", ORDINARY.values(), ids=ORDINARY)
def test_an_ordinary_function_is_drawn_and_run_as_python_runs_it(text: str, tmp_path: Path) -> None:
    story = _one(read(tmp_path, text))
    flow = charted(story.program, variables=story.inputs)
    space: dict[str, Callable[..., int]] = {}
    exec(text, space)
    for given in product(*map(grid, story.inputs)):
        wanted = space["f"](*given)
        assert run(story.program, given).returned == wanted
        inputs = {one.id: value for one, value in zip(story.inputs, given, strict=True)}
        assert Followed(Case(asdict(flow), [], False), inputs).returned == wanted


def test_a_return_in_several_lines_is_one_box_that_a_run_comes_to(tmp_path: Path) -> None:
    flow = charted(_one(read(tmp_path, ORDINARY["one return"])).program)
    (box,) = (node.id for node in flow.nodes if node.text == "return 0")
    assert sum(edge.target == box for edge in flow.edges) == 2
    # The second of them, in line 6 of the program.
    lines = run(flow.program, (9,)).lines
    assert lines[-1] != next(node.line for node in flow.nodes if node.id == box)
    assert _lined(Reading(flow, None), lines)[-1] == box


def test_a_while_true_has_no_box(tmp_path: Path) -> None:
    flow = charted(_one(read(tmp_path, ORDINARY["while true"])).program)
    assert [node.text for node in flow.nodes] == [
        "Start", "Input n", "m = 1", "m * m > n?", "m += 1", "return m", "End",
    ]  # fmt: skip
    (back,) = (edge.target for edge in flow.edges if edge.source == "n5")
    assert back == "n4"
