"""Gymnasium environments of Skyjo: ``Skyjo/Round-v0`` and ``Skyjo/Game-v0``.

Importing this package registers the ids; ``gymnasium.make("skyjo_sim.envs:Skyjo/Round-v0")`` imports it first.
"""

import gymnasium

from skyjo_sim.envs.batch import SkyjoBatch
from skyjo_sim.envs.single import SkyjoEnv
from skyjo_sim.envs.vector import SkyjoVectorEnv

__all__ = ["SkyjoBatch", "SkyjoEnv", "SkyjoVectorEnv"]

for _id, _episode in (("Skyjo/Round-v0", "round"), ("Skyjo/Game-v0", "game")):
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="skyjo_sim.envs.single:SkyjoEnv",
            vector_entry_point="skyjo_sim.envs.vector:SkyjoVectorEnv",
            kwargs={"episode": _episode},
        )
