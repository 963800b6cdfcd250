"""Which samples of a dataset are asked: some tasks, or a fair part of all."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from figloom.errors import DatasetError, unknown
from figloom.exam.sample import Sample
from figloom.seeds import digest


def left_out(skipped: Counter[str]) -> str:
    """Words for samples that are not asked, by reason, most frequent first; empty for none."""
    reasons = ", ".join(f"{many} since {why}" for why, many in skipped.most_common())
    return f"{skipped.total()} left out: {reasons}" if reasons else ""


def nothing_left(skipped: Counter[str]) -> DatasetError:
    """What to raise where no sample is left to ask."""
    reasons = left_out(skipped)
    return DatasetError(f"There is nothing to ask{f' ({reasons})' if reasons else ''}: choose "
                        "another dataset or control.")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Selection:
    """Ids of the samples to ask, of so many in the dataset."""

    ids: frozenset[str]
    total: int


def select(
    samples: Iterable[Sample], *, limit: int = 0, tasks: tuple[str, ...] = (), seed: int = 0
) -> Selection:
    """Samples of the named tasks or subtasks, at most `limit`, spread over the dataset.

    What is scored together (pairs, twins) is asked together. The part is the same for every
    model, and a smaller limit's is within a larger one's as far as pairs allow. DatasetError for a
    task that the dataset lacks, or when there is no sample.
    """
    units: defaultdict[str, list[str]] = defaultdict(list)
    known, total = set[str](), 0
    for sample in samples:
        question, total = sample.question, total + 1
        names = {question.task, question.subtask} - {""}
        known |= names
        if tasks and not names & set(tasks):
            continue
        unit = f"{sample.item}/{question.group}" if question.group else sample.id
        units[unit].append(sample.id)
    for task in tasks:
        if task not in known:
            raise DatasetError(unknown("task or subtask", task, known))
    if not units:
        raise DatasetError("The dataset holds no question: there is nothing to ask.")
    chosen = list[str]()
    for unit in sorted(units, key=lambda unit: (digest(f"limit/{seed}/{unit}"), unit)):
        if not limit or len(chosen) + len(units[unit]) <= limit:
            chosen += units[unit]
    if not chosen:
        raise DatasetError(f"--limit {limit} has no room for questions that are scored together.")
    return Selection(frozenset(chosen), total)
