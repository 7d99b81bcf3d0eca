"""What it costs to feed the next player.

Question: How much should a player mind what a discard gives the next player, and what does it cost to discard a card that
completes the next player's column?

Design: Part "weight": a player who weighs what a discard gives the next player otherwise than all the rest sits alone among
them; the weight 0 does not care, 1 counts the next player's gain, divided by the number of the others, like an own loss.
Every deal is played from every seat, and who plays like the others is 0 points ahead on average. The intervals of the
weights at one table hold all together (largest t, bootstrap over deals). The best weight is measured again on other deals
(part "best"). Part "feed": decisions about a drawn card are kept in which the next player shows two equal cards in a column,
while nobody has ended the round; the drawn card is exchanged for the third one. Throwing it away for a flip is compared, on
re-deals of all that the seat does not know, with throwing away a card that is one point higher or lower and completes
nothing ("another card": that is the price of feeding); with keeping it, on the highest face-up or on the hidden card,
whichever one half of the re-deals favours, measured on the other half; and with the agent's own choice. The unit of an
interval is the deal, or the round that a position comes from.

How to read it: Left, points per round by which a weight puts its player ahead; the mark at 0 is the weight of the others.
Right, points by which the other ways are ahead of feeding, by the card that completes the next player's column.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, texts
from skyjo_experiments.figures import caption_of, draw_estimates, new_figure
from skyjo_experiments.forks import Fork, ForkResult, Positions, first_hidden, highest_face_up
from skyjo_experiments.questions._columns import columns_of, points
from skyjo_experiments.questions._contests import Contested, play_alone_among
from skyjo_experiments.questions._edits import can_have, with_drawn
from skyjo_experiments.questions._forking import CARD_GROUPS, ForkTable, group_cards
from skyjo_experiments.questions._slots import (
    card_at,
    completing_cards,
    following_seats,
    grids_of,
    in_new_column,
    third_of_shown_pair,
)
from skyjo_experiments.questions._variants import variant_of, weights_of
from skyjo_experiments.statistics.deals import estimate_deals
from skyjo_experiments.statistics.many import simultaneous_bands
from skyjo_sim.kernels.actions import FLIP, PLACE, PUT
from skyjo_sim.kernels.cards import HIGHEST_CARD, LOWEST_CARD, N_SLOTS
from skyjo_sim.simulation.measures import Estimate

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "deals or positions"
AGAINST = {"another card": "throwing away another card", "keep": "keeping it", "agent": "the agent's own choice"}
ALL, HIGH = "all", "10 to 12"
TURNS = 4
FEWEST = 10
"""Positions of a row at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DenialSettings(Settings):
    """Settings: one-ply agents, tables, weights in per cent, rounds of each weight; positions by turns, and re-deals."""

    agents: tuple[str, ...] = texts(("expert",))
    players: tuple[int, ...] = integers((2, 4), 2, 8, 7)
    weights: tuple[int, ...] = integers((0, 20, 60, 100), 0, 1000, 20)
    n_rounds: int = integer(2_500, 16, 10**8)
    n_positions: int = integer(200, 2, 10**6)
    n_deals: int = integer(8, 2, 10**6)
    most_turn: int = integer(12, TURNS, 60)


QUICK = DenialSettings()
FULL = DenialSettings(
    players=(2, 3, 4, 6, 8), weights=(0, 25, 50, 100, 200), n_rounds=12_000, n_positions=600, n_deals=16
)


def run(
    settings: DenialSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per agent, number of players, part, and weight or cards and what is compared."""
    stages = Stages((len(settings.weights) + 5) * len(settings.agents) * len(settings.players), on_progress)
    with Rows() as rows:
        for agent in settings.agents:
            for players in settings.players:
                table = ForkTable(agent, players, seed, workers, stages)
                for part in (_weights, _feed):
                    for row in part(table, settings):
                        rows.add({"agent": agent, "players": players, **row})
    return rows.frame()


def _weights(table: ForkTable, settings: DenialSettings) -> list[dict[str, Any]]:
    """Return how far ahead each weight is, and the best of them on other deals."""
    contests = [_contest(table, settings, weight, 0) for weight in settings.weights]
    bands = simultaneous_bands(np.stack([contest.ahead for contest in contests], axis=1), seed=table.seed)
    rows = []
    for number, (weight, contest) in enumerate(zip(settings.weights, contests, strict=True)):
        ends = (bands.mean, bands.standard_error, bands.low, bands.high)
        rows.append(_weight_row("weight", table, weight, contest, Estimate(*(float(end[number]) for end in ends))))
    best = settings.weights[int(np.argmax(bands.mean))]
    again = _contest(table, settings, best, 1)
    return [*rows, _weight_row("best", table, best, again, estimate_deals(again.ahead))]


def _contest(table: ForkTable, settings: DenialSettings, weight: int, fresh: int) -> Contested:
    return play_alone_among(
        variant_of(table.agent, denial=weight / 100),
        table.agent,
        players=table.players,
        n_rounds=settings.n_rounds,
        seed=(table.seed + fresh) % 2**64,
        workers=table.workers,
        on_progress=table.stages.begin(f"{table.agent}, {table.players} players: weight {weight} %"),
    )


def _weight_row(part: str, table: ForkTable, weight: int, contest: Contested, ahead: Estimate) -> dict[str, Any]:
    row: dict[str, Any] = {"part": part, "weight": weight / 100, "others": weights_of(table.agent).denial}
    row |= {"cards": "", "against": "", "n": contest.ahead.size, "n_deals": 1}
    return row | columns_of("ahead", ahead) | {"abandoned": contest.abandoned}


def _feed(table: ForkTable, settings: DenialSettings) -> list[dict[str, Any]]:
    """Return by how much the other ways are ahead of feeding."""
    where: dict[str, Any] = {"phase": PLACE, "last_turns": 0, "reshuffles": 0, "drawn": (LOWEST_CARD, HIGHEST_CARD)}
    where |= {"own_hidden": (2, N_SLOTS), "turn": (1, settings.most_turn)}
    positions = table.collect(where, {"turn": TURNS}, settings.n_positions, settings.n_rounds)
    positions, cards, others = _with_cards(positions)
    slots = _slot_to_flip(positions)
    halves = _play_fed(table, with_drawn(positions, cards), slots, settings.n_deals // 2)
    other = table.play(with_drawn(positions, others), [Fork("throw", FLIP + slots)], settings.n_deals)
    feed = np.mean([half.values("ahead", "feed") for half in halves], axis=0)
    gains = {"another card": other.values("ahead", "throw") - feed, "keep": _gain_of_keeping(halves)}
    gains["agent"] = np.mean([half.values("ahead", "agent", "feed") for half in halves], axis=0)
    abandoned = halves[0].values("abandoned", "feed")
    rows = []
    for name, chosen in ({ALL: np.ones(len(positions), np.bool_)} | group_cards(cards)).items():
        if np.count_nonzero(chosen) < FEWEST:
            continue
        for against in AGAINST:
            row: dict[str, Any] = {"part": "feed", "weight": np.nan, "others": weights_of(table.agent).denial}
            row |= {"cards": name, "against": against, "n": int(np.count_nonzero(chosen)), "n_deals": settings.n_deals}
            row |= columns_of("ahead", other.mean_of(gains[against], chosen))
            rows.append(row | {"abandoned": float(abandoned[chosen].mean())})
    return rows


def _with_cards(positions: Positions) -> tuple[Positions, NDArray[np.int64], NDArray[np.int64]]:
    """Return positions in which the next player's column can be fed, the card, and a neighbour that completes nothing."""
    grids = grids_of(positions, following_seats(positions))
    cards = card_at(grids, third_of_shown_pair(grids), 1)
    is_higher = (positions.units % 2 == 0) & (cards < HIGHEST_CARD) | (cards == LOWEST_CARD)
    others = np.where(is_higher, cards + 1, cards - 1)
    completing = completing_cards(grids)
    is_usable = (cards >= LOWEST_CARD) & ~(completing == others[:, None]).any(axis=1)
    is_usable &= can_have(positions, cards) & can_have(positions, others)
    return positions.select(is_usable), cards[is_usable], others[is_usable]


def _slot_to_flip(positions: Positions) -> NDArray[np.int64]:
    """Return the first slot of a new column, or else the first hidden one, int64[n]."""
    new = in_new_column(grids_of(positions))
    return np.where(new >= 0, new, first_hidden(positions))


def _play_fed(table: ForkTable, fed: Positions, slots: NDArray[np.int64], n_deals: int) -> list[ForkResult]:
    """Play positions on with the card that feeds, twice, on different re-deals."""
    highest = highest_face_up(fed)
    forks = [
        Fork("feed", FLIP + slots),
        Fork("hidden", PUT + slots),
        Fork("highest", PUT + np.where(highest >= 0, highest, slots)),
        Fork("agent"),
    ]
    return [table.play(fed, forks, n_deals, (table.seed + half) % 2**64) for half in (0, 1)]


def _gain_of_keeping(halves: list[ForkResult]) -> NDArray[np.float64]:
    """Return what keeping the card gains over feeding, where one half of the re-deals chooses and the other measures."""
    ways = ("hidden", "highest")
    gains = np.stack([[half.values("ahead", way, "feed") for way in ways] for half in halves])
    chosen = gains.argmax(axis=1)
    measured = [np.take_along_axis(gains[1 - half], chosen[half][None], axis=0)[0] for half in (0, 1)]
    mean: NDArray[np.float64] = np.mean(measured, axis=0)
    return mean


def answer(frame: "pd.DataFrame") -> str:
    """Return what weights and feeding are worth, for each agent."""
    sentences = [_sentences(agent, rows) for agent, rows in frame.groupby("agent", sort=False)]
    note = (
        "This holds for these agents; feeding is measured early enough that the discarding player has two hidden cards."
    )
    return "\n".join([*sentences, note])


def _sentences(agent: str, rows: "pd.DataFrame") -> str:
    """Return the findings at the smallest and the largest table, and at one of four."""
    tables_told = {rows["players"].min(), 4, rows["players"].max()}
    rows = rows[rows["players"].isin(tables_told)]
    weights, best = rows[rows["part"] == "weight"], rows[rows["part"] == "best"]
    careless = _by_players(weights[weights["weight"] == 0])
    ignoring = (
        f"who does not care what the next player gets is ahead by {careless} points per round. " if careless else ""
    )
    again = ", ".join(
        f"{row.weight:g} with {row.players} players ({points(row, 'ahead', '+.2f')})" for row in best.itertuples()
    )
    kept_high = _listed(rows, "keep", HIGH)
    return (
        f"{agent}: the others weigh what they give the next player by {rows['others'].iloc[0]:.2f}; {ignoring}"
        f"The best of the weights, and the points per round by which it is ahead on fresh deals, is {again}. "
        f"To discard the card that completes the next player's column costs, against another card a point away, "
        f"{_listed(rows, 'another card', ALL)} points. "
        f"Keeping the card is better than feeding by {_listed(rows, 'keep', ALL)}"
        + (f"; a card of {HIGH} by {kept_high}." if kept_high else ".")
    )


def _listed(rows: "pd.DataFrame", against: str, cards: str) -> str:
    """Return by how much a way is ahead of feeding, at each table."""
    chosen = rows[(rows["part"] == "feed") & (rows["cards"] == cards) & (rows["against"] == against)]
    return _by_players(chosen)


def _by_players(rows: "pd.DataFrame") -> str:
    return ", ".join(f"{points(row, 'ahead', '+.2f')} with {row.players} players" for row in rows.itertuples())


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the parts, each with the columns that it has."""
    shown = ["n", "ahead", "ahead_low", "ahead_high", "abandoned"]
    common = ["agent", "players"]
    feed = frame[frame["part"] == "feed"].assign(against=lambda rows: rows["against"].map(AGAINST))
    return {
        "Weight of what a discard gives the next player (points per round ahead of the others)": frame.loc[
            frame["part"] == "weight", [*common, "others", "weight", *shown]
        ].rename(columns={"others": "others_weight"}),
        "The best of the weights, on fresh deals": frame.loc[frame["part"] == "best", [*common, "weight", *shown]],
        "Points by which other ways are ahead of feeding": feed[[*common, "cards", "against", *shown]],
    }


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw points ahead by weight and table, and the price of feeding by card, for the first agent."""
    rows = frame[frame["agent"] == frame["agent"].iloc[0]]
    weights, feed = rows[rows["part"] == "weight"], rows[(rows["part"] == "feed") & (rows["cards"] != ALL)]
    players = int(rows["players"].iloc[0])
    notes = f"{rows['agent'].iloc[0]}; left: the intervals of a table hold together; right: {players} players"
    labels = ["ahead of the others (points per round)", "better than feeding by (points ahead)"]
    title = "Minding what the next player gets"
    figure, (left, right) = new_figure(title, caption_of(rows, UNIT, notes), "weight of the next player's gain", labels)
    groups = list(weights.groupby("players", sort=False))
    for number, (seats, group) in enumerate(groups):
        places = group["weight"] + 0.012 * (number - (len(groups) - 1) / 2)
        draw_estimates(left, places, group, "ahead", f"{seats} players", number)
    left.plot(rows["others"].iloc[:1], [0], "kD", markersize=7, label="the others")
    feed = feed[feed["players"] == players]
    cards = [name for name in CARD_GROUPS if name in set(feed["cards"])]
    for number, (against, label) in enumerate(AGAINST.items()):
        group = feed[feed["against"] == against]
        places = np.array([cards.index(name) for name in group["cards"]]) + 0.08 * (number - 1)
        draw_estimates(right, places, group, "ahead", label, number)
    right.set_xlabel("card that completes the next player's column")
    right.set_xticks(range(len(cards)), cards)
    for axes in (left, right):
        axes.axhline(0, color="0.4", linewidth=1)
        axes.legend(frameon=False, fontsize=9)
    return figure
