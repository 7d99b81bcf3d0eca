"""``skyjo bench``: measure how fast this machine plays."""

import json
from typing import Annotated

import typer

from skyjo_experiments.bench import BenchSettings, run
from skyjo_experiments.bench_summary import to_json, to_text
from skyjo_sim.engines import as_game
from skyjo_sim.errors import InputError
from skyjo_sim.games import Game


def _numbers(option: str, text: str) -> tuple[int, ...]:
    """Read ``2,4,8``."""
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"{option} must be integers separated by commas, got {text!r}") from None


def bench(
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", help="Rounds in each run.")] = 200_000,
    repeats: Annotated[int, typer.Option("--repeats", metavar="K", help="Runs of everything.")] = 5,
    players: Annotated[str, typer.Option("--players", metavar="LIST", help="Numbers of players.")] = "2,4,8",
    policies: Annotated[
        str | None,
        typer.Option(
            "--policies",
            metavar="LIST",
            help="Of random and cutoff, that is cutoff(2); in Skyjo Action of random and action_cutoff.",
        ),
    ] = None,
    threads: Annotated[str, typer.Option("--threads", metavar="LIST", help="Numbers of threads.")] = "1,2",
    has_start: Annotated[
        bool, typer.Option("--start/--no-start", help="Measure how long a command takes to start.")
    ] = True,
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="classic or action.")] = Game.CLASSIC,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure rounds and turns per CPU second, against the C yardstick where a compiler is there.

    In Skyjo Action there is no yardstick, and small decisions are counted too.
    """
    settings = BenchSettings(
        rounds=rounds,
        repeats=repeats,
        players=_numbers("--players", players),
        policies=() if policies is None else tuple(name.strip() for name in policies.split(",")),
        threads=_numbers("--threads", threads),
        game=as_game(game),
    )
    measured = run(settings, has_start)
    typer.echo(json.dumps(to_json(measured), allow_nan=False) if as_json else to_text(measured))
