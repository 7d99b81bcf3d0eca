"""The parameters of rules of thumb: which number stands where, and what it means."""

from dataclasses import dataclass, fields

from skyjo_agents.parameters import Parameters
from skyjo_sim.kernels.layout import N_PARAMS

__all__ = ["Habits"]

HIDDEN_POINTS = 0
COUNTS = 1
TAKE = 2
WEIGH = 3
HASTE = 4
PAIR = 5
PAIR_SHARE = 6
ODDS = 7
FEED = 8
END_AT_MOST = 9
END_LEAD = 10
EAGER = 11
CARE = 12
SPREAD = 13
LAST_GAIN = 14
SIGHT = 15
"""Not a habit: how much a seer sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits(Parameters):
    """The habits of a player, in points unless said otherwise, in the order in which policies find them.

    Attributes
    ----------
    hidden_points : float
        What a hidden card counts, beside `counts`.
    counts : float
        Weight of the mean of all cards unseen in what a hidden card counts: 1 for one who keeps count, else 0.
    take : float
        The discard is taken if it gains more than this.
    weigh : float
        The discard has to gain so many times more than a draw may be expected to: 0 or 1.
    haste : float
        What it is worth to turn a card up.
    pair : float
        What two equal cards above 0 in a column are worth.
    pair_share : float
        The share of their points that they are worth besides.
    odds : float
        0 to trust every pair; else pairs count by so many times the chance that a card unseen completes them, at most 1.
    feed : float
        Weight of what a discard gives the next player.
    end_at_most : float
        The round is ended with at most so many points ...
    end_lead : float
        ... and if the best other player may be expected to have at least so many more.
    eager : float
        What it is worth to end the round when both hold.
    care : float
        By how much `end_lead` rises while the own total goes from 0 to 100.
    spread : float
        1 to turn the opening cards in two columns, 0 in one.
    last_gain : float
        What others are expected to improve by in their last turn.

    Raises
    ------
    InputError
        If a habit is not a finite number.
    """

    hidden_points: float = 5.0
    counts: float = 0.0
    take: float = 0.0
    weigh: float = 0.0
    haste: float = 0.0
    pair: float = 0.0
    pair_share: float = 0.0
    odds: float = 0.0
    feed: float = 0.0
    end_at_most: float = 200.0
    end_lead: float = -200.0
    eager: float = 0.0
    care: float = 0.0
    spread: float = 1.0
    last_gain: float = 0.0


assert len(fields(Habits)) == SIGHT < N_PARAMS
