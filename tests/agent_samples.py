"""The names of all registered agents, with sample arguments where they need some, and states to ask them in."""

import random
from functools import cache
from pathlib import Path

import skyjo_agents
from skyjo_sim.agent_names import make_agent, registered_agents
from skyjo_sim.errors import InputError
from skyjo_sim.games import Game
from skyjo_sim.rules_record import rules_record
from tests.positions import draw_pair
from tests.random_play import new_game, random_rules

NETWORK = Path(skyjo_agents.__file__).parent / "weights" / "ppo.npz"
ARGUMENTS = {
    "npz": [f"({NETWORK})"],
    "end_below": ["(cutoff(2),8)", "(end_ahead(greedy,1,3),5)"],
    "end_ahead": ["(cutoff(2),1.5,2)"],
    "end_by_risk": ["(cutoff(2),1,2)"],
    "end_never": ["(random)"],
    "cutoff": ["(2)", "(-0.5)"],
}
ACTION_ARGUMENTS = {"action_cutoff": ["", "(2,1,5,0)"]}
NAMES = {
    game: [name + part for name in sorted(registered_agents(game)) for part in arguments.get(name, [""])]
    for game, arguments in ((Game.CLASSIC, ARGUMENTS), (Game.ACTION, ACTION_ARGUMENTS))
}
DEALT = 3
"""Of so many states one is a deal, the others are positions by lot that no play needs to reach."""


@cache
def agent_of(name, game=Game.CLASSIC):
    """Return a registered agent, made once."""
    return make_agent(name, game=game, seers=True)


def plays_under(agent, rules):
    """Tell whether an agent can play under rules."""
    try:
        agent.check_rules(rules)
    except InputError:
        return False
    return True


@cache
def states(n, seed=0, players=None):
    """Return games with their rules and rules records: deals under rules by lot, and arbitrary positions."""
    lot = random.Random(seed)
    found = []
    while len(found) < n:
        if len(found) % DEALT:
            pair = draw_pair(lot)
            rules, record, game = pair.rules, pair.record, pair.game
        else:
            rules = random_rules(lot)
            record = rules_record(rules)
            game = new_game(record, (lot.getrandbits(32), lot.getrandbits(32)))
        if players in (None, rules.players):
            found.append((game, rules, record))
    return found
