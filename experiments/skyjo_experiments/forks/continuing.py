"""Playing positions on to the end of the round, once for each fork, on common re-deals."""

from pathlib import Path

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.actions import ILLEGAL, PLAYING, SOURCE
from skyjo_sim.kernels.bits import count
from skyjo_sim.kernels.compiler import kernel_of
from skyjo_sim.kernels.play import ask_seated, play_turns
from skyjo_sim.kernels.redealing import redeal
from skyjo_sim.kernels.scoring import leaders
from skyjo_sim.kernels.turn import step

__all__ = ["AGENT_FAILED", "FORK_FAILED", "MEASURES", "continue_positions"]

MEASURES = {
    "score": "score of the deciding seat",
    "raw": "its score before doubling",
    "best_other": "lowest score of another seat",
    "mean_other": "mean score of the other seats",
    "ahead": "points by which its score is below the mean of the others",
    "won": "share of the round won, ties split",
    "ended": "it ended the round",
    "doubled": "it ended the round and was doubled",
    "turns": "turns until the end of the round, all seats together",
    "abandoned": "the turn limit stopped the round",
}
"""What is measured of a round played on, in the order of the kernel."""

FORK_FAILED = -1
AGENT_FAILED = -2
"""What `continue_positions` returns when a forced action, or an agent's answer, is not legal."""

_kernel = kernel_of(Path(__file__).parent)


@_kernel
def write_measures(table, seat, turns_before, values):  # type: ignore[no-untyped-def]
    """Write `MEASURES` of a scored round, as float64, for the seat that decided."""
    n_players = np.int64(table.n_players)
    own, total, fewest = np.int64(table.score[seat]), np.int64(0), np.int64(1 << 30)
    for other in range(n_players):
        if other != seat:
            total += table.score[other]
            fewest = min(fewest, np.int64(table.score[other]))
    mean = total / (n_players - 1)
    best = leaders(table.score, n_players)
    has_ended = table.ender == seat
    values[0] = own
    values[1] = table.raw[seat]
    values[2] = fewest
    values[3] = mean
    values[4] = mean - own
    values[5] = (best >> seat & 1) / count(best)
    values[6] = 1.0 if has_ended else 0.0
    values[7] = np.float64(table.is_doubled) if has_ended else 0.0
    values[8] = table.turns - turns_before
    values[9] = table.is_abandoned


@_kernel
def force(game, rules, actions):  # type: ignore[no-untyped-def]
    """Carry out the actions of a fork, int64[steps], as far as they go (-1 is none); return the last status."""
    status = np.int64(PLAYING)
    for number in range(actions.size):
        if actions[number] >= 0 and status == PLAYING:
            status = np.int64(step(game, rules, actions[number]))
    return status


@_kernel
def play_on(game, rules, seating):  # type: ignore[no-untyped-def]
    """Let the agents finish the turn, or the opening, and then the round; return the last status."""
    status = PLAYING
    while status == PLAYING and game.table.phase != SOURCE:
        seating.answer = ask_seated(game, seating)
        status = step(game, rules, seating.answer)
    if status != PLAYING:
        return status
    return play_turns(game, rules, seating)


@_kernel
def seat_everybody(seating, seats, seat, agent, number, deal, n_players):  # type: ignore[no-untyped-def]
    """Seat the agents of a position, another one at the deciding seat if ``agent`` is not -1, with luck of the deal."""
    for other in range(n_players):
        seating.agents[other] = seats[other]
        streams.start(seating.luck[other], seating.keys[other], streams.AGENT, number, deal, 0)
    if agent >= 0:
        seating.agents[seat] = agent


@_kernel
def continue_positions(  # type: ignore[no-untyped-def]
    games, seats, actions, agents, first, n_deals, rules, seating, key, rooms, luck, sums, squares, failed
):
    """Play every position on ``n_deals`` times for each fork, and add up what is measured.

    The r-th re-deal of a position and the luck of its seats are the same for every fork, and depend on the key, on the
    position's number and on r alone.

    Parameters
    ----------
    games : GAME[n]
        Positions at the seat to decide; they are not changed.
    seats : int8[n, 8]
        The agent at each seat.
    actions : int64[n, forks, steps]
        What the deciding seat must do first; -1 leaves it to its agent.
    agents : int64[n, forks]
        Who decides for the seat afterwards, in place of the agent that sits there; -1 is nobody else.
    first : int
        Number of the first position.
    rooms : GAME[2]
        Room to work in.
    sums, squares : float64[n, forks, measures]
        Sums over deals, and sums of the squared differences to fork 0.
    failed : int64[2]
        Set to the position and the fork of a failure.

    Returns
    -------
    int
        PLAYING, FORK_FAILED or AGENT_FAILED; then ``rooms[1]`` is the position at which it was.
    """
    n_forks, n_measures = actions.shape[1], sums.shape[2]
    values = np.zeros((n_forks, n_measures))
    for position in range(games.size):
        seat = np.int64(games[position].table.seat)
        number = first + position
        for deal in range(n_deals):
            rooms[0] = games[position]
            streams.start(luck, key, streams.REDEAL, number, deal, 0)
            redeal(rooms[0], seat, luck)
            for fork in range(n_forks):
                rooms[1] = rooms[0]
                game = rooms[1]
                seat_everybody(
                    seating, seats[position], seat, agents[position, fork], number, deal, np.int64(rules.n_players)
                )
                failed[0], failed[1] = position, fork
                status = force(game, rules, actions[position, fork])
                if status == ILLEGAL:
                    return FORK_FAILED
                if status == PLAYING and play_on(game, rules, seating) == ILLEGAL:
                    return AGENT_FAILED
                write_measures(game.table, seat, games[position].table.turns, values[fork])
                for measure in range(n_measures):
                    difference = values[fork, measure] - values[0, measure]
                    sums[position, fork, measure] += values[fork, measure]
                    squares[position, fork, measure] += difference * difference
    return PLAYING
