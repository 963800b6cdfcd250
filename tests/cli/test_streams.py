"""What goes where, how fast it comes, and how a command ends."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from figloom import registry, terminal
from figloom.exam.controls import CONTROLS
from figloom.listing import LISTS

COMMANDS = ("setup", "build", "look", "export", "list", "serve-baseline")
RECIPE = """
render = "as_text"
count = 4

[[block]]
name = "stars"
sample = { name = "star", triples = [1, 3] }
ask = ["count_triples"]
"""


def _started(*words: object, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "figloom", *map(str, words)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


def test_results_go_to_stdout_alone(figloom: Any, elsewhere: Path) -> None:
    (elsewhere / "mine.toml").write_text(RECIPE, "utf-8")
    ran = figloom("build", "mine.toml")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith("0 pictures, 4 questions in ")
    assert lines[1].split() == ["dataset", "output/mine-s0"]
    assert lines[2].split(maxsplit=2) == ["contact", "sheet", "output/mine-s0/preview.png"]
    ran = figloom("look", "output/mine-s0", "-n", 3)
    assert (ran.code, ran.out, ran.err) == (0, "output/look-mine-s0.png\n", "")
    assert (elsewhere / "output/look-mine-s0.png").read_bytes().startswith(b"\x89PNG")


def test_one_question_is_no_questions(figloom: Any, elsewhere: Path) -> None:
    (elsewhere / "mine.toml").write_text(RECIPE.replace("count = 4", "count = 1"), "utf-8")
    assert figloom("build", "mine.toml").out.startswith("0 pictures, 1 question in ")


def test_one_of_a_thing_is_not_many() -> None:
    assert terminal.counted(1, "time") == "1 time"
    assert terminal.counted(0, "time") == "0 times"
    assert terminal.counted(1, "reply", "replies") == "1 reply"
    assert terminal.counted(2, "reply", "replies") == "2 replies"


def test_a_place_tried_once_is_not_tried_1_times(refused: Any, elsewhere: Path) -> None:
    (elsewhere / "few.tsv").write_text("a\tr\tb\nb\tr\tc\n", "utf-8")
    wanted = RECIPE.replace("count = 4", "count = 9\nattempts = 1").replace("[1, 3]", "[1, 1]")
    (elsewhere / "mine.toml").write_text(wanted, "utf-8")
    said = refused("build", "mine.toml", "--source", "triples=few.tsv")
    assert " 1 times" not in said


def test_looking_at_a_recipe(figloom: Any, elsewhere: Path) -> None:
    ran = figloom("look", "quickstart", "-n", 2, "--seed", 3)
    assert (ran.code, ran.out, ran.err) == (0, "output/look-quickstart-s3.png\n", "")
    assert (elsewhere / "output/look-quickstart-s3.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("what", LISTS)
def test_every_list_names_everything(figloom: Any, what: str) -> None:
    from figloom import charts, files, recipe
    from figloom.sample.flows.structures import structures

    ran = figloom("list", what)
    others = {
        "recipes": recipe.names(),
        "charts": list(charts.charts()),
        "structures": list(structures()),
        "baselines": list(registry.plugins("models")),
        "controls": [name for name in CONTROLS if name],
        "stories": sorted(file.stem for file in (files.templates() / "stories").glob("*.toml")),
    }
    names = others[what] if what in others else list(registry.plugins(what))
    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[0] for line in ran.out.splitlines()] == names
    assert "<class" not in ran.out


def test_setup_says_what_is_there(figloom: Any) -> None:
    ran = figloom("setup")
    assert (ran.code, ran.err) == (0, "")
    assert [line.split()[0] for line in ran.out.splitlines()] == [
        "figloom", "templates", "sources", "graphviz", "cairo", "fonts", "pictures", "world",
        "tables", "matplotlib", "echarts", "mermaid", "browser",
    ]  # fmt: skip


@pytest.mark.parametrize("words", [[], ["--help"], *([name, "--help"] for name in COMMANDS)])
def test_every_help_has_an_example(figloom: Any, words: list[str]) -> None:
    ran = figloom(*words)
    assert (ran.code, ran.err) == (0, "")
    assert f"Usage: {' '.join(['figloom', *words[:-1]])}" in ran.out
    assert ("Example: figloom" if len(words) > 1 else "figloom build quickstart") in ran.out


BARE = """
import sys, typer, rich.console
app = typer.Typer()
@app.command()
def one(count: int = 0) -> None: ...
@app.command()
def two() -> None: ...
sys.argv = ["bare", *sys.argv[1:]]
app()
"""


def test_help_comes_at_once() -> None:
    """A ratio to a command line that does nothing, run in turn with ours."""

    def least(command: list[str]) -> float:
        begun = time.perf_counter()
        subprocess.run([sys.executable, *command], check=True, capture_output=True)
        return time.perf_counter() - begun

    pairs = [
        (least(["-m", "figloom", "build", "--help"]), least(["-c", BARE, "one", "--help"]))
        for _ in range(5)
    ]
    assert min(ours for ours, _ in pairs) < 1.6 * min(bare for _, bare in pairs)


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['figloom', '--help']\n"
        "from figloom import cli\n"
        "try: cli.main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'pyarrow', 'PIL', 'cairocffi', 'figloom.run'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


def test_version(figloom: Any) -> None:
    assert figloom("--version").out.startswith("figloom 0.")


def test_a_reader_that_leaves_is_no_error(elsewhere: Path) -> None:
    running = _started("list", "evaluate", cwd=elsewhere)
    assert running.stdout is not None
    running.stdout.close()
    assert running.stderr is not None
    with running.stderr as err:
        assert err.read() == ""
    assert running.wait(60) in (0, 1)


STOPPED = "figloom: stopped. Run the same command again to go on.\n"
EAGER = """
import sys
from figloom import cli, workers
# So few items would be made in one process.
workers.PROBED, workers.WORTH = 2, 1e-9
sys.argv[0] = "figloom"
cli.main()
"""


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A job in the background ignores Ctrl-C, and so does what it starts, unless this is undone."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def _begun(place: Path) -> bool:
    return (place / "job.json").exists()


def _helped(place: Path) -> bool:
    """Whether another process is being started."""
    return len(list(place.glob("shard-*.json"))) > 0


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("moment", [_begun, _helped])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopping_and_going_on(
    elsewhere: Path, moment: Callable[[Path], bool], number: signal.Signals
) -> None:
    """Ctrl-C, which a terminal sends to the whole group, and TERM, which `kill` sends to one."""
    command = [sys.executable, "-c", EAGER, "build", "quickstart", "--workers", "3"]
    running = subprocess.Popen(
        [*command, "--count", "450", "--out", "out"],
        cwd=elsewhere,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    place = elsewhere / "out" / ".partial"
    while not moment(place):
        assert running.poll() is None, running.communicate()
        time.sleep(0.01)
    if number == signal.SIGINT:
        os.killpg(running.pid, number)
    else:
        running.terminate()
    _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (128 + number, STOPPED)
    # Where no shard was finished, nothing is left behind.
    finished = list(place.glob("shard-*.json"))
    assert (elsewhere / "out").exists() == bool(finished)
    assert len(list((elsewhere / "out" / "data").glob("*"))) == len(finished)


def test_plain_lines_where_there_is_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("figloom.terminal.time.monotonic", lambda: now[0])
    with terminal.progress("Building") as report:
        for done in range(13):
            report(done, 12)
            now[0] += 2.0
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "Building 3/12, 0.5/s, 18 s left",
        "Building 6/12, 0.5/s, 12 s left",
        "Building 9/12, 0.5/s, 6 s left",
        "Finishing ...",
    ]


def _told(monkeypatch: pytest.MonkeyPatch, reports: list[tuple[float, int]]) -> list[str]:
    """What is said of the pace at each report, of 200 items."""
    now = [0.0]
    monkeypatch.setattr("figloom.terminal.time.monotonic", lambda: now[0])
    pace, told = terminal._Pace(), []
    for moment, done in reports:
        now[0] = moment
        told.append(pace.told(done, 200))
    return told


def test_the_time_left_forgets_how_slowly_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve seconds until a browser has drawn the first twenty, then twenty every two."""
    batches = [(12.0 + 2 * batch, 20 * (batch + 1)) for batch in range(9)]
    reports = [(0.0, 0), *((at + 0.001 * n, done - 19 + n) for at, done in batches
                           for n in range(20))]  # fmt: skip
    told = _told(monkeypatch, reports)
    assert set(told[:21]) == {""}, "nothing is known before the second batch"
    assert [told[20 * batch] for batch in range(2, 10)] == [
        f"10/s, {left} s left" for left in (16, 14, 12, 10, 8, 6, 4, 2)
    ]


def test_the_time_left_follows_a_pace_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """One a second, then two, as when a second process joins."""
    reports = [(float(t), t) for t in range(31)] + [(30 + t / 2, 30 + t) for t in range(1, 121)]
    told = _told(monkeypatch, reports)
    assert told[30] == "1.0/s, 2 min 50 s left"
    assert told[90] == "2.0/s, 55 s left"
    assert _told(monkeypatch, [(0.0, 40), (0.01, 41), (0.02, 42), (0.5, 43)]) == [""] * 4


def test_a_bar_on_a_terminal(elsewhere: Path) -> None:
    (elsewhere / "mine.toml").write_text(RECIPE, "utf-8")
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "figloom", "build", "mine.toml"],
        cwd=elsewhere,
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
    )
    os.close(theirs)
    shown = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            piece = os.read(ours, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    assert running.communicate(timeout=60)[0].startswith(b"0 pictures, 4 questions")
    assert running.returncode == 0
    assert b"Preparing" in shown
    assert b"Finishing" in shown.partition(b"4/4")[0]


def test_the_manifest_says_what_the_command_line_was_asked(figloom: Any, elsewhere: Path) -> None:
    (elsewhere / "mine.toml").write_text(RECIPE, "utf-8")
    figloom("build", "mine.toml", "--seed", 9, "--split", "eval")
    told = json.loads((elsewhere / "output/mine-s9-eval/manifest.json").read_text("utf-8"))
    assert (told["recipe"], told["seed"], told["splits"].keys()) == ("mine", 9, {"eval"})
    assert str(elsewhere) not in json.dumps(told)
