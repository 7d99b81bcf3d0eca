"""Skyjo for PettingZoo: every seat an agent, one after the other (AEC). Needs the extra ``pettingzoo``.

>>> from skyjo_sim.envs import skyjo_v0
>>> env = skyjo_v0.env(players=3)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     is_over = termination or truncation
...     env.step(None if is_over else env.action_space(agent).sample(info["action_mask"]))
"""

from pathlib import Path
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, BaseWrapper, OrderEnforcingWrapper

from skyjo_sim.envs.batch import SkyjoBatch
from skyjo_sim.envs.picture import RENDER_MODES, check_render_mode, render
from skyjo_sim.envs.settings import check_choice, illegal_penalty
from skyjo_sim.envs.spaces import observation_of, observation_space
from skyjo_sim.errors import InputError
from skyjo_sim.games import Game
from skyjo_sim.rules import Rules

__all__ = ["env", "raw_env"]

_MAX_SEED = 2**63
_FORMS = ("flat", "planes")


def env(*, illegal_reward: float | None = None, **settings: Any) -> Any:
    """Return `raw_env` in PettingZoo's wrappers that watch the order of calls, with illegal actions ending the episode.

    Parameters
    ----------
    illegal_reward : float, optional
        What an illegal action earns its agent; it ends the episode for all, and ``infos[agent]["illegal_action"]`` says
        why. Default -100, with the rewards win and rank -1.
    **settings
        As `raw_env` takes them.

    Returns
    -------
    pettingzoo.AECEnv

    Raises
    ------
    InputError
        If an argument is not allowed.
    """
    return wrapped(raw_env(**settings), illegal_reward)


def wrapped(made: "raw_env", illegal_reward: float | None) -> Any:
    """Return a `raw_env` in the wrappers of `env`."""
    penalty = illegal_penalty(made.reward, illegal_reward)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(_EndIllegalWrapper(made, penalty)))


class raw_env(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # noqa: N801 - as PettingZoo names them
    """All seats of a table as the agents ``player_0``, ``player_1``, ...; a step is one decision.

    An agent may be selected several times on end: in the opening, and to place the card that it has drawn. What an
    agent observes is its own view, and so is ``infos[agent]["action_mask"]``: the legal ids as ones, all zeros for an
    agent that has nothing to decide, all ones when the episode is over.

    Parameters
    ----------
    players : int, optional
        2 to 8; what `rules` say, else 2.
    rules : Rules, str or Path, optional
        Rules, a file of rules or the name of a packaged table; official by default.
    episode : {"round", "game"}
        What ends an episode.
    reward : {"score_difference", "negative_score", "win", "rank"}
        Paid to every agent when a round (win and rank: the episode) is scored.
    observation : {"flat", "planes"}
        Form of the observation.
    max_cycles : int, optional
        After so many decisions, of all agents together, an episode that is not over is truncated, without reward.
    render_mode : {"ansi", "human", "rgb_array"}, optional
        Shows the view of the agent to decide.

    Raises
    ------
    InputError
        If an argument is not allowed.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "skyjo_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }
    game: ClassVar[Game] = Game.CLASSIC

    def __init__(
        self,
        *,
        players: int | None = None,
        rules: Rules | str | Path | None = None,
        episode: str = "round",
        reward: str = "score_difference",
        observation: str = "flat",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if max_cycles is not None and (
            isinstance(max_cycles, bool) or not isinstance(max_cycles, int) or max_cycles < 1
        ):
            raise InputError(f"max_cycles must be an integer of at least 1, or None, got {max_cycles!r}")
        self.max_cycles = max_cycles
        self.render_mode = check_render_mode(render_mode)
        self.reward = reward
        self._settings: dict[str, Any] = {
            "players": players,
            "rules": rules,
            "game": self.game,
            "episode": episode,
            "reward": reward,
            "observation": check_choice("observation", observation, _FORMS),
        }
        self._batch = SkyjoBatch(1, **self._settings)
        self._is_seeded = False
        self._n_decisions = 0
        self._is_over = True
        self.possible_agents = [f"player_{seat}" for seat in range(self._batch.players)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: observation_space(observation, self._batch.players, self._batch.n_actions, self.game)
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self._batch.n_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode.

        Parameters
        ----------
        seed : int, optional
            Begin with game 0 of this seed, the same cards as in ``simulate(..., seed=seed)``; without one the next game
            of the seed in use, at first a random one.
        options : dict, optional
            Ignored.
        """
        if seed is None and self._is_seeded:
            self._batch.reset([0])
        else:
            first = int(seeding.np_random()[0].integers(_MAX_SEED)) if seed is None else seed
            self._batch = SkyjoBatch(1, **self._settings, seed=first)
            self._is_seeded = True
        self._n_decisions = 0
        self._is_over = False
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._select()
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Carry out the decision of the selected agent; None for one whose episode is over.

        Raises
        ------
        InputError
            If the action is no integer, or illegal; then nothing has changed. (`env` ends the episode instead.)
        gymnasium.error.ResetNeeded
            Before the first `reset`, and when all agents have been told that the episode is over.
        """
        if not self.agents:
            raise ResetNeeded("call reset() first: no episode is being played")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rewards, is_over = self._batch.step([action])
        self._n_decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, rewards[0].tolist(), strict=True))
        is_cut = not is_over[0] and self.max_cycles is not None and self._n_decisions >= self.max_cycles
        self._end(bool(is_over[0]), is_cut or bool(self._batch.truncated[0]))
        self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def refusal(self, action: int) -> str | None:
        """Return why the selected agent may not do this; None if it may, or if the episode is over."""
        return None if self._is_over else self._batch.refusal(0, action)

    def end_illegal(self, penalty: float, text: str) -> None:
        """End the episode for all agents, because of an illegal action of the selected one, which alone pays for it."""
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: penalty}
        self._end(is_over=True, is_truncated=False)
        self._accumulate_rewards()
        self._tell()
        self.infos[agent]["illegal_action"] = text

    def _end(self, is_over: bool, is_truncated: bool) -> None:
        """Note for all agents whether the episode is over, or was stopped."""
        self._is_over = is_over or is_truncated
        self.terminations = dict.fromkeys(self.agents, is_over and not is_truncated)
        self.truncations = dict.fromkeys(self.agents, is_truncated)

    def _select(self) -> None:
        """Turn to the agent that is to decide."""
        seat = int(self._batch.seats[0])
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
        self._tell()

    def _tell(self) -> None:
        """Tell all agents what they may do."""
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> NDArray[np.int8]:
        """Return what an agent may do, int8[n_actions], fresh."""
        if self._is_over:
            return np.ones(self._batch.n_actions, np.int8)
        if agent == self.agent_selection:
            return self._batch.masks[0]  # type: ignore[no-any-return]
        return np.zeros(self._batch.n_actions, np.int8)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees: ``observation`` and ``action_mask``."""
        observation = observation_of(self._batch.observe(self.possible_agents.index(agent)), 0)
        return observation | {"action_mask": self._mask(agent)}

    def render(self) -> Any:
        """Show the view of the agent to decide: a text, printed (None), or a picture.

        Returns
        -------
        str, None, or uint8[height, width, 3]

        Raises
        ------
        gymnasium.error.ResetNeeded
            Before the first `reset`.
        """
        if not self._is_seeded:
            raise ResetNeeded("call reset() first: no episode has begun")
        return render(self._batch.games[0], max(int(self._batch.seats[0]), 0), self.render_mode)

    def close(self) -> None:
        """Nothing is to be closed."""


class _EndIllegalWrapper(BaseWrapper[str, dict[str, Any], int]):  # type: ignore[misc]
    """Ends the episode for all agents when one does what is not legal.

    PettingZoo's own wrapper for it leaves masks and infos as they were, and reports terminated and truncated both.
    """

    def __init__(self, table: raw_env, penalty: float) -> None:
        super().__init__(table)
        self._table, self._penalty = table, penalty

    def step(self, action: Any) -> None:
        """Carry out a legal action, or end the episode; None for an agent whose episode is over."""
        text = None if action is None else self._table.refusal(int(action))
        if text is None:
            super().step(action)
            return
        self._table.end_illegal(self._penalty, text)
