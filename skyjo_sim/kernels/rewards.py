"""What a learner earns when a round or a game has been scored."""

import numpy as np

from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.cards import COPIES, LOWEST_CARD, N_VALUES
from skyjo_sim.kernels.compiler import inner, kernel
from skyjo_sim.kernels.scoring import leaders, lowest_other, points_shown

SCORE_DIFFERENCE = 0
NEGATIVE_SCORE = 1
WIN = 2
RANK = 3


@kernel
def reward_of_points(points, n_players, seat, reward):
    """Return the reward of `seat` for points by seat: of a round, or for WIN and RANK of a game, its totals."""
    own = np.int64(points[seat])
    if reward == SCORE_DIFFERENCE:
        return np.float64(lowest_other(points, n_players, seat) - own)
    if reward == NEGATIVE_SCORE:
        return np.float64(-own)
    if reward == WIN:
        winners = leaders(points, n_players)
        return 1.0 / count(winners) if winners >> seat & 1 else 0.0
    better = 0.0
    for other in range(n_players):
        if other != seat:
            better += 1.0 if points[other] > own else 0.5 if points[other] == own else 0.0
    return better / (n_players - 1)


@kernel
def reward_of_round(table, seat, reward, is_games, is_last):
    """Return what a scored round pays: points after every round, win and rank after the last of the episode."""
    n_players = np.int64(table.n_players)
    if reward in (SCORE_DIFFERENCE, NEGATIVE_SCORE):
        return reward_of_points(table.score, n_players, seat, reward)
    if not is_last:
        return 0.0
    return reward_of_points(table.totals if is_games else table.score, n_players, seat, reward)


@inner
def mean_unseen(table):
    """Return the mean of the cards nobody has seen: what a hidden card is expected to cost."""
    n_cards, points = 0, 0
    for position in range(N_VALUES):
        n = np.int64(COPIES[position]) - np.int64(table.seen[position])
        n_cards += n
        points += n * (position + LOWEST_CARD)
    return points / max(n_cards, 1)


@kernel
def potential(table, seat):
    """Return by how many points the best other seat is expected to be behind `seat`, were the round counted now.

    A hidden card counts the mean of the unseen. A potential for shaping (Ng, Harada and Russell, 1999).
    """
    mean = mean_unseen(table)
    own, fewest = 0.0, 1e9
    for other in range(np.int64(table.n_players)):
        expected = points_shown(table, other) + mean * count(np.int64(table.hidden[other]))
        if other == seat:
            own = expected
        else:
            fewest = min(fewest, expected)
    return fewest - own
