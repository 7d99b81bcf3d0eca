"""Seers: they see hidden cards, so they can be simulated and nothing else; and seeing is worth something."""

import multiprocessing
import pickle
import random
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

from skyjo_agents import end_below_agent, own_seer, random_agent, statistician_agent, table_seer
from skyjo_sim import Agent, InputError, PolicyError, Seer, load_run, policy, resume, simulate
from skyjo_sim.agent_file import load_agent_file
from skyjo_sim.agent_names import make_agent, make_agents
from skyjo_sim.envs import SkyjoEnv, SkyjoVectorEnv
from skyjo_sim.kernels import baselines
from skyjo_sim.kernels.actions import DRAW, FLIP, OPENING, SOURCE, TAKE
from skyjo_sim.kernels.baselines import random_policy
from skyjo_sim.kernels.bits import lowest
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import PARAMS
from tests.agent_samples import states
from tests.asking import answer_of, copied, seat_everywhere

compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")
N = 1000 if IS_COMPILED else 3


@policy
def flip_lowest(game, seat, params, stream):
    """Turn up the lowest hidden card that is at most the number given, else the first one; always draw."""
    table = game.table
    if table.phase == SOURCE:
        return np.int64(DRAW)
    hidden = np.int64(table.hidden[seat])
    if table.phase == OPENING:
        hidden &= ~np.int64(table.chosen)
    best = lowest(hidden)
    for slot in range(12):
        if hidden >> slot & 1 and game.secret.cards[seat, slot] < min(game.secret.cards[seat, best], params.values[0]):
            best = np.int64(slot)
    return FLIP + best


LOW = Seer("low", flip_lowest, (13,))


@pytest.mark.small
def test_a_seer_plays_with_hidden_cards_in_sight():
    rows = simulate([LOW, "random"], n_rounds=N, rows=True, check=not IS_COMPILED, rotate=False).rows
    blind = simulate([Seer("blind", flip_lowest, (-13,)), "random"], n_rounds=N, rows=True, rotate=False).rows
    assert len(rows) == len(blind) == 2 * N
    assert not rows.equals(blind)


@pytest.mark.small
@pytest.mark.parametrize("seer", [own_seer(), table_seer()], ids=lambda seer: seer.name)
def test_what_a_seer_does_not_see_changes_nothing(seer):
    seating, lot, n_other = seat_everywhere(seer), random.Random(2), 0
    for game, _, _ in states(120 if IS_COMPILED else 12):
        table, answer = game.table, answer_of(seating, game)
        pile, others, own = (copied(game) for _ in range(3))
        for seat in range(int(table.n_players)):
            changed = own if seat == table.seat else others
            for slot in range(12):
                if int(table.hidden[seat]) >> slot & 1:
                    changed.secret.cards[seat, slot] = lot.randrange(-2, 13)
        n_pile = int(table.n_pile)
        pile.secret.pile[:n_pile] = [lot.randrange(-2, 13) for _ in range(n_pile)]
        assert answer_of(seating, pile) == answer
        assert seer.name != "own_seer" or answer_of(seating, others) == answer
        n_other += answer_of(seating, own) != answer
    assert n_other > 0 or not IS_COMPILED


@compiled_only
def test_sight_is_worth_something():
    for seer in (own_seer(), table_seer()):
        assert simulate([seer, statistician_agent()], n_games=300, seed=3).agents.iloc[0].win_share_low > 0.5


@compiled_only
@pytest.mark.slow
def test_seeing_more_is_better():
    shares = {}
    for seer, other in ((own_seer(), statistician_agent()), (table_seer(), own_seer())):
        shares[seer.name] = simulate([seer, other], n_games=4000, seed=5).agents.iloc[0]
    assert shares["own_seer"].win_share_low > 0.8
    assert shares["table_seer"].win_share_low > 0.5


# Where it may sit


def refused(call):
    with pytest.raises(InputError) as caught:
        call()
    return str(caught.value)


def test_nothing_but_simulations_seats_a_seer():
    message = "agent own_seer sees hidden cards; it can only be simulated, as an upper bound"
    for call in (
        lambda: make_agent("own_seer"),
        lambda: make_agents("random,own_seer"),
        lambda: make_agents([own_seer()]),
        lambda: SkyjoEnv(opponents="own_seer"),
        lambda: SkyjoEnv(opponents=[own_seer()]),
        lambda: SkyjoVectorEnv(2, opponents="random,own_seer", players=3),
        lambda: end_below_agent("own_seer", 3),
        lambda: make_agent("end_below(own_seer,3)", seers=True),
    ):
        assert refused(call) == message
    assert "the base must be an Agent" in refused(lambda: Agent("x", random_policy, base=own_seer()))
    assert "opponents must be" in refused(lambda: SkyjoEnv(opponents=own_seer()))
    assert "the base must be an agent" in refused(lambda: end_below_agent(own_seer(), 3))


def test_seers_are_made_by_name_where_they_are_wanted():
    assert make_agent("own_seer", seers=True) == own_seer()
    assert make_agents("own_seer,random", seers=True) == (own_seer(), random_agent())
    assert make_agents(own_seer(), seers=True) == (own_seer(),)
    assert own_seer().kind == baselines.SEER
    assert own_seer().content_sha256 is None


def test_a_run_with_a_seer_is_kept_read_and_resumed(tmp_path):
    whole = simulate("own_seer,random", n_rounds=20, seed=2, hash_rows=True)
    kept = simulate("own_seer,random", n_rounds=20, seed=2, hash_rows=True, out=tmp_path / "run")
    assert kept.rows_sha256 == whole.rows_sha256
    assert load_run(tmp_path / "run").plan == kept.plan
    assert resume(tmp_path / "run").rows_sha256 == whole.rows_sha256


def test_a_seer_travels_to_other_processes():
    for seer in (own_seer(), table_seer(), Seer("x", random_policy, (1, 2))):
        assert pickle.loads(pickle.dumps(seer)) == seer
    assert len({own_seer(), own_seer(), table_seer(), Seer("own_seer", random_policy)}) == 3


@compiled_only
@pytest.mark.slow
def test_a_seer_plays_in_other_processes():
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        there = simulate("own_seer,random", n_rounds=20, hash_rows=True, executor=pool, workers=1)
    assert there.rows_sha256 == simulate("own_seer,random", n_rounds=20, hash_rows=True).rows_sha256


FILE = """
import numpy as np
from skyjo_sim import Seer, policy

@policy
def peek(game, seat, params, stream):
    return np.int64(params.values[0]) + game.secret.cards[seat, 0]

best = Seer("unnamed", peek, (2,))
"""


def test_a_file_of_ones_own_may_define_a_seer(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    found = load_agent_file(path)
    seer = make_agent("best", found, seers=True)
    assert (type(seer), seer.name, seer.params) == (Seer, "best", (2.0,))
    assert "sees hidden cards" in refused(lambda: make_agent("best", found))


# As values, and what goes wrong


@pytest.mark.parametrize("name", ["", " ", None])
def test_a_seer_has_a_name(name):
    assert "a seer's name must be a text" in refused(lambda: Seer(name, flip_lowest))


@pytest.mark.parametrize("params", [(1,) * 17, (float("nan"),)])
def test_a_seer_has_at_most_sixteen_finite_numbers(params):
    assert "seer x: params must be at most 16 finite numbers" in refused(lambda: Seer("x", flip_lowest, params))


def test_parameters_are_written_with_no_references():
    record = np.ones(1, PARAMS)[0]
    Seer("x", flip_lowest, (2, 3)).fill_params(record)
    assert record["values"].tolist() == [2, 3] + [0] * 14
    assert [int(record[name]) for name in ("weights", "n_weights", "base_policy", "base_params")] == [0, 0, 0, 0]


@policy
def wrong_answer(game, seat, params, stream):
    if game.table.phase == SOURCE:
        return np.int64(TAKE + 50)
    return FLIP + lowest(np.int64(game.table.hidden[seat]) & ~np.int64(game.table.chosen))


@policy
def answers_text(game, seat, params, stream):
    return "draw"


@policy
def touches(game, seat, params, stream):
    game.secret.cards[seat, 0] = 0
    return FLIP + lowest(np.int64(game.table.hidden[seat]) & ~np.int64(game.table.chosen))


def test_a_seer_that_fails_is_named():
    with pytest.raises(PolicyError, match=r"agent wrong at seat \d answered 51, which is not legal here"):
        simulate([Seer("wrong", wrong_answer)], n_rounds=1)
    with pytest.raises(PolicyError, match=r"agent touches at seat \d changed the table"):
        simulate([Seer("touches", touches)], n_rounds=1, check=True)


@compiled_only
def test_a_seer_that_cannot_be_compiled_is_named():
    with pytest.raises(PolicyError, match="agent text: a policy must answer with an integer action id"):
        simulate([Seer("text", answers_text)], n_rounds=1)
    with pytest.raises(PolicyError, match=r"agent plain: decorate the policy with skyjo_sim\.policy"):
        simulate([Seer("plain", len)], n_rounds=1)
    with pytest.raises(PolicyError, match="agent blind: the policy cannot be compiled"):
        simulate([Agent("blind", flip_lowest)], n_rounds=1)
