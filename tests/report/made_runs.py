"""Runs made by hand: samples, replies and what run.json says, judged by rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from figloom.exam import folder
from figloom.exam.folder import Said
from figloom.exam.sample import Sample
from figloom.scores.run import judge_run
from figloom.types import Answer, AnswerKind, Question, Scoring

HOSTILE = (
    "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>",
    "<!--<script> ]]> &lt;b&gt; {{constructor}} ${1+1} \u2028 javascript:alert(1)",
    '=HYPERLINK("http://evil.example","x")',
    "a | b \x1b[31mred\x1b[0m \x00 \u202egnp.exe\u202c \\input{/etc/passwd} $x_1$ 100% #1 & ~",
)
"""Replies that each place of a report must keep harmless."""


def sample(name: str, answer: Answer, kind: AnswerKind = "yes_no", **more: Any) -> Sample:
    """A sample; what is no field of its own is the question's."""
    own = {
        key: more.pop(key) for key in ("picture", "item", "role", "tags", "facts") if key in more
    }
    fields = {
        "text": f"What of {name}?", "family": "maps", "task": "detect", "subtask": "detect_any",
        "wording": "w", "scoring": Scoring(kind), **more,
    }  # fmt: skip
    own = {"picture": name, "item": own.get("picture", name), **own}
    return Sample(name, Question(answer=answer, kind=kind, **fields), **own)


def about(model: str = "m", dataset: str = "made-s1", control: str = "", **more: Any) -> dict:
    """What run.json says."""
    return {
        "dataset": {"path": f"/nowhere/{dataset}", "name": dataset, "checksum": f"sum of {dataset}",
                    "benchmark": ""},
        "model": model, "server": "localhost:1",
        "settings": {"prompt": "direct", "control": control, "temperature": 0.0, "seed": 0},
        "version": "0.1.0", "started": "2026-01-01T00:00:00+00:00",
        "finished": "2026-01-01T00:01:40+00:00", "left_out": [], "skipped": {},
        "counts": {"samples": 0, "asked": 0}, "tokens": {"in": 10, "out": 5}, "cost": None,
    } | more  # fmt: skip


def run(
    place: Path, samples: Sequence[Sample], replies: Iterable[str | Said], told: dict[str, Any]
) -> Path:
    """A judged run in a folder."""
    place.mkdir(parents=True)
    folder.write_about(place, told)
    folder.write_samples(place, samples)
    said = [Said(one) if isinstance(one, str) else one for one in replies]
    folder.write_replies(place, zip((one.id for one in samples), said, strict=True))
    judge_run(place)
    return place


Reply = Callable[[int, Sample], str | Said]
