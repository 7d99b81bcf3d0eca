"""Results: measures and their intervals, frames, rows, JSON and the forms that are read."""

import json
import math
import re
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim import Agent, InputError, Rules, simulate
from skyjo_sim.kernels.baselines import random_policy
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import ROW, SUMS
from skyjo_sim.simulation.measures import NOTHING, estimate_ratio, estimate_share
from skyjo_sim.simulation.rows import COLUMNS
from skyjo_sim.simulation.summary import AGENT_COLUMNS, MEASURES, merge
from skyjo_sim.simulation.tables import text_table
from tests.test_resume import interrupt_once

N = 400 if IS_COMPILED else 12
AGENTS = ["cutoff(2)", "random", "cutoff(0)"]
RUNS = {
    "games": {"n_games": N, "players": 4},
    "rounds": {"n_rounds": N, "players": 5},
    "seats not rotated": {"n_rounds": N, "players": 3, "rotate": False},
    "abandoned rounds": {"n_games": N, "rules": Rules(players=3, turn_limit=8, target=150)},
    "extra rounds": {"n_games": N, "rules": Rules(players=3, victory_tie="extra_round", target=30)},
}
DOCS = Path(__file__).parent.parent / "docs" / "simulation.md"
fuzz = settings(deadline=None, max_examples=60)
Z = NormalDist().inv_cdf(0.975)


@pytest.fixture(scope="module", params=RUNS)
def result(request):
    """Return a run with rows, by name."""
    return simulate(AGENTS, **RUNS[request.param], rows=True, hash_rows=True, seed=8)


def moments_of(x, y):
    return np.array([sum(x), sum(y), np.dot(x, x), np.dot(x, y), np.dot(y, y)], np.int64)


# Measures and intervals

values = st.lists(st.integers(-100, 200), min_size=200, max_size=300)


@given(values)
@fuzz
def test_interval_of_a_plain_mean_is_the_textbook_one(x):
    estimate = estimate_ratio(moments_of(x, [1] * len(x)), len(x))
    error = np.std(x, ddof=1) / math.sqrt(len(x))
    assert estimate.mean == pytest.approx(np.mean(x), abs=1e-12)
    assert estimate.standard_error == pytest.approx(error, abs=1e-12)
    assert estimate.ci95 == pytest.approx((np.mean(x) - Z * error, np.mean(x) + Z * error), abs=1e-9)


def test_few_units_get_student_s_quantile():
    x = [3, 5, 10]
    estimate = estimate_ratio(moments_of(x, [1, 1, 1]), 3)
    error = np.std(x, ddof=1) / math.sqrt(3)
    assert estimate.high - estimate.mean == pytest.approx(4.302652729911275 * error)


@given(st.integers(200, 2000), st.data())
@fuzz
def test_interval_of_a_plain_proportion_is_about_wilson_s(n, draw):
    k = draw.draw(st.integers(0, n))
    p = k / n
    center, half = (p + Z * Z / 2 / n), Z * math.sqrt(p * (1 - p) / n + Z * Z / 4 / n**2)
    wilson = ((center - half) / (1 + Z * Z / n), (center + half) / (1 + Z * Z / n))
    estimate = estimate_share(np.array([k, n, k, k, n]), n)
    assert estimate.mean == p
    assert estimate.ci95 == pytest.approx(wilson, abs=2 / n**1.5)  # our variance has n - 1 where Wilson's has n
    assert 0 <= estimate.low <= p <= estimate.high <= 1


def test_ratio_is_a_ratio_of_sums_with_the_delta_method_s_error():
    luck = np.random.default_rng(3)
    y = luck.integers(1, 5, 500)
    x = y * 10 + luck.integers(-5, 6, 500)
    ratio = x.sum() / y.sum()
    residuals = x - ratio * y
    error = math.sqrt((residuals**2).sum() / 499 * 500) / y.sum()
    estimate = estimate_ratio(moments_of(x, y), 500, scale=10)
    assert estimate.mean == pytest.approx(ratio / 10)
    assert estimate.standard_error == pytest.approx(error / 10)


def test_nothing_measured_is_nan_and_one_unit_has_no_interval():
    assert estimate_ratio(np.zeros(5, np.int64), 10) == NOTHING == estimate_share(np.zeros(5, np.int64), 10)
    one = estimate_ratio(np.array([7, 1, 49, 7, 1]), 1)
    assert one.mean == 7
    assert math.isnan(one.low)


def test_sums_of_many_units_lose_nothing_to_rounding():
    n, big = 10**12, 10**4
    x = np.array([n * big + 1, n, n * big**2 + 2 * big + 1, n * big + 1, n], object)
    assert estimate_ratio(x, n).standard_error == pytest.approx(1 / n, rel=1e-6)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=40))
@fuzz
def test_shares_and_their_intervals_stay_within_0_and_1(x):
    estimate = estimate_share(moments_of(x, [3] * len(x)), len(x))
    assert 0 <= estimate.low <= estimate.mean <= estimate.high <= 1


@pytest.mark.skipif(not IS_COMPILED, reason="too slow")
@pytest.mark.parametrize(("unit", "n"), [("n_rounds", 300), ("n_games", 250)])
def test_intervals_cover_the_truth_in_95_of_100_runs(unit, n):
    options = {"rules": Rules(players=4, target=60), "workers": 1}
    agents = "cutoff(2),cutoff(5)"
    truth = simulate(agents, **{unit: 200_000}, seed=10**6, **options).agents
    names = [name for name, *_ in MEASURES]
    covered = np.zeros((len(truth), len(names)))
    for seed in range(400):
        frame = simulate(agents, **{unit: n}, seed=seed, **options).agents
        low, high = (frame[[f"{name}_{end}" for name in names]].to_numpy() for end in ("low", "high"))
        covered += (low <= truth[names].to_numpy()) & (truth[names].to_numpy() <= high)
    shares = pd.DataFrame(covered / 400, columns=names)
    assert ((shares >= 0.92) & (shares <= 0.98)).all(axis=None), shares.T.to_string()


# Sums


def test_order_of_merging_does_not_matter():
    parts = [simulate(AGENTS, n_rounds=5, seed=seed).sums for seed in range(4)]
    totals = []
    for order in ((0, 1, 2, 3), (3, 1, 0, 2)):
        total = np.zeros(1, SUMS)
        for index in order:
            merge(total, parts[index])
        totals.append(total.tobytes())
    assert totals[0] == totals[1]


def test_parts_of_a_run_add_up_to_the_run():
    from skyjo_sim.simulation.entry import make_plan
    from skyjo_sim.simulation.part import play_part

    plan, total = make_plan(AGENTS, n_games=10), np.zeros(1, SUMS)
    for first, n in ((7, 3), (0, 2), (2, 5)):
        merge(total, play_part(plan, first, n).sums)
    assert total.tobytes() == simulate(AGENTS, n_games=10).sums.tobytes()


# Rows against sums


def test_rows_have_the_documented_columns_and_types(result):
    rows = result.rows
    assert list(rows.columns) == list(COLUMNS) == list(ROW.names)
    assert len(rows) == result.n_rounds * result.plan.players
    flags = {"is_ender", "is_doubled", "is_abandoned"}
    assert {name for name in rows if rows[name].dtype == bool} == flags
    assert all(rows[name].dtype == ROW[name] for name in COLUMNS if name not in flags)


def test_totals_are_those_of_the_rows(result):
    rows = result.rows
    rounds = rows.groupby(["game", "round"]).first()
    assert result.n_rounds == len(rounds)
    assert result.n_units == rows["game"].nunique()
    assert result.n_turns == rounds["turns"].sum()
    assert result.n_abandoned == rounds["is_abandoned"].sum()
    assert int(result.sums[0]["n_reshuffles"]) == rounds["reshuffles"].sum()


def per_unit(rows, numerator, denominator):
    """Return the sums over units of an agent's numerators and denominators, in 840ths."""
    frame = pd.DataFrame({"game": rows["game"], "x": numerator, "y": denominator}).groupby("game").sum()
    return frame["x"].to_numpy(), frame["y"].to_numpy()


def measures_of(rows, is_games):
    """Return the numerators and denominators of every measure, row by row."""
    one = pd.Series(1.0, rows.index)
    best = rows.groupby(["game", "round"])["score"].transform("min") == rows["score"]
    ties = best.groupby([rows["game"], rows["round"]]).transform("sum")
    if is_games:
        last = rows.groupby("game")["round"].transform("max") == rows["round"]
        wins, units = rows["win_share"].where(last, 0), last.astype(float)
    else:
        wins, units = rows["win_share"], one
    return {
        "mean_score": (rows["score"], one),
        "mean_raw": (rows["raw"], one),
        "win_share": (wins, units),
        "round_win_share": (best / ties, one),
        "p_ended": (rows["is_ender"], one),
        "p_doubled_given_ended": (rows["is_doubled"], rows["is_ender"]),
        "lines_cleared_per_round": (rows["lines_cleared"], one),
    }


def test_every_measure_is_that_of_the_rows(result):
    rows = result.rows
    for position, summary in enumerate(result.summaries):
        own = rows["agent"] == position
        assert summary.n == own.sum()
        assert summary.sd_score == pytest.approx(rows.loc[own, "score"].std())
        for name, (numerator, denominator) in measures_of(rows, result.plan.is_games).items():
            x, y = per_unit(rows[own], numerator[own], denominator[own])
            estimate = summary.estimates[name]
            if y.sum() == 0:
                assert math.isnan(estimate.mean), name
                continue
            mean = x.sum() / y.sum()
            error = math.sqrt(((x - mean * y) ** 2).sum() * len(x) / (len(x) - 1)) / y.sum()
            assert estimate.mean == pytest.approx(mean, abs=1e-9), name
            assert estimate.standard_error == pytest.approx(error, abs=1e-9), name


def test_distribution_of_scores_is_that_of_the_rows(result):
    counts = result.scores
    assert list(counts.columns) == ["agent", "position", "score", "count"]
    rows = result.rows
    clipped = rows["score"].clip(-32, 319)
    expected = rows.assign(score=clipped).groupby(["agent", "score"]).size()
    found = counts.set_index(["position", "score"])["count"]
    assert found.sort_index().tolist() == expected.sort_index().tolist()
    assert counts["agent"].tolist() == [AGENTS[position] for position in counts["position"]]


def test_endings_by_lead_are_those_of_the_rows(result):
    leads = result.leads
    assert list(leads.columns) == ["agent", "position", "lead", "ended", "doubled"]
    enders = result.rows.query("is_ender")
    expected = (
        enders.assign(lead=enders["lead"].clip(-100, 100)).groupby(["agent", "lead"])["is_doubled"].agg(["size", "sum"])
    )
    found = leads.set_index(["position", "lead"]).sort_index()
    assert found["ended"].tolist() == expected["size"].tolist()
    assert found["doubled"].tolist() == expected["sum"].tolist()


def test_win_shares_add_up_to_one_over_all_seats(result):
    rows, plan = result.rows, result.plan
    shares = rows.groupby("game")["win_share"].sum()
    has_winner = shares > 0
    assert np.allclose(shares[has_winner], 1)
    assert (~has_winner).sum() == result.n_abandoned_games
    seats = [sum(1 for seat in range(plan.players) if seat % len(AGENTS) == agent) for agent in range(len(AGENTS))]
    if result.n_abandoned_games == 0 and plan.n_units % plan.players == 0:
        total = sum(summary.estimates["win_share"].mean * n for summary, n in zip(result.summaries, seats, strict=True))
        assert total == pytest.approx(1)


def test_scores_follow_from_raw_scores_and_totals_from_scores(result):
    rows = result.rows
    factor = np.where(rows["is_doubled"], 2, 1)
    assert (rows["score"] == rows["raw"] * factor).all()
    assert (~rows["is_doubled"] | rows["is_ender"]).all()
    if result.plan.is_games:
        assert (rows.groupby(["game", "seat"])["score"].cumsum() == rows["total"]).all()
    pairs = rows.merge(rows, on=["game", "round"]).query("seat_x != seat_y")
    lowest = pairs.groupby(["game", "round", "seat_x"])["raw_y"].min()
    assert lowest.to_numpy().tolist() == rows["lowest_other"].tolist()


# Seats


def test_agents_play_each_seat_equally():
    rows = simulate(AGENTS, n_rounds=60, players=6, rows=True).rows
    counts = rows.groupby(["agent", "seat"]).size()
    assert counts.nunique() == 1
    assert len(counts) == 3 * 6
    expected = (rows["seat"] - rows["game"]) % 6 % 3
    assert (rows["agent"] == expected).all()


def test_seats_stay_without_rotation():
    rows = simulate(AGENTS, n_rounds=5, players=4, rows=True, rotate=False).rows
    assert (rows["agent"] == rows["seat"] % 3).all()


# Frames, JSON and what is read


def test_agents_frame_has_the_documented_columns_with_their_intervals(result):
    columns = ["agent", "n"]
    for name, *_ in MEASURES:
        columns += [name, f"{name}_low", f"{name}_high"]
    frame = result.agents
    assert list(frame.columns) == [*columns, "sd_score"]
    assert set(AGENT_COLUMNS) == {"agent", "n", "sd_score", *(name for name, *_ in MEASURES)}
    assert frame["agent"].tolist() == AGENTS
    for name, *_ in MEASURES:
        sound = frame.dropna()
        assert (sound[f"{name}_low"] <= sound[name]).all()
        assert (sound[name] <= sound[f"{name}_high"]).all()


JSON_KEYS = {"rounds", "games", "turns", "abandoned", "cpu_seconds", "wall_seconds", "startup_seconds", "rows_sha256"}
AGENT_KEYS = {"name", "n", "sd_score", "ci95", *(name for name, *_ in MEASURES)}


def test_json_has_the_documented_keys_and_no_nan(result):
    content = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert set(content) >= JSON_KEYS
    assert content["rounds"] == result.n_rounds
    assert content["games"] == (result.n_units if result.plan.is_games else 0)
    assert content["rows_sha256"] == result.rows_sha256
    for agent, summary in zip(content["agents"], result.summaries, strict=True):
        assert set(agent) == AGENT_KEYS
        assert set(agent["ci95"]) == {name for name, *_ in MEASURES}
        assert agent["mean_score"] == summary.estimates["mean_score"].mean
        assert tuple(agent["ci95"]["mean_score"]) == summary.estimates["mean_score"].ci95


def test_what_cannot_be_measured_is_null_in_json_and_a_dash_in_the_table():
    result = simulate("random", n_rounds=1, rules=Rules(turn_limit=1))
    content = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert content["agents"][0]["p_doubled_given_ended"] is None
    assert content["agents"][0]["ci95"]["mean_score"] == [None, None]
    assert content["abandoned"] == 1
    assert " - " in repr(result)
    assert "nan" not in repr(result)
    assert "1 rounds abandoned (100.00%)" in repr(result)


def test_text_and_html_show_every_agent_and_the_intervals(result):
    text, html = repr(result), result._repr_html_()
    assert len(text.splitlines()) == 3 + len(AGENTS)
    for name in AGENTS:
        assert name in text
        assert f">{name}<" in html
    assert text.count("±") == html.count("±") >= 2 * len(AGENTS)
    assert result.headline in text
    assert re.search(r"\d turns per round", result.footer)


def test_html_escapes_names():
    agent = Agent("<script>alert('&')</script>", random_policy)
    html = simulate([agent], n_rounds=2)._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;alert(&#x27;&amp;&#x27;)&lt;/script&gt;" in html


def test_table_turns_on_its_side_in_a_narrow_terminal(result):
    wide = text_table(result.summaries, result.plan.unit, 120)
    narrow = text_table(result.summaries, result.plan.unit, 60)
    assert len(wide.splitlines()) == 1 + len(AGENTS)
    assert max(map(len, narrow.splitlines())) <= 80
    assert narrow.splitlines()[0].split() == ["agent", *AGENTS]
    assert sorted(re.split(r"\s{2,}", wide.replace("\n", "  "))) == sorted(
        re.split(r"\s{2,}", narrow.replace("\n", "  "))
    )


def test_figures_show_the_interval_of_every_agent(result):
    legend = result.plot_scores().axes[0].get_legend()
    labels = [text.get_text() for text in legend.get_texts()]
    assert [label.split(":")[0] for label in labels] == AGENTS
    lead = "lead when ending the round (points; best other player's visible cards + 5 per hidden card, minus own)"
    assert result.plot_doubling().axes[0].get_xlabel() == lead


def test_stopped_run_is_readable():
    stopped = simulate(AGENTS, n_rounds=N, rows=True, part_size=4, workers=1, on_progress=interrupt_once())
    assert 0 < stopped.n_units < N
    assert f"(stopped; {N:,} rounds were planned)" in stopped.headline
    assert len(stopped.rows) == stopped.n_rounds * 3
    assert stopped.rows.equals(simulate(AGENTS, n_rounds=stopped.n_units, rows=True).rows)
    assert not stopped.to_json()["complete"]


def test_run_stopped_before_its_first_round_is_readable():
    from skyjo_sim.simulation.entry import make_plan
    from skyjo_sim.simulation.result import SimulationResult
    from skyjo_sim.simulation.schedule import Outcome

    empty = SimulationResult(make_plan(AGENTS, n_games=5), Outcome(np.zeros(1, SUMS)))
    assert "nothing was played" in repr(empty)
    assert empty.agents["mean_score"].isna().all()
    json.dumps(empty.to_json(), allow_nan=False)
    assert empty.scores.empty
    assert empty.leads.empty
    assert empty.plot_scores() is not None
    assert empty.plot_doubling() is not None


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"n_games": 1, "n_rounds": 1},
        {"n_games": 0},
        {"n_games": 10**12 + 1},
        {"n_rounds": 1.0},
        {"n_rounds": True},
        {"n_rounds": 1, "seed": 2**64},
        {"n_rounds": 1, "seed": "x"},
        {"n_rounds": 1, "players": 9},
        {"n_rounds": 1, "players": 1},
        {"n_rounds": 1, "players": 2},
        {"n_rounds": 1, "workers": 0},
        {"n_rounds": 1, "workers": 1025},
        {"n_rounds": 1, "part_size": 0},
        {"n_rounds": 1, "part_size": True},
    ],
    ids=str,
)
def test_arguments_that_do_not_fit_are_input_errors(wrong):
    with pytest.raises(InputError) as caught:
        simulate(AGENTS, **wrong)
    assert "\n" not in str(caught.value)


def test_numbers_of_numpy_are_numbers(tmp_path):
    result = simulate(AGENTS, n_rounds=np.int64(3), seed=np.uint64(7), out=tmp_path / "run", rotate=np.True_)
    assert result.sums.tobytes() == simulate(AGENTS, n_rounds=3, seed=7).sums.tobytes()


@pytest.mark.parametrize("columns", [AGENT_COLUMNS, COLUMNS], ids=["agents", "rows"])
def test_documented_table_of_columns_is_that_of_the_code(columns):
    table = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in columns.items())
    assert f"|---|---|\n{table}\n\n" in DOCS.read_text(encoding="utf-8")


# Memory

MEASURE = """
import resource, sys
from skyjo_sim import simulate
options = {"rows": True, "out": sys.argv[2]} if sys.argv[2] else {}
assert simulate("cutoff(2),random", n_rounds=int(sys.argv[1]), workers=2, **options).is_complete
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def peak_of(n_rounds, out=""):
    """Return the most memory, in MB, that a process needs for so many rounds."""
    import subprocess
    import sys

    command = [sys.executable, "-c", MEASURE, str(n_rounds), str(out)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_rounds(tmp_path):
    without = peak_of(2_000_000), peak_of(10_000_000)
    with_rows = peak_of(1_000_000, tmp_path / "short"), peak_of(5_000_000, tmp_path / "long")
    assert without[1] < min(500, without[0] + 50), (without, with_rows)
    assert with_rows[1] < with_rows[0] + 100, (without, with_rows)
