"""Steps and resets of environments: what `SkyjoEnv` and `SkyjoVectorEnv` do in one call."""

import numpy as np

from skyjo_sim.kernels import turn
from skyjo_sim.kernels.actions import GAME_ENDED, ILLEGAL, PLAYING
from skyjo_sim.kernels.by_game import by_game
from skyjo_sim.kernels.compiler import apart, inlined, inner_inlined, kernel, merged
from skyjo_sim.kernels.episodes import SAME_STEP, note_potential, play_on, start_episode, start_following
from skyjo_sim.kernels.observing import ALL_LEGAL, write_view
from skyjo_sim.kernels.prefetch import prefetch
from skyjo_sim.kernels.sampling import sample_id
from skyjo_sim.kernels.turn import legal

AHEAD = 1
"""How many environments ahead memory is asked for."""

is_legal = by_game(turn.is_legal)
step = by_game(turn.step)


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


@by_game
@inlined
def note_legal(table, rules, outcome):
    """Write the legal ids as bits into an outcome."""
    outcome.legal[0] = legal(table, rules)
    outcome.legal[1] = 0


@merged
def take_step(episode, rules, seating, task, action, outcome):
    """Carry out the learner's action and all that follows until its next decision; return a status as `play_on`."""
    game = episode.game
    table = game.table
    status = step(game, rules, action)
    if status == ILLEGAL:
        outcome.is_illegal = True
        outcome.phase = table.phase
        note_legal(table, rules, outcome)
        episode.earned += task.illegal_reward - task.shaping * episode.potential
        episode.potential = 0.0
        return GAME_ENDED
    if status != PLAYING or table.seat != episode.learner:
        status = play_on(episode, rules, seating, task, status)
    if status == PLAYING and task.shaping != 0.0:
        note_potential(episode, rules, task)
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


@by_game
@inner_inlined
def show(episode, rules, position, view):
    """Write the learner's observation and mask; the mask is all ones when the episode is over."""
    table = episode.game.table
    ids = np.int64(ALL_LEGAL) if episode.is_over else legal(table, rules)
    write_view(table, np.int64(episode.learner), ids, position, view)


@merged
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

    ``setups`` is SETUP[1]; ``last_view`` gets an episode's last observation under SAME_STEP, and may be without rows
    else. Returns PLAYING, or ILLEGAL or EMPTY at the environment ``at_work``.
    """
    setup = setups[0]
    setup.n_ended = 0
    is_same_step = setup.task.autoreset == SAME_STEP
    for position in range(episodes.size):
        setup.at_work = position
        prefetch(episodes[min(position + AHEAD, episodes.size - 1)])
        episode = episodes[position]
        status = step_or_begin(setup, episode, np.int64(actions[position]), outcomes[position])
        if status == GAME_ENDED:
            setup.n_ended += 1
            finish_episode(episode, setup.task, outcomes[position])
            status = PLAYING
            if is_same_step:
                show(episode, setup.rules, position, last_view)
                status = start_following(episode, setup.rules, setup.seating, setup.task)
        if status != PLAYING:
            return status
        show(episode, setup.rules, position, view)
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
        show(episode, setup.rules, position, view)
    return PLAYING


@kernel
def find_illegal(setups, episodes, actions):
    """Return the first environment whose action, of int64[n], is not legal, or -1; those that are over are passed over."""
    rules = setups[0].rules
    for position in range(episodes.size):
        episode = episodes[position]
        if not episode.is_over and not is_legal(episode.game.table, rules, actions[position]):
            return position
    return -1


@by_game
@inlined
def sample_one(episode, rules, n_actions, stream):
    """Return a legal id by lot; any id when the episode is over."""
    every = (np.int64(1) << n_actions) - 1
    ids = every if episode.is_over else legal(episode.game.table, rules)
    return sample_id(ids, stream)


@kernel
def sample_legal(setups, episodes, n_actions, stream, actions):
    """Write a legal action for each environment by lot into int64[n]; any where the episode is over."""
    rules = setups[0].rules
    for position in range(episodes.size):
        actions[position] = sample_one(episodes[position], rules, n_actions, stream)
