"""The tables of docs/training.md say what a configuration may hold, what a learning curve has, and the options."""

import json
import re
from dataclasses import fields

import pytest
import typer

from skyjo_experiments.cli.app import app
from skyjo_experiments.training.config import EvaluationConfig, PPOConfig, RunConfig, TaskConfig, TrainingConfig
from skyjo_experiments.training.config_files import config_names
from skyjo_experiments.training.curve import COLUMNS
from tests.markdown_tables import DOCS, tables_with

PAGE = "training.md"
TEXT = (DOCS / PAGE).read_text(encoding="utf-8")
SECTIONS = [TaskConfig, PPOConfig, RunConfig, EvaluationConfig]
TABLES = tables_with(PAGE, "key", "default", "allowed")
COMMANDS = typer.main.get_command(app).commands


def written(default):
    """Return a default as a configuration would have it; nothing for a setting without one."""
    return "" if default is None else json.dumps(default)


def test_every_section_has_its_table_in_order():
    assert re.findall(r"^### \[(\w+)\]", TEXT, re.MULTILINE) == [kind.section for kind in SECTIONS]
    assert len(TABLES) == len(SECTIONS)


@pytest.mark.parametrize("number", range(len(SECTIONS)), ids=[kind.section for kind in SECTIONS])
def test_the_settings_are_the_configurations(number):
    documented = [(row["key"], row["default"], row["allowed"]) for row in TABLES[number]]
    assert documented == [
        (setting.name, written(setting.default), setting.metadata["kind"].allowed)
        for setting in fields(SECTIONS[number])
    ]
    assert all(row["meaning"] for row in TABLES[number])


def test_the_columns_are_the_learning_curves():
    (table,) = tables_with(PAGE, "column", "meaning")
    assert {row["column"]: row["meaning"] for row in table} == COLUMNS


@pytest.mark.parametrize(("number", "command"), list(enumerate(["train", "curve"])))
def test_the_options_are_the_commands(number, command):
    table = tables_with(PAGE, "option", "meaning")[number]
    documented = {option for row in table for option in re.findall(r"--\w+", row["option"])}
    parameters = COMMANDS[command].params
    assert documented == {parameter.opts[0] for parameter in parameters if parameter.opts[0].startswith("--")} - {
        "--help"
    }


def test_the_packaged_configuration_is_described():
    assert config_names() == ["cutoff"]
    n_millions = TrainingConfig.load("cutoff").run.total_steps // 1_000_000
    assert (
        f"The packaged configuration `cutoff` trains a network against `cutoff(2)` at two players, for {n_millions} million"
        in TEXT
    )
