"""`SkyjoVectorEnv`: many learners at once, one compiled call a step."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from skyjo_sim.agent import Agent
from skyjo_sim.envs.checks import (
    MODES,
    check_actions,
    check_count,
    check_flag,
    check_mode,
    check_reset_mask,
    check_seeds,
)
from skyjo_sim.envs.endings import end_infos, final_infos
from skyjo_sim.envs.runner import Runner
from skyjo_sim.envs.settings import Settings, make_rules
from skyjo_sim.envs.spaces import observation_space, observations_of, rows_of
from skyjo_sim.errors import InputError
from skyjo_sim.games import Game
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.layout import STREAM
from skyjo_sim.rules import Rules

__all__ = ["SkyjoVectorEnv"]

_MAX_SEED = 2**63


class SkyjoVectorEnv(VectorEnv[dict[str, Any], NDArray[np.int64], NDArray[Any]]):
    """Many learners, each at a table of its own: the vector form of `SkyjoEnv`, stepped by one compiled call.

    ``gymnasium.make_vec("Skyjo/Round-v0", num_envs)`` makes it. Environment i after ``reset(seed=s)`` is `SkyjoEnv`
    after ``reset(seed=s + i)``, step for step, and so is ``infos`` what `gymnasium.vector.SyncVectorEnv` would return.

    Parameters
    ----------
    num_envs : int
    autoreset_mode : AutoresetMode or str, default NEXT_STEP
        NEXT_STEP: the step after the last one begins the next episode, ignores its action and pays nothing. SAME_STEP:
        the last step does so, and ``infos`` holds ``final_obs`` and ``final_info``. DISABLED: `reset` does so, with
        ``options={"reset_mask": mask}`` for those that are over.
    copy : bool, default True
        Return fresh arrays. With False a step overwrites the arrays of the step before, which saves a little time.
    threads : int, default 1
        How many threads share the batch; the results are the same.
    **settings
        As `SkyjoEnv` takes them.

    Raises
    ------
    InputError
        If an argument is not allowed.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
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
        render_mode: None = None,
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
        if render_mode is not None:
            raise InputError(
                f"render_mode of the vector environment must be None, got {render_mode!r}: render SkyjoEnv"
            )
        self.render_mode = None
        self.num_envs = check_count("num_envs", num_envs)
        self.autoreset_mode = check_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}  # type: ignore[misc]
        self.copy = check_flag("copy", copy)
        self._players = self.settings.rules.players
        self._make_spaces()
        self._runner = Runner(self.settings, self.num_envs, MODES[self.autoreset_mode], check_count("threads", threads))
        self._raises = illegal_action == "raise"
        self._is_seeded = self._is_playing = False
        self._luck: NDArray[Any] = np.zeros(1, STREAM)  # of `sample_legal`
        self._everybody = np.ones(self.num_envs, np.bool_)
        self._over = np.zeros(self.num_envs, np.bool_)  # and to be reset by the caller

    def _make_spaces(self) -> None:
        settings = self.settings
        self.single_observation_space = observation_space(
            settings.observation, self._players, settings.n_actions, settings.rules.game
        )
        self.single_action_space = gymnasium.spaces.Discrete(settings.n_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode in every environment, or in some.

        Parameters
        ----------
        seed : int or sequence of int or None, optional
            With an int environment i gets ``seed + i``; without one every environment plays its next game.
        options : dict, optional
            ``reset_mask``, bool[num_envs], names the environments that are reset; the others stay as they are. Anything
            else is ignored; nothing is changed.

        Returns
        -------
        observations : dict of arrays with `num_envs` rows
        infos : dict
            ``action_mask``, int8[num_envs, n_actions], of those that were reset.

        Raises
        ------
        InputError
            If there is not one seed for each environment, one is not allowed, or ``reset_mask`` is not bool[num_envs]
            with at least one True; nothing has changed then.
        gymnasium.error.ResetNeeded
            If only some environments are reset before the first reset of all, or after a `PolicyError`.
        PolicyError
            If an opponent answers something illegal or raises.
        """
        seeds, chosen = check_seeds(seed, self.num_envs), check_reset_mask(options, self.num_envs)
        if not self._is_playing and not chosen.all():
            raise gymnasium.error.ResetNeeded("call reset() without reset_mask first: no episode is being played")
        self._seed(seed, seeds, chosen)
        self._renew()
        self._is_playing = False  # an opponent may fail
        self._runner.start(chosen)
        self._is_playing = True
        self._over &= ~chosen
        if chosen.all():
            first = self._runner.episodes[0]
            streams.start(self._luck[0], first["keys"][0], streams.SAMPLE, int(first["index"]), 0, 0)
        masks = self._runner.view[2]
        return self._observations(), {"action_mask": np.where(chosen[:, None], masks, 0), "_action_mask": chosen}

    def _seed(
        self, seed: int | Sequence[int | None] | None, seeds: list[int | None], chosen: NDArray[np.bool_]
    ) -> None:
        """Give the chosen environments their seeds, at first random ones where there is none."""
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
        for position in np.flatnonzero(chosen).tolist():
            own = seeds[position]
            if own is None and not self._is_seeded:
                own = int(self.np_random.integers(_MAX_SEED))
            if own is not None:
                self._runner.seed(position, own)
        self._is_seeded = True

    def step(
        self, actions: ArrayLike
    ) -> tuple[dict[str, Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Carry out one decision in every environment.

        Parameters
        ----------
        actions : int array, shape (num_envs,)

        Returns
        -------
        observations : dict of arrays with `num_envs` rows
        rewards : float64[num_envs]
        terminations, truncations : bool[num_envs]
        infos : dict
            ``action_mask``; where episodes ended, what `skyjo_sim.envs.endings.end_info` describes, each array with a
            mask ``_name``. Under SAME_STEP that stands in ``final_info``, and ``final_obs`` holds the last observations.

        Raises
        ------
        InputError
            If the actions are not `num_envs` integers in ``0..n_actions - 1``; or one is illegal, with
            ``illegal_action="raise"``.
        gymnasium.error.ResetNeeded
            Before the first `reset`; under DISABLED also where an episode is over.
        PolicyError
            If an opponent answers something illegal or raises; no episode can be played on then.
        """
        self._check_playing()
        if self.autoreset_mode == AutoresetMode.DISABLED and self._over.any():
            rows = ", ".join(map(str, np.flatnonzero(self._over)[:5]))
            raise gymnasium.error.ResetNeeded(
                f"reset what is over first, with options['reset_mask']: environments {rows}"
            )
        ids = check_actions(actions, self.num_envs, self.settings.n_actions)
        if self._raises:
            self._refuse_illegal(ids)
        self._renew()
        runner = self._runner
        self._is_playing = False  # an opponent may fail
        runner.step(ids)
        self._is_playing = True
        outcomes = runner.outcomes
        terminated, truncated = outcomes["terminated"].copy(), outcomes["truncated"].copy()
        infos = self._mask_infos()
        if runner.n_ended:
            ended = terminated | truncated
            self._add_endings(infos, ids, ended)
            if self.autoreset_mode == AutoresetMode.DISABLED:
                self._over = ended.copy()
        return self._observations(), outcomes["reward"].copy(), terminated, truncated, infos

    def _renew(self) -> None:
        """Make room for a step's results: fresh arrays, or the old ones again."""
        if self.copy:
            self._runner.renew()
        else:
            self._runner.outcomes[:] = 0
            self._runner.last_view[2][:] = 0

    def _observations(self) -> dict[str, Any]:
        return observations_of(self._runner.view, self.settings.observation, self._players)

    def _mask_infos(self) -> dict[str, Any]:
        return {"action_mask": self._runner.view[2], "_action_mask": self._everybody.copy()}

    def _add_endings(self, infos: dict[str, Any], ids: NDArray[np.int64], ended: NDArray[np.bool_]) -> None:
        """Add what is known of the episodes that ended."""
        ending = end_infos(self._runner.outcomes, ended, self._players, ids, self._runner.phase_names)
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            infos.update(ending)
            return
        last = self._runner.last_view
        rows = np.flatnonzero(ended)
        observations = rows_of(last, self.settings.observation, self._players, rows)
        infos.update(final_infos(ending, ended, last[2], rows, observations))

    def _refuse_illegal(self, ids: NDArray[np.int64]) -> None:
        position, text = self._runner.find_illegal(ids)
        if text:
            raise InputError(f"environment {position}: {text}")

    def sample_legal(self) -> NDArray[np.int64]:
        """Return a legal action for each environment by lot, int64[num_envs]: a compiled, masked ``action_space.sample``.

        The luck is made from the first environment's seed and episode at the last `reset` of all environments, and goes
        on through resets of some: equal seeds give equal samples.

        Raises
        ------
        gymnasium.error.ResetNeeded
            Before the first `reset`, and after a `PolicyError`.
        """
        self._check_playing()
        return self._runner.sample_legal(self._luck[0])

    def action_masks(self) -> NDArray[np.int8]:
        """Return the legal ids as ones, int8[num_envs, n_actions]; all ones where an episode is over.

        It is the array that the last `reset` or `step` has returned; the environment itself never reads it.

        Raises
        ------
        gymnasium.error.ResetNeeded
            Before the first `reset`, and after a `PolicyError`.
        """
        self._check_playing()
        return self._runner.view[2]

    def _check_playing(self) -> None:
        if not self._is_playing:
            raise gymnasium.error.ResetNeeded("call reset() first: no episode is being played")

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        if hasattr(self, "_runner"):  # not where the arguments were refused; Gymnasium closes such objects, too
            self._runner.close()
