"""Same plan, same rows: whatever the workers, the parts, the executor, the interruptions and the path of calls."""

import json
import multiprocessing
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

from skyjo_sim import ActionRules, Agent, Rules, policy, resume, simulate
from skyjo_sim.games import Game
from skyjo_sim.kernels import baselines, loop, opening, streams, turn
from skyjo_sim.kernels.actions import DRAW, FLIP, OPENING, PLACE, PUT, SOURCE
from skyjo_sim.kernels.cards import CLEARED
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import GAME, SEATING
from skyjo_sim.luck import seat_keys, table_key
from skyjo_sim.rules_record import rules_record
from tests import plain_luck
from tests.commands import environment

N = 300 if IS_COMPILED else 12
AGENTS = "cutoff(2),random,cutoff(-0.5)"
HOUSE = Rules(
    players=4,
    initial_flips=3,
    next_round_starter="round_winner",
    column_rule="optional",
    row_rule="mandatory",
    reshuffle="take_all_and_turn_new_top",
    final_reveal_timing="after_own_last_turn",
    target=60,
    victory_tie="extra_round",
)
ACTION_HOUSE = ActionRules(
    players=5,
    zeros="fifteen",
    blank_action_cards=2,
    column_rule="optional",
    discard_take_then_flip=True,
    star_bonus_at_setup=True,
    cleared_star_order="owner_choice",
    simultaneous_lines="columns_first",
    draw_three_replaced="free",
    steal_playable_at_once=True,
    swap_players_count=2,
    reshuffle="take_all_and_turn_new_top",
    final_reveal_timing="after_own_last_turn",
    target=60,
)
PLANS = {
    "games": {"n_games": N},
    "rounds": {"n_rounds": N},
    "seats not rotated": {"n_rounds": N, "rotate": False},
    "house rules": {"n_games": N, "rules": HOUSE},
    "short rounds": {"n_rounds": N, "rules": Rules(players=8, turn_limit=3)},
    "many reshuffles": {"n_rounds": N, "rules": Rules(players=8, last_turns="none"), "seed": 2**64 - 1},
    "action": {"n_games": N, "rules": ActionRules(players=4, target=60)},
    "action, house rules": {"n_rounds": N, "rules": ACTION_HOUSE},
}

GOLDEN = {
    "games": "a64240f9794ee4e27763b4e737d6aaf877f9c188667fee4c0a510c507c8236ae",
    "rounds": "daeb42a126749e8b05d4c4a51adef975c7f2678d637d1e6f6063fa336b0eff0e",
    "house rules": "8815634d116e3acc28235baee61862b2126135e5dcba5f898ee1da46d0566aae",
    "many reshuffles": "7a53968c507737e9de772115506ad34dfb96a1173846b2158fb77df0819e2651",
}


@pytest.fixture(params=PLANS)
def plan(request):
    """Return what to simulate, by name."""
    return PLANS[request.param]


def agents_of(plan):
    """Return who plays by default."""
    return AGENTS if plan.get("rules", HOUSE).game == Game.CLASSIC else "random,random,random"


def hash_of(plan, agents=None, **options):
    return simulate(agents or agents_of(plan), **plan, hash_rows=True, **options).rows_sha256


def test_number_of_workers_and_size_of_parts_change_nothing(plan):
    hashes = {hash_of(plan, workers=workers) for workers in (1, 2)}
    hashes |= {hash_of(plan, workers=2, part_size=size) for size in (1 + N // 30, 7, N)}
    assert len(hashes) == 1


def test_hash_is_over_the_documented_rows(plan):
    import hashlib

    result = simulate(agents_of(plan), **plan, rows=True, hash_rows=True)
    packed = np.concatenate(list(result.row_parts())).tobytes()
    assert result.rows_sha256 == hashlib.sha256(packed).hexdigest()
    assert result.rows[["game", "round", "seat"]].apply(tuple, axis=1).is_monotonic_increasing


def interrupt_after(units):
    """Return an observer that interrupts a run once, when so many units are done."""
    came = []

    def on_progress(progress):
        if progress.done >= units and not came:
            came.append(progress.done)
            raise KeyboardInterrupt

    return on_progress


@pytest.mark.parametrize("name", ["games", "house rules", "action"])
def test_interruptions_change_nothing(name, tmp_path):
    plan, out = PLANS[name], tmp_path / "run"
    begun = simulate(
        agents_of(plan),
        **plan,
        hash_rows=True,
        out=out,
        part_size=1 + N // 100,
        workers=2,
        on_progress=interrupt_after(N // 5),
    )
    assert not begun.is_complete
    assert begun.rows_sha256 is None
    assert 0 < begun.n_units < N
    again = resume(out, part_size=1 + N // 30, workers=1, on_progress=interrupt_after(begun.n_units + N // 5))
    assert begun.n_units < again.n_units < N
    assert resume(out, workers=2).rows_sha256 == hash_of(plan)


@pytest.mark.skipif(not IS_COMPILED, reason="results are the same, but other tests compare that")
@pytest.mark.parametrize("name", GOLDEN)
def test_results_are_those_that_were_committed(name):
    assert hash_of(PLANS[name]) == GOLDEN[name]


def test_seed_changes_the_result():
    assert len({hash_of({"n_rounds": 20, "seed": seed}) for seed in (0, 1, 2**64 - 1)}) == 3


def test_first_games_of_a_longer_run_are_the_same():
    short, long = (simulate(AGENTS, n_games=n, rows=True, seed=3).rows for n in (N // 3, N))
    assert long[long["game"] < N // 3].equals(short)


def stranger(agent):
    """Return the same agent with a policy that the play loop does not know, so that it calls it by its address."""
    return Agent(agent.name, policy(getattr(agent.policy, "py_func", agent.policy)), agent.params)


@pytest.mark.parametrize("name", ["games", "house rules"])
def test_policies_called_by_address_play_as_inlined_ones(name):
    known = [
        Agent("cutoff(2)", baselines.cutoff_policy, (2,)),
        Agent("random", baselines.random_policy),
        Agent("cutoff(-0.5)", baselines.cutoff_policy, (-0.5,)),
    ]
    strange = [stranger(agent) for agent in known]
    assert {agent.kind for agent in strange} == ({baselines.OTHER} if IS_COMPILED else {agent.kind for agent in known})
    hashes = {hash_of(PLANS[name], agents) for agents in (AGENTS, known, strange, [known[0], strange[1], known[2]])}
    assert len(hashes) == 1


def test_debug_mode_changes_nothing():
    plan = {"n_games": N // 20 + 2}
    assert hash_of(plan, check=True) == hash_of(plan)


@pytest.mark.skipif(not IS_COMPILED, reason="takes a minute uncompiled")
def test_debug_mode_plays_on_for_long():
    """It plays one round at a time: slices must not be planned ever longer."""
    assert simulate("cutoff(2)", n_rounds=400, workers=1, check=True).n_rounds == 400


def test_executor_changes_nothing():
    plan = PLANS["games"]
    with ThreadPoolExecutor(3) as pool:
        assert hash_of(plan, executor=pool, workers=5, part_size=7) == hash_of(plan)


@pytest.mark.skipif(not IS_COMPILED, reason="the children would be compiled")
def test_processes_change_nothing():
    """Built-in agents travel by name, a policy of a loose file by its code."""
    plan, agents = {"n_games": N}, ["cutoff(2)", stranger(Agent("random", baselines.random_policy))]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert hash_of(plan, agents, executor=pool, workers=2, part_size=100) == hash_of(plan, agents)


UNCOMPILED = """
import json
from skyjo_sim import ActionRules, Rules, simulate
from skyjo_sim.kernels.compiler import IS_COMPILED
from tests.test_determinism import ACTION_HOUSE, HOUSE
runs = ({"n_rounds": 200}, {"n_games": 4, "rules": HOUSE})
hashes = [simulate("cutoff(2),random", hash_rows=True, seed=5, workers=1, **run).rows_sha256 for run in runs]
for rules in (ActionRules(players=3), ACTION_HOUSE):
    hashes.append(simulate("random", rules=rules, hash_rows=True, seed=5, workers=1, n_rounds=8).rows_sha256)
print(json.dumps([IS_COMPILED, *hashes]))
"""


@pytest.mark.skipif(not IS_COMPILED, reason="compares with compiled runs")
def test_compiled_and_uncompiled_runs_are_the_same():
    printed = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", UNCOMPILED],
                env=environment(NUMBA_DISABLE_JIT=flag),
                check=True,
                capture_output=True,
            ).stdout
        )
        for flag in ("1", "0")
    ]
    assert [compiled for compiled, *_ in printed] == [False, True]
    assert printed[0][1:] == printed[1][1:]


def deal(index, rules, opening_slots, choose):
    """Play a round until the draw pile has been drawn from 40 times; return the dealt cards and the drawn ones."""
    games = np.zeros(1, GAME)
    games["table"]["visible"] = CLEARED
    game, record = games[0], rules_record(rules)
    opening.start_game(game, record, table_key(9), index)
    dealt, flipped, drawn = game.secret.cards.copy(), 0, []
    while len(drawn) < 40 and game.table.phase in (OPENING, SOURCE, PLACE):
        if game.table.phase == OPENING:
            action = FLIP + opening_slots[flipped % 2]
            flipped += 1
        elif game.table.phase == SOURCE:
            action = DRAW
        else:
            drawn.append(int(game.table.drawn))
            action = choose(game.table)
        assert turn.step(game, record, action) >= 0
    return dealt.tolist(), drawn


def put_first(table):
    return PUT + next(slot for slot in range(12) if not table.cleared[table.seat] >> slot & 1)


def flip_last(table):
    hidden = [slot for slot in range(12) if table.hidden[table.seat] >> slot & 1]
    return FLIP + hidden[-1] if hidden else put_first(table)


@pytest.mark.parametrize("index", [0, 1, 17, 10**12 - 1])
def test_deck_of_a_game_is_the_same_whoever_plays(index):
    rules = Rules(players=3, start_tiebreak="lowest_seat")
    first_cards, first_drawn = deal(index, rules, (0, 1), put_first)
    second_cards, second_drawn = deal(index, rules, (5, 11), flip_last)
    assert first_cards == second_cards
    n = min(len(first_drawn), len(second_drawn))
    assert n >= 15
    assert first_drawn[:n] == second_drawn[:n]
    assert deal(index + 1, rules, (0, 1), put_first)[0] != first_cards


@pytest.mark.small
def test_an_agents_luck_depends_on_seed_seat_game_and_round_alone():
    """Not on the deal's luck, nor on what was drawn in earlier rounds."""
    game, seating, keys = np.zeros(1, GAME)[0], np.zeros(1, SEATING)[0], seat_keys(5)
    seating["keys"][:] = keys
    game.table.n_players = 3
    for index, round_ in ((0, 0), (0, 1), (0, 2), (2**40 + 1, 2)):
        game.secret.game, game.table.round_index = index, round_
        loop.start_luck(seating, game)
        for seat in range(3):
            used = [int(streams.word(seating.luck[seat])) for _ in range(40)]
            assert used == plain_luck.words(40, tuple(keys[seat].tolist()), streams.AGENT, index, round_)
