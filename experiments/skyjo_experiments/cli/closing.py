"""``skyjo closing``: what ending the round now is worth, for a position or for cards on a real table."""

import json
from typing import Annotated, Any

import typer

from skyjo_agents.closing import OBJECTIVES, ClosingValue, closing_value
from skyjo_sim.errors import InputError, NotationError
from skyjo_sim.kernels.cards import N_CARDS, N_ROWS
from skyjo_sim.notation import parse_position
from skyjo_sim.position import Position, read_position

_CLEARED = "."


def closing_command(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[POSITION]", help="A position in the text notation, all 150 cards of it."),
    ] = None,
    own: Annotated[
        str | None,
        typer.Option("--own", metavar="GRID", help='Your grid by rows, such as "1 2 . 4 / 0 2 . 5 / 3 1 . ?".'),
    ] = None,
    opponents: Annotated[
        list[str] | None,
        typer.Option(
            "--opponent", metavar="GRID", help="Another player's grid, in the order of turns; may be repeated."
        ),
    ] = None,
    discard: Annotated[
        str | None,
        typer.Option("--discard", metavar="CARD", help="The card on top of the discard pile after your turn."),
    ] = None,
    seen: Annotated[
        str | None, typer.Option("--seen", metavar="CARDS", help="Other cards you have seen go, such as 5 5 -1 12*3.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", help="Who ends the round: by default the ender or whose turn it is.")
    ] = None,
    objective: Annotated[
        str, typer.Option("--objective", help=f"What the others want: {' or '.join(OBJECTIVES)}.")
    ] = "own_score",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Compute what ending the round now is worth: P(doubled), your expected score, the others' totals."""
    position = _one_position(words or [])
    has_options = bool(own or opponents or discard or seen)
    if (position is None) != has_options:
        raise InputError("give either a POSITION, or --own, --opponent and --discard")
    if position is None:
        if seat is not None:
            raise InputError(f"--seat goes with a POSITION; --own is seat 0, got --seat {seat}")
        wanted: Any = _position_of(own, opponents or [], discard, seen)
    else:
        wanted = position
    value = closing_value(wanted, seat, objective)
    typer.echo(json.dumps(_content(value), indent=2) if as_json else repr(value))


def _one_position(words: list[str]) -> str | None:
    """Return the position, if there is one. It may begin with -1, so a mistyped option arrives here as a word."""
    for word in words:
        if word.startswith("--"):
            raise InputError(f"No such option: {word.partition('=')[0]} (see skyjo closing --help)")
    if len(words) > 1:
        raise InputError(f"POSITION must be one text in quotes, got {len(words)} words: {' '.join(words)}")
    return words[0] if words else None


def _position_of(own: str | None, opponents: list[str], discard: str | None, seen: str | None) -> Position:
    """Return the position on a real table: you are seat 0, what you have not seen is hidden or in the draw pile."""
    for name, value in (("--own", own), ("--opponent", opponents), ("--discard", discard)):
        if not value:
            raise InputError(f"{name} is missing")
    grids = [_read_grid("--own", own or ""), *(_read_grid("--opponent", grid) for grid in opponents)]
    top = _read_cards("--discard", discard or "")
    if len(top) != 1:
        raise InputError(f"--discard must be one card, got {discard!r}")
    cards = [*(_read_cards("--seen", seen) if seen else []), *top]
    n_grids = sum(cell != _CLEARED for grid in grids for cell in grid)
    n_pile = N_CARDS - n_grids - len(cards)
    if n_pile < 0:
        raise InputError(f"the grids, --seen and --discard must be at most {N_CARDS} cards, got {N_CARDS - n_pile}")
    return Position(grids=grids, discard=cards, pile=["?"] * n_pile, is_ordered=False)


def _read_grid(name: str, grid: str) -> Any:
    """Return a grid; one that is not empty must have all its rows, as a forgotten one would change the answer unseen."""
    if "|" in grid or ";" in grid:
        raise InputError(f"{name} must be one grid, got {grid!r}")
    cells = _read(name, f"{grid} | .").grids[0]
    n_rows = grid.count("/") + 1
    if grid.strip() != "." and n_rows != N_ROWS:
        raise InputError(f"{name} must have {N_ROWS} rows, got {n_rows}: {grid!r}; cleared slots are written as .")
    return cells


def _read_cards(name: str, cards: str) -> list[int]:
    if ";" in cards:
        raise InputError(f"{name} must be cards, got {cards!r}")
    return list(_read(name, f". | .; discard {cards}").discard)


def _read(name: str, text: str) -> Position:
    """Return what a text describes; an error names the option."""
    try:
        return read_position(parse_position(text))
    except NotationError as error:
        message = str(error).partition(": ")[2] or str(error)
        raise InputError(f"{name}: {message}") from None


def _content(value: ClosingValue) -> dict[str, Any]:
    """Return a result as plain values."""
    return {
        "seat": value.seat,
        "objective": value.objective,
        "expected_raw": value.expected_raw,
        "p_doubled": value.p_doubled,
        "p_doubled_interval": list(value.p_doubled_interval),
        "expected_score": value.expected_score,
        "expected_score_interval": list(value.expected_score_interval),
        "margin_to_mean": value.margin_to_mean,
        "margin_to_best": value.margin_to_best,
        "expected_lowest": value.expected_lowest,
        "n_deals": value.n_deals,
        "others": [
            {
                "seat": other.seat,
                "expected_total": other.expected_total,
                "p_at_most": other.p_at_most,
                "distribution": other.chances(),
            }
            for other in value.others
        ],
    }
