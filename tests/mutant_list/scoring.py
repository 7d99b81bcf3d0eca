"""Mutants of the ender's penalty, the final reveal and the end of the game."""

from tests.mutant_list.mutant import in_file

PENALTY = in_file(
    "kernels/scoring",
    (
        "tie_not_doubled",
        "an ender who ties is not doubled (RULES.md 6)",
        "return fewest <= own if rules.double_on_tie else fewest < own",
        "return fewest < own",
    ),
    (
        "tie_always_doubled",
        "a tie is doubled though the rules exempt it (8b)",
        "return fewest <= own if rules.double_on_tie else fewest < own",
        "return fewest <= own",
    ),
    (
        "negatives_doubled",
        "a negative score is doubled (6)",
        "if own <= 0 and not rules.double_any:",
        "if own == 0 and not rules.double_any:",
    ),
    (
        "zero_doubled",
        "a score of 0 is penalised (6)",
        "if own <= 0 and not rules.double_any:",
        "if own < 0 and not rules.double_any:",
    ),
    (
        "scope_any_ignored",
        "with the scope `any` a negative score is not doubled (8b)",
        "if own <= 0 and not rules.double_any:",
        "if own <= 0:",
    ),
    (
        "factor_ignored",
        "the penalty always doubles (8b)",
        "table.raw[ender] * rules.double_factor + rules.flat_penalty",
        "table.raw[ender] * 2 + rules.flat_penalty",
    ),
    (
        "flat_penalty_multiplied",
        "the flat penalty is added before the factor (8b)",
        "table.raw[ender] * rules.double_factor + rules.flat_penalty",
        "(table.raw[ender] + rules.flat_penalty) * rules.double_factor",
    ),
    (
        "flat_penalty_on_everybody",
        "everybody pays the flat penalty (8b)",
        "        table.score[seat] = table.raw[seat]\n",
        "        table.score[seat] = table.raw[seat] + rules.flat_penalty\n",
    ),
    (
        "lowest_other_includes_the_ender",
        "the ender is compared with itself too (6)",
        "        if other != seat:\n            fewest = min(",
        "        if other >= 0:\n            fewest = min(",
    ),
)

REVEAL = (
    *in_file(
        "kernels/scoring",
        (
            "no_clearing_at_the_final_reveal",
            "columns of the final reveal stay (4)",
            "        for column in range(N_COLUMNS):\n            clear_column(game, seat, column)\n",
            "        pass\n",
        ),
        (
            "no_clearing_at_the_final_reveal_of_house_rules",
            "lines of the final reveal stay where more than columns count (8b)",
            "    if rules.checks_all_lines:\n        clear_by_rules(game, rules, seat)\n    else:\n",
            "    if not rules.checks_all_lines:\n",
        ),
        (
            "one_column_at_the_final_reveal",
            "only one column goes at the final reveal (4)",
            "            clear_column(game, seat, column)\n",
            "            clear_column(game, seat, column)\n"
            "            if table.cleared[seat] >> 3 * column & 1:\n                break\n",
        ),
        (
            "optional_columns_all_cleared_at_the_end",
            "optional columns go at the final reveal though that costs points (8b)",
            "allowed = cheapest_columns(game.table.visible[seat], cleared, rules.row_rule == MANDATORY)",
            "allowed = ALL_COLUMNS",
        ),
        (
            "kept_columns_stay_at_the_end",
            "a column kept in play is not cleared at the final reveal where that saves points (8b)",
            "    clear_all(game, rules, seat, allowed)",
            "    clear_all(game, rules, seat, allowed & ~np.int64(game.table.kept[seat]))",
        ),
        (
            "hidden_cards_do_not_count",
            "cards hidden at the end are left out of the raw score (5)",
            "    while hidden:\n        turn_up(game, seat, lowest(hidden))\n        hidden &= hidden - 1\n",
            "",
        ),
    ),
    *in_file(
        "kernels/turn",
        (
            "early_reveal_at_the_wrong_seat",
            "the early reveal turns up the next player's cards (8b)",
            "        reveal(game, rules, seat)\n",
            "        reveal(game, rules, following_seat(seat, np.int64(table.n_players)))\n",
        ),
        (
            "early_reveal_ignored",
            "nothing is turned up before the end (8b)",
            "    if rules.early_reveal:\n",
            "    if rules.early_reveal > 1:\n",
        ),
    ),
)

GAME_END = in_file(
    "kernels/scoring",
    (
        "more_than_as_at_least",
        "a total of exactly the target ends the game though more is needed (8b)",
        "return most > rules.target if rules.target_exceeded else most >= rules.target",
        "return most >= rules.target",
    ),
    (
        "at_least_as_more_than",
        "a total of exactly the target does not end the game (7)",
        "return most > rules.target if rules.target_exceeded else most >= rules.target",
        "return most > rules.target",
    ),
    (
        "extra_round_skipped",
        "a tie for the win is always shared (8b)",
        "if rules.extra_round and count(winners) > 1",
        "if rules.extra_round > 1 and count(winners) > 1",
    ),
    ("eleven_extra_rounds", "a tie is played on eleven times (8b)", "MAX_EXTRA_ROUNDS = 10", "MAX_EXTRA_ROUNDS = 11"),
    (
        "extra_round_that_does_not_decide",
        "after an extra round the totals must be at the target again (8b)",
        "if not table.is_extra and not is_target_reached(table, rules):",
        "if not is_target_reached(table, rules):",
    ),
    (
        "shared_win_to_the_first_seat",
        "of several with the lowest total the first wins alone (7)",
        "        table.winners = winners\n",
        "        table.winners = winners & -winners\n",
    ),
    (
        "last_round_decides",
        "the lowest score of the last round wins the game (7)",
        "winners = leaders(table.totals, np.int64(table.n_players))",
        "winners = leaders(table.score, np.int64(table.n_players))",
    ),
    ("one_round_more_than_200", "a game stops after 201 rounds (8b)", "MAX_ROUNDS = 200", "MAX_ROUNDS = 201"),
)
