"""Agents that count fewer cards: what they take the cards still to come for."""

import pickle

import numpy as np
import pytest

from skyjo_agents.counting import COUNTED, counting_agent, write_believed
from skyjo_agents.one_ply.chances import write_chances
from skyjo_agents.one_ply.sheet import DRAWN, N_ROWS, UNSEEN, WIDTH
from skyjo_sim import InputError, Rules, simulate
from skyjo_sim.agent_names import make_agent
from skyjo_sim.kernels.cards import COPIES, N_SLOTS, N_VALUES
from skyjo_sim.stepping import deal_games

NOTHING, IN_VIEW, ONE_POOL = range(len(COUNTED))
VALUES = np.arange(-2, 13)


def believed(table, counted):
    """Return believed counts, up to a factor, of what is drawn and what is hidden, and their mean and variance."""
    sheet = np.zeros((N_ROWS, WIDTH))
    mean, variance = write_believed(table, counted, sheet)
    return sheet[DRAWN, :N_VALUES], sheet[UNSEEN, :N_VALUES], mean, variance


@pytest.fixture
def table():
    """Return a table with some cards face up and a discard."""
    game = deal_games(1, Rules(players=3), 4)[0]
    table = game.table
    for seat, slot, card in ((0, 1, 5), (0, 2, 5), (1, 7, -2), (2, 0, 12)):
        table.visible[seat, slot] = card
        table.seen[card + 2] += 1
    table.discard_top, table.n_discard = 9, 1
    table.seen[11] += 1
    table.seen[10] += 3  # discards that lie below
    return table


def face_up(table):
    shown = table.visible[:3, :N_SLOTS].ravel()
    cards = [*shown[shown >= -2].tolist(), int(table.discard_top)]
    return np.bincount(np.array(cards) + 2, minlength=N_VALUES)


@pytest.mark.small
def test_who_counts_nothing_has_the_chances_of_the_full_deck(table):
    drawn, unseen, mean, variance = believed(table, NOTHING)
    np.testing.assert_allclose(drawn, COPIES / 150)
    np.testing.assert_allclose(unseen, COPIES / 150)
    assert mean == pytest.approx(COPIES @ VALUES / 150)
    assert variance == pytest.approx(COPIES @ (VALUES - mean) ** 2 / 150)


@pytest.mark.small
def test_who_looks_round_leaves_out_what_lies_face_up(table):
    left = COPIES - face_up(table)
    drawn, unseen, mean, _ = believed(table, IN_VIEW)
    np.testing.assert_allclose(unseen, left / left.sum())
    np.testing.assert_allclose(drawn, unseen)
    assert mean == pytest.approx(left @ VALUES / left.sum())


@pytest.mark.small
def test_one_pool_is_what_was_not_seen_and_after_a_reshuffle_the_draw_pile_too(table):
    sheet = np.zeros((N_ROWS, WIDTH))
    moments = write_chances(table, sheet)
    drawn, unseen, *own = believed(table, ONE_POOL)
    assert own == pytest.approx(list(moments))
    np.testing.assert_allclose(unseen, sheet[UNSEEN, :N_VALUES])
    np.testing.assert_allclose(drawn, sheet[DRAWN, :N_VALUES])
    pool = np.zeros(N_VALUES, np.int64)
    pool[[10, 11]] = 3, 1
    table.n_reshuffles, table.pool[:N_VALUES], table.n_pile = 1, pool, 4
    drawn, unseen, *_ = believed(table, ONE_POOL)
    left = COPIES - table.seen[:N_VALUES].astype(np.int64) + pool
    np.testing.assert_allclose(unseen, left / left.sum())
    np.testing.assert_allclose(drawn, unseen)


def test_one_pool_is_the_expert_while_the_pile_lasts():
    def hash_of(agent):
        return simulate(agent, players=2, n_rounds=300, seed=2, hash_rows=True).rows_sha256

    hashes = {counted: hash_of(counting_agent(counted)) for counted in COUNTED}
    assert hashes["one_pool"] == hash_of("expert")
    assert len(set(hashes.values())) == 3


@pytest.mark.parametrize("counted", COUNTED)
def test_the_name_rebuilds_the_agent(counted):
    agent = counting_agent(counted)
    assert make_agent(f"counting({counted})", {"counting": counting_agent}) == agent
    assert pickle.loads(pickle.dumps(agent)) == agent


def test_bad_ways_to_count():
    with pytest.raises(InputError, match="counted must be one of nothing, in_view, one_pool, got 'all'"):
        counting_agent("all")
