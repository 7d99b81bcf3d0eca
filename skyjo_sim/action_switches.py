"""The switches that Skyjo Action has besides those of the classic game: choices, limits, and the kinds of action cards."""

from enum import StrEnum

from skyjo_sim.errors import RulesError
from skyjo_sim.rules_text import NOTHING, show
from skyjo_sim.switches import LIMITS, check_choice


class ActionKind(StrEnum):
    """An action card with an effect; `excluded_actions` names some."""

    SWAP_OWN = "swap_own"
    DOUBLE_TURN = "double_turn"
    DRAW_THREE = "draw_three"
    REVEAL = "reveal"
    REACTIVATE = "reactivate"
    DEFENSE = "defense"
    SWAP_PLAYERS = "swap_players"
    STEAL = "steal"
    METEOR = "meteor"


class Zeros(StrEnum):
    """How many of the 105 number cards are zeros."""

    ELEVEN = "eleven"
    FIFTEEN = "fifteen"


class StarBonusSource(StrEnum):
    """Where the action card for a star is taken from."""

    MARKET_OR_PILE = "market_or_pile"
    MARKET_ONLY = "market_only"


class LineGeometry(StrEnum):
    """What a line is when another one has been cleared out of it."""

    SHRINK = "shrink"
    FIXED = "fixed"


class SimultaneousLines(StrEnum):
    """What happens to columns and rows that are complete at the same time."""

    UNION = "union"
    COLUMNS_FIRST = "columns_first"


class ClearedStarOrder(StrEnum):
    """In which order a cleared line with stars is discarded."""

    STARS_FIRST = "stars_first"
    POSITION = "position"
    OWNER_CHOICE = "owner_choice"


class SwapPlayersPairs(StrEnum):
    """Between whom cards are exchanged."""

    ANY_TWO = "any_two"
    SELF_AND_OPPONENT = "self_and_opponent"


class MeteorTargets(StrEnum):
    """Whose cards the Meteor shower hits."""

    ALL = "all"
    OPPONENTS = "opponents"


class ReactivateChoice(StrEnum):
    """Which card of the action discard pile can be chosen."""

    ANY = "any"
    TOP = "top"


class DrawThreeReplaced(StrEnum):
    """Where the card goes that one of the three replaces."""

    LAST = "last"
    FREE = "free"


class ActionReshuffle(StrEnum):
    """Whether the action discard pile is shuffled when the action pile is empty."""

    RESHUFFLE = "reshuffle"
    NONE = "none"


class DiscardWithoutHidden(StrEnum):
    """Whether a drawn card may be thrown away by who has no hidden card to flip."""

    ALLOW = "allow"
    FORBID = "forbid"


ACTION_LIMITS = {
    **LIMITS,
    "blank_action_cards": (0, 3),
    "swap_players_count": (1, 2),
    "unused_action_penalty": (0, 100),
    "star_bonus_three": (0, 100),
    "star_bonus_four": (0, 100),
}
"""Lowest and highest value of each switch of Skyjo Action that is a number."""
MOST_PLAYERS_OF_NUMBERS_ONLY = 4
"""The numbers-only variant is for 2 to 4 players (RULES.md 9.11)."""


def check_kinds(name: str, value: object) -> tuple[ActionKind, ...]:
    """Return the kinds of action cards that a switch names, in their order and each once.

    A text names them with commas between them, or none of them by ``none``.

    Raises
    ------
    RulesError
        If the value is neither a text nor a sequence, or a name in it is not that of a kind.
    """
    if isinstance(value, str):
        value = [] if value.strip() == NOTHING else [word.strip() for word in value.split(",")]
    if not isinstance(value, list | tuple | set | frozenset):
        raise RulesError(f"{name} must be a list of action cards, got {show(value)}")
    chosen = {check_choice(name, ActionKind, kind) for kind in value}
    return tuple(kind for kind in ActionKind if kind in chosen)
