"""Interruptions: whatever stops a training changes nothing of what it comes to."""

import signal
import time

import pytest

pytest.importorskip("sb3_contrib")

import torch

from skyjo_experiments.training import session
from skyjo_experiments.training.entry import resume_training, train
from skyjo_experiments.training.folder import TrainingFolder
from skyjo_sim import RunError, whole_files
from tests.commands import start
from tests.kept_trainings import agreeing_steps, has_steps, interrupt_at, results
from tests.trainings import TINY, settings_of, tiny

pytestmark = pytest.mark.extra


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the folder of a small training that nothing interrupted."""
    path = tmp_path_factory.mktemp("whole") / "run"
    assert train(tiny(), path).is_complete
    return path


@pytest.fixture(autouse=True)
def _report_every_step(monkeypatch):
    monkeypatch.setattr(session, "_SECONDS_BETWEEN_REPORTS", 0)


def test_interrupted_again_and_again_it_ends_with_identical_weights(whole, tmp_path):
    path = tmp_path / "run"
    config = tiny()
    stopped = train(config, path, on_progress=interrupt_at(700))
    assert (stopped.steps, stopped.is_complete) == (512, False)
    assert TrainingFolder(path).manifest()["state"] == "interrupted"
    torch.manual_seed(123)
    assert resume_training(path, on_progress=interrupt_at(800)).steps == 768
    assert resume_training(path, on_progress=interrupt_at(800)).steps == 768
    assert resume_training(path).is_complete
    assert results(path) == results(whole)
    assert TrainingFolder(path).manifest()["best"] == TrainingFolder(whole).manifest()["best"]


def test_same_seed_same_weights_and_other_seed_others(whole, tmp_path):
    train(tiny(), tmp_path / "again")
    train(tiny(run_seed=1), tmp_path / "other")
    assert results(tmp_path / "again") == results(whole)
    assert results(tmp_path / "other")[1] != results(whole)[1]


def test_interrupted_before_anything_was_learned_it_begins_anew(whole, tmp_path, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(session, "evaluate", raise_interrupt)
        stopped = train(tiny(), tmp_path / "run")
    assert (stopped.steps, stopped.is_complete) == (0, False)
    assert not (tmp_path / "run" / "checkpoint.zip").exists()
    resume_training(tmp_path / "run")
    assert results(tmp_path / "run") == results(whole)


@pytest.mark.parametrize("name", ["checkpoint.zip", "best.npz", "last.npz", "curve.csv", "manifest.json"])
def test_killed_between_two_files_it_goes_on_from_files_that_agree(name, whole, tmp_path, monkeypatch):
    path, rename, n_written = tmp_path / "run", whole_files.os.replace, []

    def replace_or_die(beside, written):
        if written.name == name and has_steps(path):
            raise SystemExit  # nothing is kept any more, as after a SIGKILL
        rename(beside, written)
        n_written.append(written.name)

    with monkeypatch.context() as patched:
        patched.setattr(whole_files.os, "replace", replace_or_die)
        with pytest.raises(SystemExit):
            train(tiny(), path)
    assert n_written.count("checkpoint.zip") == 2 + (name != "checkpoint.zip")
    stopped = resume_training(path, on_progress=interrupt_at(0))
    assert agreeing_steps(path) == stopped.steps
    resume_training(path)
    assert results(path) == results(whole)


def test_files_agree_after_each_interruption(tmp_path):
    path = tmp_path / "run"
    config = tiny(run_checkpoint_every=10_000, evaluation_every=300)
    assert train(config, path, on_progress=interrupt_at(900)).steps == agreeing_steps(path) == 768
    assert resume_training(path, on_progress=interrupt_at(1100)).steps == agreeing_steps(path) == 1024


def raise_interrupt(*_, **__):
    """Stand for games that are interrupted."""
    raise KeyboardInterrupt


def test_interrupted_closing_games_are_played_again(whole, tmp_path, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(session, "closing_rows", raise_interrupt)
        assert not train(tiny(), tmp_path / "run").is_complete
    assert not (tmp_path / "run" / "closing.csv").exists()
    assert resume_training(tmp_path / "run").is_complete
    assert results(tmp_path / "run") == results(whole)


def test_failure_keeps_what_is_learned_and_says_why(whole, tmp_path):
    def fail(progress):
        if progress.steps >= 800:
            raise RuntimeError("no more games")

    with pytest.raises(RuntimeError, match="no more games"):
        train(tiny(), tmp_path / "run", on_progress=fail)
    manifest = TrainingFolder(tmp_path / "run").manifest()
    assert (manifest["state"], manifest["error"]) == ("failed", "RuntimeError: no more games")
    assert manifest["steps"] == agreeing_steps(tmp_path / "run") == 768
    resume_training(tmp_path / "run")
    assert results(tmp_path / "run") == results(whole)


@pytest.mark.parametrize(("n_kept", "interrupts"), [(0, ()), (2, ()), (1, (300,))])
def test_on_a_full_disk_the_manifest_says_so_while_it_fits(n_kept, interrupts, whole, tmp_path, monkeypatch):
    path, write, n_written = tmp_path / "run", session.Checkpoint.write, []

    def write_while_there_is_room(checkpoint, place):
        if len(n_written) >= n_kept:
            raise RunError(f"{place} cannot be written: No space left on device")
        write(checkpoint, place)
        n_written.append(checkpoint.standing["steps"])

    with monkeypatch.context() as patched:
        patched.setattr(session.Checkpoint, "write", write_while_there_is_room)
        with pytest.raises(RunError, match=r"checkpoint\.zip cannot be written: No space left"):
            train(tiny(), path, on_progress=interrupt_at(*interrupts))
    manifest = TrainingFolder(path).manifest()
    expected = f"RunError: {path / 'checkpoint.zip'} cannot be written: No space left on device"
    assert (manifest["state"], manifest["error"]) == ("failed", expected)
    assert manifest["steps"] == (n_written[-1] if n_kept else 0)
    resume_training(path)
    assert results(path) == results(whole)


def test_resumed_on_a_full_disk_it_is_as_far_as_before(whole, tmp_path, monkeypatch):
    def refuse(_, place):
        raise RunError(f"{place} cannot be written: No space left on device")

    path = tmp_path / "run"
    train(tiny(), path, on_progress=interrupt_at(700))
    with monkeypatch.context() as patched:
        patched.setattr(session.Checkpoint, "write", refuse)
        with pytest.raises(RunError, match="No space left"):
            resume_training(path)
    assert TrainingFolder(path).manifest()["state"] == "failed"
    assert agreeing_steps(path) == 512
    resume_training(path)
    assert results(path) == results(whole)


def test_where_nothing_can_be_written_the_first_error_is_told(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(28, "No space left on device")

    def fill_the_disk(progress):
        monkeypatch.setattr(whole_files.os, "fsync", refuse)
        raise RuntimeError("first")

    with pytest.raises(RuntimeError, match=r"^first$"):
        train(tiny(), tmp_path / "run", on_progress=fill_the_disk)
    assert TrainingFolder(tmp_path / "run").manifest()["state"] == "running"


def wait_for_steps(path, process):
    """Wait until a training has kept something that it learned."""
    limit = time.monotonic() + 300
    while not has_steps(path) and process.poll() is None and time.monotonic() < limit:
        time.sleep(0.01)
    assert has_steps(path), process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_stopped_process_can_be_resumed_by_another(number, tmp_path):
    path, steps = tmp_path / "run", 8_000
    options = [word for setting in settings_of(TINY) for word in ("--set", setting)]
    process = start("train", "--out", path, "--steps", steps, *options)
    wait_for_steps(path, process)
    process.send_signal(number)
    out, err = process.communicate(timeout=100)
    if number == signal.SIGINT:
        assert (process.returncode, out) == (130, "")
        assert err.startswith("stopped after ")
        assert err.endswith(f"of 8,000 steps; go on with: skyjo train --resume {path}\n")
    assert not (path / "closing.csv").exists()
    resume_training(path)
    train(tiny(run_total_steps=steps), tmp_path / "whole")
    assert results(path) == results(tmp_path / "whole")
    assert not list(path.glob(".*.part"))
