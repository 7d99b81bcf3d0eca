"""What a run is: agents, rules, seed, how many of what. It determines every card and every row."""

from dataclasses import dataclass

import numpy as np

from skyjo_sim.agent import Agent
from skyjo_sim.errors import InputError
from skyjo_sim.luck import check_seed
from skyjo_sim.rules import Rules
from skyjo_sim.seer import Seer

MAX_UNITS = 10**12


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A run: `n_units` games (``unit="game"``) or independent rounds (``unit="round"``) of `agents` under `rules`.

    Unit i seats agent j, repeated cyclically to fill the table, at ``(j + i) mod players`` if `is_rotating`.

    Raises
    ------
    InputError
        If the numbers do not fit together.
    """

    agents: tuple[Agent | Seer, ...]
    rules: Rules
    unit: str
    n_units: int
    seed: int = 0
    is_rotating: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", check_seed(self.seed))
        object.__setattr__(self, "is_rotating", bool(self.is_rotating))
        if self.unit not in ("game", "round"):
            raise InputError(f"unit must be 'game' or 'round', got {self.unit!r}")
        n_units = self.n_units
        if isinstance(n_units, bool) or not isinstance(n_units, int | np.integer) or not 1 <= n_units <= MAX_UNITS:
            raise InputError(f"the number of {self.unit}s must be an integer in 1..{MAX_UNITS}, got {n_units!r}")
        object.__setattr__(self, "n_units", int(n_units))
        if len(self.agents) > self.rules.players:
            raise InputError(
                f"{len(self.agents)} agents do not fit at a table of {self.rules.players} players; "
                "set players to at least the number of agents"
            )

    @property
    def is_games(self) -> bool:
        """Tell whether units are games."""
        return self.unit == "game"

    @property
    def players(self) -> int:
        """Return the number of seats."""
        return self.rules.players
