"""Measure how fast the environments step.

Question: learner steps per CPU second of the vector and the single environment, beside what other libraries' own
environments reach on the same machine.

Design: actions are legal ones by lot, chosen outside the timed calls; a step includes observation, mask, opponents and
the beginning of new episodes. What is compared runs in turn (A B C, A B C, ...), so that a change of the machine's pace
meets all alike. CPU time of one thread.

How to read it: a step is one decision of a learner; between two of them the opponents play their turns. Gymnasium's
vector CartPole and PettingZoo's Connect Four are yardsticks of the same kind of work, not rivals.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
import pandas as pd

import skyjo_sim.envs  # noqa: F401 (registers the ids)
from skyjo_sim.errors import InputError

__all__ = ["EnvBenchSettings", "run", "to_text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvBenchSettings:
    """What is measured: `steps` vector steps of `batch` environments in each run, `repeats` runs of everything.

    Raises
    ------
    InputError
        If a number is out of range.
    """

    steps: int = 1000
    batch: int = 1024
    repeats: int = 5

    def __post_init__(self) -> None:
        for name, most in (("steps", 10**7), ("batch", 10**6), ("repeats", 1000)):
            value = getattr(self, name)
            if not 1 <= value <= most:
                raise InputError(f"{name} must be in 1..{most}, got {value}")


Measure = Callable[[int], float]
"""Takes a number of calls of ``step``; returns the CPU seconds spent in them."""


def _timed(step: Callable[[Any], Any], choose: Callable[[], Any], n: int) -> float:
    """Return the CPU seconds of `n` calls of `step`, each with an action chosen outside the clock.

    What reading the clock takes is measured along with it, and left out.
    """
    spent = 0
    for _ in range(n):
        action = choose()
        began = time.thread_time_ns()
        step(action)
        ended = time.thread_time_ns()
        spent += ended - began - (time.thread_time_ns() - ended)
    return max(spent, 1) / 1e9


def _skyjo_vector(batch: int, observation: str, opponents: str) -> Measure:
    environments: Any = gymnasium.make_vec(
        "Skyjo/Round-v0", num_envs=batch, observation=observation, opponents=opponents
    )
    environments.reset(seed=1)
    return lambda n: _timed(environments.step, environments.sample_legal, n)


def _skyjo_single(observation: str, opponents: str) -> Measure:
    environment: Any = gymnasium.make("Skyjo/Round-v0", observation=observation, opponents=opponents)
    mask = environment.reset(seed=1)[1]["action_mask"]
    luck = environment.action_space

    def choose() -> Any:
        return luck.sample(mask)

    def step(action: Any) -> None:
        nonlocal mask
        _, _, terminated, truncated, info = environment.step(action)
        mask = environment.reset()[1]["action_mask"] if terminated or truncated else info["action_mask"]

    luck.seed(1)
    return lambda n: _timed(step, choose, n)


def _cart_pole(batch: int) -> Measure:
    environments: Any = gymnasium.make_vec("CartPole-v1", num_envs=batch, vectorization_mode="vector_entry_point")
    environments.reset(seed=1)
    environments.action_space.seed(1)
    return lambda n: _timed(environments.step, environments.action_space.sample, n)


def _connect_four() -> Measure | None:
    """Return None where PettingZoo's classic environments are not installed."""
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError:
        return None
    environment: Any = connect_four_v3.env()
    environment.reset(seed=1)

    def choose() -> Any:
        mask = environment.observe(environment.agent_selection)["action_mask"]
        return environment.action_space(environment.agent_selection).sample(mask)

    def step(action: Any) -> None:
        environment.step(action)
        if any(environment.terminations.values()):
            environment.reset()
        environment.last()

    return lambda n: _timed(step, choose, n)


def _measures(batch: int) -> list[tuple[str, str, str, int, Measure]]:
    """Return what is measured: environment, observation, opponents, environments a step, measure."""
    rows = [
        ("SkyjoVectorEnv", form, opponents, batch, _skyjo_vector(batch, form, opponents))
        for form in ("flat", "planes", "mask")
        for opponents in ("random", "cutoff(2)")
    ]
    rows += [
        ("gymnasium.make", form, opponents, 1, _skyjo_single(form, opponents))
        for form, opponents in (("flat", "random"), ("flat", "cutoff(2)"), ("mask", "random"))
    ]
    rows.append(("CartPole-v1, vector", "-", "-", batch, _cart_pole(batch)))
    connect_four = _connect_four()
    if connect_four is not None:
        rows.append(("Connect Four, PettingZoo", "-", "-", 1, connect_four))
    return rows


def run(settings: EnvBenchSettings) -> pd.DataFrame:
    """Measure everything in turn; return a row for each environment and repeat.

    Columns: environment, observation, opponents, envs (a step), repeat, steps, cpu_seconds, steps_per_cpu_second.
    """
    measures = _measures(settings.batch)
    for *_, measure in measures:
        measure(20)
    rows = []
    for repeat in range(settings.repeats):
        for environment, observation, opponents, envs, measure in measures:
            calls = settings.steps if envs > 1 else settings.steps * 10
            seconds = measure(calls)
            rows.append(
                {
                    "environment": environment,
                    "observation": observation,
                    "opponents": opponents,
                    "envs": envs,
                    "repeat": repeat,
                    "steps": calls * envs,
                    "cpu_seconds": seconds,
                    "steps_per_cpu_second": calls * envs / seconds,
                }
            )
    return pd.DataFrame(rows)


def to_text(frame: pd.DataFrame, settings: EnvBenchSettings) -> str:
    """Return the measured speeds as a table: medians, with the least and the greatest."""
    lines = [
        f"{settings.steps:,} vector steps of {settings.batch:,} environments in each run, "
        f"{settings.repeats} repeats: median [least, greatest]",
        "",
        f"{'environment':<26}{'observation':<13}{'opponents':<11}{'envs':>6}  {'1000 steps/CPU s':>26}",
    ]
    keys = ["environment", "observation", "opponents", "envs"]
    for (environment, observation, opponents, envs), part in frame.groupby(keys, sort=False):
        speeds = part["steps_per_cpu_second"].to_numpy() / 1000
        speed = f"{np.median(speeds):,.0f} [{speeds.min():,.0f}, {speeds.max():,.0f}]"
        lines.append(f"{environment:<26}{observation:<13}{opponents:<11}{envs:>6}  {speed:>26}")
    return "\n".join(lines)
