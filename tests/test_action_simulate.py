"""Simulations of Skyjo Action: what rows, sums, tables and folders say, and that they say the same."""

import json
import pickle
from pathlib import Path

import numba
import numpy as np
import pandas as pd
import pytest

from skyjo_sim import ActionRules, Agent, PolicyError, Rules, RunError, load_run, policy, resume, simulate
from skyjo_sim.action_rules_record import copies_of_faces, copies_of_kinds
from skyjo_sim.games import Game
from skyjo_sim.kernels import layout as classic
from skyjo_sim.kernels.action import layout
from skyjo_sim.kernels.action.actions import DRAW
from skyjo_sim.kernels.action.cards import KIND_NAMES, STAR
from skyjo_sim.kernels.action.layout import ROW, SUMS
from skyjo_sim.kernels.cards import LOWEST_CARD
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.simulation.action_summary import ACTION_AGENT_COLUMNS, ACTION_MEASURES
from skyjo_sim.simulation.columns import ACTION_COLUMNS, columns_of
from skyjo_sim.simulation.rows import parquet_bytes, read_parquet
from skyjo_sim.simulation.sum_files import npy_bytes, read_npy
from skyjo_sim.simulation.summary import MEASURES

DOCS = Path(__file__).parent.parent / "docs" / "simulation.md"
RULES = ActionRules(players=3, target=50)
N = 60 if IS_COMPILED else 2
PLAN = {"agents": "random,random", "rules": RULES, "n_games": N, "seed": 5}


@pytest.fixture(scope="module")
def result():
    """Return a run with rows."""
    return simulate(**PLAN, rows=True, hash_rows=True, part_size=N)


def test_columns_are_those_of_the_rows(result):
    assert tuple(columns_of(Game.ACTION)) == ROW.names == tuple(result.rows.columns)
    assert set(ACTION_COLUMNS) == {*ROW.names} - {*columns_of(Game.CLASSIC)}
    assert result.rows["is_ended_by_other"].dtype == bool


SOURCES = {
    "actions_taken_per_round": "actions_taken",
    "actions_for_stars_per_round": "actions_for_stars",
    "actions_stolen_per_round": "actions_stolen",
    "actions_thrown_per_round": "actions_thrown",
    "actions_reactivated_per_round": "actions_reactivated",
    "actions_held": "actions_held",
    "attacks_blocked_per_round": "attacks_blocked",
    "extra_turns_per_round": "extra_turns",
    "stars": "stars",
    "star_bonus": "star_bonus",
    "columns_cleared_per_round": "columns_cleared",
    "rows_cleared_per_round": "rows_cleared",
    "star_lines_cleared_per_round": "star_lines_cleared",
    "mean_score": "score",
}


@pytest.mark.parametrize("measure", SOURCES)
def test_means_are_those_of_the_rows(result, measure):
    means = result.rows.groupby("agent")[SOURCES[measure]].mean()
    np.testing.assert_allclose(result.agents[measure], means)


def test_share_of_rounds_ended_by_others_is_that_of_the_rows(result):
    enders = result.rows[result.rows["is_ender"]]
    shares = enders.groupby("agent")["is_ended_by_other"].mean()
    np.testing.assert_allclose(result.agents["p_ended_by_other_given_ended"], shares)
    assert not result.rows.loc[~result.rows["is_ender"], "is_ended_by_other"].any()


def test_cards_by_kind_are_those_of_the_rows(result):
    frame, rows = result.actions, result.rows
    assert list(frame["kind"]) == [*KIND_NAMES, *KIND_NAMES]
    kinds = KIND_NAMES[:-1]
    for position, own in frame.groupby("position"):
        played = own.set_index("kind")["played"]
        of_agent = rows[rows["agent"] == position]
        assert [played[kind] for kind in kinds] == [of_agent[f"played_{kind}"].sum() for kind in kinds]
        assert own["thrown"].sum() == of_agent["actions_thrown"].sum()
        assert own["blocked"].sum() == of_agent["attacks_blocked"].sum()
        np.testing.assert_allclose(own["played_per_round"], own["played"] / len(of_agent))
    blocked = frame.groupby("kind")["blocked"].sum()
    assert not blocked.drop(["swap_players", "steal", "meteor"]).any()
    played = frame.groupby("position")["played_per_round"].sum()
    np.testing.assert_allclose(result.agents["actions_played_per_round"], played)


def test_every_measure_is_documented():
    assert set(ACTION_AGENT_COLUMNS) == {name for name, *_ in ACTION_MEASURES}
    places = [place for _, place, *_ in MEASURES + ACTION_MEASURES]
    assert len(set(places)) == len(places)


@pytest.mark.parametrize("columns", [ACTION_AGENT_COLUMNS, ACTION_COLUMNS], ids=["agents", "rows"])
def test_documented_table_of_columns_is_that_of_the_code(columns):
    table = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in columns.items())
    assert f"|---|---|\n{table}\n\n" in DOCS.read_text(encoding="utf-8")


def test_json_and_text_show_the_cards(result):
    content = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert content["game"] == "action"
    assert len(content["actions"]) == 2 * len(KIND_NAMES)
    assert set(content["agents"][0]["ci95"]) == {name for name, *_ in MEASURES + ACTION_MEASURES}
    text, html = repr(result), result._repr_html_()
    assert "official rules of Skyjo Action but target=50, 3 players" in text
    assert text.count("\n\nplayed per round") == html.count("<table>") - 1 == 1
    assert f"{result.actions['played_per_round'][0]:.3f}" in text


def test_a_game_without_action_cards_shows_no_table_of_them():
    rules = ActionRules(players=2, use_stars=False, use_actions=False, turn_limit=20)
    result = simulate("random", rules=rules, n_rounds=3)
    assert "played per round" not in repr(result)
    assert not result.actions[["played", "thrown", "blocked"]].to_numpy().any()


def test_the_classic_game_has_no_action_cards():
    with pytest.raises(RunError, match="classic Skyjo, which has no action cards"):
        _ = simulate("random", n_rounds=1, rules=Rules(turn_limit=1)).actions


def test_a_folder_keeps_the_run(result, tmp_path):
    kept = simulate(**PLAN, hash_rows=True, out=tmp_path / "run", part_size=1 + N // 7)
    read = load_run(tmp_path / "run")
    assert kept.rows_sha256 == read.rows_sha256 == result.rows_sha256
    assert read.plan == kept.plan
    assert read.sums.dtype == SUMS
    assert read.sums.tobytes() == result.sums.tobytes()
    pd.testing.assert_frame_equal(read.rows, result.rows)
    pd.testing.assert_frame_equal(read.actions, result.actions)


def test_a_run_that_failed_goes_on(tmp_path):
    def stop(progress):
        if progress.done and not tmp_path.joinpath("stopped").exists():
            tmp_path.joinpath("stopped").touch()
            raise KeyboardInterrupt

    begun = simulate(**PLAN, hash_rows=True, out=tmp_path / "run", part_size=1, workers=1, on_progress=stop)
    assert 0 < begun.n_units < N
    assert resume(tmp_path / "run").rows_sha256 == simulate(**PLAN, hash_rows=True).rows_sha256


def test_rows_and_sums_of_the_other_game_are_refused(tmp_path, result):
    other = simulate("random", rules=Rules(turn_limit=1), n_rounds=N, rows=True, part_size=N)
    (rows,), (own,) = other.row_parts(), result.row_parts()
    for path, content in (("rows", parquet_bytes(rows)), ("own", parquet_bytes(own)), ("sums", npy_bytes(other.sums))):
        (tmp_path / path).write_bytes(content)
    assert read_parquet(tmp_path / "own", ROW).tobytes() == own.tobytes()
    with pytest.raises(RunError, match="does not hold rows of a Skyjo run"):
        read_parquet(tmp_path / "rows", ROW)
    with pytest.raises(RunError, match="does not hold rows of a Skyjo run"):
        read_parquet(tmp_path / "own")
    with pytest.raises(RunError, match="sums of another form"):
        read_npy(tmp_path / "sums", N, SUMS)


def test_every_official_score_and_lead_is_counted_by_itself():
    copies = copies_of_faces(ActionRules())
    deck = np.repeat(np.arange(LOWEST_CARD, STAR), copies[:-1]).tolist()
    cost = 10 * sum(copies_of_kinds(ActionRules()))
    least, most = sum(deck[:12]), sum(deck[-12:]) + cost
    assert range(layout.SCORE_LOW, layout.SCORE_LOW + layout.N_SCORES) == range(-3 * 15, 2 * most + 1)
    assert range(layout.LEAD_LOW, layout.LEAD_LOW + layout.N_LEADS) == range(least - most, most - least + 1)


@pytest.mark.parametrize("penalty", [10, 100])
def test_distributions_are_those_of_the_rows(penalty):
    result = simulate("random", rules=ActionRules(unused_action_penalty=penalty), n_rounds=5 * N, rows=True, seed=1)
    rows, scores, leads = result.rows, result.scores, result.leads
    counts = rows["score"].clip(-45, 818).value_counts().sort_index()
    assert scores[["score", "count"]].to_numpy().tolist() == list(map(list, counts.items()))
    enders = rows[rows["is_ender"]]
    by_lead = enders.groupby(enders["lead"].clip(-422, 422))["is_doubled"].agg(["size", "sum"]).reset_index()
    assert leads[["lead", "ended", "doubled"]].to_numpy().tolist() == by_lead.to_numpy().tolist()
    labels = [figure.axes[0].get_xlabel() for figure in (result.plot_scores(), result.plot_doubling())]
    assert f"+ {penalty} per action card, minus own" in labels[1].replace("\n", " ")
    assert ["beyond" in label for label in labels] == [818 in set(scores["score"]), 422 in set(leads["lead"].abs())]


@policy
def always_draws(table, seat, params, stream):
    return DRAW


@policy
def touches(table, seat, params, stream):
    table.held[seat, 0] = 3
    return DRAW


def test_an_illegal_answer_shows_the_position():
    agent = Agent("always_draws", always_draws, game="action")
    with pytest.raises(PolicyError) as error:
        simulate(agent, rules=RULES, n_games=1)
    first, *drawing = str(error.value).splitlines()
    legal = ", ".join(str(25 + slot) for slot in range(12))
    assert first == (
        f"agent always_draws at seat 0 answered 0, which is not legal here (game 0, round 0, turn 0, phase opening; "
        f"legal: {legal})"
    )
    assert drawing


def test_debug_mode_changes_nothing_and_finds_who_writes():
    plan = {"rules": RULES, "n_rounds": 3}
    assert simulate("random", **plan, check=True).sums.tobytes() == simulate("random", **plan).sums.tobytes()
    with pytest.raises(PolicyError, match="changed the table, which policies may only read"):
        simulate(Agent("touches", touches, game="action"), rules=RULES, n_rounds=1, check=True)


@pytest.mark.parametrize("name", ["TABLE", "SECRET", "GAME", "RULES", "SUMS"])
def test_records_are_no_subtypes_of_the_classic_ones(name):
    """One that began with all fields of the classic one would be, and numba warns of it where kernels are shared."""
    own, other = (numba.from_dtype(getattr(records, name)) for records in (layout, classic))
    assert own.can_convert_to(None, other) is None


def test_a_plan_travels_to_another_process(result):
    assert pickle.loads(pickle.dumps(result.plan)) == result.plan
