"""The switches that both games share, as the plain numbers of the kernels' record."""

from skyjo_sim.kernels import lines, opening
from skyjo_sim.rules import Rules
from skyjo_sim.switches import (
    ColumnRule,
    DoubleScope,
    FinalRevealTiming,
    FlipAfterDiscard,
    LastTurns,
    Reshuffle,
    RowRule,
    TargetComparison,
    VictoryTie,
)

_CODES = {
    "first_round_starter": {
        "highest_sum": opening.HIGHEST_SUM,
        "lowest_sum": opening.LOWEST_SUM,
        "random": opening.RANDOM,
    },
    "start_tiebreak": {
        "high_card_then_random": opening.HIGH_CARD_THEN_RANDOM,
        "random": opening.RANDOM_TIE,
        "lowest_seat": opening.LOWEST_SEAT,
    },
    "next_round_starter": {
        "round_ender": opening.ROUND_ENDER,
        "round_winner": opening.ROUND_WINNER,
        "highest_sum_every_round": opening.HIGHEST_SUM_EVERY_ROUND,
    },
    "column_rule": {"mandatory": lines.MANDATORY, "optional": lines.OPTIONAL, "off": lines.OFF},
    "row_rule": {"mandatory": lines.MANDATORY, "off": lines.OFF},
}


def _checks_all_lines(rules: Rules) -> bool:
    """Tell whether more than the column of the changed slot can be complete, or its clearing is not plain."""
    return rules.initial_flips >= 3 or rules.column_rule != ColumnRule.MANDATORY or rules.row_rule != RowRule.OFF


def shared_numbers(rules: Rules) -> dict[str, int]:
    """Return the fields of `skyjo_sim.kernels.layout.RULES` for rules of the classic game; all but the last suit both."""
    return {
        "n_players": rules.players,
        "initial_flips": rules.initial_flips,
        "first_starter": _CODES["first_round_starter"][rules.first_round_starter],
        "tiebreak": _CODES["start_tiebreak"][rules.start_tiebreak],
        "next_starter": _CODES["next_round_starter"][rules.next_round_starter],
        "column_rule": _CODES["column_rule"][rules.column_rule],
        "row_rule": _CODES["row_rule"][rules.row_rule],
        "optional_flip": rules.flip_after_discard == FlipAfterDiscard.OPTIONAL,
        "take_then_flip": rules.discard_take_then_flip,
        "no_last_turns": rules.last_turns == LastTurns.NONE,
        "early_reveal": rules.final_reveal_timing == FinalRevealTiming.AFTER_OWN_LAST_TURN,
        "take_all": rules.reshuffle == Reshuffle.TAKE_ALL_AND_TURN_NEW_TOP,
        "double_on_tie": rules.double_on_tie,
        "double_any": rules.double_scope == DoubleScope.ANY,
        "double_factor": rules.double_factor,
        "flat_penalty": rules.flat_penalty,
        "target": rules.target,
        "target_exceeded": rules.target_comparison == TargetComparison.MORE_THAN,
        "extra_round": rules.victory_tie == VictoryTie.EXTRA_ROUND,
        "turn_limit": rules.turn_limit * rules.players,
        "checks_all_lines": _checks_all_lines(rules),
    }
