"""The beginning of games and rounds of Skyjo Action (RULES.md 9.2)."""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action.actions import OPENING
from skyjo_sim.kernels.action.cards import KINDS_WIDTH, NO_KIND
from skyjo_sim.kernels.action.choices import forget_choices
from skyjo_sim.kernels.action.clearing import begin_pass
from skyjo_sim.kernels.action.layout import MAX_IN_PLAY, NO_TARGET
from skyjo_sim.kernels.action.legal import update_legal
from skyjo_sim.kernels.action.piles import fill, fill_actions
from skyjo_sim.kernels.action.stars import begin_setup_rights
from skyjo_sim.kernels.cards import ALL_SLOTS, HIDDEN, LOWEST_CARD, N_SLOTS, NO_CARD
from skyjo_sim.kernels.compiler import apart, inner, merged
from skyjo_sim.kernels.opening import begin_game, begin_next_round, finish_opening
from skyjo_sim.kernels.piles import discard, pop


@merged
def start_game(game, rules, key, index):
    """Begin game `index` under `key`: totals at 0, round 0 dealt."""
    begin_game(game, rules, key, index)
    deal(game, rules)


@merged
def start_next_round(game, rules):
    """Begin the round after a scored one: its starter decided by the rules, its cards dealt."""
    begin_next_round(game.table, rules)
    deal(game, rules)


@inner
def deal(game, rules):
    """Shuffle both decks, deal 12 cards to each seat, lay out the piles, begin the opening."""
    apart()
    table, secret = game.table, game.secret
    streams.start(secret.luck, secret.key, streams.DEAL, secret.game, table.round_index, 0)
    streams.start(secret.action_luck, secret.key, streams.ACTIONS, secret.game, table.round_index, 0)
    fill(game, rules)
    table.seen[:] = 0
    table.pool[:] = 0
    for seat in range(np.int64(table.n_players)):
        deal_grid(game, seat)
        reset_seat(table, seat)
    first = pop(game)
    discard(game, first)
    table.seen[first - LOWEST_CARD] += 1
    fill_actions(game, rules)
    reset_turn(table)
    table.phase = OPENING
    table.seat = 0
    if rules.initial_flips == 0:
        finish_opening(game, rules)
        begin_setup_rights(game, rules)
    update_legal(game, rules)


@merged
def deal_grid(game, seat):
    """Deal 12 cards face down to a seat."""
    table, secret = game.table, game.secret
    for slot in range(N_SLOTS):
        secret.cards[seat, slot] = pop(game)
        table.visible[seat, slot] = HIDDEN
    table.hidden[seat] = ALL_SLOTS
    table.cleared[seat] = 0
    table.kept[seat] = 0
    secret.chosen[seat] = 0


@merged
def reset_seat(table, seat):
    """Take away what a seat held and knew, and set its statistics to 0."""
    for slot in range(N_SLOTS):
        table.known[seat, slot] = HIDDEN
    table.public[seat] = 0
    for viewer in range(np.int64(table.n_players)):
        table.knows[viewer, seat] = 0
    for kind in range(KINDS_WIDTH):
        table.held[seat, kind] = 0
        table.locked[seat, kind] = 0
        table.stolen[seat, kind] = 0
        table.played[seat, kind] = 0
        table.thrown[seat, kind] = 0
        table.blocked[seat, kind] = 0
    table.n_held[seat] = 0
    table.n_lines_cleared[seat] = 0
    table.hidden_at_end[seat] = 0
    table.n_taken[seat] = 0
    table.n_for_stars[seat] = 0
    table.n_stolen[seat] = 0
    table.n_reactivated[seat] = 0
    table.n_extra_turns[seat] = 0
    table.n_columns[seat] = 0
    table.n_rows[seat] = 0
    table.n_star_lines[seat] = 0
    table.n_stars[seat] = 0
    table.star_bonus[seat] = 0
    table.n_held_at_end[seat] = 0
    table.targets[seat] = NO_TARGET


@merged
def reset_turn(table):
    """Set everything about turns and choices to the beginning of a round."""
    table.turns = 0
    table.ender = -1
    table.lead = 0
    table.last_turns_left = 0
    table.drawn = NO_CARD
    table.is_doubled = 0
    table.is_abandoned = 0
    table.chosen = 0
    table.has_knowledge = 0
    table.pending_turns = 0
    table.star_rights = 0
    table.setup_left = 0
    table.ended_by_other = 0
    table.n_in_play = 0
    for place in range(MAX_IN_PLAY):
        table.in_play[place] = NO_KIND
    for place in range(4):
        table.three[place] = NO_CARD
    forget_choices(table)
    begin_pass(table)
