"""Every exporter: what it writes is whole, true to the records, and never in anyone's way."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figloom.emit.answers import answer_text
from figloom.emit.rows import picture_name, record_id
from figloom.errors import DatasetError, FigloomError, OutputError, RecipeError
from figloom.registry import find, plugins
from figloom.types import Question, Record, Scoring

EXPORTERS = list(plugins("emit"))
TOKENS = ("<image>", "<video>", "<audio>")


def export(exporter_name: str, records: list[Record], out: Path, **options: Any) -> int:
    exporter = find("emit", exporter_name, "test")
    count: int = exporter.call(iter(records), out, **exporter.options(options, "test"))
    return count


def tree(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(f.relative_to(folder)): hashlib.sha256(f.read_bytes()).hexdigest() for f in files}


@pytest.mark.parametrize("name", EXPORTERS)
def test_an_exporter_repeats_itself(name: str, records: list[Record], tmp_path: Path) -> None:
    counts = [export(name, records, tmp_path / place) for place in ("a", "b")]
    assert counts[0] == counts[1] > 0
    assert tree(tmp_path / "a") == tree(tmp_path / "b")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


@pytest.mark.parametrize("name", EXPORTERS)
def test_an_exporter_explains_itself(name: str) -> None:
    assert plugins("emit")[name].summary.endswith(".")


@pytest.mark.parametrize("name", EXPORTERS)
def test_pictures_are_stored_as_they_are(name: str, records: list[Record], tmp_path: Path) -> None:
    export(name, records, tmp_path / "out")
    stored = {path.name: path.read_bytes() for path in (tmp_path / "out" / "images").iterdir()}
    shown = [record for record in records if record.picture]
    assert stored == {picture_name(record_id(r)): r.picture.png for r in shown if r.picture}


@pytest.mark.parametrize("name", EXPORTERS)
def test_a_failed_export_leaves_what_was_there(
    name: str, records: list[Record], tmp_path: Path
) -> None:
    def broken() -> Iterator[Record]:
        yield records[1]
        raise DatasetError("a shard is damaged.")

    call = find("emit", name, "test").call
    with pytest.raises(DatasetError):
        call(broken(), tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
    export(name, records, tmp_path / "out")
    before = tree(tmp_path)
    with pytest.raises(DatasetError):
        call(broken(), tmp_path / "out")
    assert tree(tmp_path) == before


@pytest.mark.parametrize("name", EXPORTERS)
def test_only_a_finished_export_is_replaced(
    name: str, records: list[Record], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    export(name, records, out)
    export(name, records[:2], out)
    smaller = tree(out)
    (tmp_path / ".out.partial").mkdir()
    (tmp_path / ".out.partial" / "left-over").write_text("by a kill")
    export(name, records, out)
    export(name, records[:2], out)
    assert tree(tmp_path) == {f"out/{path}": hashed for path, hashed in smaller.items()}
    (out / "my-notes.txt").write_text("keep me")
    with pytest.raises(OutputError, match="already holds something other"):
        export(name, records, out)
    assert (out / "my-notes.txt").read_text() == "keep me"


@pytest.mark.parametrize("name", EXPORTERS)
def test_an_export_of_another_kind_is_kept(
    name: str, records: list[Record], tmp_path: Path
) -> None:
    other = next(exporter for exporter in EXPORTERS if exporter != name)
    export(other, records, tmp_path / "out")
    before = tree(tmp_path)
    with pytest.raises(OutputError):
        export(name, records, tmp_path / "out")
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutputError):
        export(name, records, tmp_path / "file")
    assert tree(tmp_path / "out") == {path[4:]: h for path, h in before.items()}


@pytest.mark.parametrize("name", EXPORTERS)
def test_a_place_that_cannot_be_written_is_one_sentence(
    name: str, records: list[Record], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(FigloomError) as caught:
        export(name, records, tmp_path / "file" / "out")
    assert "\n" not in str(caught.value)


def test_the_working_directory_is_never_replaced(
    records: list[Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for place in (".", "..", "../here"):
        with pytest.raises(OutputError, match="working directory"):
            export("llava", records, Path(place))
    assert export("llava", records, Path("../there")) == export("llava", records, Path("in/it"))
    assert tree(tmp_path / "here" / "in" / "it") == tree(tmp_path / "there")


def test_a_link_keeps_pointing_to_its_folder(records: list[Record], tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "disk")
    (tmp_path / "disk").mkdir()
    for part in (records[:2], records):
        export("llava", part, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "disk" / "llava.json").is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["disk", "link"]


def pairs(records: list[Record], multi: bool) -> list[list[tuple[str, str]]]:
    """Prompts and replies as they should arrive, without token."""
    done = []
    for record in records:
        said = [(q.text, answer_text(q)) for q in record.questions]
        if multi and said and not record.picture:
            said[0] = (f"{record.text}\n\n{said[0][0]}", said[0][1])
        elif not record.picture:
            said = [(f"{record.text}\n\n{prompt}", reply) for prompt, reply in said]
        done += [said] if multi else [[pair] for pair in said]
    return done


@pytest.mark.parametrize("turns", ["single", "multi"])
def test_llava_rows_say_what_the_records_say(
    turns: str, records: list[Record], tmp_path: Path
) -> None:
    count = export("llava", records, tmp_path / "out", turns=turns)
    rows = json.loads((tmp_path / "out" / "llava.json").read_text("utf-8"))
    assert len(rows) == count == len({row["id"] for row in rows})
    seen = []
    for row in rows:
        values = [turn["value"] for turn in row["conversations"]]
        assert [turn["from"] for turn in row["conversations"]] == ["human", "gpt"] * (
            len(values) // 2
        )
        assert "".join(values).count("<image>") == ("image" in row)
        if "image" in row:
            assert values[0].startswith("<image>\n")
            assert (tmp_path / "out" / row["image"]).is_file()
            values[0] = values[0].removeprefix("<image>\n")
        seen.append(list(zip(values[::2], values[1::2], strict=True)))
    assert seen == pairs(records, turns == "multi")


@pytest.mark.parametrize("turns", ["single", "multi"])
def test_sharegpt_rows_keep_llama_factorys_rule(
    turns: str, records: list[Record], tmp_path: Path
) -> None:
    export("sharegpt", records, tmp_path / "out", turns=turns, name="kg-train")
    info = json.loads((tmp_path / "out" / "dataset_info.json").read_text("utf-8"))["kg-train"]
    rows = json.loads((tmp_path / "out" / info["file_name"]).read_text("utf-8"))
    columns, tags = info["columns"], info["tags"]
    seen = []
    for row in rows:
        messages, images = row[columns["messages"]], row[columns["images"]]
        said = [message[tags["content_tag"]] for message in messages]
        assert sum(text.count("<image>") for text in said) == len(images)
        assert all((tmp_path / "out" / image).is_file() for image in images)
        roles = [message[tags["role_tag"]] for message in messages]
        assert roles == [tags["user_tag"], tags["assistant_tag"]] * (len(roles) // 2)
        said[0] = said[0].removeprefix("<image>\n")
        seen.append(list(zip(said[::2], said[1::2], strict=True)))
    assert seen == pairs(records, turns == "multi")


@pytest.mark.parametrize("name", ["", "a/b", "..", "dataset_info", "Dataset_Info", "é", "x" * 99])
def test_a_name_that_is_no_file_name_is_refused(
    name: str, records: list[Record], tmp_path: Path
) -> None:
    with pytest.raises(RecipeError, match="cannot be called"):
        export("sharegpt", records, tmp_path / "out", name=name)
    assert not (tmp_path / "out").exists()


WORDS = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=30),
    st.sampled_from(
        [*TOKENS, "<<image>>", '"', "\\", "\n\n", "倉庫", "مصر", "👩‍🌾", "</s>", "\x00"]
    ),
)
SPICED = st.lists(WORDS, max_size=5).map("".join)


@settings(max_examples=60, deadline=None)
@given(drawn=st.booleans(), prompt=SPICED, reply=SPICED, facts=SPICED)
def test_any_text_survives_and_no_token_is_forged(
    records: list[Record], drawn: bool, prompt: str, reply: str, facts: str
) -> None:
    question = Question(prompt, reply, "text", Scoring("text"), "maps", "t", "s", "w")
    source = records[1] if drawn else replace(records[0], text=facts)
    record = replace(source, questions=(question, question))
    with TemporaryDirectory() as folder:
        out = Path(folder)
        export("llava", [record], out / "l", turns="multi")
        export("sharegpt", [record], out / "s", turns="multi")
        (llava,) = json.loads((out / "l" / "llava.json").read_bytes())
        (shared,) = json.loads((out / "s" / "figloom.json").read_bytes())
    values = [turn["value"] for turn in llava["conversations"]]
    assert [message["content"] for message in shared["messages"]] == values
    images = len(shared["images"])
    assert ["".join(values).count(token) for token in TOKENS] == [images, 0, 0]
    clean = not any(token in prompt + reply for token in TOKENS)
    assert not clean or values[2:] == [prompt, reply]
