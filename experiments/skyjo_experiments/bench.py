"""Measure how fast the simulator plays.

Question: rounds and turns per CPU second of the compiled engine, against the C yardstick; in Skyjo Action, which has no
yardstick, small decisions per CPU second; what threads add; how long a command takes to start.

Design: all seats play one policy, independent rounds, ties for the start to the lowest seat as in the
yardstick. What is compared runs in turn (A B C, A B C, ...), so that a change of the machine's pace meets
all alike; a ratio is taken within one turn, and the median over the turns is shown with the least and the
greatest. Speeds count CPU seconds of play; threads and starts count seconds on the wall.

How to read it: a ratio of 1 is as fast as the yardstick, more is faster. "built-in" is a policy that the
play loop has inlined, "by address" the same policy called as any agent of your own is. Threads can gain no
more than the cores they got. Decisions are rounds times the mean of a few thousand rounds in which they are counted.
"""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numba
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from skyjo_experiments.yardstick import CUTOFF, POLICIES, YardstickError, build_yardstick, run_yardstick
from skyjo_sim import ActionRules, Agent, InputError, Rules, SimulationResult, policy, simulate
from skyjo_sim.agent_names import make_agent
from skyjo_sim.engines import as_game, engine_named
from skyjo_sim.games import Game
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.baselines import OTHER
from skyjo_sim.kernels.layout import STREAM
from skyjo_sim.kernels.sampling import sample_ids
from skyjo_sim.luck import table_key
from skyjo_sim.stepping import PLAYING, deal_games, legal_mask, step

YARDSTICK, BUILT_IN, BY_ADDRESS = "yardstick", "built-in", "by address"
GAME_POLICIES = {Game.CLASSIC: POLICIES, Game.ACTION: ("random", "action_cutoff")}
"""The policies that can be measured in each game."""
_PARTS = 16
_WARM_UP_ROUNDS = 100
_COUNTED_ROUNDS = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchSettings:
    """What is measured: `rounds` in each run, `repeats` runs of everything; without `policies` all of the game's.

    Raises
    ------
    InputError
        If a number is out of range, or the game or a policy unknown.
    """

    rounds: int = 200_000
    repeats: int = 5
    players: tuple[int, ...] = (2, 4, 8)
    policies: tuple[str, ...] = ()
    threads: tuple[int, ...] = (1, 2)
    game: Game = Game.CLASSIC

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", as_game(self.game))
        object.__setattr__(self, "policies", self.policies or GAME_POLICIES[self.game])
        _check("rounds", (self.rounds,), 1, 10**9)
        _check("repeats", (self.repeats,), 1, 1000)
        _check("players", self.players, 2, 8)
        _check("threads", self.threads, 1, 1024)
        for name in self.policies:
            if name not in GAME_POLICIES[self.game]:
                allowed = ", ".join(GAME_POLICIES[self.game])
                raise InputError(f"policies must be among {allowed}, got {name!r}")

    @property
    def tables(self) -> Iterator[tuple[str, int]]:
        """Yield each policy with each number of players."""
        return ((name, players) for name in self.policies for players in self.players)


def _check(name: str, numbers: Sequence[int], least: int, most: int) -> None:
    for number in numbers:
        if not least <= number <= most:
            raise InputError(f"{name} must be in {least}..{most}, got {number}")


def describe_machine() -> dict[str, str]:
    """Return what the figures depend on, apart from the processor itself."""
    return {
        "system": platform.system(),
        "architecture": platform.machine(),
        "processors": str(os.cpu_count()),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


def _agent_name(policy: str) -> str:
    return f"cutoff({CUTOFF})" if policy == "cutoff" else policy


def bench_agents(name: str, game: Game = Game.CLASSIC) -> dict[str, Agent]:
    """Return a measured policy's agent: as the play loop has inlined it, if it has, and called by its address."""
    agent = make_agent(_agent_name(name), game=game)
    stranger = Agent(agent.name, policy(agent.policy.py_func), agent.params, game=game)
    is_inlined = engine_named(game).kind_of(agent.policy) != OTHER
    return {BUILT_IN: agent, BY_ADDRESS: stranger} if is_inlined else {BY_ADDRESS: stranger}


def bench_rules(players: int, game: Game = Game.CLASSIC) -> Rules:
    """Return the rules that are played: the official ones, but ties for the start go to the lowest seat."""
    rules = ActionRules if game == Game.ACTION else Rules
    return rules(players=players, start_tiebreak="lowest_seat")


def play(agent: Agent, players: int, rounds: int, seed: int = 0, threads: int = 1) -> SimulationResult:
    """Simulate what the yardstick plays."""
    rules = bench_rules(players, agent.game)
    part_size = -(-rounds // _PARTS)
    return simulate(agent, n_rounds=rounds, rules=rules, seed=seed, workers=threads, part_size=part_size)


def mean_decisions(rules: Rules, rounds: int = _COUNTED_ROUNDS, seed: int = 0) -> float:
    """Return how many small decisions a round has if all are made at random: the mean of `rounds` rounds."""
    games = deal_games(rounds, rules, seed)
    luck: NDArray[np.void] = np.zeros(1, STREAM)
    streams.start(luck[0], table_key(seed), streams.SAMPLE, 0, 0, 0)
    decisions = 0
    while games.size > 0:
        actions = np.empty(games.size, np.int64)
        sample_ids(legal_mask(games, rules), luck[0], actions)
        decisions += games.size
        games = games[step(games, actions, rules) == PLAYING]
    return decisions / rounds


def measure_speed(settings: BenchSettings, yardstick: Path | None) -> pd.DataFrame:
    """Return a row per policy, number of players, path and repeat: rounds, turns, CPU seconds.

    `yardstick` is the built program, or None to measure without it. In Skyjo Action there are decisions too, for
    ``random`` alone: others are not asked one by one from Python.
    """
    records: list[dict[str, object]] = []
    for name, players in settings.tables:
        agents = bench_agents(name, settings.game)
        for agent in agents.values():
            play(agent, players, _WARM_UP_ROUNDS)
        counted = {}
        if settings.game == Game.ACTION:
            is_random = name == "random"
            each = mean_decisions(bench_rules(players, settings.game)) if is_random else float("nan")
            counted = {"decisions": settings.rounds * each}
        for repeat in range(settings.repeats):
            common = {"policy": name, "players": players, "repeat": repeat, "rounds": settings.rounds, **counted}
            if yardstick is not None:
                run = run_yardstick(yardstick, name, players, settings.rounds, seed=repeat + 1)
                times = {"turns": run.turns, "cpu_seconds": run.cpu_seconds}
                records.append({**common, "path": YARDSTICK, **times})
            for path, agent in agents.items():
                result = play(agent, players, settings.rounds, seed=repeat)
                times = {"turns": result.n_turns, "cpu_seconds": result.cpu_seconds}
                records.append({**common, "path": path, **times})
    return pd.DataFrame(records)


def measure_threads(settings: BenchSettings) -> pd.DataFrame:
    """Return a row per policy, players, threads and repeat: rounds, seconds on the wall, CPU seconds."""
    records: list[dict[str, object]] = []
    for name, players in settings.tables:
        agent = next(iter(bench_agents(name, settings.game).values()))
        play(agent, players, _WARM_UP_ROUNDS)
        for repeat in range(settings.repeats):
            for threads in settings.threads:
                result = play(agent, players, settings.rounds, repeat, threads)
                common = {"policy": name, "players": players, "repeat": repeat, "rounds": settings.rounds}
                times = {"wall_seconds": result.wall_seconds, "cpu_seconds": result.cpu_seconds}
                records.append({**common, "threads": threads, **times})
    return pd.DataFrame(records)


def measure_start(settings: BenchSettings) -> pd.DataFrame:
    """Return the seconds a whole small command takes: once cold, with nothing compiled, then warm."""
    records: list[dict[str, object]] = []
    agent = _agent_name(GAME_POLICIES[settings.game][-1])
    command = [sys.executable, "-m", "skyjo_experiments.cli", "simulate", "--quiet", "--game", settings.game]
    command += ["--agents", agent, "--players", "2", "--rounds", "1000"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SKYJO_CACHE_DIR": folder}
        for repeat in range(settings.repeats + 1):
            began = time.perf_counter()
            subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
            seconds = time.perf_counter() - began
            records.append({"start": "warm" if repeat else "cold", "repeat": repeat, "wall_seconds": seconds})
    return pd.DataFrame(records)


@dataclass(frozen=True, slots=True)
class Bench:
    """What `run` measured: three tidy frames, and why there is no yardstick if there is none."""

    settings: BenchSettings
    speed: pd.DataFrame
    threads: pd.DataFrame
    start: pd.DataFrame
    no_yardstick: str | None


def run(settings: BenchSettings, has_start: bool = True) -> Bench:
    """Measure speeds, threads and, unless `has_start` is false, starts."""
    with tempfile.TemporaryDirectory() as folder:
        program, reason = None, None
        try:
            if settings.game != Game.CLASSIC:
                raise YardstickError("it plays the classic game only")
            program = build_yardstick(Path(folder))
        except YardstickError as error:
            reason = str(error)
        speed = measure_speed(settings, program)
    start = measure_start(settings) if has_start else pd.DataFrame(columns=["start", "repeat", "wall_seconds"])
    return Bench(settings, speed, measure_threads(settings), start, reason)
