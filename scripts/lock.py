"""Renew the lock files from pyproject.toml: exact versions and hashes, no host names."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCKS = {
    "requirements.lock": ["packaging"],
    "requirements-dev.lock": ["packaging", "dev", "kaggle", "ocr"],
}


def lock(name: str, extras: list[str]) -> None:
    """Write one lock file."""
    command = [
        *(sys.executable, "-m", "piptools", "compile", "--quiet", "--generate-hashes"),
        *("--strip-extras", "--allow-unsafe", "--upgrade", "--no-header", "--no-emit-options"),
        *("--no-emit-index-url", "--no-emit-trusted-host", "--no-emit-find-links"),
        *(f"--extra={extra}" for extra in extras),
        *("--output-file", name, "pyproject.toml"),
    ]
    subprocess.run(command, cwd=ROOT, check=True)
    text = (ROOT / name).read_text("utf-8")
    if re.search(r"https?://|file:/", text):
        sys.exit(f"{name} holds an address; remove it before committing.")


if __name__ == "__main__":
    for file, wanted in LOCKS.items():
        lock(file, wanted)
