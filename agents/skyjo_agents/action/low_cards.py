"""The rules of thumb for Skyjo Action: every option is compared by the points it gains."""

from skyjo_agents.action.habits import Habits
from skyjo_agents.action.policy import action_cutoff_policy
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import format_number
from skyjo_sim.games import Game

__all__ = ["action_cutoff_agent"]

_DEFAULT = Habits()
_ALWAYS_SHOWN = 4


def action_cutoff_agent(
    cutoff: float = _DEFAULT.cutoff,
    take_action: float = _DEFAULT.take_action,
    end_margin: float = _DEFAULT.end_margin,
    attack: float = _DEFAULT.attack,
    hidden_points: float = _DEFAULT.hidden_points,
    haste: float = _DEFAULT.haste,
    pair_share: float = _DEFAULT.pair_share,
    far_share: float = _DEFAULT.far_share,
    star_points: float = _DEFAULT.star_points,
    feed: float = _DEFAULT.feed,
    eager: float = _DEFAULT.eager,
    spread: float = _DEFAULT.spread,
    penalty: float = _DEFAULT.penalty,
    pace: float = _DEFAULT.pace,
    trust: float = _DEFAULT.trust,
    protection: float = _DEFAULT.protection,
) -> Agent:
    """Make ``action_cutoff(cutoff,take_action,...)``; what the numbers mean stands in `skyjo_agents.action.habits.Habits`.

    The name leaves out numbers from the fifth on that are the defaults, if all that follow are.

    Idea: put a number of points on everything a turn may be used for, playing cards and action cards alike, and do what
    gains most. A discard has to gain `cutoff` more than a draw may be expected to; an action card `take_action` more than
    the best other turn (at 1000 none is ever taken). The round is ended with a lead of about `end_margin` points. Points
    that others lose count `attack` times as much as own ones, shared among them.
    Provenance: rules of thumb of our own, their numbers found by ``skyjo tune``; there is no published player of this game
    to go by.
    Ignores: what others will do, their lines when it attacks, totals, lines of stars that give points, house rules.

    Raises
    ------
    InputError
        If a parameter is not a finite number.
    """
    habits = Habits(
        cutoff=cutoff,
        take_action=take_action,
        end_margin=end_margin,
        attack=attack,
        hidden_points=hidden_points,
        haste=haste,
        pair_share=pair_share,
        far_share=far_share,
        star_points=star_points,
        feed=feed,
        eager=eager,
        spread=spread,
        penalty=penalty,
        pace=pace,
        trust=trust,
        protection=protection,
    )
    numbers, usual = habits.params(), _DEFAULT.params()
    shown = max([_ALWAYS_SHOWN, *(place + 1 for place, number in enumerate(numbers) if number != usual[place])])
    name = f"action_cutoff({','.join(format_number(number) for number in numbers[:shown])})"
    return Agent(name, action_cutoff_policy, numbers, game=Game.ACTION)
