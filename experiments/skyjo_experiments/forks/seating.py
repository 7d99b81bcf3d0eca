"""Seating agents for forks: the record that kernels read, and errors that name the agent."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.agent import Agent
from skyjo_sim.engines import check_is_classic
from skyjo_sim.errors import InputError, PolicyError
from skyjo_sim.kernels.actions import PHASE_NAMES
from skyjo_sim.kernels.cards import N_SEATS
from skyjo_sim.kernels.layout import SEATING
from skyjo_sim.luck import check_seed, seat_keys
from skyjo_sim.notation import describe_position
from skyjo_sim.rules import Rules

__all__ = ["forked_seed", "make_seating", "policy_error"]


def make_seating(agents: Sequence[Agent], rules: Rules, seed: int, is_rotating: bool = True) -> NDArray[Any]:
    """Return a new array of one `skyjo_sim.kernels.layout.SEATING`, which must not outlive the agents.

    Raises
    ------
    InputError
        If there are more than 8 agents, one cannot play under the rules, or these are not of the classic game.
    PolicyError
        If a policy cannot be compiled.
    """
    check_is_classic(rules, "a fork")
    if not 1 <= len(agents) <= N_SEATS:
        raise InputError(f"there must be 1..{N_SEATS} agents, those of the forks included, got {len(agents)}")
    seating: NDArray[Any] = np.zeros(1, SEATING)
    record = seating[0]
    for number, agent in enumerate(agents):
        agent.check_rules(rules)
        record["addresses"][number] = agent.address()
        record["kinds"][number] = agent.kind
        agent.fill_params(record["params"][number])
    record["keys"][:] = seat_keys(seed)
    record["n_agents"] = len(agents)
    record["is_rotating"] = is_rotating
    return seating


def forked_seed(seed: int) -> int:
    """Return the seed of what is played on: other luck than that of the games the positions come from.

    Raises
    ------
    InputError
        If `seed` is not in 0..2**64-1.
    """
    digest = blake2b(f"{check_seed(seed)} forks".encode(), digest_size=8, person=b"skyjo-sim").digest()
    return int.from_bytes(digest, "little")


def policy_error(agents: Sequence[Agent], game: Any, seating: Any, what: str) -> PolicyError:
    """Return an error that names the agent whose decision it was, and shows the position as its seat sees it."""
    table = game["table"]
    seat = int(table["seat"])
    agent = agents[int(seating["agents"][seat])]
    return PolicyError(
        f"agent {agent.name} at seat {seat} {what} (game {int(game['secret']['game'])}, turn {int(table['turns'])}, "
        f"phase {PHASE_NAMES[table['phase']]})\n{describe_position(game, seat)}"
    )
