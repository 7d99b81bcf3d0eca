"""Two programs that share no code, the compiled engine and the C yardstick, agree on every mean."""

import json
import math
from functools import cache
from pathlib import Path

import pytest

from skyjo_experiments.yardstick import CUTOFF, POLICIES, build_yardstick, find_compiler, run_yardstick
from skyjo_sim import Rules, SimulationResult, simulate
from skyjo_sim.kernels import sums
from tests.random_play import SCALE

QUICK = 100_000 if SCALE == 1 else 50
MANY = 1_000_000
COMMITTED = json.loads((Path(__file__).parent / "benchmarks" / "yardstick.json").read_text(encoding="utf-8"))
MEASURES = ("mean_score", "lines_cleared", "turns", "p_doubled")
TABLES = [(policy, players) for policy in POLICIES for players in range(2, 9)]
every_table = pytest.mark.parametrize(("policy", "players"), TABLES)


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    if find_compiler() is None:
        pytest.skip("no C compiler: the yardstick cannot be built here")
    return build_yardstick(tmp_path_factory.mktemp("yardstick"))


@cache
def engine(policy: str, players: int, n_rounds: int, **changes: object) -> SimulationResult:
    """Return a simulation that plays what the yardstick plays; `changes` are switches set otherwise."""
    switches = {"start_tiebreak": "lowest_seat"} | changes
    agent = f"cutoff({CUTOFF})" if policy == "cutoff" else policy
    return simulate(agent, n_rounds=n_rounds, rules=Rules(players=players, **switches), seed=1, workers=1)


def means(result: SimulationResult) -> dict[str, float]:
    """Return the engine's side of `MEASURES`."""
    estimates = result.summaries[0].estimates
    n_doubled = int(result.sums[0]["moments"][0, 0, sums.DOUBLED])
    return {
        "mean_score": estimates["mean_score"].mean,
        "lines_cleared": estimates["lines_cleared_per_round"].mean,
        "turns": result.n_turns / result.n_rounds,
        "p_doubled": n_doubled / result.n_rounds,
    }


def distances(result, figures, n_figures) -> dict[str, float]:
    """Return by how many standard errors the engine is off, by measure.

    The variance of a round is taken from the yardstick for both: they are to be one distribution.
    """
    scale = math.sqrt(1 + n_figures / result.n_rounds)
    mine = means(result)
    return {name: (mine[name] - figures[name][0]) / (figures[name][1] * scale) for name in MEASURES}


def committed(policy, players):
    return next(row for row in COMMITTED["figures"] if (row["policy"], row["players"]) == (policy, players))


def assert_within_4_standard_errors(distances):
    assert max(map(abs, distances.values())) < 4, distances


@every_table
def test_engine_agrees_with_the_committed_figures_of_the_yardstick(policy, players):
    result = engine(policy, players, QUICK)
    assert result.n_abandoned == committed(policy, players)["abandoned"] == 0
    assert_within_4_standard_errors(distances(result, committed(policy, players), COMMITTED["rounds"]))


@every_table
def test_engine_agrees_with_the_yardstick_built_here(program, policy, players):
    run = run_yardstick(program, policy, players, QUICK, seed=7)
    assert run.ended + run.abandoned == QUICK
    assert_within_4_standard_errors(distances(engine(policy, players, QUICK), run.figures, QUICK))


@pytest.mark.slow
@every_table
def test_engine_agrees_with_the_yardstick_over_a_million_rounds(program, policy, players):
    run = run_yardstick(program, policy, players, MANY, seed=8)
    assert_within_4_standard_errors(distances(engine(policy, players, MANY), run.figures, MANY))


@pytest.mark.slow
@every_table
def test_committed_figures_are_what_the_yardstick_prints(program, policy, players):
    run = run_yardstick(program, policy, players, COMMITTED["rounds"], COMMITTED["seed"])
    for name in MEASURES:
        assert committed(policy, players)[name] == pytest.approx(run.figures[name], abs=1e-7)


@pytest.mark.skipif(SCALE > 1, reason="too few rounds are played uncompiled")
@every_table
def test_intervals_are_as_wide_as_the_yardstick_says(policy, players):
    error = engine(policy, players, QUICK).summaries[0].estimates["mean_score"].standard_error
    expected = committed(policy, players)["mean_score"][1] * math.sqrt(COMMITTED["rounds"] / QUICK)
    assert error == pytest.approx(expected, rel=0.03)


@pytest.mark.skipif(SCALE > 1, reason="too few rounds are played uncompiled")
@pytest.mark.parametrize(
    "switch",
    [
        {"double_on_tie": False},
        {"column_rule": "off"},
        {"first_round_starter": "lowest_sum"},
        {"last_turns": "none"},
        {"initial_flips": 1},
    ],
    ids=lambda switch: next(iter(switch)),
)
def test_another_rule_would_be_noticed(switch):
    result = engine("cutoff", 2, QUICK, **switch)
    assert max(map(abs, distances(result, committed("cutoff", 2), COMMITTED["rounds"]).values())) > 4
