"""The parameters of the one-ply policy: which number stands where, and what it means."""

from dataclasses import dataclass, fields

from skyjo_agents.parameters import Parameters
from skyjo_sim.kernels.layout import N_PARAMS

__all__ = ["Weights"]

HOPE = 0
HOPE_PER_TURN = 1
HOPE_PER_HIDDEN = 2
PAIR = 3
PAIR_POINTS = 4
DISCOUNT = 5
DISCOUNT_FROM = 6
HASTE = 7
RISK = 8
END = 9
END_PER_HIDDEN = 10
DENIAL = 11
SPREAD_OPENING = 12
TURNS = 13
LAST_GAIN = 14
LAST_SPREAD = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights(Parameters):
    """The parameters of the one-ply policy, in points unless said otherwise, in the order in which policies find them.

    Attributes
    ----------
    hope : float
        By how much a hidden card is charged below the mean of what is unseen: it can still be improved.
    hope_per_turn : float
        The same for each turn that is left at least: the fewest hidden cards that a seat has, the own included.
    hope_per_hidden : float
        The same for each own hidden card.
    pair : float
        Weight of the chance that the third card of a pair comes, for each turn left; a number, 0 for no pairs.
    pair_points : float
        Points by which a pair is worth more than the cards it may clear.
    discount : float
        Share of what a card that shows is above `discount_from` that is forgiven: it will be replaced. 0..1.
    discount_from : float
    haste : float
        What it is worth to flip a card, beyond its points.
    risk : float
        Weight of the penalty that ending now has to be expected to cost; a number, 1 at face value.
    end : float
        What it is worth to end the round.
    end_per_hidden : float
        The same for each card that the others have hidden, on average.
    denial : float
        Weight of what a discard gives the next player, its share of the others being 1 / (players - 1); a number.
    spread_opening : float
        1 to turn the opening cards in two columns, 0 in one.
    turns : float
        Turns that are left beside those that `hope_per_turn` counts, for pairs.
    last_gain : float
        Weight of what another player gains in its last turn: its highest card less two points; a number.
    last_spread : float
        Standard deviation of another player's points that its hidden cards do not explain.

    Raises
    ------
    InputError
        If a weight is not a finite number.
    """

    hope: float = 0.0
    hope_per_turn: float = 0.0
    hope_per_hidden: float = 0.0
    pair: float = 0.0
    pair_points: float = 0.0
    discount: float = 0.0
    discount_from: float = 12.0
    haste: float = 0.0
    risk: float = 0.0
    end: float = 0.0
    end_per_hidden: float = 0.0
    denial: float = 0.0
    spread_opening: float = 1.0
    turns: float = 1.0
    last_gain: float = 0.5
    last_spread: float = 3.5


assert len(fields(Weights)) <= N_PARAMS
