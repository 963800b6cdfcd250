"""All figures of a run: by family, task, subtask, kind and label, with intervals and chance."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from figloom.exam.folder import Result
from figloom.exam.sample import Sample
from figloom.scores.chance import Chance, chance, mean
from figloom.scores.classes import Classes, classes
from figloom.scores.published import Published, published
from figloom.scores.tallies import Tally, tally
from figloom.scores.together import Together, pairs, twins

_MOST = 100
"""Values of a label; more are no grouping."""
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Summary:
    """Shares are in percent; see each part."""

    whole: Tally
    by: dict[str, dict[str, Tally]]
    """By `family`, `task`, `subtask`, `kind`, and each label such as `block` or `type`; tasks and
    subtasks are named with their family, `maps/detect_any`."""
    chance: dict[str, Chance]
    """By subtask."""
    chance_of_tasks: dict[str, Chance]
    """By task: means over the questions of its subtasks' chance."""
    classes: dict[str, dict[str, Classes]]
    """By `subtask` and by `kind`: confusion matrix, balanced accuracy, MCC, Yes-rate."""
    pairs: dict[str, Together]
    """By subtask: groups of questions on one picture that are right only together."""
    twins: dict[str, Together]
    """By subtask: the same across the pictures of an item."""
    published: dict[str, Published]
    """By paper."""
    unscored: dict[str, int]
    """How often each reason left a reply unscored, most frequent first."""
    judged_by: dict[str, int]
    """Verdicts by who gave them."""

    def told(self) -> dict[str, Any]:
        """As JSON has it, numbers to six decimals."""
        rounded: dict[str, Any] = _rounded(asdict(self))
        return rounded


def summary(results: Iterable[Result]) -> Summary:
    """All figures of some results; a pure function, equal for equal results in equal order."""
    told = list(results)
    groups = _groups(told)
    subtasks = groups["subtask"]
    chances = {
        name: chance([one.sample.question for one in members]) for name, members in subtasks.items()
    }
    return Summary(
        whole=tally(told, "whole"),
        by={
            by: {name: tally(members, f"{by}/{name}") for name, members in found.items()}
            for by, found in groups.items()
        },
        chance=chances,
        chance_of_tasks={
            task: mean([(chances[name], n) for name, n in _subtasks(members).items()])
            for task, members in groups["task"].items()
        },
        classes={by: dict(_classes(by, groups[by])) for by in ("subtask", "kind")},
        pairs=_together(subtasks, pairs),
        twins=_together(subtasks, twins),
        published=published(told),
        unscored=dict(
            Counter(
                one.verdict.why for one in told if one.verdict.outcome == "unscored"
            ).most_common()
        ),
        judged_by=dict(sorted(Counter(one.by for one in told).items())),
    )


def _groups(results: list[Result]) -> dict[str, dict[str, list[Result]]]:
    found: dict[str, defaultdict[str, list[Result]]] = {
        by: defaultdict(list) for by in ("family", "task", "subtask", "kind")
    }
    for one in results:
        for by, name in _places(one.sample):
            if name:
                found.setdefault(by, defaultdict(list))[name].append(one)
    return {
        by: {name: members[name] for name in sorted(members, key=_order)}
        for by, members in found.items()
        if len(members) <= _MOST or by == "subtask"
    }


def _places(sample: Sample) -> Iterator[tuple[str, str]]:
    question = sample.question
    yield "family", question.family
    yield "task", f"{question.family}/{question.task}"
    yield "subtask", f"{question.family}/{question.subtask}"
    yield "kind", question.kind
    for name, value in sample.tags:
        # Charts have families of their own: bar, line, ...
        yield (f"{question.family} family" if name == "family" else name), value


def _subtasks(members: list[Result]) -> Counter[str]:
    """Questions of each subtask."""
    return Counter(dict(_places(one.sample))["subtask"] for one in members)


def _order(name: str) -> tuple[bool, float, str]:
    """Whole numbers by size and before words."""
    whole = name.isdecimal()
    return not whole, float(name) if whole else 0.0, name


def _classes(by: str, groups: dict[str, list[Result]]) -> Iterator[tuple[str, Classes]]:
    for name, members in groups.items():
        kinds = {one.sample.question.kind for one in members}
        found = classes(kinds.pop(), members, f"{by}/{name}") if len(kinds) == 1 else None
        if found:
            yield name, found


def _together(groups: dict[str, list[Result]], of: Any) -> dict[str, Together]:
    found = {name: of(members) for name, members in groups.items()}
    return {name: one for name, one in found.items() if one.n}


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(inner) for inner in value]
    return value
