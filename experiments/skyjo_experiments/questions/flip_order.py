"""Which hidden card to turn, and whether to turn or replace it.

Question: When a card is flipped, should it lie in a column where a card already shows, or in a new one? And early in the
round, should a middling drawn card be thrown away for a flip, or replace a hidden card?

Design: One agent plays in all seats, and decisions about a drawn card are kept, while nobody has ended the round and at
least three own cards are hidden. Part "where": the drawn card is 7 or more and is thrown away; the flip is forced in the
first column in which nothing shows, and in a column in which one card shows, or two equal ones. Part "replace": a hidden
card, in a new column where there is one, is replaced by the drawn card, or the drawn card is thrown away and the same hidden
card is flipped. All ways go on from the same position, on the same re-deals of all that the seat does not know, the agent
going on. The gain is in points ahead of the mean of the others at the end of the round. The break-even card is where a
curve through the gains of the cards nearby crosses zero. An interval's unit is the round that a position comes from.

How to read it: Left, the gain of a flip beside a card that shows over a flip in a new column, by turn: above 0 the old
column is better. Right, the gain of keeping the drawn card in place of the hidden one over throwing it away, by card: above
0 it is better to keep it. All this holds for the agent that plays on.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, texts
from skyjo_experiments.figures import caption_of, draw_estimates, new_figure
from skyjo_experiments.forks import Fork, ForkResult
from skyjo_experiments.questions._columns import columns_of, points
from skyjo_experiments.questions._forking import ForkTable, bin_name, bins_of
from skyjo_experiments.questions._slots import beside_one_card, card_at, grids_of, in_new_column, third_of_pair
from skyjo_experiments.statistics.break_even import CARD_WINDOW, break_even
from skyjo_sim.kernels.actions import FLIP, PLACE, PUT
from skyjo_sim.kernels.cards import HIDDEN, N_SLOTS
from skyjo_sim.simulation.measures import NOTHING

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "positions"
TURNS = 3
"""Turns are taken together in threes."""
LEAST_HIDDEN = 3
THROWN_FROM = 7
MIDDLING = (0, 7)
PAIR = "a pair"
BESIDE = {"a card of 2 or less": (-2, 2), "a card of 3 to 7": (3, 7), "a card of 8 or more": (8, 12)}
ALL = "all"
FEWEST = 10
"""Positions of a row at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipSettings(Settings):
    """Settings: who plays, at which tables, until which turn, how many positions of each kind and re-deals."""

    agents: tuple[str, ...] = texts(("expert",))
    players: tuple[int, ...] = integers((2,), 2, 8, 7)
    most_turn: int = integer(9, TURNS, 60)
    n_positions: int = integer(150, 2, 10**6)
    n_deals: int = integer(8, 1, 10**6)
    n_rounds: int = integer(3_000, 1, 10**8)


QUICK = FlipSettings()
FULL = FlipSettings(players=(2, 4), most_turn=12, n_positions=700, n_deals=10, n_rounds=40_000)


def run(
    settings: FlipSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per agent, number of players, part, turns and what is compared."""
    stages = Stages(6 * len(settings.agents) * len(settings.players), on_progress)
    with Rows() as rows:
        for agent in settings.agents:
            for players in settings.players:
                table = ForkTable(agent, players, seed, workers, stages)
                for part in (_beside_card, _beside_pair, _replace):
                    for row in part(table, settings):
                        rows.add({"agent": agent, "players": players, **row})
    return rows.frame()


def _where(settings: FlipSettings, drawn: tuple[int, int]) -> dict[str, Any]:
    hidden, turn = (LEAST_HIDDEN, N_SLOTS), (1, settings.most_turn)
    return {"phase": PLACE, "last_turns": 0, "own_hidden": hidden, "turn": turn, "drawn": drawn}


def _beside_card(table: ForkTable, settings: FlipSettings) -> list[dict[str, Any]]:
    """Return the gain of a flip beside one card that shows, over one in a new column."""
    where = _where(settings, (THROWN_FROM, 12))
    positions = table.collect(where, {"turn": TURNS}, 4 * settings.n_positions, settings.n_rounds)
    grids = grids_of(positions)
    positions = positions.select((in_new_column(grids) >= 0) & (beside_one_card(grids) >= 0))
    grids = grids_of(positions)
    old = beside_one_card(grids)
    forks = [Fork("new", FLIP + in_new_column(grids)), Fork("old", FLIP + old)]
    result = table.play(positions, forks, settings.n_deals)
    shown = np.maximum(card_at(grids, old, 1), card_at(grids, old, 2))  # the other one is hidden: lower than any card
    rows = []
    for name, (low, high) in BESIDE.items():
        rows += _rows_by_turn("where", f"beside {name}", result, "old", "new", (shown >= low) & (shown <= high))
    return rows


def _beside_pair(table: ForkTable, settings: FlipSettings) -> list[dict[str, Any]]:
    """Return the gain of a flip beside a pair, over one in a new column."""
    where = _where(settings, (THROWN_FROM, 12)) | {"pairs": (1, 4)}
    positions = table.collect(where, {"turn": TURNS}, 2 * settings.n_positions, settings.n_rounds)
    positions = positions.select(in_new_column(grids_of(positions)) >= 0)
    grids = grids_of(positions)
    forks = [Fork("new", FLIP + in_new_column(grids)), Fork("old", FLIP + third_of_pair(grids))]
    result = table.play(positions, forks, settings.n_deals)
    return _rows_by_turn("where", f"beside {PAIR}", result, "old", "new", np.ones(len(positions), np.bool_))


def _replace(table: ForkTable, settings: FlipSettings) -> list[dict[str, Any]]:
    """Return the gain of replacing a hidden card over flipping it, by the card drawn, and break-even cards that are found."""
    where = _where(settings, MIDDLING)
    positions = table.collect(where, {"turn": TURNS, "drawn": 1}, settings.n_positions, settings.n_rounds)
    grids = grids_of(positions)
    flat = (grids == HIDDEN).reshape(len(grids), N_SLOTS)
    slots = np.where(in_new_column(grids) >= 0, in_new_column(grids), flat.argmax(axis=1))
    result = table.play(positions, [Fork("flip", FLIP + slots), Fork("put", PUT + slots)], settings.n_deals)
    drawn, turns = positions.feature("drawn"), _turns(result)
    rows = []
    for card in range(MIDDLING[0], MIDDLING[1] + 1):
        rows += _rows_by_turn("replace", f"drawn {card}", result, "put", "flip", drawn == card)
    gains = result.values("ahead", "put", "flip")
    for name, chosen in _by_turns(turns, np.ones_like(turns, np.bool_)):
        found = break_even(
            drawn[chosen], gains[chosen], positions.units[chosen], is_rising=False, window=CARD_WINDOW, seed=table.seed
        )
        if not np.isnan(found.low):
            row = _row("break-even", name, "card", result, "put", chosen)
            rows.append(row | columns_of("gain", NOTHING) | columns_of("card", found))
    return rows


def _turns(result: ForkResult) -> NDArray[np.int64]:
    return bins_of(result.positions.feature("turn"), 1, TURNS, 99)


def _rows_by_turn(
    part: str, what: str, result: ForkResult, fork: str, base: str, where: NDArray[np.bool_]
) -> list[dict[str, Any]]:
    """Return a row per turns, and one for all, with the gain of a fork over another."""
    rows = []
    for name, chosen in _by_turns(_turns(result), where):
        row = _row(part, name, what, result, fork, chosen)
        gain = result.estimate("ahead", fork, base, chosen)
        rows.append(row | columns_of("gain", gain) | columns_of("card", NOTHING))
    return rows


def _by_turns(turns: NDArray[np.int64], where: NDArray[np.bool_]) -> list[tuple[str, NDArray[np.bool_]]]:
    """Return the name and the positions, bool[n], of each bin of turns, and of all together."""
    groups = [(bin_name(low, TURNS), where & (turns == low)) for low in np.unique(turns[where]).tolist()]
    return [(name, chosen) for name, chosen in [*groups, (ALL, where)] if np.count_nonzero(chosen) >= FEWEST]


def _row(part: str, turns: str, what: str, result: ForkResult, fork: str, chosen: NDArray[np.bool_]) -> dict[str, Any]:
    row: dict[str, Any] = {"part": part, "turns": turns, "what": what, "n": int(np.count_nonzero(chosen))}
    return row | {"n_deals": result.n_deals, "abandoned": float(result.values("abandoned", fork)[chosen].mean())}


def answer(frame: "pd.DataFrame") -> str:
    """Return where to flip and what to keep, for each agent and table."""
    note = (
        "This holds for these agents going on, with at least three own cards hidden and nobody having ended the round."
    )
    groups = frame.groupby(["agent", "players"], sort=False)
    return "\n".join([*(f"{agent}, {n} players: {_sentences(rows)}" for (agent, n), rows in groups), note])


def _sentences(rows: "pd.DataFrame") -> str:
    where = rows[(rows["part"] == "where") & (rows["turns"] == ALL)]
    beside = ", ".join(f"{points(row, 'gain', '+.2f')} {row.what}" for row in where.itertuples())
    cards = rows[rows["part"] == "break-even"]
    found = ", ".join(f"{points(row, 'card', '.1f')} in {_turns_name(row.turns)}" for row in cards.itertuples())
    is_missing = (rows["part"] == "replace") & ~rows["turns"].isin(cards["turns"])
    missing = ", ".join(_turns_name(name) for name in dict.fromkeys(rows.loc[is_missing, "turns"]))
    parts = [f"the break-even card is {found}"] if found else []
    parts += [f"too little was played to find it in {missing}"] if missing else []
    return (
        f"a flip in an old column is better than one in a new column by {beside} (points). "
        f"A low drawn card is better kept in place of a hidden card than thrown away for a flip: {'; '.join(parts)}."
    )


def _turns_name(turns: str) -> str:
    return "all turns together" if turns == ALL else f"turns {turns}"


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the parts, each with the columns that it has."""
    common = ["agent", "players", "turns"]
    gain = [*common, "what", "n", "gain", "gain_low", "gain_high", "abandoned"]
    card = [*common, "n", "card", "card_low", "card_high", "abandoned"]
    return {
        "Where to flip (gain: points ahead, over a flip in a new column)": frame.loc[frame["part"] == "where", gain],
        "Replace or flip (gain: points ahead by keeping the drawn card)": frame.loc[frame["part"] == "replace", gain],
        "Break-even card: lower ones are better kept": frame.loc[frame["part"] == "break-even", card],
    }


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw the gain of the old column by turn, and that of keeping the drawn card by card, for the first table."""
    first = frame.iloc[0]
    rows = frame[(frame["agent"] == first["agent"]) & (frame["players"] == first["players"]) & (frame["turns"] != ALL)]
    notes = f"{first['agent']}, {first['players']} players; {first['n_deals']} re-deals each"
    labels = ["flip beside a card better by (points ahead)", "keeping the card better by (points ahead)"]
    figure, (left, right) = new_figure(
        "Which card to flip, and what to keep instead",
        caption_of(rows[rows["part"] != "break-even"], UNIT, notes),
        "own turn in the round",
        labels,
    )
    turns = list(dict.fromkeys(rows["turns"]))
    where = rows[rows["part"] == "where"]
    for number, (what, group) in enumerate(where.groupby("what", sort=False)):
        places = np.array([turns.index(name) for name in group["turns"]]) + 0.07 * number
        draw_estimates(left, places, group, "gain", str(what), number)
    left.set_xticks(range(len(turns)), turns)
    replaced = rows[rows["part"] == "replace"]
    for number, (name, group) in enumerate(replaced.groupby("turns", sort=False)):
        cards = np.array([int(what.split()[-1]) for what in group["what"]]) + 0.07 * number
        draw_estimates(right, cards, group, "gain", f"turns {name}", number)
    right.set_xlabel("drawn card")
    for axes in (left, right):
        axes.axhline(0, color="0.4", linewidth=1)
        axes.legend(frameon=False, fontsize=9)
    return figure
