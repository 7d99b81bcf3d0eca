"""Which trainings may be averaged: those that differ in their luck and in nothing else."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from skyjo_experiments.training.config_files import read_toml
from skyjo_sim.errors import InputError, RunError
from skyjo_sim.rules_text import show

__all__ = ["check_comparable"]

MAY_DIFFER = ("run.seed", "run.threads", "run.checkpoint_every")
"""Settings that say nothing about what is learned."""


def check_comparable(manifests: Mapping[Path, dict[str, Any]]) -> None:
    """Check that trainings are runs of one configuration with different seeds.

    Parameters
    ----------
    manifests : mapping of Path to dict
        By the trainings' folders.

    Raises
    ------
    InputError
        If a setting or an opponent's weights differ, or two have the same seed.
    RunError
        If a configuration is damaged.
    """
    (first, first_manifest), *others = manifests.items()
    expected = _settings(first, first_manifest)
    for path, manifest in others:
        settings = _settings(path, manifest)
        for name in dict.fromkeys([*expected, *settings]):
            if expected.get(name) != settings.get(name):
                one, other = (show(given[name]) if name in given else "left out" for given in (expected, settings))
                raise InputError(
                    f"trainings must be of one configuration, but {name} is {one} in {first} and {other} in {path}"
                )
    _check_seeds(manifests)


def _settings(path: Path, manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return what decides a training's learning curve, besides its seed, by name."""
    try:
        sections = read_toml(manifest["config"])
    except InputError as error:
        raise RunError(f"the manifest in {path} is damaged: config: {error}") from None
    settings = {
        f"{section}.{name}": value
        for section, values in sections.items()
        for name, value in (values.items() if isinstance(values, dict) else ())
    }
    switches = (part.partition("=") for part in str(settings.pop("task.rules", "")).split("; "))
    rules = {f"task.rules: {switch}": word for switch, _, word in switches}
    weights = {f"the hash of the weights of {name}": digest for name, digest in manifest["weights_sha256"].items()}
    return {name: value for name, value in (settings | rules | weights).items() if name not in MAY_DIFFER}


def _check_seeds(manifests: Mapping[Path, dict[str, Any]]) -> None:
    owners: dict[int, Path] = {}
    for path, manifest in manifests.items():
        other = owners.setdefault(manifest["seed"], path)
        if other is not path:
            raise InputError(
                f"every training must have a seed of its own, {other} and {path} both have {manifest['seed']}"
            )
