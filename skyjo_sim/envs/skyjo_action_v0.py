"""Skyjo Action for PettingZoo: every seat an agent, one after the other (AEC). Needs the extra ``pettingzoo``.

>>> from skyjo_sim.envs import skyjo_action_v0
>>> env = skyjo_action_v0.env(players=3)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     is_over = termination or truncation
...     env.step(None if is_over else env.action_space(agent).sample(info["action_mask"]))
"""

from typing import Any, ClassVar

from skyjo_sim.envs import skyjo_v0
from skyjo_sim.games import Game

__all__ = ["env", "raw_env"]


def env(*, illegal_reward: float | None = None, **settings: Any) -> Any:
    """Return `raw_env` in the wrappers of `skyjo_sim.envs.skyjo_v0.env`, with the same arguments.

    Returns
    -------
    pettingzoo.AECEnv

    Raises
    ------
    InputError
        If an argument is not allowed.
    """
    return skyjo_v0.wrapped(raw_env(**settings), illegal_reward)


class raw_env(skyjo_v0.raw_env):  # noqa: N801 - as PettingZoo names them
    """All seats of a table of Skyjo Action as agents; a step is one decision, and a turn may take many.

    Everything else, and the arguments, are those of `skyjo_sim.envs.skyjo_v0.raw_env`; `rules` are `ActionRules`.
    """

    metadata: ClassVar[dict[str, Any]] = {**skyjo_v0.raw_env.metadata, "name": "skyjo_action_v0"}
    game: ClassVar[Game] = Game.ACTION
