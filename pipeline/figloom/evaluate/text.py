"""One text, such as the label of a step: the reply is that text, or prose that quotes only it."""

from __future__ import annotations

import re

from figloom.evaluate.extraction import extract, judged, misfit, refuses
from figloom.evaluate.spelling import core, outermost
from figloom.registry import plugin
from figloom.types import Question, Verdict

_QUOTED = re.compile(r"“([^“”]+)”|\"([^\"]+)\"")


@plugin()
def text(question: Question, reply: str) -> Verdict:
    """Judge a reply that should name one text; case, outer punctuation and spaces do not count.

    In prose, the texts that the question knows (its answer, its negatives) are looked for, but for
    those that it quotes itself; two different ones are no answer.
    """
    if not isinstance(question.answer, str):
        raise misfit("text", question, "a text as answer")
    answer = core(question.answer)
    spelt = {core(form): answer for form in (question.answer, *question.accepted)}
    others = (n.answer for n in question.negatives if isinstance(n.answer, str))
    known = {core(other): core(other) for other in others} | spelt
    asked = {core(a or b) for a, b in _QUOTED.findall(question.text)} - {answer}
    sought = [form for form in known if form not in asked]
    alone = "\n" not in reply.strip() and not refuses(reply)

    def complete(line: str) -> frozenset[str]:
        said = core(line)
        if said in known:
            return frozenset({known[said]})
        prose = alone and not mentioned(said, sought) and len(said.split()) <= _LONGEST
        return frozenset({said}) if prose and said else frozenset()

    def search(prose: str) -> frozenset[str]:
        return frozenset(known[form] for form in mentioned(core(prose), sought))

    found = extract(reply, complete, search)
    return judged(found, lambda said: said == answer, str)


_LONGEST = 14
"""Words of a label; more are prose."""


def mentioned(prose: str, forms: list[str]) -> set[str]:
    """Which texts stand in prose as whole words, none of them inside a longer one; all folded."""
    return set(
        outermost(
            (match.start(), match.end(), form)
            for form in forms
            for match in re.finditer(rf"(?<!\w){re.escape(form)}(?!\w)", prose)
        )
    )
