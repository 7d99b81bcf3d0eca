"""Mutants of what a simulation measures."""

from tests.mutant_list.mutant import BY_MEASURES, in_file, in_files

MEASURES = (
    *in_file(
        "kernels/sums",
        (
            "win_share_not_split",
            "each of several winners counts as the only one",
            "share = WIN // max(count(winners), 1)",
            "share = WIN",
        ),
        (
            "win_share_not_split_in_rows",
            "rows give each of several winners a whole win",
            "(winners >> seat & 1) / max(count(winners), 1)",
            "(winners >> seat & 1) / 1",
        ),
        (
            "round_wins_not_split",
            "each of several round winners counts as the only one",
            "share = WIN // count(best)",
            "share = WIN",
        ),
        (
            "moment_xx_wrong",
            "the sum of squares is a plain sum",
            "moments[2, measure] += x * x",
            "moments[2, measure] += x",
        ),
        (
            "seats_counted_as_units",
            "an agent in several seats counts as several units",
            "        for measure in range(WINS):\n            denominators[measure] += measure != DOUBLED\n",
            "        for measure in range(WINS):\n            denominators[measure] = measure != DOUBLED\n",
        ),
        tests=BY_MEASURES,
    ),
    *in_files(
        "doubled_per_round",
        "doubled is counted per round instead of per round ended",
        ("kernels/sums", "denominators[measure] += measure != DOUBLED", "denominators[measure] += 1"),
        ("kernels/sums", "    unit[agent, 1, DOUBLED] += 1\n", ""),
        tests=BY_MEASURES,
    ),
    *in_file(
        "simulation/measures",
        (
            "interval_half_as_wide",
            "the interval of a mean is half as wide",
            "half = _quantile(n_units) * error",
            "half = _quantile(n_units) * error / 2",
        ),
        (
            "share_s_interval_half_as_wide",
            "Wilson's interval is half as wide",
            "z = _quantile(n_units) if",
            "z = _quantile(n_units) / 2 if",
        ),
        ("one_unit_too_many", "the variance is divided by n instead of n - 1", "* n_units / (n_units - 1)", ""),
        tests=BY_MEASURES,
    ),
    *in_file(
        "kernels/loop",
        (
            "abandoned_rounds_without_rows",
            "rounds that were abandoned are dropped from the rows",
            "        if rows.size > 0:\n",
            "        if rows.size > 0 and not game.table.is_abandoned:\n",
        ),
        tests=BY_MEASURES,
    ),
    *in_file(
        "kernels/turn",
        (
            "lead_without_hidden_cards",
            "hidden cards do not count in the ender's lead",
            "+ HIDDEN_POINTS * count(np.int64(table.hidden[seat]))",
            "",
        ),
    ),
)
