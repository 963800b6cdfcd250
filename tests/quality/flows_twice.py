"""Questions about flowcharts answered twice: `python tests/quality/flows_twice.py [QUESTIONS]`.

Every pattern is asked of sampled charts of every structure, as they are and as twins, and the audit
finds each answer again from what would be stored. Every so manieth chart is drawn, so that
questions on places and the marks are audited too. Exits with 1 when the two ways disagree.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator

from flows_made import Row, asked, patterns, plain, row, sampled, twins

from figloom.audit import items, record
from figloom.audit.labels import Faulty
from figloom.registry import find
from figloom.sample.flows.structures import structures
from figloom.seeds import Draw
from figloom.types import Flow, Picture

_DRAWN = 3
"""One chart in so many is drawn."""


def made(structure: str, seed: int, split: str) -> Iterator[list[Row]]:
    """The records of items without end: one chart each, or two twins."""
    slot = 0
    while True:
        draw = Draw(seed, "twice", split, structure, slot, slot)
        flow = sampled(structure, draw)
        if flow is not None:
            facts, picture = plain(flow), drawn(flow, draw) if slot % _DRAWN == 0 else None
            if questions := tuple(asked(facts, picture, draw)):
                yield [row(facts, questions, draw, picture)]
            yield from twins(flow, draw)
        slot += 1


def drawn(flow: Flow, draw: Draw) -> Picture | None:
    """The chart's picture, where it is legible."""
    found = find("render", "flow", "twice").call(plain(flow), draw, None)
    return found if isinstance(found, Picture) else None


def audited(rows: list[Row]) -> Iterator[tuple[str, str]]:
    """What is wrong with an item."""
    for one in rows:
        try:
            case = record.case_of(one)
            yield from record.faults(one, case)
        except Faulty as fault:
            yield "facts contradict themselves", str(fault)
    yield from (fault for _, fault in items.faults(rows))


def looked(wanted: int, seed: int = 3) -> tuple[Counter[str], Counter[str], dict[str, str]]:
    """Counts of what was looked at and of what is wrong, and the first example of each fault; as
    many questions of each structure."""
    counts, found, examples = Counter[str](), Counter[str](), dict[str, str]()
    names = list(structures())
    for place, structure in enumerate(names):
        parts = [made(structure, seed, split) for split in ("train", "eval")]
        at = 0
        while counts["questions"] < wanted * (place + 1) // len(names):
            rows = next(parts[at % 2])
            at += 1
            counts["items"] += 1
            counts["twins"] += len(rows) == 2
            for one in rows:
                counts["pictures"] += one["image"] is not None
                counts["questions"] += len(one["questions"])
                counts.update(question["subtask"] for question in one["questions"])
            for kind, what in audited(rows):
                told = f"{kind}: {what.partition(':')[0]}"
                found[told] += 1
                examples.setdefault(told, f"{rows[0]['key']}: {what}")
    return counts, found, examples


def main() -> None:
    """Print what disagrees; exits with 1 when anything does."""
    started = time.process_time()
    counts, found, examples = looked(*map(int, sys.argv[1:] or ["10000"]))
    seen = sorted((counts[name], name) for name in patterns())
    looked_at = ", ".join(f"{counts[w]} {w}" for w in ("questions", "items", "twins", "pictures"))
    told = [
        f"{looked_at}, {time.process_time() - started:.0f} s",
        "least often: " + ", ".join(f"{name} {many}" for many, name in seen[:12]),
        *(f"{many} {what}; {examples[what]}" for what, many in found.most_common()),
        f"{found.total()} findings" if found else "no disagreement",
    ]
    sys.stdout.write("\n".join(told) + "\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
