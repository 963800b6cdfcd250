"""How far a judge agrees with people's points; what cannot be compared is refused beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from figloom import terminal
from figloom.errors import DatasetError

if TYPE_CHECKING:
    from figloom.exam.folder import Result
    from figloom.judges.judging import Asked
    from figloom.judges.opinions import Opinion

_NOTHING = "–"
_POINTLESS = (
    "Rubric 'extract' gives no points that --against could compare with people's: judge by "
    "--rubric answer, equal or summary."
)


def read(file: Path, results: Sequence[Result]) -> Mapping[str, float]:
    """People's points by sample id; DatasetError where one is of no sample of the run."""
    from figloom.judges.agreement import labels

    points = labels(file)
    strange = sorted(points.keys() - {one.sample.id for one in results})
    if strange:
        first = f"{strange[0]!r} first" if len(strange) > 1 else repr(strange[0])
        raise DatasetError(
            f"{file} names {terminal.counted(len(strange), 'id')} that the run does not have, "
            f"{first}: correct it, or leave it out."
        )
    return points


def refuse_apart(file: Path, points: Mapping[str, float], asked: Asked) -> None:
    """DatasetError where a judge would give too few points to what people gave points."""
    from figloom.judges.agreement import LEAST

    judged = {result.sample.id for result, _ in asked.items}
    common = points.keys() & asked.pointed
    if not common and (points.keys() & judged or not asked.pointed):
        raise DatasetError(_POINTLESS)
    if len(common) < LEAST:
        raise DatasetError(
            f"Of {terminal.counted(len(points), 'id')} in {file} the judge would give points to "
            f"{len(common)}, too few to say how far both agree: give {LEAST} or more that it "
            "judges; with --all it judges every reply."
        )


def compare(
    points: Mapping[str, float], results: Sequence[Result], found: Mapping[str, Opinion]
) -> None:
    """Print how far the judge, and the rule beside it, agree with people."""
    from figloom.judges.agreement import LEAST, agreement
    from figloom.judges.rubrics import RUBRICS

    copied = [name for name in points if name in found and RUBRICS[found[name].rubric].copies]
    judged = {name: one.mean for name, one in found.items() if one.mean is not None}
    if copied and not points.keys() & judged.keys():
        raise DatasetError(_POINTLESS)
    if copied:
        replies = terminal.counted(len(copied), "reply", "replies")
        terminal.say(f"judge  left out {replies} judged by extract: it gives no points")
    ruled = {
        one.sample.id: one.verdict.score for one in results if one.verdict.outcome != "unscored"
    }
    for who, theirs in (("judge", judged), ("rule", ruled)):
        common = sorted(points.keys() & theirs.keys())
        if who == "rule" and len(common) < LEAST:
            terminal.say(f"rule   scores {len(common)} of these replies: too few to compare")
            continue
        told = agreement([theirs[name] for name in common], [points[name] for name in common])
        terminal.say(
            f"{who:<6} n {told.n}  Pearson {_with(told.pearson, told.pearson_interval)}  "
            f"Spearman {_with(told.spearman, told.spearman_interval)}"
        )


def _with(value: float | None, interval: tuple[float, float] | None) -> str:
    if value is None:
        return _NOTHING
    return f"{value:.3f}" + (f" ({interval[0]:.3f} to {interval[1]:.3f})" if interval else "")
