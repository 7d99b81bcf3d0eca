"""A tuning in words: a table of the closing games, what they mean, and the name to paste."""

from skyjo_experiments.tuning.closing import ALL, DIFFERENCE, START, TUNED, ClosingRow
from skyjo_experiments.tuning.fields import SELF
from skyjo_experiments.tuning.figure import OBJECTIVES
from skyjo_experiments.tuning.result import Tuning

__all__ = ["tuning_text"]

_HEADER = ("opponent", "players", "games", "start wins", "tuned wins", "difference", "in points", "abandoned")
_NOTE = (
    "Differences are the tuned agent's less the start's on the same deals: games won in percentage points, points per round\n"
    "ahead of the mean of the others. Intervals are 95 %; abandoned is the share of rounds."
)
Found = dict[tuple[str, int, str, str], ClosingRow]


def tuning_text(tuning: Tuning) -> str:
    """Return the report of a tuning, complete or not."""
    head = [_headline(tuning), f"start  {tuning.start.name}", f"tuned  {tuning.name}"]
    if not tuning.is_complete:
        return "\n".join(head)
    found = {(row.opponent, row.players, row.measure, row.agent): row for row in tuning.closing}
    table = _table(found, tuning.start.name)
    return "\n".join(
        [*head, *_edges(tuning), "", *table, _NOTE, "", _objective(found, tuning), _meaning(found, tuning)]
    )


def _headline(tuning: Tuning) -> str:
    settings = tuning.settings
    n, n_new = len(tuning.generations), sum(generation.is_new for generation in tuning.generations)
    names = ", ".join(parameter.name for parameter in settings.tunable.parameters)
    generations = f"{n} generation{'' if n == 1 else 's'} of {settings.candidates} candidates, {n_new} with a new best"
    return f"{generations}; tuned: {names}; seed {settings.seed}"


def _edges(tuning: Tuning) -> list[str]:
    """Name the parameters that ended where their range does, in a line, if there are any."""
    point = tuning.generations[-1].point
    edges = [
        f"{parameter.name}={value:g}"
        for parameter, value in zip(tuning.settings.tunable.parameters, point, strict=True)
        if value in (parameter.low, parameter.high)
    ]
    return [f"at the end of the range: {', '.join(edges)}; --range looks further"] if edges else []


def _table(found: Found, start_name: str) -> list[str]:
    """Return the lines of the table: a row per opponent and number of players; the start is called self."""
    rows = [_HEADER]
    for opponent, players in dict.fromkeys(key[:2] for key in found if key[0] != ALL):
        start, tuned, more = (found[opponent, players, "win_share", agent] for agent in (START, TUNED, DIFFERENCE))
        ahead = found[opponent, players, "points_ahead", DIFFERENCE]
        cells = (
            SELF if opponent == start_name else opponent,
            str(players),
            f"{start.n_games:,}",
            _percent(start, "%"),
            _percent(tuned, "%"),
            _percent(more, "", "+"),
            f"{ahead.mean:+.2f} [{ahead.low:+.2f}, {ahead.high:+.2f}]",
            f"{more.abandoned:.2%}",
        )
        rows.append(cells)
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADER))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _percent(row: ClosingRow, unit: str, sign: str = "") -> str:
    return f"{100 * row.mean:{sign}.1f}{unit} [{100 * row.low:{sign}.1f}, {100 * row.high:{sign}.1f}]"


def _objective(found: Found, tuning: Tuning) -> str:
    start, tuned, more = (found[ALL, 0, "objective", agent] for agent in (START, TUNED, DIFFERENCE))
    return (
        f"Objective ({OBJECTIVES[tuning.settings.measure]}): start {start.estimate}, tuned {tuned.estimate}, "
        f"difference {more.estimate}."
    )


def _meaning(found: Found, tuning: Tuning) -> str:
    """Say in a sentence whether the search found something better."""
    more = found[ALL, 0, "objective", DIFFERENCE]
    deals = f"on {more.n_games:,} fresh games that the search has not seen"
    if tuning.name == tuning.start.name:
        return f"The search found nothing that beat the start: {tuning.name}."
    if more.low > 0:
        return f"The tuned agent is better than the start, beyond chance, {deals}."
    if more.high < 0:
        return f"The tuned agent is worse than the start, beyond chance, {deals}: keep the start."
    return (
        f"Whether the tuned agent is better than the start cannot be told {deals}: keep the start, or play more games."
    )
