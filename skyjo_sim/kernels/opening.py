"""The deal, the opening flips and the starting seat (RULES.md 2 and 8b)."""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.actions import OPENING, SOURCE
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import ALL_SLOTS, HIDDEN, HIGHEST_CARD, LOWEST_CARD, N_SLOTS, NO_CARD
from skyjo_sim.kernels.compiler import apart, inlined, inner, inner_inlined, kernel, merged
from skyjo_sim.kernels.grid import turn_up
from skyjo_sim.kernels.piles import discard, fill, pop

HIGHEST_SUM = 0
LOWEST_SUM = 1
RANDOM = 2
HIGH_CARD_THEN_RANDOM = 0
RANDOM_TIE = 1
LOWEST_SEAT = 2
ROUND_ENDER = 0
ROUND_WINNER = 1
HIGHEST_SUM_EVERY_ROUND = 2


@merged
def begin_game(game, rules, key, index):
    """Set game `index` under `key` to its beginning: totals at 0, nothing dealt."""
    table, secret = game.table, game.secret
    secret.key[0] = key[0]
    secret.key[1] = key[1]
    secret.game = index
    table.n_players = rules.n_players
    table.round_index = 0
    table.totals[:] = 0
    table.is_game_abandoned = 0
    table.is_extra = 0
    table.extra_rounds = 0
    table.winners = 0
    table.starter = -1


@merged
def begin_next_round(table, rules):
    """Count the round after a scored one as begun, its starter decided by the rules; nothing is dealt."""
    table.starter = next_starter(table, rules)
    table.round_index += 1


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


@kernel
def next_starter(table, rules):
    """Return who starts the round after a scored one; -1 where the opening cards decide."""
    if rules.next_starter == HIGHEST_SUM_EVERY_ROUND:
        return -1
    ender = np.int64(table.ender)
    if table.is_abandoned:
        return np.int64(table.starter)
    if rules.next_starter == ROUND_ENDER:
        return ender
    n_players = np.int64(table.n_players)
    best = ender
    for step in range(1, n_players):
        seat = (ender + step) % n_players
        if table.score[seat] < table.score[best]:
            best = seat
    return best


@kernel
def deal(game, rules):
    """Shuffle all cards, deal 12 to each seat, turn the first discard, begin the opening."""
    apart()
    table, secret = game.table, game.secret
    streams.start(secret.luck, secret.key, streams.DEAL, secret.game, table.round_index, 0)
    fill(game)
    table.seen[:] = 0
    table.pool[:] = 0
    for seat in range(np.int64(table.n_players)):
        for slot in range(N_SLOTS):
            secret.cards[seat, slot] = pop(game)
            table.visible[seat, slot] = HIDDEN
        table.hidden[seat] = ALL_SLOTS
        table.cleared[seat] = 0
        table.kept[seat] = 0
        table.n_lines_cleared[seat] = 0
        table.hidden_at_end[seat] = 0
        secret.chosen[seat] = 0
    first = pop(game)
    discard(game, first)
    table.seen[first - LOWEST_CARD] += 1
    table.turns = 0
    table.ender = -1
    table.lead = 0
    table.last_turns_left = 0
    table.drawn = NO_CARD
    table.asked = -1
    table.is_doubled = 0
    table.is_abandoned = 0
    table.chosen = 0
    secret.to_clear = 0
    table.phase = OPENING
    table.seat = 0
    if rules.initial_flips == 0:
        finish_opening(game, rules)


@inlined
def choose(game, rules, slot):
    """Note the current seat's choice of a slot to be flipped; the last choice of all turns the cards."""
    table = game.table
    chosen = np.int64(table.chosen) | 1 << slot
    table.chosen = chosen
    if count(chosen) == rules.initial_flips:
        hand_over_opening(game, rules, chosen)


@inner_inlined
def hand_over_opening(game, rules, chosen):
    """Put the current seat's choices away and go on with the next seat, or finish the opening."""
    table = game.table
    seat = np.int64(table.seat)
    game.secret.chosen[seat] = chosen
    table.chosen = 0
    if seat + 1 < table.n_players:
        table.seat = seat + 1
    else:
        finish_opening(game, rules)


@inner
def finish_opening(game, rules):
    """Turn all chosen cards at once and let the starter begin."""
    apart()
    table, secret = game.table, game.secret
    for seat in range(np.int64(table.n_players)):
        chosen = np.int64(secret.chosen[seat])
        while chosen:
            turn_up(game, seat, lowest(chosen))
            chosen &= chosen - 1
        secret.chosen[seat] = 0
    if table.starter < 0:
        table.starter = first_starter(game, rules)
    table.seat = table.starter
    table.phase = SOURCE


@kernel
def sum_and_extreme(table, seat, sign):
    """Return `sign` times the sum of a seat's visible cards, and the highest of `sign` times a visible card."""
    total, extreme = 0, -1000
    face_up = ALL_SLOTS & ~np.int64(table.hidden[seat])
    while face_up:
        face = np.int64(table.visible[seat, lowest(face_up)])
        card = sign * face if face <= HIGHEST_CARD else 0  # a star counts 0 (RULES.md 9.2)
        total += card
        extreme = max(extreme, card)
        face_up &= face_up - 1
    return total, extreme


@kernel
def starter_candidates(table, rules):
    """Return the set of seats among which luck, or the lowest number, decides who starts."""
    n_players = np.int64(table.n_players)
    is_first = table.round_index == 0
    if is_first and rules.first_starter == RANDOM:
        return (1 << n_players) - 1
    sign = -1 if is_first and rules.first_starter == LOWEST_SUM else 1
    uses_card = rules.tiebreak == HIGH_CARD_THEN_RANDOM
    best, candidates = -1000000, 0
    for seat in range(n_players):
        total, extreme = sum_and_extreme(table, seat, sign)
        rank = total * 2048 + (extreme if uses_card else 0)
        if rank > best:
            best, candidates = rank, 0
        if rank == best:
            candidates |= 1 << seat
    return candidates


@kernel
def first_starter(game, rules):
    """Return the seat that starts by the opening cards; ties are broken by luck of their own."""
    apart()
    table, secret = game.table, game.secret
    candidates = starter_candidates(table, rules)
    is_drawn = rules.tiebreak != LOWEST_SEAT or (table.round_index == 0 and rules.first_starter == RANDOM)
    if count(candidates) == 1 or not is_drawn:
        return lowest(candidates)
    luck = streams.single_word(secret.key, streams.TIES, secret.game, table.round_index)
    rank = (luck * count(candidates)) >> 32
    while rank:
        candidates &= candidates - 1
        rank -= 1
    return lowest(candidates)


assert NO_CARD < LOWEST_CARD
