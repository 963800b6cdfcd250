"""How many requests a second the local models answer when served: `baselines.py [SECONDS]`.

Each is served by `figloom serve-baseline` in a process of its own, and asked with pictures over
connections that stay open. Beside it stand the requests to a second of the server's own CPU time,
which other work on the machine does not change, and those that the same model answers in a second
of this process's CPU time without any server.
"""

from __future__ import annotations

import base64
import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from figloom import recipe
from figloom.build import build
from figloom.exam.sample import Sample, of_dataset
from figloom.models import find
from figloom.shards import Job

CONNECTIONS = 8
PICTURES = 60


def _built(place: Path, seed: int) -> Path:
    text = recipe.load("quickstart", None).text
    job = Job(name="quickstart", text=text, source=None, seed=seed, split="train", count=PICTURES)
    return build(job, place / f"s{seed}")


@contextmanager
def _served(name: str, dataset: Path) -> Iterator[tuple[str, psutil.Process]]:
    command = [sys.executable, "-m", "figloom", "serve-baseline", name, "--dataset", str(dataset)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ}
    ) as process:
        assert process.stdout
        yield process.stdout.readline().split("/")[2], psutil.Process(process.pid)
        process.terminate()


def _bodies(samples: list[Sample], name: str) -> list[bytes]:
    found = []
    for sample in samples:
        assert sample.image
        url = f"data:image/png;base64,{base64.b64encode(sample.image.data).decode()}"
        parts = [{"type": "image_url", "image_url": {"url": url}},
                 {"type": "text", "text": sample.prompt}]  # fmt: skip
        told = {"model": name, "messages": [{"role": "user", "content": parts}]}
        found.append(json.dumps(told).encode())
    return found


def _asked(host: str, bodies: list[bytes], seconds: float) -> int:
    """Requests answered."""
    ends, done = time.monotonic() + seconds, [0] * CONNECTIONS

    def ask(number: int) -> None:
        place = http.client.HTTPConnection(host, timeout=30)
        while time.monotonic() < ends:
            body = bodies[(number + CONNECTIONS * done[number]) % len(bodies)]
            place.request("POST", "/v1/chat/completions", body)
            answer = place.getresponse()
            answer.read()
            assert answer.status == 200
            done[number] += 1
        place.close()

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done)


def _here(speak: Callable[[str, tuple[bytes, ...]], str], samples: list[Sample]) -> float:
    started = time.process_time()
    for sample in samples:
        assert sample.image
        speak(sample.prompt, (sample.image.data,))
    return len(samples) / (time.process_time() - started)


def _used(process: psutil.Process) -> float:
    told = process.cpu_times()
    return float(told.user + told.system)


def main(seconds: float) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        dataset, other = _built(Path(folder), 1), _built(Path(folder), 2)
        samples = [*of_dataset(dataset)]
        size = sum(len(sample.image.data) for sample in samples if sample.image) / len(samples)
        sys.stdout.write(
            f"{len(samples)} questions, pictures of {size / 1000:.0f} kB, "
            f"{CONNECTIONS} connections, {os.getloadavg()[0]:.0f} other programs at work\n"
            f"{'':10} {'a second':>9} {'a CPU second':>13} {'unserved':>9}\n"
        )
        for name in ("random", "majority", f"blind={other}", "oracle"):
            with _served(name, dataset) as (host, process):
                bodies = _bodies(samples, name)
                _asked(host, bodies, seconds / 4)
                before = _used(process)
                many = _asked(host, bodies, seconds)
                used = _used(process) - before
            here = _here(find(name, dataset).reply, samples)
            sys.stdout.write(
                f"{name.partition('=')[0]:10} {many / seconds:9.0f} {many / used:13.0f} "
                f"{here:9.0f}\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main(float(sys.argv[1]) if sys.argv[1:] else 4.0)
