"""Configurations of trainings: what they may say, and how they say what is wrong. No torch needed."""

import pytest

from skyjo_experiments.training.config import TrainingConfig
from skyjo_experiments.training.config_files import config_names
from skyjo_sim import InputError, Rules

SMALL = ["ppo.n_envs=16", "ppo.n_steps=16", "ppo.batch_size=64"]


def refusal(*settings):
    """Return why settings are refused."""
    with pytest.raises(InputError) as caught:
        TrainingConfig.load("cutoff", list(settings))
    return str(caught.value).removeprefix("training configuration 'cutoff': ")


@pytest.mark.parametrize("name", config_names())
def test_packaged_configurations_are_right_and_round_trip(name):
    config = TrainingConfig.load(name)
    assert TrainingConfig.from_toml(config.to_toml()) == config


def test_there_is_a_default():
    assert "cutoff" in config_names()


def test_settings_change_what_they_name_and_nothing_else():
    config = TrainingConfig.load("cutoff", [*SMALL, "ppo.net_arch=[8, 8]", "ppo.learning_rate=1e-3"])
    assert (config.ppo.n_envs, config.ppo.net_arch, config.ppo.learning_rate) == (16, (8, 8), 1e-3)
    plain = TrainingConfig.load("cutoff")
    assert (config.task, config.run, config.evaluation) == (plain.task, plain.run, plain.evaluation)


def test_a_text_needs_no_quotes_on_the_command_line():
    config = TrainingConfig.load("cutoff", ["task.opponents=random", "task.reward=win"])
    assert (config.task.opponents, config.task.reward) == (("random",), "win")


def test_several_opponents_are_a_list():
    settings = ["task.players=3", "evaluation.n_games=30", 'task.opponents=["cutoff(2)", "random"]']
    assert TrainingConfig.load("cutoff", settings).task.opponents == ("cutoff(2)", "random")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("official", Rules()),
        ("target=50; double_on_tie=false", Rules(target=50, double_on_tie=False)),
        ("tallynight-house", Rules.load("tallynight-house").replace(players=2)),
    ],
)
def test_rules_by_name_or_settings(given, expected):
    assert TrainingConfig.load("cutoff", [f"task.rules={given}"]).rules == expected


def test_rules_from_a_file_are_kept_by_content(tmp_path):
    Rules(target=70).save(tmp_path / "own.toml")
    config = TrainingConfig.load("cutoff", [f"task.rules={tmp_path / 'own.toml'}"])
    (tmp_path / "own.toml").unlink()
    assert TrainingConfig.from_toml(config.to_toml()).rules == Rules(target=70)


def test_a_file_of_rules_may_have_any_sign_in_its_path(tmp_path):
    path = tmp_path / "run=3" / "target=50.toml"
    path.parent.mkdir()
    Rules(target=70).save(path)
    assert TrainingConfig.load("cutoff", [f'task.rules="{path}"']).rules == Rules(target=70)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("ppo.n_steps=0", "ppo.n_steps must be an integer in 2..65536, got 0"),
        ("ppo.n_steps=2.5", "ppo.n_steps must be an integer in 2..65536, got 2.5"),
        ("ppo.n_steps=true", "ppo.n_steps must be an integer in 2..65536, got True"),
        ("ppo.gamma=1.5", "ppo.gamma must be a number in 0..1, got 1.5"),
        ("ppo.gamma=nan", "ppo.gamma must be a number in 0..1, got nan"),
        ("ppo.learning_rate=fast", "ppo.learning_rate must be a number in 1e-09..1, got 'fast'"),
        ("ppo.activation=gelu", "ppo.activation must be one of relu, tanh, got 'gelu'"),
        ("ppo.net_arch=64", "ppo.net_arch must be a list of at most 9 integers in 1..4096, got 64"),
        ("ppo.net_arch=[64, 0]", "ppo.net_arch must be a list of at most 9 integers in 1..4096, got [64, 0]"),
        ("ppo.batch_size=1000", "ppo.batch_size must divide n_envs * n_steps = 32768, got 1000"),
        ("ppo.n_step=8", "there is no setting ppo.n_step; did you mean ppo.n_steps?"),
        ("pppo.n_steps=8", "there is no section pppo; did you mean ppo?"),
        ("run.device=tpu", "run.device must be one of cpu, cuda, got 'tpu'"),
        ("run.seed=-1", "run.seed must be an integer in 0..4294967295, got -1"),
        ("task.players=1", "task.players must be an integer in 2..8, got 1"),
        ("task.opponents=[]", "task.opponents must be a text or a list of at least one text, got []"),
        ("task.opponents=cutof(2)", "task.opponents: unknown agent 'cutof'; did you mean cutoff?"),
        ("task.rules=unofficial", "task.rules: rules file 'unofficial' does not exist; rules with a name are: "),
        ("task.rules=target=0", "task.rules: target must be"),
        ('task.opponents=["random", "random"]', "task: opponents must be at most 1 agents in a game of 2, got 2"),
        ("evaluation.opponents=nobody", "evaluation.opponents: unknown agent 'nobody'; known are"),
        ("evaluation.n_games=2001", "evaluation.n_games must be a multiple of the 2 players"),
        ("evaluation.closing_games=201", "evaluation.closing_games must be a multiple of the 2 players"),
        ("total_steps=5", "a setting must have the form section.name=value, got 'total_steps=5'"),
        ("run.total_steps", "a setting must have the form section.name=value, got 'run.total_steps'"),
    ],
)
def test_what_is_wrong_is_named_with_what_is_allowed(setting, message):
    assert refusal(setting).startswith(message)


def test_missing_and_broken_files_are_named(tmp_path):
    with pytest.raises(InputError, match=r"configuration 'none.toml' does not exist; those with a name are: .*cutoff"):
        TrainingConfig.load("none.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("[ppo\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"broken.toml': not valid TOML: "):
        TrainingConfig.load(broken)
    broken.write_bytes(b"\xff")
    with pytest.raises(InputError, match="must be encoded in UTF-8"):
        TrainingConfig.load(broken)
    with pytest.raises(InputError, match="cannot be read"):
        TrainingConfig.load(tmp_path)
    broken.write_text("ppo = 3\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"ppo must be a section \[ppo\], got 3"):
        TrainingConfig.load(broken)
    with pytest.raises(InputError, match=r"ppo must be a section \[ppo\], got 3"):
        TrainingConfig.load(broken, ["ppo.n_envs=4"])


def test_an_opponent_that_cannot_play_under_the_rules_is_refused_at_once(tmp_path):
    import numpy as np

    from skyjo_agents import Layer, Network, save_network
    from skyjo_agents.networks import n_inputs

    layer = Layer(np.zeros((n_inputs(3), 37), np.float32), np.zeros(37, np.float32))
    save_network(Network(layers=(layer,), activation="relu", players=3), tmp_path / "three.npz")
    name = f"npz({tmp_path / 'three.npz'})"
    assert (
        refusal(f"task.opponents={name}") == f"task.opponents: agent {name} plays under players=3 only, got players=2"
    )
