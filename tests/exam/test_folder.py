"""What a run keeps comes back as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from figloom.errors import DatasetError
from figloom.exam import folder
from figloom.exam.call import Image
from figloom.exam.folder import Result, Said
from figloom.exam.sample import Sample
from figloom.types import Question, Scoring, Verdict

QUESTION = Question(
    text="How many?\u2028“Really”",
    answer=7,
    kind="integer",
    scoring=Scoring("integer"),
    family="maps",
    task="count",
    subtask="count_entities",
    wording="count_entities/plain",
    negatives=(),
)


def _sample(name: str) -> Sample:
    image = Image(b"bytes", "image/png", 40, 30)
    return Sample(f"a/b/{name}/main/0", QUESTION, "a/b/main", "a/b", image=image,
                  tags=(("block", "b"),))  # fmt: skip


def test_a_run_comes_back(tmp_path: Path) -> None:
    asked = [_sample("1"), _sample("2")]
    said = [Said("7\u2028\r\n7", chain=("first",), tokens=(9, 1)), Said("", "no answer came")]
    verdicts = [Verdict("right", 1.0, "7"), Verdict("unscored", 0.0, "", "no answer came")]
    names = [sample.id for sample in asked]
    folder.write_samples(tmp_path, asked)
    folder.write_replies(tmp_path, zip(names, said, strict=True))
    folder.write_verdicts(tmp_path, zip(names, verdicts, ["rule", "rule"], strict=True))
    bare = [replace(one, image=Image(b"", "image/png", 40, 30)) for one in asked]
    assert list(folder.results(tmp_path)) == [
        Result(sample, *rest) for sample, *rest in zip(bare, said, verdicts, strict=True)
    ]


def test_a_prompt_opens_with_the_facts_only_without_an_image() -> None:
    seen = replace(_sample("1"), facts="A is B.")
    assert seen.prompt == QUESTION.text
    assert replace(seen, image=None).prompt == f"A is B.\n\n{QUESTION.text}"


@pytest.mark.parametrize("line", ["[]", '{"id": 1}', "{", "7"])
def test_what_is_no_reply_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(f'{{"id": "a", "text": "7"}}\n{line}\n', "utf-8")
    with pytest.raises(DatasetError, match="line 2, is no reply"):
        list(folder.read_replies(file))


def test_an_unfinished_run_is_said(tmp_path: Path) -> None:
    folder.write_about(tmp_path, {"finished": ""})
    with pytest.raises(DatasetError, match="is unfinished: run the same figloom eval command"):
        list(folder.read_samples(tmp_path))
    with pytest.raises(DatasetError, match="is unfinished: run the same figloom eval command"):
        list(folder.results(tmp_path))


def test_what_is_no_run_is_said(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="is not a run"):
        folder.about(tmp_path)


def _cut_anywhere(file: Path, read: Callable[[], object], said: str) -> None:
    whole = file.read_bytes()
    last = len(whole.splitlines()[-1])
    for cut in range(2, last, 7):
        file.write_bytes(whole[:-cut])
        with pytest.raises(DatasetError) as caught:
            read()
        assert str(caught.value) == said


def test_a_file_cut_within_a_line_is_one_sentence(tmp_path: Path) -> None:
    asked = [_sample("1"), _sample("2")]
    verdict = Verdict("right", 1.0, "“7”", "“так”")
    folder.write_samples(tmp_path, asked)
    folder.write_replies(tmp_path, ((one.id, Said("7")) for one in asked))
    folder.write_verdicts(tmp_path, ((one.id, verdict, "rule") for one in asked))
    for name, remedy in (
        (folder.VERDICTS, f"run figloom score {tmp_path} again."),
        (folder.SAMPLES, "run the same figloom eval command again."),
    ):
        file = tmp_path / name
        whole = file.read_bytes()
        said = f"{file}, line 2, is damaged: {remedy}"
        _cut_anywhere(file, lambda: list(folder.results(tmp_path)), said)
        file.write_bytes(whole)


@pytest.mark.parametrize("line", ["[]", "7", "{}", '{"id": "a"}', "[" * 100_000, "\xff"])
def test_a_line_that_is_no_verdict_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / folder.VERDICTS).write_bytes(f"\n{line}\n".encode("latin-1"))
    with pytest.raises(DatasetError, match="line 2, is damaged: run figloom score"):
        list(folder.read_verdicts(tmp_path))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no JSON"),
        ("\xff", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        ("{}", "does not tell the run's model"),
        ("[7]", "does not tell the run's model"),
        ('{"model": 7, "dataset": {"name": "d"}}', "does not tell the run's model"),
        ('{"model": "m", "dataset": "d"}', "does not tell the run's dataset:"),
        ('{"model": "m", "dataset": {}}', "does not tell the run's dataset.name"),
    ],
)
def test_what_tells_no_run_says_what_to_do(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / folder.ABOUT).write_bytes(text.encode("latin-1"))
    with pytest.raises(DatasetError, match=said) as caught:
        folder.about(tmp_path)
    assert "delete it, and run the same figloom eval command again" in str(caught.value)
