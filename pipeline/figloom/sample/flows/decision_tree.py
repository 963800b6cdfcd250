"""Decision trees: questions whose answers lead to further questions or to advice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from figloom.flows.chart import Arrow, Chart
from figloom.sample.flows.structures import Structure, Wish
from figloom.sample.flows.words import Words
from figloom.stories import Advice, Story
from figloom.types import Declined, Flow


def _made(story: Story, random: Random, wish: Wish) -> Flow | Declined:
    assert story.tree
    fitting = [tree for tree in _questions(story.tree) if wish.fits(_size(tree))]
    if not fitting:
        return Declined("the story gives no chart of that size")
    near = min(abs(_size(tree) - wish.size) for tree in fitting)
    tree = random.choice([one for one in fitting if abs(_size(one) - wish.size) == near])
    chart, words = Chart(), Words(story, random)
    _write(tree, [], chart, words, random)
    return chart.flow(words.pick(story.titles), "decision_tree")


def _questions(tree: Advice) -> Iterator[Advice]:
    """The tree and every tree within it that asks something."""
    if tree.answers:
        yield tree
        for under in tree.answers.values():
            yield from _questions(under)


def _size(tree: Advice) -> int:
    return 1 + sum(map(_size, tree.answers.values()))


def _write(tree: Advice, coming: list[Arrow], chart: Chart, words: Words, random: Random) -> None:
    text = words.pick(tree.say)
    node = chart.node(text, "decision" if tree.answers else "end", coming)
    # In either order: nothing but the words says which answer stands first.
    answers = random.sample(list(tree.answers.items()), len(tree.answers))
    if len(answers) > 2:
        answers = list(tree.answers.items())
    arrows = [chart.arrow(node, words.pick((label,))) for label, _ in answers]
    for arrow, (_, under) in zip(arrows, answers, strict=True):
        _write(under, [arrow], chart, words, random)


DECISION_TREE = Structure(
    "decision_tree", "a decision tree", lambda story: story.tree is not None, _made
)
