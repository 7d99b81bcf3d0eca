"""Views: the learner gets what its own seat sees and may do, whatever the seat and the form."""

import random

import numpy as np
import pytest

from skyjo_sim.envs import SkyjoEnv
from skyjo_sim.envs.spaces import observations_of
from skyjo_sim.kernels.flat import n_flat, write_flat
from skyjo_sim.kernels.layout_episodes import PLANES
from skyjo_sim.kernels.planes import write_planes
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests.env_play import choose, legal_ids
from tests.random_play import legal_ids as ids_of

pytestmark = pytest.mark.small

N_PLAYERS = 3


def is_seen(observation, table, seat, form):
    """Tell whether an observation is what `seat` sees of a table."""
    if form == "flat":
        numbers = np.zeros(n_flat(N_PLAYERS), np.float32)
        write_flat(table, seat, numbers)
        return bool((observation == numbers).all())
    planes = np.zeros(1, PLANES)
    write_planes(table, seat, planes[0])
    expected = observations_of((np.zeros((1, 0), np.float32), planes, np.zeros((1, 0), np.int8)), form, N_PLAYERS)
    return all((part == expected["observation"][name][0]).all() for name, part in observation.items())


@pytest.mark.parametrize("form", ["flat", "planes"])
@pytest.mark.parametrize("seat", range(N_PLAYERS))
def test_the_learner_sees_with_its_own_seat(seat, form):
    env, lot = SkyjoEnv(players=N_PLAYERS, seat=seat, observation=form, opponents="random"), random.Random(seat)
    record, by_seat = rules_record(Rules(players=N_PLAYERS)), np.zeros(N_PLAYERS, int)
    returned, n = env.reset(seed=seat)[0], 0
    while True:
        game = env._runner.episodes[0].game
        by_seat += [is_seen(returned["observation"], game.table, other, form) for other in range(N_PLAYERS)]
        n += 1
        if n > 12:
            break
        assert legal_ids(returned["action_mask"]) == ids_of(game, record)
        returned, _, is_over, _, _ = env.step(choose(returned["action_mask"], lot))
        assert not is_over
    assert by_seat[seat] == n
    assert np.delete(by_seat, seat).max() < n
