"""The parameters of `action_cutoff`: which number stands where, and what it means."""

from dataclasses import dataclass, fields

from skyjo_agents.parameters import Parameters
from skyjo_sim.kernels.layout import N_PARAMS

__all__ = ["Habits"]

CUTOFF = 0
TAKE_ACTION = 1
END_MARGIN = 2
ATTACK = 3
HIDDEN_POINTS = 4
HASTE = 5
PAIR_SHARE = 6
FAR_SHARE = 7
STAR_POINTS = 8
FEED = 9
EAGER = 10
SPREAD = 11
PENALTY = 12
PACE = 13
TRUST = 14
PROTECTION = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits(Parameters):
    """The habits of a player of Skyjo Action, in points unless said otherwise, in the order in which the policy finds them.

    Attributes
    ----------
    cutoff : float
        The discard is taken if it gains so much more than a draw may be expected to.
    take_action : float
        An action card is taken if it gains so much more than the best other turn, for a star than nothing; at 1000 never.
    end_margin : float
        How many points the best other player should have more for the round to be ended.
    attack : float
        Weight of points that others lose; for two players, among more it is shared.
    hidden_points : float
        What a hidden card counts, beside the mean of all cards unseen.
    haste : float
        What it is worth to turn a card up.
    pair_share : float
        Share of the points of a line that counts when one card is missing.
    far_share : float
        The same when two are missing.
    star_points : float
        What a star is worth, for what it may still do.
    feed : float
        Weight of what a discard gives the next player.
    eager : float
        What it is worth to end the round when the lead is safe.
    spread : float
        Over how many points of lead the willingness to end rises from none to full.
    penalty : float
        What an action card costs that is left at the end.
    pace : float
        How many turns a hidden card of the player with the fewest is expected to last.
    trust : float
        Share of what an action card would gain now that it is expected to gain when it can be played.
    protection : float
        What a Defence is worth against each action card of others that attacks.

    Raises
    ------
    InputError
        If a habit is not a finite number.
    """

    cutoff: float = 0.8
    take_action: float = 0.0
    end_margin: float = 5.0
    attack: float = 0.6
    hidden_points: float = -0.1
    haste: float = 1.5
    pair_share: float = 0.3
    far_share: float = 0.0
    star_points: float = 1.5
    feed: float = 0.2
    eager: float = 1.8
    spread: float = 19.0
    penalty: float = 12.0
    pace: float = 1.2
    trust: float = 0.8
    protection: float = 2.5


assert len(fields(Habits)) == PROTECTION + 1 == N_PARAMS
