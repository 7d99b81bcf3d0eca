"""``skyjo bench-envs``: measure how fast the environments step on this machine."""

from typing import Annotated

import typer

from skyjo_sim.engines import as_game
from skyjo_sim.games import Game


def bench_envs(
    steps: Annotated[int, typer.Option("--steps", metavar="N", help="Vector steps in each run.")] = 1000,
    batch: Annotated[int, typer.Option("--batch", metavar="N", help="Environments in the vector environment.")] = 1024,
    repeats: Annotated[int, typer.Option("--repeats", metavar="K", help="Runs of everything.")] = 5,
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="classic or action.")] = Game.CLASSIC,
    as_json: Annotated[bool, typer.Option("--json", help="Print every run as JSON.")] = False,
) -> None:
    """Measure learner steps per CPU second of the environments, beside two of other libraries."""
    from skyjo_experiments.env_bench import (
        EnvBenchSettings,
        run,
        to_text,
    )  # here: other commands start without gymnasium

    settings = EnvBenchSettings(steps=steps, batch=batch, repeats=repeats, game=as_game(game))
    measured = run(settings)
    typer.echo(measured.to_json(orient="records") if as_json else to_text(measured, settings))
