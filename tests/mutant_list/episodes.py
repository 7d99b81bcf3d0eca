"""Mutants of how episodes begin and go on: seats, opponents, their luck, which game is next."""

from tests.mutant_list.mutant import BY_EPISODES, in_file

EPISODES = (
    *in_file(
        "kernels/episodes",
        (
            "random_seat_is_seat_0",
            "a learner with a random seat always sits at seat 0",
            "streams.single_word(episode.key, streams.LEARNER_SEAT, episode.index, 0) * n_players >> 32",
            "np.int64(0)",
        ),
        (
            "random_seat_the_same_in_every_episode",
            "the lot falls once for all episodes of a seed",
            "streams.LEARNER_SEAT, episode.index, 0)",
            "streams.LEARNER_SEAT, 0, 0)",
        ),
        (
            "random_seat_never_the_last",
            "no learner with a random seat sits at the last one",
            "* n_players >> 32",
            "* (n_players - 1) >> 32",
        ),
        (
            "rotating_seat_one_further",
            "a rotating learner begins at seat 1",
            "return episode.index % n_players",
            "return (episode.index + 1) % n_players",
        ),
        (
            "opponents_counter_clockwise",
            "the first opponent sits at the learner's right",
            "((seat - learner) % n_players - 1) % seating.n_agents",
            "((learner - seat) % n_players - 1) % seating.n_agents",
        ),
        (
            "opponents_counted_from_seat_0",
            "who sits where does not depend on the learner's seat",
            "((seat - learner) % n_players - 1) % seating.n_agents",
            "seat % seating.n_agents",
        ),
        (
            "opponents_share_their_luck",
            "all opponents have the same luck",
            "episode.luck[seat], episode.keys[seat]",
            "episode.luck[seat], episode.keys[0]",
        ),
        (
            "opponents_luck_the_same_in_every_round",
            "an opponent's luck begins anew in each round with the same words",
            "streams.AGENT, episode.index, table.round_index, 0)",
            "streams.AGENT, episode.index, 0, 0)",
        ),
        (
            "opponents_luck_the_same_in_every_episode",
            "an opponent's luck begins anew in each episode with the same words",
            "streams.AGENT, episode.index, table.round_index, 0)",
            "streams.AGENT, 0, table.round_index, 0)",
        ),
        (
            "opponents_luck_goes_on_over_rounds",
            "an opponent's luck in a round depends on the rounds before",
            "        start_next_round(game, rules)\n        start_round_luck(episode)\n",
            "        start_next_round(game, rules)\n",
        ),
        (
            "same_game_again",
            "every episode is the same game",
            "    episode.index += 1\n    return start_episode(",
            "    return start_episode(",
        ),
        (
            "empty_episodes_not_passed_over",
            "after an episode without a decision the same one is tried again",
            "        episode.index += 1\n    return EMPTY",
            "    return EMPTY",
        ),
        (
            "games_end_with_their_first_round",
            "an episode of games is one round",
            "is_last = status == GAME_ENDED or not task.is_games",
            "is_last = True",
        ),
        (
            "rounds_go_on_as_games",
            "an episode of rounds is a whole game",
            "is_last = status == GAME_ENDED or not task.is_games",
            "is_last = status == GAME_ENDED",
        ),
        tests=BY_EPISODES,
    ),
    *in_file(
        "envs/checks",
        (
            "all_environments_have_one_seed",
            "every environment of a batch gets the seed s instead of s + i",
            "return list(range(first, check_seed(first + n - 1) + 1))",
            "return [first] * len(range(first, check_seed(first + n - 1) + 1))",
        ),
        (
            "reset_mask_ignored",
            "a reset of some environments resets all",
            "    return mask.copy()\n",
            "    return np.ones(n, np.bool_)\n",
        ),
        tests=BY_EPISODES,
    ),
    *in_file(
        "envs/vector",
        (
            "samples_begin_again_with_every_reset",
            "a reset of some environments makes the samples repeat",
            "        if chosen.all():\n",
            "        if chosen.any():\n",
        ),
        (
            "reset_forgets_what_is_over",
            "the reset of one environment lets all be stepped that are over",
            "self._over &= ~chosen",
            "self._over[:] = False",
        ),
        tests=BY_EPISODES,
    ),
)
