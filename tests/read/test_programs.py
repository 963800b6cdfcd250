"""A person's own programs: what is read of them, how they are put in and split, what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from figloom.errors import SourceError
from figloom.flows.invariants import faults
from figloom.flows.programs import FOLLOWED, grid, run, skeleton
from figloom.read.programs import programs
from figloom.sample.flow import flow, repeated
from figloom.seeds import Draw, share
from figloom.stories import CodedStory, Stories
from figloom.types import Flow

GOOD = '''"""Prices of a museum."""


def price(age: int, hours: int) -> int:
    """What a visit costs."""
    total = 4 * hours  # by the hour
    if age < 18:
        total = total // 2
    elif age > 65:
        total = total - hours
    while total > 30:
        total -= 7
    return total
'''
OTHER = """
def steps(n):
    count = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        count += 1
    return count
"""
SHAPES = (
    "    if n > 3:\n        n = n + 20\n    print(n)\n    return n\n",
    "    n = n * 3\n    print(n)\n    return n\n",
    "    while n > 3:\n        n = n - 2\n    print(n)\n    return n\n",
    "    for i in range(n):\n        print(i)\n    return n\n",
    "    n = n * 3\n    if n > 20:\n        return n\n    n = abs(n - 9)\n    return 25 - n\n",
    "    n = n * 3\n    m = n + 20\n    print(m)\n    return n\n",
)


def _read(folder: Path, text: str = GOOD, name: str = "own.py") -> Stories:
    (folder / name).write_text(text, "utf-8")
    return programs(path=folder / name)


def _one(source: Stories) -> CodedStory:
    (story,) = source.stories
    assert isinstance(story, CodedStory)
    return story


def test_a_function_is_read_without_comments_docstrings_and_annotations(tmp_path: Path) -> None:
    story = _one(_read(tmp_path))
    assert (story.id, story.titles) == ("own.price", ("price(age, hours)",))
    assert story.program.startswith(
        "def price(age, hours):\n    total = 4 * hours\n    if age < 18:"
    )
    assert '"""' not in story.program


def test_inputs_lie_on_both_sides_of_what_they_are_compared_with(tmp_path: Path) -> None:
    age, hours = _one(_read(tmp_path)).inputs
    assert (age.id, age.low) == ("age", 1)
    assert age.high > 65
    assert (hours.low, hours.high) == (1, 12)
    below = _one(_read(tmp_path, "def f(n):\n    if n < -5:\n        return 1\n    n = abs(n)\n"
                       "    return n * 4\n"))  # fmt: skip
    assert below.inputs[0].low < -5
    # So many rounds cannot be followed; a few can.
    body = "    c = 0\n    while n > 900:\n        n = n - 1\n        c += 3\n    return c\n"
    far = f"def f(n):\n{body}"
    assert _one(_read(tmp_path, far)).inputs[0].high == 12


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
        f"Functions are split by the hash of their shape: {train} to train, {held_out} to eval."
    )
    # Other names and numbers are no other program.
    assert _one(_read(tmp_path, GOOD.replace("total", "cost").replace("18", "21"))).split == (
        _one(_read(tmp_path)).split
    )


def test_the_note_names_an_empty_split(tmp_path: Path) -> None:
    (note,) = _read(tmp_path).notes
    assert re.search(r"The (train|eval) split has none; give more functions\.$", note)


@pytest.mark.parametrize("text", [GOOD, OTHER])
def test_the_chart_is_sound_and_every_input_that_is_asked_about_runs(
    tmp_path: Path, text: str
) -> None:
    source = _read(tmp_path, text)
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


def test_nothing_of_a_file_is_executed(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    text = f"{GOOD}\n\nopen({str(mark)!r}, 'w').close()\n"
    with pytest.raises(SourceError, match="is no function"):
        _read(tmp_path, text)
    with pytest.raises(SourceError, match="is not known here"):
        _read(tmp_path, f"def f(n):\n    n = open({str(mark)[-9:]!r}, 'w')\n    return n\n")
    assert not mark.exists()


REFUSED: dict[str, tuple[str, int, str]] = {
    # body of f(n), or a whole file; the line; what the sentence says
    "import": ("import math\n" + GOOD, 1, "`import math` is no function; keep only functions"),
    "class": ("class A:\n    x = 1\n", 1, "`class A:` is no function"),
    "async": ("async def f(n):\n    return n\n", 1, "is no function"),
    "twice": (OTHER + OTHER, 12, "there is a second 'steps'; give it another name"),
    "broken": ("def f(n:\n    return n\n", 1, r"is no Python \(.*\)\. Mend it"),
    "decorator": ("@cache\ndef f(n):\n    return n\n", 2, "'f' has a decorator; leave it out"),
    "star": ("def f(*n):\n    return 1\n", 1, r"'f' has a \*, \*\* or / among its parameters"),
    "default": ("def f(n=3):\n    return n\n", 1, "'f' has a default value"),
    "many": ("def f(a, b, c, d, e):\n    return a\n", 1, "'f' has 5 parameters; give 4 at most"),
    "text": ("def f(n: str):\n    return n\n", 1, "'n' is a str; whole numbers alone are put in"),
    "letters": ("def f(ñ):\n    return ñ\n", 1, "other letters than a to z; rename it"),
    "builtin": ("def f(n):\n    max = n\n    return max\n", 2, "'max' is a function of Python's"),
    "nothing": ('def f(n):\n    """Nothing."""\n', 1, "'f' does nothing; write its steps"),
    "inner import": (
        "    import os\n    return n\n",
        2,
        "`import os` is not known here; use assig",
    ),
    "call": (
        "    n = n + 1\n    n = sorted(n)\n    return n\n",
        3,
        r"`sorted\(n\)` is not known.*, abs",
    ),
    "attribute": ("    return n.real\n", 2, "`n.real` is not known here"),
    "power": ("    return n ** 2\n", 2, r"`n \*\* 2` is not known here"),
    "power to": ("    n **= 2\n    return n\n", 2, r"`n \*\*= 2` is not known here"),
    "list": ("    n = [1, 2]\n    return n\n", 2, r"`\[1, 2\]` is not known here"),
    "nothing returned": ("    return None\n", 2, "None is no number or plain text"),
    "quoted": ('    return "a\\n"\n', 2, "is no number or plain text"),
    "small": ("    return n * 1e-9\n", 2, "1e-09 is no number or plain text"),
    "both": ("    a = b = n\n    return a\n", 2, "two variables are set at once"),
    "pair": ("    a, b = n, 1\n    return a\n", 2, "is not known here"),
    "with": ("    with n:\n        pass\n    return n\n", 2, "`with n:` is not known here"),
    "pass": ("    pass\n    return n\n", 2, "`pass` is not known here"),
    "print to": ("    print(n, end='')\n    return n\n", 2, "is not known here"),
    "over text": ("    for c in 'abc':\n        print(c)\n    return n\n", 2, "goes over no range"),
    "for else": (
        "    for i in range(n):\n        print(i)\n    else:\n        n = 0\n    return n\n",
        5,
        "a loop has an else; put that after the loop",
    ),
    "while else": (
        "    while n > 3:\n        n -= 1\n    else:\n        n = 0\n    return n\n",
        5,
        "has an else",
    ),
    "constant": (
        "    while True:\n        n -= 1\n    return n\n",
        2,
        "always has one answer; test a",
    ),
    "dead": ("    return n\n    n = 3\n", 3, "`n = 3` is never reached; leave it out"),
    "dead after if": (
        "    if n > 3:\n        return 1\n    else:\n        return 5\n    n = 3\n",
        6,
        "never reached",
    ),
    "divides": (
        "    if n > 0 and 8 // n > 2:\n        n = 3\n    return n\n",
        2,
        "divides beside and",
    ),
    "long": (
        f"    n = n + {'1 + ' * 12}2\n    return n\n",
        2,
        "characters; keep a statement to 40",
    ),
    "small chart": ("    return n\n", 1, "has 4 boxes; give a function with 5 to 30"),
    "large chart": (
        "".join(f"    {chr(97 + i) * 9} = n % {i + 2}\n" for i in range(26)) + "    n = 77 - n\n"
        "    return n\n",
        1,
        "has 31 boxes",
    ),
    "alike": (
        "    if n > 3:\n        n += 1\n    n = 5 * n\n    n += 1\n    return n\n",
        5,
        "'n \\+= 1' and 'n \\+= 1' are too alike; write one otherwise",
    ),
    "same way": (
        "    for i in range(n):\n        print(i)\n        if i > 3:\n            continue\n"
        "    return n\n",
        4,
        r"two arrows lead from `i > 3\?` to `next i in range\(n\)\?`; write one otherwise",
    ),
    "endless": (
        "    c = 0\n    while n > 0:\n        n += 2\n    return c\n",
        1,
        r"f\(\d+\) does not end within 90 steps: give a program that ends",
    ),
    "fails": ("    c = 8\n    c = c // (n - n)\n    return c\n", 1, r"f\(1\) fails \(.*zero"),
    "unset": ("    print(n)\n    n = n + m\n    return n\n", 1, "m has no value yet"),
    "text times": ("    c = 'ab' * n\n    print(n)\n    return c\n", 1, "a text is multiplied"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_outside_is_one_sentence_with_file_and_line(case: str, tmp_path: Path) -> None:
    text, line, said = REFUSED[case]
    text = f"def f(n):\n{text}" if text.startswith("    ") else text
    with pytest.raises(SourceError, match=said) as caught:
        _read(tmp_path, text)
    sentence = str(caught.value)
    assert sentence.startswith(f"{tmp_path / 'own.py'}, line {line}")
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"holds no \*\.py file\. Give a Python file with funct"):
        programs(path=tmp_path)
    with pytest.raises(SourceError, match="does not exist"):
        programs(path=tmp_path / "gone.py")
    with pytest.raises(SourceError, match="holds no function"):
        _read(tmp_path, '"""Nothing."""\n')
    (tmp_path / "own.py").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SourceError, match=r"is no text\. Save it as UTF-8"):
        programs(path=tmp_path / "own.py")
    with pytest.raises(SourceError, match=r"is no text|is no Python"):
        _read(tmp_path, "def f(n):\x00\n")
    with pytest.raises(SourceError, match=r"nested too deep|is no Python"):
        _read(tmp_path, f"def f(n):\n    return {'(' * 900}n{')' * 900}\n")
