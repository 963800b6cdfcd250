"""What holds for every plug-in, so that a new file is tested by being dropped in."""

from __future__ import annotations

import inspect
import types
import typing
from pathlib import Path

import pytest

from figloom import registry
from figloom.errors import RecipeError

EVERY = [plugin for verb in registry.VERBS for plugin in registry.plugins(verb).values()]


def test_every_verb_has_some() -> None:
    assert {plugin.verb for plugin in EVERY} == set(registry.VERBS)


@pytest.mark.parametrize("plugin", EVERY, ids=lambda p: f"{p.verb}-{p.name}")
def test_it_is_documented_and_typed(plugin: registry.Plugin) -> None:
    assert plugin.summary.endswith("."), "the docstring opens with a sentence"
    assert len(plugin.summary) > 10
    hints = typing.get_type_hints(plugin.call)
    signature = inspect.signature(plugin.call)
    assert "return" in hints
    for name, parameter in signature.parameters.items():
        assert name in hints, f"{name} has no annotation"
        assert parameter.kind in (
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            inspect.Parameter.KEYWORD_ONLY,
        )
        if parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD:
            assert parameter.default is inspect.Parameter.empty, f"{name} must be keyword-only"
    assert isinstance(plugin.call, types.FunctionType)
    assert plugin.call.__name__ == plugin.name
    assert plugin.roles


@pytest.mark.parametrize("plugin", EVERY, ids=lambda p: f"{p.verb}-{p.name}")
def test_its_options_are_checked(plugin: registry.Plugin) -> None:
    required = [n for n, v in plugin.defaults.items() if v is inspect.Parameter.empty]
    with pytest.raises(RecipeError, match=r"option of .* called 'no_such_option'"):
        plugin.options({"no_such_option": 1}, "here")
    if required:
        with pytest.raises(RecipeError, match=f"needs option {required[0]!r}"):
            plugin.options({}, "here")
    else:
        assert plugin.options({}, "here") == {}
    for name in plugin.defaults:
        with pytest.raises(RecipeError, match=f"option {name!r}"):
            plugin.options({name: {"an": ["impossible", {"value": 1}]}}, "here")


def test_values_are_not_bent_into_shape() -> None:
    star = registry.find("sample", "star", "here")
    assert star.options({"triples": [1, 3], "twofold": True}, "here") == {
        "triples": (1, 3),
        "twofold": True,
    }
    for bad in ([True, 3], ["1", 3], [1.0, 3], "13", 3):
        with pytest.raises(RecipeError, match="option 'triples'"):
            star.options({"triples": bad}, "here")
    with pytest.raises(RecipeError, match="option 'twofold'"):
        star.options({"twofold": 1}, "here")
    path = registry.find("read", "triples", "here").options({"path": "x"}, "here")["path"]
    assert path == Path("x")
