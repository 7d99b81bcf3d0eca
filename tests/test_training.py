"""Trainings: what they leave behind, and the command."""

import json
from importlib.util import find_spec

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

from sb3_contrib import MaskablePPO

from skyjo_agents import load_network, network_of
from skyjo_experiments.training.config import TrainingConfig
from skyjo_experiments.training.entry import train
from skyjo_experiments.training.folder import TrainingFolder
from skyjo_sim import simulate
from skyjo_sim.agent_names import make_agent
from skyjo_sim.envs.sb3 import SkyjoVecEnv
from tests.commands import call
from tests.kept_trainings import results
from tests.trainings import TINY, settings_of, tiny

pytestmark = pytest.mark.extra


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the folder of a small training that nothing interrupted."""
    path = tmp_path_factory.mktemp("whole") / "run"
    assert train(tiny(), path).is_complete
    return path


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


def test_the_agent_that_the_command_names_can_be_played(tmp_path):
    options = [word for setting in settings_of(TINY) for word in ("--set", setting)]
    code, out, _ = call("train", *options, "--steps", 1, "--out", tmp_path / "a, (b)")
    assert code == 0
    name = out.splitlines()[-1].partition("; play it as ")[2]
    assert make_agent(name).name == name == f'npz("{tmp_path / "a, (b)" / "best.npz"}")'


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
