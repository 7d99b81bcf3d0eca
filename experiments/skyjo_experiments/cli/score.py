"""``skyjo score``: keep the score of a game played with real cards."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from skyjo_experiments.cli import fail
from skyjo_experiments.cli.rules_options import GameOption, read_rules
from skyjo_experiments.cli.score_view import as_json, show_sheet
from skyjo_sim.errors import InputError, SkyjoError
from skyjo_sim.rules_text import show, show_path
from skyjo_sim.score_sheet import ScoreSheet
from skyjo_sim.sheets.csv_files import load_csv, save_csv
from skyjo_sim.sheets.entry import MINUS, RawScores, parse_points
from skyjo_sim.sheets.files import load_sheet, save_sheet
from skyjo_sim.sheets.names import check_names

_NEGATIVE = re.compile(r"-[0-9]+")


class OneLineErrors(TyperGroup):
    """A group that prints an error the user can mend in one line and exits with 2."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except SkyjoError as error:
            raise typer.Exit(fail(str(error))) from None


class TakesNegativeNumbers(TyperCommand):
    """A command to which ``-2`` is a number, not an option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give negative numbers a printed minus sign, which no option begins with."""
        return super().parse_args(ctx, [MINUS + arg[1:] if _NEGATIVE.fullmatch(arg) else arg for arg in args])


score_app = typer.Typer(
    cls=OneLineErrors,
    no_args_is_help=True,
    add_completion=False,
    help="Keep the score of a game played with real cards: enter raw points, read scores and totals.",
)

File = Annotated[Path, typer.Argument(metavar="FILE", help="The score sheet, a JSON file.")]
Points = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="POINTS...",
        help="The sum of each player's cards after the final reveal, not doubled, in Skyjo Action with action cards "
        "left and lines of stars: one number a player in seat order, or NAME=POINTS.",
    ),
]
Ender = Annotated[str | None, typer.Option("--ender", metavar="NAME", help="Who ended the round.")]
NoEnder = Annotated[bool, typer.Option("--no-ender", help="Nobody ended the round; nobody is doubled.")]
Force = Annotated[bool, typer.Option("--force", help="Replace FILE if it exists.")]
RulesName = Annotated[str | None, typer.Option("--rules", metavar="NAME_OR_FILE", help="Rules: a name or a TOML file.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change one rule; can be given several times."),
]


@score_app.command()
def new(
    file: File,
    players: Annotated[str, typer.Option(help="Names in seat order, separated by commas.")],
    game: GameOption = None,
    rules: RulesName = None,
    settings: Settings = None,
    force: Force = False,
) -> None:
    """Begin a score sheet."""
    names = check_names(players.split(","))
    _refuse_existing(file, force)
    sheet = ScoreSheet(names, read_rules(rules, settings, game, len(names)))
    save_sheet(sheet, file)
    show_sheet(sheet)


@score_app.command(cls=TakesNegativeNumbers)
def add(file: File, points: Points = None, ender: Ender = None, no_ender: NoEnder = False) -> None:
    """Enter the next round."""
    sheet = load_sheet(file)
    if ender is None and not no_ender:
        raise InputError("say who ended the round with --ender NAME, or --no-ender if nobody did")
    _refuse_both(ender, no_ender)
    sheet.add_round(_raw_scores(points or []), ender)
    save_sheet(sheet, file)
    show_sheet(sheet)


@score_app.command(cls=TakesNegativeNumbers)
def correct(
    file: File,
    round_number: Annotated[int, typer.Argument(metavar="ROUND", help="Number of the round, from 1.")],
    points: Points = None,
    ender: Ender = None,
    no_ender: NoEnder = False,
) -> None:
    """Correct a round; what follows is computed again. NAME=POINTS changes the named players only."""
    sheet = load_sheet(file)
    _refuse_both(ender, no_ender)
    if not points and ender is None and not no_ender:
        raise InputError(f"say what to correct in round {round_number}: points, --ender NAME or --no-ender")
    new_ender = ... if ender is None and not no_ender else ender
    sheet.correct_round(round_number, _raw_scores(points) if points else None, new_ender)
    save_sheet(sheet, file)
    show_sheet(sheet)


@score_app.command()
def undo(file: File) -> None:
    """Take the last entered round back."""
    sheet = load_sheet(file)
    last = sheet.remove_last_round()
    save_sheet(sheet, file)
    typer.echo(f"Round {len(sheet.entries) + 1} is taken back: {' '.join(str(raw) for raw in last.raw)}.")
    show_sheet(sheet)


@score_app.command("show")
def show_command(
    file: File, json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False
) -> None:
    """Show scores, totals and what comes next."""
    sheet = load_sheet(file)
    if json:
        typer.echo(as_json(sheet))
    else:
        show_sheet(sheet)


@score_app.command()
def export(file: File, out: Annotated[Path, typer.Argument(metavar="OUT.csv", help="The CSV file to write.")]) -> None:
    """Write the rounds to a CSV file."""
    sheet = load_sheet(file)
    if out.suffix.lower() != ".csv":
        raise InputError(f"the name of an exported table must end in .csv, got {show_path(out)}")
    save_csv(sheet, out)
    typer.echo(f"{out}: {len(sheet.entries)} rounds")


@score_app.command("import")
def import_command(
    table: Annotated[Path, typer.Argument(metavar="IN.csv", help="A CSV file as `export` writes it.")],
    file: File,
    game: GameOption = None,
    rules: RulesName = None,
    settings: Settings = None,
    force: Force = False,
) -> None:
    """Make a score sheet from a CSV file; only names, raw points and enders are taken from it."""
    _refuse_existing(file, force)
    if table.resolve() == file.resolve():
        raise InputError(f"IN.csv and FILE must be two files, got {show_path(file)} twice")
    sheet = load_csv(table, read_rules(rules, settings, game))
    save_sheet(sheet, file)
    show_sheet(sheet)


@score_app.command("print")
def print_command(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="[FILE] OUT", help="A score sheet to fill in, if any; a .pdf, .svg or .png."),
    ],
    players: Annotated[int | None, typer.Option(help="Number of players on a blank sheet.")] = None,
    rounds: Annotated[int | None, typer.Option(help="Number of lines for rounds.")] = None,
    game: GameOption = None,
    rules: RulesName = None,
    settings: Settings = None,
) -> None:
    """Make a score sheet to print, blank or filled."""
    from skyjo_sim.sheets.figure import print_sheet

    if len(paths) > 2:
        raise InputError(f"print takes [FILE] OUT, got {len(paths)} names")
    sheet = load_sheet(paths[0]) if len(paths) == 2 else None
    reminded = read_rules(rules, settings, game) if rules or settings or game else None
    print_sheet(paths[-1], sheet, players=players, rounds=rounds, rules=reminded)
    typer.echo(f"{paths[-1]}: {'filled' if sheet and sheet.rounds else 'blank'} score sheet")


def _raw_scores(words: list[str]) -> RawScores:
    """Read points in seat order, or as NAME=POINTS."""
    if not any("=" in word for word in words):
        return [parse_points(word) for word in words]
    by_name: dict[str, int] = {}
    for word in words:
        name, sign, number = word.rpartition("=")
        if not sign:
            raise InputError(f"points must be numbers only or NAME=POINTS only, got {show(word)} among others")
        if name in by_name:
            raise InputError(f"there are two raw scores for {show(name)}")
        by_name[name] = parse_points(number)
    return by_name


def _refuse_existing(file: Path, force: bool) -> None:
    """Raise InputError where a sheet would be replaced without being told to."""
    if file.exists() and not force:
        raise InputError(f"{show_path(file)} exists; --force replaces it")


def _refuse_both(ender: str | None, no_ender: bool) -> None:
    """Raise InputError for an ender and none at a time."""
    if ender is not None and no_ender:
        raise InputError("--ender and --no-ender exclude each other")
