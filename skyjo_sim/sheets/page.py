"""Draw one page of the printable score sheet with matplotlib.

All lengths are in millimeters, x from the left and y from the top of the page; font sizes are in points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from skyjo_sim.games import Game
from skyjo_sim.sheets.canvas import DARK, PAGE_HEIGHT, PAGE_WIDTH, Canvas, Font, own_settings
from skyjo_sim.sheets.reminder import penalty_mark, reminder
from skyjo_sim.sheets.text import cell, number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from skyjo_sim.rules import Rules
    from skyjo_sim.sheets.text import RoundScore

LINES_A_PAGE = 20
MARGIN = 12.0
TABLE_TOP = 27.0
HEAD_HEIGHT = 16.0
TOTAL_HEIGHT = 14.0
FOOT_HEIGHT = 40.0
MAX_LINE_HEIGHT = 16.0
ROUND_WIDTH = 14.0
ENDER_WIDTH = 28.0
MARK_WIDTH = 12.0
FIRST = 3
"""Index of the first player's column."""
BOX = 5.0
GREY, LIGHT, BAND = "#777777", "#bbbbbb", "#f1f1f1"
SMALL_PRINT = Font(11, color=GREY)


@dataclass(frozen=True, kw_only=True)
class Page:
    """What stands on a page: `n_lines` round lines from number `first` on; the first of them filled in.

    `rounds` are the scored rounds of this page, `totals` the points after them (empty on a blank sheet).
    """

    names: tuple[str, ...]
    rules: Rules
    first: int
    n_lines: int
    rounds: tuple[RoundScore, ...]
    totals: tuple[int, ...]
    number: int
    n_pages: int
    status: str

    @property
    def line_height(self) -> float:
        """Height of a round's line."""
        room = PAGE_HEIGHT - MARGIN - FOOT_HEIGHT - TOTAL_HEIGHT - HEAD_HEIGHT - TABLE_TOP
        return min(MAX_LINE_HEIGHT, room / self.n_lines)

    @property
    def lines_top(self) -> float:
        """Where the first round's line begins."""
        return TABLE_TOP + HEAD_HEIGHT

    @property
    def total_top(self) -> float:
        """Where the total line begins."""
        return self.lines_top + self.n_lines * self.line_height

    @property
    def edges(self) -> list[float]:
        """Left edges of the columns (round, ender, mark, players) and the right edge of the table."""
        widths = [ROUND_WIDTH, ENDER_WIDTH, MARK_WIDTH if penalty_mark(self.rules) else 0.0]
        rest = PAGE_WIDTH - 2 * MARGIN - sum(widths)
        edges = [MARGIN]
        for width in widths + [rest / len(self.names)] * len(self.names):
            edges.append(edges[-1] + width)
        return edges

    def column(self, index: int) -> tuple[float, float]:
        """Return the left and the right edge of a column."""
        edges = self.edges
        return edges[index], edges[index + 1]


def draw_page(page: Page) -> Figure:
    """Return the page as a figure."""
    with own_settings():
        canvas = Canvas()
        _draw_title(canvas, page)
        _draw_grid(canvas, page)
        _draw_head(canvas, page)
        for line in range(page.n_lines):
            _draw_line(canvas, page, line)
        _draw_totals(canvas, page)
        _draw_foot(canvas, page)
        return canvas.figure


def _draw_title(canvas: Canvas, page: Page) -> None:
    """Draw the title and the place for the date."""
    is_action = page.rules.game == Game.ACTION
    canvas.text(MARGIN, 17, f"Skyjo{' Action' * is_action} score sheet", Font(18 if is_action else 22, "bold"))
    right = PAGE_WIDTH - MARGIN
    canvas.text(right - 47, 18.5, "Date", SMALL_PRINT, align="right")
    canvas.line((right - 45, 20.5), (right, 20.5), color=GREY)
    if page.n_pages > 1:
        canvas.text(right - 62, 18.5, f"Page {page.number} of {page.n_pages}", SMALL_PRINT, align="right")


def _draw_grid(canvas: Canvas, page: Page) -> None:
    """Draw the bands and lines of the table."""
    edges, bottom = page.edges, page.total_top + TOTAL_HEIGHT
    left, right = edges[0], edges[-1]
    for top, height in ((TABLE_TOP, HEAD_HEIGHT), (page.total_top, TOTAL_HEIGHT)):
        canvas.box(left, top, right - left, height, facecolor=BAND)
    for line in range(page.n_lines):
        top = page.lines_top + line * page.line_height
        canvas.line((left, top), (right, top), color=LIGHT)
        dotted = top + 0.58 * page.line_height
        canvas.line((edges[FIRST], dotted), (right, dotted), color=LIGHT, linestyle=":")
    for column, edge in enumerate(edges[1:-1], 1):
        canvas.line((edge, TABLE_TOP), (edge, bottom if column > FIRST else page.total_top), color=LIGHT)
    canvas.line((edges[FIRST], TABLE_TOP), (edges[FIRST], bottom))
    canvas.line((left, page.lines_top), (right, page.lines_top))
    canvas.line((left, page.total_top), (right, page.total_top), linewidth=1.6)
    canvas.box(left, TABLE_TOP, right - left, bottom - TABLE_TOP, edgecolor=DARK)


def _draw_head(canvas: Canvas, page: Page) -> None:
    """Draw the column heads: the names, or boxes to write them in."""
    middle = TABLE_TOP + HEAD_HEIGHT / 2
    for column, text in enumerate(["Round", "Ended by", penalty_mark(page.rules)]):
        canvas.fitted(*page.column(column), middle, text, Font(10, "bold"), n_lines=2)
    for seat, name in enumerate(page.names):
        left, right = page.column(FIRST + seat)
        if name:
            canvas.fitted(left, right, middle, name, Font(14, "bold"), n_lines=3)
        else:
            canvas.text(left + 1.2, TABLE_TOP + 2.8, "name", Font(8, color=GREY))


def _draw_line(canvas: Canvas, page: Page, line: int) -> None:
    """Draw what stands in a round's line: its number and a box for the mark of the ender's penalty."""
    middle = page.lines_top + (line + 0.5) * page.line_height
    canvas.fitted(*page.column(0), middle, str(page.first + line), Font(12))
    left, right = page.column(2)
    x = (left + right) / 2
    if penalty_mark(page.rules):
        canvas.box(x - BOX / 2, middle - BOX / 2, BOX, BOX, edgecolor=GREY)
    if line < len(page.rounds):
        row = page.rounds[line]
        canvas.fitted(*page.column(1), middle, row.ender or "–", Font(12), n_lines=2)
        if row.doubled:
            canvas.cross(x, middle, 0.36 * BOX)
        _draw_scores(canvas, page, line, row)


def _draw_scores(canvas: Canvas, page: Page, line: int, row: RoundScore) -> None:
    """Draw the points of a scored round and the totals so far."""
    top = page.lines_top + line * page.line_height
    for seat, name in enumerate(page.names):
        left, right = page.column(FIRST + seat)
        font = Font(13, "bold" if row.doubled and name == row.ender else "normal")
        canvas.fitted(left, right, top + 0.3 * page.line_height, cell(row, seat), font)
        total = number(row.totals[seat])
        canvas.fitted(left, right, top + 0.8 * page.line_height, total, Font(9, color="#444444"))


def _draw_totals(canvas: Canvas, page: Page) -> None:
    """Draw the total line."""
    middle = page.total_top + TOTAL_HEIGHT / 2
    label = "Total" if page.number == page.n_pages else "Carried over"
    canvas.fitted(page.edges[0], page.edges[FIRST], middle, label, Font(13, "bold"))
    for seat, total in enumerate(page.totals):
        canvas.fitted(*page.column(FIRST + seat), middle, number(total), Font(16, "bold"))


def _draw_foot(canvas: Canvas, page: Page) -> None:
    """Draw the state of the game and the reminder of the rules."""
    y, width = page.total_top + TOTAL_HEIGHT + 6, PAGE_WIDTH - 2 * MARGIN
    if page.status:
        y = canvas.paragraph(MARGIN, y, width, page.status, Font(11, "bold")) + 1.5
    how = "Above the dotted line: the points of the round. Below it: the total so far."
    for sentence in (*reminder(page.rules), how):
        y = canvas.paragraph(MARGIN, y, width, sentence, Font(10))
