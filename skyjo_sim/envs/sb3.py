"""`SkyjoVecEnv`: the compiled batch for Stable-Baselines3, with ``action_masks`` for MaskablePPO.

Needs the extra ``rl``. Stable-Baselines3 takes no Gymnasium vector environments; `gymnasium.make` environments in its
DummyVecEnv work too, but play one at a time.
"""

import inspect
import time
from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from skyjo_sim.envs.checks import check_seeds
from skyjo_sim.envs.settings import check_number
from skyjo_sim.envs.single import SkyjoEnv
from skyjo_sim.envs.vector import SkyjoVectorEnv
from skyjo_sim.errors import InputError

__all__ = ["SkyjoVecEnv"]


_SETTINGS = set(inspect.signature(SkyjoEnv).parameters) - {"observation", "render_mode"}


def _per_row(column: NDArray[Any]) -> Any:
    """Return the entries of a column as what an info of one environment holds: plain values, or arrays."""
    return column.tolist() if column.ndim == 1 else column


class SkyjoVecEnv(VecEnv):  # type: ignore[misc]
    """`num_envs` learners as one VecEnv: observations are the flat vectors, masks come from ``action_masks``.

    Episodes begin anew within their last step. An episode's info holds ``episode`` (reward, length, seconds),
    ``terminal_observation`` and what `skyjo_sim.envs.endings.end_info` describes. A round stopped by the turn limit has
    been scored and its reward paid, so it is marked by ``truncated``, not by ``TimeLimit.truncated``, at which
    algorithms would add the value of its last observation once more.

    Parameters
    ----------
    num_envs : int
    reward_scale : float, default 1
        Rewards are multiplied by it, but for those that ``episode`` adds up.
    threads : int, default 1
    **settings
        As `skyjo_sim.envs.SkyjoEnv` takes them, but for ``observation``, which is ``flat``.

    Raises
    ------
    InputError
        If an argument is not allowed.
    """

    def __init__(self, num_envs: int, *, reward_scale: float = 1.0, threads: int = 1, **settings: Any) -> None:
        if "observation" in settings:
            raise InputError(f"observation of SkyjoVecEnv is flat and cannot be set, got {settings['observation']!r}")
        for name in settings:
            if name not in _SETTINGS:
                raise InputError(f"SkyjoVecEnv takes the settings {', '.join(sorted(_SETTINGS))}, got {name}")
        self._env = SkyjoVectorEnv(num_envs, autoreset_mode="SAME_STEP", threads=threads, **settings)
        self.render_mode = None
        self.reward_scale = check_number("reward_scale", reward_scale)
        self._actions: NDArray[np.int64] = np.zeros(num_envs, np.int64)
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        self._began = time.perf_counter()
        single = self._env.single_observation_space
        assert isinstance(single, gymnasium.spaces.Dict)
        super().__init__(num_envs, single["observation"], self._env.single_action_space)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore; the clock of ``episode`` begins anew, because another process has another."""
        self.__dict__.update(state)
        self._began = time.perf_counter()

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Give environment i the seed ``seed + i`` at the next reset.

        Raises
        ------
        InputError
            If one of them is not allowed.
        """
        self._seeds = check_seeds(seed, self.num_envs)
        return list(self._seeds)

    def reset(self) -> NDArray[np.float32]:
        """Begin an episode in every environment; return float32[num_envs, numbers]."""
        seeds = self._seeds
        observations, _ = self._env.reset(seed=None if seeds[0] is None else seeds)
        self._reset_seeds()
        self._reset_options()
        self._returns[:] = 0
        self._lengths[:] = 0
        return observations["observation"]  # type: ignore[no-any-return]

    def step_async(self, actions: NDArray[Any]) -> None:
        """Note the actions, int[num_envs]."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Carry them out; return observations, rewards, whether episodes ended, and an info for each environment."""
        observations, rewards, terminated, truncated, ending = self._env.step(self._actions)
        self._returns += rewards
        self._lengths += 1
        dones = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        rows = np.flatnonzero(dones).tolist()
        if rows:
            self._add_endings(infos, rows, truncated, ending)
        self._returns[dones] = 0
        self._lengths[dones] = 0
        return observations["observation"], (rewards * self.reward_scale).astype(np.float32), dones, infos

    def _add_endings(
        self, infos: list[dict[str, Any]], rows: list[int], truncated: NDArray[np.bool_], ending: dict[str, Any]
    ) -> None:
        """Fill the infos of the environments whose episodes have just ended, from the vector environment's."""
        seconds = round(time.perf_counter() - self._began, 6)
        final, last = ending["final_info"], ending["final_obs"]
        names = [name for name in final if not name.startswith("_") and name != "action_mask"]
        columns = [(name, _per_row(final[name]), final[f"_{name}"]) for name in names]
        for row in rows:
            info = infos[row]
            info["terminal_observation"] = last[row]["observation"]
            info["TimeLimit.truncated"] = False
            info["truncated"] = bool(truncated[row])
            info["episode"] = {"r": float(self._returns[row]), "l": int(self._lengths[row]), "t": seconds}
            info.update({name: values[row] for name, values, is_given in columns if is_given[row]})

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal ids, bool[num_envs, n_actions]."""
        return self._env.action_masks().astype(np.bool_)

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> Any:
        """Call ``action_masks`` for all environments or some; there are no single environments with other methods.

        Raises
        ------
        AttributeError
            If another method is asked for.
        """
        if method_name != "action_masks":
            raise AttributeError(f"SkyjoVecEnv has one method for its environments, action_masks, got {method_name!r}")
        return self.action_masks()[self._rows(indices)]

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """Return an attribute of this object, once for each environment.

        Raises
        ------
        AttributeError
            If there is none of that name.
        """
        return [getattr(self, attr_name)] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Refuse: the environments share their settings.

        Raises
        ------
        AttributeError
            Always.
        """
        raise AttributeError(f"attributes of SkyjoVecEnv cannot be set, got {attr_name!r}")

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: int | Iterable[int] | None = None
    ) -> list[bool]:
        """Return False for each environment: nothing is wrapped."""
        return [False] * len(self._rows(indices))

    def _rows(self, indices: int | Iterable[int] | None) -> Sequence[int]:
        return [int(row) for row in self._get_indices(indices)]

    def close(self) -> None:
        """Stop the threads."""
        self._env.close()
