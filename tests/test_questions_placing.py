"""Questions about placing cards: opening, flips, discards, columns, denial; tiny runs of each."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from skyjo_experiments.experiment import Experiment, Settings, find_experiment
from skyjo_experiments.experiment.stored import read_frame, store_of
from skyjo_experiments.experiment.tables import text_table
from skyjo_experiments.questions import denial, discard_threshold, early_column, flip_order, opening_flips
from skyjo_sim import InputError

TINY: dict[str, Settings] = {
    "opening_flips": opening_flips.OpeningSettings(players=(2, 3), n_rounds=60),
    "flip_order": flip_order.FlipSettings(n_positions=25, n_deals=2, n_rounds=150, most_turn=6),
    "discard_threshold": discard_threshold.DiscardSettings(n_positions=12, n_in_play=80, n_deals=4, n_rounds=200),
    "early_column": early_column.ColumnSettings(n_positions=12, n_deals=2, n_rounds=200),
    "denial": denial.DenialSettings(players=(2,), weights=(0, 100), n_rounds=120, n_positions=60, n_deals=4),
}
ESTIMATES = {
    "opening_flips": ("ahead", "more_won"),
    "flip_order": ("gain", "card"),
    "discard_threshold": ("loss", "gain", "card"),
    "early_column": ("gain",),
    "denial": ("ahead",),
}


@pytest.fixture(scope="module")
def frames() -> dict[str, pd.DataFrame]:
    """Return the frame of a tiny run of each question."""
    return {name: find_experiment(name).run(settings, seed=3, workers=1) for name, settings in TINY.items()}


@pytest.fixture(params=list(TINY))
def experiment(request: pytest.FixtureRequest) -> Experiment:
    """Return each experiment in turn."""
    return find_experiment(request.param)


def test_rows_are_tidy(experiment: Experiment, frames: dict[str, pd.DataFrame]) -> None:
    frame = frames[experiment.id]
    assert len(frame) > 0
    assert (frame["n"] >= 2).all()
    assert frame["abandoned"].between(0, 1).all()
    for name in ESTIMATES[experiment.id]:
        known = frame[frame[name].notna()]
        assert (known[f"{name}_low"] <= known[name]).all()
        assert (known[name] <= known[f"{name}_high"]).all()


def test_workers_change_nothing(experiment: Experiment, frames: dict[str, pd.DataFrame]) -> None:
    again = experiment.run(TINY[experiment.id], seed=3, workers=2)
    pd.testing.assert_frame_equal(again, frames[experiment.id])


def test_answer_tables_and_figure_are_of_the_frame(experiment: Experiment, frames: dict[str, pd.DataFrame]) -> None:
    frame = frames[experiment.id]
    assert "nan" not in experiment.answer(frame)
    assert "inf" not in experiment.answer(frame)
    assert all(len(table.columns) > 3 for table in experiment.tables(frame).values())
    assert len(experiment.plot(frame).axes) == 2
    name = ESTIMATES[experiment.id][0]
    moved = {f"{name}{end}": frame[f"{name}{end}"] + 1000 for end in ("", "_low", "_high")}
    assert experiment.answer(frame.assign(**moved)) != experiment.answer(frame)


def test_a_stored_frame_gives_the_same_answer(
    experiment: Experiment, frames: dict[str, pd.DataFrame], tmp_path: Path
) -> None:
    frame = frames[experiment.id]
    (tmp_path / "frame.csv").write_bytes(store_of(experiment, frame, TINY[experiment.id], 3, 1.0).csv())
    stored = read_frame(tmp_path / "frame.csv")
    assert experiment.answer(stored) == experiment.answer(frame)
    tables, stored_tables = experiment.tables(frame), experiment.tables(stored)
    assert [text_table(table) for table in stored_tables.values()] == [text_table(table) for table in tables.values()]


def test_progress_ends_at_all(experiment: Experiment) -> None:
    told: list[Any] = []
    experiment.run(TINY[experiment.id], seed=4, workers=1, on_progress=told.append)
    shares = [progress.share for progress in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_an_interrupt_keeps_the_rows_that_are_done(experiment: Experiment) -> None:
    def interrupt(progress: Any) -> None:
        if progress.share > 0.9:
            raise KeyboardInterrupt

    frame = experiment.run(TINY[experiment.id], seed=3, workers=1, on_progress=interrupt)
    assert not frame.attrs["is_complete"]
    assert experiment.answer(frame)


def test_an_opening_in_one_column_mirrors_one_in_two(frames: dict[str, pd.DataFrame]) -> None:
    frame = frames["opening_flips"]
    assert frame[["players", "others"]].values.tolist() == [
        [2, "two columns"],
        [3, "two columns"],
        [3, "one column"],
    ]
    assert (frame["p_holm"] >= frame["p"]).all()
    assert f"{frame['ahead'].iloc[0]:+.2f}" in find_experiment("opening_flips").answer(frame)


def test_low_drawn_cards_are_kept(frames: dict[str, pd.DataFrame]) -> None:
    rows = frames["flip_order"].query("part == 'replace' and turns == 'all'").set_index("what")
    low = (rows.loc["drawn 0", "gain"] + rows.loc["drawn 1", "gain"]) / 2
    assert low > (rows.loc["drawn 6", "gain"] + rows.loc["drawn 7", "gain"]) / 2
    assert set(frames["flip_order"]["part"]) >= {"where", "replace"}


def test_low_discards_are_taken_and_rules_say_so(frames: dict[str, pd.DataFrame]) -> None:
    frame = frames["discard_threshold"]
    pooled = frame.query("part == 'surface' and turns == 'all'")
    cards = pooled["what"].astype(int)
    assert pooled.loc[cards <= -1, "gain"].mean() > pooled.loc[cards >= 11, "gain"].mean() + 1
    rules = frame.query("part == 'rule'").set_index("what")
    assert rules.loc["the agent itself", "loss"] == 0
    assert rules.loc["always draw", "gain"] == 0
    assert rules.loc["always draw", "loss"] == rules.loc["the agent itself", "gain"]
    assert rules.loc["the card alone", "rule"] in find_experiment("discard_threshold").answer(frame)


def test_columns_of_high_cards_are_worth_completing(frames: dict[str, pd.DataFrame]) -> None:
    rows = frames["early_column"].query("part == 'third card' and turns == 'all' and against == 'elsewhere'")
    gains = rows.set_index("cards")["gain"]
    assert gains["10 to 12"] > 3
    assert gains["-2, -1"] < 0
    assert f"{gains['10 to 12']:+.1f}" in find_experiment("early_column").answer(frames["early_column"])


def test_feeding_has_a_price_and_the_best_weight_is_measured_again(frames: dict[str, pd.DataFrame]) -> None:
    frame = frames["denial"]
    weights, best = frame.query("part == 'weight'"), frame.query("part == 'best'")
    assert weights["weight"].tolist() == [0, 1]
    assert best["weight"].tolist() == [weights.loc[weights["ahead"].idxmax(), "weight"]]
    assert best["ahead"].iloc[0] != weights["ahead"].max()
    feed = frame.query("part == 'feed' and cards == 'all'").set_index("against")["ahead"]
    assert list(feed.index) == ["another card", "keep", "agent"]
    assert feed["keep"] > 0


def test_gain_of_keeping_is_measured_on_the_other_half() -> None:
    class Half:
        def __init__(self, hidden: float, highest: float) -> None:
            self.gains = {"hidden": np.array([hidden]), "highest": np.array([highest])}

        def values(self, measure: str, way: str, base: str) -> np.ndarray:
            return self.gains[way]

    halves: Any = [Half(3, 1), Half(-1, 2)]
    assert denial._gain_of_keeping(halves).tolist() == [(-1 + 1) / 2]


@pytest.mark.parametrize("name", ["opening_flips", "discard_threshold", "denial"])
def test_other_agents_are_refused(name: str) -> None:
    with pytest.raises(InputError, match=r"one-ply agents.*got random"):
        find_experiment(name).run(find_experiment(name).settings(changes=["agents=random"]), workers=1)


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("opening_flips", "players=9", "players must be a list of at most 7 integers in 2..8, got"),
        ("flip_order", "most_turn=1", "most_turn must be an integer in 3..60, got 1"),
        ("discard_threshold", "n_deals=3", r"n_deals must be an integer in 4..1000000, got 3"),
        ("early_column", "n_positions=1", "n_positions must be an integer in 2..1000000, got 1"),
        ("denial", "weights=-5", "weights must be a list of at most 20 integers in 0..1000, got"),
    ],
)
def test_bad_settings_are_refused(name: str, change: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        find_experiment(name).settings(changes=[change])
