"""Replies that name a triple."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figloom.errors import RecipeError
from figloom.evaluate.triple import triple
from figloom.types import Answer, Negative, Question, Scoring

GOLD = ("Paris", "capital of", "Germany")
OTHERS = (
    ("Rome", "capital of", "Italy"),
    ("Texas", "contains", "Paris, Texas"),
    ("Paris", "part of", "Île-de-France"),
    ("New York", "located in", "United States"),
    ("A | B", "directed by", "Yes | No, Ltd."),
)


def asked(
    answer: Answer = GOLD, others: tuple[Answer, ...] = OTHERS, accepted: tuple[str, ...] = ()
) -> Question:
    return Question(
        text="Which?", answer=answer, kind="triple", scoring=Scoring("triple"), family="maps",
        task="detect", subtask="name_wrong_triple", wording="plain", accepted=accepted,
        negatives=tuple(Negative(other, "other_triple") for other in others),
    )  # fmt: skip


REPLIES = [
    ("Paris | capital of | Germany", "right"),
    ("paris|capital of|germany", "right"),
    ("  Paris  |  Capital Of |  Germany.  ", "right"),
    ("`Paris | capital of | Germany`", "right"),
    ("**Paris | capital of | Germany**", "right"),
    ("**Paris** | *capital of* | **Germany**", "right"),
    ("```\nParis | capital of | Germany\n```", "right"),
    ("| Paris | capital of | Germany |", "right"),
    ("| head | relation | tail |\n|---|---|---|\n| Paris | capital of | Germany |", "right"),
    ("Paris ｜ capital of ｜ Germany", "right"),
    ("Paris -> capital of -> Germany", "right"),
    ("Paris → capital of → Germany", "right"),
    ("Paris --capital of--> Germany", "right"),
    ("Paris -[capital of]-> Germany", "right"),
    ("(Paris)-[:capital of]->(Germany)", "right"),
    ("Germany <- capital of - Paris", "right"),
    ("Germany ←[capital of]— Paris", "right"),
    ("(Paris, capital of, Germany)", "right"),
    ("Paris, capital of, Germany", "right"),
    ('("Paris", "capital of", "Germany")', "right"),
    ("Paris capital of Germany", "right"),
    ('["Paris", "capital of", "Germany"]', "right"),
    ('[["Paris", "capital of", "Germany"]]', "right"),
    ('{"head": "Paris", "relation": "capital of", "tail": "Germany"}', "right"),
    ('{"answer": {"tail": "Germany", "head": "Paris", "relation": "capital of"}}', "right"),
    ('```json\n{\n "subject": "Paris",\n "predicate": "capital of",\n "object": "Germany"\n}\n```',
     "right"),
    ("{'head': 'Paris', 'relation': 'capital of', 'tail': 'Germany'}", "right"),
    ("Head: Paris\nRelation: capital of\nTail: Germany", "right"),
    ("**Head:** Paris, **Relation:** capital of, **Tail:** Germany", "right"),
    ("The false statement is Paris | capital of | Germany.", "right"),
    ("The false statement is: **Paris | capital of | Germany**.", "right"),
    ("In the form head | relation | tail: Paris | capital of | Germany", "right"),
    ("Paris | capital of | Germany is false because the capital is Berlin.", "right"),
    ("Rome | capital of | Italy holds.\nFinal answer: Paris | capital of | Germany", "right"),
    ("<think>Rome | capital of | Italy?</think>Paris | capital of | Germany", "right"),
    ("<answer>Paris | capital of | Germany</answer>", "right"),
    ("\\boxed{\\text{Paris | capital of | Germany}}", "right"),
    ("<Paris, capital of, Germany>", "right"),
    ("Paris | capital_of | Germany", "right"),
    ("1. Paris | capital of | Germany", "right"),
    ("head: Paris | relation: capital of | tail: Germany", "right"),
    ("Rome | capital of | Italy", "wrong"),
    ("Texas | contains | Paris, Texas", "wrong"),
    ("(Texas, contains, Paris, Texas)", "wrong"),
    ("A | B | directed by | Yes | No, Ltd.", "wrong"),
    ("A | B -> directed by -> Yes | No, Ltd", "wrong"),
    ("Germany | capital of | Paris", "wrong"),
    ("Berlin | capital of | Germany", "wrong"),
    ("(Berlin, capital of, Germany)", "wrong"),
    ('["Berlin", "capital of", "Germany"]', "wrong"),
    ("", "unscored"),
    ("<think>Paris | capital of | Germany", "unscored"),
    ("head | relation | tail", "unscored"),
    ("Paris", "unscored"),
    ("Paris | Germany", "unscored"),
    ("Paris -> Germany", "unscored"),
    ("The one about Paris, I think, is wrong.", "unscored"),
    ("Paris | capital of | Germany\nRome | capital of | Italy", "unscored"),
    ("Paris | capital of | Germany or Rome | capital of | Italy", "unscored"),
    ("Little Paris | capital of | Germany", "unscored"),
    ("All statements are true.", "unscored"),
    ("I can't see the map.", "unscored"),
    ("Paris | capital of | Germany\nWait, that one is true.", "unscored"),
    ("[1, 2, 3]", "unscored"),
    ("{}", "unscored"),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "outcome"), REPLIES)
def test_replies(reply: str, outcome: str) -> None:
    verdict = triple(asked(), reply)
    assert verdict.outcome == outcome, verdict
    assert bool(verdict.why) == (outcome != "right")
    if outcome == "right":
        assert verdict.extracted == "Paris | capital of | Germany"


def test_part_of_a_name_is_not_the_name() -> None:
    question = asked(("York", "located in", "England"), (("New York", "located in", "England"),))
    assert triple(question, "York | located in | England").outcome == "right"
    assert triple(question, "It is New York | located in | England.").outcome == "wrong"


def test_outer_punctuation_decides_only_where_it_must() -> None:
    question = asked(("C++", "made by", "Bjarne"), (("C", "made by", "Bjarne"),))
    assert triple(question, "C++ | made by | Bjarne").outcome == "right"
    assert triple(question, "C | made by | Bjarne").outcome == "wrong"


def test_names_that_fold_alike_in_different_splits_are_unclear() -> None:
    question = asked(("a", "b | c", "d"), (("a | b", "c", "d"),))
    assert triple(question, "a | b | c | d").outcome == "unscored"
    assert triple(question, '["a", "b | c", "d"]').outcome == "right"


def test_accepted_forms() -> None:
    question = asked(accepted=("Lutetia | capital of | Germany",))
    assert triple(question, "lutetia | capital of | germany").outcome == "right"


def test_other_scripts() -> None:
    question = asked(("東京", "首都", "日本"), (("القاهرة", "عاصمة", "مصر"),))
    assert triple(question, "東京 | 首都 | 日本").outcome == "right"
    assert triple(question, "東京｜首都｜日本。").outcome == "right"
    assert triple(question, "القاهرة | عاصمة | مصر").outcome == "wrong"


@pytest.mark.parametrize("answer", ["a | b | c", ("a", "b"), None, (1.0, 2.0, 3.0)])
def test_a_question_it_cannot_judge(answer: Answer) -> None:
    with pytest.raises(RecipeError, match="cannot judge maps/name_wrong_triple"):
        triple(asked(answer), "a | b | c")


name = st.from_regex(
    r"[A-Za-zÀ-ÿ東0-9][A-Za-zÀ-ÿ東0-9 ,|.'&()/:_+-]{0,14}[A-Za-z0-9)]", fullmatch=True
)
names = st.tuples(name, name, name)


def joined(value: tuple[str, str, str]) -> str:
    return "".join(" ".join(value).casefold().replace("|", "").split())


WRAPPERS = (
    "  {}\n", "`{}`", "```\n{}\n```", "> {}", "Answer: {}", "<answer>{}</answer>",
    "<think>a | b | c</think>\n{}",
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(names, min_size=2, max_size=6, unique_by=joined))
def test_every_triple_of_the_map(triples: list[tuple[str, str, str]]) -> None:
    question = asked(triples[0], tuple(triples[1:]))
    for place, value in enumerate(triples):
        outcome = "wrong" if place else "right"
        assert triple(question, " | ".join(value)).outcome == outcome
        assert triple(question, " | ".join(value).upper()).outcome == outcome
        assert triple(question, json.dumps(value)).outcome == outcome


plain = st.from_regex(r"[A-Za-z]{3,8}( [a-z]{3,8}|, [A-Z][a-z]{3,5})?", fullmatch=True)


@settings(deadline=None)
@given(
    st.lists(st.tuples(plain, plain, plain), min_size=2, max_size=4, unique_by=joined),
    st.sampled_from(WRAPPERS),
)
def test_wrappers(triples: list[tuple[str, str, str]], wrapper: str) -> None:
    question = asked(triples[0], tuple(triples[1:]))
    for place, value in enumerate(triples):
        for separator in (" | ", " -> ", "|", " → "):
            verdict = triple(question, wrapper.format(separator.join(value)))
            assert verdict.outcome == ("wrong" if place else "right"), verdict


@settings(deadline=None)
@given(st.text() | st.text("Paris capitlofGermny|->[]{}\"',:\n"))
def test_never_raises(reply: str) -> None:
    assert triple(asked(), reply).outcome in ("right", "wrong", "unscored")


def test_never_raises_on_deep_nesting() -> None:
    assert triple(asked(), "[" * 100_000 + "]" * 100_000).outcome == "unscored"


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Sm", "Pd"], exclude_characters="|[{(")))
def test_nothing_is_guessed(reply: str) -> None:
    assert triple(asked(), reply).outcome == "unscored"
