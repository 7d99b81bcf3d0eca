"""The recipes in docs/recipes run: tiny, in processes of their own."""

import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

pytestmark = pytest.mark.extra

RECIPES = Path(__file__).parents[1] / "docs" / "recipes"
PAGE = (RECIPES.parent / "recipes.md").read_text(encoding="utf-8")
PROGRESS = re.compile(r" *([\d,]+) steps  return ([+-]\d+\.\d\d|none yet) points per round  [\d,]+ steps/s")


def run(name, *words, flags=()):
    """Run a recipe; return the lines it printed."""
    command = [sys.executable, *flags, RECIPES / name, *map(str, words)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def progress(lines):
    """Return steps and return of every progress line."""
    found = [match.groups() for match in map(PROGRESS.fullmatch, lines) if match]
    return [(int(steps.replace(",", "")), shown) for steps, shown in found]


def load(name):
    """Return a recipe as a module."""
    sys.path.insert(0, str(RECIPES))
    try:
        return __import__(name)
    finally:
        sys.path.remove(str(RECIPES))


def test_maskable_ppo_trains_exports_and_plays(tmp_path):
    pytest.importorskip("sb3_contrib")
    path = tmp_path / "tiny.npz"
    lines = run("maskable_ppo.py", "--steps", 4000, "--envs", 32, "--games", 20, "--out", path, flags=["-W", "error"])
    assert [steps for steps, _ in progress(lines)] == [2048, 4096]
    assert any(line.startswith("20 games, ") for line in lines)
    assert re.fullmatch(r"done: 4,096 steps; \d+\.\d% of 20 games won", lines[-1])
    assert path.is_file()


@pytest.mark.parametrize(
    ("library", "name", "flags"),
    [("torch", "single_file_ppo.py", ["-W", "error"]), ("torchrl", "torchrl_ppo.py", [])],
)
def test_recipe_trains(library, name, flags):
    pytest.importorskip(library)
    lines = run(name, "--steps", 4096, "--envs", 32, flags=flags)
    assert [steps for steps, _ in progress(lines)] == [2048, 4096]
    last = progress(lines)[-1][1]
    assert -150 < float(last) < 0
    assert lines[-1] == f"done: 4,096 steps; return {last} points per round"


def test_single_file_ppo_repeats_itself(monkeypatch, capsys):
    pytest.importorskip("torch")
    shown = []
    for seed in ("5", "5", "6"):
        monkeypatch.setattr(sys, "argv", ["single_file_ppo.py", "--steps", "2048", "--envs", "16", "--seed", seed])
        load("single_file_ppo").main()
        shown.append(progress(capsys.readouterr().out.splitlines()))
    assert len(shown[0]) == 2
    assert shown[0] == shown[1]
    assert shown[0] != shown[2]


def test_advantages_are_those_of_the_definition():
    torch = pytest.importorskip("torch")
    recipe = load("single_file_ppo")
    values, rewards = torch.tensor([[1.0], [2.0], [3.0]]), torch.tensor([[0.5], [-1.0], [4.0]])
    ended = torch.tensor([[False], [True], [False]])
    found = recipe.advantages_of(values, rewards, ended, torch.tensor([10.0]))
    surprises = [0.5 + 2 - 1, -1 - 2, 4 + 10 - 3]  # the second step ends an episode
    torch.testing.assert_close(
        found, torch.tensor([[surprises[0] + recipe.LAMBDA * surprises[1]], [surprises[1]], [surprises[2]]])
    )


@pytest.fixture
def torchrl_envs():
    """Return TorchRL's environments; importing it warns of its own deprecations."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pytest.importorskip("torchrl.envs")


def test_torchrl_checks_the_single_environment(torchrl_envs):
    env = torchrl_envs.GymEnv("skyjo_sim.envs:Skyjo/Round-v0", categorical_action_encoding=True)
    torchrl_envs.check_env_specs(env, seed=1)


def test_torchrl_checks_the_single_environment_with_its_masks(torchrl_envs):
    env = torchrl_envs.GymEnv("skyjo_sim.envs:Skyjo/Round-v0", categorical_action_encoding=True, illegal_action="raise")
    masked = torchrl_envs.TransformedEnv(env, torchrl_envs.ActionMask())
    torchrl_envs.check_env_specs(masked, seed=1)
    masked.rollout(200, break_when_any_done=False)  # an illegal action would raise


def test_torchrl_checks_the_vector_environment(torchrl_envs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        recipe = load("torchrl_ppo")
    torchrl_envs.check_env_specs(recipe.make_env(4), seed=1)


def test_torchrl_sees_the_rounds_that_are_played(torchrl_envs):
    """With the same actions, the points and ends that the environments report without TorchRL."""
    import gymnasium

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        recipe = load("torchrl_ppo")
    settings = {"opponents": "random", "illegal_action": "raise"}
    masked = torchrl_envs.TransformedEnv(recipe.make_env(3, **settings), torchrl_envs.ActionMask())
    masked.set_seed(7)
    played = masked.rollout(150, break_when_any_done=False)
    envs = gymnasium.make_vec("skyjo_sim.envs:Skyjo/Round-v0", 3, autoreset_mode="DISABLED", **settings)
    envs.reset(seed=7)  # as `set_seed` does; the rollout resets once more
    seen, _ = envs.reset()
    n_ended = 0
    for step in range(150):
        assert (played["observation"][:, step].numpy() == seen["observation"]).all()
        seen, rewards, terminated, truncated, _ = envs.step(played["action"][:, step].numpy())
        ended = terminated | truncated
        assert (played["next", "reward"][:, step, 0].numpy() == rewards).all()
        assert (played["next", "done"][:, step, 0].numpy() == ended).all()
        assert (played["next", "observation"][:, step].numpy() == seen["observation"]).all()
        if ended.any():
            n_ended += 1
            seen, _ = envs.reset(options={"reset_mask": ended})
    assert n_ended > 3


@pytest.mark.parametrize("recipe", sorted(path.name for path in RECIPES.glob("*.py")))
def test_page_shows_every_recipe(recipe):
    assert f"recipes/{recipe}" in PAGE
