"""What each action card is worth.

Question: What is each action card of Skyjo Action worth to who has it, and what does each kind change in the game?

Design: In the hand: every deal is played as it is, and then, for each kind and each seat in turn, with a copy of this kind in
front of the seat when the round begins. The copy is one of those in the action pile, by lot, so that there are 27 action
cards as ever; all else, the order of the other action cards included, stays as it was, and a deal without a copy in the pile
is left out for this kind. One agent holds all seats. The kind that saves most is measured again on as many fresh deals, so
that the best of nine does not flatter itself. In the deck: the same deals of playing cards are played with all action cards
and without the three copies of a kind. There the agent plays alone, from every seat, among players that are otherwise the
same but never take an action card (rounds won and ended), and in all seats (points, turns, doubling). All is paired by deal;
a card is worth what this agent makes of it, and a card that is held at the end costs it points. The p of what changes without
a kind are adjusted for all kinds, tables and measures together (Holm).

How to read it: By how many points the card in the hand makes its holder's round cheaper, left, and by how many percentage
points it wins more rounds, right. Intervals are those of single differences at 95 %; what changes without a kind is called
found where its adjusted p is below 0.05.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, text
from skyjo_experiments.figures import caption_of, new_figure
from skyjo_experiments.questions._action_agents import action_agent
from skyjo_experiments.questions._action_figures import draw_by_name, ends_of
from skyjo_experiments.questions._action_kernels.measuring import ABANDONED, DOUBLED, ENDED, PLAYED, SCORE, WON
from skyjo_experiments.questions._action_rounds import Arm, OnDeals, Values, play_changes
from skyjo_experiments.questions._action_variants import P_NAMES, compare_rules, found_changes
from skyjo_experiments.questions._columns import columns_of, points, share
from skyjo_experiments.questions._holm import FOUND, with_holm
from skyjo_experiments.statistics.deals import estimate_deals
from skyjo_sim import ActionRules
from skyjo_sim.kernels.action.cards import KIND_NAMES, N_EFFECTS

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "deals"
HAND = "hand"
BEST = "best, fresh deals"
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
FULL = CardSettings(players=(2, 4), n_deals=4_000, n_deck_deals=2_400)


def run(
    settings: CardSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per part (card in the hand, the best of them again, kind left out of the deck), table size and kind."""
    stages = Stages(3 * len(settings.players), on_progress)
    with Rows() as rows:
        for players in settings.players:
            update = stages.begin(f"{players} players, cards in the hand")
            found = _in_hand(settings, players, range(N_EFFECTS), seed, workers, update)
            for row in found:
                rows.add({"part": HAND} | row)
            update = stages.begin(f"{players} players, the best card on fresh deals")
            best = [KINDS.index(row["kind"]) for row in sorted(found, key=lambda row: -row["gain"])[:1]]
            for row in _in_hand(settings, players, best, (seed + 1) % 2**64, workers, update):
                rows.add({"part": BEST} | row)
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
    return with_holm(rows.frame(), P_NAMES)


def decks(players: int) -> dict[str, ActionRules]:
    """Return the rules with all kinds of action cards, and by kind those without it."""
    without = {kind: ActionRules(players=players, excluded_actions=(kind,)) for kind in KINDS}
    return {ALL_KINDS: ActionRules(players=players)} | without


def _in_hand(
    settings: CardSettings, players: int, kinds: Sequence[int], seed: int, workers: int | None, update: OnDeals
) -> list[dict[str, Any]]:
    """Return what a copy of each of some kinds is worth in the hand."""
    arms = [Arm(), *(Arm.given(kind, seat) for kind in kinds for seat in range(players))]
    rules = ActionRules(players=players)
    values = play_changes(
        action_agent(settings.agent), rules, [arms], settings.n_deals, seed=seed, workers=workers, on_progress=update
    )
    without = values[:, 0]
    rows = []
    for number, kind in enumerate(kinds):
        first = 1 + number * players
        having = values[:, first : first + players].mean(axis=1)
        is_there = ~np.isnan(having[:, 0])
        row: dict[str, Any] = {"kind": KINDS[kind], "players": players, "n": int(is_there.sum())}
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
        hand, best = (rows[rows["part"] == part].reindex(columns=names) for part in (HAND, BEST))
        found[f"{players} players, in the hand ({words})"] = hand
        found[f"{players} players, the best of these again, on fresh deals"] = best
        deck = rows[rows["part"] == DECK]
        words = "won, ended: rounds of who takes action cards, alone; score, turns, doubled: where all take them"
        names = ["kind", *ends_of("won", "ended", "score", "turns", "doubled"), "n", "abandoned"]
        found[f"{players} players, left out of the deck ({words})"] = deck.reindex(columns=names)
        names = ["kind", *ends_of("more_won", "more_ended", "more_score", "more_turns", "more_doubled")]
        others = deck[deck["kind"] != ALL_KINDS].reindex(columns=[*names, *P_NAMES])
        found[f"{players} players, left out of the deck, differences (p by Holm)"] = others
    return {title: rows for title, rows in found.items() if len(rows)}


def answer(frame: "pd.DataFrame") -> str:
    """Return what cards in the hand are worth, and which changes without a kind are found, per table size."""
    found = []
    for players, rows in frame.groupby("players", sort=False):
        parts = {HAND: _of_hand, BEST: _of_best, DECK: _of_deck}
        sentences = [words(rows[rows["part"] == part]) for part, words in parts.items() if part in set(rows["part"])]
        found.append(f"{players} players: {' '.join(sentences)}")
    return "\n".join(found)


def _of_hand(rows: "pd.DataFrame") -> str:
    every = ", ".join(
        f"{row.kind} {points(row, 'gain', '+.1f')}" for row in rows.sort_values("gain", ascending=False).itertuples()
    )
    return f"one more action card in the hand at the beginning of the round saves its holder, in points: {every}."


def _of_best(rows: "pd.DataFrame") -> str:
    best = next(rows.itertuples())
    return (
        f"The first of these was chosen for being best; on fresh deals {best.kind} saves {points(best, 'gain', '+.1f')} "
        f"points, and its holder wins {100 * best.gain_won:+.1f} percentage points "
        f"[{100 * best.gain_won_low:+.1f}, {100 * best.gain_won_high:+.1f}] more rounds."
    )


def _of_deck(rows: "pd.DataFrame") -> str:
    base = next(rows[rows["kind"] == ALL_KINDS].itertuples())
    others = list(rows[rows["kind"] != ALL_KINDS].itertuples())
    changes = "; ".join(f"without {row.kind}: {words}" for row in others if (words := found_changes(row)))
    return (
        "With all kinds in the deck, who takes action cards, alone among players that never do, wins "
        f"{share(base, 'won')} of rounds. Changes when a kind is left out, {FOUND}: {changes or 'none'}."
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
