"""Rows of ChartBench reply files, made by hand."""

from __future__ import annotations

from typing import Any


def pair_row(
    yes: str, no: str, image: str = "pie", task: str = "VE", **more: Any
) -> dict[str, Any]:
    """A pair of statements and the replies to them."""
    queries = more.pop("queries", ("It is 5. Yes or no?", "It is 6. Yes or no?"))
    chart = more.pop("chart", "pie")
    return {
        "type": {"chart": chart, "image": image, "task": task, "QA": "Acc+"},
        "conversation": [
            {"label": "Yes", "query": queries[0], "answer": yes},
            {"label": "No", "query": queries[1], "answer": no},
        ],
        **more,
    }


def number_row(label: Any, answer: str, image: str = "pie", **more: Any) -> dict[str, Any]:
    """A question for a number and the reply to it."""
    one = {"label": label, "query": "What is the value of A?", "answer": answer}
    if "gpt_filter" in more:
        one["gpt_filter"] = more.pop("gpt_filter")
    chart = more.pop("chart", "pie")
    return {
        "type": {"chart": chart, "image": image, "task": "NQA", "QA": "GPT-acc"},
        "conversation": [one],
        **more,
    }
