"""What a star is worth in Skyjo Action.

Question: What is it worth to begin a round of Skyjo Action with a star face up instead of a 0, by the place where it lies and
by the other card that is turned up, and what is the right worth that a star can give?

Design: Every deal is played twice for each seat and place: the card that the seat turns up there in the opening is a 0, or it
is a star. Both cost no points; the card is exchanged for a copy that lies in the draw pile or face down, by lot, and all else
stays as it was. The second card that the seat turns up is the same in both. Five kinds of places: a corner, an edge and the
middle of the grid of three rows and four columns, the second card in another row and column; and any place with the second
card in its row, or in its column. Rows and columns can change places without changing the game, so that corner, edge and
middle differ by the habits of the agent alone. All this is done under the official rules, where stars of the opening give no
right, and where they do (star_bonus_at_setup): the difference between the two is what the right is worth. One agent holds all
seats; differences are paired by deal.

How to read it: By how many points the star makes the round of its owner cheaper than the 0 does, left, and by how many
percentage points it wins more rounds, right, by place, without and with the right to an action card. An interval that holds 0
means that no difference was found.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, text
from skyjo_experiments.figures import caption_of, new_figure
from skyjo_experiments.questions._action_agents import action_agent
from skyjo_experiments.questions._action_figures import draw_by_name, ends_of
from skyjo_experiments.questions._action_kernels.measuring import ABANDONED, DOUBLED, ENDED, SCORE, WON
from skyjo_experiments.questions._action_places import PLACES, slots_at
from skyjo_experiments.questions._action_rounds import Arm, Values, play_changes
from skyjo_experiments.questions._columns import columns_of, points
from skyjo_experiments.statistics.deals import estimate_deals
from skyjo_sim import ActionRules
from skyjo_sim.kernels.action.cards import STAR

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "deals"
ZERO = 0
ALL_PLACES = "all places"
PERIOD = 12
"""Deals go through the slots of a kind of places; 12 is a multiple of their numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StarSettings(Settings):
    """Settings: who plays, at which tables, how many deals."""

    agent: str = text("action_cutoff")
    players: tuple[int, ...] = integers((2,), 2, 8, 7)
    n_deals: int = integer(24, 2, 10**7)


QUICK = StarSettings()
FULL = StarSettings(players=(2, 4), n_deals=900)


def run(
    settings: StarSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per table size and place: what the star is worth without and with its right."""
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
            for place, without, with_ in _by_place(*played):
                rows.add({"players": players, "place": place, "n": settings.n_deals} | measure(without, with_))
    return rows.frame()


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


def _by_place(without: Values, with_: Values) -> list[tuple[str, Values, Values]]:
    """Return places, and measures without and with rights, float64[n_deals, 2, measures]."""
    found = [(place, without[:, number], with_[:, number]) for number, place in enumerate(PLACES)]
    return [(ALL_PLACES, without.mean(axis=1), with_.mean(axis=1)), *found]


def measure(without: Values, with_: Values) -> dict[str, Any]:
    """Return the worth of a star without and with its right, and of the right, from measures by deal with a 0 and a star."""
    row: dict[str, Any] = {}
    for name, sign, number in (("gain", -1, SCORE), ("gain_won", 1, WON)):
        plain, right = (sign * (values[:, 1, number] - values[:, 0, number]) for values in (without, with_))
        row |= columns_of(f"plain_{name}", estimate_deals(plain)) | columns_of(f"right_{name}", estimate_deals(right))
        row |= columns_of(f"more_by_right_{name}", estimate_deals(right - plain))
    for name, number in (("plain_gain_ended", ENDED), ("plain_gain_doubled", DOUBLED)):
        row |= columns_of(name, estimate_deals(without[:, 1, number] - without[:, 0, number]))
    return row | {"abandoned": float((without[..., ABANDONED].mean() + with_[..., ABANDONED].mean()) / 2)}


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return the worth of a star per table size."""
    found = {}
    for players, rows in frame.groupby("players", sort=False):
        words = "plain: without a right; gain: points saved; gain won, ended, doubled: of all rounds"
        names = [f"{kind}_{name}" for name in ("gain", "gain_won") for kind in ("plain", "right", "more_by_right")]
        names = ["place", *ends_of(*names, "plain_gain_ended", "plain_gain_doubled"), "n", "abandoned"]
        found[f"{players} players ({words})"] = rows[names]
    return found


def answer(frame: "pd.DataFrame") -> str:
    """Return what a star is worth, and where most, per table size."""
    return "\n".join(_sentences(players, rows) for players, rows in frame.groupby("players", sort=False))


def _sentences(players: int, rows: "pd.DataFrame") -> str:
    total = next(rows[rows["place"] == ALL_PLACES].itertuples())
    places = list(rows[rows["place"] != ALL_PLACES].sort_values("plain_gain", ascending=False).itertuples())
    by_place = ", ".join(f"{row.place} {points(row, 'plain_gain', '+.2f')}" for row in places)
    return (
        f"{players} players: a star that lies face up at the beginning, in place of a 0, saves its owner "
        f"{points(total, 'plain_gain', '+.2f')} points without a right and wins {_percent(total, 'plain_gain_won')} "
        f"percentage points more rounds; with the right to an action card {points(total, 'right_gain', '+.2f')} points and "
        f"{_percent(total, 'right_gain_won')}. The right alone: {points(total, 'more_by_right_gain', '+.2f')} points. "
        f"By place, without a right: {by_place}."
    )


def _percent(row: Any, name: str) -> str:
    mean, low, high = (100 * getattr(row, column) for column in ends_of(name))
    return f"{mean:+.1f} [{low:+.1f}, {high:+.1f}]"


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw what a star is worth by place, without and with its right."""
    names = [ALL_PLACES, *PLACES]
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
