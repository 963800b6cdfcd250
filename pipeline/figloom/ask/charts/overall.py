"""The chart as a whole: highest, lowest, mean, range, count and trend."""

from __future__ import annotations

from figloom.ask.charts.phrases import marks, pair
from figloom.ask.charts.rationale import looked
from figloom.ask.charts.readings import everything, kind, readings
from figloom.ask.charts.whole.scopes import LEAST, kinds, scopes
from figloom.registry import plugin
from figloom.seeds import Draw
from figloom.types import Declined, Facts, Picture, Question

_TRIES = 24
"""Scopes that are looked at."""

_SUMS = dict.fromkeys(("waterfall", "bar_of_pie", "pie_of_pie"), " (sums left out)")
"""What is said of charts with marks that gather others."""


@plugin()
def overall(facts: Facts, picture: Picture | None, draw: Draw) -> tuple[Question, ...] | Declined:
    """A statement on many marks at once; the false one differs in the place or the number.

    The kinds of statement come equally often as far as the facts allow them; where they do not
    allow the one that is scheduled, any other is as likely as the next.
    """
    chart, found, every = kind(facts), readings(facts, picture), everything(facts)
    if len(every) < LEAST:
        return Declined("too few values to be looked at as a whole")
    about = list(scopes(found, every, picture, _SUMS.get(chart.name, "")))
    if not about:
        return Declined("not all of the values that belong together can be seen")
    random, known = draw.random("overall"), list(kinds())
    first = known.pop(draw.level("overall/kind", len(known)))
    for name in [first, *random.sample(known, len(known))]:
        some = random.sample(about, min(len(about), _TRIES))
        claim = kinds()[name].claim(some, found, draw, random)
        if claim is None:
            continue
        return pair(
            chart, picture, draw, task="global", subtask="overall", wording=f"overall_{name}",
            true=claim.true, false=claim.false,
            steps=(*looked(facts, chart, picture), *claim.steps), kind=claim.wrong,
            rests=marks(picture, *claim.rests), distance=claim.distance,
        )  # fmt: skip
    return Declined("nothing clear enough to say of the whole")
