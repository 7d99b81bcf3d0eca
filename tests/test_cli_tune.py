"""The command ``skyjo tune``."""

import json

import pytest

from skyjo_experiments.cli import tune_progress
from skyjo_experiments.tuning import TuningProgress
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.simulation.measures import Estimate
from tests.commands import call

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="whole tunings would take minutes")
WORDS = ("tune", "cutoff(9)", "--against", "cutoff(9)", "--players", "2", "--candidates", 4, "--generations", 2)
SMALL = (*WORDS, "--games", 10, "--closing-games", 40, "--seed", 3)


def test_report_ends_with_what_it_means(tmp_path):
    code, out, err = call(*SMALL, "--out", tmp_path / "run")
    assert code == 0
    lines = out.splitlines()
    assert lines[1] == "start  cutoff(9)"
    assert lines[2].startswith("tuned  cutoff(")
    assert "start wins" in out
    assert lines[-1] == f"kept in {tmp_path / 'run'}"
    assert [line.split(",")[0] for line in err.splitlines()] == ["generation 1 of 2", "generation 2 of 2"]
    assert lines[2].split()[1] in err.splitlines()[-1]
    again = call("tune", "--resume", tmp_path / "run")
    assert again == (0, out, "")


def test_json_is_one_object():
    code, out, err = call(*SMALL, "--json", "--quiet")
    assert (code, err) == (0, "")
    assert json.loads(out)["settings"]["n_games"] == 10


def test_interrupt_says_how_to_go_on(tmp_path, monkeypatch):
    whole = call(*SMALL, "--quiet")[1]

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("skyjo_experiments.tuning.search.play_closing", interrupt)
    code, out, err = call(*SMALL, "--quiet", "--out", tmp_path)
    assert (code, err) == (130, f"stopped after 2 of 2 generations; go on with: skyjo tune --resume {tmp_path}\n")
    assert out.splitlines() == whole.splitlines()[:3]
    code, _, err = call(*SMALL, "--quiet")
    assert (code, err) == (130, "stopped after 2 of 2 generations; with --out DIR a tuning can be resumed\n")
    monkeypatch.undo()
    assert call("tune", "--resume", tmp_path, "--quiet") == (0, whole, "")
    monkeypatch.setattr("skyjo_experiments.tuning.resume_tuning", interrupt)
    assert call("tune", "--resume", tmp_path) == (130, "", f"stopped; go on with: skyjo tune --resume {tmp_path}\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "name the agent to tune, such as expectation, or --resume DIR"),
        (("cutoff", "--players", "2;4"), "--players must be integers separated by commas, got '2;4'"),
        (("cutoff", "--range", "cutoff=3"), "--range must look like hope=-1:3, got 'cutoff=3'"),
        (("cutoff", "--range", "cutoff=0:3", "--fix", "cutoff"), "--range and --fix name cutoff twice"),
        (("cutoff", "--range", "hope=0:3"), "agent cutoff has no number 'hope'; its numbers are cutoff"),
        (("cutoff", "--set", "players=3"), "--set players=3 would change nothing: --players names the numbers"),
        (("cutoff", "--measure", "luck"), "measure must be one of wins, points, got 'luck'"),
        (("--resume", "nowhere", "--seed", "1"), "--resume takes the tuning as it was planned"),
        (("--resume", "nowhere"), "folder 'nowhere' holds no tuning"),
    ],
)
def test_bad_options_are_one_line(words, message):
    code, out, err = call("tune", *words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_bar_is_shown_on_a_terminal_only(monkeypatch):
    progress = TuningProgress(1.5, 4, 0, 2.0, Estimate(1.0, 0.1, 0.8, 1.2), "cutoff(3)")
    with tune_progress.tuning_progress(False) as report:
        assert report is None
    monkeypatch.setattr(tune_progress.sys.stderr, "isatty", lambda: True, raising=False)
    with tune_progress.tuning_progress(True) as report:
        report(progress)
    assert tune_progress.describe(progress) == "generation 1 of 4, best objective 1 [0.8, 1.2]"
