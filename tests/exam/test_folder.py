"""What a run keeps comes back as it was."""

from __future__ import annotations

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
