"""Small trainings for tests, and learning curves without any training."""

import json

from skyjo_experiments.training.config import TrainingConfig
from skyjo_experiments.training.curve import COLUMNS, KINDS
from skyjo_experiments.training.folder import TrainingFolder
from skyjo_experiments.training.row_files import rows_csv

TINY = {
    "task.reward_scale": 0.05,
    "ppo.n_envs": 16,
    "ppo.n_steps": 16,
    "ppo.batch_size": 64,
    "ppo.n_epochs": 2,
    "ppo.net_arch": [16, 16],
    "run.total_steps": 1500,
    "run.checkpoint_every": 500,
    "evaluation.opponents": ["random", "cutoff(2)"],
    "evaluation.n_games": 20,
    "evaluation.closing_games": 20,
    "evaluation.every": 500,
}


def settings_of(values):
    """Return values as settings of the command line."""
    return [f"{name}={json.dumps(value)}" for name, value in values.items()]


def tiny(**changes):
    """Return the configuration of a training of seconds; changes are named ``section_name``."""
    named = {name.replace("_", ".", 1): value for name, value in changes.items()}
    return TrainingConfig.load("cutoff", settings_of(TINY | named))


def row(steps, opponent="cutoff(2)", win_share=0.5, half=0.1, points_ahead=0.0):
    """Return a row of a learning curve."""
    ends = {"win_share_low": win_share - half, "win_share_high": win_share + half}
    ends |= {"points_ahead_low": points_ahead - 1, "points_ahead_high": points_ahead + 1}
    given = {
        "steps": steps,
        "players": 2,
        "opponent": opponent,
        "n_games": 20,
        "win_share": win_share,
        "points_ahead": points_ahead,
    }
    return {name: (given | ends | {"abandoned": 0.0})[name] for name in COLUMNS}


def write_curve(path, rows, seed=0, **changes):
    """Make the folder of a training with a learning curve; changes are those of `tiny`."""
    folder = TrainingFolder(path)
    folder.make()
    folder.begin(folder.new_manifest(tiny(run_seed=seed, **changes)))
    folder.write_text("curve.csv", rows_csv(rows, KINDS))
    return path
