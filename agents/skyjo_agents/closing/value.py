"""What ending the round now is worth, from a position."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_agents.closing.beating import plan_to_beat
from skyjo_agents.closing.deals import deal_last_turns
from skyjo_agents.closing.doubling import N_DEALS, read_order
from skyjo_agents.closing.knowledge import ending_tables
from skyjo_agents.closing.last_turn import N_PLAN, last_turn_totals, plan_turn
from skyjo_agents.closing.piles import PILES, read_piles
from skyjo_agents.closing.result import ClosingValue, Interval, OpponentValue, mean_of
from skyjo_agents.closing.totals import LOWEST_TOTAL, add_totals
from skyjo_agents.closing.ways import N_LAYERS, N_TOTALS, count_ways
from skyjo_sim.errors import InputError
from skyjo_sim.kernels.cards import GRID_WIDTH, LOWEST_CARD, N_SEATS, N_SLOTS, N_VALUES, NO_CARD

__all__ = ["OBJECTIVES", "closing_value"]

OBJECTIVES = ("own_score", "beat_ender")
MOST_DEALS = 1_000_000
_FEWEST_DEALS = 1024

Distribution = NDArray[np.float64]


@dataclass
class _Ending:
    """The last turns after one way of ending."""

    own_raw: int
    totals: dict[int, Distribution]  # by seat, in the order of their turns
    lowest: Distribution
    p_low: float  # P(lowest total <= own raw score)
    error: float  # the standard error of that
    n_deals: int

    @property
    def p_doubled(self) -> float:
        return self.p_low if self.own_raw > 0 else 0.0


@dataclass
class _Table:
    """A table in the arrays that the kernels read."""

    grids: NDArray[np.int64]
    order: NDArray[np.int64]
    n_turns_done: int
    piles: Any
    own_raw: int


def closing_value(
    position: Any, seat: int | None = None, objective: str = "own_score", *, n_deals: int = N_DEALS
) -> ClosingValue:
    """Compute what ending the round now is worth to a seat under the official rules.

    Every other seat then has one turn, in which it knows the table and not the hidden cards. The seat is doubled if it
    has more than 0 points and somebody else at most as many. With one other seat everything is exact: each card that may
    be drawn is weighted by how many of its value are unseen, and so is each way the hidden cards may turn up. The totals
    of several seats depend on each other, as their cards are from one pool and each leaves a discard to the next. They
    come from dealing the unseen cards again and again, always in the same way: a position has one result.

    Why this is sound: nobody has seen a hidden card, and no decision can depend on one. So the hidden cards and the draw
    pile are a random arrangement of the unseen cards, whatever was played (two such pools after a reshuffle), and a turn
    that is the last needs no look ahead.

    Parameters
    ----------
    position : str, Position, game record or table record
        A classic position with all 150 cards, hidden ones not known or ignored. In the phase `place` the seat's drawn card is
        thrown away first.
    seat : int, optional
        Who ends the round: by default the ender, or whose turn it is. At most one of its cards may be hidden; then this
        is the average over what it may be.
    objective : {"own_score", "beat_ender"}
        What the others want in their last turn: the least expected total, or the greatest chance of a total of at most
        the ender's, and of equal ones the least expected total. With several others, those who beat the ender decide by
        the cards that were unseen when the round was ended.
    n_deals : int
        With several others: how often the last turns are dealt, about. The default has P(doubled) within 0.01.

    Returns
    -------
    ClosingValue

    Raises
    ------
    InputError
        If the position is not one in which the seat can end the round, or an argument is not allowed.
    """
    if objective not in OBJECTIVES:
        raise InputError(f"objective must be {' or '.join(OBJECTIVES)}, got {objective!r}")
    if (
        isinstance(n_deals, bool)
        or not isinstance(n_deals, int | np.integer)
        or not _FEWEST_DEALS <= n_deals <= MOST_DEALS
    ):
        raise InputError(f"n_deals must be an integer in {_FEWEST_DEALS}..{MOST_DEALS}, got {n_deals!r}")
    seat, tables = ending_tables(position, seat)
    endings = [
        (chance, _play_out(_read(table, seat), objective, max(int(n_deals * chance), _FEWEST_DEALS)))
        for chance, table in tables
    ]
    return _summary(seat, objective, endings)


def _read(table: Any, seat: int) -> _Table:
    """Return what the kernels read of a table on which a seat has just ended the round."""
    grids, order = np.empty((N_SEATS, GRID_WIDTH), np.int64), np.zeros(N_SEATS, np.int64)
    piles = np.zeros(1, PILES)[0]
    n_turns_done = int(read_order(table, seat, grids, order))
    read_piles(table, piles)
    own = grids[seat, :N_SLOTS]
    return _Table(grids, order[: int(table.n_players) - 1], n_turns_done, piles, int(own[own >= LOWEST_CARD].sum()))


def _plan(table: _Table, seat: int, objective: str) -> NDArray[np.int64]:
    """Return the plan of a seat whose turn it is."""
    plan = np.zeros(N_PLAN, np.int64)
    if objective == "own_score":
        plan_turn(table.grids[seat], table.piles, plan)
    else:
        plan_to_beat(table.grids[seat], table.piles, table.own_raw, plan)
    return plan


def _exact_totals(table: _Table, number: int, objective: str) -> Distribution:
    """Return the distribution of the total of a seat whose last turn is next, or over."""
    seat = int(table.order[number])
    totals, ways = np.zeros(N_TOTALS), np.empty((N_LAYERS, N_SLOTS + 1, N_TOTALS))
    if number >= table.n_turns_done:
        last_turn_totals(table.grids[seat], table.piles, _plan(table, seat, objective), ways, totals)
    else:
        count_ways(table.piles.hidden, N_SLOTS, ways[0])
        add_totals(table.grids[seat], table.piles.hidden, 1.0, ways, 0, totals)
    return np.maximum(totals, 0.0)


def _plans(table: _Table, objective: str) -> NDArray[np.int64]:
    """Return the plans of all seats for all discard tops, where they are made beforehand; zeros where not."""
    plans = np.zeros((N_SEATS, N_VALUES + 1, N_PLAN), np.int64)
    if objective == "beat_ender":
        top = int(table.piles.top)
        for seat in table.order[table.n_turns_done :]:
            for value in range(N_VALUES + 1):
                table.piles.top = value + LOWEST_CARD if value < N_VALUES else NO_CARD
                plans[seat, value] = _plan(table, int(seat), objective)
        table.piles.top = top
    return plans


def _play_out(table: _Table, objective: str, n_deals: int) -> _Ending:
    """Play the last turns: exactly for one other seat, else by dealing."""
    n_at_most = table.own_raw - LOWEST_TOTAL + 1
    if table.order.size == 1:
        totals = _exact_totals(table, 0, objective)
        p_low = min(float(totals[:n_at_most].sum()), 1.0)
        return _Ending(table.own_raw, {int(table.order[0]): totals}, totals, p_low, 0.0, 0)
    counts, lowest = np.zeros((N_SEATS, N_TOTALS), np.int64), np.zeros(N_TOTALS, np.int64)
    n_rounds, moment, square = deal_last_turns(
        table.grids,
        table.order,
        table.n_turns_done,
        table.piles,
        _plans(table, objective),
        objective != "own_score",
        table.own_raw,
        n_deals,
        counts,
        lowest,
    )
    n, p_low = int(lowest.sum()), moment / n_rounds
    error = max(square / n_rounds - p_low**2, 0.0) ** 0.5 / max(n_rounds - 1, 1) ** 0.5
    totals_by_seat = {int(seat): counts[seat] / n for seat in table.order}
    for number in range(min(table.n_turns_done + 1, table.order.size)):
        totals_by_seat[int(table.order[number])] = _exact_totals(table, number, objective)
    return _Ending(table.own_raw, totals_by_seat, lowest / n, p_low, max(error, 1 / n), n)


def _summary(seat: int, objective: str, endings: list[tuple[float, _Ending]]) -> ClosingValue:
    """Return the average over the ways of ending."""
    first = endings[0][1]
    p_doubled = sum(chance * ending.p_doubled for chance, ending in endings)
    raw = sum(chance * ending.own_raw for chance, ending in endings)
    score = raw + sum(chance * ending.own_raw * ending.p_doubled for chance, ending in endings)
    lowest = _average([(chance, ending.lowest) for chance, ending in endings])
    others = []
    for other in first.totals:
        totals = _average([(chance, ending.totals[other]) for chance, ending in endings])
        p_at_most = sum(
            chance * ending.totals[other][: ending.own_raw - LOWEST_TOTAL + 1].sum() for chance, ending in endings
        )
        others.append(OpponentValue(other, mean_of(totals), min(float(p_at_most), 1.0), totals))
    open_endings = [(chance, ending) for chance, ending in endings if ending.own_raw > 0]
    error = sum((chance * ending.error) ** 2 for chance, ending in open_endings) ** 0.5
    score_error = sum((chance * ending.own_raw * ending.error) ** 2 for chance, ending in open_endings) ** 0.5
    low, high = _interval(p_doubled, error)
    return ClosingValue(
        seat=seat,
        objective=objective,
        expected_raw=raw,
        p_doubled=p_doubled,
        p_doubled_interval=(max(low, 0.0), min(high, 1.0)),
        expected_score=score,
        expected_score_interval=_interval(score, score_error),
        margin_to_mean=sum(other.expected_total for other in others) / len(others) - score,
        margin_to_best=mean_of(lowest) - score,
        lowest_other=lowest,
        others=tuple(others),
        n_deals=sum(ending.n_deals for _, ending in endings),
    )


def _average(distributions: list[tuple[float, Distribution]]) -> Distribution:
    average: Distribution = sum((chance * totals for chance, totals in distributions), np.zeros(N_TOTALS))
    average.setflags(write=False)
    return average


def _interval(value: float, error: float) -> Interval:
    """Return the 95 % interval of a number with a standard error."""
    return value - 1.96 * error, value + 1.96 * error
