"""Tables that a model invents, with a scripted model behind a real server on this machine."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "servers"))
from model_server import ModelServer, running
from replies import Asked, Reply

from figloom import client
from figloom.charts import called
from figloom.errors import SetupError, SourceError
from figloom.read.insist import TRIES
from figloom.read.llm import llm
from figloom.read.llm_checks import check_rows, check_theme
from figloom.read.llm_shapes import SHAPES, Filled, Theme
from figloom.sample.table import sampled
from figloom.seeds import Draw
from figloom.tables import Table, Tables
from figloom.types import Grid

WORDS = [f"{first}{second}" for first in ("Al", "Be", "Cor", "Dun", "Esk", "Far")
         for second in ("dale", "ford", "ham", "ley", "mere", "wick")]  # fmt: skip


def theme(name: str, number: int = 0) -> dict[str, Any]:
    """A good theme of a shape."""
    shape = SHAPES[name]
    texts = {"group": "Region", "label": "Village", "time": "Month"}
    many = (shape.measures[0] + shape.measures[1]) // 2
    groups = ["North", "South", "Middle"] if shape.groups[1] else []
    return {
        "title": f"Bakeries of valley {number}, {name}",
        "subject": "bakery",
        "texts": [texts[holds] for holds in shape.texts],
        "numbers": [
            {"name": ["Flour", "Sugar", "Butter"][i], "unit": "kg", "additive": True}
            for i in range(many)
        ],
        "groups": groups,
        "labels": WORDS[: max(shape.labels[0], min(shape.labels[1], 6))] if shape.labels[1] else [],
    }


def rows(name: str) -> list[dict[str, Any]]:
    """Good rows for that theme."""
    told = theme(name)
    labels, groups = told["labels"], told["groups"]
    if name == "samples":
        return [_row([groups[i % 3]], [3 + (7 * i) % 11]) for i in range(21)]
    if name == "hierarchy":
        return [_row([groups[i % 3], v], [9 + (5 * i) % 7]) for i, v in enumerate(labels)]
    if name == "links":
        return [_row([groups[i % 3], labels[i % 5]], [9 + (5 * i) % 7]) for i in range(8)]
    if name == "candles":
        return [
            _row([f"2020-03-{i + 1:02}"], [10 + i % 3, 15 + i % 2, 8 - i % 4, 11 + i % 2])
            for i in range(14)
        ]
    if name == "series":
        many = len(told["numbers"])
        return [
            _row([f"2020-{i + 1:02}-01"], [5 + (i * 7 + k) % 6 for k in range(many)])
            for i in range(12)
        ]
    if name == "shares":
        parts = [30.5, 20.5, 19, 12, 10, 8]
        return [_row([v], [part]) for v, part in zip(labels, parts, strict=True)]
    if name == "intervals":
        means = [5.5 + (i * 3) % 7 for i in range(6)]
        return [_row([f"{2001 + i}-01-01"], [m, m - 1, m + 2]) for i, m in enumerate(means)]
    many = len(told["numbers"])
    return [_row([v], [5 + (i * 7 + k) % 9 for k in range(many)]) for i, v in enumerate(labels)]


def _row(texts: list[str], values: list[float]) -> dict[str, Any]:
    return {"texts": texts, "numbers": values}


def _shape_of(prompt: str) -> str:
    return next(name for name, shape in SHAPES.items() if shape.about in prompt)


class Model:
    """Replies well to every prompt, unless told to spoil it."""

    def __init__(self, server: ModelServer) -> None:
        self.server, self.themes = server, 0
        self.spoil: dict[tuple[str, str], list[str]] = {}
        """Replies to give first, by shape and `theme` or `table`."""
        server.script = self.reply

    def reply(self, number: int, asked: Asked) -> Reply:
        prompt = asked["messages"][0]["content"]
        name = _shape_of(prompt)
        kind = "table" if "Fill in" in prompt else "theme"
        spoilt = self.spoil.get((name, kind))
        if spoilt:
            return Reply(spoilt.pop(0))
        if kind == "theme":
            self.themes += 1
            return Reply(json.dumps(theme(name, self.themes)))
        return Reply(json.dumps({"rows": rows(name)}))


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Model]:
    monkeypatch.setenv("FIGLOOM_CACHE", str(tmp_path / "cache"))
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(client, "PAUSE", 0.01)
    with running() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        yield Model(server)


def _one(name: str) -> Table:
    (table,) = llm(model="m", tables=1, shapes=(name,)).tables
    return table


def test_every_shape(model: Model) -> None:
    source = llm(model="m", tables=16)
    assert len(source.tables) == 16
    assert [table.id.partition("/")[0] for table in source.tables] == [*SHAPES, *SHAPES]
    assert source.notes == ()
    assert {table.split for table in source.tables} == {"train", "eval"}
    for table in source.tables:
        assert len(table) >= 4
        assert table.provenance.source == "llm"
        assert table.provenance.licence == source.licence == "made by a model"
        assert table.provenance.keys == ("m", table.title)
        assert table.provenance.credit == source.credits == "Invented by m"
        for column in table.of("number"):
            assert np.isfinite(table.values(column)).all()


def test_shares(model: Model) -> None:
    table = _one("shares")
    share = table.columns[1]
    assert (share.name, share.unit, share.additive) == ("Flour", "%", True)
    assert math.fsum(table.values(share)) == pytest.approx(100)
    assert table.values(table.columns[0]).tolist() == theme("shares")["labels"]


def test_series(model: Model) -> None:
    table = _one("series")
    assert [column.role for column in table.columns] == ["time", "number", "number", "number"]
    assert str(table.values(table.columns[0])[1]) == "2020-02-01T00:00:00"
    assert {column.unit for column in table.of("number")} == {"kg"}
    assert table.prepared


def test_hierarchy(model: Model) -> None:
    table = _one("hierarchy")
    assert [column.parent for column in table.columns] == ["", "Region", ""]
    assert table.columns[2].additive


def test_links(model: Model) -> None:
    assert [column.part for column in _one("links").columns] == ["source", "target", ""]


def test_candles(model: Model) -> None:
    table = _one("candles")
    names = ["Month", "Open", "High", "Low", "Close"]
    assert [column.name for column in table.columns] == names
    assert [column.part for column in table.of("number")] == ["open", "high", "low", "close"]
    assert not any(column.additive for column in table.columns)
    assert table.part("close") == table.columns[4]


def test_intervals(model: Model) -> None:
    table = _one("intervals")
    assert [c.name for c in table.of("number")] == ["Flour", "Lower limit", "Upper limit"]
    assert [c.part for c in table.of("number")] == ["", "lower", "upper"]
    draw = Draw(7, "test", table.split, "bars", 0, 0)
    made = sampled(Tables("llm", "x", [table], "1"), draw, called("line_error")[0].need, "")
    assert isinstance(made, Grid)
    assert made.title == "Flour by year, bars: lower limit to upper limit"


def test_samples(model: Model) -> None:
    table = _one("samples")
    assert table.columns[0].counted == "bakery"
    assert not table.prepared


def test_asked_once(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    model.spoil["points", "table"] = ["{}"]
    first = llm(model="m", tables=8)
    asked = len(model.server.asked)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    again = llm(model="m", tables=8)
    assert again.fingerprint == first.fingerprint
    assert again.notes == first.notes
    assert len(model.server.asked) == asked == 17
    assert llm(model="m", tables=7).fingerprint != first.fingerprint


def test_prompts_say_what_is_wanted(model: Model) -> None:
    llm(model="m", tables=2, shapes=("hierarchy",))
    prompts = [asked["messages"][0]["content"] for asked in model.server.asked]
    assert "far from all of these: (none yet)" in prompts[0]
    assert "far from all of these: Bakeries of valley 1, hierarchy" in prompts[2]
    assert "a list of 2 to 5 groups" in prompts[0]
    assert "a list of 6 to 20 labels" in prompts[0]
    assert "2 text or time columns, in this order: group, label." in prompts[0]
    assert '"title": "Bakeries of valley 1, hierarchy"' in prompts[1]
    assert "a list of 1 plain numbers: Flour" in prompts[1]
    assert not [prompt for prompt in prompts if re.search(r"\$\w", prompt)]


def test_told_what_was_wrong(model: Model) -> None:
    spoilt = rows("shares")
    spoilt[0]["numbers"] = [50]
    model.spoil["shares", "table"] = [json.dumps({"rows": spoilt})]
    source = llm(model="m", tables=1, shapes=("shares",))
    messages = model.server.asked[-1]["messages"]
    assert len(messages) == 2
    assert "A reply was refused: the shares add up to 119.5, not to 100." in messages[1]["content"]
    assert source.notes == ("Of 3 replies, 1 were invalid and 0 were found in plain text",)


def test_left_out_and_counted(model: Model) -> None:
    model.spoil["points", "table"] = ["nothing to say"] * 2 * TRIES
    model.spoil["links", "theme"] = ['{"title": "Half'] * TRIES
    source = llm(model="m", tables=8)
    assert len(source.tables) == 6
    # With the same seed, the same words would get the same reply, from the cache.
    assert {asked["seed"] for asked in model.server.asked} == {0, 1, 2}
    told = sorted(source.notes)
    assert told[0].startswith("1 of 8 tables left out, links: Invalid JSON")
    assert told[1].startswith("1 of 8 tables left out, points: Invalid JSON")
    assert re.fullmatch(r"Of \d+ replies, 6 were invalid and \d+ were found in plain text", told[2])


def test_none_is_left(model: Model) -> None:
    model.server.script = lambda number, asked: Reply("I would rather not.")
    with pytest.raises(
        SourceError, match=r"made no usable table \(8 of 8 .*larger model"
    ) as caught:
        llm(model="m", tables=8, shapes=("points",))
    assert "\n" not in str(caught.value)


def test_a_busy_server(model: Model) -> None:
    good = model.server.script
    model.server.script = lambda number, asked: (
        Reply(status=429, headers={"Retry-After": "0"}) if number % 3 == 0 else good(number, asked)
    )
    assert len(llm(model="m", tables=3).tables) == 3


def test_a_slow_server(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "TIMEOUT", 0.2)
    good = model.server.script
    model.server.script = lambda number, asked: (
        Reply(delay=0.4) if number == 1 else good(number, asked)
    )
    assert len(llm(model="m", tables=1).tables) == 1


def test_a_server_that_goes_away_loses_nothing(model: Model) -> None:
    good = model.server.script
    model.server.script = lambda number, asked: (
        good(number, asked) if number < 4 else Reply(status=404)
    )
    with pytest.raises(SetupError, match="has no model 'm'"):
        llm(model="m", tables=3)
    model.server.script = good
    assert len(llm(model="m", tables=3).tables) == 3
    assert len(model.server.asked) == 7


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"eval_share": 1.0}, "0 < eval_share < 1"),
        ({"tables": 0}, "give at least 1"),
        ({"shapes": ("candels",)}, "Did you mean 'candles'?"),
    ],
)
def test_options(model: Model, options: dict[str, Any], said: str) -> None:
    with pytest.raises(SourceError, match=re.escape(said)):
        llm(model="m", **options)
    assert not model.server.asked


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"title": "x" * 61}, "at most 60 characters"),
        ({"title": "# Bakeries"}, "title must be plain words"),
        ({"title": "Two\nlines"}, "title must be plain words"),
        ({"title": "THE bakeries, all!"}, "the title is taken already"),
        ({"title": " "}, "title must be plain words"),
        ({"subject": "`code`"}, "subject must be plain words"),
        ({"texts": []}, "texts: 0 given, 2 wanted"),
        ({"texts": ["Region", "region"]}, "column names must all be different"),
        ({"texts": ["Region", "Flour"]}, "column names must all be different"),
        ({"numbers": []}, "numbers: 0 given, 1 wanted"),
        ({"groups": ["North"]}, "groups: 1 given, 2 to 5 wanted"),
        ({"groups": ["North", "Aldale"]}, "groups and labels must all be different"),
        ({"labels": [*WORDS[:6], "aldale"]}, "groups and labels must all be different"),
        ({"labels": [*WORDS[:6], "A village of a very long name"]}, "at most 24 characters"),
        ({"labels": [*WORDS[:6], "see https://x.org"]}, "must be plain words"),
        ({"numbers": [{"name": "Rain", "unit": "m*m", "additive": True}]}, "units must be plain"),
        ({"numbers": [{"name": "rain_mm", "unit": "", "additive": True}]}, "column names must be"),
    ],
)
def test_unfit_themes(change: dict[str, Any], said: str) -> None:
    taken = ["Bakeries all"]
    good = theme("hierarchy")
    check_theme(SHAPES["hierarchy"], Theme(**good), taken)
    with pytest.raises(ValueError, match=re.escape(said)):
        check_theme(SHAPES["hierarchy"], Theme(**{**good, **change}), taken)


def test_one_unit() -> None:
    told = theme("series")
    told["numbers"][0]["unit"] = "litres"
    with pytest.raises(ValueError, match="the same unit"):
        check_theme(SHAPES["series"], Theme(**told), [])
    told = theme("candles")
    told["texts"] = ["Open"]
    with pytest.raises(ValueError, match="column names must all be different"):
        check_theme(SHAPES["candles"], Theme(**told), [])


@pytest.mark.parametrize(
    ("name", "place", "change", "said"),
    [
        ("shares", 0, _row(["Aldale"], [30.6]), "the shares add up to 100.1, not to 100"),
        ("shares", 0, _row(["Aldale"], [-1]), "all numbers must be above 0"),
        ("shares", 0, _row(["Nowhere"], [30.5]), "'Nowhere' is none of the theme's labels"),
        ("shares", 0, _row(["Alford"], [30.5]), "'Alford' stands in two rows"),
        ("shares", 0, _row([], [30.5]), "texts of a row: 0 given, 1 wanted"),
        ("shares", 0, _row(["Aldale"], [30.5, 1]), "numbers of a row: 2 given, 1 wanted"),
        ("points", 0, _row(["Aldale"], [1e13, 1]), "a number is too large"),
        ("series", 3, _row(["2020-03-01"], [1, 2, 3]), "do not rise by equal steps"),
        ("series", 3, _row(["April"], [1, 2, 3]), "Invalid isoformat"),
        ("hierarchy", 0, _row(["Aldale", "North"], [3]), "none of the theme's groups"),
        ("hierarchy", 0, _row(["South", "Aldale"], [3]), "every group needs two labels"),
        ("links", 0, _row(["South", "Alford"], [3]), "two rows have the same group and label"),
        ("candles", 0, _row(["2020-03-01"], [16, 15, 8, 11]), "between low and high"),
        ("candles", 0, _row(["2020-03-01"], [9, 15, 0, 11]), "between low and high"),
        ("intervals", 0, _row(["2001-01-01"], [9, 4, 7]), "between the lower and the upper limit"),
        ("samples", 0, _row(["South"], [3]), None),
    ],
)
def test_unfit_rows(name: str, place: int, change: dict[str, Any], said: str | None) -> None:
    shape, told, good = SHAPES[name], Theme(**theme(name)), rows(name)
    check_rows(shape, told, Filled(rows=good))
    good[place] = change
    if said is None:
        check_rows(shape, told, Filled(rows=good))
        return
    with pytest.raises(ValueError, match=re.escape(said)):
        check_rows(shape, told, Filled(rows=good))


def test_a_label_without_a_row() -> None:
    told = Theme(**{**theme("shares"), "labels": WORDS[:7]})
    with pytest.raises(ValueError, match="no row has the label 'Bedale'"):
        check_rows(SHAPES["shares"], told, Filled(rows=rows("shares")))


def test_the_same_number_everywhere() -> None:
    good = [{**row, "numbers": [5.0, 6.0]} for row in rows("points")]
    with pytest.raises(ValueError, match="the same number in every row"):
        check_rows(SHAPES["points"], Theme(**theme("points")), Filled(rows=good))


@pytest.mark.parametrize(
    ("first", "steps"), [("2020-01-01", 365), ("2020-02-03", 7), ("2020-02-03", 1)]
)
def test_times_of_other_steps(first: str, steps: int) -> None:
    times = np.datetime64(first) + steps * np.arange(12)
    good = rows("series")
    for row, time in zip(good, times, strict=True):
        row["texts"] = [str(time)]
    check_rows(SHAPES["series"], Theme(**theme("series")), Filled(rows=good))
