"""Dialogs of several calls, drawn only as they are asked, with other models in them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "servers"))
from replies import Asked, Reply
from swift_server import Script, swift, text_of

from figloom.errors import FigloomError
from figloom.exam import call, remote
from figloom.exam.answerer import Local
from figloom.exam.ask import Exam, Outcome
from figloom.exam.call import Call, Dialog, Image, Turn
from figloom.exam.journal import Journal
from figloom.exam.remote import Remote
from figloom.exam.settings import Settings

POLICY = replace(remote.POLICY, pause=0.01)


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def asked(script: Script, run: Path, dialogs: list[Dialog], **settings: int) -> dict[str, Outcome]:
    """What became of each dialog, asked of such a server."""
    chosen = Settings(**settings)  # type: ignore[arg-type]
    with swift(script) as server, Journal(run) as journal:
        exam = Exam(Remote("small", server.url, chosen, 8, POLICY), journal, chosen)
        exam.run(dialogs)
    return exam.outcomes


def chain(number: int) -> Dialog:
    """A larger model thinks, the small one answers by what was thought."""

    def following(replies: tuple[call.Reply, ...]) -> Call | None:
        if not replies:
            return Call((Turn("user", f"Think of {number}"),), model="large")
        if len(replies) == 1:
            said = (Turn("user", f"Answer {number}"), Turn("assistant", replies[0].text))
            return Call((*said, Turn("user", "So?")), seed=number)
        return None

    return Dialog(f"{number}", following)


def test_several_calls_a_dialog(tmp_path: Path) -> None:
    bodies: list[Asked] = []

    def script(number: int, body: Asked) -> Reply:
        bodies.append(body)
        return Reply(f"{body['model']} of {text_of(body)}")

    outcomes = asked(script, tmp_path, [chain(n) for n in range(20)])
    assert {len(outcome.keys) for outcome in outcomes.values()} == {2}
    assert sorted(body["model"] for body in bodies) == ["large"] * 20 + ["small"] * 20
    with Journal(tmp_path) as journal:
        for number in range(20):
            first, last = (journal.reply(key).text for key in outcomes[f"{number}"].keys)
            assert first == f"large of Think of {number}"
            assert last == f"small of Answer {number}\n{first}\nSo?"
    assert sorted(body["seed"] for body in bodies if body["model"] == "small") == [*range(20)]


def test_a_fault_in_the_middle_keeps_what_came_before(tmp_path: Path) -> None:
    bodies: list[Asked] = []

    def script(number: int, body: Asked) -> Reply:
        bodies.append(body)
        bad = body["model"] == "small" and "Answer 3" in text_of(body)
        return Reply(status=500) if bad and len(bodies) < 40 else Reply("well")

    dialogs = [chain(n) for n in range(6)]
    outcomes = asked(script, tmp_path, dialogs)
    assert [len(outcomes[f"{n}"].keys) for n in range(6)] == [2, 2, 2, 1, 2, 2]
    assert outcomes["3"].fault.startswith("The model server 127.0.0.1")
    bodies.clear()
    bodies += [{"model": ""}] * 40
    again = asked(script, tmp_path, dialogs)
    assert len(bodies) == 41
    assert len(again["3"].keys) == 2


def test_pictures_are_drawn_as_there_is_room(tmp_path: Path) -> None:
    drawn, answered, ahead = 0, 0, list[int]()

    class Slow:
        name = "slow"

        def reply(self, prompt: str, images: tuple[bytes, ...]) -> str:
            nonlocal answered
            assert images == (f"picture of {prompt}".encode(),)
            answered += 1
            ahead.append(drawn - answered)
            return "yes"

    def dialogs() -> Iterator[Dialog]:
        nonlocal drawn
        for number in range(400):
            drawn += 1
            turn = Turn("user", f"{number}", (Image(f"picture of {number}".encode()),))
            yield Dialog(f"{number}", lambda said, turn=turn: None if said else Call((turn,)))

    with Journal(tmp_path) as journal:
        exam = Exam(Local(Slow(), 4), journal, Settings())
        exam.run(dialogs())
    assert len(exam.outcomes) == 400
    assert max(ahead) <= 4 + 3 * 8


def test_a_fault_of_the_program_is_raised(tmp_path: Path) -> None:
    class Broken:
        name = "broken"

        def reply(self, prompt: str, images: tuple[bytes, ...]) -> str:
            raise ZeroDivisionError

    turn = Turn("user", "?")
    dialogs = [Dialog("0", lambda said: None if said else Call((turn,)))]
    with Journal(tmp_path) as journal, pytest.raises(ZeroDivisionError):
        Exam(Local(Broken(), 2), journal, Settings()).run(dialogs)


def test_a_dataset_that_breaks_in_the_middle_is_said(tmp_path: Path) -> None:
    def dialogs() -> Iterator[Dialog]:
        yield chain(0)
        raise FigloomError("shard 7 is damaged")

    with swift(lambda number, body: Reply("well")) as server, Journal(tmp_path) as journal:
        exam = Exam(Remote("small", server.url, Settings(), 8, POLICY), journal, Settings())
        with pytest.raises(FigloomError, match="shard 7"):
            exam.run(dialogs())


def test_many_at_a_time(tmp_path: Path) -> None:
    """A small one of the benchmark: up to the ceiling and not above, and every reply once."""
    turns = [Turn("user", f"Question {number}") for number in range(600)]
    dialogs = [
        Dialog(turn.text, lambda said, turn=turn: None if said else Call((turn,))) for turn in turns
    ]
    with (
        swift(lambda number, body: Reply(text_of(body), delay=0.05)) as server,
        Journal(tmp_path) as journal,
    ):
        exam = Exam(Remote("small", server.url, Settings(), 64, POLICY), journal, Settings())
        exam.run(dialogs)
        assert 16 < server.most <= 64
        assert server.number == 600
        for turn in turns:
            (key,) = exam.outcomes[turn.text].keys
            assert journal.reply(key).text == turn.text


def test_a_thread_with_a_loop_of_its_own_may_ask(tmp_path: Path) -> None:
    """As in a notebook."""

    async def cell() -> dict[str, Outcome]:
        return asked(lambda number, body: Reply("so"), tmp_path, [chain(1), chain(2)])

    assert sorted(asyncio.run(cell())) == ["1", "2"]
