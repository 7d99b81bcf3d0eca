"""Mutants of what a seat sees, in both forms."""

from tests.mutant_list.mutant import BY_VIEWS, in_file, in_files

VIEWS = (
    *in_file(
        "kernels/flat",
        (
            "drawn_card_shown_to_all",
            "every seat sees the card that one has drawn",
            "np.int64(table.drawn) if table.seat == seat else np.int64(NO_CARD)",
            "np.int64(table.drawn)",
        ),
        (
            "drawn_card_counted_as_unseen",
            "the card that the viewer has drawn counts among the unseen",
            "is_held = table.n_reshuffles == 0 and card != NO_CARD",
            "is_held = False",
        ),
        (
            "drawn_card_counted_as_seen_twice",
            "a card drawn after a reshuffle, which was seen before, is taken off the unseen again",
            "is_held = table.n_reshuffles == 0 and card != NO_CARD",
            "is_held = card != NO_CARD",
        ),
        (
            "drawn_card_counted_as_unseen_in_planes",
            "the card that the viewer has drawn counts among the unseen of the structured form",
            "is_held = table.n_reshuffles == 0 and card == position + LOWEST_CARD",
            "is_held = 0",
        ),
        (
            "draw_chances_ignore_the_reshuffle",
            "after a reshuffle the next card seems to come from all unseen cards",
            "    if table.n_reshuffles != 0:\n        write_pool_chances(",
            "    if table.n_reshuffles < 0:\n        write_pool_chances(",
        ),
        (
            "pile_cards_ignore_the_reshuffle",
            "the same, and in the structured form",
            "    if table.n_reshuffles == 0:\n        return n_unseen",
            "    if table.n_reshuffles >= 0:\n        return n_unseen",
        ),
        (
            "drawn_card_still_in_the_pile",
            "after a reshuffle the card that the viewer has drawn may come again",
            "np.int64(table.pool[position]) - np.int64(card == position + LOWEST_CARD)",
            "np.int64(table.pool[position])",
        ),
        (
            "seats_in_table_order",
            "the grids begin with that of seat 0 instead of the viewer's",
            "    viewed = np.int64(seat)\n",
            "    viewed = np.int64(0)\n",
        ),
        (
            "seats_counter_clockwise",
            "the grids follow each other counter-clockwise",
            "viewed = viewed + 1 if viewed + 1 < n_players else np.int64(0)",
            "viewed = viewed - 1 if viewed > 0 else n_players - 1",
        ),
        (
            "chosen_slots_shown_to_others",
            "every seat sees what one chooses in the opening",
            "table.phase == OPENING and table.seat == seat and table.chosen != 0",
            "table.phase == OPENING and table.chosen != 0",
        ),
        (
            "matches_of_the_top_after_a_draw",
            "the matches are those of the top discard though a card was drawn",
            "offer = card if table.phase == PLACE and card != NO_CARD else np.int64(table.discard_top)",
            "offer = np.int64(table.discard_top)",
        ),
        (
            "slot_matches_itself",
            "the slot itself counts among the other cards of its column",
            "out[MATCHES + slot] = np.float32(0.5) * (np.float32(second) + np.float32(third))",
            "out[MATCHES + slot] = np.float32(0.5) * (np.float32(first) + np.float32(third))",
        ),
        (
            "hidden_cards_cost_nothing",
            "the expected points leave hidden cards out",
            "(np.float32(points) + np.float32(n_hidden) * mean)",
            "(np.float32(points) + np.float32(n_hidden) * 0 * mean)",
        ),
        (
            "everybody_is_the_ender",
            "in the last turns every seat is marked as the ender",
            "np.float32(table.ender == seat)",
            "np.float32(table.ender >= 0)",
        ),
        tests=BY_VIEWS,
    ),
    *in_files(
        "cleared_without_a_mark",
        "a cleared slot looks like a visible 0",
        ("kernels/lanes", "np.float32(card == CLEARED)", "np.float32(0)"),
        ("kernels/lanes", "builder.sitofp(is_cleared, _FLOATS)", "_constant(_FLOATS, 0.0)"),
        tests=BY_VIEWS,
    ),
    *in_file(
        "kernels/planes",
        (
            "cleared_is_hidden_in_planes",
            "a cleared slot looks like a hidden one",
            "np.int64(IS_HIDDEN if card == HIDDEN else IS_CLEARED)",
            "np.int64(IS_HIDDEN)",
        ),
        (
            "planes_row_by_row",
            "slots are read row by row instead of column by column",
            "row[N_ROWS * column + line]",
            "row[N_COLUMNS * line + column]",
        ),
        (
            "grids_counter_clockwise_in_planes",
            "the grids follow each other counter-clockwise",
            "table.visible[(seat + turned) % n_players]",
            "table.visible[(seat - turned) % n_players]",
        ),
        (
            "totals_in_table_order",
            "the totals begin with that of seat 0 while the grids begin with the viewer's",
            "table.totals[(seat + turned) % n_players]",
            "table.totals[turned]",
        ),
        (
            "ender_in_table_order",
            "the ender is counted from seat 0 instead of from the viewer",
            "(np.int64(table.ender) - seat) % n_players",
            "np.int64(table.ender)",
        ),
        (
            "chosen_slots_shown_to_others_in_planes",
            "every seat sees what one chooses in the opening",
            "is_choosing = table.phase == OPENING and table.seat == seat",
            "is_choosing = table.phase == OPENING",
        ),
        tests=BY_VIEWS,
    ),
)
