"""What an environment is made of: rules, opponents, reward, form of the observation; checked once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agents
from skyjo_sim.engines import as_game
from skyjo_sim.envs.layouts import layout_of
from skyjo_sim.errors import InputError
from skyjo_sim.games import OPPONENTS, TITLES, Game
from skyjo_sim.kernels import episodes, rewards
from skyjo_sim.rules import CLASSES, Rules
from skyjo_sim.rules_record import n_actions, rules_record

__all__ = [
    "EPISODES",
    "FORMS",
    "REWARDS",
    "SEATS",
    "Settings",
    "check_choice",
    "check_number",
    "illegal_penalty",
    "make_rules",
]

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
_ON_ILLEGAL = ("end", "raise")
_LARGEST = 1e9


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
    """Return `value` as a float if it is a number of a size that sums of rewards can hold.

    Raises
    ------
    InputError
        If it is not.
    """
    is_number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not is_number or not -_LARGEST <= value <= _LARGEST:
        raise InputError(f"{name} must be a number in -{_LARGEST:g}..{_LARGEST:g}, got {value!r}")
    return float(value)


def make_rules(rules: Rules | str | Path | None, players: int | None, game: Game | str | None = None) -> Rules:
    """Return rules from an object, a file or a name, for `players` (default: what the rules say, else 2).

    With a game they must be its rules, and official ones of it are the default.

    Raises
    ------
    InputError
        If the rules, the number of players or the game are not allowed, or the rules are those of the other game.
    """
    wanted = None if game is None else as_game(game)
    if rules is None:
        made = CLASSES[wanted or Game.CLASSIC]()
    elif isinstance(rules, Rules):
        made = rules
    elif isinstance(rules, str | Path):
        made = CLASSES[wanted or Game.CLASSIC].load(rules)
    else:
        raise InputError(f"rules must be Rules, a file or a name, got {rules!r}")
    if wanted is not None and made.game != wanted:
        raise InputError(f"rules must be those of {TITLES[wanted]} here, got rules of {TITLES[made.game]}")
    return made if players is None else made.replace(players=players)


def illegal_penalty(reward: str, given: float | None = None) -> float:
    """Return what an illegal action earns: what is given, else -100, with the rewards win and rank -1.

    Raises
    ------
    InputError
        If what is given is no number of a size that sums of rewards can hold.
    """
    return _ILLEGAL_REWARDS[reward] if given is None else check_number("illegal_reward", given)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of an environment, as `SkyjoEnv` documents them; `agents` are the opponents as agents.

    Without opponents named, those are taken that the game has by default.

    Raises
    ------
    InputError
        If a value is not allowed.
    """

    rules: Rules = field(default_factory=Rules)
    opponents: str | Agent | Sequence[str | Agent] | None = None
    seat: int | str = "random"
    episode: str = "round"
    reward: str = "score_difference"
    observation: str = "flat"
    illegal_action: str = "end"
    illegal_reward: float | None = None
    shaping: float = 0.0
    agents: tuple[Agent, ...] = field(init=False)

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise InputError(f"rules must be Rules, got {self.rules!r}")
        check_choice("reward", self.reward, tuple(REWARDS))
        if self.opponents is None:
            object.__setattr__(self, "opponents", OPPONENTS[self.rules.game])
        object.__setattr__(self, "agents", _make_agents(self.opponents, self.rules))
        _check_seat(self.seat, self.rules.players)
        check_choice("episode", self.episode, EPISODES)
        check_choice("observation", self.observation, FORMS)
        check_choice("illegal_action", self.illegal_action, _ON_ILLEGAL)
        illegal_penalty(self.reward, self.illegal_reward)
        check_number("shaping", self.shaping)

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
        setups: NDArray[Any] = np.zeros(n, layout_of(self.rules.game).setup_type)
        for setup in setups:
            setup["rules"] = rules_record(self.rules)
            self._fill_task(setup["task"], autoreset)
            self._fill_seating(setup["seating"])
        return setups

    def _fill_task(self, task: Any, autoreset: int) -> None:
        task["is_games"] = self.episode == "game"
        task["reward"] = REWARDS[self.reward]
        task["illegal_reward"] = illegal_penalty(self.reward, self.illegal_reward)
        task["shaping"] = self.shaping
        task["seat_choice"] = SEATS[self.seat] if isinstance(self.seat, str) else self.seat
        task["autoreset"] = autoreset

    def _fill_seating(self, seating: Any) -> None:
        for index, agent in enumerate(self.agents):
            seating["addresses"][index] = agent.address()
            seating["kinds"][index] = agent.kind
            agent.fill_params(seating["params"][index])
        seating["n_agents"] = len(self.agents)


def _make_agents(opponents: Any, rules: Rules) -> tuple[Agent, ...]:
    if not isinstance(opponents, str | Agent | Sequence):
        raise InputError(f"opponents must be names, an Agent or a sequence of them, got {opponents!r}")
    agents = make_agents(opponents, game=rules.game)
    if len(agents) > rules.players - 1:
        raise InputError(
            f"opponents must be at most {rules.players - 1} agents in a game of {rules.players}, got {len(agents)}"
        )
    for agent in agents:
        agent.check_rules(rules)
    return agents


def _check_seat(seat: Any, players: int) -> None:
    is_seat = isinstance(seat, int | np.integer) and not isinstance(seat, bool) and 0 <= seat < players
    if not is_seat and not (isinstance(seat, str) and seat in SEATS):
        raise InputError(f"seat must be in 0..{players - 1}, or one of {', '.join(SEATS)}, got {seat!r}")
