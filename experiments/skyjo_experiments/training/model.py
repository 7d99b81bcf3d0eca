"""The environment and the MaskablePPO model of a training configuration."""

from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import LinearSchedule

from skyjo_agents.networks import Network
from skyjo_agents.sb3_export import network_of
from skyjo_experiments.training.config import PPOConfig, TrainingConfig
from skyjo_sim.envs.sb3 import SkyjoVecEnv
from skyjo_sim.errors import InputError

__all__ = ["check_device", "first_environment_seed", "make_env", "make_model", "network_of_model"]

_ACTIVATIONS = {"relu": torch.nn.ReLU, "tanh": torch.nn.Tanh}
_SAME_NAMES = (
    "n_steps",
    "batch_size",
    "n_epochs",
    "gamma",
    "gae_lambda",
    "ent_coef",
    "vf_coef",
    "clip_range",
    "max_grad_norm",
)
_SEED_BITS = 20  # more environments than a training may have
_EPISODES_AVERAGED = 1000  # for the logs; hundreds of environments end that many in a few steps


def check_device(config: TrainingConfig) -> None:
    """Check that torch finds the device.

    Raises
    ------
    InputError
        If it does not.
    """
    if config.run.device == "cuda" and not torch.cuda.is_available():
        raise InputError("run.device: torch finds no CUDA device; allowed here: cpu")


def make_env(config: TrainingConfig) -> SkyjoVecEnv:
    """Return the learners' environments."""
    return SkyjoVecEnv(
        config.ppo.n_envs,
        reward_scale=config.task.reward_scale,
        threads=config.run.threads,
        **config.env_arguments(),
    )


def make_model(config: TrainingConfig, env: SkyjoVecEnv) -> MaskablePPO:
    """Return a model that has learned nothing; seeds Python's, numpy's and torch's generators."""
    ppo = config.ppo
    model = MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=_learning_rate(ppo),
        policy_kwargs={"net_arch": list(ppo.net_arch), "activation_fn": _ACTIVATIONS[ppo.activation]},
        stats_window_size=_EPISODES_AVERAGED,
        seed=config.run.seed,
        device=config.run.device,
        **{name: getattr(ppo, name) for name in _SAME_NAMES},
    )
    env.seed(first_environment_seed(config.run.seed))  # instead of the model's own seed
    return model


def first_environment_seed(seed: int) -> int:
    """Return the seed of environment 0; the others follow, and trainings with other seeds share no deal."""
    return seed << _SEED_BITS


def _learning_rate(ppo: PPOConfig) -> Any:
    """Return a constant, or what falls in a straight line to the end of the training."""
    if ppo.learning_rate_end is None:
        return ppo.learning_rate
    return LinearSchedule(ppo.learning_rate, ppo.learning_rate_end, 1.0)


def network_of_model(model: MaskablePPO, config: TrainingConfig) -> Network:
    """Return the acting part of a model."""
    return network_of(model.policy, config.rules)
