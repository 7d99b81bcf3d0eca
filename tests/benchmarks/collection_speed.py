"""How fast MaskablePPO collects rollouts: the compiled batch against single environments in a DummyVecEnv.

Question: what does `skyjo_sim.envs.sb3.SkyjoVecEnv` save in the half of training that is not learning? Design: the same
network, opponent and number of steps; learning itself is left out; CPU seconds of this process, torch on one thread; the two
take turns. How to read it: `ratio` is how many times more steps a CPU second the batch collects.
"""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv

import skyjo_sim.envs  # noqa: F401 (registers the ids)
from skyjo_sim.envs.sb3 import SkyjoVecEnv

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CollectionSettings", "run"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionSettings:
    """What is measured: environments of the batch and in the DummyVecEnv, steps of each, the network's layers, repeats."""

    n_envs: int = 512
    n_single: int = 8
    n_steps: int = 32_768
    net_arch: tuple[int, ...] = (64, 64)
    repeats: int = 3


class _OnlyCollecting(MaskablePPO):  # type: ignore[misc]
    """Collects and never learns."""

    def train(self) -> None:
        """Learn nothing."""


class _FlatOnly(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The flat vector without the mask, which MaskablePPO asks for itself."""

    def __init__(self, env: "gymnasium.Env[Any, Any]") -> None:
        super().__init__(env)
        space = env.observation_space
        assert isinstance(space, gymnasium.spaces.Dict)
        self.observation_space = space["observation"]

    def observation(self, observation: Any) -> Any:
        """Return the flat vector."""
        return observation["observation"]

    def action_masks(self) -> Any:
        """Return the legal ids."""
        return self.env.get_wrapper_attr("action_masks")()


def _single() -> "gymnasium.Env[Any, Any]":
    return _FlatOnly(gymnasium.make("Skyjo/Round-v0"))


def _steps_per_second(env: VecEnv, settings: CollectionSettings) -> float:
    """Return steps per CPU second, without the first rollout, in which everything is compiled."""
    model = _OnlyCollecting(
        "MlpPolicy",
        env,
        n_steps=settings.n_steps // env.num_envs,
        batch_size=env.num_envs,
        policy_kwargs={"net_arch": list(settings.net_arch)},
        seed=0,
        device="cpu",
    )
    model.learn(1)
    began = time.process_time()
    model.learn(settings.n_steps, reset_num_timesteps=False)
    seconds = time.process_time() - began
    env.close()
    return settings.n_steps / seconds


def run(settings: CollectionSettings | None = None) -> "pd.DataFrame":
    """Measure; return a row for each repeat: repeat, steps per CPU second of batch and single, ratio."""
    import pandas as pd

    settings = settings or CollectionSettings()
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        return pd.DataFrame([_measure(repeat, settings) for repeat in range(settings.repeats)])
    finally:
        torch.set_num_threads(threads)


def _measure(repeat: int, settings: CollectionSettings) -> dict[str, float]:
    batch = _steps_per_second(SkyjoVecEnv(settings.n_envs), settings)
    single = _steps_per_second(DummyVecEnv([_single] * settings.n_single), settings)
    return {"repeat": repeat, "batch": batch, "single": single, "ratio": batch / single}
