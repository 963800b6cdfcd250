"""What the reader of pixels reaches: `python tests/quality/ocr.py [PICTURES]`, of each recipe.

A row a subtask that it answers by reading: accuracy, its interval, and chance.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from figloom import recipe
from figloom.build import build
from figloom.exam.folder import Result, Said
from figloom.exam.sample import of_dataset
from figloom.models import find
from figloom.score import score
from figloom.scores.summary import summary
from figloom.shards import Job

SEED = 31
RECIPES = ("quickstart", "charts", "flows")


def results(name: str, count: int, folder: Path) -> list[Result]:
    """Every question of a small build, answered and judged."""
    text = recipe.load(name).text
    job = Job(name=name, text=text, source=None, seed=SEED, split="eval", count=count)
    place = build(job, folder / name)
    model = find("baseline:ocr", place)
    found = []
    for sample in of_dataset(place):
        images = (sample.image.data,) if sample.image else ()
        said = model.reply(sample.prompt, images)
        found.append(Result(sample, Said(said), score(sample.question, said)))
    return found


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print("| subtask | asked | right | 95 % | chance |\n|---|---|---|---|---|")  # noqa: T201
    with tempfile.TemporaryDirectory() as folder:
        for name in RECIPES:
            told = summary(results(name, count, Path(folder)))
            for subtask, tally in told.by["subtask"].items():
                chance = told.chance[subtask].line
                low, high = tally.interval or (0.0, 0.0)
                even = "" if chance is None else f"{chance:.0f}"
                told_of = f"{tally.accuracy or 0:.0f} | {low:.0f} to {high:.0f} | {even}"
                print(f"| {subtask} | {tally.n} | {told_of} |")  # noqa: T201


if __name__ == "__main__":
    main()
