"""`figloom audit`: the audit from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from figloom import terminal


def audit(
    datasets: Annotated[list[Path], typer.Argument(help="Folders of finished builds.")],
) -> None:
    """Find every answer and drawing again from the shards alone; compare datasets by label.

    Exits with 1 when something is wrong. Example: figloom audit output/quickstart-s0
    """
    # The metrics, Pillow and pyarrow take half a second to import.
    from figloom.audit import walk

    with terminal.progress("Auditing") as report:
        findings = walk.audit(datasets, report)
    terminal.say(*findings.lines())
    if not findings.clean:
        raise typer.Exit(1)
