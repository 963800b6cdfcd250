"""A build in a process of its own, that tests may kill: driver.py JOB-AS-JSON OUT WORKERS."""

import json
import multiprocessing
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from figloom import workers
from figloom.build import build
from figloom.errors import FigloomError
from figloom.shards import Job


def _shared(make: Callable[..., None], out: Path) -> Callable[..., None]:
    """`make` that waits, before its second shard, for one of another process: so few items would
    else all be made in this one."""
    made: list[int] = []

    def waiting() -> bool:
        alone = len(list(out.glob(".partial/shard-*.json"))) < 2
        return len(made) == 1 and alone and bool(multiprocessing.active_children())

    def patient(job: Job, *arguments: Any) -> None:
        while waiting():
            time.sleep(0.02)
        made.append(len(made))
        make(job, *arguments)

    return patient


def main() -> None:
    told = json.loads(sys.argv[1])
    job = Job(**{**told, "exclude": tuple(told["exclude"])})
    out, processes = Path(sys.argv[2]), int(sys.argv[3])
    if processes > 1:
        workers.PROBED, workers.WORTH = 1, 1e-9
        workers.make = _shared(workers.make, out)
    try:
        build(job, out, processes=processes)
    except FigloomError as error:
        sys.exit(f"figloom: {error}")


if __name__ == "__main__":
    main()
