"""What the reader of pixels reaches: `python tests/quality/ocr.py [SHARE] [FOLDER]`.

SHARE of the whole sample, 1 unless told; builds are kept in FOLDER, if one is given. A row a
subtask, a task and a type of chart: how many were asked, accuracy with its interval by picture, and
chance. Where the reader gives no answer at all, that is wrong here.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from figloom import recipe
from figloom.build import build
from figloom.exam.folder import Result, Said
from figloom.exam.sample import of_dataset
from figloom.models import find
from figloom.score import score
from figloom.scores.summary import summary
from figloom.scores.tallies import Tally
from figloom.shards import Job

_CHARTS = 'source = "tables"\nattempts = 3\ncount = 8\n[[block]]\n'
_ASKED = (
    'sample = "table"\nrender = { name = "chart", labels = 0.25 }\n'
    'ask = ["value", "compare", "read_number", "difference", "ratio", "untold"]\n'
)
_FLAT = (
    '"bar", "bar_horizontal", "bar_grouped", "bar_grouped_horizontal", "bar_stacked", '
    '"bar_stacked_horizontal", "bar_percent", "bar_percent_horizontal"'
)
_OBLIQUE = '"bar_3d_grouped", "bar_3d_stacked", "bar_3d_percent"'


@dataclass(frozen=True, slots=True)
class Part:
    """One build that is measured."""

    name: str
    title: str
    pictures: int
    seed: int = 31
    """None that the reader was mended on."""
    text: str = ""
    """Its recipe; empty for the recipe of that name."""


PARTS = (
    Part("quickstart", "Maps", 120, seed=32),
    Part("bars", "Bar charts", 48, text=f"{_CHARTS}each = {{ chart = [{_FLAT}] }}\n{_ASKED}"),
    Part("flows", "Flowcharts of both renderers", 64, text=(
        'source = "stories"\nattempts = 6\ncount = 8\n'
        'render = { name = "flow", renderers = ["graphviz", "mermaid"] }\n[[block]]\n'
        'each = { structure = "every" }\nsample = "flow"\nask = ["several"]\n'
    )),
    Part("bars3d", "Bars in 3-D", 12,
         text=f"{_CHARTS}each = {{ chart = [{_OBLIQUE}] }}\n{_ASKED}"),
    Part("others", "All other charts, which it does not claim to read", 34, text=(
        f'{_CHARTS}each = {{ chart = "every", except = ["gauge", {_FLAT}, {_OBLIQUE}] }}\n{_ASKED}'
    )),
)  # fmt: skip


def results(part: Part, share: float, folder: Path) -> list[Result]:
    """Every question of a build, answered and judged."""
    text = part.text or recipe.load(part.name).text
    count = max(1, round(share * part.pictures))
    job = Job(name=part.name, text=text, source=None, seed=part.seed, split="eval", count=count)
    place = build(job, folder / part.name)
    model = find("baseline:ocr", None)
    found = []
    for sample in of_dataset(place):
        images = (sample.image.data,) if sample.image else ()
        said = model.reply(sample.prompt, images)
        verdict = score(sample.question, said)
        if verdict.outcome == "unscored":
            verdict = replace(verdict, outcome="wrong")
        found.append(Result(sample, Said(said), verdict))
    return found


def rows(part: Part, found: list[Result]) -> Iterator[str]:
    """The lines of a part's table."""
    told = summary(found)
    yield f"\n{part.title}: {told.whole.pictures} pictures\n"
    yield "| | asked | right, % | 95 % | chance, % |\n|---|---|---|---|---|"
    for by, chances in (("subtask", told.chance), ("task", told.chance_of_tasks)):
        for name, tally in told.by[by].items():
            chance = chances[name].line
            yield _row(name.partition("/")[2], tally, "–" if chance is None else f"{chance:.0f}")
    for name, tally in told.by.get("type", {}).items():
        yield _row(name, tally, "")
    yield _row("all", told.whole, "")


def _row(name: str, tally: Tally, chance: str) -> str:
    low, high = tally.interval or (0.0, 0.0)
    return f"| {name} | {tally.n} | {tally.accuracy:.0f} | {low:.0f} to {high:.0f} | {chance} |"


def main() -> None:
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(folder)
        for part in PARTS:
            print(*rows(part, results(part, share, kept)), sep="\n", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
