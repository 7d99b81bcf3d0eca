"""What a position of Skyjo Action promises: the potential for shaping (`skyjo_sim.kernels.rewards`)."""

import numpy as np

from skyjo_sim.kernels.action.cards import N_FACES, STAR
from skyjo_sim.kernels.action.lines import bonus_of_stars
from skyjo_sim.kernels.action.scoring import points_shown
from skyjo_sim.kernels.action.unseen import write_unseen
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.cards import LOWEST_CARD
from skyjo_sim.kernels.compiler import inner, kernel


@inner
def mean_of(counts):
    """Return the mean of cards given by their numbers; a star counts 0."""
    n_cards, points = np.float64(0), np.float64(0)
    for face in range(N_FACES):
        n_cards += counts[face]
        points += counts[face] * (face + LOWEST_CARD if face + LOWEST_CARD < STAR else 0)
    return points / max(n_cards, np.float64(1))


@inner
def points_expected(table, rules, seat, mean):
    """Return the points that a seat is expected to have, were the round counted now, by what ``table.known`` says.

    A hidden card counts its value where it is known, else `mean`.
    """
    points = np.float64(points_shown(table, seat))
    hidden = np.int64(table.hidden[seat])
    while hidden:
        card = np.int64(table.known[seat, lowest(hidden)])
        if card < LOWEST_CARD:
            points += mean
        elif card < STAR:
            points += card
        hidden &= hidden - 1
    points += rules.unused_penalty * np.int64(table.n_held[seat])
    return points - bonus_of_stars(table.visible[seat], np.int64(table.cleared[seat]), rules)


@kernel
def potential(table, rules, seat):
    """Return by how many points the best other seat is expected to be behind `seat`, by what the seat to decide knows."""
    counts = np.zeros(N_FACES, np.int64)
    write_unseen(table, rules, seat, counts)
    mean = mean_of(counts)
    own, fewest = 0.0, 1e9
    for other in range(np.int64(table.n_players)):
        expected = points_expected(table, rules, other, mean)
        if other == seat:
            own = expected
        else:
            fewest = min(fewest, expected)
    return fewest - own
