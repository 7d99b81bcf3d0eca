"""The switches of the rules: the choices, the limits of the numbers and the check of a value."""

import numbers
from collections.abc import Mapping
from enum import StrEnum

from skyjo_sim.errors import RulesError
from skyjo_sim.rules_text import Value, show


class FirstRoundStarter(StrEnum):
    """Who starts the first round."""

    HIGHEST_SUM = "highest_sum"
    LOWEST_SUM = "lowest_sum"
    RANDOM = "random"


class StartTiebreak(StrEnum):
    """Who of those with equal opening cards starts."""

    HIGH_CARD_THEN_RANDOM = "high_card_then_random"
    RANDOM = "random"
    LOWEST_SEAT = "lowest_seat"


class NextRoundStarter(StrEnum):
    """Who starts the later rounds."""

    ROUND_ENDER = "round_ender"
    ROUND_WINNER = "round_winner"
    HIGHEST_SUM_EVERY_ROUND = "highest_sum_every_round"


class ColumnRule(StrEnum):
    """What happens to a column of three equal cards."""

    MANDATORY = "mandatory"
    OPTIONAL = "optional"
    OFF = "off"


class RowRule(StrEnum):
    """What happens to a row of equal cards."""

    OFF = "off"
    MANDATORY = "mandatory"


class FlipAfterDiscard(StrEnum):
    """Whether who throws the drawn card away has to flip a card."""

    MANDATORY = "mandatory"
    OPTIONAL = "optional"


class LastTurns(StrEnum):
    """Who plays on after the round has been ended."""

    ALL_OTHERS_ONCE = "all_others_once"
    NONE = "none"


class FinalRevealTiming(StrEnum):
    """When the remaining hidden cards are turned up."""

    AFTER_ALL_LAST_TURNS = "after_all_last_turns"
    AFTER_OWN_LAST_TURN = "after_own_last_turn"


class Reshuffle(StrEnum):
    """Which discards become the draw pile when it is empty."""

    KEEP_TOP = "keep_top"
    TAKE_ALL_AND_TURN_NEW_TOP = "take_all_and_turn_new_top"


class DoubleScope(StrEnum):
    """Which scores of the ender can be doubled."""

    POSITIVE = "positive"
    ANY = "any"


class TargetComparison(StrEnum):
    """Whether a total equal to the target ends the game."""

    AT_LEAST = "at_least"
    MORE_THAN = "more_than"


class VictoryTie(StrEnum):
    """What happens when several players have the lowest total."""

    SHARED = "shared"
    EXTRA_ROUND = "extra_round"


LIMITS = {
    "players": (2, 8),
    "initial_flips": (0, 11),
    "double_factor": (1, 10),
    "flat_penalty": (0, 100),
    "target": (1, 1000),
    "turn_limit": (1, 100_000),
}
"""Lowest and highest value of each switch that is a number."""


def check(name: str, default: Value, value: object, limits: Mapping[str, tuple[int, int]] = LIMITS) -> Value:
    """Return the value of the switch `name` in the type of its default.

    Raises
    ------
    RulesError
        If the value is not allowed.
    """
    if isinstance(default, bool):
        if isinstance(value, bool):
            return value
        raise RulesError(f"{name} must be true or false, got {show(value)}")
    if isinstance(default, StrEnum):
        return check_choice(name, type(default), value)
    return _check_number(name, value, *limits[name])


def check_choice(name: str, choices: type[StrEnum], value: object) -> StrEnum:
    """Return the choice that a value names.

    Raises
    ------
    RulesError
        If it names none.
    """
    if isinstance(value, str):
        for choice in choices:
            if choice == value:
                return choice
    raise RulesError(f"{name} must be one of {', '.join(choices)}, got {show(value)}")


def _check_number(name: str, value: object, low: int, high: int) -> int:
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        number = int(value)
        if low <= number <= high:
            return number
    raise RulesError(f"{name} must be an integer in {low}..{high}, got {show(value)}")
