"""The questions about ending a round: end or wait, which threshold, how likely is doubling."""

import re
from pathlib import Path

import numpy as np
import pytest

from skyjo_experiments.experiment import find_experiment
from skyjo_experiments.experiment.docs_pages import page_of
from skyjo_experiments.experiment.stored import store_of
from skyjo_experiments.questions import close_or_wait, closing_threshold, doubling_risk
from skyjo_sim import InputError

WAIT = close_or_wait.WaitSettings(players=(2,), fields=("cutoff(2)",), n_rounds=1000, n_deals=2)
THRESHOLD = closing_threshold.ThresholdSettings(
    base="cutoff(2)",
    thresholds=(0, 5, 10, 20),
    players=(2,),
    fields=("cutoff(2)",),
    n_rounds=1500,
    n_games=40,
    n_rounds_compared=150,
)
RISK = doubling_risk.RiskSettings(
    players=(2,), closers=("cutoff(2)", "cutoff(1)"), experts="cutoff(0)", n_rounds=1500, n_deals=16
)


@pytest.fixture(scope="module")
def waits():
    return close_or_wait.run(WAIT, seed=3, workers=1)


@pytest.fixture(scope="module")
def thresholds():
    return closing_threshold.run(THRESHOLD, seed=3, workers=1)


@pytest.fixture(scope="module")
def risks():
    return doubling_risk.run(RISK, seed=3, workers=1)


def has_intervals(frame, name):
    rows = frame.dropna(subset=[name, f"{name}_low", f"{name}_high"])
    assert len(rows)
    assert (rows[f"{name}_low"] <= rows[name]).all()
    assert (rows[name] <= rows[f"{name}_high"]).all()


def test_few_points_say_end_and_many_say_wait(waits):
    gains = waits[waits["part"] == "own points"].sort_values("x")
    has_intervals(waits[waits["part"] != "break-even"], "value")
    few = gains[gains["x"] <= 0]
    assert np.average(few["value"], weights=few["n"]) > 0 > gains["value_high"].iloc[-1]
    leads = waits[waits["part"] == "lead"].sort_values("x")
    assert leads["value"].iloc[0] < leads["value"].iloc[-1]
    point = waits[(waits["part"] == "break-even") & (waits["name"] == "own points")].iloc[0]
    assert gains["x"].iloc[0] < point["value"] < 12


def test_rules_of_thumb_lose_no_more_than_never_ending(waits):
    rules = waits[waits["part"] == "rule"].set_index("name")
    has_intervals(rules, "per_round")
    for name in ("two numbers", "lead by points", *close_or_wait.FOR_ALL.values()):
        assert rules.loc[name, "value_low"] < rules.loc[close_or_wait.NEVER, "value_high"]
    assert rules.loc["two numbers", "most_points"] < 20
    assert np.isnan(rules.loc["points only", "least_lead"])
    assert (rules["n"] > 50).all()


def test_the_number_of_threads_changes_nothing(waits, thresholds, risks):
    for experiment, settings, frame in (
        (close_or_wait, WAIT, waits),
        (closing_threshold, THRESHOLD, thresholds),
        (doubling_risk, RISK, risks),
    ):
        again = experiment.run(settings, seed=3, workers=2)
        assert frame.equals(again)


def test_a_high_threshold_costs_points(thresholds):
    payoff = thresholds[(thresholds["part"] == "payoff") & (thresholds["field"] == "cutoff(2)")]
    has_intervals(payoff, "value")
    by_threshold = payoff.set_index("threshold")["value"]
    assert by_threshold[20] < by_threshold[5]
    balance = thresholds[thresholds["part"] == "equilibrium"].iloc[0]
    assert 0 <= balance["value_low"] <= balance["value"] <= balance["value_high"] <= 20


def test_equal_thresholds_are_even_and_mixtures_are_shares(thresholds):
    payoff = thresholds[(thresholds["part"] == "payoff") & (thresholds["field"] == closing_threshold.THRESHOLDS)]
    even = payoff[payoff["threshold"] == payoff["others"]]
    assert len(even) == 4
    assert ((even["value"] - even["value_low"]) * 1.5 > even["value"].abs()).all()
    mixture = thresholds[thresholds["part"] == "mixture"]
    assert mixture["value"].sum() == pytest.approx(1)


def test_foretelling_beats_saying_the_same_for_all(risks):
    loss = risks[(risks["part"] == "loss") & (risks["players"] == "all") & (risks["field"] == "mixed")]
    brier = loss.set_index("model")["brier"]
    has_intervals(loss, "brier")
    for model in (doubling_risk.EXACT, doubling_risk.LOGIT, doubling_risk.CARD):
        assert brier[model] < brier[doubling_risk.SAME]
    said = loss.set_index("model").loc[doubling_risk.EXACT]
    assert abs(said["said_share"] - said["doubled"]) < 0.1


def test_risk_falls_with_the_lead(risks):
    has_intervals(risks, "doubled")
    leads = risks[(risks["part"] == "lead") & (risks["field"] == "mixed")].sort_values("lead")
    assert leads["doubled"].iloc[0] > 0.5 > leads["doubled"].iloc[-1]
    card = risks[risks["part"] == "card"]
    judged = risks[(risks["part"] == "loss") & (risks["field"] == "mixed")]["n"].max()
    assert abs(card["n"].sum() - judged) < 0.2 * judged  # even rounds, odd rounds


@pytest.mark.parametrize("name", ["close_or_wait", "closing_threshold", "doubling_risk"])
def test_answers_tables_and_figures_are_of_the_frame(name, waits, thresholds, risks):
    frame = {"close_or_wait": waits, "closing_threshold": thresholds, "doubling_risk": risks}[name]
    experiment = find_experiment(name)
    answer = experiment.answer(frame)
    figures = {
        "close_or_wait": lambda: frame.loc[frame["name"] == close_or_wait.FOR_ALL["two numbers"], "most_points"].iloc[
            0
        ],
        "closing_threshold": lambda: frame.loc[frame["part"] == "equilibrium", "value"].iloc[0],
        "doubling_risk": lambda: 100 * frame.loc[frame["part"] == "loss", "doubled"].iloc[0],
    }
    form = ".0f" if name == "close_or_wait" else ".1f"
    assert format(figures[name](), form) in answer
    assert "nan" not in answer
    assert all(len(table) for table in experiment.tables(frame).values())
    assert len(experiment.plot(frame).axes) >= 2


@pytest.mark.parametrize("name", ["close_or_wait", "closing_threshold", "doubling_risk"])
def test_bad_settings_are_refused(name):
    experiment = find_experiment(name)
    with pytest.raises(InputError, match="players"):
        experiment.settings(changes=["players=9"])
    with pytest.raises(InputError, match="there is no setting"):
        experiment.settings(changes=["no_such=1"])


def test_thresholds_must_rise():
    for text in ("thresholds=0,8", "thresholds=0,8,4,12"):
        with pytest.raises(InputError, match="thresholds must be at least 4 in rising order"):
            find_experiment("closing_threshold").settings(changes=[text])


def test_the_page_about_ending_includes_what_the_generated_pages_have(waits, thresholds, risks):
    frames = {"close_or_wait": waits, "closing_threshold": thresholds, "doubling_risk": risks}
    settings = {"close_or_wait": WAIT, "closing_threshold": THRESHOLD, "doubling_risk": RISK}
    page = (Path(__file__).parents[1] / "docs/when_to_end.md").read_text(encoding="utf-8")
    found = re.findall(r'include} experiments/(\w+)\.md\n:start-after: "(.*)"\n:end-before: "(.*)"', page)
    assert {name for name, _, _ in found} == set(frames)
    for name, start, end in found:
        experiment = find_experiment(name)
        generated = page_of(store_of(experiment, frames[name], settings[name], 3, 1.0))
        assert 0 < generated.index(f"{start}\n") < generated.index(f"{end}\n")
