"""Mutants of an environment's step: endings, masks, the three ways to go on after the end."""

from tests.mutant_list.mutant import BY_EPISODES, in_file

STEPS = (
    *in_file(
        "kernels/episode_steps",
        (
            "truncated_and_terminated_swapped",
            "episodes that are played to the end are truncated, those that are stopped terminated",
            "outcome.truncated = is_truncated and not outcome.is_illegal",
            "outcome.truncated = not is_truncated and not outcome.is_illegal",
        ),
        (
            "illegal_action_truncates",
            "an illegal action truncates the episode",
            "outcome.truncated = is_truncated and not outcome.is_illegal",
            "outcome.truncated = is_truncated or outcome.is_illegal",
        ),
        (
            "games_truncated_with_their_last_round",
            "a game whose last round was abandoned is truncated",
            "table.is_game_abandoned if task.is_games else table.is_abandoned",
            "table.is_abandoned",
        ),
        (
            "mask_of_zeros_when_it_is_over",
            "no id is allowed when the episode is over",
            "np.int64(ALL_LEGAL) if episode.is_over else legal(table, rules)",
            "legal(table, rules)",
        ),
        (
            "learner_shown_a_hidden_card",
            "a number of the observation depends on a card that lies face down",
            "    write_view(table, np.int64(episode.learner), ids, position, view)\n",
            "    write_view(table, np.int64(episode.learner), ids, position, view)\n"
            "    if view[0].shape[1] > 0 and np.int64(episode.game.secret.cards[episode.learner, 0]) > 6:\n"
            "        view[0][position, 13] = 1.0\n",
        ),
        (
            "seat_0_shown",
            "the learner gets the observation of seat 0",
            "write_view(table, np.int64(episode.learner), ids,",
            "write_view(table, np.int64(0), ids,",
        ),
        (
            "scores_in_table_order",
            "the last scores begin with that of seat 0 instead of the learner's",
            "0 if outcome.is_illegal else table.score[seat]",
            "0 if outcome.is_illegal else table.score[turned]",
        ),
        (
            "totals_told_in_table_order",
            "the last totals begin with that of seat 0 instead of the learner's",
            "outcome.totals[turned] = table.totals[seat]",
            "outcome.totals[turned] = table.totals[turned]",
        ),
        (
            "ender_told_in_table_order",
            "the ender is counted from seat 0 instead of from the learner",
            "(table.ender - learner) % n_players if",
            "table.ender if",
        ),
        (
            "old_scores_told_after_an_illegal_action",
            "after an illegal action the scores are those of an earlier round",
            "0 if outcome.is_illegal else table.score[seat]",
            "table.score[seat]",
        ),
        (
            "one_round_too_few_told",
            "an episode's rounds are counted from 0",
            "outcome.rounds = table.round_index + 1",
            "outcome.rounds = table.round_index",
        ),
        (
            "illegal_mark_stays",
            "all later endings are called illegal, too",
            "outcome.is_illegal, outcome.terminated, outcome.truncated = False, False, False",
            "outcome.terminated, outcome.truncated = False, False",
        ),
        (
            "ignored_action_carried_out",
            "under NEXT_STEP the step that begins an episode carries out its action",
            "        return start_following(episode, setup.rules, setup.seating, setup.task)\n",
            "        status = start_following(episode, setup.rules, setup.seating, setup.task)\n"
            "        if status != PLAYING:\n            return status\n"
            "        return take_step(episode, setup.rules, setup.seating, setup.task, action, outcome)\n",
        ),
        (
            "last_observation_returned_as_first",
            "under SAME_STEP a step that ends an episode returns its last observation",
            "                status = start_following(episode, setup.rules, setup.seating, setup.task)\n"
            "        if status != PLAYING:\n",
            "                show(episode, setup.rules, position, view)\n"
            "                status = start_following(episode, setup.rules, setup.seating, setup.task)\n"
            "                if status == PLAYING:\n                    continue\n"
            "        if status != PLAYING:\n",
        ),
        (
            "first_observation_returned_as_final",
            "under SAME_STEP final_obs is the first observation of the next episode",
            "                show(episode, setup.rules, position, last_view)\n"
            "                status = start_following(episode, setup.rules, setup.seating, setup.task)\n",
            "                status = start_following(episode, setup.rules, setup.seating, setup.task)\n"
            "                show(episode, setup.rules, position, last_view)\n",
        ),
        (
            "ignored_action_refused",
            "under NEXT_STEP an action that is ignored is refused for being illegal",
            "not episode.is_over and not is_legal(",
            "not is_legal(",
        ),
        (
            "nothing_sampled_where_it_is_over",
            "no action is sampled for an environment that is over",
            "every if episode.is_over else legal(episode.game.table, rules)",
            "legal(episode.game.table, rules)",
        ),
        tests=BY_EPISODES,
    ),
    *in_file(
        "envs/endings",
        (
            "final_observations_in_wrong_rows",
            "several final observations are in one another's rows",
            "for row, observation in zip(rows, observations, strict=True)",
            "for row, observation in zip(rows[::-1], observations, strict=True)",
        ),
        (
            "everybody_acted_illegally",
            "with one refused action every ending has a text",
            'refused = outcomes["is_illegal"] & ended',
            'refused = ended if outcomes["is_illegal"].any() else outcomes["is_illegal"]',
        ),
        tests=BY_EPISODES,
    ),
)
