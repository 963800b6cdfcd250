"""What is written stays, what a kill has torn is mended, and nothing counts twice."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from figloom.errors import DatasetError, OutputError
from figloom.exam.call import Call, Image, Reply, Turn
from figloom.exam.journal import Journal
from figloom.exam.settings import Settings, key_of

FIRST, SECOND = "00" * 16, "ff" * 16


def filled(run: Path) -> bytes:
    with Journal(run) as journal:
        journal.keep(FIRST, "a", 0, Reply("7\u2028\n\ud800"), {})
        journal.fault(SECOND, "b", 0, "nobody there", 6)
        journal.keep(FIRST, "c", 0, Reply("8"), {})
        journal.keep(SECOND, "b", 0, Reply("9", "schema", "length", 5, 6, 0.25, 3), {"resized": []})
    return (run / "journal.jsonl").read_bytes()


def test_replies_come_back(tmp_path: Path) -> None:
    filled(tmp_path)
    with Journal(tmp_path) as journal:
        assert journal.reply(FIRST) == Reply("7\u2028\n\ud800"), "the first counts"
        assert journal.reply(SECOND) == Reply("9", "schema", "length", 5, 6, 0.25, 3)
        assert "11" * 16 not in journal


def test_written_at_once(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.keep(FIRST, "a", 0, Reply("7"), {})
        assert (tmp_path / "journal.jsonl").read_bytes().endswith(b"}\n")
        assert journal.reply(FIRST) == Reply("7")
        journal.keep(SECOND, "b", 0, Reply("8"), {})
        assert journal.reply(SECOND) == Reply("8"), "a look back does not move the end"


def test_torn_anywhere(tmp_path: Path) -> None:
    whole = filled(tmp_path / "whole")
    for end in range(len(whole)):
        run = tmp_path / f"{end}"
        run.mkdir()
        (run / "journal.jsonl").write_bytes(whole[:end])
        with Journal(run) as journal:
            journal.keep("22" * 16, "d", 0, Reply("10"), {})
        with Journal(run) as journal:
            assert journal.reply("22" * 16) == Reply("10")
            assert (FIRST in journal) == (b"\n" in whole[:end])
        kept = whole[: whole.rfind(b"\n", 0, end) + 1]
        assert (run / "journal.jsonl").read_bytes().startswith(kept)


@pytest.mark.parametrize("line", [b"{", b"7", b'{"key": "zz", "reply": {"text": ""}}', b"\xff",
                                  b'{"key": "00", "reply": {"txt": ""}}'])  # fmt: skip
def test_damage_is_named(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "journal.jsonl").write_bytes(filled(tmp_path) + line + b"\n")
    with pytest.raises(DatasetError, match="line 5, is damaged: delete that line"):
        Journal(tmp_path)
    with pytest.raises(DatasetError):
        Journal(tmp_path)


def test_one_at_a_time(tmp_path: Path) -> None:
    with Journal(tmp_path), pytest.raises(OutputError, match="at work"):
        Journal(tmp_path)
    Journal(tmp_path).__exit__(None, None, None)


def test_no_room(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="Cannot write"):
        Journal(tmp_path / "file" / "run")


def test_a_full_disk_is_said_and_mended(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300, limits[1]))
    try:
        with pytest.raises(OutputError, match="Cannot write"), Journal(tmp_path) as journal:  # noqa: PT012
            for key in (FIRST, SECOND):
                journal.keep(key, "a", 0, Reply("7"), {})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not (tmp_path / "journal.jsonl").read_bytes().endswith(b"\n")
    with Journal(tmp_path) as journal:
        assert journal.reply(FIRST) == Reply("7")


CALL = Call((Turn("user", "How many?", (Image(b"one"),)),))


@pytest.mark.parametrize(
    "other",
    [
        (Call((Turn("user", "How much?", (Image(b"one"),)),)), "m", Settings()),
        (Call((Turn("user", "How many?", (Image(b"two"),)),)), "m", Settings()),
        (Call((Turn("user", "How many?"),)), "m", Settings()),
        (Call((Turn("system", "How many?", (Image(b"one"),)),)), "m", Settings()),
        (Call(CALL.turns, "larger"), "m", Settings()),
        (Call(CALL.turns, schema={}), "m", Settings()),
        (Call(CALL.turns, seed=4), "m", Settings()),
        (CALL, "n", Settings()),
        (CALL, "m", Settings(temperature=0.5)),
        (CALL, "m", Settings(max_tokens=5)),
        (CALL, "m", Settings(max_pixels=5)),
        (CALL, "m", Settings(seed=5)),
    ],
)
def test_another_call_has_another_key(other: tuple[Call, str, Settings]) -> None:
    assert key_of(*other) != key_of(CALL, "m", Settings())


def test_what_the_model_does_not_see_is_no_part_of_the_key() -> None:
    seen = Call((Turn("user", "How many?", (Image(b"one", width=7, height=7),)),), "m", seed=0)
    assert key_of(seen, "other", Settings(limit=5)) == key_of(CALL, "m", Settings())
