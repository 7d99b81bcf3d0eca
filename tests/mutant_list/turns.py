"""Mutants of what is legal, and of the end of a round."""

from tests.mutant_list.mutant import in_file

DECISIONS = in_file(
    "kernels/turn",
    (
        "flip_without_drawing",
        "a card may be flipped at the beginning of a turn, without a look at the pile (3)",
        "    ids = np.int64(can_draw(table)) << DRAW\n",
        "    ids = np.int64(can_draw(table)) << DRAW | np.int64(table.hidden[seat]) << FLIP\n",
    ),
    (
        "taken_card_can_be_put_back",
        "the discard may be left and a card flipped under official rules (Q6)",
        "        if rules.take_then_flip:\n",
        "        if rules.take_then_flip >= 0:\n",
    ),
    (
        "flip_after_discard_optional",
        "a player may pass after throwing the drawn card away (Q7)",
        "may_pass = rules.optional_flip or hidden == 0",
        "may_pass = rules.optional_flip >= 0 or hidden == 0",
    ),
    (
        "flip_of_a_visible_card",
        "a visible card may be flipped (3)",
        "| hidden << FLIP |",
        "| (ALL_SLOTS & ~np.int64(table.cleared[seat])) << FLIP |",
    ),
    (
        "same_slot_twice_in_the_opening",
        "both opening flips may be the same slot (2)",
        "return (np.int64(table.hidden[seat]) & ~np.int64(table.chosen)) << FLIP",
        "return np.int64(table.hidden[seat]) << FLIP",
    ),
    (
        "cleared_slots_can_be_used",
        "a taken card may go to a cleared slot (4)",
        "        ids |= (ALL_SLOTS & ~np.int64(table.cleared[seat])) << TAKE\n",
        "        ids |= ALL_SLOTS << TAKE\n",
    ),
)

ROUND_END = (
    *in_file(
        "kernels/turn",
        (
            "last_turn_lost",
            "the last of the others gets no last turn (5)",
            "    return left == 0\n",
            "    return left <= 1\n",
        ),
        (
            "last_turn_gained",
            "the ender takes a last turn too (5)",
            "table.last_turns_left = 0 if rules.no_last_turns else table.n_players - 1\n",
            "table.last_turns_left = 0 if rules.no_last_turns else table.n_players\n",
        ),
        (
            "next_seat_is_the_ender",
            "the seat after the ender is taken for the ender (5)",
            "            table.ender = seat\n",
            "            table.ender = following_seat(seat, np.int64(table.n_players))\n",
        ),
        (
            "ender_in_the_last_turns",
            "who turns the last card up in a last turn becomes the ender (5, Q12)",
            "        is_over = end_last_turn(game, rules, seat)\n",
            "        is_over = end_last_turn(game, rules, seat)\n"
            "        if table.hidden[seat] == 0:\n            table.ender = seat\n",
        ),
        (
            "empty_grid_does_not_end",
            "a player without any card does not end the round (Q11)",
            "        if table.hidden[seat] == 0:\n",
            "        if table.hidden[seat] == 0 and table.cleared[seat] != ALL_SLOTS:\n",
        ),
        (
            "no_last_turns_ignored",
            "last turns are played though the rules have none (8b)",
            "            is_over = rules.no_last_turns != 0\n",
            "            is_over = False\n            table.last_turns_left = table.n_players - 1\n",
        ),
        (
            "abandoned_one_turn_late",
            "a round is abandoned one turn after the limit (8b)",
            "elif turns >= rules.turn_limit:",
            "elif turns > rules.turn_limit:",
        ),
        (
            "abandoned_one_turn_early",
            "a round is abandoned one turn before the limit (8b)",
            "elif turns >= rules.turn_limit:",
            "elif turns + 1 >= rules.turn_limit:",
        ),
        (
            "limit_before_the_end",
            "a round that is ended in the last turn allowed is abandoned (8b)",
            "        if table.hidden[seat] == 0:\n",
            "        if table.hidden[seat] == 0 and turns < rules.turn_limit:\n",
        ),
        (
            "limit_in_the_last_turns",
            "the turn limit cuts the last turns short (8b)",
            "        is_over = end_last_turn(game, rules, seat)\n",
            "        is_over = end_last_turn(game, rules, seat) or turns >= rules.turn_limit\n",
        ),
        (
            "abandoned_rounds_doubled",
            "whose turn it is when a round is abandoned is penalised as its ender (8b)",
            "            table.is_abandoned = 1\n",
            "            table.is_abandoned = 1\n            table.ender = seat\n",
        ),
    ),
    *in_file(
        "kernels/layout",
        (
            "turns_counted_in_8_bits",
            "the counter of turns overflows after 127 turns",
            '("turns", np.int32),  # turns finished',
            '("turns", np.int8),  # turns finished',
        ),
        (
            "turns_counted_in_16_bits",
            "the counter of turns overflows after 32767 turns",
            '("turns", np.int32),  # turns finished',
            '("turns", np.int16),  # turns finished',
        ),
        ("totals_in_8_bits", "totals overflow above 127 points", '("totals", np.int32,', '("totals", np.int8,'),
    ),
    *in_file(
        "rules_numbers",
        (
            "turn_limit_not_per_player",
            "the turn limit is not multiplied by the number of players (8b)",
            '"turn_limit": rules.turn_limit * rules.players,',
            '"turn_limit": rules.turn_limit,',
        ),
        (
            "opening_columns_never_cleared",
            "a column complete since the opening is not looked at after an own turn (8b)",
            "rules.initial_flips >= 3 or",
            "rules.initial_flips > 3 or",
        ),
    ),
)
