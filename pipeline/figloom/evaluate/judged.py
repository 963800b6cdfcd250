"""What no rule can judge: a telling in free words, for which there is only another telling."""

from __future__ import annotations

from figloom.evaluate.extraction import refuses
from figloom.registry import plugin
from figloom.types import Question, Verdict

FREE = "only a judge can score a free telling"


@plugin()
def judged(question: Question, reply: str) -> Verdict:
    """Leave a reply unscored, for a judge to read; an empty one or a refusal says so."""
    if not reply.strip():
        return Verdict("unscored", 0.0, "", "the reply is empty")
    if refuses(reply):
        return Verdict("unscored", 0.0, "", "the reply declines to answer")
    return Verdict("unscored", 0.0, "", FREE)
