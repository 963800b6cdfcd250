"""What records amount to: a checksum of what is seen and asked, and a tally of answers."""

from __future__ import annotations

from hashlib import blake2b

from isal import isal_zlib

from figloom import codec
from figloom.types import Question, Record


def tally(question: Question) -> tuple[str, str]:
    """Subtask and answer, for the manifest's distribution of answers."""
    answer = question.answer
    told = "" if isinstance(answer, tuple) or question.kind in ("text", "summary") else str(answer)
    return question.subtask, told


def content(records: list[Record]) -> str:
    """Checksum of pixels and questions, equal wherever the bytes of the PNG encoder differ."""
    total = blake2b(digest_size=16)
    for record in records:
        total.update(f"{record.key}/{record.role}/{record.text}".encode())
        total.update(codec.dumps(record.questions, tuple[Question, ...]).encode())
        if record.picture:
            # Of some megabytes a picture a CRC does: a hash took a tenth of a whole build.
            rows = _rows(record.picture.png)
            total.update(f"{len(rows)} {isal_zlib.crc32(rows)}".encode())
    return total.hexdigest()


def _rows(png: bytes) -> bytes:
    """The pixel rows inside a PNG; our encoder filters none, so equal for equal pixels."""
    place, packed = 8, []
    while place < len(png):
        size = int.from_bytes(png[place : place + 4], "big")
        if png[place + 4 : place + 8] == b"IDAT":
            packed.append(png[place + 8 : place + 8 + size])
        place += size + 12
    rows: bytes = isal_zlib.decompress(b"".join(packed))
    return rows
