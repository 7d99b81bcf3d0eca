"""Legal actions by lot: only ones that are allowed, all of them equally often."""

import numpy as np
import pytest

from skyjo_sim.kernels import streams
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import STREAM
from skyjo_sim.kernels.sampling import NO_ID, sample_ids

pytestmark = pytest.mark.small

N = 20_000 if IS_COMPILED else 2_000


def drawn(masks, game=0):
    """Return an id for each mask."""
    stream = np.zeros(1, STREAM)[0]
    streams.start(stream, np.array([3, 4], np.uint32), streams.AGENT, game, 0, 0)
    ids = np.full(len(masks), -7, np.int64)
    sample_ids(masks, stream, ids)
    return ids


@pytest.mark.parametrize("n_actions", [1, 12, 13, 37, 52])
def test_only_ids_of_the_mask_are_drawn(n_actions):
    masks = (np.random.default_rng(n_actions).random((500, n_actions)) < 0.2).astype(np.int8)
    masks[:, -1] |= ~masks.any(axis=1)
    assert masks[np.arange(500), drawn(masks)].all()


def test_a_single_legal_id_is_found_wherever_it_stands():
    assert drawn(np.eye(52, dtype=np.int8)).tolist() == list(range(52))


def test_a_row_without_legal_id_is_marked_and_uses_no_luck():
    masks = np.ones((3, 37), np.int8)
    masks[1] = 0
    first, none, second = drawn(masks)
    assert none == NO_ID
    assert [first, second] == drawn(masks[:2] | 1).tolist()


def test_all_legal_ids_are_equally_likely():
    allowed = [0, 3, 11, 12, 13, 24, 36, 51]
    masks = np.zeros((N, 52), np.int8)
    masks[:, allowed] = 1
    counts = np.bincount(drawn(masks), minlength=52)[allowed]
    expected = N / len(allowed)
    assert counts.sum() == N
    assert ((counts - expected) ** 2 / expected).sum() < 24.3  # chi-square, 7 degrees of freedom: 0.1 %


def test_the_same_luck_gives_the_same_ids():
    masks = np.ones((50, 37), np.int8)
    assert drawn(masks).tolist() == drawn(masks).tolist() != drawn(masks, 1).tolist()
