"""Seers: players that see hidden cards. No fair agent can be one; they tell how much of the game is luck."""

import importlib
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from skyjo_sim.agent import check_policy, is_importable, with_int64_answer
from skyjo_sim.engines import check_is_classic
from skyjo_sim.errors import InputError
from skyjo_sim.games import Game
from skyjo_sim.kernels import baselines
from skyjo_sim.kernels.calls import SEER_ARGUMENTS, SEER_SIGNATURE, policy_address
from skyjo_sim.kernels.layout import N_PARAMS

if TYPE_CHECKING:
    from skyjo_sim.rules import Rules

__all__ = ["Seer"]


@dataclass(frozen=True, slots=True)
class Seer:
    """A strategy that sees the whole game, hidden cards included: an upper bound, for simulations only.

    Environments, networks and agents on top of another refuse it. The draw pile is shuffled card by card, so nobody, a
    seer neither, can know what will be drawn.

    Parameters
    ----------
    name : str
        What tables print and what can rebuild it, such as ``own_seer``.
    policy : compiled function
        Made by `skyjo_sim.policy`, but with the game for the table: ``policy(game, seat, params, stream) -> action id``.
        ``game`` is the record `skyjo_sim.kernels.layout.GAME`; read it, never write.
    params : tuple of float
        Up to 16 numbers, which the policy finds in ``params.values``; the rest is 0.

    Raises
    ------
    InputError
        If the name is empty or the parameters are not at most 16 finite numbers.
    """

    name: str
    policy: Any
    params: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise InputError(f"a seer's name must be a text that is not empty, got {self.name!r}")
        params = tuple(float(number) for number in self.params)
        if len(params) > N_PARAMS or not all(math.isfinite(number) for number in params):
            raise InputError(f"seer {self.name}: params must be at most {N_PARAMS} finite numbers, got {self.params}")
        object.__setattr__(self, "params", params)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a package's policy by its name, so that another process finds its compiled code in the cache."""
        if is_importable(self.policy):
            return _unpickle, (self.name, (self.policy.__module__, self.policy.__name__), self.params)
        return Seer, (self.name, self.policy, self.params)

    @property
    def game(self) -> Game:
        """Return the game that seers play."""
        return Game.CLASSIC

    @property
    def content_sha256(self) -> None:
        """Return None: a seer has no weights, its name says it all."""
        return

    @property
    def kind(self) -> int:
        """Return the play loop's mark of policies that get the game."""
        return baselines.SEER

    def address(self) -> int:
        """Return the address of the compiled policy.

        Raises
        ------
        PolicyError
            If the policy cannot be compiled.
        """
        check_policy(self.name, self.policy, SEER_ARGUMENTS)
        return policy_address(with_int64_answer(self.policy, SEER_ARGUMENTS), SEER_SIGNATURE)

    def fill_params(self, record: Any) -> None:
        """Write the parameters into a record of `skyjo_sim.kernels.layout.PARAMS`."""
        record["values"] = self.params + (0.0,) * (N_PARAMS - len(self.params))
        for reference in ("weights", "n_weights", "base_policy", "base_params"):
            record[reference] = 0

    def check_rules(self, rules: "Rules") -> None:
        """Check that the rules are those of the classic game.

        Raises
        ------
        InputError
            If they are not.
        """
        check_is_classic(rules, f"seer {self.name}")


def _unpickle(name: str, place: tuple[str, str], params: tuple[float, ...]) -> Seer:
    return Seer(name, getattr(importlib.import_module(place[0]), place[1]), params)
