"""The play loop: whole turns of compiled policies, by the same rules as `skyjo_sim.kernels.turn.step`."""

import numpy as np

from skyjo_sim.kernels.actions import DRAW, FLIP, PASS, PLACE, PLAYING, PUT, SOURCE, TAKE
from skyjo_sim.kernels.baselines import SEER, ask_any, ask_place, ask_source
from skyjo_sim.kernels.calls import call_seer
from skyjo_sim.kernels.cards import ALL_SLOTS, SEAT_MASK
from skyjo_sim.kernels.compiler import apart, kernel, merged
from skyjo_sim.kernels.lines import clear_column
from skyjo_sim.kernels.piles import can_draw, draw
from skyjo_sim.kernels.turn import (
    clear_by_house_rules,
    end_turn,
    following_seat,
    place_or_flip,
    place_taken,
    step,
)


@merged
def play_turns(game, rules, seating):
    """Play turns until the round is over or somebody answers something illegal; return the last step's status."""
    table = game.table
    status = PLAYING
    seat = np.int64(table.seat) & SEAT_MASK
    n_players = np.int64(table.n_players)
    while status == PLAYING:
        agent = np.int64(seating.agents[seat]) & SEAT_MASK
        status = play_turn(game, rules, seating, agent, seating.luck[seat], seat)
        seat = following_seat(seat, n_players)
    return status


@merged
def play_turn(game, rules, seating, agent, luck, seat):
    """Play the whole turn of a seat: its agent asked, the answers checked and carried out.

    The usual answers are handled here, everything else by `step_through_turn`.
    """
    table = game.table
    kind, address, params = seating.kinds[agent], seating.addresses[agent], seating.params[agent]
    own = ALL_SLOTS & ~np.int64(table.cleared[seat])
    action = ask_source(kind, address, game, seat, params, luck)
    if action == DRAW and can_draw(table):
        table.drawn = draw(game, rules)
        table.phase = PLACE
        usual = own << PUT | np.int64(table.hidden[seat]) << FLIP
        action = ask_place(kind, address, game, seat, params, luck)
    else:
        usual = own << TAKE if table.n_discard > 0 else np.int64(0)
    if action < TAKE or action >= PASS or not usual >> action & 1:
        return step_through_turn(game, rules, seating, agent, luck, action)
    slot = place_or_flip(game, seat, action) if action >= PUT else place_taken(game, seat, action)
    if not rules.checks_all_lines:
        clear_column(game, seat, slot // 3)
    elif clear_by_house_rules(game, rules, seat, slot):
        return step_through_turn(game, rules, seating, agent, luck, ask_agent(game, seating, agent, luck))
    return end_turn(game, rules, seat)


@kernel
def step_through_turn(game, rules, seating, agent, luck, action):
    """Carry out an answer that is not usual, and the decisions that still follow in this turn; refuse an illegal one."""
    apart()
    table = game.table
    while True:
        seating.answer = action
        status = step(game, rules, action)
        if status != PLAYING or table.phase == SOURCE:
            return status
        action = ask_agent(game, seating, agent, luck)


@kernel
def ask_agent(game, seating, agent, luck):
    """Ask an agent for the current seat's decision, in any phase."""
    table = game.table
    seat = np.int64(table.seat) & SEAT_MASK
    if seating.kinds[agent] == SEER:
        return call_seer(seating.addresses[agent], game, seat, seating.params[agent], luck)
    return ask_any(seating.kinds[agent], seating.addresses[agent], table, seat, seating.params[agent], luck)


@kernel
def ask_seated(game, seating):
    """Ask the agent that is seated at the current seat, in any phase."""
    seat = np.int64(game.table.seat) & SEAT_MASK
    return ask_agent(game, seating, np.int64(seating.agents[seat]) & SEAT_MASK, seating.luck[seat])
