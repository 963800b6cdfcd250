"""Stories that a model tells, with a scripted model behind a real server on this machine."""

from __future__ import annotations

import copy
import json
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "servers"))
from model_server import ModelServer, running
from replies import Asked, Reply

from figloom import client
from figloom.errors import SetupError, SourceError
from figloom.read.insist import TRIES
from figloom.read.stories import hashed, stories
from figloom.read.stories_llm import ORDER, stories_llm
from figloom.read.stories_llm_shapes import SECTIONS
from figloom.sample.flow import flow
from figloom.seeds import Draw
from figloom.stories import Decision, Loop, Stories
from figloom.types import Declined, Flow


@cache
def shipped() -> Stories:
    """Those that come with figloom, read and checked once for all tests of this file."""
    return stories()


PROCESS: dict[str, Any] = {
    "title": "How a kite is mended",
    "actors": ["Child", "Workshop"],
    "start": ["Kite torn"],
    "end": ["Kite flies again"],
    "parts": [
        {"step": ["Bring the kite in", "Carry the kite over"], "kind": "io", "actor": "Child"},
        {"step": ["Look at every seam"], "actor": "Workshop"},
        {
            "measure": "the tear",
            "unit": "cm",
            "low": 0,
            "high": 40,
            "step": 1,
            "limits": [5, 10],
            "over": [{"step": ["Sew a patch on"]}],
            "under": [{"step": ["Tape both edges"]}],
            "actor": "Workshop",
        },
        {
            "decision": ["Is a spar broken?"],
            "branches": [
                {"label": ["Yes"], "parts": [{"step": ["Cut new bamboo"]}]},
                {"label": ["No"]},
            ],
        },
        {
            "loop": ["Does it still wobble?"],
            "again": ["It does"],
            "done": ["It is steady"],
            "parts": [{"step": ["Balance its tail"]}],
        },
        {"parallel": [[{"step": ["Write a receipt"]}], [{"step": ["Sweep the bench"]}]]},
        {"step": ["Take it to the hill"], "actor": "Child"},
    ],
}
OTHERS: dict[str, dict[str, Any]] = {
    "tree": {
        "title": "Which hat to wear",
        "tree": {
            "say": ["Is the sun out?"],
            "answers": [
                {"answer": "Bright", "say": ["Wear a straw hat"]},
                {
                    "answer": "Hidden",
                    "say": ["Does it rain?"],
                    "answers": [
                        {"answer": "Pouring", "say": ["Pull up a hood"]},
                        {"answer": "Dry", "say": ["Go bareheaded"]},
                    ],
                },
            ],
        },
    },
    "study": {
        "title": "Tea trial: participant flow",
        "study": {
            "subjects": "drinkers",
            "assessed": ["Assessed for eligibility"],
            "reasons": ["Too young", "Did not reply"],
            "allocated": ["Randomised"],
            "arms": ["Green tea", "Hot water"],
            "lost": ["Moved away"],
            "analysed": ["Analysed"],
        },
    },
    "layers": {
        "title": "How a weather post works",
        "layers": [
            {"name": "Sensing", "components": ["Rain gauge", "Wind vane"], "link": ["readings"]},
            {"name": "Sending", "components": ["Radio mast", "Cable"], "link": ["packets"]},
            {"name": "Keeping", "components": ["Archive"], "kind": "store"},
        ],
    },
}


class Model:
    """Tells a good story to every prompt, with a title of its own, unless told to spoil it."""

    def __init__(self, server: ModelServer) -> None:
        self.server, self.told = server, 0
        self.spoil: list[str] = []
        """Replies to give first."""
        server.script = self.reply

    def reply(self, number: int, asked: Asked) -> Reply:
        if self.spoil:
            return Reply(self.spoil.pop(0))
        self.told += 1
        return Reply(json.dumps(self.story(asked["messages"][0]["content"], self.told)))

    def story(self, prompt: str, number: int) -> Mapping[str, Any]:
        name = next(n for n, section in SECTIONS.items() if section.about in prompt)
        told = PROCESS if name == "process" else OTHERS[name]
        return {**told, "title": f"{told['title']}, {chr(64 + number)}"}


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Model]:
    monkeypatch.setenv("FIGLOOM_CACHE", str(tmp_path / "cache"))
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(client, "PAUSE", 0.01)
    monkeypatch.setattr("figloom.read.stories_llm.shipped", shipped)
    with running() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        yield Model(server)


def _process(**changed: Any) -> str:
    return json.dumps({**PROCESS, **changed})


def _changed(place: int, **changed: Any) -> str:
    parts = copy.deepcopy(PROCESS["parts"])
    parts[place] |= changed
    return _process(parts=parts)


def _answered(*labels: list[str], asked: str = "Is a spar broken?") -> str:
    """The process with that question, and answers to it of which the first has a step."""
    branches = [{"label": label} for label in labels]
    branches[0] |= {"parts": [{"step": ["Cut new bamboo"]}]}
    return _changed(3, decision=[asked], branches=branches)


def test_every_section_comes_in_turn(model: Model) -> None:
    source = stories_llm(model="m", stories=12)
    assert len(source.stories) == 12
    told = ["tree" if s.tree else "study" if s.study else "layers" if s.layers else "process"
            for s in source.stories]  # fmt: skip
    assert told == [*ORDER, *ORDER]
    assert source.notes == ()
    assert (source.licence, source.credits) == ("made by a model", "Invented by m")
    assert {story.split for story in source.stories} == {"train", "eval"}
    assert all(story.split == hashed(story.id) for story in source.stories)
    assert source.stories[0].id == "how_a_kite_is_mended_a"


def test_conditions_are_written_here_and_not_by_the_model(model: Model) -> None:
    (story,) = stories_llm(model="m", stories=1).stories
    limit = story.parts[2]
    assert isinstance(limit, Decision)
    assert limit.decision == ("Is the tear over {limit_1}?",)
    assert [branch.when for branch in limit.branches] == [
        "limit_1 > {limit_1}", "limit_1 <= {limit_1}",
    ]  # fmt: skip
    assert [branch.label for branch in limit.branches] == [("Yes",), ("No",)]
    assert story.variables["limit_1"].limits == (5.0, 10.0)
    assert isinstance(story.parts[4], Loop)
    model.spoil = [_changed(3, when="tear > 5")] * TRIES
    source = stories_llm(model="n", stories=1)
    assert source.credits == ""
    assert "parts.3.decision.when: no such key is wanted" in source.notes[0]


def test_charts_come_of_what_was_told(model: Model) -> None:
    source = stories_llm(model="m", stories=12)
    for structure in ("process", "retry", "decision_tree", "participants", "architecture"):
        nodes = (5, 12)
        split = next(s for s in ("train", "eval") if _holds(source, structure, s))
        made = [flow(source, Draw(1, "r", split, "b", n, n), structure=structure, nodes=nodes)
                for n in range(6)]  # fmt: skip
        assert any(isinstance(one, Flow) for one in made)
        for one in made:
            assert isinstance(one, Declined) or one.provenance.source == "stories_llm"


def _holds(source: Stories, structure: str, split: str) -> bool:
    from figloom.sample.flows.structures import called

    return any(called(structure).fits(story) for story in source.of(split))


def test_asked_once(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    model.spoil = ["{}"]
    first = stories_llm(model="m", stories=6)
    asked = len(model.server.asked)
    assert asked == 7
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    again = stories_llm(model="m", stories=6)
    assert (again.fingerprint, again.notes) == (first.fingerprint, first.notes)
    assert len(model.server.asked) == asked


def test_prompts_say_what_is_wanted_and_what_is_taken(model: Model) -> None:
    stories_llm(model="m", stories=3)
    prompts = [asked["messages"][0]["content"] for asked in model.server.asked]
    assert "far from all of these: (none yet)." in prompts[0]
    assert "How a kite is mended, A; How a kite is mended, B." in prompts[2]
    assert "- `tree`: the first question" in prompts[2]
    assert not [prompt for prompt in prompts if "$" in prompt]


BROKEN = {
    # what the model says, what it and the notes are told of it
    "no JSON": ("I would rather not.", "Invalid JSON"),
    "half": (_process()[:-40], "title: this key is missing"),
    "no title": (
        json.dumps({k: v for k, v in PROCESS.items() if k != "title"}),
        "title: this key is missing",
    ),
    "too short": (_process(parts=PROCESS["parts"][:2]), "parts: "),
    "no part": (_process(parts=[{"do": ["Go"]}] * 6), "parts.0: it has none of step, decision"),
    "no question": (_changed(3, decision=["Is a spar broken"]), "is no question; end it with ?"),
    "alike": (_changed(1, step=["Write a receipts"]), "they are too alike; reword one"),
    "held": (_changed(1, step=["Sew a patch on top"]), "one holds the other; reword one"),
    "unknown actor": (_changed(0, actor="Chidl"), "There is no actor 'Chidl'. Did you mean"),
    "idle actor": (_process(actors=["Child", "Workshop", "Dog"]), "actors: 'Dog' does nothing"),
    "slot": (_changed(1, step=["Look at {thing}"]), "There is no slot 'thing'"),
    "limit": (_changed(2, limits=[50]), "limit 50 is no value from low to high by step"),
    "braces": (_changed(2, measure="the {tear}"), "is what questions call it; write plain words"),
    "markup": (_changed(1, step=["**Look** at it"]), "texts must be plain words"),
    "address": (_process(title="See https://x.org"), "texts must be plain words"),
    "taken": (_process(title=shipped().stories[0].titles[0]), "is taken already"),
    "unprintable": (_changed(1, step=["Look\u0007 at it"]), "which no chart can show"),
    "long": (_changed(1, step=["Look" + " up" * 13]), "keep a label to 40"),
    # What a small model says that every rule of a story's file lets pass.
    "hollow step": (_changed(1, step=["Next process step"]), "says nothing of the subject"),
    "hollow question": (_changed(3, decision=["Question B?"]), "says nothing of the subject"),
    "numbered": (_changed(1, step=["1. Look at it"]), "leave numbering out"),
    "refers": (_changed(1, step=["Return to step 4"]), "leave numbering out"),
    "cut off": (_changed(1, step=["Look at every seam with the"]), "stops in mid-sentence"),
    "comma": (_changed(1, step=["Look at every seam,"]), "stops in mid-sentence"),
    "apology": (_changed(1, step=["Say I'm afraid of it"]), "speaks of the reply"),
    "refusal": (_process(title="A reply was refused"), "speaks of the reply"),
    "copied": (_changed(1, step=["Pack the parcel"]), "stands in the prompt"),
    "no verb": (_changed(1, step=["The seams of a kite"]), "is nothing to do; begin with a verb"),
    "one word": (_changed(1, step=["Seams"]), "is nothing to do; begin with a verb"),
    "branch in words": (_changed(1, step=["If it is torn, sew it"]), "is nothing to do"),
    "stammer": (_changed(1, step=["Look at the the seam"]), "says a word twice in a row"),
    "said twice": (_changed(1, step=["Look at seams", "Look at Seams"]), "is said twice"),
    "small letter": (_changed(1, step=["look at every seam"]), "write sentence case"),
    "one lane twice": (_process(actors=["Child", "Workshop", "Child"]), "is said twice"),
    "no noun": (_changed(2, measure="how torn it is"), "is no noun such as"),
    "odd measure": (_changed(2, measure="the *tear*"), "has a symbol; texts must be plain"),
    "odd unit": (_changed(2, unit="[cm]"), "has a symbol; texts must be plain words"),
    "two in one": (_answered(["Yes", "No, it is not"], ["Hard to tell"]), "mean the same"),
    "both yes": (_answered(["Yes"], ["Yes, it is"]), "two answers say yes"),
    "which": (_answered(["Yes"], ["No"], asked="Which spar is it?"), "not answered by yes or no"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_story_that_breaks_a_rule_is_refused_and_one_of_ours_stands_in(
    model: Model, case: str
) -> None:
    reply, said = BROKEN[case]
    model.spoil = [reply] * (TRIES + (case == "no JSON"))
    source = stories_llm(model="m", stories=2, sections=("process",))
    named = {story.id: story for story in source.stories}
    assert len(named) == 2
    (ours,) = [story for story in shipped().stories if story.id in named]
    assert named[ours.id] == ours
    assert source.licence == "made by a model and Apache-2.0"
    assert source.credits == "Invented by m"
    assert source.notes[0].startswith(
        "1 of 2 stories are ours, not the model's: the model told no process that will do: "
    )
    assert said in source.notes[0]
    assert re.match(rf"Of 4 replies, {TRIES} were invalid and \d were found", source.notes[1])
    assert "\n" not in "".join(source.notes)
    told = [one["content"] for asked in model.server.asked for one in asked["messages"]]
    assert any(f"A reply was refused: {source.notes[0].partition('will do: ')[2]}"[:40] in one
               for one in told)  # fmt: skip


def test_what_a_refusal_said_is_no_text(model: Model) -> None:
    model.spoil = [BROKEN["alike"][0], *[_process(title="They are too alike")] * 2]
    source = stories_llm(model="m", stories=1)
    assert "titles: 'They are too alike' stands in the prompt" in source.notes[0]
    # What a refusal quotes are the model's own words, which it may keep.
    model.spoil = [_changed(1, step=["Sew a patch on top"]), _process()]
    assert stories_llm(model="n", stories=1).credits == "Invented by n"


TREE = OTHERS["tree"]["tree"]
NO_CHART = {
    # what no chart can be drawn of
    "advice alone": ("tree", {"tree": {**TREE, "answers": []}}, "tree.answers: List should have"),
    "one question": (
        "tree",
        {"tree": {**TREE, "answers": [{"answer": way, "say": [f"Go {way}"]}
                                      for way in ("Left", "Right", "Back", "On")]}},
        "fewer than two questions",
    ),
    "one answer twice": (
        "tree",
        {"tree": {**TREE, "answers": [*TREE["answers"], TREE["answers"][0]]}},
        "answer 'Bright' stands twice",
    ),
    "four components": (
        "layers",
        {"layers": [*OTHERS["layers"]["layers"][1:], {"name": "Ending", "components": ["Bell"]}]},
        "fewer than 5 components",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", NO_CHART)
def test_what_is_too_small_for_any_chart_is_refused(model: Model, case: str) -> None:
    name, changed, said = NO_CHART[case]
    model.spoil = [json.dumps({**OTHERS[name], **changed})] * TRIES
    source = stories_llm(model="m", stories=1, sections=(name,))
    assert said in source.notes[0]
    assert source.credits == ""


def test_the_second_try_will_do(model: Model) -> None:
    model.spoil = [_changed(3, decision=["Is a spar broken"])]
    source = stories_llm(model="m", stories=1)
    assert [story.id for story in source.stories] == ["how_a_kite_is_mended_a"]
    assert source.notes == ("Of 2 replies, 1 were invalid and 0 were found in plain text.",)


def test_a_server_that_is_down_leaves_ours(monkeypatch: pytest.MonkeyPatch, model: Model) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    source = stories_llm(model="m", stories=6)
    assert len(source.stories) == 6
    assert all(story in shipped().stories for story in source.stories)
    assert source.notes[0] == (
        "6 of 6 stories are ours, not the model's: The model server 127.0.0.1:9 cannot be reached. "
        "Start it, or check base_url and the network."
    )
    assert (source.licence, source.credits) == ("Apache-2.0", "")
    assert stories_llm(model="m", stories=6).fingerprint == source.fingerprint


def test_a_server_that_goes_down_keeps_what_was_told(model: Model) -> None:
    good = model.server.script
    model.server.script = lambda number, asked: (
        good(number, asked) if number < 2 else Reply(status=503)
    )
    source = stories_llm(model="m", stories=4)
    ours = {story.id for story in shipped().stories}
    assert [story.id in ours for story in source.stories] == [False, False, True, True]
    assert source.notes[0].startswith("2 of 4 stories are ours, not the model's: The model server")
    # Once it is given up it is asked no more.
    assert len(model.server.asked) == 2 + client.TRIES


def test_what_a_person_can_mend_is_an_error_and_no_fallback(model: Model) -> None:
    model.server.script = lambda number, asked: Reply(status=404)
    with pytest.raises(SetupError, match="has no model 'm'"):
        stories_llm(model="m", stories=2)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"eval_share": 1.0}, "0 < eval_share < 1"),
        ({"stories": 0}, "give at least 1"),
        ({"sections": ("proces",)}, "Did you mean 'process'?"),
    ],
)
def test_options(model: Model, options: dict[str, Any], said: str) -> None:
    with pytest.raises(SourceError, match=re.escape(said)):
        stories_llm(model="m", **options)
    assert not model.server.asked
