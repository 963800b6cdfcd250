"""A person's own programs that cannot be read: every fault is told, with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from own_programs import OTHER, read

from figloom.errors import SourceError
from figloom.read.programs import programs

REFUSED: dict[str, tuple[str, int, str]] = {
    # body of f(n), or a whole file; the line; what the sentence says
    "import": ("import math\n" + OTHER, 1, "`import math` is no function; keep only functions"),
    "class": ("class A:\n    x = 1\n", 1, "`class A:` is no function"),
    "async": ("async def f(n):\n    return n\n", 1, "is no function"),
    "twice": (OTHER + OTHER, 12, "there is a second 'steps'; give it another name"),
    "broken": ("def f(n:\n    return n\n", 1, r"is no Python \(.*\); mend it"),
    "decorator": ("@cache\ndef f(n):\n    return n\n", 2, "'f' has a decorator; leave it out"),
    "star": ("def f(*n):\n    return 1\n", 1, r"'f' has a \*, \*\* or / among its parameters"),
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
        r"`sorted\(n\)` calls what is not known here; write its steps, or use abs, len",
    ),
    "attribute": ("    return n.real\n", 2, "`n.real` is not known here"),
    "bits": ("    return n & 2\n", 2, r"`n & 2` is not known here"),
    "bits to": ("    n <<= 2\n    return n\n", 2, r"`n <<= 2` is not known here"),
    "list": ("    n = [1, 2]\n    return n\n", 2, r"`\[1, 2\]` holds several values"),
    "itself": (
        "    return n * f(n - 1)\n",
        2,
        r"`f\(n - 1\)` calls its own function; write a loop",
    ),
    "filled": ("    n = f'{n}'\n    return n\n", 2, "is an f-string, which may only be printed"),
    "format": ("    print(f'{n:3}')\n    return n\n", 2, "has a format; leave it out"),
    "break": (
        "    n += 1\n    if n > 3:\n        break\n    return n\n",
        4,
        "'break' outside loop",
    ),
    "continue": (
        "    n += 1\n    if n > 3:\n        continue\n    return n\n",
        4,
        "not properly in",
    ),
    "parameter twice": ("def f(a, a):\n    return a\n", 1, "duplicate (parameter|argument) 'a'"),
    "large": (
        f"    if n > {9**30}:\n        n = 1\n    return n\n",
        2,
        "is larger than 10000000000",
    ),
    "infinite": (
        "    if n > 1e400:\n        n = 1\n    return n\n",
        2,
        "is larger than 10000000000",
    ),
    "title": (f"def {'f' * 70}(n):\n    return n\n", 1, "has 73 characters; keep a title to 60"),
    "quoted at length": (f"    n = {'a' * 900}\n    return n\n", 2, r"^.{0,300}keep a statement"),
    "to itself": (
        "    while n > 3:\n        pass\n    n = 1\n    return n\n",
        2,
        r"an arrow leads from `n > 3\?` to itself; write one otherwise",
    ),
    "nothing returned": ("    return None\n", 2, "`None` is no number or plain text"),
    "quoted": ('    return "a\\n"\n', 2, "is no number or plain text"),
    "small": ("    return n * 1e-9\n", 2, "`1e-09` is no number or plain text"),
    "both": ("    a = b = n\n    return a\n", 2, "two variables are set at once"),
    "pair": ("    a, b = n\n    return a\n", 2, r"`a, b = n` is not known here"),
    "with": ("    with n:\n        pass\n    return n\n", 2, "`with n:` is not known here"),
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
    "endless loop": (
        "    while True:\n        n -= 1\n        print(n)\n",
        2,
        "`while True:` never ends; add a `break`",
    ),
    "empty loop": ("    while True:\n        break\n    return n\n", 3, "begins with no step"),
    "constant": ("    if True:\n        n -= 1\n    return n\n", 2, "always has one answer; test"),
    "beyond a loop": (
        "    while 1:\n        n -= 1\n        if n < 0:\n            return 9\n    print(n)\n",
        6,
        "is never reached",
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
    "divides if": ("    n = 8 // n if n > 0 else 0\n    return n\n", 2, "divides beside an if"),
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
    "line twice": (
        "    if n > 3:\n        n += 1\n    n = 5 * n\n    n += 1\n    return n\n",
        5,
        r"`n \+= 1` stands in line 3 too, and a question that quotes it could mean either; "
        r"write it as `n = n \+ 1`\.$",
    ),
    "test twice": (
        "    m = n * 2\n    if n > 3:\n        m = 7\n    print(m)\n    if n > 3:\n"
        "        return 1\n    return m\n",
        6,
        r"`n > 3\?` stands in line 3 too.*write it as `3 < n`\.$",
    ),
    "within": (
        "    m = 3\n    if n > 4:\n        m = 3 * n\n    return m\n",
        4,
        r"`m = 3 \* n` of line 4 holds all of `m = 3` of line 2.*write it as `m = n \* 3`\.$",
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


def test_all_faults_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    one = "import os\n\ndef f(n):\n    x = [n]\n    y = n & 3\n    return y\n"
    other = "def g(n):\n    n = sorted(n)\n    return n\n\ndef g(n):\n    return n\n"
    (tmp_path / "a.py").write_text(one, "utf-8")
    (tmp_path / "b.py").write_text(other, "utf-8")
    (tmp_path / "c.py").write_text("def h(n:\n", "utf-8")
    with pytest.raises(SourceError) as caught:
        programs(path=tmp_path)
    head, *lines = str(caught.value).splitlines()
    assert head == "There are 6 faults:"
    assert all(line.endswith(".") for line in lines)
    places = [line.partition(":")[0].removeprefix(f"{tmp_path}/") for line in lines]
    assert places == ["a.py, line 1", "a.py, line 4", "a.py, line 5", "b.py, line 2",
                      "b.py, line 5", "c.py, line 1"]  # fmt: skip


def test_of_very_many_faults_twenty_are_told(tmp_path: Path) -> None:
    body = "".join(f"    n = n & {number}\n" for number in range(33))
    with pytest.raises(SourceError) as caught:
        read(tmp_path, f"def f(n):\n{body}    return n\n")
    head, *lines, last = str(caught.value).splitlines()
    assert (head, len(lines), last) == ("There are 33 faults:", 20, "... and 13 more.")


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_outside_is_one_sentence_with_file_and_line(case: str, tmp_path: Path) -> None:
    text, line, said = REFUSED[case]
    text = f"def f(n):\n{text}" if text.startswith("    ") else text
    with pytest.raises(SourceError, match=said) as caught:
        read(tmp_path, text)
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
        read(tmp_path, '"""Nothing."""\n')
    (tmp_path / "own.py").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SourceError, match=r"is no text; save it as UTF-8"):
        programs(path=tmp_path / "own.py")
    with pytest.raises(SourceError, match=r"is no text|is no Python"):
        read(tmp_path, "def f(n):\x00\n")
    with pytest.raises(SourceError, match=r"own.py: there are 1,200 functions; keep a file to 1,0"):
        read(tmp_path, "".join(f"def f{n}(n):\n    return n\n" for n in range(1200)))
    with pytest.raises(SourceError, match="more than anybody writes by hand"):
        read(tmp_path, "#" * 2_000_001)
    with pytest.raises(SourceError, match=r"nested too deep|is no Python"):
        read(tmp_path, f"def f(n):\n    return {'(' * 900}n{')' * 900}\n")
