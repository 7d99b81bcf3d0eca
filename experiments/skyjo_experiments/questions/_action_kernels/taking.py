"""Beginnings of turns of Skyjo Action at which an action card is taken, or not: both on the same deal."""

from pathlib import Path

import numpy as np

from skyjo_experiments.questions._action_kernels.measuring import add_measures
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action.actions import TAKE_MARKET, TAKE_PILE
from skyjo_sim.kernels.action.asking import ask_seated
from skyjo_sim.kernels.action.deal import start_game
from skyjo_sim.kernels.action.turn import step
from skyjo_sim.kernels.actions import ILLEGAL, PLAYING, SOURCE
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.loop import start_luck

__all__ = ["AGENTS_TAKES", "HELD", "HIDDEN", "KIND", "NOTES", "TURN", "UNSEEN", "play_takings"]

TURN = 0
"""The turn of the seat in this round, from 1; 0 where the round did not get so far."""
HIDDEN = 1
"""Its hidden cards."""
HELD = 2
"""Action cards in front of it."""
KIND = 3
"""The action card that is taken, UNSEEN for the top of the pile."""
AGENTS_TAKES = 4
"""Whether the agent would take it, left to itself."""
NOTES = 5
UNSEEN = -1

OWN, TAKER, OTHER = 0, 1, 2
"""Agents: the one that plays, and the same when it always, and never, takes an action card."""

_kernel = kernel_of(Path(__file__).parent)


@_kernel
def play_until(game, rules, seating, seat, turn):  # type: ignore[no-untyped-def]
    """Play to the beginning of a turn of a seat; return the last status."""
    begun = 0
    status = np.int64(PLAYING)
    while status == PLAYING:
        if game.table.phase == SOURCE and game.table.seat == seat:
            begun += 1
            if begun == turn:
                return status
        seating.answer = ask_seated(game, seating)
        status = np.int64(step(game, rules, seating.answer))
    return status


@_kernel
def ask_as(game, seating, agent):  # type: ignore[no-untyped-def]
    """Return what an agent would do in place of the one that sits at the current seat."""
    seat = np.int64(game.table.seat)
    seating.agents[seat] = agent
    action = np.int64(ask_seated(game, seating))
    seating.agents[seat] = OWN
    return action


@_kernel
def is_taking(action):  # type: ignore[no-untyped-def]
    """Tell whether an action takes an action card."""
    return TAKE_MARKET <= action <= TAKE_PILE


@_kernel
def note(game, seating, turn, take, notes):  # type: ignore[no-untyped-def]
    """Note where the two ways part."""
    table = game.table
    seat = np.int64(table.seat)
    notes[TURN] = turn
    notes[HIDDEN] = count(np.int64(table.hidden[seat]))
    notes[HELD] = table.n_held[seat]
    notes[KIND] = UNSEEN if take == TAKE_PILE else np.int64(table.market[take - TAKE_MARKET])
    notes[AGENTS_TAKES] = is_taking(ask_as(game, seating, OWN))


@_kernel
def play_on(game, rules, seating, action, index):  # type: ignore[no-untyped-def]
    """Carry out an action and play the round to its end, with the same luck of the agents whatever the action."""
    for seat in range(np.int64(game.table.n_players)):
        streams.start(seating.luck[seat], seating.keys[seat], streams.AGENT, index, 1, 0)
    seating.answer = action
    status = np.int64(step(game, rules, action))
    while status == PLAYING:
        seating.answer = ask_seated(game, seating)
        status = np.int64(step(game, rules, seating.answer))
    return status


@_kernel
def play_takings(first, most_turn, rules, seating, key, games, notes, values):  # type: ignore[no-untyped-def]
    """Play every deal to the beginning of one turn, and on from there in two ways.

    Parameters
    ----------
    first : int
        The first deal. Deals go through the seats, and then through their turns 1 to `most_turn`.
    seating : SEATING
        Agents 0 to 2 are `OWN`, `TAKER` and `OTHER`; the first sits everywhere.
    games : GAME[2]
        Room to work in.
    notes : int64[deals, NOTES]
        Filled; ``TURN`` is 0 where the round was ended before.
    values : float64[deals, 2, measures]
        Filled: an action card is taken, or not.

    Returns
    -------
    int
        PLAYING, or ILLEGAL with ``games[0]`` and ``seating.answer`` as they were.
    """
    n_players = np.int64(rules.n_players)
    for number in range(values.shape[0]):
        index = first + number
        seat, turn = index % n_players, index // n_players % most_turn + 1
        notes[number, :], values[number, :, :] = 0, 0.0
        start_game(games[0], rules, key, index)
        start_luck(seating, games[0])
        status = play_until(games[0], rules, seating, seat, turn)
        if status == ILLEGAL:
            return status
        if status != PLAYING or games[0].table.ender >= 0:
            continue
        ways = (ask_as(games[0], seating, TAKER), ask_as(games[0], seating, OTHER))
        if not is_taking(ways[0]) or is_taking(ways[1]):
            continue
        note(games[0], seating, turn, ways[0], notes[number])
        games[1] = games[0]
        for way in range(2):
            games[0] = games[1]
            if play_on(games[0], rules, seating, ways[way], index) == ILLEGAL:
                return np.int64(ILLEGAL)
            add_measures(games[0].table, seat, np.int64(-1), 1.0, values[number, way])
    return np.int64(PLAYING)
