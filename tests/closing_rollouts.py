"""The real engine as the judge of the closing module: positions out of play, and their last turns on cards dealt again."""

import random
from functools import cache

import numpy as np

from skyjo_agents.closing.last_turn import TAKE_TO, plan_turn
from skyjo_agents.closing.piles import PILES, read_piles
from skyjo_sim.kernels import baselines, streams
from skyjo_sim.kernels.actions import DRAW, FLIP, OPENING, PLAYING, PUT, ROUND_OVER, TAKE
from skyjo_sim.kernels.compiler import compiled
from skyjo_sim.kernels.layout import GAME, PARAMS, STREAM
from skyjo_sim.kernels.redealing import redeal
from skyjo_sim.kernels.turn import step
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests.random_play import copy_of, new_game, random_action

N_TOTALS = 169


def play_on(games, rules, seat, n, luck, piles, cells, plan, totals, lowest_totals):
    """Play the last turns of ``games[0]`` on `n` deals, each seat by its best plan; return how often the ender is doubled."""
    n_doubled = 0
    for _ in range(n):
        games[1] = games[0]
        game = games[1]
        table = game.table
        redeal(game, seat, luck)
        status = PLAYING
        while status == PLAYING:
            mover = np.int64(table.seat)
            for slot in range(12):
                cells[slot] = table.visible[mover, slot]
            read_piles(table, piles[0])
            plan_turn(cells, piles[0], plan)
            if plan[TAKE_TO] >= 0:
                status = step(game, rules, TAKE + plan[TAKE_TO])
                continue
            status = step(game, rules, np.int64(DRAW))
            slot = plan[np.int64(table.drawn) + 2]
            action = PUT + slot
            if slot < 0:
                slot = 0
                while slot < 12 and not np.int64(table.hidden[mover]) >> slot & 1:
                    slot += 1
                action = FLIP + slot  # behind the last slot: pass
            status = step(game, rules, np.int64(action))
        n_doubled += np.int64(table.is_doubled)
        fewest = np.int64(1000)
        for other in range(np.int64(table.n_players)):
            totals[other, np.int64(table.raw[other]) + 24] += 1
            if other != seat:
                fewest = min(fewest, np.int64(table.raw[other]))
        lowest_totals[fewest + 24] += 1
    return n_doubled


compiled_play_on = cache(lambda: compiled(play_on))


def rollouts(game, n, *, seed=1, is_compiled=False):
    """Return P(doubled), the distribution of each seat's total, and that of the lowest other total over `n` deals."""
    seat = int(game.table.ender)
    games, stream = np.zeros(2, GAME), np.zeros(1, STREAM)[0]
    games[0] = game
    streams.start(stream, np.array([seed, 9], np.uint32), streams.REDEAL, 0, 0, 0)
    totals, lowest_totals = np.zeros((8, N_TOTALS), np.int64), np.zeros(N_TOTALS, np.int64)
    run = compiled_play_on() if is_compiled else play_on
    rules = rules_record(Rules(players=int(game.table.n_players)))
    n_doubled = run(
        games,
        rules,
        seat,
        n,
        stream,
        np.zeros(1, PILES),
        np.zeros(16, np.int64),
        np.zeros(16, np.int64),
        totals,
        lowest_totals,
    )
    return n_doubled / n, totals / n, lowest_totals / n


def _action(game, rules, kind, params, stream, lot, patience):
    """Return what a seat of a kind does; `patience` makes rounds long."""
    if game.table.phase == OPENING or kind == "random":
        return random_action(game, rules, lot, patience)
    return int(baselines.cutoff_policy(game.table, game.table.seat, params, stream))


def ended_positions(n, players, *, after_reshuffle=False, seed=0):
    """Yield `n` games in which somebody has just ended a round, of cutoff(2) and random players in all mixes."""
    lot, rules = random.Random(f"{seed} {players} {after_reshuffle}"), rules_record(Rules(players=players))
    stream, params = np.zeros(1, STREAM)[0], np.zeros(1, PARAMS)[0]
    streams.start(stream, np.array([seed, players], np.uint32), streams.AGENT, 0, 0, 0)
    params["values"][0] = 2
    n_found, index = 0, 0
    while n_found < n:
        index += 1
        game = new_game(rules, (seed, players), index)
        kinds = [lot.choice(["cutoff", "cutoff", "random"]) for _ in range(players)]
        while game.table.phase < ROUND_OVER and game.table.ender < 0:
            is_waiting = after_reshuffle and game.table.n_reshuffles == 0
            kind = "random" if is_waiting else kinds[int(game.table.seat)]
            patience = 0.93 if is_waiting else lot.choice([0, 0.3])
            step(game, rules, _action(game, rules, kind, params, stream, lot, patience))
        if game.table.phase < ROUND_OVER and bool(game.table.n_reshuffles) == after_reshuffle:
            n_found += 1
            yield copy_of(game)
