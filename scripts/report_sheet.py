"""Draw `docs/report.png`: the report of local models on M3STR's subtasks. Run by `make gallery`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from figloom.render.plots.browser import executable

OUT = Path(__file__).resolve().parents[1] / "docs" / "report.png"
RUNS = (("oracle", ""), ("majority", ""), ("random", ""), ("random", "blind"))
SIZE, GAP = (980, 1250), 18
GROUND = "#8f8d88"


def figloom(*words: object) -> None:
    """The command line."""
    subprocess.run([sys.executable, "-m", "figloom", *map(str, words)], check=True)


def page(place: Path) -> Path:
    """A build, runs on it, and their report."""
    figloom("build", "m3str", "--seed", 7, "--count", 140, "--split", "eval", "-o", place / "m3str")
    runs = []
    for model, control in RUNS:
        runs.append(place / f"{model}{control}")
        more = ("--control", control) if control else ()
        figloom("eval", place / "m3str", "--model", f"baseline:{model}", "-o", runs[-1], *more)
    figloom("report", *runs, "-o", place)
    return place / "report.html"


def main() -> None:
    """The top of the page in light colours, and its gallery in dark ones."""
    sheet = Image.new("RGB", (2 * SIZE[0] + 3 * GAP, SIZE[1] + 2 * GAP), GROUND)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = page(Path(folder))
        browser = playwright.chromium.launch(executable_path=executable(), args=["--no-sandbox"])
        for at, (scheme, part) in enumerate((("light", "#overview"), ("dark", "#gallery"))):
            tab = browser.new_page(
                viewport={"width": SIZE[0], "height": SIZE[1]},
                color_scheme=scheme,  # type: ignore[arg-type]
            )
            tab.goto(f"{file.as_uri()}{part if at else ''}")
            shot = Path(folder) / f"{scheme}.png"
            tab.screenshot(path=shot)
            with Image.open(shot) as drawn:
                sheet.paste(drawn, (GAP + at * (SIZE[0] + GAP), GAP))
        browser.close()
    sheet.save(OUT, optimize=True)


if __name__ == "__main__":
    main()
