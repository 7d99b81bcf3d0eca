"""Trainings that cannot go on: what is damaged, missing or has changed is named in one line."""

import contextlib
import pickle
import shutil
from dataclasses import replace

import pytest

pytest.importorskip("sb3_contrib")


from skyjo_agents import load_network, save_network
from skyjo_experiments.training import entry, session
from skyjo_experiments.training.checkpoints import read_checkpoint
from skyjo_experiments.training.entry import resume_training, train
from skyjo_experiments.training.folder import TrainingFolder
from skyjo_experiments.training.standing import Standing
from skyjo_sim import InputError, RunError
from tests.commands import call
from tests.kept_trainings import interrupt_at
from tests.trainings import tiny

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


def test_damage_and_other_versions_are_named(whole, tmp_path):
    path = tmp_path / "run"
    train(tiny(), path, on_progress=interrupt_at(700))
    folder = TrainingFolder(path)
    manifest = folder.manifest()
    folder.write_json("manifest.json", manifest | {"versions": manifest["versions"] | {"torch": "1.0"}})
    with pytest.raises(RunError, match=r"was begun with torch 1.0; resume it with that version, not "):
        resume_training(path)
    folder.write_json("manifest.json", manifest)
    (path / "checkpoint.zip").write_bytes((path / "checkpoint.zip").read_bytes()[:1000])
    with pytest.raises(RunError, match=r"checkpoint.zip is damaged"):
        resume_training(path)
    for damage in ({"steps": "many"}, {"state": "asleep"}, {"format": 1}):
        folder.write_json("manifest.json", manifest | damage)
        with pytest.raises(RunError, match="manifest"):
            resume_training(path)
    with pytest.raises(RunError, match="holds no training"):
        resume_training(tmp_path)


def test_a_damaged_checkpoint_is_refused_in_one_line_and_nothing_is_written(whole, tmp_path):
    path = tmp_path / "run"
    train(tiny(), path, on_progress=interrupt_at(700))
    place, manifest = path / "checkpoint.zip", (path / "manifest.json").read_bytes()
    content = place.read_bytes()
    middle = len(content) // 2
    for distance in range(-15, 15):
        flipped = bytearray(content)
        flipped[middle + distance * (middle // 16)] ^= 0xFF
        place.write_bytes(flipped)
        with pytest.raises(RunError, match=r"^.*checkpoint.zip is damaged: .*$") as caught:
            read_checkpoint(place)
        assert "\n" not in str(caught.value)
    code, out, err = call("train", "--resume", path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"skyjo: error: {place} is damaged: ")
    assert (path / "manifest.json").read_bytes() == manifest


@pytest.mark.parametrize(
    "entries",
    [
        {"env": b"no pickle"},
        {"env": pickle.dumps(3)},
        {"luck": pickle.dumps({})},
        {"model": b"no zip"},
        {"standing": {"miles": 3}},
        {"standing": []},
        {"standing": {}},
        {"standing": Standing(steps=512).to_json()},
    ],
)
def test_a_checkpoint_of_something_else_is_refused_in_one_line(entries, whole, tmp_path):
    path = tmp_path / "run"
    shutil.copytree(whole, path)
    kept = TrainingFolder(path)
    kept.write_json("manifest.json", kept.manifest() | {"state": "interrupted"})
    replace(read_checkpoint(path / "checkpoint.zip"), **entries).write(path / "checkpoint.zip")
    before = (path / "manifest.json").read_bytes()
    with pytest.raises(RunError, match=r"^the checkpoint is damaged: .+$") as caught:
        resume_training(path)
    assert "\n" not in str(caught.value)
    assert (path / "manifest.json").read_bytes() == before


@pytest.mark.parametrize("changes", [{"run_seed": 1}, {"run_total_steps": 3000}])
def test_a_checkpoint_of_another_training_is_refused(changes, whole, tmp_path):
    path = tmp_path / "run"
    train(tiny(**changes), path, on_progress=interrupt_at(300))
    shutil.copy(whole / "checkpoint.zip", path)
    before = {file.name: file.read_bytes() for file in path.iterdir() if file.is_file()}
    message = f"{path / 'checkpoint.zip'} is of another training: of another configuration, or against other weights"
    assert call("train", "--resume", path) == (2, "", f"skyjo: error: {message}\n")
    assert {file.name: file.read_bytes() for file in path.iterdir() if file.is_file()} == before


def test_a_device_that_is_not_there_is_refused_before_anything_is_written(whole, tmp_path, monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    message = "run.device: torch finds no CUDA device; allowed here: cpu"
    with pytest.raises(InputError) as caught:
        train(tiny(run_device="cuda"), tmp_path / "run")
    assert str(caught.value) == message
    assert not (tmp_path / "run").exists()
    path = shutil.copytree(whole, tmp_path / "moved")
    kept = TrainingFolder(path)
    config = tiny(run_device="cuda").to_toml()
    kept.write_json("manifest.json", kept.manifest() | {"state": "interrupted", "config": config})
    before = (path / "manifest.json").read_bytes()
    assert call("train", "--resume", path) == (2, "", f"skyjo: error: {message}\n")
    assert (path / "manifest.json").read_bytes() == before


def test_a_complete_training_without_closing_games_is_damaged(whole, tmp_path):
    path = tmp_path / "run"
    shutil.copytree(whole, path)
    header = (path / "closing.csv").read_text(encoding="utf-8").splitlines()[0]
    for content in ("", f"{header}\n"):
        (path / "closing.csv").write_text(content, encoding="utf-8")
        code, out, err = call("train", "--resume", path)
        assert (code, out) == (2, "")
        assert err.startswith(f"skyjo: error: {path / 'closing.csv'} is damaged: ")


def test_a_training_that_another_process_completes_meanwhile_is_read(whole, tmp_path, monkeypatch):
    path = tmp_path / "run"
    shutil.copytree(whole, path)
    complete = (path / "manifest.json").read_bytes()
    kept = TrainingFolder(path)
    kept.write_json("manifest.json", kept.manifest() | {"state": "running"})

    @contextlib.contextmanager
    def locked_later(place):
        (place / "manifest.json").write_bytes(complete)
        yield

    monkeypatch.setattr(entry, "locked", locked_later)
    monkeypatch.setattr(entry, "Session", None)
    assert resume_training(path).is_complete


def test_a_relative_opponent_is_missed_from_another_folder(whole, tmp_path, monkeypatch):
    (tmp_path / "networks").mkdir()
    shutil.copy(whole / "last.npz", tmp_path / "networks" / "own.npz")
    monkeypatch.chdir(tmp_path)
    train(tiny(task_opponents="npz(networks/own.npz)"), tmp_path / "run", on_progress=interrupt_at(300))
    monkeypatch.chdir(whole)
    with pytest.raises(RunError) as caught:
        resume_training(tmp_path / "run")
    assert str(caught.value).endswith(
        "cannot be rebuilt: task.opponents: network 'networks/own.npz' cannot be read: No such file or directory; "
        "relative paths count from the current folder"
    )


def test_changed_opponent_is_noticed(whole, tmp_path):
    own = tmp_path / "own.npz"
    own.write_bytes((whole / "last.npz").read_bytes())
    config = tiny(task_opponents=f"npz({own})", evaluation_opponents=[f"npz({own})"])
    train(config, tmp_path / "run", on_progress=interrupt_at(300))
    network = load_network(own)
    network.layers[0].biases[0] += 1
    save_network(network, own)
    with pytest.raises(RunError, match=r"the weights of agent npz\(.*own.npz\) have changed"):
        resume_training(tmp_path / "run")
