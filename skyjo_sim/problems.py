"""What is wrong with a game: every broken invariant as a flag."""

from enum import IntFlag

import numpy as np

from skyjo_sim.kernels import problem_flags as flags
from skyjo_sim.kernels import problems as kernels
from skyjo_sim.kernels.action import problem_flags as action_flags
from skyjo_sim.kernels.action.layout import GAME as ACTION_GAME
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record

__all__ = ["Problem", "find_problems"]


class Problem(IntFlag):
    """A broken invariant of a game; several are joined by ``|``, and ``Problem(0)`` is none.

    A game from the deal has no problem at any decision; the flags from `LEGAL` on are of Skyjo Action alone.
    `MISSING_CARD` and `UNKNOWN_CARD` are what positions made by hand and views of one seat are like: see `PARTIAL`
    and `VIEW`. Where a range is broken (the first five flags, `ENDER`, `CHOICE_STATE`), nothing but ranges is checked.
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
    """A card is not one of the game's (-2..12, stars, action cards), or one that lies face up is not known."""
    UNKNOWN_CARD = flags.UNKNOWN_CARD
    """A card that is not public is not known, as in the view of one seat: nobody can play on from here."""
    EXTRA_CARD = flags.EXTRA_CARD
    """There are more cards of a value or of a kind, or in all, than the deck has."""
    MISSING_CARD = flags.MISSING_CARD
    """There are fewer cards than the decks have: right for a partial position made by hand, wrong in a game."""
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
    """A stream of luck belongs to another game, round or reshuffle."""
    DRAWN = flags.DRAWN
    """There is a drawn card outside the phase place."""
    CHOSEN = flags.CHOSEN
    """The opening choices do not fit the phase, the seat or the number of opening flips."""
    ASKED = flags.ASKED
    """A line is asked about that need not be decided, or none though that is what the phase is for."""
    KEPT = flags.KEPT
    """Columns are marked as kept though clearing is not optional."""
    TURN_ORDER = flags.TURN_ORDER
    """Counted from the starter, extra turns left out, it is another seat's turn."""
    TURN_LIMIT = flags.TURN_LIMIT
    """The turns are negative, or at the limit in a round that goes on, or the round is wrongly abandoned."""
    ENDER = flags.ENDER
    """The ender is not at the table or has a hidden card (where only its own turn could end the round), or there is none
    though the round was ended."""
    LAST_TURNS = flags.LAST_TURNS
    """The last turns left do not fit the ender and the seat."""
    NO_HIDDEN_CARD = flags.NO_HIDDEN_CARD
    """A seat whose last turn is not over has no hidden card, but has not ended the round."""
    HIDDEN_LEFT = flags.HIDDEN_LEFT
    """The round is over, and a card is hidden."""
    LINE_LEFT = flags.LINE_LEFT
    """A complete line was left standing after its owner's turn (opening flips may leave one before that)."""
    STATISTICS = flags.STATISTICS
    """Counts do not fit each other: lines and cleared slots, action cards taken, given away and held; or something is
    counted that belongs to the end of the round."""
    RAW = flags.RAW
    """A raw score is not the sum of its grid, in Skyjo Action with action cards and stars."""
    SCORE = flags.SCORE
    """A score is not what the rule of doubling makes of the raw score, or a doubling is noted too early."""
    WINNERS = flags.WINNERS
    """The winners are not those with the lowest total of a game that is over, or are named before."""
    GAME_END = flags.GAME_END
    """The game goes on though it is decided, or is over though it is not; or its rounds are out of range."""
    LEGAL = action_flags.LEGAL
    """The legal decisions are not those that follow from the position and the rules."""
    HANDS = action_flags.HANDS
    """The action cards of a seat are wrongly counted, or more are locked than it holds, or when none can be."""
    MARKET = action_flags.MARKET
    """The market has a gap, or is short though no card is missing and the action pile never ran out."""
    CHOICE_STATE = action_flags.CHOICE_STATE
    """What is asked, the cards in play and what was chosen do not fit, or are left from an earlier turn."""
    THREE = action_flags.THREE
    """Cards drawn for Draw three are missing, or are there though it is not in play."""
    STAR_RIGHTS = action_flags.STAR_RIGHTS
    """There are rights of stars at a time when there can be none, or one is asked about and there is none."""
    PENDING = action_flags.PENDING
    """Extra turns are to come at a time when none can be, or fewer than 0."""
    KNOWLEDGE = action_flags.KNOWLEDGE
    """A card is marked as known that is not hidden, or as shown to all and not as known to each."""
    KNOWN = action_flags.KNOWN
    """The seat to decide is shown a hidden card that it does not know, or another card, or not one that it knows."""

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
        A record of `skyjo_sim.kernels.layout.GAME`, or of that of Skyjo Action; it is not changed.
    rules
        The rules, or their record.

    Returns
    -------
    Problem
        The flags of all broken invariants; zero, hence false, for a sound game.
    """
    record = rules_record(rules) if isinstance(rules, Rules) else rules
    if game.dtype == ACTION_GAME:
        from skyjo_sim.kernels.action.problems import problems  # compiled for those who play this game

        return Problem(int(problems(game, record)))
    return Problem(int(kernels.problems(game, record)))
