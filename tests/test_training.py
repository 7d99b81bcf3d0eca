"""Trainings: what they leave behind, and that an interruption changes nothing."""

import hashlib
import json
import signal
import time
from importlib.util import find_spec

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO

from skyjo_agents import load_network, network_of, save_network
from skyjo_experiments.training import session
from skyjo_experiments.training.config import TrainingConfig
from skyjo_experiments.training.entry import resume_training, train
from skyjo_experiments.training.folder import TrainingFolder
from skyjo_sim import RunError, simulate
from skyjo_sim.envs.sb3 import SkyjoVecEnv
from tests.commands import call, start
from tests.trainings import TINY, settings_of, tiny

pytestmark = pytest.mark.extra
KEPT = ("best.npz", "last.npz", "curve.csv", "closing.csv")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the folder of a small training that nothing interrupted."""
    path = tmp_path_factory.mktemp("whole") / "run"
    assert train(tiny(), path).is_complete
    return path


@pytest.fixture(autouse=True)
def _report_every_step(monkeypatch):
    monkeypatch.setattr(session, "_SECONDS_BETWEEN_REPORTS", 0)


def results(path):
    """Return hashes of all that a training leaves behind, and the weights of its model."""
    kept = {name: hashlib.sha256((path / name).read_bytes()).hexdigest() for name in KEPT}
    model = MaskablePPO.load(path / "model.zip", device="cpu")
    weights = {name: tensor.numpy().tobytes() for name, tensor in model.policy.state_dict().items()}
    moments = [entry.numpy().tobytes() for state in optimizer_state(model) for entry in state.values()]
    return kept, weights, moments, model.num_timesteps


def optimizer_state(model):
    """Return the state of the optimizer for each parameter."""
    return model.policy.optimizer.state_dict()["state"].values()


def interrupt_at(*steps):
    """Return what interrupts a training when it reaches each of some steps."""
    left = list(steps)

    def on_progress(progress):
        if left and progress.steps >= left[0]:
            left.pop(0)
            raise KeyboardInterrupt

    return on_progress


# Interruptions


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
        if progress.steps >= 700:
            raise RuntimeError("no more disk")

    with pytest.raises(RuntimeError, match="no more disk"):
        train(tiny(), tmp_path / "run", on_progress=fail)
    manifest = TrainingFolder(tmp_path / "run").manifest()
    assert (manifest["state"], manifest["error"]) == ("failed", "RuntimeError: no more disk")
    assert manifest["steps"] == 512
    resume_training(tmp_path / "run")
    assert results(tmp_path / "run") == results(whole)


def wait_for(path, process):
    """Wait until a file is there."""
    limit = time.monotonic() + 100
    while not path.exists() and process.poll() is None and time.monotonic() < limit:
        time.sleep(0.01)
    assert path.exists(), process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_stopped_process_can_be_resumed_by_another(number, tmp_path):
    path, steps = tmp_path / "run", 20_000
    options = [word for setting in settings_of(TINY) for word in ("--set", setting)]
    process = start("train", "--out", path, "--steps", steps, *options)
    wait_for(path / "checkpoint.zip", process)
    process.send_signal(number)
    out, err = process.communicate(timeout=100)
    if number == signal.SIGINT:
        assert (process.returncode, out) == (130, "")
        assert err.startswith("stopped after ")
        assert err.endswith(f"of 20,000 steps; go on with: skyjo train --resume {path}\n")
    assert not (path / "closing.csv").exists()
    resume_training(path)
    train(tiny(run_total_steps=steps), tmp_path / "whole")
    assert results(path) == results(tmp_path / "whole")
    assert not list(path.glob(".*.part"))


# What it leaves behind


def test_files_are_there_and_the_manifest_says_what_was_done(whole):
    manifest = TrainingFolder(whole).manifest()
    assert (manifest["state"], manifest["steps"], manifest["seed"]) == ("complete", 1536, 0)
    assert {"torch", "stable-baselines3", "sb3-contrib", "numpy", "numba", "skyjo-sim"} <= set(manifest["versions"])
    assert TrainingFolder(whole).config() == TrainingConfig.load(whole / "config.toml") == tiny()
    assert {path.name for path in (whole / "figures").iterdir()} == {"learning_curve.svg", "learning_curve.png"}
    lines = (whole / "curve.csv").read_text(encoding="utf-8").splitlines()
    assert [line.partition(",")[0] for line in lines[1::2]] == ["0", "512", "1024", "1536"]
    if find_spec("tensorboard"):
        assert list((whole / "tensorboard").iterdir())


def test_exported_networks_play_as_the_model_does(whole):
    model = MaskablePPO.load(whole / "model.zip", device="cpu")
    network = load_network(whole / "last.npz")
    for one, other in zip(network.layers, network_of(model.policy, tiny().rules).layers, strict=True):
        assert one.weights.tobytes() == other.weights.tobytes()
        assert one.biases.tobytes() == other.biases.tobytes()
    env = SkyjoVecEnv(16)
    env.seed(99)
    observations = env.reset()
    for _ in range(40):
        masks = env.action_masks()
        actions, _ = model.predict(observations, deterministic=True, action_masks=masks)
        logits = np.where(masks, network.logits(observations), -np.inf)
        np.testing.assert_array_equal(actions, logits.argmax(axis=1))
        observations, *_ = env.step(actions)


def test_best_network_is_the_best_of_the_curve_and_plays_by_name(whole):
    best = TrainingFolder(whole).manifest()["best"]
    rows = [line.split(",") for line in (whole / "curve.csv").read_text(encoding="utf-8").splitlines()[1:]]
    shares = [(float(line[4]), int(line[0])) for line in rows if line[2] == best["opponent"] == "random"]
    assert len({share for share, _ in shares}) > 1
    assert (best["win_share"], best["steps"]) == max(shares)  # of equals, the last
    result = simulate(f"npz({whole / 'best.npz'}),random", n_rounds=20)
    assert result.n_rounds == 20


def test_evaluation_does_not_change_what_is_learned(whole, tmp_path):
    train(tiny(evaluation_every=250, evaluation_n_games=10), tmp_path / "run")
    assert results(tmp_path / "run")[1:] == results(whole)[1:]


def test_other_tables_and_house_rules_can_be_learned(tmp_path):
    config = tiny(
        task_players=3,
        task_rules="column_rule=optional; flip_after_discard=optional",
        task_opponents=["random", "cutoff(2)"],
        task_episode="game",
        run_total_steps=256,
        evaluation_n_games=6,
        evaluation_closing_games=6,
    )
    result = train(config, tmp_path / "run")
    assert [row["players"] for row in result.closing] == [3] * len(result.closing)
    path = tmp_path / "run" / "best.npz"
    assert simulate(f"npz({path}),random", n_rounds=6, rules=config.rules).n_rounds == 6


# Refusals


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


# The command


def test_command_trains_and_prints_the_closing_table(whole, tmp_path):
    options = [word for setting in settings_of(TINY) for word in ("--set", setting)]
    code, out, err = call("train", *options, "--steps", 512, "--seed", 5, "--out", tmp_path / "run")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "512 steps against cutoff(2), official rules, 2 players, seed 5"
    assert lines[1].split("  ")[0] == "agent"
    assert [lines[2].split()[column] for column in (0, 2, 3)] == ["best.npz", "random", "20"]
    assert lines[-1] == f"kept in {tmp_path / 'run'}; play it as npz({tmp_path / 'run' / 'best.npz'})"
    again = call("train", "--resume", tmp_path / "run", "--quiet")
    assert again == (0, "\n".join(lines[:-1]) + "\n", "")
    code, _, err = call("train", *options, "--out", tmp_path / "run")
    assert (code, "is not empty; resume that run with --resume" in err) == (2, True)


def test_command_names_a_default_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options = [word for setting in settings_of(TINY) for word in ("--set", setting)]
    assert call("train", *options, "--steps", 1, "--seed", 5, "--quiet")[0] == 0
    assert (tmp_path / "runs" / "cutoff-seed5" / "best.npz").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--set", "ppo.gamma=2"], "training configuration 'cutoff': ppo.gamma must be a number in 0..1, got 2"),
        (["--config", "none"], "training configuration 'none' does not exist; those with a name are: cutoff"),
        (["--resume", "none"], "folder 'none' holds no training: manifest.json is missing"),
        (["--resume", "none", "--threads", "0"], "--threads must be at least 1, got 0"),
        (["--resume", "none", "--seed", "1"], "--resume takes the training as it was planned: leave out "),
    ],
)
def test_command_refuses_in_one_line(words, message):
    code, out, err = call("train", *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"skyjo: error: {message}")
    assert err.count("\n") == 1


def test_manifest_is_plain_json(whole):
    assert json.loads((whole / "manifest.json").read_text(encoding="utf-8"))["format"] == "training-1"


def test_trainings_with_neighbouring_seeds_share_no_deal():
    from skyjo_experiments.training.model import make_env, make_model

    seen = []
    for seed in (0, 1):
        config = tiny(run_seed=seed)
        env = make_env(config)
        make_model(config, env)
        env.reset()
        for slot in (0, 1):
            observations = env.step(np.full(env.num_envs, 25 + slot))[0]
        seen.append({row.tobytes() for row in observations})
    assert not seen[0] & seen[1]
