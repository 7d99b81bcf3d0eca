"""Mutants of the clearing of lines, and of the cards that go to the discard pile."""

from tests.mutant_list.mutant import in_file, in_files

CLEARING = (
    *in_file(
        "kernels/lines",
        (
            "three_hidden_cards_are_a_column",
            "a column of three hidden cards is cleared (4)",
            "np.int64(first < LOWEST_CARD) == 0",
            "np.int64(first < -100) == 0",
        ),
        (
            "hidden_cards_clear_a_column",
            "equal cards are cleared though some are hidden (4)",
            "    if is_complete_column(game.table.visible[seat], column):\n",
            "    if is_complete_column(game.secret.cards[seat], column):\n",
        ),
        (
            "negative_columns_stay",
            "a column of negative cards is not cleared (4)",
            "    if is_complete_column(game.table.visible[seat], column):\n",
            "    if is_complete_column(game.table.visible[seat], column)"
            " and game.table.visible[seat, 3 * column] >= 0:\n",
        ),
        (
            "one_column_per_round",
            "a player's second column is not cleared (4)",
            "    if is_complete_column(game.table.visible[seat], column):\n",
            "    if is_complete_column(game.table.visible[seat], column) and game.table.n_lines_cleared[seat] == 0:\n",
        ),
        ("rows_of_two_cleared", "a row of two cards is a line (9.7)", "MIN_LINE = 3", "MIN_LINE = 2"),
        (
            "rows_after_columns",
            "columns go first, rows only if they are still complete (Q18)",
            "    clear_slots(game, seat, slots_of_columns(columns))\n",
            "    clear_slots(game, seat, slots_of_columns(columns))\n"
            "    rows &= complete_rows(table.visible[seat], np.int64(table.cleared[seat]))\n",
        ),
        (
            "no_cascade",
            "what a clearing completes stays (Q17)",
            "    while True:\n        visible = table.visible[seat]\n",
            "    for _ in range(1):\n        visible = table.visible[seat]\n",
        ),
        (
            "no_cascade_with_optional_columns",
            "rows that a clearing completes stay where columns are optional (Q17)",
            "        clear_lines(game, seat, columns, rows)\n\n\n@kernel\ndef raw_without",
            "        clear_lines(game, seat, columns, rows)\n        return -1\n\n\n@kernel\ndef raw_without",
        ),
        (
            "optional_column_asked_twice",
            "the owner is asked again about a column just kept (8b)",
            "complete_columns(table.visible[seat]) & ~np.int64(table.kept[seat]) & ",
            "complete_columns(table.visible[seat]) & ",
        ),
        (
            "rows_forgotten_when_columns_are_chosen",
            "the choice of optional columns at the end leaves the rows out of account (8b)",
            "    if has_rows:\n        rows = complete_rows(cards, cleared)\n",
            "    if has_rows > 1:\n        rows = complete_rows(cards, cleared)\n",
        ),
    ),
    *in_file(
        "kernels/turn",
        (
            "kept_column_never_asked_again",
            "a kept column whose card changes is not asked about again (8b)",
            "    table.kept[seat] &= ~np.int64(1 << slot // 3)\n",
            "",
        ),
        (
            "keeping_is_clearing",
            "a column that the owner keeps is cleared (8b)",
            "    if action == CLEAR_LINE:\n        game",
            "    if action >= CLEAR_LINE:\n        game",
        ),
    ),
    *in_files(
        "column_under_the_replaced_card",
        "the replaced card lies on top of a cleared column (4)",
        (
            "kernels/lines",
            "from skyjo_sim.kernels.grid import clear_slots\n",
            "from skyjo_sim.kernels.grid import clear_slots\nfrom skyjo_sim.kernels.piles import discard, take\n",
        ),
        (
            "kernels/lines",
            "        clear_slots(game, seat, COLUMN << 3 * column)\n",
            "        card = take(game)\n        clear_slots(game, seat, COLUMN << 3 * column)\n"
            "        discard(game, card)\n",
        ),
    ),
    *in_file(
        "kernels/grid",
        (
            "zeros_discarded_for_a_column",
            "three zeros come to the discard pile instead of the cleared cards (4)",
            "discard(game, np.int64(secret.cards[seat, slot]))",
            "discard(game, np.int64(0))",
        ),
        (
            "markers_discarded_for_a_column",
            "the marks of cleared slots come to the discard pile instead of the cards (4)",
            "discard(game, np.int64(secret.cards[seat, slot]))",
            "discard(game, np.int64(CLEARED))",
        ),
        (
            "old_card_stays",
            "the replaced card is lost, the new one doubled (3)",
            "    thrown = card if is_flip else old\n",
            "    thrown = card\n",
        ),
        (
            "replaced_hidden_card_not_seen",
            "a hidden card that is replaced does not count as seen (3)",
            "    table.seen[(old - LOWEST_CARD) & 15] += hidden >> slot & 1\n",
            "",
        ),
    ),
)
