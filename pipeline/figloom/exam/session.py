"""One run from its first request to replies.jsonl; interrupted ones go on where they stopped."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

from figloom import files
from figloom.errors import DatasetError, FigloomError, OutputError
from figloom.exam import folder, schemas, tokens
from figloom.exam import sample as samples
from figloom.exam.answerer import Answerer
from figloom.exam.ask import Exam, Outcome
from figloom.exam.call import Dialog
from figloom.exam.folder import Said
from figloom.exam.journal import Journal
from figloom.exam.sample import Sample
from figloom.exam.selection import nothing_left
from figloom.exam.settings import Settings
from figloom.exam.source import Source
from figloom.terminal import counted

_MAY_CHANGE = {"limit", "tasks"}
"""Settings that a further run in the same folder may have otherwise."""


@dataclass(slots=True)
class Session:
    """What is asked of whom, and where it is kept."""

    run: Path
    source: Source
    settings: Settings
    answerer: Answerer
    make: Callable[[Sample], Dialog]
    prices: tuple[float, float] = (0.0, 0.0)
    """Per million tokens in and out."""
    estimated_in: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    """Samples that cannot be asked, by reason; whoever makes the samples counts them."""
    wanted: frozenset[str] | None = None
    """Ids that are to be asked; an earlier run in the folder may not hold others."""
    asked: int = 0
    """Requests that were not answered by the journal, once it is over."""
    counts: Counter[str] = field(default_factory=Counter)
    """As in run.json, once it is over."""

    def take(self, asked: Iterable[Sample], done: Callable[[int], None]) -> dict[str, Any]:
        """Ask all samples and write the run's files; what run.json says at the end.

        SetupError when the server is of no use, OutputError when the folder is another run's.
        """
        with Journal(self.run) as journal:
            earlier = self._earlier()
            about = self._about(earlier)
            served = earlier.get("server", self.answerer.host)

            def begin() -> None:
                if served != self.answerer.host and journal.has_replies:
                    raise OutputError(
                        f"{self.run} holds replies of {served or 'this process'}, and this command "
                        f"asks {self.answerer.host or 'this process'}: choose another --out."
                    )
                folder.write_about(self.run, about)

            exam = Exam(self.answerer, journal, self.settings, done, begin)
            try:
                with files.whole(self.run / folder.SAMPLES) as file:
                    self._ask(exam, asked, file)
            except FigloomError:
                self._leave_nothing(journal)
                raise
            self.asked = exam.sent
            if not exam.sent:
                about["server"] = served
            folder.write_replies(self.run, self._said(journal, exam.outcomes))
            about |= self._counted(about)
            folder.write_about(self.run, about)
        return about

    def _ask(self, exam: Exam, asked: Iterable[Sample], file: IO[bytes]) -> None:
        """Ask all, and write what is asked; what cannot be read is not told as a failed write."""

        def write(data: bytes) -> None:
            try:
                file.write(data)
            except OSError as error:
                raise OutputError(files.cannot_write(self.run / folder.SAMPLES, error)) from None

        try:
            exam.run(self._dialogs(asked, write))
        except OSError as error:
            name = error.filename or self.source.path
            raise DatasetError(f"{name} cannot be read: {error.strerror or error}.") from None

    def _leave_nothing(self, journal: Journal) -> None:
        """Remove a folder in which nothing has begun, as after a wrong key."""
        if journal.is_empty and {file.name for file in self.run.iterdir()} <= {
            folder.ABOUT,
            folder.JOURNAL,
        }:
            shutil.rmtree(self.run)

    def _dialogs(
        self, asked: Iterable[Sample], write: Callable[[bytes], object]
    ) -> Iterator[Dialog]:
        is_any = False
        for sample in asked:
            is_any = True
            write(folder.encoded(samples.dumps(sample)))
            yield self.make(sample)
        if not is_any:
            raise nothing_left(self.skipped)

    def _said(self, journal: Journal, outcomes: dict[str, Outcome]) -> Iterator[tuple[str, Said]]:
        """Replies in the order of the samples, counted on the way."""
        for sample in folder.read_samples(self.run):
            outcome = outcomes[sample.id]
            rows = [journal.row(key) for key in outcome.keys]
            told = [row["reply"] for row in rows]
            self._count(rows, bool(outcome.fault))
            named = [*outcome.keys, *([outcome.lost] if outcome.lost else [])]
            self.counts["retried"] += sum(map(journal.repeats, named))
            spent = tuple(sum(one[side] for one in told) for side in ("tokens_in", "tokens_out"))
            texts = [str(one["text"]) for one in told]
            if outcome.fault:
                yield sample.id, Said("", outcome.fault, tuple(texts), tokens=(spent[0], spent[1]))
                continue
            last = told[-1]
            text = schemas.spoken(texts[-1]) if last["mode"] == "schema" else texts[-1]
            yield (
                sample.id,
                Said(
                    text, "", tuple(texts[:-1]), last["mode"], last["finish"], (spent[0], spent[1])
                ),
            )

    def _count(self, rows: list[dict[str, Any]], is_fault: bool) -> None:
        self.counts.update(samples=1, replied=int(not is_fault), faults=int(is_fault))
        for row in rows:
            told = row["reply"]
            self.counts.update({
                "asked": 1,
                "plain": int(told["mode"] == "plain"),
                "schema": int(told["mode"] == "schema"),
                "cut": int(told["finish"] == "length"),
                "resized": len(row.get("resized", ())),
                "tokens_in": told["tokens_in"],
                "tokens_out": told["tokens_out"],
            })  # fmt: skip

    def _about(self, earlier: dict[str, Any]) -> dict[str, Any]:
        source = self.source
        return {
            "dataset": {
                "path": str(source.path),
                "name": source.name,
                "checksum": source.checksum,
                "benchmark": source.benchmark,
            },
            "model": self.answerer.model,
            "server": self.answerer.host,
            "settings": asdict(self.settings) | {"tasks": list(self.settings.tasks)},
            "version": version("figloom"),
            "started": earlier.get("started") or _now(),
            "finished": "",
            "left_out": list(earlier.get("left_out", ())),
        }

    def _counted(self, about: dict[str, Any]) -> dict[str, Any]:
        names = ("samples", "replied", "faults", "asked", "retried", "plain", "schema", "cut",
                 "resized")  # fmt: skip
        spent = self.counts["tokens_in"], self.counts["tokens_out"]
        return {
            "finished": _now(),
            "left_out": sorted({*about["left_out"], *self.answerer.left_out()}),
            "counts": {name: self.counts[name] for name in names},
            "skipped": dict(sorted(self.skipped.items())),
            "tokens": {"in": spent[0], "out": spent[1], "estimated_in": self.estimated_in},
            "cost": round(tokens.cost(*spent, *self.prices), 4) if any(self.prices) else None,
        }

    def _earlier(self) -> dict[str, Any]:
        """What an earlier run in this folder says; OutputError where it asked something else."""
        if not (self.run / folder.ABOUT).exists():
            return {}
        earlier = folder.about(self.run, folder.RESUMED)
        now = self._about({})
        was, is_ = ({"model": told["model"], "dataset": told["dataset"]["checksum"]}
                    | told["settings"] for told in (earlier, now))  # fmt: skip
        for name in was:
            if name in is_ and was[name] != is_[name] and name not in _MAY_CHANGE:
                raise OutputError(
                    f"{self.run} holds a run with {name} {was[name]!r}, and this one has "
                    f"{is_[name]!r}: choose another --out."
                )
        self._refuse_fewer()
        return earlier

    def _refuse_fewer(self) -> None:
        """OutputError where samples of an earlier run would lose their replies and verdicts."""
        if self.wanted is None or not (self.run / folder.SAMPLES).exists():
            return
        more = len(self._known() - self.wanted)
        if more:
            raise OutputError(
                f"{self.run} holds {counted(more, 'sample')} that this command does not ask: ask "
                "for all it holds "
                "(--limit, --tasks), or choose another --out."
            )

    def _known(self) -> set[str]:
        """Ids of an earlier run's samples; a damaged file of them is soon written anew, and its
        ids are those replied to."""
        try:
            return {sample.id for sample in folder.read_samples(self.run)}
        except DatasetError:
            found = set[str]()
            with suppress(DatasetError):
                found.update(name for name, _ in folder.read_replies(self.run / folder.REPLIES))
            return found


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
