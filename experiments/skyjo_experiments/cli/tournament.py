"""``skyjo tournament``: every agent against every other, with ratings."""

import json
from pathlib import Path
from typing import Annotated

import typer

from skyjo_experiments.cli import BAD_INPUT, INTERRUPTED
from skyjo_experiments.cli import comparison_options as options
from skyjo_experiments.cli.curve_files import check_figure_ending, save_figure
from skyjo_experiments.cli.progress import progress_bar
from skyjo_experiments.cli.rules_options import GameOption, RulesOption, SettingsOption
from skyjo_sim.agent_names import make_agents
from skyjo_sim.errors import InputError

_FIGURES = ("matrix", "difference", "ratings")
_TABLES = ("agents", "pairs")


def tournament_command(
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="At least two; the first is rated 0.")],
    players: options.PlayersOption = None,
    games: options.GamesOption = None,
    rounds: options.RoundsOption = None,
    deals: options.DealsOption = None,
    unit: options.UnitOption = None,
    seed: options.SeedOption = 0,
    workers: options.WorkersOption = None,
    game: GameOption = None,
    rules: RulesOption = None,
    settings: SettingsOption = None,
    agent_file: options.AgentFileOption = None,
    out: options.OutOption = None,
    table: Annotated[
        str, typer.Option("--table", metavar="NAME", help="Which table --out writes: agents or pairs.")
    ] = "pairs",
    figure: Annotated[
        Path | None, typer.Option("--figure", metavar="FILE", help="Draw the pay-offs: .svg, .png or .pdf.")
    ] = None,
    draw: Annotated[
        str, typer.Option("--draw", metavar="NAME", help="What --figure draws: matrix, difference or ratings.")
    ] = "matrix",
    as_json: options.JsonOption = False,
    quiet: options.QuietOption = False,
) -> None:
    """Play every pair of agents on the same deals from every seat; --games, --rounds and --deals are of each pair."""
    from skyjo_experiments.comparison import tournament

    options.check_ending(out)
    _check_choice("--table", table, _TABLES)
    _check_choice("--draw", draw, _FIGURES)
    if figure is not None:
        check_figure_ending(figure)
    options.check_place(out)
    options.check_place(figure)
    chosen = options.chosen_rules(rules, settings, players, game)
    own = options.own_agents(agent_file, chosen.game)
    with progress_bar("round" if rounds is not None or unit == "round" else "game", not (quiet or as_json)) as bar:
        result = tournament(
            make_agents(agents, own, game=chosen.game, seers=True),
            n_deals=deals,
            n_games=games,
            n_rounds=rounds,
            unit=unit,
            seed=seed,
            rules=chosen,
            workers=workers,
            on_progress=bar,
        )
    typer.echo(json.dumps(result.to_json(), ensure_ascii=False, allow_nan=False) if as_json else repr(result))
    if result.n_deals > 1:
        if out is not None:
            options.save(out, lambda: result.pairs_frame if table == "pairs" else result.frame, result)
        if figure is not None:
            drawn = result.plot_ratings() if draw == "ratings" else result.plot_matrix(_MATRICES[draw])
            save_figure(drawn, figure)
    elif out is not None or figure is not None:
        what = " and ".join(name for name, path in (("--out", out), ("--figure", figure)) if path is not None)
        typer.echo(f"{what}: nothing was written, that takes at least 2 deals of each pair", err=True)
        raise typer.Exit(INTERRUPTED if result.is_interrupted else BAD_INPUT)
    if result.is_interrupted:
        raise typer.Exit(INTERRUPTED)


_MATRICES = {"matrix": "win_share", "difference": "difference"}


def _check_choice(option: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise InputError(f"{option} must be one of {', '.join(allowed)}, got {value!r}")
