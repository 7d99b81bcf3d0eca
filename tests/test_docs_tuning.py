"""The tables of docs/tuning.md say which options there are and which files."""

import re

import pytest
import typer

from skyjo_experiments.cli.app import app
from skyjo_experiments.tuning import folder
from tests.markdown_tables import tables_with

PAGE = "tuning.md"


def test_the_options_are_the_commands():
    (table,) = tables_with(PAGE, "option", "meaning")
    documented = {option for row in table for option in re.findall(r"--[\w-]+", row["option"])}
    parameters = typer.main.get_command(app).commands["tune"].params
    options = {parameter.opts[0] for parameter in parameters if parameter.opts[0].startswith("--")}
    assert documented == options - {"--help"}


@pytest.mark.parametrize("name", [folder.MANIFEST, folder.HISTORY, folder.GENERATIONS, folder.CLOSING])
def test_every_file_is_described(name):
    (table,) = tables_with(PAGE, "file", "content")
    assert name in [row["file"] for row in table]
