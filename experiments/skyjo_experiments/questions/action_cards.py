"""What each action card is worth.

Question: What is each action card of Skyjo Action worth to who has it, and what does each kind change in the game?

Design: In the hand: every deal is played as it is, and then, for each kind and each seat in turn, with a copy of this kind in
front of the seat when the round begins. The copy is one of those in the action pile, by lot, so that there are 27 action
cards as ever; all else, the order of the other action cards included, stays as it was, and a deal without a copy in the pile
is left out for this kind. One agent holds all seats. In the deck: the same deals of playing cards are played with all
action cards and without the three copies of a kind. There the agent plays alone, from every seat, among players that are
otherwise the same but never take an action card (rounds won and ended), and in all seats (points, turns, doubling). All is
paired by deal; a card is worth what this agent makes of it, and a card that is held at the end costs it points.

How to read it: By how many points the card in the hand makes its holder's round cheaper, left, and by how many percentage
points it wins more rounds, right. An interval that holds 0 means that no difference was found.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, text
from skyjo_experiments.figures import caption_of, new_figure
from skyjo_experiments.questions._action_agents import action_agent
from skyjo_experiments.questions._action_figures import draw_by_name, ends_of
from skyjo_experiments.questions._action_kernels.measuring import ABANDONED, DOUBLED, ENDED, PLAYED, SCORE, WON
from skyjo_experiments.questions._action_rounds import Arm, OnDeals, Values, play_changes
from skyjo_experiments.questions._action_variants import compare_rules, sure_changes, with_holm
from skyjo_experiments.questions._columns import columns_of, points, share
from skyjo_experiments.statistics.deals import estimate_deals
from skyjo_sim import ActionRules
from skyjo_sim.kernels.action.cards import KIND_NAMES, N_EFFECTS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "deals"
HAND = "hand"
DECK = "deck"
ALL_KINDS = "all kinds"
KINDS = KIND_NAMES[:N_EFFECTS]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSettings(Settings):
    """Settings: who plays, at which tables, deals with a card in the hand, deals with a kind left out of the deck."""

    agent: str = text("action_cutoff")
    players: tuple[int, ...] = integers((2,), 2, 8, 7)
    n_deals: int = integer(24, 2, 10**7)
    n_deck_deals: int = integer(12, 2, 10**7)


QUICK = CardSettings()
FULL = CardSettings(players=(2, 4), n_deals=1_000, n_deck_deals=600)


def run(
    settings: CardSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per part (card in the hand, kind left out of the deck), table size and kind."""
    stages = Stages(2 * len(settings.players), on_progress)
    with Rows() as rows:
        for players in settings.players:
            update = stages.begin(f"{players} players, cards in the hand")
            for row in _in_hand(settings, players, seed, workers, update):
                rows.add(row)
            update = stages.begin(f"{players} players, kinds left out")
            for row in compare_rules(
                settings.agent,
                decks(players),
                n_deals=settings.n_deck_deals,
                seed=seed,
                workers=workers,
                on_progress=update,
            ):
                rows.add({"part": DECK, "kind": row.pop("rules")} | row)
    frame = rows.frame()
    return with_holm(frame) if len(frame) and "won_p" in frame.columns else frame


def decks(players: int) -> dict[str, ActionRules]:
    """Return the rules with all kinds of action cards, and by kind those without it."""
    without = {kind: ActionRules(players=players, excluded_actions=(kind,)) for kind in KINDS}
    return {ALL_KINDS: ActionRules(players=players)} | without


def _in_hand(
    settings: CardSettings, players: int, seed: int, workers: int | None, update: OnDeals
) -> list[dict[str, Any]]:
    """Return what a copy of each kind is worth in the hand."""
    arms = [Arm(), *(Arm.given(kind, seat) for kind in range(N_EFFECTS) for seat in range(players))]
    rules = ActionRules(players=players)
    values = play_changes(
        action_agent(settings.agent), rules, [arms], settings.n_deals, seed=seed, workers=workers, on_progress=update
    )
    without = values[:, 0]
    rows = []
    for kind, name in enumerate(KINDS):
        first = 1 + kind * players
        having = values[:, first : first + players].mean(axis=1)
        is_there = ~np.isnan(having[:, 0])
        row: dict[str, Any] = {"part": HAND, "kind": name, "players": players, "n": int(is_there.sum())}
        if row["n"] > 1:
            rows.append(row | _worth(having[is_there], without[is_there]))
    return rows


def _worth(having: Values, without: Values) -> dict[str, Any]:
    """Return what the holder gains, from measures by deal with and without the card, float64[n, measures]."""
    row = columns_of("gain", estimate_deals(without[:, SCORE] - having[:, SCORE]))
    row |= columns_of("gain_won", estimate_deals(having[:, WON] - without[:, WON]))
    row |= columns_of("gain_ended", estimate_deals(having[:, ENDED] - without[:, ENDED]))
    row |= columns_of("gain_doubled", estimate_deals(having[:, DOUBLED] - without[:, DOUBLED]))
    row |= columns_of("played", estimate_deals(having[:, PLAYED]))
    return row | {"abandoned": float((having[:, ABANDONED].mean() + without[:, ABANDONED].mean()) / 2)}


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the worth in the hand and what changes without the kind, per table size."""
    found = {}
    for players, rows in frame.groupby("players", sort=False):
        words = "gain: points saved; gain won, ended, doubled: of all rounds; played: copies of the kind in the round"
        names = ["kind", *ends_of("gain", "gain_won", "gain_ended", "gain_doubled", "played"), "n", "abandoned"]
        found[f"{players} players, in the hand ({words})"] = rows[rows["part"] == HAND].reindex(columns=names)
        deck = rows[rows["part"] == DECK]
        words = "won, ended: rounds of who takes action cards, alone; score, turns, doubled: where all take them"
        names = ["kind", *ends_of("won", "ended", "score", "turns", "doubled"), "n", "abandoned"]
        found[f"{players} players, left out of the deck ({words})"] = deck.reindex(columns=names)
        names = ["kind", *ends_of("more_won", "more_ended", "more_score", "more_turns", "more_doubled")]
        others = deck[deck["kind"] != ALL_KINDS].reindex(columns=[*names, "won_p", "score_p"])
        found[f"{players} players, left out of the deck, differences (p by Holm)"] = others
    return {title: rows for title, rows in found.items() if len(rows)}


def answer(frame: "pd.DataFrame") -> str:
    """Return what the best and the worst cards are worth, and what certainly changes without a kind, per table size."""
    found = []
    for players, rows in frame.groupby("players", sort=False):
        hand, deck = rows[rows["part"] == HAND], rows[rows["part"] == DECK]
        sentences = [words(part) for words, part in ((_of_hand, hand), (_of_deck, deck)) if len(part)]
        found.append(f"{players} players: {' '.join(sentences)}")
    return "\n".join(found)


def _of_hand(rows: "pd.DataFrame") -> str:
    ranked = list(rows.sort_values("gain", ascending=False).itertuples())
    every = ", ".join(f"{row.kind} {points(row, 'gain', '+.1f')}" for row in ranked)
    best = ranked[0]
    return (
        f"one more action card in the hand at the beginning of the round saves its holder, in points: {every}. With "
        f"{best.kind} it wins {100 * best.gain_won:+.1f} percentage points "
        f"[{100 * best.gain_won_low:+.1f}, {100 * best.gain_won_high:+.1f}] more rounds."
    )


def _of_deck(rows: "pd.DataFrame") -> str:
    base = next(rows[rows["kind"] == ALL_KINDS].itertuples())
    others = list(rows[rows["kind"] != ALL_KINDS].itertuples())
    sure = "; ".join(f"without {row.kind}: {words}" for row in others if (words := sure_changes(row)))
    return (
        "With all kinds in the deck, who takes action cards, alone among players that never do, wins "
        f"{share(base, 'won')} of rounds. What certainly changes when a kind is left out: {sure or 'nothing that was found'}."
    )


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw what cards in the hand are worth, by kind."""
    rows = frame[frame["part"] == HAND]
    caption = caption_of(rows, UNIT, "one more copy in the hand at the beginning, against the same deal without")
    figure, panels = new_figure(
        "What an action card in the hand is worth", caption, "points saved (points per round)", ["", ""], height=5.6
    )
    panels[1].set_xlabel("more rounds won (percentage points)")
    groups = {f"{players} players": group for players, group in rows.groupby("players", sort=False)}
    draw_by_name(panels, {"gain": 1, "gain_won": 100}, groups, "kind", KINDS)
    return figure
