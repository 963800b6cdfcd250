"""`figloom score`, run as a person would."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from reply_rows import number_row, pair_row

Write = Callable[..., Path]
Run = Callable[..., tuple[int, str, str]]


def test_both_columns_and_every_difference(figloom: Run, published: Path) -> None:
    code, out, err = figloom("score", "--format", "chartbench", published / "gpt4o.jsonl")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "gpt4o.jsonl: 1380 rows, 1050 questions"
    rows = {words[0]: words[1:] for line in lines[2:12] if (words := line.split())}
    assert rows["Acc+"][0] == "61.96"
    assert rows["final"][0] == "54.64"
    assert sum(line.startswith("- ") for line in lines) == 9
    assert any(line.startswith("- repeated rows, 330 rows: ") for line in lines)
    assert any(line.startswith("family pie") for line in lines)
    assert "\x1b" not in out


def test_json_holds_everything(figloom: Run, write: Write) -> None:
    path = write(pair_row("Yes", "No"), number_row("50.0", "about 50"))
    code, out, _ = figloom("score", path, "--format", "chartbench", "--json")
    told = json.loads(out)
    assert code == 0
    assert (told["file"], told["rows"], told["questions"]) == ("model.jsonl", 2, 2)
    figures = {(one["by"], one["name"]): one for one in told["figures"]}
    assert figures["all", "all"]["published"]["nqa"] == 0
    assert figures["all", "all"]["corrected"]["nqa"] == 100
    assert figures["all", "all"]["corrected"]["final"] == 100
    assert figures["type", "pie"]["published"]["acc_plus"] == 100
    assert figures["labels", "yes"]["published"] is None
    assert [one["rows"] for one in told["differences"]] == [0, 0, 0, 0, 0, 1, 0, 2]


def test_a_terminal_gets_tables(
    figloom: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = Terminal()
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm-256color")
    path = write(pair_row("Yes", "No"), number_row("50.0", "about 50"))
    assert figloom("score", path, "--format", "chartbench")[0] == 0
    assert "\x1b[" in shown.getvalue()
    assert "family pie" in shown.getvalue()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no rows"),
        ("\n\n", "holds no rows"),
        ("id,answer\n1,Yes\n", "line 1 is not JSON"),
        ("[1, 2]\n", "line 1 has another form"),
        ('{"id": 1}\n', "line 1 lacks 'type'"),
        (json.dumps({**pair_row("Yes", "No"), "id": "x"}), "line 1 has another form"),
        (json.dumps({**number_row("5", "5"), "id": 1, "conversation": []}), "holds 0 questions"),
        (json.dumps({"id": 1, **pair_row("a", "b")}).replace('"No"', '"Yes"'), "Yes, then No"),
    ],
)
def test_bad_files(figloom: Run, tmp_path: Path, text: str, said: str) -> None:
    place = tmp_path / "replies.jsonl"
    place.write_text(text, "utf-8")
    refused(figloom, said, "score", "--format", "chartbench", place)


def test_files_that_are_none(figloom: Run, tmp_path: Path) -> None:
    refused(figloom, "There is no file", "score", "--format", "chartbench", tmp_path / "none")
    refused(figloom, "cannot be read", "score", "--format", "chartbench", tmp_path)
    binary = tmp_path / "picture.png"
    binary.write_bytes(b"\x89PNG\xff\xfe")
    refused(figloom, "is not UTF-8 text", "score", "--format", "chartbench", binary)


def test_formats(figloom: Run, write: Write) -> None:
    path = write(pair_row("Yes", "No"))
    refused(figloom, "Did you mean 'chartbench'", "score", path, "--format", "chartbrench")
    refused(figloom, "--dataset", "score", path)
    refused(figloom, "one file at a time", "score", path, path, "--format", "chartbench")
    refused(figloom, "leave --dataset away", "score", path, "--format", "m3str", "--dataset", "x")


def refused(figloom: Run, said: str, *words: object) -> None:
    code, out, err = figloom(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.startswith("figloom: ")
    assert err.endswith(".\n")
    assert err.count("\n") == 1
