"""Episodes of a learner against compiled opponents: their beginning, and all that happens between its decisions."""

import numpy as np

from skyjo_sim.kernels import opening, streams
from skyjo_sim.kernels.actions import GAME_ENDED, ILLEGAL, PLAYING, SOURCE
from skyjo_sim.kernels.by_game import by_game
from skyjo_sim.kernels.cards import SEAT_MASK
from skyjo_sim.kernels.compiler import apart, inlined, kernel, merged
from skyjo_sim.kernels.play import ask_agent, play_turn
from skyjo_sim.kernels.rewards import potential, reward_of_round
from skyjo_sim.kernels.turn import step

RANDOM_SEAT = -1
ROTATING_SEAT = -2
"""Choices of the learner's seat besides a fixed one: by lot, or in episode i the seat ``i mod players``."""

NEXT_STEP = 0
SAME_STEP = 1
DISABLED = 2
"""When a new episode begins: with the step after the last one, within it, or on demand."""

EMPTY = -9
"""Status of a reset: no episode was found in which the learner decides anything."""

_MOST_EMPTY_EPISODES = 100_000

start_game = by_game(opening.start_game)
start_next_round = by_game(opening.start_next_round)


@kernel
def learner_seat(episode, task, n_players):
    """Return the learner's seat in the episode that begins."""
    if task.seat_choice == ROTATING_SEAT:
        return episode.index % n_players
    if task.seat_choice == RANDOM_SEAT:
        return streams.single_word(episode.key, streams.LEARNER_SEAT, episode.index, 0) * n_players >> 32
    return np.int64(task.seat_choice)


@kernel
def start_round_luck(episode):
    """Set each seat's stream to the beginning of the current round."""
    table = episode.game.table
    for seat in range(np.int64(table.n_players)):
        streams.start(episode.luck[seat], episode.keys[seat], streams.AGENT, episode.index, table.round_index, 0)


@by_game
@merged
def play_others(episode, rules, seating):
    """Play until the learner has to decide (PLAYING), the round is over, or an opponent answers something illegal."""
    game, learner = episode.game, np.int64(episode.learner)
    table = game.table
    status = PLAYING
    while status == PLAYING:
        seat = np.int64(table.seat) & SEAT_MASK
        if seat == learner:
            break
        agent = np.int64(episode.agents[seat]) & SEAT_MASK
        if table.phase == SOURCE:
            status = play_turn(game, rules, seating, agent, episode.luck[seat], seat)
        else:
            seating.answer = ask_agent(game, seating, agent, episode.luck[seat])
            status = step(game, rules, seating.answer)
    return status


@kernel
def play_on(episode, rules, seating, task, status):
    """Play until the learner has to decide or the episode is over, scoring rounds and dealing new ones.

    Takes and returns a status: PLAYING, GAME_ENDED for an episode that is over, or an opponent's ILLEGAL.
    """
    game = episode.game
    table = game.table
    while True:
        if status == PLAYING:
            status = play_others(episode, rules, seating)
        if status in (PLAYING, ILLEGAL):
            return status
        is_last = status == GAME_ENDED or not task.is_games
        episode.earned += reward_of_round(table, np.int64(episode.learner), task.reward, task.is_games, is_last)
        if task.shaping != 0.0:
            episode.earned -= task.shaping * episode.potential
            episode.potential = 0.0
        if is_last:
            return GAME_ENDED
        start_next_round(game, rules)
        start_round_luck(episode)
        status = PLAYING


@merged
def begin_episode(episode, rules, seating, task):
    """Begin episode ``episode.index``: deal, seat everybody, play until the learner's first decision."""
    game, n_players = episode.game, np.int64(rules.n_players)
    start_game(game, rules, episode.key, episode.index)
    learner = learner_seat(episode, task, n_players)
    episode.learner = learner
    for seat in range(n_players):
        episode.agents[seat] = -1 if seat == learner else ((seat - learner) % n_players - 1) % seating.n_agents
    start_round_luck(episode)
    episode.earned = 0.0
    episode.potential = 0.0
    episode.is_over = 0
    status = play_on(episode, rules, seating, task, np.int64(PLAYING))
    if status == PLAYING and task.shaping != 0.0:
        note_potential(episode, rules, task)
    return status


@kernel
def start_episode(episode, rules, seating, task):
    """Begin episode ``episode.index``, or the first after it in which the learner decides anything at all."""
    apart()
    for _ in range(_MOST_EMPTY_EPISODES):
        status = begin_episode(episode, rules, seating, task)
        if status != GAME_ENDED:
            return status
        episode.index += 1
    return EMPTY


@merged
def start_following(episode, rules, seating, task):
    """Begin the episode after the current one."""
    episode.index += 1
    return start_episode(episode, rules, seating, task)


@by_game
@inlined
def potential_of(game, rules, seat):
    """Return the potential of a position for a seat."""
    return potential(game.table, seat)


@merged
def note_potential(episode, rules, task):
    """Pay the change of the potential."""
    now = potential_of(episode.game, rules, np.int64(episode.learner))
    episode.earned += task.shaping * (now - episode.potential)
    episode.potential = now
