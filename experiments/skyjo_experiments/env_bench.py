"""Measure how fast the environments step.

Question: learner steps per CPU second of the vector and the single environment, beside what other libraries' own
environments reach on the same machine.

Design: actions are legal ones by lot; they are chosen beforehand, and the same episodes played once more on the clock. A
step includes observation, mask, opponents and the beginning of new episodes. What is compared runs in turn (A B C, A B C,
...), so that a change of the machine's pace meets all alike. CPU time of one thread.

How to read it: a step is one decision of a learner; between two of them the opponents play their turns. Gymnasium's
vector CartPole and PettingZoo's Connect Four are yardsticks of the same kind of work, not rivals.
"""

import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
import pandas as pd

import skyjo_sim.envs  # noqa: F401 (registers the ids)
from skyjo_sim.engines import as_game
from skyjo_sim.envs.registered import id_of
from skyjo_sim.errors import InputError
from skyjo_sim.games import OPPONENTS, Game

__all__ = ["EnvBenchSettings", "run", "to_text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvBenchSettings:
    """What is measured: `steps` vector steps of `batch` environments of a game in each run, `repeats` runs of everything.

    Raises
    ------
    InputError
        If a number is out of range or there is no such game.
    """

    steps: int = 1000
    batch: int = 1024
    repeats: int = 5
    game: Game = Game.CLASSIC

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", as_game(self.game))
        for name, most in (("steps", 10**7), ("batch", 10**6), ("repeats", 1000)):
            value = getattr(self, name)
            if not 1 <= value <= most:
                raise InputError(f"{name} must be in 1..{most}, got {value}")


Measure = Callable[[int], float]
"""Takes a number of calls of ``step``; returns the CPU seconds spent in them."""


def _replayed(reset: Callable[[], Any], step: Callable[[Any], Any], choose: Callable[[], Any]) -> Measure:
    """Return a measure: play with actions that are chosen, then the same again on the clock."""

    def measure(n: int) -> float:
        reset()
        actions = []
        for _ in range(n):
            actions.append(choose())
            step(actions[-1])
        reset()
        began = time.thread_time_ns()
        for action in actions:
            step(action)
        return max(time.thread_time_ns() - began, 1) / 1e9

    return measure


def _skyjo_vector(game: Game, batch: int, observation: str, opponents: str) -> Measure:
    environments: Any = gymnasium.make_vec(
        id_of(game, "round"), num_envs=batch, observation=observation, opponents=opponents
    )
    return _replayed(lambda: environments.reset(seed=1), environments.step, environments.sample_legal)


def _skyjo_single(game: Game, observation: str, opponents: str) -> Measure:
    environment: Any = gymnasium.make(id_of(game, "round"), observation=observation, opponents=opponents)
    inner, space = environment.unwrapped, environment.action_space

    def step(action: Any) -> None:
        _, _, terminated, truncated, _ = environment.step(action)
        if terminated or truncated:
            environment.reset()

    space.seed(1)
    return _replayed(lambda: environment.reset(seed=1), step, lambda: space.sample(inner.action_masks()))


def _cart_pole(batch: int) -> Measure:
    environments: Any = gymnasium.make_vec("CartPole-v1", num_envs=batch, vectorization_mode="vector_entry_point")
    environments.action_space.seed(1)
    return _replayed(lambda: environments.reset(seed=1), environments.step, environments.action_space.sample)


def _connect_four() -> Measure | None:
    """Return None where PettingZoo's classic environments are not installed."""
    with warnings.catch_warnings():  # PettingZoo 1.27 deprecates what 1.25 has nothing else for
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            from pettingzoo.classic import connect_four_v3
        except ImportError:
            return None
        environment: Any = connect_four_v3.env()

    def choose() -> Any:
        mask = environment.observe(environment.agent_selection)["action_mask"]
        return environment.action_space(environment.agent_selection).sample(mask)

    def step(action: Any) -> None:
        environment.step(action)
        if any(environment.terminations.values()):
            environment.reset()
        environment.last()

    return _replayed(lambda: environment.reset(seed=1), step, choose)


def _measures(game: Game, batch: int) -> list[tuple[str, str, str, int, Measure]]:
    """Return what is measured: environment, observation, opponents, environments a step, measure."""
    weak, sensible = "random", OPPONENTS[game]
    rows = [
        ("SkyjoVectorEnv", form, opponents, batch, _skyjo_vector(game, batch, form, opponents))
        for form in ("flat", "planes", "mask")
        for opponents in (weak, sensible)
    ]
    rows += [
        ("gymnasium.make", form, opponents, 1, _skyjo_single(game, form, opponents))
        for form, opponents in (("flat", weak), ("flat", sensible), ("mask", weak))
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
    measures = _measures(settings.game, settings.batch)
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
        f"{'environment':<26}{'observation':<13}{'opponents':<15}{'envs':>6}  {'1000 steps/CPU s':>26}",
    ]
    keys = ["environment", "observation", "opponents", "envs"]
    for (environment, observation, opponents, envs), part in frame.groupby(keys, sort=False):
        speeds = part["steps_per_cpu_second"].to_numpy() / 1000
        speed = f"{np.median(speeds):,.0f} [{speeds.min():,.0f}, {speeds.max():,.0f}]"
        lines.append(f"{environment:<26}{observation:<13}{opponents:<15}{envs:>6}  {speed:>26}")
    return "\n".join(lines)
