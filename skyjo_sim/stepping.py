"""The step API: games as records, one decision at a time, one game or a batch.

For agents that are no compiled policies, for one's own loops and for search: ``games[i] = games[j]`` copies a game.

>>> from skyjo_sim import Rules
>>> from skyjo_sim.stepping import deal_games, legal_mask, step
>>> rules = Rules(players=3)
>>> games = deal_games(4, rules, seed=7)
>>> legal_mask(games, rules).shape
(4, 37)
>>> step(games, [25, 26, 27, 0], rules).tolist()  # each seat 0 chooses a slot to flip; 0 is not legal yet
[0, 0, 0, -1]
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_sim.engines import Engine, engine_named, engine_of, legal_ids
from skyjo_sim.errors import InputError
from skyjo_sim.games import TITLES, Game
from skyjo_sim.kernels import batch
from skyjo_sim.kernels.actions import GAME_ENDED, ILLEGAL, PLAYING, ROUND_ENDED, ROUND_OVER
from skyjo_sim.kernels.cards import NO_CARD
from skyjo_sim.luck import table_key
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import n_actions, rules_record

__all__ = [
    "GAME_ENDED",
    "ILLEGAL",
    "PLAYING",
    "ROUND_ENDED",
    "deal_games",
    "deal_next_rounds",
    "legal_mask",
    "step",
]

Games = NDArray[np.void] | np.record


def deal_games(n: int, rules: Rules, seed: int = 0, first: int = 0) -> NDArray[np.void]:
    """Return `n` new games, their first rounds dealt: games ``first .. first + n - 1`` of `seed`.

    Returns
    -------
    ndarray
        Of `skyjo_sim.kernels.layout.GAME`, for Skyjo Action of `skyjo_sim.kernels.action.layout.GAME`, shape (n,). Game i
        is dealt as in `simulate` with the same seed.

    Raises
    ------
    InputError
        If a number is out of range, or `rules` is no object of rules.
    """
    for name, value, lowest in (("n", n, 1), ("first", first, 0)):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < lowest:
            raise InputError(f"{name} must be an integer of at least {lowest}, got {value!r}")
    engine = engine_of(rules)
    games = engine.empty_games(n)
    batch.start_games(games, _record(rules), table_key(seed), first)
    return games


def deal_next_rounds(games: Games, rules: Rules) -> int:
    """Deal the next round in every game whose round is over and that is not; return how many there were.

    Raises
    ------
    InputError
        As `step` for games and rules.
    """
    engine = engine_of(rules)
    if isinstance(games, np.record):
        if _check_single(games, engine, rules)["table"]["phase"] != ROUND_OVER:
            return 0
        batch.deal_next_round(games, _record(rules))
        return 1
    return int(batch.start_next_rounds(_check_batch(games, engine, rules), _record(rules)))


def legal_mask(games: Games, rules: Rules) -> NDArray[np.int8]:
    """Return the legal ids as ones, int8[n, n_actions], for a single game int8[n_actions]; zeros when the round is over.

    Raises
    ------
    InputError
        As `step` for games and rules.
    """
    engine = engine_of(rules)
    if isinstance(games, np.record):
        ids = legal_ids(engine, _check_single(games, engine, rules), _record(rules))
        return np.array([action in ids for action in range(n_actions(rules))], np.int8)
    masks = np.zeros((_check_batch(games, engine, rules).size, n_actions(rules)), np.int8)
    batch.write_masks(games, _record(rules), masks)
    return masks


def step(games: Games, actions: ArrayLike, rules: Rules) -> Any:
    """Carry out one decision of the current seat in each game, in place.

    Parameters
    ----------
    games : ndarray or record
        Of the type that `deal_games` returns for these rules.
    actions : int array, shape (n,)
        For a single game an integer. The ids stand in `skyjo_sim.kernels.actions`, those of Skyjo Action in
        `skyjo_sim.kernels.action.actions`.
    rules : Rules

    Returns
    -------
    int8[n], or int for a single game
        PLAYING, ROUND_ENDED, GAME_ENDED, or ILLEGAL, and then that game is as it was.

    Raises
    ------
    InputError
        If the actions are not integers, one per game; the games are not of the rules' game and number of players, of
        which an array's first is looked at; or a single game is the view of one seat.
    """
    engine = engine_of(rules)
    ids = np.asarray(actions)
    shape = () if isinstance(games, np.record) else (_check_batch(games, engine, rules).size,)
    if ids.dtype.kind not in "iu" or ids.shape != shape:
        raise InputError(f"actions must be integers of shape {shape}, got {ids.dtype} of shape {ids.shape}")
    if isinstance(games, np.record):
        return int(engine.kernel("turn", "step")(_check_single(games, engine, rules), _record(rules), int(ids)))
    statuses = np.zeros(games.size, np.int8)
    batch.step_games(games, _record(rules), ids.astype(np.int64), statuses)
    return statuses


def _record(rules: Rules) -> np.record:
    """Return the rules for games that may come from positions made by hand, where any line may stand complete."""
    record = rules_record(rules)
    record.checks_all_lines = 1
    return record


def _shown(games: Any) -> str:
    """Return what was given for games, as it is named in messages."""
    for game in Game:
        if getattr(games, "dtype", None) == engine_named(game).game_type and getattr(games, "ndim", 1) < 2:
            return f"{'one' if games.ndim == 0 else 'those'} of {TITLES[game]}"
    return type(games).__name__


def _check_batch(games: Any, engine: Engine, rules: Rules) -> NDArray[np.void]:
    if not (isinstance(games, np.ndarray) and games.dtype == engine.game_type and games.ndim == 1):
        raise InputError(f"games must be an array of {engine.package}.layout.GAME, got {_shown(games)}")
    if games.size:  # the first stands for all: looking at each of 1024 takes a quarter of a step
        _check_players(int(games["table"]["n_players"][0]), rules)
    return games


def _check_players(n_players: int, rules: Rules) -> None:
    if n_players != rules.players:
        raise InputError(f"games must have {rules.players} players, as the rules say, got one of {n_players}")


def _check_single(game: Any, engine: Engine, rules: Rules) -> Any:
    if game.dtype != engine.game_type:
        raise InputError(f"a game must be a record of {engine.package}.layout.GAME, got {_shown(game)}")
    n_players, n_pile, secret = int(game["table"]["n_players"]), int(game["table"]["n_pile"]), game["secret"]
    _check_players(n_players, rules)
    if np.any(secret["cards"][:n_players] == NO_CARD) or np.any(secret["pile"][:n_pile] == NO_CARD):
        raise InputError("this game is the view of one seat: its hidden cards are not known, so it cannot be played on")
    return game
