"""Mutants of tables played from every seat, of sampled actions, and of dealing again."""

from tests.mutant_list.mutant import BY_SELF_PLAY, CORE, Edit, Mutant, in_file

SELF_PLAY = (
    *in_file(
        "kernels/self_play",
        (
            "others_may_do_the_same",
            "a seat that is not to decide gets the mask of the one that is",
            "legal(table, rules) if table.seat == seat else np.int64(0)",
            "legal(table, rules)",
        ),
        (
            "batch_masks_of_zeros_when_it_is_over",
            "no id is allowed when the episode is over",
            "        return np.int64(ALL_LEGAL)\n",
            "        return np.int64(0)\n",
        ),
        (
            "batch_shows_seat_0",
            "the seat to decide gets the observation of seat 0",
            "seat = max(np.int64(table.seat), 0)",
            "seat = np.int64(0)",
        ),
        (
            "everybody_paid_as_seat_0",
            "every seat earns what seat 0 earns",
            "reward_of_round(game.table, seat, reward,",
            "reward_of_round(game.table, 0, reward,",
        ),
        (
            "rewards_not_cleared",
            "a decision that pays nothing leaves in the rewards what was there",
            "        rewards[position, :] = 0.0\n",
            "",
        ),
        (
            "refused_in_the_first_row_only",
            "an illegal action in a later row is carried out as far as it goes",
            "    if refused >= 0:\n",
            "    if refused == 0:\n",
        ),
        (
            "actions_of_what_is_over_refused",
            "what stands for an episode that is over must be legal",
            "table.phase < ROUND_OVER and not is_legal(",
            "not is_legal(",
        ),
        (
            "batches_of_rounds_go_on",
            "the next round is dealt in a batch of rounds",
            "    if not is_last:\n        start_next_round(",
            "    if status != GAME_ENDED:\n        start_next_round(",
        ),
        tests=BY_SELF_PLAY,
    ),
    *in_file(
        "envs/batch",
        (
            "reset_goes_on_by_one",
            "a row's next game is one that another row plays",
            "self._indices[chosen] += self.n",
            "self._indices[chosen] += 1",
        ),
        (
            "clone_is_no_copy",
            "steps change a state that was cloned before",
            "BatchState(self._games.copy(),",
            "BatchState(self._games,",
        ),
        tests=BY_SELF_PLAY,
    ),
    *in_file(
        "kernels/sampling",
        (
            "last_id_never_sampled",
            "the highest legal id is never drawn, unless it is the only one",
            "streams.below(stream, size)",
            "streams.below(stream, max(size - 1, 1))",
        ),
        (
            "ids_behind_12_shifted",
            "legal ids are counted anew in each part of 12",
            "        n -= size\n",
            "        n -= size + (size > 1)\n",
        ),
        tests=BY_SELF_PLAY,
    ),
)

_ALL_SEATS = "for seat in range(np.int64(game.table.n_players)):"
_BUT_THE_LAST = "for seat in range(np.int64(game.table.n_players) - 1):"

REDEALING = (
    Mutant(
        "last_seat_not_dealt_again",
        "the last seat keeps its hidden cards",
        (Edit(f"{CORE}/kernels/redealing.py", _ALL_SEATS, _BUT_THE_LAST, count=2),),
        BY_SELF_PLAY,
    ),
    *in_file(
        "kernels/redealing",
        (
            "pools_mixed_after_a_reshuffle",
            "hidden cards and draw pile change places though everybody knows the pile's composition",
            "first = end if table.n_reshuffles > 0 else np.int64(0)",
            "first = np.int64(0)",
        ),
        (
            "hidden_cards_dealt_among_themselves",
            "no hidden card comes into the draw pile before a reshuffle",
            "first = end if table.n_reshuffles > 0 else np.int64(0)",
            "first = end",
        ),
        (
            "pool_not_sorted",
            "what is dealt depends on the cards that really lie there",
            "    sort_cards(pile, first, end, LOWEST_CARD)\n    deal_hidden(",
            "    deal_hidden(",
        ),
        (
            "drawn_card_of_another_seat_kept",
            "a search knows the card that another seat has drawn",
            "is_drawn_unknown = table.phase == PLACE and table.seat != seat",
            "is_drawn_unknown = False",
        ),
        (
            "own_drawn_card_dealt_again",
            "the card that the viewer has drawn becomes another",
            "is_drawn_unknown = table.phase == PLACE and table.seat != seat",
            "is_drawn_unknown = table.phase == PLACE",
        ),
        (
            "luck_to_come_kept",
            "a search draws the cards that will really be drawn",
            "    sort_cards(pile, 0, n_pile, LOWEST_CARD)\n    renew_luck(game, luck)\n",
            "    sort_cards(pile, 0, n_pile, LOWEST_CARD)\n",
        ),
        (
            "last_card_never_dealt",
            "the last card of a pool always stays where it is",
            "first + streams.below(luck, end - first)",
            "first + streams.below(luck, max(end - first - 1, 1))",
        ),
        (
            "all_rows_dealt_alike",
            "every row of a batch gets the same cards",
            "streams.REDEAL, first + position, 0, 0)",
            "streams.REDEAL, first, 0, 0)",
        ),
        (
            "rows_dealt_by_thread",
            "what a row gets depends on the number of threads",
            "streams.REDEAL, first + position, 0, 0)",
            "streams.REDEAL, position, 0, 0)",
        ),
        (
            "what_is_over_dealt_again",
            "the cards of a round that is over are dealt again",
            "        if game.table.phase < ROUND_OVER:\n",
            "        if game.table.phase >= 0:\n",
        ),
        tests=BY_SELF_PLAY,
    ),
)
