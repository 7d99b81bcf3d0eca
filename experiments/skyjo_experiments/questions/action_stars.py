"""What a star is worth in Skyjo Action.

Question: What is it worth to begin a round of Skyjo Action with a star face up instead of a 0, by the place where it lies and
by the other card that is turned up, and what is the right worth that a star can give?

Design: Every deal is played twice for each seat and place: the card that the seat turns up there in the opening is a 0, or it
is a star. Both cost no points; the card is exchanged for a copy that lies in the draw pile or face down, by lot, and all else
stays as it was. The second card that the seat turns up is the same in both. Any two slots are of one of five kinds of places:
a corner, an edge or the middle of the grid of three rows and four columns, the second card in another row and column; or the
second card is in the row of the first, or in its column. Rows and columns can change places without changing the game, so
that corner, edge and middle differ by the habits of the agent alone. Two slots by lot are the mean over the kinds, each
weighted by how many of the 132 pairs of slots are of it: corner 2, edge 3, middle 1, same row 3, same column 2 elevenths. All
this is done under the official rules, where stars of the opening give no right, and where they do (star_bonus_at_setup): the
difference between the two is what the right is worth. One agent holds all seats; differences are paired by deal. All places
are played on the same deals, and the others are compared with an edge, of those without a second card beside it the most
frequent one; p is adjusted for all places, measures and tables together (Holm).

How to read it: By how many points the star makes the round of its owner cheaper than the 0 does, left, and by how many
percentage points it wins more rounds, right, without and with the right to an action card: for two slots by lot, as in an
opening without a plan, and by place. An interval that holds 0 means that the star was not found to be worth more than the 0
there. Whether places differ is not to be read from these intervals, but from the differences to an edge in the table, of
which the answer names those with an adjusted p below 0.05; their intervals are those of single differences.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, text
from skyjo_experiments.figures import caption_of, new_figure
from skyjo_experiments.questions._action_agents import action_agent
from skyjo_experiments.questions._action_figures import draw_by_name, ends_of
from skyjo_experiments.questions._action_kernels.measuring import ABANDONED, DOUBLED, ENDED, SCORE, WON
from skyjo_experiments.questions._action_places import PLACES, shares_by_lot, slots_at
from skyjo_experiments.questions._action_rounds import Arm, Values, play_changes
from skyjo_experiments.questions._columns import columns_of, points
from skyjo_experiments.questions._holm import findings, is_found, p_text, with_holm
from skyjo_experiments.statistics.deals import estimate_deals
from skyjo_experiments.statistics.many import p_value
from skyjo_sim import ActionRules
from skyjo_sim.kernels.action.cards import STAR
from skyjo_sim.simulation.measures import NOTHING

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "deals"
ZERO = 0
BY_LOT = "two slots by lot"
BASE = "edge"
"""The place that the others are compared with."""
GAINS = {
    "plain_gain": "points saved without a right",
    "right_gain": "points saved with the right",
    "plain_gain_won": "rounds won without a right",
    "right_gain_won": "rounds won with the right",
}
P_NAMES = tuple(f"{name}_p" for name in GAINS)
PERIOD = 12
"""Deals go through the slots of a kind of places; 12 is a multiple of their numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StarSettings(Settings):
    """Settings: who plays, at which tables, how many deals."""

    agent: str = text("action_cutoff")
    players: tuple[int, ...] = integers((2,), 2, 8, 7)
    n_deals: int = integer(24, 2, 10**7)


QUICK = StarSettings()
FULL = StarSettings(players=(2, 4), n_deals=3_600)


def run(
    settings: StarSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per table size and place: what the star is worth without and with its right, and more than at an edge."""
    stages = Stages(2 * len(settings.players), on_progress)
    with Rows() as rows:
        for players in settings.players:
            played = []
            for has_right, words in ((False, "without rights"), (True, "with rights")):
                values = play_changes(
                    action_agent(settings.agent),
                    ActionRules(players=players, star_bonus_at_setup=has_right),
                    arms_of(players),
                    settings.n_deals,
                    seed=seed,
                    workers=workers,
                    on_progress=stages.begin(f"{players} players, {words}"),
                )
                played.append(values.reshape(settings.n_deals, len(PLACES), 2, players, -1).mean(axis=3))
            for row in measure_places(*played):
                rows.add({"players": players} | row)
    return with_holm(rows.frame(), P_NAMES)


def arms_of(players: int) -> list[list[Arm]]:
    """Return the rounds that are played of a deal, for deals in turn: by place, card (0, then star) and seat."""
    return [
        [
            Arm.laid(card, seat, *slots_at(place, deal))
            for place in PLACES
            for card in (ZERO, STAR)
            for seat in range(players)
        ]
        for deal in range(PERIOD)
    ]


def measure_places(without: Values, with_: Values) -> list[dict[str, Any]]:
    """Return rows of two slots by lot and of all places, from measures float64[n_deals, places, 2, measures]."""
    shares = np.array(shares_by_lot())[:, None, None]
    by_lot = ((without * shares).sum(axis=1), (with_ * shares).sum(axis=1))
    rows: list[dict[str, Any]] = [{"place": BY_LOT} | measure(*by_lot) | differences({}, {})]
    gains = {place: gains_of(without[:, number], with_[:, number]) for number, place in enumerate(PLACES)}
    for number, place in enumerate(PLACES):
        compared = (gains[place], gains[BASE]) if place != BASE else ({}, {})
        rows.append({"place": place} | measure(without[:, number], with_[:, number]) | differences(*compared))
    return rows


def gains_of(without: Values, with_: Values) -> dict[str, NDArray[np.float64]]:
    """Return what a star gains by deal, without and with its right, from measures by deal with a 0 and a star."""
    found = {}
    for name, sign, number in (("gain", -1, SCORE), ("gain_won", 1, WON)):
        for kind, values in (("plain", without), ("right", with_)):
            found[f"{kind}_{name}"] = sign * (values[:, 1, number] - values[:, 0, number])
    return found


def differences(gains: dict[str, NDArray[np.float64]], base: dict[str, NDArray[np.float64]]) -> dict[str, Any]:
    """Return by how much more a star gains at a place than at another one, with p; nothing where none is compared."""
    row: dict[str, Any] = {}
    for name in GAINS:
        more = estimate_deals(gains[name] - base[name]) if gains else NOTHING
        row |= columns_of(f"more_{name}", more)
        row[f"{name}_p"] = p_value(more) if gains else math.nan
    return row


def measure(without: Values, with_: Values) -> dict[str, Any]:
    """Return the worth of a star without and with its right, and of the right, from measures by deal with a 0 and a star."""
    row: dict[str, Any] = {"n": len(without)}
    gains = gains_of(without, with_)
    for name in ("gain", "gain_won"):
        plain, right = gains[f"plain_{name}"], gains[f"right_{name}"]
        row |= columns_of(f"plain_{name}", estimate_deals(plain)) | columns_of(f"right_{name}", estimate_deals(right))
        row |= columns_of(f"more_by_right_{name}", estimate_deals(right - plain))
    for name, number in (("plain_gain_ended", ENDED), ("plain_gain_doubled", DOUBLED)):
        row |= columns_of(name, estimate_deals(without[:, 1, number] - without[:, 0, number]))
    return row | {"abandoned": float((without[..., ABANDONED].mean() + with_[..., ABANDONED].mean()) / 2)}


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the worth of a star, and how places differ, per table size."""
    found = {}
    for players, rows in frame.groupby("players", sort=False):
        words = "plain: without a right; gain: points saved; gain won, ended, doubled: of all rounds"
        names = [f"{kind}_{name}" for name in ("gain", "gain_won") for kind in ("plain", "right", "more_by_right")]
        names = ["place", *ends_of(*names, "plain_gain_ended", "plain_gain_doubled"), "n", "abandoned"]
        found[f"{players} players ({words})"] = rows[names]
        others = rows[~rows["place"].isin([BY_LOT, BASE])]
        names = ["place", *ends_of(*(f"more_{name}" for name in GAINS)), *P_NAMES]
        found[f"{players} players, differences to an {BASE} on the same deals (p by Holm)"] = others[names]
    return found


def answer(frame: "pd.DataFrame") -> str:
    """Return what a star is worth, and which places are found to differ, per table size."""
    return "\n".join(_sentences(players, rows) for players, rows in frame.groupby("players", sort=False))


def _sentences(players: int, rows: "pd.DataFrame") -> str:
    total = rows[rows["place"] == BY_LOT].iloc[0]
    return (
        f"{players} players: a star that lies face up at the beginning, in place of a 0, saves its owner, the two slots "
        f"being chosen by lot, {points(total, 'plain_gain', '+.2f')} points without a right and wins "
        f"{_percent(total, 'plain_gain_won')} percentage points more rounds; with the right to an action card "
        f"{points(total, 'right_gain', '+.2f')} points and {_percent(total, 'right_gain_won')}. The right alone: "
        f"{points(total, 'more_by_right_gain', '+.2f')} points. {_of_places(rows)}"
    )


def _of_places(rows: "pd.DataFrame") -> str:
    others = rows[~rows["place"].isin([BY_LOT, BASE])]
    differences_found = {str(row.place): _found_differences(row) for row in others.itertuples()}
    return f"Differences of other places to an {BASE}, on the same deals, {findings(differences_found)}"


def _found_differences(row: Any) -> str:
    found = []
    for name, words in GAINS.items():
        p = getattr(row, f"{name}_p")
        if is_found(p):
            is_share = name.endswith("_won")
            more = _percent(row, f"more_{name}") if is_share else points(row, f"more_{name}", "+.2f")
            found.append(f"{words} {more}{' percentage points' if is_share else ''} ({p_text(p)})")
    return ", ".join(found)


def _percent(row: Any, name: str) -> str:
    mean, low, high = (100 * getattr(row, column) for column in ends_of(name))
    return f"{mean:+.1f} [{low:+.1f}, {high:+.1f}]"


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw what a star is worth by place, without and with its right."""
    names = [BY_LOT, *PLACES]
    caption = caption_of(frame, UNIT, "a star instead of a 0, both face up at the beginning; paired by deal")
    figure, panels = new_figure("What a star is worth", caption, "points saved (points per round)", ["", ""], height=5)
    panels[1].set_xlabel("more rounds won (percentage points)")
    groups = {
        f"{players} players, {words}": rows.rename(columns=lambda name, kind=kind: name.removeprefix(f"{kind}_"))
        for players, rows in frame.groupby("players", sort=False)
        for kind, words in (("plain", "no right"), ("right", "with the right"))
    }
    draw_by_name(panels, {"gain": 1, "gain_won": 100}, groups, "place", names)
    return figure
