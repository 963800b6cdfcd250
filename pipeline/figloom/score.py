"""One reply judged by the metric that its question names."""

from __future__ import annotations

from figloom.registry import find
from figloom.types import Question, Verdict


def score(question: Question, reply: str) -> Verdict:
    """The verdict of the question's own metric; RecipeError if there is no such metric or option.

    A reply that gives no answer, or more than one, is unscored.
    """
    where = f"scoring of {question.family}/{question.subtask}"
    metric = find("evaluate", question.scoring.metric, where)
    verdict: Verdict = metric.call(
        question, reply, **metric.options(dict(question.scoring.args), where)
    )
    return verdict
