"""What a judge said of replies: its votes, and the verdict that they make."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, pstdev

from figloom import files
from figloom.errors import DatasetError
from figloom.exam.sample import Sample
from figloom.judges.rubrics import RUBRICS
from figloom.score import score
from figloom.types import Verdict

OPINIONS = "opinions.jsonl"
_TOP = 0.95
"""Part of a scale from which on a reply counts as right."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """All votes of one judge on one reply."""

    id: str
    """Of the sample."""
    rubric: str
    version: str
    """Of the rubric's words."""
    judge: str
    """The model."""
    votes: tuple[float | str | None, ...]
    """Points, or copied answers; None where the judge's reply could not be read."""

    @property
    def points(self) -> tuple[float, ...]:
        """Votes that are points."""
        return tuple(vote for vote in self.votes if isinstance(vote, float))

    @property
    def mean(self) -> float | None:
        """Of the points; None without any."""
        return fmean(self.points) if self.points else None

    @property
    def spread(self) -> float | None:
        """Standard deviation of the points."""
        return pstdev(self.points) if self.points else None

    def unread(self, sample: Sample) -> int:
        """Votes that could not be read: no points, or a copy that answers nothing."""
        return sum(
            vote is None
            or (isinstance(vote, str) and score(sample.question, vote).outcome == "unscored")
            for vote in self.votes
        )

    @property
    def by(self) -> str:
        """As verdicts name it."""
        return f"{self.rubric}:{self.judge}"

    def verdict(self, sample: Sample) -> Verdict:
        """By most votes; unscored where there is no majority."""
        rubric = RUBRICS[self.rubric]
        if rubric.copies:
            return self._copied(sample)
        if self.mean is None:
            return Verdict("unscored", 0.0, "", "the judge's reply could not be read")
        share = rubric.share(self.mean)
        told = f"{self.mean:g} of {rubric.high:g} points"
        if self.rubric == "equal" and share == 0.5:
            return Verdict("unscored", 0.0, "", "the judge's votes are tied")
        if share >= (0.5 if self.rubric == "equal" else _TOP):
            return Verdict("right", share, told)
        return Verdict("wrong", share, told, "the judge finds it wanting")

    def _copied(self, sample: Sample) -> Verdict:
        found = Counter(vote for vote in self.votes if isinstance(vote, str)).most_common(2)
        if not found or (len(found) > 1 and found[0][1] == found[1][1]):
            return Verdict("unscored", 0.0, "", "the extractor found no one answer")
        return score(sample.question, found[0][0])


def write(run: Path, opinions: Iterable[Opinion]) -> None:
    """Replace the opinions of a run as a whole."""
    lines = (
        json.dumps(
            {
                "id": one.id,
                "rubric": one.rubric,
                "version": one.version,
                "judge": one.judge,
                "votes": list(one.votes),
            },
            ensure_ascii=False,
        )
        for one in opinions
    )
    text = "".join(f"{line}\n" for line in lines)
    files.write_whole(run / OPINIONS, text.encode("utf-8", "backslashreplace"))


def read(run: Path) -> Mapping[str, Opinion]:
    """Opinions by sample id; none where no judge has been asked."""
    path = run / OPINIONS
    if not path.exists():
        return {}
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
        return {row["id"]: _opinion(row) for row in rows}
    except (OSError, ValueError, KeyError, TypeError):
        raise DatasetError(f"{path} is damaged: delete it, and run figloom judge again.") from None


def _opinion(row: Mapping[str, object]) -> Opinion:
    votes = row["votes"]
    if not isinstance(votes, list) or row["rubric"] not in RUBRICS:
        raise ValueError
    return Opinion(
        id=str(row["id"]),
        rubric=str(row["rubric"]),
        version=str(row["version"]),
        judge=str(row["judge"]),
        votes=tuple(
            vote if vote is None or isinstance(vote, str) else float(vote) for vote in votes
        ),
    )
