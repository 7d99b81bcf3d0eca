"""The printable score sheet: A4 portrait, blank or filled, as PDF, SVG or PNG.

All lengths are in millimeters from the upper left corner of the page.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from skyjo_sim.errors import InputError
from skyjo_sim.rules import LIMITS, Rules
from skyjo_sim.rules_text import show_path
from skyjo_sim.scoring import check_whole
from skyjo_sim.sheets.canvas import render
from skyjo_sim.sheets.names import check_names
from skyjo_sim.sheets.page import LINES_A_PAGE, Page, draw_page
from skyjo_sim.text_files import write_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from skyjo_sim.score_sheet import ScoreSheet

MAX_LINES = 200
DEFAULT_LINES = 12
DEFAULT_PLAYERS = 4
FORMATS = ("pdf", "svg", "png")


def figures(
    sheet: ScoreSheet | None = None,
    *,
    players: int | Sequence[str] | None = None,
    rounds: int | None = None,
    rules: Rules | None = None,
) -> list[Figure]:
    """Draw a score sheet, a figure per A4 page.

    Parameters
    ----------
    sheet
        A sheet to be filled in, with blank lines for the rounds to come; None draws a blank one.
    players
        Number of players (2..8) or their names, for a blank sheet; by default four without names.
    rounds
        Number of round lines, 1..200; by default 12, or as many as the sheet has rounds.
    rules
        The rules the foot of a blank sheet reminds of; None means official rules.

    Raises
    ------
    InputError
        If a number or a name is not allowed, or a sheet is given together with players or rules.
    """
    if sheet is None:
        names, in_force = _blank_names(players), rules or Rules()
    elif players is not None or rules is not None:
        raise InputError("players and rules are for a blank sheet: a sheet that is given has its own")
    else:
        names, in_force = sheet.players, sheet.rules
    n_scored = len(sheet.rounds) if sheet else 0
    n_lines = max(DEFAULT_LINES, n_scored)
    if rounds is not None:
        n_lines = check_whole(rounds, "rounds", max(1, n_scored), max(MAX_LINES, n_scored))
    return [draw_page(page) for page in _pages(names, in_force, sheet, n_lines)]


def figure(
    sheet: ScoreSheet | None = None,
    *,
    players: int | Sequence[str] | None = None,
    rounds: int | None = None,
    rules: Rules | None = None,
) -> Figure:
    """Draw a score sheet that fits on one page; parameters as in `figures`.

    Raises
    ------
    InputError
        As `figures`, and if the sheet needs more than one page.
    """
    drawn = figures(sheet, players=players, rounds=rounds, rules=rules)
    if len(drawn) > 1:
        raise InputError(f"the sheet needs {len(drawn)} pages, one figure holds {LINES_A_PAGE} rounds: use figures()")
    return drawn[0]


def print_sheet(
    path: str | Path,
    sheet: ScoreSheet | None = None,
    *,
    players: int | Sequence[str] | None = None,
    rounds: int | None = None,
    rules: Rules | None = None,
) -> None:
    """Write a score sheet to a PDF file (as many pages as it takes), or one page to an SVG or PNG file.

    Other parameters as in `figures`. The same sheet gives the same bytes.

    Raises
    ------
    InputError
        As `figures`; if the name does not end in .pdf, .svg or .png; if an SVG or PNG file would need more
        than one page; or if the file cannot be written.
    """
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        raise InputError(f"the name of a printed sheet must end in .pdf, .svg or .png, got {show_path(path)}")
    drawn = figures(sheet, players=players, rounds=rounds, rules=rules)
    if suffix != "pdf" and len(drawn) > 1:
        raise InputError(
            f"the sheet needs {len(drawn)} pages, a .{suffix} file holds one ({LINES_A_PAGE} rounds): write a .pdf file"
        )
    write_file(path, render(drawn, suffix))


def _blank_names(players: int | Sequence[str] | None) -> tuple[str, ...]:
    """Return the names on a blank sheet; empty ones are to be written by hand."""
    if players is None:
        players = DEFAULT_PLAYERS
    if isinstance(players, Sequence):
        return check_names(players)
    return ("",) * check_whole(players, "players", *LIMITS["players"])


def _pages(names: tuple[str, ...], rules: Rules, sheet: ScoreSheet | None, n_lines: int) -> list[Page]:
    """Distribute the lines of a sheet evenly over as few pages as possible."""
    scored = sheet.rounds if sheet else ()
    n_pages = -(-n_lines // LINES_A_PAGE)
    bounds = [page * n_lines // n_pages for page in range(n_pages + 1)]
    return [
        Page(
            names=names,
            rules=rules,
            first=first + 1,
            n_lines=after - first,
            rounds=scored[first:after],
            totals=scored[min(after, len(scored)) - 1].totals if scored else (),
            number=number,
            n_pages=n_pages,
            status=sheet.status if sheet and scored and number == n_pages else "",
        )
        for number, (first, after) in enumerate(itertools.pairwise(bounds), 1)
    ]
