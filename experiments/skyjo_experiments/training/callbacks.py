"""The hook of a session in stable-baselines3's loop."""

from collections.abc import Callable

from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

__all__ = ["BetweenIterations"]


class BetweenIterations(BaseCallback):  # type: ignore[misc]
    """Calls back where nothing is half done: before each rollout, when the one before has been learned from, and at the end.

    Parameters
    ----------
    at_boundary : callable
        Called with the model and whether it is the end.
    on_step : callable
        Called with the number of steps after each step of all environments.
    """

    def __init__(self, at_boundary: Callable[[MaskablePPO, bool], None], on_step: Callable[[int], None]) -> None:
        super().__init__()
        self._at_boundary = at_boundary
        self._call_on_step = on_step

    def _on_rollout_start(self) -> None:
        self._at_boundary(self.model, False)

    def _on_training_end(self) -> None:
        self._at_boundary(self.model, True)

    def _on_step(self) -> bool:
        self._call_on_step(self.num_timesteps)
        return True
