"""The commands of ``skyjo``, each in a file of its own."""

from importlib.metadata import version
from typing import Annotated

import typer

from skyjo_experiments.cli.actions import list_actions
from skyjo_experiments.cli.agents import list_agents
from skyjo_experiments.cli.bench import bench
from skyjo_experiments.cli.bench_envs import bench_envs
from skyjo_experiments.cli.closing import closing_command
from skyjo_experiments.cli.compare import compare_command
from skyjo_experiments.cli.curve import curve_command
from skyjo_experiments.cli.experiment import experiment_app
from skyjo_experiments.cli.rules import show_rules
from skyjo_experiments.cli.score import score_app
from skyjo_experiments.cli.simulate import simulate_command
from skyjo_experiments.cli.tournament import tournament_command
from skyjo_experiments.cli.train import train_command
from skyjo_experiments.cli.tune import tune_command

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Simulate Skyjo, measure strategies, keep scores.",
)
app.command("simulate")(simulate_command)
app.command("agents")(list_agents)
app.command("rules")(show_rules)
app.command("actions")(list_actions)
app.command("bench")(bench)
app.command("bench-envs")(bench_envs)
app.command("train")(train_command)
app.command("curve")(curve_command)
app.command("closing", context_settings={"ignore_unknown_options": True})(closing_command)
app.command("compare")(compare_command)
app.command("tournament")(tournament_command)
app.command("tune")(tune_command)
app.add_typer(score_app, name="score")
app.add_typer(experiment_app, name="experiment")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"skyjo-sim {version('skyjo-sim')}")
        raise typer.Exit


@app.callback()
def _main(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Simulate Skyjo, measure strategies, keep scores."""
