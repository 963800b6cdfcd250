"""Stories: what a good file gives, every way a file can be wrong, and all that come with us."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from figloom import files, recipe
from figloom.errors import SourceError
from figloom.read.stories import load, stories
from figloom.read.stories_parts import walk
from figloom.recipe import reader
from figloom.seeds import share
from figloom.stories import Decision, Loop, Parallel, Step, Story

GOOD = """
split = "train"
titles = ["Paying back a loan"]
actors = ["Reader", "Desk"]
start = ["Book borrowed"]
slots = { thing = ["novel", "atlas"] }

[variables.days]
name = "the number of days"
low = 0
high = 60
limits = [14, 28]
unit = "days"

[[parts]]
step = ["Carry {thing} home", "Take {thing} away"]
actor = "Reader"

[[parts]]
decision = ["Kept over {days}?"]
actor = "Desk"
branches = [
  { label = ["Yes"], when = "days > {days}", parts = [
    { step = ["Charge late fee"], kind = "io" },
  ] },
  { label = ["No"], when = "days <= {days}" },
]

[[parts]]
loop = ["Pages still damp?"]
again = ["Yes"]
done = ["No"]
parts = [{ step = ["Air the volume"] }]

[[parts]]
parallel = [[{ step = ["Print receipt"] }], [{ step = ["Update catalogue"] }]]

[[parts]]
decision = ["Card valid?"]
branches = [
  { label = ["Valid"], parts = [{ step = ["Stamp membership"] }] },
  { label = ["Expired"], end = ["Service refused"] },
]
"""
TREE = """
split = "eval"
titles = ["Which coat"]
[tree]
say = ["Is it raining?"]
[tree.answers.Yes]
say = ["Wear a mackintosh"]
[tree.answers.No]
say = ["Leave coats at home"]
"""


def _write(folder: Path, text: str, name: str = "loans") -> Path:
    file = folder / f"{name}.toml"
    file.write_text(text, "utf-8")
    return file


def test_a_good_file_gives_its_story(tmp_path: Path) -> None:
    source = stories(path=_write(tmp_path, GOOD))
    (story,) = source.stories
    assert (story.id, story.split, source.licence) == ("loans", "train", "unknown")
    assert [type(part) for part in story.parts] == [Step, Decision, Loop, Parallel, Decision]
    (_, decision, *_) = story.parts
    assert isinstance(decision, Decision)
    assert decision.branches[0].parts == (Step(("Charge late fee",), "io"),)
    assert story.variables["days"].limits == (14.0, 28.0)
    assert source.notes == ()


def test_a_folder_is_read_in_order_and_its_state_is_told(tmp_path: Path) -> None:
    _write(tmp_path, TREE, "coats")
    _write(tmp_path, GOOD)
    source = reader(f"stories={tmp_path}", "--source")
    first = source.plugin.call(**source.options)
    assert [story.id for story in first.stories] == ["coats", "loans"]
    assert first.fingerprint == stories(path=tmp_path).fingerprint
    _write(tmp_path, TREE.replace("Which coat", "What to wear"), "coats")
    assert stories(path=tmp_path).fingerprint != first.fingerprint


def test_own_stories_without_a_split_are_split_by_their_names(tmp_path: Path) -> None:
    names = [f"loans{n}" for n in range(12)]
    for name in names:
        _write(tmp_path, GOOD.replace('split = "train"\n', ""), name)
    source = stories(path=tmp_path)
    assert {s.id for s in source.of("eval")} == {n for n in names if share(f"story/{n}") < 0.25}
    evaluates = len(source.of("eval"))
    assert source.of("train")
    assert source.notes == (
        "Stories that say no split were split by the hash of their names: "
        f"{12 - evaluates} to train, {evaluates} to eval.",
    )
    (alone,) = stories(path=_write(tmp_path, GOOD.replace('"train"', '"eval"'), "one")).stories
    assert alone.split == "eval"


def test_a_split_without_a_story_is_told(tmp_path: Path) -> None:
    (note,) = stories(path=_write(tmp_path, GOOD.replace('split = "train"\n', ""))).notes
    assert re.search(r"The (train|eval) split has none; write split = ", note)


def test_themes_keep_the_named_ones_and_misspelt_ones_get_the_nearest(tmp_path: Path) -> None:
    _write(tmp_path, TREE, "coats")
    _write(tmp_path, GOOD)
    assert [s.id for s in stories(path=tmp_path, themes=("loans",)).stories] == ["loans"]
    with pytest.raises(SourceError, match=r"no theme 'loanes'. Did you mean 'loans'"):
        stories(path=tmp_path, themes=("loanes",))


def test_no_files_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"holds no .*toml file"):
        stories(path=tmp_path)
    with pytest.raises(SourceError, match="does not exist"):
        stories(path=tmp_path / "gone")


@pytest.mark.parametrize(
    ("name", "near"), [("loanz", "loan"), ("loan", "loan"), ("coffe", "coffee")]
)
def test_a_theme_in_place_of_a_path_is_told_how_to_choose_it(
    tmp_path: Path, name: str, near: str
) -> None:
    with pytest.raises(SourceError) as told:
        stories(path=Path(name))
    said = f'source = {{ name = "stories", themes = ["{near}"] }}'
    assert said in str(told.value)
    assert "`figloom list stories`" in str(told.value)
    chosen = tmp_path / "chosen.toml"
    chosen.write_text(
        f'{said}\ncount = 1\nrender = "flow"\n[[block]]\nname = "one"\nsample = "flow"\n'
        'ask = ["extract_ends"]\n'
    )
    call = recipe.load(str(chosen)).source
    assert [story.id for story in call.plugin.call(**call.options).stories] == [near]


def test_what_no_one_writes_by_hand_is_refused_too(tmp_path: Path) -> None:
    deep = "[tree" + ".answers.a" * 3000 + "]\n"
    step = 'parts = [{ step = ["' + '"] }, { step = ["'.join(f"Do {n} things" for n in range(99))
    wide = f'[[parts]]\ndecision = ["So?"]\nbranches = [{{ label = ["Yes"], {step}"] }}] }}]\n'
    for text, said in (
        (GOOD + deep, "is nested too deep"),
        (GOOD.replace("high = 60", f"high = {'9' * 6000}"), "is not valid TOML: Exceeds the limit"),
        (GOOD + wide * 12, "texts, each to be compared with each; keep a story to 1000"),
        (GOOD + "#" * 2_000_000, "more than anybody writes by hand"),
    ):
        with pytest.raises(SourceError, match=said):
            stories(path=_write(tmp_path, text))


BAD: dict[str, tuple[str, str, str]] = {
    # text in GOOD, what it becomes, what the sentence says
    "key": ('kind = "io"', 'sort = "io"', r"parts\[1\].branches\[0\].parts\[0\]: .*no key 'sort'"),
    "kind": ('"io"', '"oi"', r"parts\[0\].kind is 'oi'; write 'io'\.$"),
    "top key": ("slots =", "slot =", "no key 'slot'. Did you mean 'slots'"),
    "id": ('split = "train"', 'id = "x"', "id is the file's name"),
    "no titles": ('titles = ["Paying back a loan"]', "", "key 'titles' is missing"),
    "empty titles": ('["Paying back a loan"]', "[]", "titles is empty"),
    "no label": ('label = ["Expired"], ', "", r"parts\[4\].branches\[1\]: the key 'label'"),
    "no list": ('["Print receipt"]', '"Print receipt"', r"\.step is 'Print receipt'; give a list"),
    "no text": ('["Print receipt"]', "[3]", r"step\[0\] is 3; give a text"),
    "no number": ("limits = [14, 28]", 'limits = ["14"]', r"limits\[0\] is '14'; give a number"),
    "no kind of part": (
        'step = ["Air the',
        'steps = ["Air the',
        r"parts\[2\].parts\[0\] has none of",
    ),
    "two kinds": (
        'done = ["No"]',
        'done = ["No"]\nstep = ["Go"]',
        r"parts\[2\] has step and loop together",
    ),
    "no question": ('"Card valid?"', '"Card valid"', r"parts\[4\].decision: 'Card valid' is no qu"),
    "loop no question": ("damp?", "damp", r"parts\[2\].loop: .* is no question"),
    "one branch": (
        '  { label = ["Expired"], end = ["Service refused"] },\n',
        "",
        r"parts\[4\]: a decision with 1 branch; give 2 to 5",
    ),
    "slot that cannot be drawn": (
        '"atlas"]',
        '"at\\u0000las"]',
        r"slots.thing\[1\] is .*; leave '\\x00' out, which no chart can show",
    ),
    "line in an actor": ('"Desk"]', '"Front\\nDesk"]', r"actors\[1\] .*; leave '\\n' out"),
    "one actor": (
        'actors = ["Reader", "Desk"]',
        'actors = ["Reader"]',
        "actors: 1 is named; give 2",
    ),
    "same answers": ('["Expired"]', '["valid"]', r"parts\[4\].branches\[1\]: label 'valid' is"),
    "same ways": ('again = ["Yes"]', 'again = ["No"]', r"parts\[2\]: 'no' leads both round"),
    "all end": (
        'label = ["Valid"], parts = [{ step = ["Stamp membership"] }]',
        'label = ["Valid"], end = ["Card stamped"]',
        r"parts\[4\]: 2 of 2 branches have an end",
    ),
    "end in parallel": (
        '[{ step = ["Update catalogue"] }]',
        '[{ decision = ["All fine?"], branches = [{ label = ["Yes"] }, '
        '{ label = ["No"], end = ["Stopped early"] }] }]',
        r"parts\[3\].parallel\[1\]\[0\]: an end inside a parallel",
    ),
    "one side": (', [{ step = ["Update catalogue"] }]', "", r"parts\[3\]: parallel has 1 side;"),
    "actor": ('actor = "Desk"', 'actor = "Dsek"', r"parts\[1\]: There is no actor 'Dsek'. Did you"),
    "idle actor": ('actor = "Desk"', "", "actors: 'Desk' does nothing"),
    "no first actor": ('actor = "Reader"', 'kind = "io"', "does nothing|has no actor"),
    "actors without any": ('actors = ["Reader", "Desk"]', "", r"parts\[0\]: There is no actor"),
    "unknown slot": ("Carry {thing}", "Carry {thnig}", r"parts\[0\].step: .*Did you mean 'thing'"),
    "idle slot": ("{ thing =", '{ spare = ["x"], thing =', r"slots.spare: no text has {spare}"),
    "empty slot": ('["novel", "atlas"]', "[]", "slots.thing: it wants texts"),
    "taken slot": ("{ thing =", '{ person = ["x"], thing =', "slots.person: the name is taken"),
    "brace": ("Carry {thing}", "Carry }thing", r"parts\[0\].step: .* a brace that is no slot"),
    "stray space": ("Air the volume", "Air  the volume", r"parts\[2\].parts\[0\].step: .*stray"),
    "equal labels": ("Update catalogue", "print receipt", "one holds the other"),
    "holding labels": ("Update catalogue", "Print receipt twice", "one holds the other"),
    "alike labels": ("Update catalogue", "Print receipts", "too alike"),
    "alike when filled": ("Air the volume", "Take an atlas away", "too alike"),
    "alternatives alike": ("Update catalogue", "Take atlases away", "too alike"),
    "long": ("Air the volume", f"Air {'very ' * 8}long", r"characters; keep a label to 40"),
    "no name": ("the number of days", "days of {thing}", "variables.days: name .* plain words"),
    "no values": ("high = 60", "high = 0", "variables.days: low, high and step span no range"),
    "limit outside": ("[14, 28]", "[14, 61]", "variables.days: limit 61 is no value"),
    "limit between": ("[14, 28]", "[14.5, 28]", "variables.days: limit 14.5 is no value"),
    "many values": ("high = 60", "high = 60\nstep = 0.001", "more than 20,000 values"),
    "no condition": ('"days > {days}"', '"days >"', r"parts\[1\]: `when` 'days >' is no condition"),
    "call": ('"days > {days}"', '"abs(days) > 1"', "There is no variable 'abs'"),
    "sum": ('"days > {days}"', '"days + 1 > {days}"', "may only compare"),
    "unknown variable": ('"days > {days}"', '"dais > {days}"', "variable 'dais'. Did you mean"),
    "gap": ('"days <= {days}"', '"days < {days}"', "at days = 14 no branch holds"),
    "overlap": ('"days > {days}"', '"days >= {days}"', "at days = 14 branches 0 and 1 both hold"),
    "one condition": (', when = "days <= {days}"', "", r"parts\[1\].branches\[1\]: others have a"),
    "hidden limit": ('["Kept over {days}?"]', '["Kept too long?"]', "no text shows the limit"),
    "hidden number": ('"days > {days}"', '"days > 14"', "no text shows the number 14"),
    "same target": (
        'label = ["Valid"], parts = [{ step = ["Stamp membership"] }] },',
        'label = ["Valid"] }, { label = ["Lost"] },',
        r"parts\[4\]: branches 0 and 1 lead to the same step",
    ),
    "never": ("low = 0\n", "low = 28\n", "limit 14 is no value|never holds"),
    "many digits": ("high = 60", f"high = {'9' * 400}", "variables.days.high is 9.*give a number"),
    "long text": ("Air the volume", "a" * 100_000, "of 100,000 letters; keep it to 500"),
    "long list": (
        '["novel", "atlas"]',
        str([f"w{n}" for n in range(999)]),
        "has 999 entries; keep",
    ),
    "idle variable": (
        "[variables.days]",
        '[variables.spare]\nname="x"\nlow=0\nhigh=1\nlimits=[1]\n[variables.days]',
        "variables.spare: no `when` tests it",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_a_sentence_each_with_its_file(case: str, tmp_path: Path) -> None:
    old, new, said = BAD[case]
    assert GOOD.count(old) >= 1
    file = _write(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(SourceError, match=said) as error:
        stories(path=file)
    head, *lines = str(error.value).splitlines()
    if lines:
        # An actor that is misspelt leaves the right one idle.
        assert head == f"There are {len(lines)} faults:"
    else:
        assert head.endswith(".")
    assert all(line.startswith(f"{file}: ") for line in lines or [head])


def test_all_faults_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    one = GOOD.replace('kind = "io"', 'sort = "io"').replace("limits = [14, 28]", 'limits = ["14"]')
    other = GOOD.replace("Carry {thing}", "Carry {thnig.x}").replace("damp?", "damp")
    other = other.replace("Update catalogue", "print receipt").replace('"days > ', '"dais > ')
    _write(tmp_path, one, "a")
    _write(tmp_path, other, "b")
    _write(tmp_path, "titles = [", "c")
    with pytest.raises(SourceError) as error:
        stories(path=tmp_path)
    head, *lines = str(error.value).splitlines()
    assert head == f"There are {len(lines)} faults:"
    wanted = (
        "a.toml: .*no key 'sort'", "a.toml: .*give a number", r"b.toml: .*loop: .*no quest",
        "b.toml: .*no variable 'dais'", "b.toml: .*no slot 'thnig.x'", "b.toml: .*holds the other",
        "c.toml is not valid TOML",
    )  # fmt: skip
    for said in wanted:
        assert any(re.search(said, line) for line in lines), said
    assert [line for line in lines if "a.toml" in line] == lines[:2]
    # As many as there are, each once.
    assert len(lines) == len({*lines}) <= 20


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("raining?", "raining", "tree.say: .* is no question"),
        ("Wear a mackintosh", "Wear what?", "tree.answers.'Yes': a question without answers"),
        ("Leave coats at home", "Wear a mackintosh", "one holds the other"),
        ("[tree]", "[treee]", "no key 'treee'. Did you mean 'tree'"),
        ('split = "eval"', 'split = "test"', "split is 'test'; write 'train' or 'eval'"),
        (
            '"Wear a mackintosh"',
            '"Wear a\\u0007 mac"',
            r"say\[0\] is .*; leave '\\x07' out, which no chart",
        ),
        ("answers.No]", 'answers."N\\u0007o"]', r"leave '\\x07' out"),
    ],
)
def test_a_bad_tree_is_one_sentence(old: str, new: str, said: str, tmp_path: Path) -> None:
    text = TREE.replace(old, new)
    with pytest.raises(SourceError, match=said):
        stories(path=_write(tmp_path, text.replace("[tree.", f"[{new[1:-1]}.") if new == "[treee]"
                            else text))  # fmt: skip


def test_a_story_that_tells_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="nothing is told"):
        stories(path=_write(tmp_path, 'titles = ["Empty"]'))


def _shipped() -> list[Path]:
    return sorted((files.templates() / "stories").glob("*.toml"))


@pytest.fixture(scope="module")
def shipped() -> tuple[Story, ...]:
    return stories().stories


def test_shipped_stories_have_both_splits_and_words_of_their_own(
    shipped: tuple[Story, ...],
) -> None:
    evaluates = [story for story in shipped if story.split == "eval"]
    assert len(evaluates) / len(shipped) == pytest.approx(0.27, abs=0.07)
    titles = [title for story in shipped for title in story.titles]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("file", _shipped(), ids=lambda file: file.stem)
def test_a_shipped_story_has_parts_of_every_kind(file: Path) -> None:
    story, _ = load(file, own=False)
    if not story.parts:
        return
    every = [part for _, part in walk(story.parts)]
    decisions = [part for part in every if isinstance(part, Decision)]
    assert 12 <= len(story.parts) <= 20
    assert sum(isinstance(part, Step) for part in story.parts) >= 8
    assert len(decisions) >= 4
    assert any(branch.end for one in decisions for branch in one.branches)
    assert any(len(one.branches) >= 3 for one in decisions)
    assert any(branch.when for one in decisions for branch in one.branches)
    assert 1 <= sum(isinstance(part, Loop) for part in every) <= 2
    kinds = {part.kind for part in every if isinstance(part, Step)}
    assert {"io", "document"} <= kinds
    assert kinds & {"store", "subprocess"}
    if story.actors:
        assert all(part.actor for part in every if not isinstance(part, Parallel))


@pytest.mark.parametrize("file", _shipped(), ids=lambda file: file.stem)
def test_a_shipped_story_is_in_sentence_case_with_other_ways_to_say_it(file: Path) -> None:
    story, _ = load(file, own=False)
    steps = [part for part in story.parts if isinstance(part, Step)]
    assert all(len(set(part.step)) == len(part.step) >= 2 for part in steps)
    for part in steps:
        for text in part.step:
            assert text[0] == text[0].upper() or text.startswith("{")
            assert len(text.split()) <= 6


def test_the_example_of_the_guide_is_a_story(tmp_path: Path) -> None:
    guide = Path(__file__).parents[2] / "docs" / "stories.md"
    text = guide.read_text("utf-8").partition("```toml\n")[2].partition("```")[0]
    (story,) = stories(path=_write(tmp_path, text)).stories
    assert len(story.parts) == 5
