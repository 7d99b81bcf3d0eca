"""What a pair and a column are worth.

Question: What are two equal cards in one column worth, by their value and the turn, and what is gained by completing the
column when the third card lies on the discard pile?

Design: One agent plays in all seats, and beginnings of turns are kept in which the seat has two equal face-up cards and a
hidden one in a column, while nobody has ended the round and no reshuffle came. Part "pair": the same position is also
played on with the pair torn apart: one of its cards has changed places with a face-up card of another column. The same cards
show; the difference is the pair. Part "third card": the discard on top is exchanged for the third card of the pair. Four
ways are compared: to take it and complete the column, to take it for the highest other face-up card, to leave it and draw,
and the agent's own play in the position as it was, the third card withheld. All go on, on re-deals of all that the seat does
not know, the agent going on. Points ahead are the mean score of the others less the seat's own. The unit of an interval is
the round that a position comes from.

How to read it: Left, the points that a pair is worth at the end of the round, by its cards and the turn: above 0 it is an
asset. Right, the gain of completing the column, against leaving the third card, putting it elsewhere, and not being given
it. All this holds for the agent that plays on, and for pairs as they come in its play.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, texts
from skyjo_experiments.figures import caption_of, draw_estimates, new_figure
from skyjo_experiments.forks import Fork, Positions
from skyjo_experiments.questions._columns import columns_of, points
from skyjo_experiments.questions._edits import can_have, split_pairs, with_discards
from skyjo_experiments.questions._forking import CARD_GROUPS, ForkTable, bin_name, bins_of, group_cards
from skyjo_experiments.questions._slots import card_at, grids_of, third_of_pair
from skyjo_sim.kernels.actions import DRAW, SOURCE, TAKE
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, LOWEST_CARD, N_ROWS, N_SLOTS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "positions"
TURNS = 4
"""Turns are taken together in fours."""
ALL = "all"
TOLD = ("-2, -1", "4 to 6", "10 to 12")
"""Cards that the answer names; the table has all."""
FEWEST = 10
"""Positions of a row at least."""
AGAINST = {"draw": "leaving it and drawing", "elsewhere": "putting it elsewhere", "withheld": "not being given it"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnSettings(Settings):
    """Settings: who plays, at which tables, until which turn, how many positions of each kind and re-deals."""

    agents: tuple[str, ...] = texts(("expert",))
    players: tuple[int, ...] = integers((2,), 2, 8, 7)
    most_turn: int = integer(12, TURNS, 60)
    n_positions: int = integer(40, 2, 10**6)
    n_deals: int = integer(8, 1, 10**6)
    n_rounds: int = integer(5_000, 1, 10**8)


QUICK = ColumnSettings()
FULL = ColumnSettings(players=(2, 4), n_positions=150, n_deals=16, n_rounds=30_000)


def run(
    settings: ColumnSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per agent, number of players, part, cards of the pair, turns and what is compared."""
    stages = Stages(5 * len(settings.agents) * len(settings.players), on_progress)
    with Rows() as rows:
        for agent in settings.agents:
            for players in settings.players:
                table = ForkTable(agent, players, seed, workers, stages)
                positions = _collect(table, settings)
                for part in (_pair, _third_card):
                    for row in part(table, positions, settings.n_deals):
                        rows.add({"agent": agent, "players": players, **row})
    return rows.frame()


def _collect(table: ForkTable, settings: ColumnSettings) -> Positions:
    where: dict[str, Any] = {"phase": SOURCE, "last_turns": 0, "reshuffles": 0, "own_hidden": (2, N_SLOTS)}
    where |= {"pair_value": (LOWEST_CARD, 12), "turn": (1, settings.most_turn), "discard": (LOWEST_CARD, 12)}
    by = {"pair_value": 1, "turn": TURNS}
    return table.collect(where, by, settings.n_positions, settings.n_rounds)


def _pair_cards(positions: Positions) -> NDArray[np.int64]:
    """Return the cards of the pairs that are torn apart or completed, int64[n]."""
    grids = grids_of(positions)
    return card_at(grids, third_of_pair(grids), 1)


def _pair(table: ForkTable, positions: Positions, n_deals: int) -> list[dict[str, Any]]:
    """Return what a pair is worth."""
    positions = positions.select(split_pairs(positions)[1])
    whole, torn = (table.play(played, [Fork("go on")], n_deals) for played in (positions, split_pairs(positions)[0]))
    worth = whole.values("ahead", "go on") - torn.values("ahead", "go on")
    rows = []
    for cards, turns, chosen in _groups(positions):
        row = _row("pair", cards, turns, "torn", chosen, n_deals)
        row |= columns_of("gain", whole.mean_of(worth, chosen))
        rows.append(row | {"abandoned": float(whole.values("abandoned", "go on")[chosen].mean())})
    return rows


def _third_card(table: ForkTable, positions: Positions, n_deals: int) -> list[dict[str, Any]]:
    """Return the gain of completing a column by the third card, against the other ways."""
    elsewhere = _highest_elsewhere(positions)
    positions = positions.select((elsewhere >= 0) & can_have(positions, _pair_cards(positions)))
    third = third_of_pair(grids_of(positions))
    forks = [
        Fork("complete", TAKE + third),
        Fork("draw", DRAW),
        Fork("elsewhere", TAKE + _highest_elsewhere(positions)),
    ]
    given = table.play(with_discards(positions, _pair_cards(positions)), forks, n_deals)
    withheld = table.play(positions, [Fork("go on")], n_deals)
    complete = given.values("ahead", "complete")
    others = {name: given.values("ahead", name) for name in ("draw", "elsewhere")}
    others["withheld"] = withheld.values("ahead", "go on")
    rows = []
    for cards, turns, chosen in _groups(positions):
        for name in AGAINST:
            row = _row("third card", cards, turns, name, chosen, n_deals)
            row |= columns_of("gain", given.mean_of(complete - others[name], chosen))
            rows.append(row | {"abandoned": float(given.values("abandoned", "complete")[chosen].mean())})
    return rows


def _highest_elsewhere(positions: Positions) -> NDArray[np.int64]:
    """Return the slot of the highest face-up card outside the pair's column, int64[n]; -1 without any."""
    grids = grids_of(positions)
    is_up = ((grids != HIDDEN) & (grids != CLEARED)).reshape(-1, N_SLOTS)
    is_up &= np.arange(N_SLOTS) // N_ROWS != third_of_pair(grids)[:, None] // N_ROWS
    shown = np.where(is_up, grids.reshape(-1, N_SLOTS), -99)
    return np.where(is_up.any(axis=1), shown.argmax(axis=1), -1).astype(np.int64)


def _groups(positions: Positions) -> list[tuple[str, str, NDArray[np.bool_]]]:
    """Return the positions, bool[n], by cards of the pair and turns, and by cards alone."""
    turns = bins_of(positions.feature("turn"), 1, TURNS, 99)
    groups = []
    for name, is_of_card in group_cards(_pair_cards(positions)).items():
        for turn in [*np.unique(turns).tolist(), 0]:
            chosen = is_of_card & ((turns == turn) | (turn == 0))
            if np.count_nonzero(chosen) >= FEWEST:
                groups.append((name, bin_name(turn, TURNS) if turn else ALL, chosen))
    return groups


def _row(part: str, cards: str, turns: str, against: str, chosen: NDArray[np.bool_], n_deals: int) -> dict[str, Any]:
    n = int(np.count_nonzero(chosen))
    return {"part": part, "cards": cards, "turns": turns, "against": against, "n": n, "n_deals": n_deals}


def answer(frame: "pd.DataFrame") -> str:
    """Return what pairs and columns are worth, for each agent and table."""
    groups = frame[frame["turns"] == ALL].groupby(["agent", "players"], sort=False)
    note = (
        "This holds for these agents going on, for pairs as they come in their play, with at least two own cards hidden and "
        "nobody having ended the round."
    )
    return "\n".join([*(f"{agent}, {n} players: {_sentences(rows)}" for (agent, n), rows in groups), note])


def _sentences(rows: "pd.DataFrame") -> str:
    def listed(part: str, against: str) -> str:
        is_told = (rows["part"] == part) & (rows["against"] == against) & rows["cards"].isin(TOLD)
        chosen = rows[is_told]
        return ", ".join(f"{points(row, 'gain', '+.1f')} for cards of {row.cards}" for row in chosen.itertuples())

    return (
        f"a pair beside a hidden card is worth, in points ahead at the end of the round, {listed('pair', 'torn')}. "
        f"When the third card lies on the discard pile, completing the column is better than leaving it and drawing by "
        f"{listed('third card', 'draw')}, and than putting it on the highest other card by "
        f"{listed('third card', 'elsewhere')}."
    )


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the two parts."""
    common = ["agent", "players", "cards", "turns"]
    shown = ["n", "gain", "gain_low", "gain_high", "abandoned"]
    third = frame[frame["part"] == "third card"].assign(against=lambda rows: rows["against"].map(AGAINST))
    return {
        "Worth of a pair (points ahead, over the same cards in other columns)": frame.loc[
            frame["part"] == "pair", [*common, *shown]
        ],
        "Gain of completing the column with the third card (points ahead)": third[[*common, "against", *shown]],
    }


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw the worth of a pair by cards and turns, and the gain of completing the column, for the first table."""
    first = frame.iloc[0]
    rows = frame[(frame["agent"] == first["agent"]) & (frame["players"] == first["players"])]
    notes = f"{first['agent']}, {first['players']} players; {first['n_deals']} re-deals each; right: all turns together"
    caption = caption_of(rows, UNIT, notes)
    labels = ["worth of the pair (points ahead)", "gain of completing the column (points ahead)"]
    figure, (left, right) = new_figure("What a pair and a column are worth", caption, "cards of the pair", labels)
    cards = [name for name in CARD_GROUPS if name in set(rows["cards"])]
    pairs = rows[(rows["part"] == "pair") & (rows["turns"] != ALL)]
    for number, (turns, group) in enumerate(pairs.groupby("turns", sort=False)):
        places = np.array([cards.index(name) for name in group["cards"]]) + 0.08 * (number - 1)
        draw_estimates(left, places, group, "gain", f"turns {turns}", number)
    third = rows[(rows["part"] == "third card") & (rows["turns"] == ALL)]
    for number, (against, label) in enumerate(AGAINST.items()):
        group = third[third["against"] == against]
        places = np.array([cards.index(name) for name in group["cards"]]) + 0.08 * (number - 1)
        draw_estimates(right, places, group, "gain", label, number)
    for axes, title in ((left, None), (right, "better than")):
        axes.axhline(0, color="0.4", linewidth=1)
        axes.set_xticks(range(len(cards)), cards)
        axes.legend(frameon=False, title=title, fontsize=9)
    return figure
