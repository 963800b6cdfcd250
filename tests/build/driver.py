"""A build in a process of its own, that tests may kill: driver.py JOB-AS-JSON OUT WORKERS."""

import json
import sys
from pathlib import Path

from figloom import workers
from figloom.build import build
from figloom.errors import FigloomError
from figloom.shards import Job


def main() -> None:
    # So few items would be made in this process.
    workers.POOL = 0
    told = json.loads(sys.argv[1])
    job = Job(**{**told, "exclude": tuple(told["exclude"])})
    try:
        build(job, Path(sys.argv[2]), processes=int(sys.argv[3]))
    except FigloomError as error:
        sys.exit(f"figloom: {error}")


if __name__ == "__main__":
    main()
