"""All runs of a process: tokens move along its arrows, part at forks and wait for each other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from figloom.audit.labels import Faulty

Branches = tuple[tuple[str, int], ...]
"""The forks that a token comes from, outermost first, and by which of their arrows."""
Token = tuple[str, Branches]
"""The arrow it is on."""
State = tuple[Token, ...]

_MOST = 40_000
"""States of one process, beyond which it is given up."""
_START = ""


class Runs:
    """`kinds` of the steps and bars by id, `ends` (source and target) of the arrows by id."""

    def __init__(self, entry: str, kinds: dict[str, str], ends: dict[str, tuple[str, str]]) -> None:
        self._kinds, self._ends = kinds, ends
        self._target = {_START: entry} | {name: target for name, (_, target) in ends.items()}
        self._out: dict[str, list[str]] = {name: [] for name in kinds}
        for name, (source, _) in ends.items():
            self._out[source].append(name)
        self._barred: dict[str, frozenset[str]] = {}

    @cached_property
    def done(self) -> frozenset[str]:
        """All that some run does."""
        return self.without("")

    def without(self, step: str) -> frozenset[str]:
        """All that some run does in which a step is never done."""
        if step not in self._barred:
            fired = {node for state in self._states(step) for node, _ in self._next(state, step)}
            self._barred[step] = frozenset(fired)
        return self._barred[step]

    def before(self, one: str, other: str) -> bool:
        """Whether every run has done one before it does the other."""
        if other not in self.done:
            raise Faulty(f"no run comes to {other}")
        return one != other and other not in self.without(one)

    def onward(self, decision: str, way: str) -> Runs:
        """The runs from a decision on that leave it by one arrow."""
        left = {name: arrow for name, arrow in self._ends.items()
                if name == way or arrow[0] != decision}  # fmt: skip
        return Runs(decision, self._kinds, left)

    @cached_property
    def _pairs(self) -> frozenset[tuple[str, str]]:
        found = set[tuple[str, str]]()
        for state in self._states(""):
            waiting = [self._target[arrow] for arrow, _ in state]
            for at, one in enumerate(waiting):
                found |= {(one, other) for other in waiting[:at]}
        return frozenset(found | {(other, one) for one, other in found})

    def together(self, one: str, other: str) -> bool:
        """Whether some run may be about to do both at one time."""
        return (one, other) in self._pairs

    def alone(self, one: str, other: str) -> bool:
        """Whether some run comes to its end having done one, and never the other."""
        return any(not state and had for state, had in self._seen(one, barred=other))

    def _states(self, barred: str) -> Iterator[State]:
        for state, _ in self._seen("", barred):
            yield state

    def _seen(self, watched: str, barred: str) -> Iterator[tuple[State, bool]]:
        """Each state that can be come to, and whether the watched step was done on the way."""
        first: tuple[State, bool] = (((_START, ()),), False)
        known, todo = {first}, [first]
        while todo:
            state, had = todo.pop()
            yield state, had
            for node, after in self._next(state, barred):
                new = (after, had or node == watched)
                # Else tokens without end come of a way back into a fork.
                if len(after) > len(self._target):
                    raise Faulty("more is under way at one time than there are arrows")
                if new not in known:
                    known.add(new)
                    todo.append(new)
            if len(known) > _MOST:
                raise Faulty("the process can go in too many ways")

    def _next(self, state: State, barred: str) -> Iterator[tuple[str, State]]:
        """What can be done next, and the state after it."""
        for at, (arrow, branches) in enumerate(state):
            node, rest = self._target[arrow], state[:at] + state[at + 1 :]
            out = self._out[node]
            if node == barred:
                continue
            if self._kinds[node] == "join":
                yield from self._joined(state, node, branches)
            elif self._kinds[node] == "fork":
                parts = [(name, (*branches, (node, way))) for way, name in enumerate(out)]
                yield node, tuple(sorted((*rest, *parts)))
            else:
                yield from ((node, tuple(sorted((*rest, (name, branches))))) for name in out)
                if not out:
                    yield node, rest

    def _joined(self, state: State, join: str, branches: Branches) -> Iterator[tuple[str, State]]:
        """Goes on once all branches of the fork are there."""
        if not branches:
            raise Faulty(f"{join} gathers what nothing has split")
        outer, fork = branches[:-1], branches[-1][0]
        gathered = {
            (arrow, mine): mine[-1][1]
            for arrow, mine in state
            if self._target[arrow] == join and mine and (mine[:-1], mine[-1][0]) == (outer, fork)
        }
        if {*gathered.values()} == {*range(len(self._out[fork]))}:
            rest = tuple(token for token in state if token not in gathered)
            for name in self._out[join]:
                yield join, tuple(sorted((*rest, (name, outer))))
