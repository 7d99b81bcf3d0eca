"""What a training is: the task, the algorithm, the run, the evaluation. Checked once; no torch needed.

::

    config = TrainingConfig.load("cutoff").with_settings(["run.total_steps=100_000"])
"""

import os
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Self

from skyjo_experiments.training import config_files
from skyjo_experiments.training.config_sections import SECTIONS, EvaluationConfig, PPOConfig, RunConfig, TaskConfig
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agents
from skyjo_sim.engines import check_is_classic
from skyjo_sim.envs.settings import Settings
from skyjo_sim.errors import InputError
from skyjo_sim.rules import Rules

__all__ = ["EvaluationConfig", "PPOConfig", "RunConfig", "TaskConfig", "TrainingConfig"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingConfig:
    """A training, all of it.

    Raises
    ------
    InputError
        If a setting is not allowed or two do not fit together.
    """

    task: TaskConfig
    ppo: PPOConfig
    run: RunConfig
    evaluation: EvaluationConfig

    def __post_init__(self) -> None:
        task = replace(self.task, rules=_read_rules(self.task).text())
        object.__setattr__(self, "task", task)
        self._check_opponents("task.opponents", task.opponents)
        self._check_opponents("evaluation.opponents", self.evaluation.opponents)
        try:
            Settings(**self.env_arguments())
        except InputError as error:
            raise InputError(f"task: {error}") from None
        for name in ("n_games", "closing_games"):
            games = getattr(self.evaluation, name)
            if games % task.players:
                raise InputError(
                    f"evaluation.{name} must be a multiple of the {task.players} players, because every deal is played "
                    f"from every seat, got {games}"
                )

    def _check_opponents(self, name: str, opponents: tuple[str, ...]) -> None:
        try:
            for agent in make_agents(opponents):
                agent.check_rules(self.rules)
        except InputError as error:
            raise InputError(f"{name}: {error}") from None

    @property
    def rules(self) -> Rules:
        """Return the rules of the task."""
        return Rules.from_text(self.task.rules)

    def evaluation_opponents(self) -> tuple[Agent, ...]:
        """Return the agents that it is measured against."""
        return make_agents(self.evaluation.opponents)

    def env_arguments(self) -> dict[str, Any]:
        """Return the arguments of an environment of the task."""
        names = ("opponents", "seat", "episode", "reward", "shaping")
        return {"rules": self.rules, **{name: getattr(self.task, name) for name in names}}

    @classmethod
    def from_mapping(cls, mapping: dict[str, Any]) -> Self:
        """Make a configuration from sections of settings; what is missing has its default.

        Raises
        ------
        InputError
            If a section or a setting is unknown, or a value not allowed.
        """
        config_files.check_known("section", "", mapping, list(SECTIONS))
        sections = {}
        for name, kind in SECTIONS.items():
            settings = mapping.get(name, {})
            if not isinstance(settings, dict):
                raise InputError(f"{name} must be a section [{name}], got {settings!r}")
            config_files.check_known("setting", f"{name}.", settings, [setting.name for setting in fields(kind)])
            sections[name] = kind(**settings)
        return cls(**sections)  # type: ignore[arg-type]

    @classmethod
    def from_toml(cls, content: str) -> Self:
        """Make a configuration from the content of a TOML file.

        Raises
        ------
        InputError
            If it is no TOML, or a section, a setting or a value is not allowed.
        """
        return cls.from_mapping(config_files.read_toml(content))

    @classmethod
    def load(cls, path_or_name: str | Path, settings: list[str] | None = None) -> Self:
        """Read a configuration from a TOML file, or a packaged one by its name, and change settings of it.

        Parameters
        ----------
        path_or_name : str or path
        settings : list of str, optional
            Such as ``ppo.n_envs=64``.

        Raises
        ------
        InputError
            If there is no such file or name, or a section, a setting or a value is not allowed.
        """
        mapping = config_files.load_mapping(path_or_name)
        try:
            return cls.from_mapping(config_files.with_settings(mapping, settings or []))
        except InputError as error:
            raise InputError(f"training configuration {str(path_or_name)!r}: {error}") from None

    def with_settings(self, settings: list[str]) -> Self:
        """Return a configuration with settings such as ``ppo.n_envs=64`` changed.

        Raises
        ------
        InputError
            If a setting has another form, is unknown, or its value not allowed.
        """
        return self.from_mapping(config_files.with_settings(self.to_mapping(), settings))

    def to_mapping(self) -> dict[str, dict[str, Any]]:
        """Return all settings by section; those without a value are left out."""
        mapping: dict[str, dict[str, Any]] = {}
        for name, kind in SECTIONS.items():
            section = getattr(self, name)
            values = {setting.name: getattr(section, setting.name) for setting in fields(kind)}
            mapping[name] = {
                key: list(value) if isinstance(value, tuple) else value
                for key, value in values.items()
                if value is not None
            }
        return mapping

    def to_toml(self) -> str:
        """Return all settings as the content of a TOML file."""
        return config_files.write_toml(self.to_mapping())


def _read_rules(task: TaskConfig) -> Rules:
    """Return rules from a name, a file, or settings on one line."""
    is_line = "=" in task.rules and not os.path.isfile(task.rules)  # a file's path may hold any sign
    try:
        rules = Rules.from_text(task.rules) if is_line else Rules.load(task.rules)
        check_is_classic(rules, "training")
        return rules.replace(players=task.players)
    except InputError as error:
        raise InputError(f"task.rules: {error}") from None
