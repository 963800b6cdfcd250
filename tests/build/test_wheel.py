"""What is installed from a wheel works in an empty environment, from any working directory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "output", "dist", "build", "__pycache__", ".*_cache", ".hypothesis"
)
CLEAN = {
    name: value
    for name, value in os.environ.items()
    if name not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")
}

pytestmark = pytest.mark.slow


def _run(*command: object, cwd: Path) -> str:
    ran = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=CLEAN, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]
    return ran.stdout


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A wheel made from the checkout, and one made from the sdist."""
    place = tmp_path_factory.mktemp("wheel")
    copy = place / "copy"
    # `tests/build` must not be left out by its name.
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    _run(sys.executable, "-m", "build", "--wheel", "--outdir", place / "direct", cwd=copy)
    _run(sys.executable, "-m", "build", "--sdist", "--outdir", place / "sdist", cwd=copy)
    (sdist,) = (place / "sdist").glob("*.tar.gz")
    shutil.unpack_archive(sdist, place / "unpacked")
    (unpacked,) = (place / "unpacked").iterdir()
    _run(sys.executable, "-m", "build", "--wheel", "--outdir", place / "second", cwd=unpacked)
    (one,), (other,) = ((place / name).glob("*.whl") for name in ("direct", "second"))
    return one, other


def _members(wheel: Path) -> dict[str, int]:
    with zipfile.ZipFile(wheel) as archive:
        return {entry.filename: entry.CRC for entry in archive.infolist()}


def test_the_sdist_builds_the_same_wheel(wheels: tuple[Path, Path]) -> None:
    one, other = map(_members, wheels)
    assert one == other
    for wanted in ("cli.py", "templates/recipes/quickstart.toml", "sources/world/triples.tsv"):
        assert f"figloom/{wanted}" in one
    assert not any(name.startswith(("tests", "output")) for name in one)


def test_it_builds_from_an_empty_environment(wheels: tuple[Path, Path], tmp_path: Path) -> None:
    home = tmp_path / "venv"
    _run(sys.executable, "-m", "venv", home, cwd=tmp_path)
    _run(home / "bin/python", "-m", "pip", "install", "-q", "--no-compile", wheels[0], cwd=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    said = _run(home / "bin/figloom", "build", "quickstart", "--count", 12, cwd=elsewhere)
    assert said.startswith("12 pictures, ")
    assert (elsewhere / "output/quickstart-s0/manifest.json").is_file()
    said = _run(home / "bin/figloom", "setup", cwd=elsewhere)
    assert str(home) in said
    assert str(ROOT) not in said
