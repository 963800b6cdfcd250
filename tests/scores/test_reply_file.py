"""Files of replies as people write them."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from figloom.errors import DatasetError
from figloom.scores.reply_file import read

_GOOD = b'{"id": "a", "text": "Yes"}\n'


def test_text_or_fault(tmp_path: Path) -> None:
    place = tmp_path / "replies.jsonl"
    lines = '{"id": "a", "text": "ja\u2028"}\r\n\n{"id": 7, "fault": "HTTP 500"}\n'
    lines += '{"id": "x", "text": ""}'
    place.write_bytes(b"\xef\xbb\xbf" + lines.encode())
    found = read(str(place), {"a", "7"})
    assert (found.of("a").text, found.of("7").fault, found.unknown) == ("ja\u2028", "HTTP 500", 1)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (_GOOD.decode().encode("utf-16"), "is UTF-16"),
        (_GOOD.decode().encode("utf-16-le"), "is UTF-16"),
        (_GOOD + b"\xff\n", "is not UTF-8 text in line 2"),
        (_GOOD + b'\n{"id": "b", "text": NaN}\n', "line 3, is no reply, for its text is no string"),
        (b'{"id": "b", "text": 7}', "its text is no string"),
        (b'{"id": "b", "fault": ""}', "it has neither text nor fault"),
        (b'{"id": null, "text": "x"}', "it has no id"),
        (b'["b"]', "it is no JSON object"),
        (b"[" * 100_000, "it is no JSON object"),
    ],
)
def test_what_will_not_do(
    data: bytes, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "replies.jsonl"
    place.write_bytes(data)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    for given, called in ((str(place), str(place)), ("-", "standard input")):
        with pytest.raises(DatasetError, match=said) as told:
            read(given, {"a"})
        assert str(told.value).startswith(called)


def test_what_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="There is no"):
        read(str(tmp_path / "none"), {"a"})
