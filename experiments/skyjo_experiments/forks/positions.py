"""Positions to be played on: games at a decision, who sits at them, and what they are like."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_experiments.forks.features import FEATURES, read_features
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agents
from skyjo_sim.engines import check_is_classic, engine_named
from skyjo_sim.errors import InputError
from skyjo_sim.games import TITLES, Game
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.cards import N_SEATS, NO_CARD
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.notation import format_position
from skyjo_sim.rules import Rules

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Positions", "positions_of"]


@dataclass(frozen=True)
class Positions:
    """Positions at a decision of one seat.

    Attributes
    ----------
    games : GAME[n]
        The games (`skyjo_sim.kernels.layout`). They hold hidden cards; nobody who decides may see them.
    seats : int8[n, 8]
        The agent at each seat, an index of `agents`.
    features : int64[n, features]
        What the positions are like (`skyjo_experiments.forks.FEATURES`).
    strata : int64[n]
        The stratum of each.
    units : int64[n]
        What an interval counts: the round that a position comes from.
    agents : tuple of Agent
    rules : Rules
    n_rounds : int
        Rounds that were played to find them.
    is_made_by_hand : bool
        Whether they may be positions that no play reaches.
    is_complete : bool
        Whether the search was not interrupted.
    """

    games: NDArray[Any] = field(repr=False)
    seats: NDArray[np.int8] = field(repr=False)
    features: NDArray[np.int64] = field(repr=False)
    strata: NDArray[np.int64] = field(repr=False)
    units: NDArray[np.int64] = field(repr=False)
    agents: tuple[Agent, ...]
    rules: Rules
    n_rounds: int = 0
    is_made_by_hand: bool = False
    is_complete: bool = True

    def __len__(self) -> int:
        """Return the number of positions."""
        return int(self.games.size)

    def feature(self, name: str) -> NDArray[np.int64]:
        """Return one feature of all positions, int64[n].

        Raises
        ------
        InputError
            If there is none of this name.
        """
        if name not in FEATURES:
            raise InputError(f"feature must be one of {', '.join(FEATURES)}, got {name!r}")
        return self.features[:, list(FEATURES).index(name)]

    @property
    def frame(self) -> "pd.DataFrame":
        """Return a row per position: its round, its seat and its features."""
        import pandas as pd

        columns: dict[str, Any] = {"unit": self.units, "seat": self.games["table"]["seat"].astype(np.int64)}
        return pd.DataFrame(columns | {name: self.feature(name) for name in FEATURES})

    def text(self, position: int) -> str:
        """Return what the seat to decide knows of a position, in the notation of one line."""
        game = self.games[position]
        return format_position(game, int(game["table"]["seat"]))

    def select(self, where: ArrayLike) -> Self:
        """Return some of the positions, by bool[n] or by indices.

        A position's luck goes by its place, so what is played on from a part is not what is from the whole.
        """
        chosen = np.asarray(where)
        return replace(
            self,
            games=self.games[chosen],
            seats=self.seats[chosen],
            features=self.features[chosen],
            strata=self.strata[chosen],
            units=self.units[chosen],
        )


def positions_of(
    games: Sequence[Any] | NDArray[Any], agents: str | Agent | Sequence[str | Agent], rules: Rules
) -> Positions:
    """Return positions made of games, each at a decision of its round.

    Parameters
    ----------
    games : sequence of GAME records
        Such as `skyjo_sim.notation.parse_position` returns.
    agents : str, Agent or a sequence of them
        Who plays on; agent j sits at seat j, repeated cyclically.
    rules : Rules

    Raises
    ------
    InputError
        If a round is over, the number of seats is not that of the rules, a hidden card is not known, or the rules or a game
        are not those of the classic game.
    """
    check_is_classic(rules, "a fork")
    made = make_agents(agents)
    array: NDArray[Any] = np.zeros(len(games), GAME)
    for number, game in enumerate(games):
        _check_game(number, game, rules)
        array[number] = game
    seats = np.zeros((array.size, N_SEATS), np.int8)
    seats[:] = np.arange(N_SEATS) % rules.players % len(made)
    features = np.zeros((array.size, len(FEATURES)), np.int64)
    read_features(array, seats, features)
    numbers = np.arange(array.size, dtype=np.int64)
    return Positions(
        array, seats, features, np.zeros_like(numbers), numbers, made, rules, n_rounds=array.size, is_made_by_hand=True
    )


def _check_game(number: int, game: Any, rules: Rules) -> None:
    """Raise InputError if a round cannot be played on from here."""
    if getattr(game, "dtype", None) != GAME or game.ndim:
        is_action = getattr(game, "dtype", None) == engine_named(Game.ACTION).game_type
        found = f"one of {TITLES[Game.ACTION]}" if is_action else type(game).__name__
        raise InputError(f"position {number} must be a game of {TITLES[Game.CLASSIC]}, got {found}")
    table, secret = game["table"], game["secret"]
    if int(table["n_players"]) != rules.players:
        raise InputError(f"position {number} must have {rules.players} players, it has {int(table['n_players'])}")
    if int(table["phase"]) >= ROUND_OVER:
        raise InputError(f"position {number} must be at a decision, but its round is over")
    cards, pile = secret["cards"][: rules.players], secret["pile"][: int(table["n_pile"])]
    if np.any(cards == NO_CARD) or np.any(pile == NO_CARD):
        raise InputError(f"position {number} is the view of one seat: its hidden cards are not known")
