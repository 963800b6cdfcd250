"""A run's replies judged by rule, and its figures written beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from figloom import files, terminal
from figloom.exam import folder
from figloom.exam.folder import Replies, Said
from figloom.exam.sample import Sample
from figloom.judges import opinions
from figloom.score import score
from figloom.scores.summary import Summary, summary
from figloom.types import Verdict

RULE = "rule"
_ENDS = re.compile(r"[.!?](?=\s)|[。！？\n]")
_CUT = "length"
"""A server's word for a reply that ran into the limit of tokens."""


def judge_run(run: Path, report: Callable[[int, int], None] | None = None) -> Summary:
    """Judge replies.jsonl into verdicts.jsonl and scores.json; each sample exactly once.

    What the rule leaves open is decided by the opinions of a judge, where one has been asked.

    A sample without reply is unscored. A reply with an unknown id, and a second one with the same
    id, is counted, said on stderr, and not judged. `report` is called with samples judged and all.
    """
    _judge(run, report)
    return summarise_run(run)


def _judge(run: Path, report: Callable[[int, int], None] | None) -> None:
    asked = list(folder.read_samples(run))
    replies = folder.gather(
        folder.read_replies(run / folder.REPLIES), {sample.id for sample in asked}
    )
    known = opinions.read(run)
    ruled = zip(asked, judged(asked, replies, report), strict=True)
    folder.write_verdicts(
        run, (_settled(sample, found, known.get(sample.id)) for sample, (_, found) in ruled)
    )
    for line in remarks(replies):
        terminal.warn(f"{run / folder.REPLIES}: {line}")


def _settled(
    sample: Sample, ruled: Verdict, opinion: opinions.Opinion | None
) -> tuple[str, Verdict, str]:
    """The rule's verdict; or the judge's, where only the judge has one."""
    if ruled.outcome == "unscored" and opinion is not None:
        found = opinion.verdict(sample)
        if found.outcome != "unscored":
            return sample.id, found, opinion.by
    return sample.id, ruled, RULE


def summarise_run(run: Path) -> Summary:
    """Figures of a run's verdicts, whoever gave them, written as scores.json."""
    found = summary(folder.results(run))
    text = json.dumps(found.told(), indent=1, ensure_ascii=False) + "\n"
    files.write_whole(run / folder.SCORES, text.encode("utf-8", "backslashreplace"))
    return found


def judged(
    asked: Iterable[Sample], replies: Replies, report: Callable[[int, int], None] | None = None
) -> Iterator[tuple[str, Verdict]]:
    """Each sample's id and the verdict on its reply, in the order of the samples."""
    asked = list(asked)
    for done, sample in enumerate(asked, start=1):
        yield sample.id, verdict(sample, replies.of(sample.id))
        if report is not None:
            report(done, len(asked))


def verdict(sample: Sample, said: Said) -> Verdict:
    """The verdict on one reply; a fault is unscored, and what was cut off counts up to its last
    whole sentence."""
    if said.fault:
        return Verdict("unscored", 0.0, "", said.fault)
    if said.finish != _CUT:
        return score(sample.question, said.text)
    found = score(sample.question, _whole(said.text))
    if found.outcome == "unscored":
        return Verdict("unscored", 0.0, "", f"the reply is cut off; {found.why}")
    return found


def remarks(replies: Replies) -> list[str]:
    """What is to be said of replies that were not judged."""
    said = []
    if replies.unknown:
        said.append(f"{_many(replies.unknown)} with an id that no sample has, not judged.")
    if replies.repeated:
        said.append(f"{_many(replies.repeated)} with an id that came before; the first counts.")
    return said


def _whole(text: str) -> str:
    """The whole sentences of a text that was cut, or its first word where there is none: a number
    at the very end may lack digits."""
    ends = [match.end() for match in _ENDS.finditer(text)]
    if ends:
        return text[: ends[-1]]
    first = text.split(maxsplit=1)
    return first[0] if first and (len(first) > 1 or not first[0][-1:].isdigit()) else ""


def _many(count: int) -> str:
    return terminal.counted(count, "reply", "replies")
