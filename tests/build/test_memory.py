"""A worker needs no more memory after thousands of items than after some hundred."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import json, sys
from pathlib import Path
from figloom import recipe
from figloom.shards import Job, make, shard_count

def used():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4 // 1024

job = Job("quickstart", recipe.load("quickstart").text, None, 1, "train", int(sys.argv[2]))
sizes = []
for index in range(shard_count(job)):
    make(job, Path(sys.argv[1]), index, {}, lambda: None)
    sizes.append(used())
print(json.dumps(sizes))
"""


@pytest.mark.slow
def test_it_stays_flat_over_two_thousand_items(tmp_path: Path) -> None:
    (tmp_path / ".partial").mkdir()
    ran = subprocess.run(
        [sys.executable, "-c", CODE, str(tmp_path), "2500"],
        capture_output=True,
        text=True,
        check=True,
    )
    sizes = json.loads(ran.stdout)
    assert len(sizes) >= 10
    # Caches of letters and pictures fill over the first shards; after that nothing grows.
    assert max(sizes[6:]) < 1.15 * max(sizes[2:5]), f"MB after each shard: {sizes}"
