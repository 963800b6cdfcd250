"""The import order of the house: who may know whom, written down once and read from the code."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import figloom.types
from figloom.registry import VERBS

HOUSE = Path(figloom.types.__file__).parents[1]

LAYERS: tuple[set[str], ...] = (
    {"types", "errors", "seeds"},
    {"codec", "registry", "files", "terminal", "stopping"},
    # What several verbs share: one family's knowledge, the words, the source's handle.
    {"source", "knowledge", "wording", "contents", "people", "charts", "later"}
    | {"packages", "client", "rounding"},
    {"negatives", "tables", "flows", "stories"},
    set(VERBS),
    {"recipe", "score"},
    {"run"},
    {"blocks"},
    {"shards"},
    {"capacity"},
    {"workers", "repeats", "manifest", "look", "setup", "audit"},
    {"build", "fitting"},
    {"exam"},
    {"benchmarks", "models", "judges"},
    {"scores"},
    {"report", "listing"},
    {"commands"},
    {"cli"},
    {"__main__"},
)
"""From the ground up. A module may import from lower layers, and within its own layer only what
`BESIDE` names."""

BESIDE = {
    ("codec", "types"), ("files", "errors"), ("registry", "errors"),
}  # fmt: skip


@cache
def _modules() -> dict[str, Path]:
    return {
        ".".join(path.relative_to(HOUSE).with_suffix("").parts): path
        for path in sorted(HOUSE.rglob("*.py"))
    }


@cache
def _imports(path: Path) -> set[str]:
    """Modules of figloom that a file imports, anywhere in it, as far as `figloom.x` or more."""
    known, found = set(_modules()), set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name.partition(".")[0] == "figloom":
                parts = name.split(".")[1:]
                while parts and ".".join(parts) not in known:
                    if ".".join([*parts, "__init__"]) in known:
                        break
                    parts = parts[:-1]
                found.add(".".join(parts))
    return found - {""}


def _layer(module: str) -> int:
    top = module.partition(".")[0]
    found = [number for number, layer in enumerate(LAYERS) if top in layer]
    assert found, f"{module} stands in no layer: add it to LAYERS"
    return found[0]


@pytest.mark.parametrize("module", [name for name in _modules() if name != "__init__"])
def test_imports_point_down(module: str) -> None:
    top = module.partition(".")[0]
    for imported in _imports(_modules()[module]):
        other = imported.partition(".")[0]
        if other == top:
            continue
        if top in VERBS and other in VERBS:
            pytest.fail(f"the verb {top} imports the verb {other}")
        below = _layer(imported) < _layer(module)
        assert below or (top, other) in BESIDE, f"{module} must not import {imported}"


@pytest.mark.parametrize("module", sorted({"types", "errors", "seeds"}))
def test_the_ground_knows_nothing(module: str) -> None:
    for name, path in _modules().items():
        if name.partition(".")[0] == module:
            assert {other.partition(".")[0] for other in _imports(path)} <= {module}


def test_no_module_is_a_junk_drawer() -> None:
    banned = {"utils", "util", "helpers", "common", "base", "manager", "misc"}
    assert not banned & {part for name in _modules() for part in name.split(".")}


@pytest.mark.parametrize("module", list(_modules()))
def test_every_module_says_what_it_is(module: str) -> None:
    path = _modules()[module]
    text = path.read_text("utf-8")
    assert not text or ast.get_docstring(ast.parse(text)), f"{path} has no docstring"
    assert text.count("\n") <= 400
