"""Whether the sections of a story hang together: answers, ends, loops, actors, levels."""

from __future__ import annotations

from collections.abc import Iterator

from figloom.errors import unknown
from figloom.stories import (
    Advice,
    Branch,
    Decision,
    Loop,
    Parallel,
    Step,
    Story,
    StoryPart,
    Study,
)

Placed = tuple[str, StoryPart]


def walk(parts: tuple[StoryPart, ...], place: str = "parts") -> Iterator[Placed]:
    """Every part with its place, nested ones after the one that holds them."""
    for n, part in enumerate(parts):
        here = f"{place}[{n}]"
        yield here, part
        if isinstance(part, Decision):
            for b, branch in enumerate(part.branches):
                yield from walk(branch.parts, f"{here}.branches[{b}].parts")
        elif isinstance(part, Loop):
            yield from walk(part.parts, f"{here}.parts")
        elif isinstance(part, Parallel):
            for s, side in enumerate(part.parallel):
                yield from walk(side, f"{here}.parallel[{s}]")


def advices(advice: Advice, place: str = "tree") -> Iterator[tuple[str, Advice]]:
    """Every question and leaf of a decision tree with its place."""
    yield place, advice
    for label, answer in advice.answers.items():
        yield from advices(answer, f"{place}.answers.{label!r}")


def faults(story: Story) -> Iterator[str]:
    """What is wrong, each as "place: what; what to do"."""
    if not story.titles:
        yield "titles is empty; give at least one"
    if not (story.parts or story.tree or story.study or story.layers):
        yield "nothing is told; give parts, a tree, a study or layers"
    for place, part in walk(story.parts):
        yield from _part(place, part)
    yield from _actors(story)
    if story.tree:
        for place, advice in advices(story.tree):
            yield from _advice(place, advice)
    if story.study:
        yield from _study(story.study)
    if len(story.layers) == 1:
        yield "layers: there is one; give two or more"
    for n, layer in enumerate(story.layers):
        if not layer.components:
            yield f"layers[{n}]: components is empty; name at least one"


def _part(place: str, part: StoryPart) -> Iterator[str]:
    if isinstance(part, Step):
        yield from _words(f"{place}.step", part.step)
    elif isinstance(part, Decision):
        yield from _asks(f"{place}.decision", part.decision)
        yield from _branches(place, part.branches)
    elif isinstance(part, Loop):
        yield from _asks(f"{place}.loop", part.loop)
        yield from _words(f"{place}.again", part.again)
        yield from _words(f"{place}.done", part.done)
        if not part.parts:
            yield f"{place}: parts is empty; say what is repeated"
        for text in _shared(part.again, part.done):
            yield f"{place}: {text!r} leads both round again and on; give other labels"
    else:
        yield from _parallel(place, part)


def _branches(place: str, branches: tuple[Branch, ...]) -> Iterator[str]:
    if not 2 <= len(branches) <= 5:
        yield f"{place}: a decision with {_many(len(branches), 'branch')}; give 2 to 5"
    for n, branch in enumerate(branches):
        yield from _words(f"{place}.branches[{n}].label", branch.label)
        for m, other in enumerate(branches[:n]):
            for text in _shared(other.label, branch.label):
                yield (
                    f"{place}.branches[{n}]: label {text!r} is also that of branches[{m}]; "
                    "give each answer labels of its own"
                )
    bare = [n for n, branch in enumerate(branches) if not (branch.parts or branch.end)]
    if len(bare) > 1:
        yield (
            f"{place}: branches {bare[0]} and {bare[1]} lead to the same step at once; "
            "give one of them parts"
        )
    ends = sum(bool(branch.end) for branch in branches)
    if ends not in (0, 1, len(branches) - 1):
        yield f"{place}: {ends} of {len(branches)} branches have an end; give one, or all but one"


def _parallel(place: str, part: Parallel) -> Iterator[str]:
    if not 2 <= len(part.parallel) <= 4:
        yield f"{place}: parallel has {_many(len(part.parallel), 'side')}; give 2 to 4"
    for n, side in enumerate(part.parallel):
        if not side:
            yield f"{place}.parallel[{n}] is empty; say what is done there"
        for inner, held in walk(side, f"{place}.parallel[{n}]"):
            if isinstance(held, Decision) and any(branch.end for branch in held.branches):
                yield f"{inner}: an end inside a parallel, which waits for all its sides; drop it"


def _actors(story: Story) -> Iterator[str]:
    told = [(p, part) for p, part in walk(story.parts) if not isinstance(part, Parallel)]
    named = {part.actor for _, part in told if part.actor}
    if story.actors and not 2 <= len(story.actors) <= 4:
        many = "1 is" if len(story.actors) == 1 else f"{len(story.actors)} are"
        yield f"actors: {many} named; give 2 to 4, or none"
    for place, part in told:
        if part.actor and part.actor not in story.actors:
            yield f"{place}: {unknown('actor', part.actor, story.actors)}"
    for actor in story.actors:
        if story.parts and actor not in named:
            yield f"actors: {actor!r} does nothing; give it a part, or leave it out"
    if story.actors and told and not told[0][1].actor:
        yield f"{told[0][0]}: the first part has no actor; say who does it"


def _advice(place: str, advice: Advice) -> Iterator[str]:
    if advice.answers:
        yield from _asks(f"{place}.say", advice.say)
        if not 2 <= len(advice.answers) <= 5:
            many = _many(len(advice.answers), "answer")
            yield f"{place}: a question with {many}; give 2 to 5, or none"
    else:
        yield from _words(f"{place}.say", advice.say)
        if any(text.endswith("?") for text in advice.say):
            yield f"{place}: a question without answers; give 2 to 5, or say what is advised"


def _study(study: Study) -> Iterator[str]:
    for name, least in (("assessed", 1), ("reasons", 2), ("allocated", 1), ("arms", 2),
                        ("lost", 1), ("analysed", 1)):  # fmt: skip
        if len(getattr(study, name)) < least:
            yield f"study: {name} has fewer than {least}; add some"


def _many(count: int, thing: str) -> str:
    return (
        f"{count} {thing}" if count == 1 else f"{count} {thing}{'es' * thing.endswith('ch') or 's'}"
    )


def _words(place: str, texts: tuple[str, ...]) -> Iterator[str]:
    if not texts:
        yield f"{place} is empty; give at least one text"


def _asks(place: str, texts: tuple[str, ...]) -> Iterator[str]:
    yield from _words(place, texts)
    for text in texts:
        if not text.endswith("?"):
            yield f"{place}: {text!r} is no question; end it with ?"


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> list[str]:
    return sorted({text.casefold() for text in one} & {text.casefold() for text in other})
