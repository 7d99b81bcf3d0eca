"""Mutants of what learners earn."""

from tests.mutant_list.mutant import BY_EPISODES, in_file

REWARDS = (
    *in_file(
        "kernels/rewards",
        (
            "difference_to_the_mean",
            "the difference is that to the mean of the others instead of to the best",
            "np.float64(lowest_other(points, n_players, seat) - own)",
            "(np.sum(points[:n_players]) - own) / (n_players - 1) - own",
        ),
        (
            "low_scores_punished",
            "the negative score is the score",
            "return np.float64(-own)",
            "return np.float64(own)",
        ),
        (
            "shared_win_paid_in_full",
            "each of several winners earns a whole win",
            "1.0 / count(winners) if",
            "1.0 if",
        ),
        (
            "rank_ties_count_fully",
            "who is level counts as beaten",
            "0.5 if points[other] == own",
            "1.0 if points[other] == own",
        ),
        (
            "win_paid_every_round",
            "in games win and rank are paid after every round",
            "    if not is_last:\n        return 0.0\n",
            "",
        ),
        (
            "games_won_by_the_last_round",
            "who wins a game is decided by the points of its last round",
            "table.totals if is_games else table.score",
            "table.score",
        ),
        (
            "points_paid_again_every_round",
            "in games a round's points are paid again with every later round",
            "return reward_of_points(table.score, n_players, seat, reward)",
            "return reward_of_points(table.totals if is_games else table.score, n_players, seat, reward)",
        ),
        (
            "potential_of_the_last_seat",
            "the potential compares with the last other seat instead of the best",
            "fewest = min(fewest, expected)",
            "fewest = expected",
        ),
        (
            "potential_of_the_whole_deck",
            "a hidden card is expected to cost the mean of all cards",
            "np.int64(COPIES[position]) - np.int64(table.seen[position])",
            "np.int64(COPIES[position])",
        ),
        tests=BY_EPISODES,
    ),
    *in_file(
        "kernels/episodes",
        (
            "potential_not_taken_back",
            "shaping is not taken back when a round has been scored",
            "            episode.earned -= task.shaping * episode.potential\n",
            "",
        ),
        (
            "potential_kept_over_rounds",
            "the first potential of a round is compared with the last one of the round before",
            "            episode.potential = 0.0\n        if is_last",
            "        if is_last",
        ),
        (
            "potential_kept_over_resets",
            "the first potential of an episode is compared with the last one of an episode that was given up",
            "    episode.potential = 0.0\n    episode.is_over",
            "    episode.is_over",
        ),
        (
            "earnings_kept_over_resets",
            "what was earned before the first step of an episode that was given up is paid in the next",
            "    episode.earned = 0.0\n    episode.potential = 0.0\n    episode.is_over",
            "    episode.potential = 0.0\n    episode.is_over",
        ),
        (
            "skipped_rounds_not_paid",
            "rounds in which the learner decides nothing pay nothing",
            "        start_next_round(game, rules)\n",
            "        episode.earned = 0.0\n        start_next_round(game, rules)\n",
        ),
        tests=BY_EPISODES,
    ),
    *in_file(
        "kernels/episode_steps",
        (
            "potential_not_taken_back_on_an_illegal_action",
            "an illegal action leaves the learner what shaping has paid",
            "task.illegal_reward - task.shaping * episode.potential",
            "task.illegal_reward",
        ),
        (
            "illegal_action_earns_nothing",
            "an illegal action is not penalised",
            "task.illegal_reward - task.shaping * episode.potential",
            "-task.shaping * episode.potential",
        ),
        (
            "earnings_paid_twice",
            "a step pays what the steps before it have paid, too",
            "    outcome.reward = episode.earned\n    episode.earned = 0.0\n",
            "    outcome.reward = episode.earned\n",
        ),
        (
            "first_potential_paid_at_once",
            "under NEXT_STEP the step that begins an episode pays the first potential",
            "        outcome.reward = 0.0\n        return start_following(episode, setup.rules, setup.seating, setup.task)\n",
            "        status = start_following(episode, setup.rules, setup.seating, setup.task)\n"
            "        outcome.reward = episode.earned\n        episode.earned = 0.0\n        return status\n",
        ),
        tests=BY_EPISODES,
    ),
)
