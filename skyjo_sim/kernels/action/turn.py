"""Decisions of Skyjo Action: what each does, and how turns follow each other (RULES.md 9.3, 9.8, 9.9)."""

import numpy as np

from skyjo_sim.kernels.action.actions import (
    CHOOSE_COLUMN,
    DRAW,
    FLIP,
    FLIP_INSTEAD,
    LINES,
    OPENING,
    PASS,
    PLACE,
    PLAY,
    PUT,
    SOURCE,
    STAR_RIGHT,
    STARS,
    STARS_ON_TOP,
    TAKE,
    TAKE_MARKET,
    THROW,
)
from skyjo_sim.kernels.action.clearing import clear_until_asked, lines_in_question
from skyjo_sim.kernels.action.effects import answer_choice, finish_effect, play_card
from skyjo_sim.kernels.action.final import reveal
from skyjo_sim.kernels.action.grid import lay_face_up, turn_up
from skyjo_sim.kernels.action.hands import give_up, unlock
from skyjo_sim.kernels.action.knowledge import show_known
from skyjo_sim.kernels.action.legal import is_legal, update_legal
from skyjo_sim.kernels.action.lines import lines_to_add
from skyjo_sim.kernels.action.piles import throw_action
from skyjo_sim.kernels.action.scoring import finish_round, lead_of
from skyjo_sim.kernels.action.stars import (
    asks_for_rights,
    begin_setup_rights,
    go_on_with_setup,
    note_star,
    take_action_card,
    use_right,
)
from skyjo_sim.kernels.actions import ILLEGAL, PLAYING
from skyjo_sim.kernels.cards import NO_CARD
from skyjo_sim.kernels.compiler import apart, inner, kernel, merged
from skyjo_sim.kernels.opening import choose
from skyjo_sim.kernels.piles import discard, draw, show_drawn, take

ASKED = 0
OPTION_OVER = 1
LINES_ANSWERED = 2
"""How far a decision leads: to another one, to the end of the turn's option, into the clearing step."""


@kernel
def step(game, rules, action):
    """Carry out one decision of the current seat.

    Returns PLAYING, ROUND_ENDED or GAME_ENDED; ILLEGAL, and nothing is changed, when the id is not legal.
    """
    apart()
    table = game.table
    if not is_legal(table, action):
        return ILLEGAL
    seat = np.int64(table.seat)
    status = np.int64(PLAYING)
    stage = carry_out(game, rules, seat, action)
    if stage != ASKED:
        status = go_on(game, rules, seat, stage)
    if status == PLAYING:
        update_legal(game, rules)
    return status


@merged
def carry_out(game, rules, seat, action):
    """Carry out a legal decision; return how far it leads."""
    phase = game.table.phase
    if phase == SOURCE:
        return begin_turn(game, rules, seat, action)
    if phase == PLACE:
        return place_drawn(game, rules, seat, action)
    if phase == OPENING:
        return choose_flip(game, rules, action - FLIP)
    return decide(game, rules, seat, action)


@merged
def go_on(game, rules, seat, stage):
    """Go on after the option of a turn: star rights, the clearing step, the end of the turn."""
    if stage == OPTION_OVER and asks_for_rights(game.table, rules):
        return np.int64(PLAYING)
    if clear_until_asked(game, rules, seat, stage == LINES_ANSWERED):
        return np.int64(PLAYING)
    return end_turn(game, rules, seat)


@merged
def choose_flip(game, rules, slot):
    """Note a slot to be flipped; when all are chosen, the cards are turned and play begins."""
    choose(game, rules, slot)
    if game.table.phase == SOURCE:
        begin_setup_rights(game, rules)
    return np.int64(ASKED)


@merged
def begin_turn(game, rules, seat, action):
    """Carry out what is chosen at the beginning of a turn."""
    table = game.table
    if action == DRAW:
        table.drawn = draw(game, rules)
        table.phase = PLACE
        return np.int64(ASKED)
    if action < PUT:
        card = take(game)
        discard(game, lay_face_up(game, seat, action - TAKE, card))
        note_star(table, card, rules.star_from_discard)
    elif action >= FLIP_INSTEAD:
        note_star(table, turn_up(game, seat, action - FLIP_INSTEAD), rules.star_revealed)
    elif action >= THROW:
        give_up(table, seat, action - THROW, np.int64(0))
        throw_action(table, action - THROW)
        table.thrown[seat, action - THROW] += 1
    elif action >= PLAY:
        return stage_of(table, play_card(game, rules, seat, action - PLAY))
    elif action >= TAKE_MARKET:
        take_action_card(game, rules, seat, action, np.int64(1))
    return np.int64(OPTION_OVER)


@merged
def place_drawn(game, rules, seat, action):
    """Place the drawn card; or throw it away and flip a card, or none."""
    table = game.table
    card = np.int64(table.drawn)
    table.drawn = NO_CARD
    show_drawn(table, card)
    if action < FLIP:
        discard(game, lay_face_up(game, seat, action - PUT, card))
        note_star(table, card, rules.star_from_draw)
    else:
        discard(game, card)
        if action != PASS:
            note_star(table, turn_up(game, seat, action - FLIP), rules.star_revealed)
    return np.int64(OPTION_OVER)


@merged
def decide(game, rules, seat, action):
    """Carry out what is chosen in the phase CHOICE."""
    table = game.table
    choice = table.choice
    if choice == LINES:
        return choose_line(game, rules, seat, action)
    if choice == STARS:
        line = np.int64(1) << np.int64(table.asked)
        table.stars_asked |= line
        table.stars_on_top |= line if action == STARS_ON_TOP else 0
        return np.int64(LINES_ANSWERED)
    if choice == STAR_RIGHT:
        use_right(game, rules, seat, action)
        if table.setup_left > 0:
            go_on_with_setup(table, rules)
            return np.int64(ASKED)
        return np.int64(OPTION_OVER)
    return stage_of(table, answer_choice(game, rules, seat, action))


@inner
def stage_of(table, is_over):
    """Return how far a choice for an action card leads; when its effect is over, the cards in play are discarded."""
    if not is_over:
        return np.int64(ASKED)
    finish_effect(table)
    return np.int64(OPTION_OVER)


@merged
def choose_line(game, rules, seat, action):
    """Note an optional line to be cleared; find out whether more can be."""
    table = game.table
    if action != PASS:
        table.lines_chosen |= np.int64(1) << (action - CHOOSE_COLUMN)
        cleared, hidden = np.int64(table.cleared[seat]), np.int64(table.hidden[seat])
        _, may = lines_in_question(game, rules, seat)
        if lines_to_add(game.secret.cards[seat], cleared, hidden, may, np.int64(table.lines_chosen)):
            return np.int64(ASKED)
    return np.int64(LINES_ANSWERED)


@merged
def end_turn(game, rules, seat):
    """Find out whether the round is being ended or over, and whose turn is next."""
    table = game.table
    table.turns += 1
    unlock(table, seat)
    if table.ender >= 0:
        is_over = end_last_turn(game, rules, seat)
    else:
        is_over = ends_round(game, rules, seat)
    if is_over:
        return finish_round(game, rules)
    table.phase = SOURCE
    if table.pending_turns > 0:
        table.pending_turns -= 1
        table.n_extra_turns[seat] += 1
    else:
        pass_on(game, seat)
    return np.int64(PLAYING)


@merged
def pass_on(game, seat):
    """Let the seat to the left have the next turn."""
    table = game.table
    following = seat + 1
    table.seat = following if following < table.n_players else 0
    if table.has_knowledge:
        show_known(game, np.int64(table.seat))


@merged
def ends_round(game, rules, seat):
    """End the round where somebody's cards are all face up, or at the turn limit; tell whether it is over at once."""
    table = game.table
    is_open = False
    for other in range(np.int64(table.n_players)):
        is_open |= table.hidden[other] == 0
    if is_open:
        table.ender = seat
        table.lead = lead_of(table, rules, seat)
        table.ended_by_other = table.hidden[seat] != 0
        table.pending_turns = 0
        table.last_turns_left = 0 if rules.no_last_turns else table.n_players - 1
        return rules.no_last_turns != 0
    if table.turns >= rules.turn_limit:
        table.is_abandoned = 1
        return True
    return False


@merged
def end_last_turn(game, rules, seat):
    """Count a last turn as done; tell whether it was the last of them."""
    table = game.table
    if rules.early_reveal:
        reveal(game, rules, seat)
    table.last_turns_left -= 1
    return table.last_turns_left == 0
