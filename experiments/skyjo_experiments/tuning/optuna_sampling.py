"""Candidates proposed by optuna's samplers; needs the extra ``tune``."""

import warnings
from importlib.util import find_spec
from typing import TYPE_CHECKING

from skyjo_experiments.tuning.parameters import Parameter, Point
from skyjo_sim.errors import InputError

if TYPE_CHECKING:
    import optuna

__all__ = ["LIBRARIES", "OptunaSampler", "check_extra"]

LIBRARIES = {"tpe": ("optuna",), "cmaes": ("optuna", "cmaes")}
"""What each sampler is made of."""
_MOST_SEED = 2**32


def check_extra(sampler: str) -> None:
    """Check that what a sampler needs is installed.

    Raises
    ------
    InputError
        If something is missing; the message says which extra brings it.
    """
    missing = [name for name in LIBRARIES.get(sampler, ()) if find_spec(name) is None]
    if missing:
        raise InputError(f"sampler {sampler} needs {' and '.join(missing)}: install the extra tune")


class OptunaSampler:
    """A study in memory: each candidate is a trial, asked before a generation and told after it.

    It looks in the whole of the ranges from the beginning, wherever the start is.

    Parameters
    ----------
    sampler : {"tpe", "cmaes"}
    parameters : tuple of Parameter
    seed : int
    """

    def __init__(self, sampler: str, parameters: tuple[Parameter, ...], seed: int) -> None:
        check_extra(sampler)
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self._parameters = parameters
        self._distributions: dict[str, optuna.distributions.BaseDistribution] = {
            parameter.name: _distribution(parameter) for parameter in parameters
        }
        self._study = optuna.create_study(direction="maximize", sampler=_make(sampler, seed % _MOST_SEED))
        self._trials: list[optuna.Trial] = []

    def propose(self, generation: int, incumbent: Point, n: int) -> list[Point]:
        """Return `n` candidates beside the incumbent, which the study does not know."""
        self._trials = [self._study.ask(self._distributions) for _ in range(n)]
        return [
            tuple(parameter.fit(float(trial.params[parameter.name])) for parameter in self._parameters)
            for trial in self._trials
        ]

    def learn(self, gains: list[float]) -> None:
        """Tell the study how good the candidates were that it proposed last."""
        for trial, gain in zip(self._trials, gains, strict=True):
            self._study.tell(trial, gain)


def _distribution(parameter: Parameter) -> "optuna.distributions.BaseDistribution":
    import optuna

    if parameter.is_integer:
        return optuna.distributions.IntDistribution(round(parameter.low), round(parameter.high))
    return optuna.distributions.FloatDistribution(parameter.low, parameter.high)


def _make(sampler: str, seed: int) -> "optuna.samplers.BaseSampler":
    import optuna

    if sampler == "cmaes":
        return optuna.samplers.CmaEsSampler(seed=seed, warn_independent_sampling=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        return optuna.samplers.TPESampler(seed=seed, multivariate=True)
