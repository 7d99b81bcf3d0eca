"""``skyjo compare``: which of two agents is better, and by how much."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skyjo_experiments.cli import INTERRUPTED
from skyjo_experiments.cli import comparison_options as options
from skyjo_experiments.cli.curve_files import check_figure_ending, save_figure
from skyjo_experiments.cli.progress import progress_bar
from skyjo_experiments.cli.rules_options import GameOption, RulesOption, SettingsOption
from skyjo_sim.agent_names import make_agents
from skyjo_sim.errors import InputError

if TYPE_CHECKING:
    from skyjo_experiments.comparison import StopRule


def compare_command(
    a: Annotated[str, typer.Argument(metavar="A", help="An agent, such as cutoff(2).")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    players: options.PlayersOption = None,
    games: options.GamesOption = None,
    rounds: options.RoundsOption = None,
    deals: options.DealsOption = None,
    unit: options.UnitOption = None,
    until_decided: Annotated[
        bool, typer.Option("--until-decided", help="Stop when it is decided which is better.")
    ] = False,
    precision: Annotated[
        float | None,
        typer.Option(
            "--precision",
            metavar="X",
            help="Stop when A's games won are known to X percentage points, or the score to X points.",
        ),
    ] = None,
    stop_on: Annotated[
        str | None,
        typer.Option(
            "--stop-on", metavar="NAME", help="What is watched: wins, or score; games are by wins by default."
        ),
    ] = None,
    design: Annotated[
        str, typer.Option("--design", metavar="NAME", help="one: A alone among Bs; half: A and B in turn.")
    ] = "one",
    field: Annotated[
        str | None,
        typer.Option("--field", metavar="NAMES", help="The others at the table: A, then B, sits among them."),
    ] = None,
    adjust: Annotated[bool, typer.Option("--adjust", help="Take luck off the scores; slower.")] = False,
    seed: options.SeedOption = 0,
    workers: options.WorkersOption = None,
    game: GameOption = None,
    rules: RulesOption = None,
    settings: SettingsOption = None,
    agent_file: options.AgentFileOption = None,
    out: options.OutOption = None,
    figure: Annotated[
        Path | None, typer.Option("--figure", metavar="FILE", help="Draw the differences: .svg, .png or .pdf.")
    ] = None,
    as_json: options.JsonOption = False,
    quiet: options.QuietOption = False,
) -> None:
    """Play two agents on the same deals from every seat and say which is better."""
    from skyjo_experiments.comparison import compare

    options.check_ending(out)
    if figure is not None:
        check_figure_ending(figure)
    options.check_place(out)
    options.check_place(figure)
    chosen = options.chosen_rules(rules, settings, players, game)
    own = options.own_agents(agent_file, chosen.game)
    with progress_bar("round" if rounds is not None or unit == "round" else "game", not (quiet or as_json)) as bar:
        result = compare(
            options.one_agent("A", a, own, chosen.game),
            options.one_agent("B", b, own, chosen.game),
            n_deals=deals,
            n_games=games,
            n_rounds=rounds,
            unit=unit,
            seed=seed,
            design=design,
            field=None if field is None else make_agents(field, own, game=chosen.game, seers=True),
            rules=chosen,
            stop=_stop_rule(until_decided, precision, stop_on, rounds is not None or unit == "round"),
            adjust=adjust,
            workers=workers,
            on_progress=bar,
        )
    typer.echo(json.dumps(result.to_json(), ensure_ascii=False, allow_nan=False) if as_json else repr(result))
    if out is not None:
        options.save(out, lambda: result.frame, result)
    if figure is not None:
        save_figure(result.plot(), figure)
    if result.is_interrupted:
        raise typer.Exit(INTERRUPTED)


_WATCHED = {"wins": "win_share", "score": "mean_score"}


def _stop_rule(until_decided: bool, precision: float | None, stop_on: str | None, is_rounds: bool) -> "StopRule | None":
    """Return the stop rule of the options; a precision of wins is given in percentage points."""
    from skyjo_experiments.comparison import StopRule

    if stop_on is not None and stop_on not in _WATCHED:
        raise InputError(f"--stop-on must be one of {', '.join(_WATCHED)}, got {stop_on!r}")
    if until_decided and precision is not None:
        raise InputError("give --until-decided or --precision, not both")
    if not until_decided and precision is None:
        if stop_on is not None:
            raise InputError("--stop-on needs --until-decided or --precision")
        return None
    measure = _WATCHED[stop_on] if stop_on is not None else "mean_score" if is_rounds else "win_share"
    if precision is not None and measure == "win_share":
        precision /= 100
    return StopRule(measure=measure, precision=precision)
