"""The two games as engines: the records and kernels that all else asks for by name, so that it is written once.

The kernels of Skyjo Action stand in ``skyjo_sim.kernels.action``, in modules of the same names as those of the classic
game; they are imported when they are first used.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.errors import InputError
from skyjo_sim.games import TITLES, Game
from skyjo_sim.rules import Rules
from skyjo_sim.rules_text import show

__all__ = ["Engine", "as_game", "check_is_classic", "engine_named", "engine_of", "legal_ids"]


@dataclass(frozen=True, slots=True)
class Engine:
    """The records and kernels of one game.

    Attributes
    ----------
    game : Game
    package : str
        Where its kernels are.
    game_type, row_type, sums_type : dtype
        Of a game in progress, of a row per seat and round, of what a simulation adds up.
    scores, leads : range
        What the sums count one by one; the ends hold what lies beyond.
    phase_names : tuple of str
        By the number of the phase.
    policy_arguments, policy_signature
        The types of a policy's arguments, and with its answer's.
    known_policies : tuple of (policy, int)
        Policies that the play loop knows, and its marks of them (`skyjo_sim.kernels.baselines`).
    """

    game: Game
    package: str
    game_type: np.dtype[Any]
    row_type: np.dtype[Any]
    sums_type: np.dtype[Any]
    scores: range
    leads: range
    phase_names: tuple[str, ...]
    policy_arguments: tuple[Any, ...]
    policy_signature: Any
    known_policies: tuple[tuple[Any, int], ...]

    def kernel(self, module: str, name: str) -> Callable[..., Any]:
        """Return a kernel by the module of the game's package that holds it."""
        found: Callable[..., Any] = getattr(import_module(f"{self.package}.{module}"), name)
        return found

    def kind_of(self, policy: Any) -> int:
        """Return the play loop's mark of a policy, OTHER for one that it does not know."""
        from skyjo_sim.kernels.baselines import OTHER

        return next((kind for known, kind in self.known_policies if policy is known), OTHER)

    @property
    def title(self) -> str:
        """Return what the game is called in messages."""
        return TITLES[self.game]

    def empty_games(self, n: int) -> NDArray[Any]:
        """Return records of games that are not dealt yet."""
        from skyjo_sim.kernels.cards import CLEARED

        games = np.zeros(n, self.game_type)
        games["table"]["visible"] = CLEARED
        return games


def as_game(game: object) -> Game:
    """Return a game, which may be given as its word.

    Raises
    ------
    InputError
        If there is no such game.
    """
    if isinstance(game, str) and game in list(Game):
        return Game(game)
    raise InputError(f"game must be one of {', '.join(Game)}, got {game!r}")


@cache
def engine_named(game: Game) -> Engine:
    """Return the engine of a game."""
    return _classic() if game == Game.CLASSIC else _action()


def _classic() -> Engine:
    from skyjo_sim.kernels import actions, baselines, calls, layout

    return Engine(
        game=Game.CLASSIC,
        package="skyjo_sim.kernels",
        game_type=layout.GAME,
        row_type=layout.ROW,
        sums_type=layout.SUMS,
        scores=range(layout.SCORE_LOW, layout.SCORE_LOW + layout.N_SCORES),
        leads=range(layout.LEAD_LOW, layout.LEAD_LOW + layout.N_LEADS),
        phase_names=actions.PHASE_NAMES,
        policy_arguments=calls.POLICY_ARGUMENTS,
        policy_signature=calls.POLICY_SIGNATURE,
        known_policies=((baselines.random_policy, baselines.RANDOM), (baselines.cutoff_policy, baselines.CUTOFF)),
    )


def _action() -> Engine:
    from skyjo_sim.kernels.action import actions, baselines, calls, layout
    from skyjo_sim.kernels.baselines import RANDOM

    return Engine(
        game=Game.ACTION,
        package="skyjo_sim.kernels.action",
        game_type=layout.GAME,
        row_type=layout.ROW,
        sums_type=layout.SUMS,
        scores=range(layout.SCORE_LOW, layout.SCORE_LOW + layout.N_SCORES),
        leads=range(layout.LEAD_LOW, layout.LEAD_LOW + layout.N_LEADS),
        phase_names=actions.PHASE_NAMES,
        policy_arguments=calls.ACTION_POLICY_ARGUMENTS,
        policy_signature=calls.ACTION_POLICY_SIGNATURE,
        known_policies=((baselines.random_policy, RANDOM),),
    )


def engine_of(rules: Rules) -> Engine:
    """Return the engine of the game that rules are for.

    Raises
    ------
    InputError
        If it is no object of rules.
    """
    if not isinstance(rules, Rules):
        raise InputError(f"rules must be Rules or ActionRules, got {show(rules)}")
    return engine_named(rules.game)


def legal_ids(engine: Engine, game: Any, rules: Any) -> list[int]:
    """Return the legal ids of the seat to decide, in ascending order; ``rules`` is the kernels' record."""
    if engine.game == Game.CLASSIC:
        words = int(engine.kernel("turn", "legal")(game.table, rules))
    else:
        low, high = (int(word) for word in game.table.legal)
        words = low | high << 64
    return [action for action in range(128) if words >> action & 1]


def check_is_classic(rules: Rules, what: str) -> None:
    """Check that rules are for the classic game, which is the only one that something plays.

    Raises
    ------
    InputError
        If they are not; the message begins with `what`.
    """
    if rules.game != Game.CLASSIC:
        raise InputError(f"{what} plays {TITLES[Game.CLASSIC]} only, the rules are those of {TITLES[rules.game]}")
