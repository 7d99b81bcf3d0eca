"""Raw scores of Skyjo Action and the end of a round (RULES.md 9.9, 9.10)."""

import numpy as np

from skyjo_sim.kernels.action.cards import STAR
from skyjo_sim.kernels.action.final import reveal
from skyjo_sim.kernels.action.lines import bonus_of_stars, points_of, stars_of
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.cards import HIDDEN_POINTS, LOWEST_CARD, N_SLOTS
from skyjo_sim.kernels.compiler import apart, inner, kernel, merged
from skyjo_sim.kernels.scoring import end_round


@kernel
def finish_round(game, rules):
    """Reveal what is still hidden, count and score; return ROUND_ENDED or GAME_ENDED."""
    apart()
    table = game.table
    is_early = rules.early_reveal and not table.is_abandoned
    for seat in range(np.int64(table.n_players)):
        if not is_early or seat == table.ender or table.hidden[seat] != 0:
            reveal(game, rules, seat)
        count_points(game, rules, seat)
    table.legal[0] = 0
    table.legal[1] = 0
    table.star_rights = 0
    table.pending_turns = 0
    return end_round(table, rules)


@merged
def count_points(game, rules, seat):
    """Set a seat's raw score and what it is made of."""
    table = game.table
    cards, cleared = game.secret.cards[seat], np.int64(table.cleared[seat])
    held = np.int64(table.n_held[seat])
    bonus = bonus_of_stars(cards, cleared, rules)
    table.n_held_at_end[seat] = held
    table.star_bonus[seat] = bonus
    table.n_stars[seat] = count(stars_of(cards))
    table.raw[seat] = points_of(cards, cleared) + rules.unused_penalty * held - bonus


@inner
def points_shown(table, seat):
    """Return the sum of a seat's face-up numbers."""
    points = np.int64(0)
    for slot in range(N_SLOTS):
        card = np.int64(table.visible[seat, slot])
        points += card if LOWEST_CARD <= card < STAR else 0
    return points


@inner
def estimate(table, rules, seat):
    """Return a seat's visible points, `HIDDEN_POINTS` for each hidden card, and what its action cards cost."""
    hidden = count(np.int64(table.hidden[seat]))
    return points_shown(table, seat) + HIDDEN_POINTS * hidden + rules.unused_penalty * np.int64(table.n_held[seat])


@kernel
def lead_of(table, rules, seat):
    """Return by how much the best other player is behind the seat, by `estimate`."""
    apart()
    best = np.int64(1 << 30)
    for other in range(np.int64(table.n_players)):
        if other != seat:
            best = min(best, estimate(table, rules, other))
    return best - estimate(table, rules, seat)
