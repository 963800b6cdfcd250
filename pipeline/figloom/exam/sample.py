"""One question to be put to a model, from a dataset of ours or from a released benchmark."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from figloom import codec
from figloom.emit import parquet
from figloom.emit.answers import prompt_text
from figloom.emit.rows import record_id
from figloom.exam.call import Image
from figloom.exam.telling import told
from figloom.types import Question, Record


@dataclass(frozen=True, slots=True)
class Sample:
    """A question, what is seen with it, and what it is counted with."""

    id: str
    """Record id and the question's place in it: `maps/count/000017/main/0`."""
    question: Question
    picture: str
    """Id of what is seen: figures are clustered by it."""
    item: str
    """Twins, clean and variant records of one item share it."""
    role: str = "main"
    image: Image | None = None
    facts: str = ""
    """The facts as text, read in place of the image where there is none."""
    tags: tuple[tuple[str, str], ...] = ()
    """What figures are broken down by besides family, task and subtask: `block`, `type`, ..."""

    @property
    def prompt(self) -> str:
        """The text that is asked; it opens with the facts where there is no image."""
        asked = prompt_text(self.question)
        return f"{self.facts}\n\n{asked}" if self.facts and self.image is None else asked


def of_record(record: Record) -> Iterator[Sample]:
    """A sample for each question of a record."""
    identity, picture = record_id(record), record.picture
    image = Image(picture.png, "image/png", picture.width, picture.height) if picture else None
    facts = record.text or told(record)
    shared = (("block", record.trace.block), ("style", picture.style if picture else ""))
    for number, question in enumerate(record.questions):
        named = (tag.partition(":") for tag in question.tags if ":" in tag)
        yield Sample(
            id=f"{identity}/{number}",
            question=question,
            picture=identity,
            item=record.key,
            role=record.role,
            image=image,
            facts=facts,
            tags=(*shared, *((name, value) for name, _, value in named)),
        )


def of_dataset(folder: Path) -> Iterator[Sample]:
    """Samples of a finished build in order; DatasetError when it is not a whole one."""
    return (sample for record in parquet.read_folder(folder) for sample in of_record(record))


def dumps(sample: Sample) -> str:
    """A sample as one line of JSON, without its image's bytes."""
    image = sample.image and replace(sample.image, data=b"")
    return codec.dumps(replace(sample, image=image), Sample)


def loads(line: str | bytes) -> Sample:
    """The sample of such a line; ValueError where it is none."""
    return codec.loads(line, Sample)
