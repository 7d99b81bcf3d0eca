"""Which discards to take.

Question: Which cards should be taken from the discard pile, by the turn and the own hidden cards, and how much is lost by a
rule that a person can remember?

Design: One agent plays in all seats, and beginnings of turns are kept while nobody has ended the round and at least two own
cards are hidden. Two ways are forced on the same re-deals of all that the seat does not know: to take the discard and put it
where the agent thinks best, or to draw; the agent goes on. The gain is in points ahead of the mean of the others at the end
of the round. Part "surface": positions of every discard, by own hidden cards and turn, with the break-even card, where a
curve through the gains of the cards nearby crosses zero. Part "rule": positions as they come in play, one of each round.
Rules of one to three questions are found among all such rules on one half of the rounds and measured on the other, and the
other way round; the rule that is shown is the best on all. They are compared with the agent's own choice. Whether that can
be beaten is shown by a player who does what one half of the re-deals say where they are sure, by three standard errors, and
else what the agent does; it is measured on the other half of the re-deals. The unit of an interval is the round.

How to read it: Left, the gain of taking over drawing by the discard: above 0 it is better to take. A line is for own hidden
cards, all turns together. Right, what each rule loses per decision against the agent's own choice: below 0 it is better. In
the rules, points saved are the highest own face-up card less the discard; a match is a discard that completes a column or
makes a pair beside a hidden card.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, texts
from skyjo_experiments.figures import caption_of, draw_estimates, new_figure
from skyjo_experiments.forks import Fork, ForkResult, Positions
from skyjo_experiments.questions._columns import columns_of, points
from skyjo_experiments.questions._forking import ForkTable, bin_name, bins_of
from skyjo_experiments.questions._slots import grids_of
from skyjo_experiments.questions._trees import find_tree
from skyjo_experiments.questions._variants import answers_of, best_takes, weights_of
from skyjo_experiments.statistics.break_even import CARD_WINDOW, break_even
from skyjo_sim.kernels.actions import DRAW, SOURCE
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, LOWEST_CARD
from skyjo_sim.simulation.measures import NOTHING

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "positions"
HIDDEN_BIN, TURN_BIN = 3, 4
LEAST_HIDDEN, MOST_HIDDEN = 2, 10
ALL = "all"
CARD, SAVED, MATCH, HIDDEN_CARDS, TURN = "card", "points saved", "match", "own hidden cards", "turn"
"""What rules may ask about. A match is 2 if the discard completes a column, 1 if it makes a pair, else 0."""
NEVER, AGENT, CARD_ALONE = "always draw", "the agent itself", "the card alone"
CORRECTED = "the agent, corrected"
FEWEST = 10
"""Positions of a row at least."""
SURE = 3.0
"""Standard errors by which re-deals must speak against the agent's own choice."""
LEAST_SHARE = 0.03
"""Share of the positions on each side of a rule's question at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardSettings(Settings):
    """Settings: one-ply agents, tables, the last turn, positions of each kind and in play, and re-deals."""

    agents: tuple[str, ...] = texts(("expert",))
    players: tuple[int, ...] = integers((2,), 2, 8, 7)
    most_turn: int = integer(12, TURN_BIN, 60)
    n_positions: int = integer(30, 2, 10**6)
    n_in_play: int = integer(3_000, 8, 10**6)
    n_deals: int = integer(8, 4, 10**6)
    n_rounds: int = integer(4_000, 1, 10**8)


QUICK = DiscardSettings()
FULL = DiscardSettings(players=(2, 4), n_positions=120, n_in_play=16_000, n_deals=16, n_rounds=20_000)


def run(
    settings: DiscardSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per agent, number of players, part, own hidden cards, turns, and discard or rule."""
    for agent in settings.agents:
        weights_of(agent)
    stages = Stages(5 * len(settings.agents) * len(settings.players), on_progress)
    with Rows() as rows:
        for agent in settings.agents:
            for players in settings.players:
                table = ForkTable(agent, players, seed, workers, stages)
                for part in (_surface, _rules):
                    for row in part(table, settings):
                        rows.add({"agent": agent, "players": players, **row})
    return rows.frame()


def _collect(table: ForkTable, settings: DiscardSettings, by: dict[str, int], limit: int) -> Positions:
    where: dict[str, Any] = {"phase": SOURCE, "last_turns": 0, "reshuffles": 0, "discard": (LOWEST_CARD, 12)}
    where |= {"own_hidden": (LEAST_HIDDEN, MOST_HIDDEN), "turn": (1, settings.most_turn)}
    return table.collect(where, by, limit, settings.n_rounds)


def _forks(positions: Positions) -> list[Fork]:
    return [Fork("draw", DRAW), Fork("take", best_takes(positions))]


def _surface(table: ForkTable, settings: DiscardSettings) -> list[dict[str, Any]]:
    """Return the gain of taking by discard, own hidden cards and turns, and the break-even cards that are found."""
    by = {"discard": 1, "own_hidden": HIDDEN_BIN, "turn": TURN_BIN}
    positions = _collect(table, settings, by, settings.n_positions)
    result = table.play(positions, _forks(positions), settings.n_deals)
    gains, discards = result.values("ahead", "take", "draw"), positions.feature("discard")
    rows = []
    for (hidden, turns), chosen in _groups(positions).items():
        for card in np.unique(discards[chosen]).tolist():
            these = chosen & (discards == card)
            if np.count_nonzero(these) >= FEWEST:
                row = _row("surface", hidden, turns, str(card), result, "take", these)
                rows.append(row | columns_of("gain", result.estimate("ahead", "take", "draw", these)))
        found = break_even(
            discards[chosen],
            gains[chosen],
            positions.units[chosen],
            is_rising=False,
            window=CARD_WINDOW,
            seed=table.seed,
        )
        if not np.isnan(found.low):
            row = _row("break-even", hidden, turns, "", result, "take", chosen)
            rows.append(row | columns_of("gain", NOTHING) | columns_of("card", found))
    return rows


def _groups(positions: Positions) -> dict[tuple[str, str], NDArray[np.bool_]]:
    """Return the positions, bool[n], by own hidden cards and turns, each also for all of the other."""
    hidden = bins_of(positions.feature("own_hidden"), LEAST_HIDDEN, HIDDEN_BIN, MOST_HIDDEN)
    turns = bins_of(positions.feature("turn"), 1, TURN_BIN, 99)
    groups = {}
    for low in np.unique(hidden).tolist():
        for turn in [*np.unique(turns).tolist(), 0]:
            name = bin_name(low, HIDDEN_BIN), bin_name(turn, TURN_BIN) if turn else ALL
            groups[name] = (hidden == low) & ((turns == turn) | (turn == 0))
    return {name: chosen for name, chosen in groups.items() if np.count_nonzero(chosen) >= FEWEST}


def _row(
    part: str, hidden: str, turns: str, what: str, result: ForkResult, fork: str, chosen: NDArray[np.bool_]
) -> dict[str, Any]:
    """Return a row without the gain, the card and the loss."""
    row: dict[str, Any] = {"part": part, "hidden": hidden, "turns": turns, "what": what}
    row |= {"n": int(np.count_nonzero(chosen)), "n_deals": result.n_deals, "rule": "", "taken": np.nan}
    row |= columns_of("card", NOTHING) | columns_of("loss", NOTHING)
    return row | {"abandoned": float(result.values("abandoned", fork)[chosen].mean())}


def _rules(table: ForkTable, settings: DiscardSettings) -> list[dict[str, Any]]:
    """Return what rules gain per decision over drawing, and lose against the agent's own choice."""
    positions = _collect(table, settings, {}, settings.n_in_play)
    forks, n_deals = _forks(positions), settings.n_deals // 2
    halves = [table.play(positions, forks, n_deals, (table.seed + half) % 2**64) for half in (0, 1)]
    gains = np.stack([half.values("ahead", "take", "draw") for half in halves])
    own, gain = answers_of(positions) != DRAW, gains.mean(axis=0)
    rows = []

    def add(name: str, text: str, is_taken: NDArray[np.bool_], gained: NDArray[np.float64]) -> None:
        row = _row("rule", ALL, ALL, name, halves[0], "take", np.ones(len(positions), np.bool_))
        row |= {"rule": text, "taken": float(is_taken.mean()), "n_deals": 2 * n_deals}
        loss = halves[0].mean_of(own * gain - gained)
        rows.append(row | columns_of("gain", halves[0].mean_of(gained)) | columns_of("loss", loss))

    for name, (text, is_taken) in _decisions(positions, gain, own).items():
        add(name, text, is_taken, is_taken * gain)
    sure = np.stack([_corrected(own, gains[half], halves[half].errors("ahead", "take")) for half in (0, 1)])
    add(CORRECTED, "", sure[0], (sure * gains[::-1]).mean(axis=0))
    return rows


def _corrected(own: NDArray[np.bool_], gain: NDArray[np.float64], error: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return the agent's own choices, the other where re-deals are sure that it is better."""
    return np.where(np.abs(gain) > SURE * error, gain > 0, own)


def _decisions(
    positions: Positions, gain: NDArray[np.float64], own: NDArray[np.bool_]
) -> dict[str, tuple[str, NDArray[np.bool_]]]:
    """Return, by name of a rule, its text and what it decides, bool[n], when found on the other half of the rounds."""
    features = _features(positions)
    card = {CARD: features[CARD]}
    found = {NEVER: ("draw", np.zeros(len(positions), np.bool_)), AGENT: ("", own)}
    for name, asked, depth in ((CARD_ALONE, card, 1), *((f"{n} questions", features, n) for n in (1, 2, 3))):
        is_taken = np.zeros(len(positions), np.bool_)
        for half in (0, 1):
            is_fit = positions.units % 2 == half
            least = max(1, int(LEAST_SHARE * np.count_nonzero(is_fit)))
            tree = find_tree({key: values[is_fit] for key, values in asked.items()}, gain[is_fit], depth, least)
            is_taken |= ~is_fit & tree.decide(asked)
        whole = find_tree(asked, gain, depth, max(1, int(LEAST_SHARE * len(positions))))
        found[name.replace("1 questions", "1 question")] = whole.text("take", "draw", _words), is_taken
    return found


def _words(feature: str, most: int) -> str:
    """Return a question of a rule in words."""
    if feature == MATCH:
        return ("there is no match", "no column is completed")[most]
    forms = {
        SAVED: "at most {} points are saved",
        HIDDEN_CARDS: "at most {} own cards are hidden",
        TURN: "turn 1 to {}",
    }
    return forms.get(feature, "the card is at most {}").format(most)


def _features(positions: Positions) -> dict[str, NDArray[np.int64]]:
    """Return what the rules may ask about."""
    discards, grids = positions.feature("discard"), grids_of(positions)
    is_same = grids == discards[:, None, None]
    n_same, can_pair = is_same.sum(axis=2), (grids == HIDDEN).any(axis=2) & (grids != CLEARED).all(axis=2)
    match = np.where((n_same == 2).any(axis=1), 2, ((n_same == 1) & can_pair).any(axis=1).astype(np.int64))
    return {
        CARD: discards,
        SAVED: positions.feature("highest") - discards,
        MATCH: match.astype(np.int64),
        HIDDEN_CARDS: positions.feature("own_hidden"),
        TURN: positions.feature("turn"),
    }


def answer(frame: "pd.DataFrame") -> str:
    """Return the break-even cards and the rules, for each agent and table."""
    groups = frame.groupby(["agent", "players"], sort=False)
    note = "This holds for these agents going on; the card that is taken is put where they think best."
    return "\n".join([*(f"{agent}, {n} players: {_sentences(rows)}" for (agent, n), rows in groups), note])


def _sentences(rows: "pd.DataFrame") -> str:
    cards = rows[(rows["part"] == "break-even") & (rows["turns"] == ALL)].iloc[::-1]
    found = ", ".join(f"{points(row, 'card', '.1f')} with {row.hidden} own cards hidden" for row in cards.itertuples())
    rules = rows[rows["part"] == "rule"].set_index("what")
    if rules.empty:
        return "too little was played for a rule."
    named = {name: rules.loc[name] for name in (NEVER, AGENT, CARD_ALONE, "3 questions", CORRECTED)}
    loss = {name: points(row, "loss", "+.2f") for name, row in named.items()}
    return (
        f"the break-even discard, below which taking is better than drawing, is "
        f"{found or 'not to be found with so few positions'}. The agent takes {named[AGENT]['taken']:.0%} of the discards. "
        f"Against its choices always drawing loses {loss[NEVER]} points per decision, "
        f"the rule “{named[CARD_ALONE]['rule']}” {loss[CARD_ALONE]}, and the best rule of at most three questions "
        f"{loss['3 questions']}: {named['3 questions']['rule']}. "
        f"{_correction(named[CORRECTED])}"
    )


def _correction(row: Any) -> str:
    """Return whether the agent's own choices can be beaten."""
    if row["loss_high"] < 0:
        return f"The agent's own choices can be beaten: corrected by re-deals it loses {points(row, 'loss', '+.3f')}."
    return f"Re-deals found no better choices than the agent's own: corrected by them it loses {points(row, 'loss', '+.3f')}."


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the parts, each with the columns that it has."""
    common = ["agent", "players"]
    rule = [
        *common,
        "what",
        "n",
        "taken",
        "gain",
        "gain_low",
        "gain_high",
        "loss",
        "loss_low",
        "loss_high",
        "abandoned",
    ]
    card = [*common, "hidden", "turns", "n", "card", "card_low", "card_high", "abandoned"]
    surface = [*common, "hidden", "turns", "what", "n", "gain", "gain_low", "gain_high", "abandoned"]
    is_rule, is_pooled = frame["part"] == "rule", (frame["part"] == "surface") & (frame["turns"] == ALL)
    renamed = {"what": "decides", "taken": "taken_share"}
    return {
        "Rules (points ahead per decision: gain over always drawing, loss against the agent)": frame.loc[
            is_rule, rule
        ].rename(columns=renamed),
        "The rules, found on all positions": frame.loc[
            is_rule & (frame["rule"] != ""), [*common, "what", "rule"]
        ].rename(columns=renamed),
        "Break-even discard: lower ones are better taken": frame.loc[frame["part"] == "break-even", card],
        "Gain of taking, all turns together (points ahead)": frame.loc[is_pooled, surface].rename(
            columns={"what": "discard"}
        ),
    }


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw the gain by discard and own hidden cards, and the losses of the rules, for the first table."""
    first = frame.iloc[0]
    rows = frame[(frame["agent"] == first["agent"]) & (frame["players"] == first["players"])]
    pooled = rows[(rows["part"] == "surface") & (rows["turns"] == ALL)]
    notes = f"{first['agent']}, {first['players']} players; {first['n_deals']} re-deals each"
    labels = ["taking better than drawing by (points ahead)", "lost against the agent (points per decision)"]
    n_in_play = int(rows.loc[rows["part"] == "rule", "n"].max()) if (rows["part"] == "rule").any() else 0
    caption = caption_of(pooled, UNIT, notes, f"right: n = {n_in_play:,} decisions in play")
    figure, (left, right) = new_figure("Which discards to take", caption, "discard", labels)
    for number, (hidden, group) in enumerate(pooled.groupby("hidden", sort=False)):
        places = group["what"].astype(int).to_numpy() + 0.1 * (number - 1)
        draw_estimates(left, places, group, "gain", f"{hidden} own hidden cards", number)
    left.set_xticks(range(LOWEST_CARD, 13, 2))
    left.legend(frameon=False, fontsize=9)
    rules = rows[(rows["part"] == "rule") & ~rows["what"].isin([NEVER, AGENT])]
    for place in range(len(rules)):
        draw_estimates(right, [place], rules.iloc[[place]], "loss", "", 0)
    right.set_xticks(range(len(rules)), [name.replace(" ", "\n") for name in rules["what"]], fontsize=9)
    right.set_xlabel("who or what decides")
    for axes in (left, right):
        axes.axhline(0, color="0.4", linewidth=1)
    return figure
