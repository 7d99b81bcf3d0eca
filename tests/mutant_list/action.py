"""Mutants of Skyjo Action: action cards and their locks, Defence, extra turns, stars, lines, the end of the round."""

from tests.mutant_list.mutant import BY_ACTION, Mutant, in_file

_FOLDER = "kernels/action"


def _in(file: str, *changes: tuple[str, str, str, str]) -> tuple[Mutant, ...]:
    return in_file(f"{_FOLDER}/{file}", *changes, tests=BY_ACTION)


CARDS = (
    *_in(
        "hands",
        (
            "a_defence_blocks_for_ever",
            "a Defence that has blocked stays (9.4)",
            "    give_up(table, seat, np.int64(DEFENSE), np.int64(0))\n",
            "",
        ),
        (
            "all_defences_are_spent",
            "one attack costs every Defence of its target (9.4)",
            "    give_up(table, seat, np.int64(DEFENSE), np.int64(0))\n    throw_action(table, np.int64(DEFENSE))\n",
            "    while table.held[seat, DEFENSE] > 0:\n        give_up(table, seat, np.int64(DEFENSE), np.int64(0))\n"
            "        throw_action(table, np.int64(DEFENSE))\n",
        ),
        (
            "a_card_is_playable_in_its_turn",
            "a card can be played in the turn in which it was taken (9.3)",
            "    locks = np.int64(table.locked[seat, kind]) + np.int64(table.stolen[seat, kind])\n",
            "    locks = np.int64(table.stolen[seat, kind])\n",
        ),
        (
            "a_stolen_card_is_free_in_the_extra_turn",
            "the thief's own turn unlocks what was stolen (9.5)",
            "        if other != seat:\n            for kind in range(N_KINDS):\n",
            "        if True:\n            for kind in range(N_KINDS):\n",
        ),
        (
            "locks_stay",
            "what was taken is never unlocked (9.8)",
            "        table.locked[seat, kind] = 0\n",
            "        pass\n",
        ),
    ),
    *_in(
        "piles",
        (
            "the_market_is_not_refilled",
            "a gap of the market stays (9.3)",
            "    following = draw_action(game, rules)\n",
            "    following = np.int64(NO_KIND)\n",
        ),
        (
            "action_cards_run_out",
            "the discarded action cards are not shuffled again (Q30)",
            "    return table.n_action_pile > 0 or (table.n_action_discard > 0 and not rules.no_action_reshuffle)\n",
            "    return table.n_action_pile > 0\n",
        ),
        (
            "the_market_is_refilled_at_its_end",
            "the new card of the market lies last, not in the gap",
            "        table.market[place] = following\n",
            "        for position in range(place, np.int64(table.n_market) - 1):\n"
            "            table.market[position] = table.market[position + 1]\n"
            "        table.market[table.n_market - 1] = following\n",
        ),
    ),
    *_in(
        "legal",
        (
            "action_cards_in_the_last_turns",
            "action cards can be played in the last turns (9.9)",
            "        if table.ender < 0 and table.n_held[seat] > 0:\n",
            "        if table.n_held[seat] > 0:\n",
        ),
        (
            "no_turn_without_a_hidden_card",
            "who has no hidden card must swap a drawn card (Q34)",
            "own == 0 or (hidden == 0 and not rules.must_swap)",
            "own == 0",
        ),
        (
            "a_right_takes_from_the_pile_in_spite_of_the_rule",
            "with market only, a star's right takes from the pile (8)",
            "        if rules.star_market_only:\n",
            "        if False:\n",
        ),
        (
            "a_card_is_swapped_with_itself",
            "Swap own cards may choose one card twice (9.5)",
            "    if table.card == SWAP_OWN and table.n_chosen == 1:\n",
            "    if False:\n",
        ),
    ),
    *_in(
        "conditions",
        (
            "reactivation_of_a_dead_card",
            "a Reactivation may choose a card without a legal effect (9.5)",
            "    others = kinds & effects\n",
            "    others = kinds\n",
        ),
        (
            "own_cards_can_be_stolen",
            "Steal can be played when only oneself holds action cards (9.5)",
            "    return n > table.n_held[seat]\n",
            "    return n > 0\n",
        ),
    ),
)
EFFECTS = (
    *_in(
        "effects",
        (
            "one_extra_turn_for_double_turn",
            "Double turn gives one turn (9.5)",
            "        table.pending_turns += 2\n",
            "        table.pending_turns += 1\n",
        ),
        (
            "no_extra_turn_for_defence",
            "a Defence that is played gives no turn (9.5)",
            "    if kind == DEFENSE:\n        table.pending_turns += 1\n",
            "    if kind == DEFENSE:\n",
        ),
        (
            "a_blocked_steal_gives_the_turn",
            "a Steal that was blocked gives the extra turn (Q26)",
            "            table.pending_turns += rules.steal_blocked_extra\n",
            "            table.pending_turns += 1\n",
        ),
        (
            "a_stolen_card_is_playable_at_once",
            "a stolen card is not locked (Q25)",
            "    table.stolen[seat, kind] += 1 - rules.steal_at_once\n",
            "",
        ),
        (
            "a_blocked_swap_moves_cards",
            "a swap happens though its target is protected (Q26)",
            "            is_any = True\n",
            "            is_any = False\n",
        ),
        (
            "ones_own_defence_reacts",
            "a Defence reacts to its owner's own swap (9.4)",
            "        if other != seat and is_blocked(table, other, seat, np.int64(SWAP_PLAYERS)):\n",
            "        if is_blocked(table, other, seat, np.int64(SWAP_PLAYERS)):\n",
        ),
        (
            "reveal_shows_the_grid",
            "Reveal shows all hidden cards of the grid, not of the line (9.5)",
            "np.int64(table.hidden[owner]) & slots_of(line)",
            "np.int64(table.hidden[owner]) | 0 * slots_of(line)",
        ),
        (
            "a_reactivated_card_is_gone",
            "a reactivated card does not come back to the discards (9.5)",
            "        throw_action(table, np.int64(table.in_play[last]))\n",
            "        if last == 0:\n            throw_action(table, np.int64(table.in_play[last]))\n",
        ),
    ),
    *_in(
        "choices",
        (
            "choices_survive_the_effect",
            "chosen slots are still noted in the next swap",
            "    table.n_chosen = 0\n    for place in range(2):\n",
            "    for place in range(2):\n",
        ),
    ),
    *_in(
        "swaps",
        (
            "a_moved_star_gives_a_right",
            "a star that was visible gives a right when it is moved (9.6)",
            "seat_a == seat and hidden_b and first_up",
            "seat_a == seat and first_up",
        ),
        (
            "a_star_in_anothers_grid_gives_a_right",
            "a star that is turned up in an opponent's grid gives a right (9.6)",
            "seat_b == seat and hidden_a and second_up",
            "hidden_a and second_up",
        ),
        (
            "faces_are_mixed_up",
            "the first answer about faces is meant for the second card (9.5)",
            "table.first_face == FACE_UP, action == FACE_UP)",
            "action == FACE_UP, table.first_face == FACE_UP)",
        ),
        (
            "cards_keep_the_others_face",
            "without a choice the places keep their faces, not the cards (8)",
            "    return exchange(game, rules, seat, first_up, second_up)\n",
            "    return exchange(game, rules, seat, second_up, first_up)\n",
        ),
    ),
    *_in(
        "meteor",
        (
            "a_meteor_card_lies_on_top",
            "the cards that are hit lie on top of the discards (9.5)",
            "from skyjo_sim.kernels.action.piles import discard_at_bottom\n",
            "from skyjo_sim.kernels.piles import discard as discard_at_bottom\n",
        ),
        (
            "a_meteor_spares_its_player",
            "Meteor shower hits opponents only (Q24)",
            "(other == seat and rules.meteor_opponents)",
            "other == seat",
        ),
        (
            "a_meteor_ends_at_a_defence",
            "a Defence protects from a meteor whom it does not belong to (9.4)",
            "            table.targets[other] = UNNAMED\n",
            "            table.targets[other] = UNNAMED\n        else:\n            break\n",
        ),
    ),
    *_in(
        "draw_three",
        (
            "the_replaced_card_lies_under",
            "the card replaced by Draw three is laid at the bottom (Q33)",
            "    discard(game, old)\n    return True\n",
            "    top = np.int64(game.secret.discard[game.table.n_discard - 1])\n"
            "    game.secret.discard[game.table.n_discard - 1] = old\n    game.table.n_discard -= 1\n"
            "    discard(game, old)\n    discard(game, top)\n    return True\n",
        ),
        (
            "nothing_is_turned_after_keeping_none",
            "who keeps none of three turns no card (9.5)",
            "    if table.kept_of_three >= 0 or table.hidden[seat] == 0:\n",
            "    if True:\n",
        ),
    ),
)
STARS = (
    *_in(
        "stars",
        (
            "a_declined_right_comes_back",
            "one star's right is declined, the others' not (protocol of decisions)",
            "        table.star_rights = 0\n        return\n",
            "        table.star_rights -= 1\n        return\n",
        ),
        (
            "a_right_survives_the_turn",
            "a right that could not be used is kept for later (9.6)",
            "    table.star_rights = 0\n    table.choice = NO_CHOICE\n",
            "    table.choice = NO_CHOICE\n",
        ),
        (
            "a_card_for_a_star_is_free",
            "a card taken for a star is not locked (9.6)",
            "np.int64(table.setup_left == 0)",
            "np.int64(0)",
        ),
    ),
    *_in(
        "lines",
        (
            "lines_of_two",
            "two cards are a line (9.7)",
            "N_COLUMNS - MIN_LINE\n",
            "N_COLUMNS - MIN_LINE + 1\n",
        ),
        (
            "hidden_cards_in_a_line",
            "a row is complete though a card of it is hidden (9.7)",
            "        is_open = hidden & ROW << row == 0 and count",
            "        is_open = count",
        ),
        (
            "a_star_takes_two_values",
            "a star counts as two numbers in a row and a column (9.7)",
            "    return values != 0\n",
            "    return True\n",
        ),
        (
            "a_star_copies_from_afar",
            "stars alone in a line can be any number (Q38)",
            "        values &= numbers_in(cards, crossing & shown_numbers)\n",
            "        values &= numbers_in(cards, crossing & shown_numbers) | 1\n",
        ),
        (
            "a_star_scores_in_two_lines",
            "a star counts in a row and in a column (9.10)",
            "    return max(rows, columns)\n",
            "    return rows + columns\n",
        ),
        (
            "a_star_is_worth_13",
            "a star counts as the number behind the 12 (9.6)",
            "        if not cleared >> slot & 1 and cards[slot] != STAR:\n",
            "        if not cleared >> slot & 1:\n",
        ),
        (
            "star_lines_must_go",
            "a line that a star completes has to go (9.7)",
            "            if has_star(cleared, stars, line):\n                may |= bit\n",
            "            if has_star(cleared, stars, line):\n                must |= bit\n",
        ),
    ),
    *_in(
        "clearing",
        (
            "crossing_lines_one_after_the_other",
            "a row goes only if it is complete without the column (Q18)",
            "        gone = must | np.int64(table.lines_chosen)\n",
            "        gone = must | np.int64(table.lines_chosen)\n"
            "        gone &= COLUMN_LINES if gone & COLUMN_LINES else ALL_LINES\n",
        ),
        (
            "a_clearing_has_one_pass",
            "what a clearing completes stays (Q17)",
            "        if not gone:\n            return False\n",
            "        return False\n",
        ),
        (
            "the_star_lies_on_top",
            "the numbers of a line are discarded before its stars (Q19)",
            "    elif is_star_last:\n",
            "    elif not is_star_last:\n",
        ),
    ),
)
ENDS = (
    *_in(
        "turn",
        (
            "only_ones_own_cards_end_the_round",
            "turning up another's last hidden card does not end the round (9.9)",
            "        is_open |= table.hidden[other] == 0\n",
            "        is_open |= other == seat and table.hidden[other] == 0\n",
        ),
        (
            "extra_turns_survive_the_end",
            "the ender still has its extra turns (Q35)",
            "        table.pending_turns = 0\n        table.last_turns_left",
            "        table.last_turns_left",
        ),
        (
            "an_extra_turn_costs_nothing",
            "an extra turn is not counted off (9.8)",
            "        table.pending_turns -= 1\n",
            "",
        ),
        (
            "a_discarded_star_gives_a_right",
            "a star that is thrown away gives a right (9.6)",
            "        discard(game, card)\n        if action != PASS:\n",
            "        discard(game, card)\n        note_star(table, card, rules.star_from_draw)\n"
            "        if action != PASS:\n",
        ),
        (
            "a_taken_star_gives_no_right",
            "a star from the discard pile gives no right (9.6)",
            "        note_star(table, card, rules.star_from_discard)\n",
            "        note_star(table, card, 0)\n",
        ),
    ),
    *_in(
        "scoring",
        (
            "unused_cards_cost_nothing",
            "an action card that was not played costs nothing (9.10)",
            " + rules.unused_penalty * held - bonus\n",
            " - bonus\n",
        ),
    ),
    *_in(
        "final",
        (
            "stars_stand_still_at_the_end",
            "stars complete no line at the final reveal (Q37)",
            "    chosen = may\n",
            "    chosen = may & 0\n",
        ),
        (
            "lines_of_stars_must_go_at_the_end",
            "at the final reveal every line with stars goes, whatever it costs (9.7)",
            "            if rank < best_rank:\n",
            "            if rank != best_rank:\n",
        ),
    ),
)
KNOWLEDGE = (
    *_in(
        "grid",
        (
            "a_hidden_card_is_forgotten",
            "a card laid face down before everybody's eyes is known to nobody (9.12)",
            "viewers if was_hidden else np.int64(EVERYBODY))",
            "viewers if was_hidden else np.int64(0))",
        ),
        (
            "a_card_is_seen_twice",
            "a card that was shown before counts as seen again when it is turned up",
            " += 1 - (np.int64(table.public[seat]) >> slot & 1)\n",
            " += 1\n",
        ),
    ),
    *_in(
        "knowledge",
        (
            "a_peek_is_for_everybody",
            "what one player has seen by Reveal is shown to all (9.12)",
            "        knows = np.int64(table.knows[viewer, owner])\n",
            "        knows = np.int64(0)\n        for other in range(np.int64(table.n_players)):\n"
            "            knows |= np.int64(table.knows[other, owner])\n",
        ),
        (
            "a_turned_card_stays_known",
            "a card that has left its place is still marked as known",
            "    table.public[seat] &= others\n",
            "",
        ),
    ),
)
