"""What the laws of agents need of each game: states, questions, and changes that a seat must not notice."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from skyjo_sim.games import Game
from tests import action_asking, action_play, action_states, agent_samples, asking, observed_action_play, observed_play


@dataclass(frozen=True)
class Kit:
    """The functions of a game.

    Attributes
    ----------
    states : function of (n, seed, players)
        Games with their rules and rules records.
    ask_along : function of (agent, game, record, seating, noise, most, asked)
        Plays on and asks about each decision; the question of the first illegal answer, or `asking.LEGAL`.
    n_questions : int
        The length of ``asked``, int64.
    answer_of : function of (seating, game)
    copied : function of (game)
    shuffle_unknown : function of (game, viewer, lot)
    """

    states: Callable
    ask_along: Callable
    n_questions: int
    answer_of: Callable
    copied: Callable
    shuffle_unknown: Callable

    def new_count(self):
        """Return a count of questions at zero."""
        return np.zeros(self.n_questions, np.int64)


def _ask_classic(agent, game, record, seating, noise, most, asked):
    passes = agent.content_sha256 is None  # networks have official ids only
    return asking.ask_along(game, record, seating, noise, most, passes, asked)


def _ask_action(agent, game, record, seating, noise, most, asked):
    return action_asking.ask_along(game, record, seating, noise, most, 5, asked)


KITS = {
    Game.CLASSIC: Kit(
        agent_samples.states,
        _ask_classic,
        asking.N_PHASES,
        asking.answer_of,
        asking.copied,
        observed_play.shuffle_unknown,
    ),
    Game.ACTION: Kit(
        action_states.states,
        _ask_action,
        action_asking.N_QUESTIONS,
        action_asking.answer_of,
        action_play.copy_of,
        observed_action_play.shuffle_unknown,
    ),
}
