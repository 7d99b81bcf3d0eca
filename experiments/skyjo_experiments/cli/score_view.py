"""A score sheet on the terminal, and as JSON for other programs."""

import json

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from skyjo_sim.games import Game
from skyjo_sim.score_sheet import ScoreSheet
from skyjo_sim.sheets.text import RoundScore, cell, number


def show_sheet(sheet: ScoreSheet) -> None:
    """Print the table of a sheet, its state and, where they are not the official ones of the classic game, its rules."""
    console = Console(highlight=False)
    if sheet.entries:
        console.print(sheet_table(sheet))
    console.print(escape(sheet.status), soft_wrap=True)
    if sheet.rules.changes() or sheet.rules.game != Game.CLASSIC:
        console.print(f"[dim]{escape(str(sheet.rules))}[/dim]", soft_wrap=True)


def sheet_table(sheet: ScoreSheet) -> Table:
    """Return the rounds, the surplus ones dimmed, and the totals as a table."""
    table = Table(show_footer=True, header_style="bold", footer_style="bold")
    table.add_column("Round", "Total", justify="right")
    table.add_column("Ended by", overflow="fold")
    for name, total in zip(sheet.players, sheet.totals, strict=True):
        is_best = total == min(sheet.totals)
        style = "green" if is_best else ""
        mark = " ◂" if is_best else ""
        footer = f"{number(total)}{mark}"
        table.add_column(escape(name), footer, justify="right", overflow="fold", footer_style=style)
    for row in sheet.rounds:
        table.add_row(str(row.number), escape(row.ender or "–"), *_cells(row))
    for index, entry in enumerate(sheet.entries[len(sheet.rounds) :], len(sheet.rounds) + 1):
        ender = "–" if entry.ender is None else sheet.players[entry.ender]
        raw = [f"({number(points)})" for points in entry.raw]
        table.add_row(str(index), escape(ender), *raw, style="dim")
    return table


def _cells(row: RoundScore) -> list[str]:
    """Return a round's scores, the doubled one marked."""
    cells = [cell(row, seat) for seat in range(len(row.raw))]
    return [f"[bold red]{text}[/bold red]" if "→" in text else text for text in cells]


def as_json(sheet: ScoreSheet) -> str:
    """Return all that a sheet says as JSON; tuples are in seat order."""
    content = {
        "players": sheet.players,
        "rules": sheet.rules.text(),
        "rounds": [
            {
                "number": row.number,
                "ender": row.ender,
                "raw": row.raw,
                "scores": row.scores,
                "doubled": row.doubled,
                "totals": row.totals,
            }
            for row in sheet.rounds
        ],
        "n_surplus": sheet.n_surplus,
        "totals": sheet.totals,
        "standings": [
            {"place": standing.place, "player": standing.player, "total": standing.total}
            for standing in sheet.standings
        ],
        "is_over": sheet.is_over,
        "winners": sheet.winners,
        "needs_extra_round": sheet.needs_extra_round,
        "next_starter": sheet.next_starter,
        "status": sheet.status,
    }
    return json.dumps(content, ensure_ascii=False, indent=2)
