"""The page: one file with its style, program and data, that asks the network for nothing."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from hashlib import sha256
from string import Template

from figloom import files
from figloom.report import gallery, inert, pictures
from figloom.report.runs import Run
from figloom.report.section import Section
from figloom.report.sections import (
    answers,
    controls,
    factor,
    heat,
    judging,
    labels,
    overview,
    papers,
    seeds,
    spending,
    tasks,
)


def sections(runs: Sequence[Run]) -> list[Section]:
    """All sections that these runs have something for, in the order of the page."""
    told = controls.against_full(runs)
    found = (
        overview.section(runs), papers.section(runs), controls.models(runs), tasks.section(runs),
        heat.section(runs), answers.section(runs), controls.section(runs, told),
        labels.section(runs, told), factor.section(runs), judging.section(runs),
        seeds.section(runs), spending.section(runs),
    )  # fmt: skip
    return [one for one in found if one is not None]


def page(runs: Sequence[Run], told: Sequence[Section], warn: pictures.Warn) -> bytes:
    """The whole page in UTF-8; its policy lets no other script or style in, and nothing out."""
    folder = files.templates() / "report"
    style, script = ((folder / name).read_text("utf-8") for name in ("style.css", "page.js"))
    links = "".join(f'<a href="#{one.slug}">{one.slug.capitalize()}</a>' for one in told)
    titles = ", ".join(dict.fromkeys(run.model for run in runs))
    text = Template((folder / "page.html").read_text("utf-8")).substitute(
        title=inert.markup(titles),
        style=style,
        style_hash=_hash(style),
        script=script,
        script_hash=_hash(script),
        links=links,
        sections="\n".join(one.html() for one in told),
        data=inert.script(gallery.data(runs, warn)),
    )
    return text.encode("utf-8", "backslashreplace")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"
