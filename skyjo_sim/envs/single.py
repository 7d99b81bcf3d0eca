"""`SkyjoEnv`: one learner against compiled opponents, as a Gymnasium environment."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from skyjo_sim.agent import Agent
from skyjo_sim.envs.checks import check_action
from skyjo_sim.envs.endings import end_info
from skyjo_sim.envs.picture import RENDER_MODES, check_render_mode, render
from skyjo_sim.envs.runner import Runner
from skyjo_sim.envs.settings import Settings, make_rules
from skyjo_sim.envs.spaces import observation_of, observation_space, observations_of
from skyjo_sim.errors import InputError
from skyjo_sim.games import Game
from skyjo_sim.kernels.episodes import DISABLED
from skyjo_sim.luck import check_seed
from skyjo_sim.rules import Rules

__all__ = ["SkyjoEnv"]

_MAX_SEED = 2**63


class SkyjoEnv(gymnasium.Env[dict[str, Any], int]):
    """A learner plays Skyjo, or Skyjo Action, against compiled opponents; a step is one decision of the learner.

    Registered as ``Skyjo/Round-v0``, ``Skyjo/Game-v0``, ``SkyjoAction/Round-v0`` and ``SkyjoAction/Game-v0`` on
    ``import skyjo_sim.envs``.

    Parameters
    ----------
    players : int, optional
        2 to 8; what `rules` say, else 2.
    opponents : str, Agent or sequence, optional
        At most ``players - 1``, clockwise from the learner's left, repeated cyclically to fill the table. Default
        ``cutoff(2)``, in Skyjo Action ``action_cutoff``.
    seat : int or str, default "random"
        The learner's seat, or ``random`` (by lot, each episode), or ``rotating`` (episode i: seat ``i mod players``,
        as in `skyjo_sim.simulate`).
    episode : {"round", "game"}
        What ends an episode. The registered ids set it.
    reward : {"score_difference", "negative_score", "win", "rank"}
        Paid when a round (win and rank: the episode) is scored.
    observation : {"flat", "planes", "mask"}
        Form of the observation; the action mask is always part of it.
    rules : Rules, str or Path, optional
        Rules, a file of rules or the name of a packaged table; official by default.
    game : {"classic", "action"}, optional
        The game; what `rules` say, else the classic one. The registered ids set it, and refuse the other.
    illegal_action : {"end", "raise"}
        Whether an illegal action ends the episode with `illegal_reward`, or raises and changes nothing.
    illegal_reward : float, optional
        Default -100, with the rewards win and rank -1.
    shaping : float, default 0
        Weight of a potential-based shaping term: the change in the points by which the best other player is expected
        to be behind. It adds up to nothing over a round, so it changes no optimal policy for ``gamma = 1``.
    render_mode : {"ansi", "human", "rgb_array"}, optional

    Raises
    ------
    InputError
        If an argument is not allowed.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        *,
        players: int | None = None,
        opponents: str | Agent | Sequence[str | Agent] | None = None,
        seat: int | str = "random",
        episode: str = "round",
        reward: str = "score_difference",
        observation: str = "flat",
        rules: Rules | str | Path | None = None,
        game: Game | str | None = None,
        illegal_action: str = "end",
        illegal_reward: float | None = None,
        shaping: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        self.settings = Settings(
            rules=make_rules(rules, players, game),
            opponents=opponents,
            seat=seat,
            episode=episode,
            reward=reward,
            observation=observation,
            illegal_action=illegal_action,
            illegal_reward=illegal_reward,
            shaping=shaping,
        )
        self.render_mode = check_render_mode(render_mode)
        self.n_actions = self.settings.n_actions
        self._players = self.settings.rules.players
        self._raises = illegal_action == "raise"
        self._is_flat = observation == "flat"
        self.observation_space = observation_space(observation, self._players, self.n_actions, self.settings.rules.game)
        self.action_space = gymnasium.spaces.Discrete(self.n_actions)  # type: ignore[assignment]
        self._runner = Runner(self.settings, 1, DISABLED)
        self._is_seeded = False
        self._is_over = True
        self._is_shown = False  # whether there is a position with a decision, or an end, to be shown
        self._actions = np.zeros(1, np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode.

        Parameters
        ----------
        seed : int, optional
            Begin with game 0 of this seed, the same cards as in ``simulate(..., seed=seed)``; without one the next game
            of the seed in use, at first a random one.
        options : dict, optional
            Ignored.

        Returns
        -------
        observation : dict
        info : dict
            ``action_mask``, int8[n_actions].

        Raises
        ------
        InputError
            If the seed is not allowed.
        PolicyError
            If an opponent answers something illegal or raises.
        """
        if seed is not None:
            seed = check_seed(seed)
        super().reset(seed=seed)
        if seed is not None or not self._is_seeded:
            self._runner.seed(0, int(self.np_random.integers(_MAX_SEED)) if seed is None else seed)
            self._is_seeded = True
        self._runner.view = self._runner.new_view()
        self._is_over, self._is_shown = True, False  # unless a decision is reached: an opponent may fail
        self._runner.start(np.ones(1, np.bool_))
        self._is_over, self._is_shown = False, True
        if self.render_mode == "human":
            self.render()
        observation = self._observation()
        return observation, {"action_mask": observation["action_mask"]}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carry out the learner's decision, and the others' until the learner's next one.

        Returns
        -------
        observation : dict
        reward : float
        terminated, truncated : bool
            ``truncated`` where the turn limit stopped the round (in games: 200 rounds the game).
        info : dict
            ``action_mask``; at the end of an episode what `skyjo_sim.envs.endings.end_info` describes.

        Raises
        ------
        InputError
            If the action is no integer in ``0..n_actions - 1``; or is illegal, with ``illegal_action="raise"``.
        gymnasium.error.ResetNeeded
            Before the first `reset` and after the end of an episode.
        PolicyError
            If an opponent answers something illegal or raises; the episode cannot be played on.
        """
        if self._is_over:
            raise ResetNeeded("call reset() first: no episode is being played")
        runner = self._runner
        action = check_action(action, self.n_actions)
        self._actions[0] = action
        if self._raises:
            self._refuse_illegal()
        runner.view = runner.new_view()
        self._is_over, self._is_shown = True, False  # unless a decision is reached: an opponent may fail
        runner.step(self._actions)
        self._is_over, self._is_shown = runner.n_ended > 0, True
        observation = self._observation()
        info: dict[str, Any] = {"action_mask": observation["action_mask"]}
        if self._is_over:
            info.update(end_info(runner.outcomes[0], self._players, action, runner.phase_names))
        if self.render_mode == "human":
            self.render()
        return observation, runner.rewards.item(), runner.terminated.item(), runner.truncated.item(), info

    def _observation(self) -> dict[str, Any]:
        view = self._runner.view
        if self._is_flat:
            return {"observation": view[0][0], "action_mask": view[2][0]}
        return observation_of(observations_of(view, self.settings.observation, self._players), 0)

    def _refuse_illegal(self) -> None:
        _, text = self._runner.find_illegal(self._actions)
        if text:
            raise InputError(text)

    def action_masks(self) -> NDArray[np.int8]:
        """Return the legal ids as ones, int8[n_actions]; all ones when the episode is over.

        It is the array that the last `reset` or `step` has returned; the environment itself never reads it.

        Raises
        ------
        gymnasium.error.ResetNeeded
            Before the first `reset`, and after an opponent has failed.
        """
        self._check_shown()
        mask: NDArray[np.int8] = self._runner.view[2][0]
        return mask

    def render(self) -> Any:
        """Show what the learner sees: a text (``ansi``), printed (``human``), or a picture (``rgb_array``).

        Returns
        -------
        str, None, or uint8[height, width, 3]

        Raises
        ------
        gymnasium.error.ResetNeeded
            Before the first `reset`, and after an opponent has failed.
        """
        self._check_shown()
        episode = self._runner.episodes[0]
        return render(episode["game"], int(episode["learner"]), self.render_mode)

    def _check_shown(self) -> None:
        if not self._is_shown:
            raise ResetNeeded("call reset() first: no episode has begun")

    def close(self) -> None:
        """Nothing is to be closed."""
