"""Mutants of the deal, the opening flips and the start."""

from tests.mutant_list.mutant import in_file, in_files

START = (
    *in_file(
        "kernels/opening",
        (
            "starter_search_from_0",
            "with negative sums only seat 0 starts (2)",
            "best, candidates = -1000000, 0",
            "best, candidates = 0, 1",
        ),
        (
            "tie_by_the_lowest_card",
            "a tie for the start goes to the lowest single card (Q3)",
            "extreme = max(extreme, card)",
            "extreme = max(extreme, -card)",
        ),
        (
            "lowest_sum_tie_by_the_highest_card",
            "with the lowest sum a tie goes to the highest single card (8b)",
            "extreme = max(extreme, card)",
            "extreme = max(extreme, sign * card)",
        ),
        (
            "ties_to_the_lowest_seat",
            "a tie that luck should break goes to the lowest seat (Q3)",
            "if count(candidates) == 1 or not is_drawn:",
            "if count(candidates) >= 1 or not is_drawn:",
        ),
        (
            "lowest_seat_tie_by_luck",
            "luck breaks a tie though the lowest seat should start (8b)",
            "is_drawn = rules.tiebreak != LOWEST_SEAT or",
            "is_drawn = rules.tiebreak >= 0 or",
        ),
        (
            "tie_shifts_the_deck",
            "a tie for the start is broken by the luck of the deck (8b)",
            "luck = streams.single_word(secret.key, streams.TIES, secret.game, table.round_index)",
            "luck = streams.word(secret.luck)",
        ),
        (
            "lowest_sum_every_round",
            "the lowest sum starts later rounds too, where cards decide every round (8b)",
            "sign = -1 if is_first and rules",
            "sign = -1 if rules",
        ),
        (
            "next_round_by_the_same_starter",
            "the starter of a round starts the next one too (Q4)",
            "    if rules.next_starter == ROUND_ENDER:\n        return ender\n",
            "    if rules.next_starter == ROUND_ENDER:\n        return np.int64(table.starter)\n",
        ),
        (
            "abandoned_round_moves_the_start",
            "after an abandoned round the next seat starts (8b)",
            "        return np.int64(table.starter)\n",
            "        return (np.int64(table.starter) + 1) % table.n_players\n",
        ),
        (
            "round_winner_tie_to_the_lowest_seat",
            "of several round winners the lowest seat starts (8b)",
            "    best = ender\n    for step in range(1, n_players):\n        seat = (ender + step) % n_players\n",
            "    best = np.int64(0)\n    for seat in range(1, n_players):\n",
        ),
        (
            "round_winner_before_doubling",
            "the round winner is found by raw scores (8b)",
            "if table.score[seat] < table.score[best]:",
            "if table.raw[seat] < table.raw[best]:",
        ),
        (
            "flips_turned_seat_by_seat",
            "a seat's opening cards are turned before the next seat chooses (8b)",
            "    game.secret.chosen[seat] = chosen\n",
            "    while chosen:\n        turn_up(game, seat, lowest(chosen))\n        chosen &= chosen - 1\n",
        ),
        (
            "totals_survive_into_the_next_game",
            "a new game goes on with the totals of the last one (7)",
            "    table.totals[:] = 0\n",
            "",
        ),
        (
            "extra_rounds_survive_into_the_next_game",
            "a new game counts the extra rounds of the last one (8b)",
            "    table.extra_rounds = 0\n",
            "",
        ),
        (
            "kept_columns_survive_into_the_next_round",
            "a column kept in one round is not asked about in the next (8b)",
            "        table.kept[seat] = 0\n",
            "",
        ),
        (
            "first_discard_not_seen",
            "the first discard does not count as seen (2)",
            "    table.seen[first - LOWEST_CARD] += 1\n",
            "",
        ),
    ),
    *in_files(
        "opening_clears_columns",
        "a column complete in the opening is cleared at once (8b)",
        (
            "kernels/opening",
            "from skyjo_sim.kernels.grid import turn_up\n",
            "from skyjo_sim.kernels.grid import turn_up\nfrom skyjo_sim.kernels.lines import clear_all\n",
        ),
        (
            "kernels/opening",
            "        secret.chosen[seat] = 0\n    if table.starter < 0:\n",
            "        secret.chosen[seat] = 0\n        clear_all(game, rules, seat, 15)\n    if table.starter < 0:\n",
        ),
    ),
)
