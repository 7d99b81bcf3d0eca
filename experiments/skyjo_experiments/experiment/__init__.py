"""The frame of experiments: one question, one file; settings, `run`, `plot` and `answer`; reports and pages.

>>> from skyjo_experiments.experiment import find_experiment
>>> find_experiment("seat_advantage").title
'What it is worth to start'
"""

from skyjo_experiments.experiment.protocol import Experiment
from skyjo_experiments.experiment.registry import experiment_ids, find_experiment
from skyjo_experiments.experiment.settings import Settings, choice, integer, integers, number, text, texts
from skyjo_experiments.experiment.stages import ExperimentProgress, OnProgress, Rows, Stages, is_complete

__all__ = [
    "Experiment",
    "ExperimentProgress",
    "OnProgress",
    "Rows",
    "Settings",
    "Stages",
    "choice",
    "experiment_ids",
    "find_experiment",
    "integer",
    "integers",
    "is_complete",
    "number",
    "text",
    "texts",
]
