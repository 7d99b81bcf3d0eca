"""Gymnasium environments of Skyjo and Skyjo Action: ``Skyjo/Round-v0``, ``SkyjoAction/Game-v0`` and the like.

Importing this package registers the ids; ``gymnasium.make("skyjo_sim.envs:Skyjo/Round-v0")`` imports it first.
"""

import gymnasium

from skyjo_sim.envs.batch import SkyjoBatch
from skyjo_sim.envs.registered import ENTRY_POINTS
from skyjo_sim.envs.single import SkyjoEnv
from skyjo_sim.envs.vector import SkyjoVectorEnv

__all__ = ["SkyjoBatch", "SkyjoEnv", "SkyjoVectorEnv"]

for _id, (_single, _vector) in ENTRY_POINTS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(_id, entry_point=_single, vector_entry_point=_vector)
