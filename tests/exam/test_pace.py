"""How many calls are under way, against servers of every temper, by a clock of the test's own."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from random import Random

import pytest

from figloom.exam.pace import Pace


class Simulation:
    """Calls against a server whose seconds a reply depend on how many it has at a time."""

    def __init__(
        self, seconds: Callable[[int], float], ceiling: int = 64, timeout: float = 1e9,
        refuses: int = 10**9,
    ) -> None:  # fmt: skip
        self.now = 0.0
        self.pace = Pace(ceiling, timeout, lambda: self.now)
        self.seconds, self.refuses = seconds, refuses
        self.under_way: list[tuple[float, float, bool]] = []
        self.limits, self.refused, self.late = list[int](), 0, 0

    def run(self, calls: int) -> float:
        """Seconds until so many calls have a reply."""
        begun, done = self.now, 0
        while done < calls:
            while len(self.under_way) < self.pace.limit:
                refused = len(self.under_way) >= self.refuses
                takes = 0.01 if refused else self.seconds(len(self.under_way) + 1)
                heapq.heappush(self.under_way, (self.now + takes, self.now, refused))
            self.now, started, refused = heapq.heappop(self.under_way)
            if refused:
                self.refused += 1
                self.pace.went_wrong(started, True, 0.0)
            else:
                done += 1
                self.pace.went_well(started)
            self.late += self.now - started > 15
            self.limits.append(self.pace.limit)
        return self.now - begun


def test_the_first_goes_alone() -> None:
    simulation = Simulation(lambda many: 1.0)
    assert simulation.pace.limit == 1
    assert not simulation.pace.is_proved
    simulation.run(1)
    assert simulation.pace.limit == 32
    assert simulation.pace.is_proved


@pytest.mark.parametrize("ceiling", [1, 2, 3, 32, 64, 500])
def test_a_willing_server_is_asked_all_it_may_be(ceiling: int) -> None:
    simulation = Simulation(lambda many: 0.2, ceiling)
    seconds = simulation.run(31 * ceiling)
    assert simulation.pace.limit == ceiling
    assert max(simulation.limits) == ceiling
    assert 31 * 0.2 / seconds > 0.92, "what the beginning costs"


def test_noise_does_not_hold_it_back() -> None:
    chance = Random("noise")
    simulation = Simulation(lambda many: 0.1 + chance.expovariate(1.0), 32)
    simulation.run(3000)
    assert sum(simulation.limits) / len(simulation.limits) > 24


@pytest.mark.parametrize("slots", [1, 4])
def test_a_queue_is_not_made_longer_than_it_helps(slots: int) -> None:
    simulation = Simulation(lambda many: max(1.0, many / slots), 64)
    simulation.run(2000)
    assert slots <= simulation.pace.limit <= 3 * slots
    assert simulation.late < 400, "the beginning"


def test_batches_that_slow_down_a_little_are_worth_it() -> None:
    simulation = Simulation(lambda many: 1 + many / 32, 64)
    simulation.run(2000)
    assert simulation.pace.limit == 64


def test_one_slow_reply_a_time_never_runs_out_of_time() -> None:
    simulation = Simulation(lambda many: 20.0 * many, 32, timeout=120.0)
    simulation.run(1)
    assert simulation.pace.limit == 3
    simulation.run(200)
    assert max(simulation.limits) <= 6


def test_refusals_are_found_and_kept_few() -> None:
    simulation = Simulation(lambda many: 1.0, 64, refuses=10)
    simulation.run(2000)
    assert simulation.refused < 300
    late = simulation.limits[len(simulation.limits) // 2 :]
    assert 4 <= sum(late) / len(late) <= 14


def test_a_server_that_slows_is_asked_less_and_more_again() -> None:
    slow = 1.0
    simulation = Simulation(lambda many: slow, 32)
    simulation.run(1000)
    assert simulation.pace.limit == 32
    slow = 5.0
    simulation.run(200)
    assert simulation.pace.limit < 32
    slow = 1.0
    simulation.run(2000)
    assert simulation.pace.limit == 32
