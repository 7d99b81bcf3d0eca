"""``skyjo train`` without the extra, and its progress."""

from types import SimpleNamespace

from skyjo_experiments.cli import train_progress
from skyjo_experiments.training import extra
from tests.commands import call
from tests.trainings import row

PROGRESS = SimpleNamespace(
    steps=3000,
    total_steps=10_000,
    resumed_at=1000,
    seconds=0.5,
    last_rows=[row(2000, win_share=0.25), row(2000, "random", 1.0)],
)


def test_without_the_extra_one_line_says_what_to_install(monkeypatch, tmp_path):
    found = extra.find_spec
    monkeypatch.setattr(extra, "find_spec", lambda name: None if name == "torch" else found("json"))
    expected = "skyjo: error: training needs torch: install the extra rl, as README.md shows\n"
    assert call("train", "--out", tmp_path / "run") == (2, "", expected)
    assert call("train", "--resume", tmp_path) == (2, "", expected)
    assert not (tmp_path / "run").exists()


def test_progress_says_rate_and_last_evaluation():
    described = train_progress.describe(PROGRESS)
    assert described == "4,000 steps/s, 25.0% against cutoff(2), 100.0% against random"


def test_bar_is_shown_on_a_terminal_only(monkeypatch):
    monkeypatch.setattr(train_progress.sys.stderr, "isatty", lambda: False, raising=False)
    with train_progress.training_bar(True) as update:
        assert update is None
    monkeypatch.setattr(train_progress.sys.stderr, "isatty", lambda: True, raising=False)
    with train_progress.training_bar(False) as update:
        assert update is None
    with train_progress.training_bar(True) as update:
        update(PROGRESS)
