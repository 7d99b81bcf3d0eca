"""Episodes of a learner against compiled opponents: what `SkyjoEnv` and `SkyjoVectorEnv` do in one call."""

import numpy as np

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.actions import DRAW, GAME_ENDED, ILLEGAL, PLAYING, ROUND_ENDED, SOURCE
from skyjo_sim.kernels.compiler import apart, inlined, kernel, merged
from skyjo_sim.kernels.flat import write_flat
from skyjo_sim.kernels.opening import start_game, start_next_round
from skyjo_sim.kernels.planes import write_planes
from skyjo_sim.kernels.play import ask_agent, play_turn
from skyjo_sim.kernels.rewards import potential, reward_of_round
from skyjo_sim.kernels.turn import SEAT_MASK, legal, step

RANDOM_SEAT = -1
ROTATING_SEAT = -2
"""Choices of the learner's seat besides a fixed one: by lot, or in episode i the seat ``i mod players``."""

NEXT_STEP = 0
SAME_STEP = 1
DISABLED = 2
"""When a new episode begins: with the step after the last one, within it, or on demand."""

EMPTY = -9
"""What stands for an illegal answer of an opponent among the statuses of a reset: no episode with a decision was found."""

_MOST_EMPTY_EPISODES = 100_000


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
            seating.answer = ask_agent(table, seating, agent, episode.luck[seat])
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


@kernel
def begin_episode(episode, rules, seating, task):
    """Begin episode ``episode.index``: deal, seat everybody, play until the learner's first decision."""
    game, n_players = episode.game, np.int64(rules.n_players)
    start_game(game, rules, episode.key, episode.index)
    learner = learner_seat(episode, task, n_players)
    episode.learner = learner
    for seat in range(n_players):
        episode.agents[seat] = -1 if seat == learner else ((seat - learner) % n_players - 1) % seating.n_agents
    start_round_luck(episode)
    episode.steps = 0
    episode.earned = 0.0
    episode.potential = 0.0
    episode.is_over = 0
    status = play_on(episode, rules, seating, task, PLAYING)
    if status == PLAYING and task.shaping != 0.0:
        note_potential(episode, task)
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


@kernel
def start_following(episode, rules, seating, task):
    """Begin the episode after the current one."""
    episode.index += 1
    return start_episode(episode, rules, seating, task)


@kernel
def note_potential(episode, task):
    """Pay the change of the potential."""
    now = potential(episode.game.table, np.int64(episode.learner))
    episode.earned += task.shaping * (now - episode.potential)
    episode.potential = now


@kernel
def write_end(episode, outcome):
    """Write how an episode ended, seats counted from the learner's; a round that was not scored has no points."""
    table, learner = episode.game.table, np.int64(episode.learner)
    n_players = np.int64(table.n_players)
    for turned in range(n_players):
        seat = (learner + turned) % n_players
        outcome.scores[turned] = 0 if outcome.is_illegal else table.score[seat]
        outcome.totals[turned] = table.totals[seat]
    outcome.seat = learner
    outcome.ender = (table.ender - learner) % n_players if table.ender >= 0 else -1
    outcome.is_doubled = table.is_doubled
    outcome.turns = table.turns
    outcome.rounds = table.round_index + 1


@inlined
def take_step(episode, rules, seating, task, action, outcome):
    """Carry out the learner's action and all that follows until its next decision; return a status as `play_on`."""
    game = episode.game
    table = game.table
    episode.steps += 1
    status = step(game, rules, action)
    if status == ILLEGAL:
        outcome.is_illegal = True
        outcome.phase = table.phase
        outcome.legal = legal(table, rules)
        episode.earned += task.illegal_reward - task.shaping * episode.potential
        episode.potential = 0.0
        return GAME_ENDED
    if status != PLAYING or table.seat != episode.learner:
        status = play_on(episode, rules, seating, task, status)
    if status == PLAYING and task.shaping != 0.0:
        note_potential(episode, task)
    return status


@kernel
def finish_episode(episode, task, outcome):
    """Mark an episode as over."""
    apart()
    table = episode.game.table
    episode.is_over = 1
    is_truncated = np.int64(table.is_game_abandoned if task.is_games else table.is_abandoned) != 0
    outcome.truncated = is_truncated and not outcome.is_illegal
    outcome.terminated = not outcome.truncated
    write_end(episode, outcome)


@inlined
def write_view(episode, rules, position, view):
    """Write the learner's observation and mask; the mask is all ones when the episode is over."""
    flat, planes, masks = view
    table = episode.game.table
    learner = np.int64(episode.learner)
    if flat.shape[1] > 0:
        write_flat(table, learner, flat[position])
    if planes.size > 0:
        write_planes(table, learner, planes[position])
    ids = np.int64(-1) if episode.is_over else legal(table, rules)
    for action in range(masks.shape[1]):
        masks[position, action] = ids >> action & 1


@inlined
def step_or_begin(setup, episode, action, outcome):
    """Take a step in one environment, or begin its next episode if the last one is over; return as `play_on`."""
    outcome.is_illegal, outcome.terminated, outcome.truncated = False, False, False
    if episode.is_over:
        outcome.reward = 0.0
        return start_following(episode, setup.rules, setup.seating, setup.task)
    status = take_step(episode, setup.rules, setup.seating, setup.task, action, outcome)
    outcome.reward = episode.earned
    episode.earned = 0.0
    return status


@kernel
def step_episodes(setups, episodes, actions, outcomes, view, last_view):
    """Take one step in every environment.

    ``setups`` is SETUP[1]; ``view`` and ``last_view`` are (float32[n, numbers], PLANES[n], int8[n, n_actions]), of which
    the first two are empty where that form is not wanted. ``last_view`` gets an episode's last observation under
    SAME_STEP. Returns PLAYING, or ILLEGAL or EMPTY at the environment ``at_work``.
    """
    setup = setups[0]
    setup.n_ended = 0
    is_same_step = setup.task.autoreset == SAME_STEP
    for position in range(episodes.size):
        setup.at_work = position
        episode = episodes[position]
        status = step_or_begin(setup, episode, np.int64(actions[position]), outcomes[position])
        if status == GAME_ENDED:
            setup.n_ended += 1
            finish_episode(episode, setup.task, outcomes[position])
            status = PLAYING
            if is_same_step:
                write_view(episode, setup.rules, position, last_view)
                status = start_following(episode, setup.rules, setup.seating, setup.task)
        if status != PLAYING:
            return status
        write_view(episode, setup.rules, position, view)
    return PLAYING


@kernel
def start_episodes(setups, episodes, chosen, view):
    """Begin the episode ``index`` of every environment that is chosen, bool[n]; write the views of all."""
    setup = setups[0]
    setup.n_ended = 0
    for position in range(episodes.size):
        setup.at_work = position
        episode = episodes[position]
        if chosen[position]:
            status = start_episode(episode, setup.rules, setup.seating, setup.task)
            if status != PLAYING:
                return status
        write_view(episode, setup.rules, position, view)
    return PLAYING


assert DRAW == 0
assert ROUND_ENDED != PLAYING
