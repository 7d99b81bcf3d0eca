"""Asking for memory ahead changes nothing, and asks for nothing outside a record."""

import numpy as np
import pytest

from skyjo_sim.kernels import prefetch
from skyjo_sim.kernels.compiler import kernel
from skyjo_sim.kernels.layout_episodes import EPISODE

pytestmark = pytest.mark.small


@kernel
def ask_for(episodes):
    for position in range(episodes.size):
        prefetch.prefetch(episodes[position])


def test_nothing_is_changed():
    episodes = np.zeros(3, EPISODE)
    episodes.view(np.uint8)[:] = np.arange(episodes.nbytes, dtype=np.int64) % 251
    before = episodes.tobytes()
    ask_for(episodes)
    assert episodes.tobytes() == before


def test_only_the_record_itself_is_asked_for():
    places = prefetch.first_bytes(EPISODE)
    assert len(set(places)) == len(places) < EPISODE.itemsize // 64
    assert all(0 <= place < EPISODE.itemsize for place in places)
