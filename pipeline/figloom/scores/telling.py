"""How the figures of a run, of two, or of several seeds are told on a terminal."""

from __future__ import annotations

from figloom import terminal
from figloom.scores.paired import Pair, Paired
from figloom.scores.run import RULE
from figloom.scores.seeds import Seeds, Spread
from figloom.scores.summary import Summary
from figloom.scores.tables import NOTHING, Row, percent, span, table
from figloom.scores.tallies import Tally

_PAPERS = {"m3str": "M3STR, mean of seven", "chartbench": "ChartBench, 0.8 Acc+ and 0.2 NQA",
           "flowce": "FlowCE, mean of five"}  # fmt: skip
_REASONS = 8
_LONGEST = 90
_NOTE = (
    "95 %: of the accuracy, by picture. accuracy: of what was scored; of all: the unscored count "
    "as\nnot right. chance: even guessing, or (in brackets) with the frequencies of the answers."
    "\nmajority: the answer that is right most often."
)
_PAIRED_NOTE = (
    "95 %: by bootstrap of pictures. p: exact sign-flip test of pictures, which is McNemar's where"
    "\neach has one question; Holm: corrected for all subtasks."
)


def say(name: str, found: Summary, by: str = "subtask") -> None:
    """Print the figures of one run, broken down by a label."""
    whole = found.whole
    terminal.say(
        f"{terminal.inert(name)}: {terminal.counted(whole.n, 'question')} on "
        f"{terminal.counted(whole.pictures, 'picture')}, "
        f"{whole.unscored} unscored"
        + (f", {whole.faults} of them without a reply" if whole.faults else ""),
        f"accuracy {percent(whole.accuracy)} ({span(whole.interval)}), "
        f"{percent(whole.of_all)} of all questions",
        *judges(found),
        "",
    )
    head = (by, "asked", "unscored", "accuracy", "95 %", "of all", "chance", "majority", "score")
    table(head, [_row(found, by, group, tally) for group, tally in found.by[by].items()])
    terminal.say(*_NOTE.splitlines())
    _say_classes(found)
    _say_together(found)
    _say_published(found)
    if found.unscored:
        terminal.say("", "unscored:")
        reasons = list(found.unscored.items())
        terminal.say(*(f"{many:>7}  {_reason(why)}" for why, many in reasons[:_REASONS]))
        if len(reasons) > _REASONS:
            terminal.say(f"{sum(many for _, many in reasons[_REASONS:]):>7}  other reasons")


def judges(found: Summary) -> list[str]:
    """A line for each judge whose verdicts are among those of the rule."""
    lines = []
    for by, many in found.judged_by.items():
        rubric, _, name = by.partition(":")
        if by != RULE:
            who = f"judge {name} ({rubric})" if name else by
            lines.append(f"{many} of {found.whole.n} verdicts by {terminal.inert(who)}")
    return lines


def say_paired(names: tuple[str, str], found: Paired) -> None:
    """Print what parts two runs."""
    one, two = map(terminal.inert, names)
    terminal.say(f"A: {one}", f"B: {two}", "")
    rows = [("all", found.whole), *found.subtasks.items()]
    head = ("", "scored", "A", "B", "B - A", "95 %", "only A", "only B", "p", "Holm")
    table(head, [_pair(name, pair) for name, pair in rows])
    terminal.say(*_PAIRED_NOTE.splitlines())
    unscored = found.whole.unscored
    if any(unscored):
        terminal.say(f"left out, unscored: {unscored[0]} by A, {unscored[1]} by B")
    if any(found.alone):
        terminal.say(f"left out, in one run alone: {found.alone[0]} in A, {found.alone[1]} in B")


def say_seeds(names: list[str], found: Seeds) -> None:
    """Print means and spreads over seeds."""
    terminal.say(*map(terminal.inert, names), "")
    rows: list[tuple[str, Spread]] = [("all", found.whole)] if found.whole else []
    rows += [*found.subtasks.items()]
    rows += [(_PAPERS[name], one) for name, one in found.published.items()]
    table(("accuracy", "mean", "deviation", "95 % of mean", "least", "most"), [
        (name, percent(one.mean), percent(one.deviation), span(one.interval),
         percent(min(one.values)), percent(max(one.values)))
        for name, one in rows
    ])  # fmt: skip


def _row(found: Summary, by: str, name: str, tally: Tally) -> Row:
    known = {"subtask": found.chance, "task": found.chance_of_tasks}
    chance = known.get(by, {}).get(name)
    guessed = NOTHING
    if chance is not None and chance.line is not None:
        guessed = percent(chance.random) if chance.random is not None else f"({chance.drawn:.1f})"
    return (
        name, str(tally.n), str(tally.unscored), percent(tally.accuracy), span(tally.interval),
        percent(tally.of_all), guessed, percent(chance.majority) if chance else NOTHING,
        percent(tally.score),
    )  # fmt: skip


def _say_classes(found: Summary) -> None:
    rows = []
    for name, one in found.classes["subtask"].items():
        if len(one.labels) < 2:
            continue
        mcc = NOTHING if one.mcc is None else f"{one.mcc:.2f}"
        ends = span(one.balanced_interval), span(one.mcc_interval, 2)
        said = percent(one.yes_rate), percent(one.yes_labels)
        rows.append((name, percent(one.balanced), ends[0], mcc, ends[1], *said))
    if rows:
        terminal.say("")
        table(("", "balanced", "95 %", "MCC", "95 %", "said Yes", "are Yes"), rows)


def _say_together(found: Summary) -> None:
    rows = [
        (f"{name}, {what}", str(one.n), str(one.unscored), percent(one.accuracy),
         span(one.interval))
        for what, groups in (("pairs", found.pairs), ("twins", found.twins))
        for name, one in groups.items()
    ]  # fmt: skip
    if rows:
        terminal.say("")
        table(("all of a group right", "groups", "unscored", "accuracy", "95 %"), rows)


def _say_published(found: Summary) -> None:
    lines = [
        f"{_PAPERS[name]}: {one.mean:.2f} ({span(one.interval)})"
        for name, one in found.published.items()
        if one.mean is not None
    ]
    if lines:
        terminal.say("", *lines)


def _pair(name: str, pair: Pair) -> Row:
    one, two = pair.accuracy or (None, None)
    difference = NOTHING if pair.difference is None else f"{pair.difference:+.1f}"
    return (
        name, str(pair.n), percent(one), percent(two), difference, span(pair.interval),
        str(pair.only[0]), str(pair.only[1]), _chance(pair.p), _chance(pair.p_holm),
    )  # fmt: skip


def _chance(p: float | None) -> str:
    if p is None:
        return NOTHING
    return "<0.001" if p < 0.001 else f"{p:.3f}"


def _reason(why: str) -> str:
    clean = terminal.inert(why)
    return clean if len(clean) <= _LONGEST else f"{clean[: _LONGEST - 1]}…"
