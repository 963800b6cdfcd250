"""One reply judged by the metric that its question names."""

from __future__ import annotations

from figloom.evaluate.extraction import spoken
from figloom.registry import find
from figloom.types import Question, Verdict

LONGEST = 125_000
"""Characters, reasoning aside, that can hold an answer; more are a model that does not stop."""


def score(question: Question, reply: str) -> Verdict:
    """The verdict of the question's own metric; RecipeError if there is no such metric or option.

    A reply that gives no answer, or more than one, is unscored.
    """
    where = f"scoring of {question.family}/{question.subtask}"
    metric = find("evaluate", question.scoring.metric, where)
    options = metric.options(dict(question.scoring.args), where)
    if len(reply) > LONGEST and len(reply := spoken(reply)) > LONGEST:
        return Verdict("unscored", 0.0, "", f"the reply is too long: over {LONGEST} characters")
    verdict: Verdict = metric.call(question, reply, **options)
    return verdict
