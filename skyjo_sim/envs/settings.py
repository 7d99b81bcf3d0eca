"""What an environment is made of: rules, opponents, reward, form of the observation; checked once."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agents
from skyjo_sim.errors import InputError
from skyjo_sim.kernels import episodes, rewards
from skyjo_sim.kernels.layout import SETUP
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import n_actions, rules_record

__all__ = ["EPISODES", "FORMS", "REWARDS", "SEATS", "Settings", "check_choice", "check_number", "make_rules"]

EPISODES = ("round", "game")
FORMS = ("flat", "planes", "mask")
"""Forms of the observation; with ``mask`` it holds the action mask alone."""

REWARDS = {
    "score_difference": rewards.SCORE_DIFFERENCE,
    "negative_score": rewards.NEGATIVE_SCORE,
    "win": rewards.WIN,
    "rank": rewards.RANK,
}
_ILLEGAL_REWARDS = {"score_difference": -100.0, "negative_score": -100.0, "win": -1.0, "rank": -1.0}
SEATS = {"random": episodes.RANDOM_SEAT, "rotating": episodes.ROTATING_SEAT}
ON_ILLEGAL = ("end", "raise")


def check_choice(name: str, value: Any, allowed: Sequence[str]) -> str:
    """Return `value` if it is one of `allowed`.

    Raises
    ------
    InputError
        If it is not.
    """
    if not isinstance(value, str) or value not in allowed:
        raise InputError(f"{name} must be one of {', '.join(allowed)}, got {value!r}")
    return value


def check_number(name: str, value: Any) -> float:
    """Return `value` as a float if it is a finite number.

    Raises
    ------
    InputError
        If it is not.
    """
    is_number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not is_number or not np.isfinite(value):
        raise InputError(f"{name} must be a finite number, got {value!r}")
    return float(value)


def make_rules(rules: Rules | str | Path | None, players: int | None) -> Rules:
    """Return rules from an object, a file or a name, for `players` (default: what the rules say, else 2).

    Raises
    ------
    InputError
        If the rules or the number of players are not allowed.
    """
    if rules is None:
        made = Rules()
    elif isinstance(rules, Rules):
        made = rules
    elif isinstance(rules, str | Path):
        made = Rules.load(rules)
    else:
        raise InputError(f"rules must be Rules, a file or a name, got {rules!r}")
    return made if players is None else made.replace(players=players)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of an environment, as `SkyjoEnv` documents them.

    Raises
    ------
    InputError
        If a value is not allowed.
    """

    rules: Rules
    opponents: tuple[Agent, ...]
    seat: int | str
    episode: str
    reward: str
    observation: str
    illegal_action: str
    illegal_reward: float
    shaping: float

    @classmethod
    def make(
        cls,
        *,
        rules: Rules | str | Path | None = None,
        players: int | None = None,
        opponents: str | Agent | Sequence[str | Agent] = "cutoff(2)",
        seat: int | str = "random",
        episode: str = "round",
        reward: str = "score_difference",
        observation: str = "flat",
        illegal_action: str = "end",
        illegal_reward: float | None = None,
        shaping: float = 0.0,
    ) -> "Settings":
        """Check the arguments of an environment."""
        made = make_rules(rules, players)
        check_choice("reward", reward, tuple(REWARDS))
        agents = _make_opponents(opponents)
        if len(agents) > made.players - 1:
            raise InputError(
                f"opponents must be at most {made.players - 1} agents in a game of {made.players}, got {len(agents)}"
            )
        for agent in agents:
            agent.check_rules(made)
        penalty = _ILLEGAL_REWARDS[reward] if illegal_reward is None else illegal_reward
        return cls(
            rules=made,
            opponents=agents,
            seat=_check_seat(seat, made.players),
            episode=check_choice("episode", episode, EPISODES),
            reward=reward,
            observation=check_choice("observation", observation, FORMS),
            illegal_action=check_choice("illegal_action", illegal_action, ON_ILLEGAL),
            illegal_reward=check_number("illegal_reward", penalty),
            shaping=check_number("shaping", shaping),
        )

    @property
    def n_actions(self) -> int:
        """Return the number of action ids."""
        return n_actions(self.rules)

    def setup_records(self, autoreset: int, n: int) -> NDArray[Any]:
        """Return `n` copies of what kernels need to know; the policies' addresses hold in this process only.

        Raises
        ------
        PolicyError
            If an opponent's policy cannot be compiled.
        """
        setups: NDArray[Any] = np.zeros(n, SETUP)
        for setup in setups:
            setup["rules"] = rules_record(self.rules)
            self._fill_task(setup["task"], autoreset)
            self._fill_seating(setup["seating"])
        return setups

    def _fill_task(self, task: Any, autoreset: int) -> None:
        task["is_games"] = self.episode == "game"
        task["reward"] = REWARDS[self.reward]
        task["illegal_reward"] = self.illegal_reward
        task["shaping"] = self.shaping
        task["seat_choice"] = SEATS[self.seat] if isinstance(self.seat, str) else self.seat
        task["autoreset"] = autoreset

    def _fill_seating(self, seating: Any) -> None:
        for index, agent in enumerate(self.opponents):
            seating["addresses"][index] = agent.address()
            seating["kinds"][index] = agent.kind
            agent.fill_params(seating["params"][index])
        seating["n_agents"] = len(self.opponents)


def _make_opponents(opponents: Any) -> tuple[Agent, ...]:
    if not isinstance(opponents, str | Agent | Sequence):
        raise InputError(f"opponents must be names, an Agent or a sequence of them, got {opponents!r}")
    return make_agents(opponents)


def _check_seat(seat: Any, players: int) -> int | str:
    if isinstance(seat, str) and seat in SEATS:
        return seat
    if isinstance(seat, int | np.integer) and not isinstance(seat, bool) and 0 <= seat < players:
        return int(seat)
    raise InputError(f"seat must be in 0..{players - 1}, or one of {', '.join(SEATS)}, got {seat!r}")
