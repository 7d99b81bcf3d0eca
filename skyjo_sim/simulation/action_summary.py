"""What a run of Skyjo Action measured besides: stars, lines and action cards by agent, and the kinds of cards."""

from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from skyjo_sim.kernels.action import sums as measure
from skyjo_sim.kernels.action.cards import KIND_NAMES
from skyjo_sim.kernels.sums import SCORE
from skyjo_sim.simulation.measures import estimate_ratio, estimate_share
from skyjo_sim.simulation.plan import Plan
from skyjo_sim.simulation.tables import Table

if TYPE_CHECKING:
    import pandas as pd

ACTION_AGENT_COLUMNS = {
    "actions_taken_per_round": "action cards taken per round, from the market and the pile",
    "actions_for_stars_per_round": "of these, those taken for stars",
    "actions_stolen_per_round": "action cards stolen per round",
    "actions_played_per_round": "action cards played from the hand per round",
    "actions_thrown_per_round": "action cards thrown away without effect per round",
    "actions_reactivated_per_round": "action cards chosen by Reactivation per round",
    "actions_held": "action cards held when a round is scored",
    "attacks_blocked_per_round": "Defence cards that others spent against the agent's attacks, per round",
    "extra_turns_per_round": "turns per round that the agent played at once after another of its own",
    "stars": "stars left in the grid when a round is scored",
    "star_bonus": "points per round taken off for complete lines of stars",
    "columns_cleared_per_round": "columns cleared per round",
    "rows_cleared_per_round": "rows cleared per round",
    "star_lines_cleared_per_round": "of these, lines with a star",
    "p_ended_by_other_given_ended": "probability that an ender had hidden cards, the last one turned up by another",
}
"""The further columns of `SimulationResult.agents` for Skyjo Action, each with ``_low`` and ``_high``."""

ACTION_MEASURES = (
    ("actions_taken_per_round", measure.TAKEN, estimate_ratio, 1.0),
    ("actions_for_stars_per_round", measure.FOR_STARS, estimate_ratio, 1.0),
    ("actions_stolen_per_round", measure.STOLEN, estimate_ratio, 1.0),
    ("actions_played_per_round", measure.PLAYED, estimate_ratio, 1.0),
    ("actions_thrown_per_round", measure.THROWN, estimate_ratio, 1.0),
    ("actions_reactivated_per_round", measure.REACTIVATED, estimate_ratio, 1.0),
    ("actions_held", measure.HELD, estimate_ratio, 1.0),
    ("attacks_blocked_per_round", measure.BLOCKED, estimate_ratio, 1.0),
    ("extra_turns_per_round", measure.EXTRA_TURNS, estimate_ratio, 1.0),
    ("stars", measure.STARS, estimate_ratio, 1.0),
    ("star_bonus", measure.BONUS, estimate_ratio, 1.0),
    ("columns_cleared_per_round", measure.COLUMNS, estimate_ratio, 1.0),
    ("rows_cleared_per_round", measure.ROWS, estimate_ratio, 1.0),
    ("star_lines_cleared_per_round", measure.STAR_LINES, estimate_ratio, 1.0),
    ("p_ended_by_other_given_ended", measure.BY_OTHER, estimate_share, 1.0),
)

COUNTED = ("played", "thrown", "blocked")
"""What is counted by kind: cards played from the hand, cards thrown away without effect, Defence cards spent against."""


def actions_frame(plan: Plan, sums: NDArray[Any]) -> "pd.DataFrame":
    """Return a row per agent and kind of card: agent, position, kind, and each of `COUNTED` with ``_per_round``."""
    import pandas as pd

    rows = []
    for position, agent in enumerate(plan.agents):
        n = int(sums[0]["moments"][position, 1, SCORE])
        for number, kind in enumerate(KIND_NAMES):
            counts = dict(zip(COUNTED, (int(count) for count in sums[0]["kinds"][position, :, number]), strict=True))
            per_round = {f"{name}_per_round": count / n if n else float("nan") for name, count in counts.items()}
            rows.append({"agent": agent.name, "position": position, "kind": kind, **counts, **per_round})
    return pd.DataFrame(rows)


def action_cells(plan: Plan, sums: NDArray[Any]) -> Table:
    """Return the headings and the cells of the small table: cards played per round, a column per agent.

    Kinds that nobody played are left out; the last line counts the cards thrown away.
    """
    frame = actions_frame(plan, sums)
    lines = []
    for kind in KIND_NAMES:
        own = frame[frame["kind"] == kind]
        if own["played"].any():
            lines.append([kind, *(f"{mean:.3f}" for mean in own["played_per_round"])])
    thrown = frame.groupby("position")["thrown_per_round"].sum()
    if frame["thrown"].any():
        lines.append(["thrown away", *(f"{mean:.3f}" for mean in thrown)])
    return ["played per round", *(agent.name for agent in plan.agents)], lines
