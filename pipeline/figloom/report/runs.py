"""The runs of a report, with all that is known of each, and a short name that tells it apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from figloom.errors import RecipeError
from figloom.exam import folder
from figloom.exam.folder import Result
from figloom.judges import opinions
from figloom.judges.opinions import Opinion
from figloom.scores.run import judge_run
from figloom.scores.summary import Summary, summary

_FREE = ("control", "limit", "tasks")
"""Settings in which two runs may differ and still be compared item by item."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run, judged."""

    path: Path
    label: str
    about: dict[str, Any]
    results: list[Result]
    summary: Summary
    opinions: Mapping[str, Opinion]

    @property
    def dataset(self) -> str:
        """Name of the dataset."""
        return str(self.about["dataset"]["name"])

    @property
    def checksum(self) -> str:
        """Of the dataset: equal where the same items were asked."""
        return str(self.about["dataset"]["checksum"])

    @property
    def model(self) -> str:
        """As the server names it."""
        return str(self.about["model"])

    @property
    def control(self) -> str:
        """What was shown instead; empty for the full setting."""
        return str(self.setting("control") or "")

    def setting(self, name: str) -> Any:
        """One of the settings in run.json; None where it says nothing of it."""
        return self.about["settings"].get(name)

    @property
    def kin(self) -> tuple[str, str]:
        """Equal for runs that differ in their control at most."""
        told = {key: value for key, value in self.about["settings"].items() if key not in _FREE}
        return self.model, repr(sorted(told.items()))


def read(places: Sequence[Path]) -> list[Run]:
    """All runs; those without verdicts are judged first. RecipeError for one named twice."""
    twice = [place for place, many in Counter(p.resolve() for p in places).items() if many > 1]
    if twice:
        raise RecipeError(f"{twice[0]} is named twice: name each run once.")
    return _named([_read(place) for place in places])


def _read(place: Path) -> Run:
    about = _whole(folder.about(place))
    if not (place / folder.VERDICTS).exists():
        judge_run(place)
    results = list(folder.results(place))
    return Run(place, "", about, results, summary(results), opinions.read(place))


def _whole(about: dict[str, Any]) -> dict[str, Any]:
    """With every part that is asked for, whoever wrote the file."""
    dataset = {
        key: str(about["dataset"].get(key) or "")
        for key in ("path", "name", "checksum", "benchmark")
    }
    parts = {
        key: value if isinstance(value := about.get(key), dict) else {}
        for key in ("settings", "counts", "tokens", "skipped")
    }
    return about | parts | {"dataset": dataset, "model": about["model"] or "unnamed"}


def _named(found: list[Run]) -> list[Run]:
    """Model, and whatever else differs; the folder's name where nothing does."""
    told = [list(_traits(run)) for run in found]
    differing = [len(set(column)) > 1 for column in zip(*told, strict=True)]
    labels = []
    for traits in told:
        more = [text for text, differs in zip(traits[1:], differing[1:], strict=True)
                if differs and text]  # fmt: skip
        labels.append(" · ".join([traits[0], *more]))
    many = Counter(labels)
    return [
        replace(run, label=label if many[label] == 1 else f"{label} · {run.path.resolve().name}")
        for run, label in zip(found, labels, strict=True)
    ]


def _traits(run: Run) -> Iterator[str]:
    yield run.model
    yield run.dataset
    prompt, control = run.setting("prompt") or "direct", run.control
    yield "" if prompt == "direct" else str(prompt)
    yield control and f"{control.replace('_', ' ')}"
    yield "structured" if run.setting("structured") else ""
    yield f"temperature {run.setting('temperature')}" if run.setting("temperature") else ""
    pixels = run.setting("max_pixels")
    yield f"{pixels:,} pixels" if isinstance(pixels, int) and pixels else ""
