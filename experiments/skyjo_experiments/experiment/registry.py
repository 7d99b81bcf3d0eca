"""The experiments by their names: the modules of `skyjo_experiments.questions`."""

import difflib
import importlib
import pkgutil

from skyjo_experiments import questions
from skyjo_experiments.experiment.protocol import Experiment
from skyjo_sim.errors import InputError
from skyjo_sim.rules_text import show

__all__ = ["experiment_ids", "find_experiment"]


def experiment_ids() -> list[str]:
    """Return the names of all experiments, sorted."""
    return sorted(module.name for module in pkgutil.iter_modules(questions.__path__) if module.name[0] != "_")


def find_experiment(name: str) -> Experiment:
    """Return an experiment.

    Raises
    ------
    InputError
        If there is none of this name; the nearest is suggested.
    """
    names = experiment_ids()
    if not isinstance(name, str):
        raise InputError(f"the name of an experiment must be a text, got {show(name)}")
    if name not in names:
        near = difflib.get_close_matches(name[:100].replace("-", "_"), names, 1, 0.5)
        hint = f"did you mean {near[0]}?" if near else f"experiments are {', '.join(names)}"
        raise InputError(f"there is no experiment {show(name)}; {hint}")
    return Experiment(name, importlib.import_module(f"{questions.__name__}.{name}"))
