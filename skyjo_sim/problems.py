"""What is wrong with a game: every broken invariant as a flag."""

from enum import IntFlag

import numpy as np

from skyjo_sim.kernels import problem_flags as flags
from skyjo_sim.kernels import problems as kernels
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record

__all__ = ["Problem", "find_problems"]


class Problem(IntFlag):
    """A broken invariant of a game; several are joined by ``|``, and ``Problem(0)`` is none.

    A game from the deal has no problem at any decision. `MISSING_CARD` and `UNKNOWN_CARD` are what positions
    made by hand and views of one seat are like: see `PARTIAL` and `VIEW`. Where a range is broken (the first
    five flags, `ENDER`), nothing but ranges is checked.
    """

    PLAYERS = flags.PLAYERS
    """The number of seats is not that of the rules, or not in 2..8."""
    PILE_SIZE = flags.PILE_SIZE
    """A pile has fewer than 0 or more than 150 cards, or the reshuffles are negative."""
    PHASE = flags.PHASE
    """The phase is none of the six."""
    SEAT = flags.SEAT
    """The seat to decide is not at the table, or there is one though the round is over."""
    STARTER = flags.STARTER
    """The starter is not at the table, or not known after the opening."""
    BAD_CARD = flags.BAD_CARD
    """A card is not in -2..12, or a card that lies face up is not known."""
    UNKNOWN_CARD = flags.UNKNOWN_CARD
    """A card that is not public is not known, as in the view of one seat: nobody can play on from here."""
    EXTRA_CARD = flags.EXTRA_CARD
    """There are more cards of a value, or in all, than the deck has."""
    MISSING_CARD = flags.MISSING_CARD
    """There are fewer than 150 cards: right for a partial position made by hand, wrong in a game."""
    SLOT_STATE = flags.SLOT_STATE
    """A slot is both hidden and cleared, or is none of the 12, or the cleared slots are not whole lines."""
    VISIBLE = flags.VISIBLE
    """What a grid shows is not what lies there."""
    PADDING = flags.PADDING
    """The places behind the 12 slots of a grid are not marked as cleared."""
    SEEN = flags.SEEN
    """The counts of cards that were shown do not fit the face-up cards, the discards and the pool."""
    POOL = flags.POOL
    """The public composition of the draw pile is not what lies in it, or is not empty before a reshuffle."""
    DISCARD_TOP = flags.DISCARD_TOP
    """The top discard is not the last card of the discard pile."""
    LUCK = flags.LUCK
    """The stream of luck belongs to another game, round or reshuffle."""
    DRAWN = flags.DRAWN
    """There is a drawn card outside the phase place."""
    CHOSEN = flags.CHOSEN
    """The opening choices do not fit the phase, the seat or the number of opening flips."""
    ASKED = flags.ASKED
    """A column is asked about that need not be decided, or none though the phase is clear."""
    KEPT = flags.KEPT
    """Columns are marked as kept though clearing is not optional."""
    TURN_ORDER = flags.TURN_ORDER
    """Counted from the starter, it is another seat's turn."""
    TURN_LIMIT = flags.TURN_LIMIT
    """The turns are negative, or at the limit in a round that goes on, or the round is wrongly abandoned."""
    ENDER = flags.ENDER
    """The ender is not at the table or has a hidden card, or there is none though the round was ended."""
    LAST_TURNS = flags.LAST_TURNS
    """The last turns left do not fit the ender and the seat."""
    NO_HIDDEN_CARD = flags.NO_HIDDEN_CARD
    """A seat whose last turn is not over has no hidden card, but has not ended the round."""
    HIDDEN_LEFT = flags.HIDDEN_LEFT
    """The round is over, and a card is hidden."""
    LINE_LEFT = flags.LINE_LEFT
    """A complete line was left standing after its owner's turn (opening flips may leave one before that)."""
    STATISTICS = flags.STATISTICS
    """The lines cleared do not fit the cleared slots, or cards count as hidden at the end before it."""
    RAW = flags.RAW
    """A raw score is not the sum of its grid."""
    SCORE = flags.SCORE
    """A score is not what the rule of doubling makes of the raw score, or a doubling is noted too early."""
    WINNERS = flags.WINNERS
    """The winners are not those with the lowest total of a game that is over, or are named before."""
    GAME_END = flags.GAME_END
    """The game goes on though it is decided, or is over though it is not; or its rounds are out of range."""

    PARTIAL = MISSING_CARD
    """What is no fault in a position made by hand with fewer cards than the deck."""
    VIEW = UNKNOWN_CARD | MISSING_CARD
    """What is no fault in a position that shows what one seat knows."""

    def names(self) -> str:
        """Return the names of the flags, in the order above, joined by commas."""
        return ", ".join(member.name.lower() for member in type(self) if member in self and member.name)


def find_problems(game: np.record, rules: Rules | np.record) -> Problem:
    """Find every invariant that a game breaks.

    Parameters
    ----------
    game
        A record of `skyjo_sim.kernels.layout.GAME`; it is not changed.
    rules
        The rules, or their record.

    Returns
    -------
    Problem
        The flags of all broken invariants; zero, hence false, for a sound game.
    """
    record = rules_record(rules) if isinstance(rules, Rules) else rules
    return Problem(int(kernels.problems(game, record)))
