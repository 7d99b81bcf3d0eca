"""The sections of a training configuration: their settings, defaults and limits."""

from dataclasses import dataclass
from typing import ClassVar

from skyjo_agents.network_header import MOST_LAYERS, MOST_WIDTH
from skyjo_agents.networks import ACTIVATIONS
from skyjo_experiments.training.config_fields import Section, choice, integer, integers, number, text, texts
from skyjo_sim.envs.settings import EPISODES, REWARDS, SEATS
from skyjo_sim.errors import InputError

__all__ = ["MOST_SEED", "MOST_STEPS", "SECTIONS", "EvaluationConfig", "PPOConfig", "RunConfig", "TaskConfig"]

_MANY = 10**12

MOST_SEED = 2**32 - 1
MOST_STEPS = _MANY + 65_536**2
"""Steps of the longest training: the last iteration is always a whole one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskConfig(Section):
    """What is learned: the arguments of `skyjo_sim.envs.SkyjoEnv`."""

    section: ClassVar[str] = "task"

    players: int = integer(2, 2, 8)
    opponents: tuple[str, ...] = texts(("cutoff(2)",))
    seat: str = choice("random", tuple(SEATS))
    episode: str = choice("round", EPISODES)
    reward: str = choice("score_difference", tuple(REWARDS))
    reward_scale: float = number(1.0, 1e-6, 1e6)
    shaping: float = number(0.0, -1e3, 1e3)
    rules: str = text("official")


@dataclass(frozen=True, slots=True, kw_only=True)
class PPOConfig(Section):
    """The arguments of sb3-contrib's MaskablePPO and its MlpPolicy."""

    section: ClassVar[str] = "ppo"

    n_envs: int = integer(512, 1, 65_536)
    n_steps: int = integer(64, 2, 65_536)
    batch_size: int = integer(4096, 2, 2**31)
    n_epochs: int = integer(4, 1, 1000)
    learning_rate: float = number(5e-4, 1e-9, 1.0)
    learning_rate_end: float | None = number(None, 0.0, 1.0)
    gamma: float = number(1.0, 0.0, 1.0)
    gae_lambda: float = number(0.95, 0.0, 1.0)
    ent_coef: float = number(0.01, 0.0, 100.0)
    vf_coef: float = number(0.5, 0.0, 100.0)
    clip_range: float = number(0.2, 1e-6, 10.0)
    max_grad_norm: float = number(0.5, 1e-6, 1e6)
    net_arch: tuple[int, ...] = integers((256, 256), 1, MOST_WIDTH, MOST_LAYERS - 1)
    activation: str = choice("relu", ACTIVATIONS)

    def __post_init__(self) -> None:
        Section.__post_init__(self)
        n_collected = self.n_envs * self.n_steps
        if n_collected % self.batch_size:
            raise InputError(f"ppo.batch_size must divide n_envs * n_steps = {n_collected}, got {self.batch_size}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig(Section):
    """How long, with which luck, on what."""

    section: ClassVar[str] = "run"

    seed: int = integer(0, 0, MOST_SEED)
    total_steps: int = integer(10_000_000, 1, _MANY)
    checkpoint_every: int = integer(1_000_000, 1, _MANY)
    threads: int = integer(1, 1, 1024)
    device: str = choice("cpu", ("cpu", "cuda"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationConfig(Section):
    """Which opponents it is measured against; the first one decides what ``best.npz`` is.

    The default numbers of games are multiples of every number of players.
    """

    section: ClassVar[str] = "evaluation"

    opponents: tuple[str, ...] = texts(("cutoff(2)",))
    n_games: int = integer(2520, 2, 10**6)
    every: int = integer(1_000_000, 1, _MANY)
    closing_games: int = integer(10_080, 2, 10**6)


SECTIONS: dict[str, type[Section]] = {
    kind.section: kind for kind in (TaskConfig, PPOConfig, RunConfig, EvaluationConfig)
}
