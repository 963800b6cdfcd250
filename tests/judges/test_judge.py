"""A judge decides what the rule left open, nothing else, and is asked once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from replies import Reply
from swift_server import SwiftServer, swift, text_of

from figloom.exam import folder
from figloom.judges import opinions
from figloom.scores.run import judge_run

Command = Callable[..., tuple[int, str, str]]


def _judge(number: int, asked: Mapping[str, Any]) -> Reply:
    """No to the open question, Yes to sameness, 7 points to a telling, and Yes to what is clear."""
    text = text_of(asked)
    if "What of told?" in text:
        return Reply('{"answer": 7}' if "response_format" in asked else "7")
    if "What of free?" in text:
        return Reply("Yes" if asked["seed"] < 2 else "No")
    return Reply("No" if "What of open?" in text else "Yes")


def _verdicts(run: Path) -> dict[str, tuple[str, str]]:
    return {name: (one.outcome, by) for name, one, by in folder.read_verdicts(run)}


def test_what_is_open_is_decided(run: Path, figloom: Command) -> None:
    before = _verdicts(run)
    assert [name for name, (outcome, _) in before.items() if outcome == "unscored"] == [
        "open", "free", "told", "refused", "lost",
    ]  # fmt: skip
    with swift(_judge) as server:
        code, out, err = figloom("judge", run, "--model", "j", "--base-url", server.url,
                                 "--votes", 3)  # fmt: skip
        assert (code, err.count("figloom:")) == (0, 0), err
        asked = len(server.asked)
        assert asked == 3 * 4
        again = figloom("judge", run, "--model", "j", "--base-url", server.url, "--votes", 3)
        assert again[:2] == (code, out)
        assert len(server.asked) == asked
    after = _verdicts(run)
    assert after == before | {
        "open": ("right", "extract:j"),
        "free": ("right", "equal:j"),
        "told": ("wrong", "summary:j"),
    }
    found = opinions.read(run)
    assert found["free"].votes == (1.0, 1.0, 0.0)
    assert found["told"].mean == 7.0
    assert found["told"].spread == 0.0
    lines = {tuple(line.split()[:2]): line.split() for line in out.splitlines()}
    assert lines["flows/summarise", "summary"][2:5] == ["1", "7.00", "66.67"]
    # The one reply that the rule scored too: both say right.
    assert lines["flows/reason", "extract"][-2:] == ["100.00", "1"]


def test_scoring_again_keeps_the_opinions(run: Path, figloom: Command) -> None:
    with swift(_judge) as server:
        figloom("judge", run, "--model", "j", "--base-url", server.url)
    judged = _verdicts(run)
    judge_run(run)
    assert _verdicts(run) == judged


def test_all_replies_get_points_and_the_rule_keeps_its_verdicts(
    run: Path, figloom: Command
) -> None:
    with swift(lambda number, asked: Reply("2")) as server:
        code, out, _ = figloom("judge", run, "--model", "j", "--base-url", server.url,
                               "--all", "--rubric", "answer")  # fmt: skip
    assert code == 0
    assert _verdicts(run)["clear"] == ("right", "rule")
    # All that have a reply, whatever the rule says of them.
    assert set(opinions.read(run)) == {"clear", "open", "free", "told", "refused"}
    assert "2.00" in out


def test_a_judge_that_speaks_otherwise_decides_nothing(run: Path, figloom: Command) -> None:
    before = _verdicts(run)
    with swift(lambda number, asked: Reply("It depends on 3 or 4 things.")) as server:
        code, out, _ = figloom("judge", run, "--model", "j", "--base-url", server.url,
                               "--rubric", "answer")  # fmt: skip
    assert code == 0
    assert _verdicts(run) == before
    line = next(line for line in out.splitlines() if line.startswith("flows/summarise"))
    assert line.split()[-3] == "1"


def test_a_judge_that_is_not_there_is_said(run: Path, figloom: Command) -> None:
    before = _verdicts(run)
    code, _, err = figloom("judge", run, "--model", "j", "--base-url", "http://127.0.0.1:9/v1")
    assert code == 2
    assert "cannot be reached" in err
    assert _verdicts(run) == before


def test_a_judge_is_measured_by_people(run: Path, figloom: Command, tmp_path: Path) -> None:
    points = {"clear": 5, "open": 1, "free": 4, "told": 2}
    people = tmp_path / "people.csv"
    people.write_text(
        "id,points\n" + "".join(f"{name},{one}\n" for name, one in points.items()), "utf-8"
    )

    def judge(number: int, asked: Mapping[str, Any]) -> Reply:
        name = next(name for name in points if f"What of {name}?" in text_of(asked))
        return Reply(str(points[name]))

    def asked_with(server: SwiftServer) -> tuple[int, str, str]:
        return figloom("judge", run, "--model", "j", "--base-url", server.url, "--all",
                       "--rubric", "answer", "--against", people)  # fmt: skip

    with swift(lambda n, a: Reply("3") if "What of refused?" in text_of(a) else judge(n, a)) as one:
        code, out, _ = asked_with(one)
    assert code == 0
    assert "judge  n 4  Pearson 1.000" in out
    assert "Spearman 1.000" in out
    assert "too few to compare" in out


def test_no_judge_and_no_opinion_is_said(run: Path, figloom: Command) -> None:
    code, _, err = figloom("judge", run)
    assert (code, "name a judge by --model" in err) == (2, True)
    code, _, err = figloom("judge", run, "--model", "j", "--rubric", "equl")
    assert (code, "Did you mean 'equal'" in err) == (2, True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "There is no "),
        ("id;points\nopen;3\n", "has semicolons between"),
        ("id,points\nopen,good\n", "line 2: 'good' is no number"),
        ("id,points\nstranger,3\n", "names 1 id that the run does not have, 'stranger':"),
        ("id,points\nb,3\na,1\nfree,2\n", "names 2 ids that the run does not have, 'a' first:"),
        ("id,points\n", "would give points to 0, too few"),
        ("id,points\nfree,1\ntold,2\nlost,3\n", "Of 3 ids in"),
        ("id,points\nopen,1\nclear,2\n", "gives no points"),
    ],
)
def test_what_people_say_is_read_before_a_judge_is_asked(
    run: Path, figloom: Command, tmp_path: Path, text: str | None, said: str
) -> None:
    people = tmp_path / "people.csv"
    if text is not None:
        people.write_text(text, "utf-8")
    with swift(_judge) as server:
        for rubric in ([], ["--rubric", "extract"]):
            code, _, err = figloom("judge", run, "--model", "j", "--base-url", server.url,
                                   "--against", people, *rubric)  # fmt: skip
            assert (code, server.asked) == (2, [])
            assert said in err or (rubric and "gives no points" in err)


def test_a_copy_that_answers_nothing_is_unread(run: Path, figloom: Command) -> None:
    with swift(lambda number, asked: Reply("It depends.")) as server:
        code, out, _ = figloom("judge", run, "--model", "j", "--base-url", server.url,
                               "--rubric", "extract", "--check", 0)  # fmt: skip
    assert code == 0
    found = opinions.read(run)
    by_kind = {one.sample.id: one.sample for one in folder.results(run)}
    assert found["open"].unread(by_kind["open"]) == 1
    line = next(line for line in out.splitlines() if line.startswith("flows/reason"))
    assert int(line.split()[-3]) >= 1


def test_copies_are_no_points(run: Path, figloom: Command, tmp_path: Path) -> None:
    people = tmp_path / "people.csv"
    people.write_text("id,points\nopen,3\nclear,1\ntold,2\n", "utf-8")
    with swift(_judge) as server:
        words = ("judge", run, "--model", "j", "--base-url", server.url, "--against", people)
        code, _, err = figloom(*words, "--rubric", "extract")
        assert (code, "gives no points" in err, len(server.asked)) == (2, True, 0)
        figloom(*words[:-2], "--rubric", "extract", "--all")
    code, _, err = figloom("judge", run, "--against", people)
    assert (code, "gives no points" in err) == (2, True)
