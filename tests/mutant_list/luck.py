"""Mutants of the piles and of the streams of luck."""

from tests.mutant_list.mutant import BY_RUNS, in_file

PILES = in_file(
    "kernels/piles",
    ("reshuffle_loses_the_top", "a reshuffle loses the top discard (Q31)", "    discard(game, top)\n", ""),
    (
        "reshuffle_includes_the_top",
        "a reshuffle puts the top discard into the pile too (Q31)",
        "n_back = np.int64(table.n_discard) - (1 - rules.take_all)",
        "n_back = np.int64(table.n_discard)",
    ),
    (
        "reshuffle_keeps_the_order",
        "the discards become the pile unshuffled (3)",
        "    secret.is_ordered = is_given\n",
        "    secret.is_ordered = 1\n",
    ),
    (
        "every_reshuffle_alike",
        "all reshuffles of a round have the same luck",
        "secret.game, table.round_index, table.n_reshuffles)",
        "secret.game, table.round_index, 0)",
    ),
    (
        "deck_not_shuffled",
        "the deck comes in its order (2)",
        "    secret.is_ordered = 0\n",
        "    secret.is_ordered = 1\n",
    ),
    (
        "drawn_card_counted_twice",
        "a card from the draw pile counts as seen twice (3)",
        "        table.seen[(card - LOWEST_CARD) & 15] += 1\n",
        "        table.seen[(card - LOWEST_CARD) & 15] += 2\n",
    ),
    (
        "pool_not_reduced",
        "a drawn card stays in the public composition of the pile (8b)",
        "        table.pool[(card - LOWEST_CARD) & 15] -= 1\n",
        "        table.pool[(card - LOWEST_CARD) & 15] -= 0\n",
    ),
)

LUCK = (
    *in_file(
        "kernels/opening",
        (
            "same_luck_in_every_round",
            "all rounds of a game have the same deck",
            "streams.DEAL, secret.game, table.round_index, 0)",
            "streams.DEAL, secret.game, 0, 0)",
        ),
        (
            "same_luck_in_every_game",
            "all games have the same decks",
            "streams.DEAL, secret.game, table.round_index, 0)",
            "streams.DEAL, 0, table.round_index, 0)",
        ),
    ),
    *in_file(
        "kernels/loop",
        (
            "agents_know_the_deal_s_luck",
            "an agent's stream is that of the deal",
            "seating.keys[seat], streams.AGENT,",
            "secret.key, streams.DEAL,",
        ),
        (
            "agents_share_their_luck",
            "all seats' agents have the same luck",
            "seating.keys[seat], streams.AGENT,",
            "seating.keys[0], streams.AGENT,",
        ),
        (
            "agents_luck_goes_on_over_rounds",
            "an agent's luck in a round depends on the rounds before",
            "    for seat in range(np.int64(table.n_players)):\n        streams.start(",
            "    for seat in range(np.int64(table.n_players) if table.round_index == 0 else 0):\n"
            "        streams.start(",
        ),
        (
            "agents_luck_the_same_in_every_round",
            "an agent's luck begins anew in each round with the same words",
            "streams.AGENT, secret.game, table.round_index, 0)",
            "streams.AGENT, secret.game, 0, 0)",
        ),
        (
            "seats_not_rotated",
            "agents stay in their seats",
            "shift = index % n_players if seating.is_rotating else 0",
            "shift = 0",
        ),
        tests=BY_RUNS,
    ),
)
