"""Gymnasium environments of Skyjo and Skyjo Action: ``Skyjo/Round-v0``, ``SkyjoAction/Game-v0`` and the like.

Importing this package registers the ids; ``gymnasium.make("skyjo_sim.envs:Skyjo/Round-v0")`` imports it first.
"""

import gymnasium

from skyjo_sim.envs.batch import SkyjoBatch
from skyjo_sim.envs.single import SkyjoEnv
from skyjo_sim.envs.vector import SkyjoVectorEnv

__all__ = ["SkyjoBatch", "SkyjoEnv", "SkyjoVectorEnv"]

_GAMES = (("Skyjo", "classic"), ("SkyjoAction", "action"))

for _name, _game in _GAMES:
    for _episode in ("round", "game"):
        _id = f"{_name}/{_episode.capitalize()}-v0"
        if _id not in gymnasium.registry:
            gymnasium.register(
                _id,
                entry_point="skyjo_sim.envs.single:SkyjoEnv",
                vector_entry_point="skyjo_sim.envs.vector:SkyjoVectorEnv",
                kwargs={"episode": _episode, "game": _game},
            )
