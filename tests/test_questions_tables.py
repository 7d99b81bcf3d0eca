"""The questions about tables: players, house rules, the score, the pile, what is known, the parts of the expert."""

import numpy as np
import pytest

from skyjo_experiments.experiment import find_experiment, is_complete
from skyjo_experiments.experiment.tables import text_table
from skyjo_experiments.questions import (
    exhaustion,
    expert_parts,
    house_rules,
    information,
    players,
    score_awareness,
)
from skyjo_experiments.questions._duplicates import ahead, gain, play_against, row_of, with_adjusted_p, won
from skyjo_experiments.questions._variants import weights_of
from skyjo_sim import InputError, Rules
from skyjo_sim.agent_names import make_agents

SETTINGS = {
    "players": players.PlayersSettings(agents=("cutoff(2)",), players=(2, 7), n_games=12),
    "exhaustion": exhaustion.ExhaustionSettings(
        agents=("cutoff(2)",), players=(2, 7), limits=(15, 17, 200), n_rounds=60, players_of_pools=(2, 7), n_deals=3
    ),
    "expert_parts": expert_parts.PartsSettings(opponents=("cutoff(2)",), players=(2,), n_deals=12),
    "information": information.InformationSettings(
        counting=("cutoff(2)", "counting(nothing)", "expert"),
        seeing=("statistician", "own_seer"),
        opponents=("cutoff(2)",),
        players=(2,),
        n_deals=12,
    ),
    "score_awareness": score_awareness.ScoreSettings(offsets=(-6, 0, 6), totals=(0, 90), n_deals=200, n_games=30),
    "house_rules": house_rules.HouseSettings(
        rules=("official", "rulezz", "target=50", "double_factor=1"),
        risks_percent=(0,),
        offsets=(4,),
        n_rounds=60,
        n_games=10,
    ),
}


@pytest.fixture(scope="module")
def frames():
    """Return every question's frame."""
    return {name: find_experiment(name).run(settings, seed=5, workers=2) for name, settings in SETTINGS.items()}


@pytest.mark.parametrize("name", SETTINGS)
def test_means_lie_in_their_intervals_and_everything_is_counted(frames, name):
    frame = frames[name]
    assert len(frame)
    assert (frame.loc[frame["abandoned"].notna(), "abandoned"] == 0).all()
    assert (frame["n"] > 0).all()
    stems = [column.removesuffix("_low") for column in frame.columns if column.endswith("_low")]
    assert stems
    for stem in stems:
        rows = frame.dropna(subset=[stem, f"{stem}_low", f"{stem}_high"])
        assert len(rows)
        assert (rows[f"{stem}_low"] <= rows[stem] + 1e-12).all()
        assert (rows[stem] <= rows[f"{stem}_high"] + 1e-12).all()


@pytest.mark.parametrize("name", SETTINGS)
def test_figure_tables_and_answer(frames, name):
    experiment, frame = find_experiment(name), frames[name]
    figure = experiment.plot(frame)
    assert all(axes.get_xlabel() for axes in figure.axes)
    assert "n = " in figure.get_supxlabel()
    shown = "\n".join(text_table(rows) for rows in experiment.tables(frame).values())
    assert "nan" not in shown
    answer = experiment.answer(frame)
    assert "nan" not in answer
    assert len(answer.splitlines()) <= 6


@pytest.mark.parametrize("name", ["exhaustion", "score_awareness", "house_rules"])
def test_the_number_of_threads_changes_nothing(frames, name):
    assert find_experiment(name).run(SETTINGS[name], seed=5, workers=1).equals(frames[name])


@pytest.mark.parametrize("name", SETTINGS)
def test_an_interrupt_keeps_what_is_finished(name):
    def stop(progress):
        if progress.share > 0.6:
            raise KeyboardInterrupt

    experiment = find_experiment(name)
    frame = experiment.run(SETTINGS[name], seed=5, workers=1, on_progress=stop)
    assert not is_complete(frame)
    assert experiment.answer(frame)
    assert isinstance(experiment.tables(frame), dict)
    assert len(frame) or name in ("expert_parts", "information")  # one stage here, so that nothing is finished


def test_more_players_make_shorter_games_and_empty_piles(frames):
    frame = frames["players"]
    alike = frame[frame["part"] == "alike"].set_index("players")
    assert alike.loc[7, "rounds"] < alike.loc[2, "rounds"]
    assert (alike.loc[2, "reshuffle_share"], alike.loc[7, "reshuffle_share"]) == (0, 1)
    skill = frame[frame["part"] == "skill"].set_index("players")
    assert (skill["ahead"] > 0).all()
    assert skill["skill_share"].between(0.05, 0.9).all()
    answer = players.answer(frame)
    assert f"{alike.loc[2, 'score']:.1f} [" in answer
    assert f"{skill.loc[7, 'needed']:.1f} [" in answer


def test_skill_is_the_squared_mean_as_a_share_of_the_mean_square():
    values = np.array([[3.0, 5.0], [-1.0, 4.0], [2.0, 2.0]])
    estimate = players.explained_share(values.sum(axis=1), (values**2).sum(axis=1), np.full(3, 2.0))
    assert estimate.mean == pytest.approx(values.mean() ** 2 / (values**2).mean())
    assert estimate.low < estimate.mean < estimate.high
    nothing = players.explained_share(np.zeros(3), np.zeros(3), np.ones(3))
    assert nothing.mean == 0


def test_a_lower_limit_stops_more_rounds(frames):
    frame = frames["exhaustion"]
    limits = frame[frame["part"] == "limit"]
    for _, rows in limits.groupby("players"):
        shares = rows.sort_values("limit")["longer_share"].to_numpy()
        assert (np.diff(shares) <= 0).all()
        assert shares[0] > shares[-1] == 0
    pools = frame[frame["part"] == "pools"].set_index("players")
    assert pools.loc[2, "cost"] == 0  # with two players the pile lasts: both beliefs are the same
    assert pools.loc[7, "cost"] != 0
    assert f"{pools.loc[7, 'cost']:+.2f} [" in exhaustion.answer(frame)


def test_limits_are_those_of_the_rules():
    settings = SETTINGS["exhaustion"]
    frame = exhaustion.run(settings, seed=5)
    row = frame[(frame["part"] == "limit") & (frame["players"] == 2) & (frame["limit"] == 17)].iloc[0]
    from skyjo_sim import simulate

    limited = simulate("cutoff(2)", n_rounds=settings.n_rounds, rules=Rules(players=2, turn_limit=17), seed=5)
    assert limited.n_abandoned / limited.n_rounds == pytest.approx(row["longer_share"])
    assert 0 < limited.n_abandoned < limited.n_rounds


def test_steps_lead_from_greedy_to_the_expert():
    steps = list(expert_parts.steps_of("expert").values())
    (expert,) = make_agents("expert")
    assert steps[-1] == expert
    assert len({agent.params for agent in steps}) == len(steps)
    weights = weights_of(steps[0])
    assert not any(getattr(weights, name) for names in expert_parts.PARTS.values() for name in names)
    for part, agent in expert_parts.ablations_of("expert").items():
        changed = [name for name in expert_parts.PARTS[part] if getattr(weights_of(agent), name) == 0]
        assert set(changed) == set(expert_parts.PARTS[part])


def test_the_expert_is_far_above_the_ladders_foot(frames):
    frame = frames["expert_parts"]
    steps = frame[frame["kind"] == "step"].set_index("name")
    assert steps.loc["cutoff(2)", "ahead"] == pytest.approx(0, abs=1e-9)
    assert steps.loc["closing", "ahead_low"] > 0
    total = steps["ahead_gain"].sum()
    assert total == pytest.approx(steps.loc["closing", "ahead"])
    assert frame["p"].dropna().between(0, 1).all()
    assert f"{steps.loc['pairs', 'ahead_gain']:+.2f} [" in expert_parts.answer(frame)


def test_who_sees_its_own_cards_is_far_ahead(frames):
    rows = frames["information"].set_index("agent")
    assert rows.loc["own_seer", "ahead_gain_low"] > 0
    assert rows.loc["counting(nothing)", "ahead_gain_low"] > 0
    assert np.isnan(rows.loc["statistician", "ahead_gain"])
    assert f"{rows.loc['own_seer', 'ahead_gain']:+.2f} [" in information.answer(frames["information"])


def test_leaders_win_more_and_ends_that_are_worth_more_come_with_more_points(frames):
    frame = frames["score_awareness"]
    states = frame[frame["part"] == "state"].set_index(["own", "other"])
    assert states.loc[(0, 90), "win_chance_share"] > 0.9 > 0.1 > states.loc[(90, 0), "win_chance_share"]
    assert states.loc[(0, 0), "win_chance_share"] == pytest.approx(0.5)
    variants = frame[frame["part"] == "variant"].sort_values("offset")
    assert variants["ends_at"].is_monotonic_increasing
    assert variants.set_index("offset").loc[0, "ahead"] == 0
    game = frame[frame["part"] == "game"].iloc[0]
    assert 0.4 < game["told_share"] < 0.7
    assert f"{100 * game['won']:.1f} % [" in score_awareness.answer(frame)


def test_rules_that_are_the_same_share_a_row_and_those_of_games_the_closing(frames):
    frame = frames["house_rules"]
    assert list(frame["rules"]) == ["official, rulezz", "target=50", "double_factor=1"]
    rows = frame.set_index("rules")
    assert rows.loc["target=50", "rounds"] < rows.loc["official, rulezz", "rounds"]
    closing = ["risk", "offset", "gain", "n_deals"]
    assert (rows.loc["target=50", closing] == rows.loc["official, rulezz", closing]).all()
    assert f"{rows.loc['official, rulezz', 'ends_at']:.1f} [" in house_rules.answer(frame)


def test_measures_of_agents_that_are_the_same_are_even():
    (cutoff, other) = make_agents("cutoff(2),cutoff(1)")
    sums = play_against([cutoff, other], cutoff, Rules(players=2), n_deals=30, unit="round", seed=1)
    assert ahead(sums[0]).mean == 0
    assert won(sums[0]).mean == 0.5
    assert ahead(sums[0]).estimate.low == pytest.approx(0)
    assert gain(ahead, sums[1], sums[0]).mean == pytest.approx(ahead(sums[1]).mean)
    mirrored = play_against([cutoff], other, Rules(players=2), n_deals=30, unit="round", seed=1)
    assert ahead(mirrored[0]).mean == pytest.approx(-ahead(sums[1]).mean)
    assert np.isnan(row_of(sums[0], None)["p"])


def test_p_values_are_adjusted_together():
    import pandas as pd

    frame = with_adjusted_p(pd.DataFrame({"p": [np.nan, 0.02, 0.5, 0.01]}))
    np.testing.assert_allclose(frame["p"], [np.nan, 0.04, 0.5, 0.03])


@pytest.mark.parametrize(
    ("name", "changes", "message"),
    [
        ("players", ["players=1"], "players"),
        ("exhaustion", ["limits=0"], "limits"),
        ("information", ["n_deals=1"], "n_deals"),
        ("house_rules", ["n_rounds=1"], "n_rounds"),
        ("score_awareness", ["totals=100"], "totals"),
        ("expert_parts", ["seats=2"], "seats"),
    ],
)
def test_bad_settings(name, changes, message):
    with pytest.raises(InputError, match=message):
        find_experiment(name).settings(False, changes)


def test_bad_names_are_told():
    with pytest.raises(InputError, match="no switch 'doble_factor'"):
        house_rules.run(house_rules.HouseSettings(rules=("doble_factor=1",), n_rounds=16, n_games=2))
    with pytest.raises(InputError, match="unknown agent 'nobody'"):
        information.run(information.InformationSettings(counting=("nobody",)))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("players=3", "rules must not set players, which is a setting of its own, got 'players=3'"),
        ("target=50; players=2", "rules must not set players, .*, got 'target=50; players=2'"),
        ("double_factor=2", "rules must differ from the official rules, got 'double_factor=2'"),
        ("game=action; zeros=fifteen", "house_rules plays classic Skyjo only, .*"),
    ],
)
def test_house_rules_that_change_nothing_are_refused(rules, message):
    with pytest.raises(InputError, match=f"^{message}$"):
        house_rules.run(house_rules.HouseSettings(rules=(rules,), n_rounds=16, n_games=2))


def test_the_players_of_a_table_are_left_to_the_setting(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text("players = 4\ntarget = 50\n")
    assert house_rules.rules_of(str(path), 3) == Rules(players=3, target=50)
