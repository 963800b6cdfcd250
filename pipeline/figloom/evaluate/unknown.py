"""That the picture does not tell what was asked, as an answer; any number is a wrong one.

It must be said of the picture ("the chart does not show it"), not of the speaker: "I don't know"
and "I can't assist with that" are no answer.
"""

from __future__ import annotations

from figloom.evaluate.extraction import extract, judged, misfit
from figloom.evaluate.replies import read
from figloom.evaluate.untold import UNTOLD, untold
from figloom.registry import plugin
from figloom.types import Question, Verdict


@plugin()
def unknown(question: Question, reply: str) -> Verdict:
    """Judge a reply where the picture does not tell: right if it says so, wrong if it has a number.

    Saying so counts in any words; what only speaks of the speaker ("I'm not sure") is unscored.
    """
    if question.answer is not None:
        raise misfit("unknown", question, "no answer at all")
    reading = read(question, reply)

    def search(text: str) -> frozenset[str]:
        found = reading.given(text)
        if not untold(text, bool(found)):
            return frozenset({"a number"} if found else ())
        return frozenset({UNTOLD, "a number"} if reading.stands(text) else {UNTOLD})

    def complete(line: str) -> frozenset[str]:
        said = search(line)
        return said if reading.is_alone(line, said == {UNTOLD}) else frozenset()

    found = extract(reading.text, complete, search)
    return judged(found, lambda said: said == UNTOLD, str)
