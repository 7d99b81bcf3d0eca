"""Learning curves: read back, averaged over runs, printed and drawn. No torch needed."""

import pandas as pd
import pytest
from scipy import stats

from skyjo_experiments.training.curve import COLUMNS, mean_curve, read_curves
from skyjo_experiments.training.curve_figure import plot_curves
from skyjo_experiments.training.folder import TrainingFolder
from skyjo_sim import InputError, RunError
from tests.commands import call
from tests.trainings import row, write_curve

RUNS = {"a": [0.2, 0.6, 0.7], "b": [0.1, 0.5], "c": [0.3, 0.58]}


@pytest.fixture
def folders(tmp_path):
    """Return the folders of three trainings, of which one is ahead."""
    return [
        write_curve(tmp_path / name, [row(step * 1000, win_share=share) for step, share in enumerate(shares)], seed)
        for seed, (name, shares) in enumerate(RUNS.items())
    ]


def test_curves_are_read_as_they_were_written(folders):
    frame = read_curves(folders)
    assert list(frame.columns) == ["run", "seed", *COLUMNS]
    assert list(frame["seed"]) == [0, 0, 0, 1, 1, 2, 2]
    assert frame.iloc[1].to_dict() == {"run": str(folders[0]), "seed": 0} | row(1000, win_share=0.6)


def test_numbers_round_trip_exactly(tmp_path):
    third = row(7, win_share=1 / 3)
    frame = read_curves([write_curve(tmp_path / "run", [third])])
    assert frame.iloc[0][list(COLUMNS)].to_dict() == third


def test_mean_over_runs_has_students_interval(folders):
    curve = mean_curve(read_curves(folders), "win_share")
    assert curve.steps == [0, 1000]
    for step, estimate in enumerate(curve.estimates):
        values = [shares[step] for shares in RUNS.values()]
        mean, error = pd.Series(values).mean(), pd.Series(values).sem()
        low, high = stats.t.interval(0.95, 2, mean, error)
        assert (estimate.mean, estimate.standard_error) == pytest.approx((mean, error), abs=1e-9)
        assert estimate.ci95 == pytest.approx((max(low, 0), high), abs=1e-9)


def test_runs_that_agree_by_chance_keep_the_intervals_of_their_games(tmp_path):
    folders = [write_curve(tmp_path / f"{seed}", [row(0, win_share=0.5, half=0.1)], seed) for seed in (0, 1)]
    (estimate,) = mean_curve(read_curves(folders), "win_share").estimates
    assert (estimate.mean, *estimate.ci95) == pytest.approx((0.5, 0.4, 0.6))


def test_shares_stay_between_0_and_1(tmp_path):
    shares = enumerate((0.1, 0.95))
    folders = [write_curve(tmp_path / f"{seed}", [row(0, win_share=share, half=0.04)], seed) for seed, share in shares]
    (estimate,) = mean_curve(read_curves(folders), "win_share").estimates
    assert estimate.ci95 == (0, 1)


def test_even_is_a_line_for_each_number_of_players(tmp_path):
    four = write_curve(tmp_path / "four", [row(0) | {"players": 4}])
    for measure, height in (("win_share", 25), ("points_ahead", 0)):
        (axes,) = plot_curves(read_curves([four]), measure).axes
        assert [list(line.get_ydata()) for line in axes.lines if line.get_color() == "0.4"] == [[height, height]]


def test_a_single_run_keeps_the_interval_of_its_games(folders):
    curve = mean_curve(read_curves(folders[:1]), "win_share")
    assert curve.steps == [0, 1000, 2000]
    assert curve.estimates[1].ci95 == pytest.approx((0.5, 0.7))


def test_one_figure_for_one_run_and_for_several(folders, tmp_path):
    two = write_curve(tmp_path / "two", [row(step, name) for step in (0, 9) for name in ("cutoff(2)", "random")])
    for chosen, n_lines in ((folders, 1 + 3 + 1), (folders[:1], 1 + 1), ([two], 2 + 1)):
        (axes,) = plot_curves(read_curves(chosen)).axes
        assert len(axes.lines) == n_lines
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["cutoff(2)", "random"]
    (axes,) = plot_curves(read_curves([two]), "points_ahead", ["random"]).axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["random"]


def test_band_is_the_interval(folders):
    (axes,) = plot_curves(read_curves(folders)).axes
    (band,) = axes.collections
    curve = mean_curve(read_curves(folders), "win_share")
    corners = {(x, round(y, 6)) for x, y in band.get_paths()[0].vertices}
    for step, estimate in zip(curve.steps, curve.estimates, strict=True):
        assert {(step, round(100 * estimate.low, 6)), (step, round(100 * estimate.high, 6))} <= corners


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"measure": "luck"}, "measure must be one of"), ({"opponents": ["me"]}, "opponent must be one of cutoff")],
)
def test_unknown_measures_and_opponents_are_named(folders, arguments, message):
    with pytest.raises(InputError, match=message):
        plot_curves(read_curves(folders), **arguments)


def test_folders_without_a_curve_are_named(folders, tmp_path):
    with pytest.raises(RunError, match="holds no training"):
        read_curves([tmp_path])
    with pytest.raises(InputError, match="at least one training is needed, got none"):
        read_curves([])
    with pytest.raises(InputError, match="once"):
        read_curves([folders[0], folders[0]])
    (folders[0] / "curve.csv").write_text("steps\n1\n", encoding="utf-8")
    with pytest.raises(RunError, match="is damaged: its columns must be steps"):
        read_curves(folders)
    (folders[0] / "curve.csv").write_text("", encoding="utf-8")
    with pytest.raises(RunError, match="is damaged"):
        read_curves(folders)
    (folders[0] / "curve.csv").unlink()
    with pytest.raises(RunError, match="cannot be read: No such file"):
        read_curves(folders)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("steps", "9" * 30),
        ("steps", -1),
        ("players", 1),
        ("players", 9),
        ("n_games", 0),
        ("win_share", 1.5),
        ("win_share_low", -0.1),
        ("win_share_high", "nan"),
        ("points_ahead", "inf"),
        ("abandoned", -0.5),
    ],
)
def test_a_curve_of_what_cannot_be_is_damaged(tmp_path, name, value):
    folder = write_curve(tmp_path / "run", [row(0), row(1000) | {name: value}])
    with pytest.raises(RunError, match=rf"curve.csv is damaged: {name} must be in [-\d]+\.\.\d+, got {value}"):
        read_curves([folder])
    assert call("curve", folder)[0] == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 10**40}, "seed must be an integer in 0..4294967295, got 1000"),
        ({"seed": -1}, "seed must be an integer in 0..4294967295, got -1"),
        ({"steps": 10**30}, "steps must be an integer in 0..1004294967296, got 1000"),
        ({"wall_seconds": -1}, "wall_seconds must be a number of seconds, got -1"),
        ({"state": "asleep"}, "state must be one of running, interrupted, failed, complete, got 'asleep'"),
    ],
)
def test_a_manifest_of_what_cannot_be_is_damaged(folders, change, message):
    kept = TrainingFolder(folders[0])
    kept.write_json("manifest.json", kept.manifest() | change)
    with pytest.raises(RunError, match=f"manifest.json is damaged: {message}"):
        read_curves(folders)


def test_an_empty_curve_is_no_error(tmp_path):
    empty = write_curve(tmp_path / "empty", [])
    assert (empty / "curve.csv").read_text(encoding="utf-8").strip() == ",".join(COLUMNS)
    code, out, _ = call("curve", empty, "--figure", tmp_path / "empty.svg")
    assert (code, out) == (0, "nothing was evaluated yet\n")


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"ppo_gae_lambda": 0.9}, "ppo.gae_lambda is 0.95 in {0} and 0.9 in {1}"),
        ({"evaluation_n_games": 40, "run_threads": 2}, "evaluation.n_games is 20 in {0} and 40 in {1}"),
        ({"task_rules": "target=50"}, "task.rules: target is '100' in {0} and '50' in {1}"),
        ({"ppo_learning_rate_end": 0.1}, "ppo.learning_rate_end is 0.0 in {0} and 0.1 in {1}"),
    ],
)
def test_runs_of_other_configurations_are_not_averaged(tmp_path, changes, difference):
    folders = [write_curve(tmp_path / "a", [row(0)]), write_curve(tmp_path / "b", [row(0)], 1, **changes)]
    message = f"trainings must be of one configuration, but {difference.format(*folders)}"
    with pytest.raises(InputError) as caught:
        read_curves(folders)
    assert str(caught.value) == message
    assert call("curve", *folders) == (2, "", f"skyjo: error: {message}\n")


def test_runs_may_differ_in_seed_threads_and_checkpoints(tmp_path):
    folders = [write_curve(tmp_path / "a", [row(0)])]
    folders.append(write_curve(tmp_path / "b", [row(0)], 1, run_threads=2, run_checkpoint_every=7))
    assert list(read_curves(folders)["seed"]) == [0, 1]


def test_runs_against_other_weights_of_one_name_are_not_averaged(folders):
    for folder, digest in zip(folders, ("aa", "aa", "bb"), strict=True):
        kept = TrainingFolder(folder)
        kept.write_json("manifest.json", kept.manifest() | {"weights_sha256": {"npz(x.npz)": digest}})
    assert len(read_curves(folders[:2])) == 5
    with pytest.raises(InputError, match=r"the hash of the weights of npz\(x.npz\) is 'aa' in .* and 'bb' in "):
        read_curves(folders)


def test_a_seed_counts_once(tmp_path):
    folders = [write_curve(tmp_path / name, [row(0)], seed) for name, seed in (("a", 3), ("b", 4), ("c", 3))]
    with pytest.raises(InputError) as caught:
        read_curves(folders)
    expected = f"every training must have a seed of its own, {folders[0]} and {folders[2]} both have 3"
    assert str(caught.value) == expected


def test_a_damaged_configuration_is_named(folders):
    kept = TrainingFolder(folders[1])
    kept.write_json("manifest.json", kept.manifest() | {"config": "[ppo"})
    with pytest.raises(RunError, match="damaged: config: not valid TOML"):
        read_curves(folders)


# The command


def test_command_prints_writes_and_draws(folders, tmp_path):
    files = [tmp_path / name for name in ("curves.csv", "curves.parquet", "curves.svg", "curves.png")]
    code, out, err = call("curve", *folders, "--out", files[0], "--figure", files[2])
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == ["games won, mean of 3 runs, 95 % intervals", "steps  against cutoff(2)"]
    assert out.splitlines()[3].split() == ["1,000", "56.0%", "±", "13.1"]
    assert call("curve", *folders, "--out", files[1], "--figure", files[3])[0] == 0
    pd.testing.assert_frame_equal(pd.read_csv(files[0]), pd.read_parquet(files[1]))
    assert all(path.stat().st_size > 100 for path in files)


def test_points_ahead_can_be_asked_for(folders):
    code, out, _ = call("curve", folders[0], "--measure", "points_ahead", "--opponent", "cutoff(2)")
    assert code == 0
    assert out.splitlines()[0] == "points ahead per round, 1 run, 95 % intervals"
    assert out.splitlines()[2].split() == ["0", "0.00", "±", "1.00"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--measure", "luck"], "--measure must be one of win_share, points_ahead, got 'luck'"),
        (["--opponent", "me"], "opponent must be one of cutoff(2), got 'me'"),
        (["--figure", "curve.txt"], "the file must end in one of .svg, .png, .pdf, got 'curve.txt'"),
        (["--out", "curve.xls"], "the file must end in one of .csv, .parquet, got 'curve.xls'"),
    ],
)
def test_command_refuses_in_one_line_before_it_prints(folders, options, message):
    assert call("curve", *folders, *options) == (2, "", f"skyjo: error: {message}\n")
