"""When to take an action card.

Question: A turn of Skyjo Action can be used to take an action card instead of playing cards. When is that right: until which
turn, with how many hidden cards, for which card?

Design: Rounds are played by one agent in all seats up to the beginning of one turn of one seat: deals go through the seats,
and through their turns. There the round goes on in two ways on the same deal: the seat takes the action card that its agent
likes best, wherever the agent would take any; or it does what its agent likes best if no action card may be taken: draw, take
the discard, play an action card or throw one away. After this one turn the agent plays on in both, left to itself. What lies
face down is as much a part of chance as if it were dealt again, so one deal for each position, and many positions, tell most.
Rounds that were ended before are left out. The unit is the position, one from a round; the break-even point is where a curve
fitted to the gains passes zero, its interval a bootstrap over rounds.

How to read it: By how many points more the seat is ahead of the others in the end if it takes an action card, by its turn,
left, and by its hidden cards, right: above 0 taking is better. The gain is an average over all positions, those in which the
agent would not take a card included; the table has both kinds apart, and the cards.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, text
from skyjo_experiments.figures import caption_of, draw_estimates, new_figure
from skyjo_experiments.questions._action_agents import ALWAYS, NEVER, action_agent, with_taking
from skyjo_experiments.questions._action_figures import ends_of
from skyjo_experiments.questions._action_kernels import taking
from skyjo_experiments.questions._action_kernels.measuring import ABANDONED, AHEAD, TURNS, WON
from skyjo_experiments.questions._action_rounds import Values, play_ways
from skyjo_experiments.questions._columns import columns_of, points
from skyjo_experiments.statistics.break_even import break_even
from skyjo_experiments.statistics.deals import estimate_deals
from skyjo_sim import ActionRules
from skyjo_sim.kernels.action.cards import KIND_NAMES
from skyjo_sim.simulation.measures import NOTHING

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "positions"
BY = {"turn": taking.TURN, "hidden": taking.HIDDEN}
"""What positions are told apart by."""
IS_RISING = {"turn": False, "hidden": True}
"""Whether the gain is sought to rise or to fall through zero."""
WINDOW = 5.0
"""How far from the break-even point the fit looks, in turns and cards."""
LEAST = 2
LEAST_SHARE = 0.005
"""Groups of fewer positions, or of a smaller share of them, are left out."""
ALL, WOULD, WOULD_NOT = "all positions", "the agent would take it", "the agent would not"
BREAK_EVEN = "break-even"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakingSettings(Settings):
    """Settings: who plays, at which tables, up to which turn, how many positions."""

    agent: str = text("action_cutoff")
    players: tuple[int, ...] = integers((2,), 2, 8, 7)
    most_turn: int = integer(12, 1, 60)
    n_positions: int = integer(240, 16, 10**7)


QUICK = TakingSettings()
FULL = TakingSettings(players=(2, 4), n_positions=100_000)


def run(
    settings: TakingSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per table size, part (all, turn, hidden, card, break-even) and value: what taking gains."""
    agents = (
        action_agent(settings.agent),
        with_taking(settings.agent, ALWAYS),
        with_taking(settings.agent, NEVER),
    )
    stages = Stages(len(settings.players), on_progress)
    with Rows() as rows:
        for players in settings.players:
            notes, values = play_ways(
                agents,
                ActionRules(players=players),
                settings.most_turn,
                settings.n_positions,
                seed=seed,
                workers=workers,
                on_progress=stages.begin(f"{players} players"),
            )
            is_there = notes[:, taking.TURN] > 0
            for row in measure(notes[is_there], values[is_there], seed):
                rows.add({"players": players} | row)
    return rows.frame()


def measure(notes: NDArray[np.int64], values: Values, seed: int) -> list[dict[str, Any]]:
    """Return rows of all groups of positions; ``values`` is float64[n, 2, measures]: taken, not taken."""
    would = notes[:, taking.AGENTS_TAKES] == 1
    groups = [("all", name, 0, where) for name, where in ((ALL, would | True), (WOULD, would), (WOULD_NOT, ~would))]
    for part, column in BY.items():
        groups += [
            (part, str(value), value, notes[:, column] == value) for value in np.unique(notes[:, column]).tolist()
        ]
    for kind in np.unique(notes[:, taking.KIND]).tolist():
        name = "unseen" if kind == taking.UNSEEN else KIND_NAMES[kind]
        groups.append(("card", name, kind, notes[:, taking.KIND] == kind))
    least = max(LEAST, LEAST_SHARE * len(notes))
    rows = [_row(part, name, x, values[where]) for part, name, x, where in groups if where.sum() >= least]
    gain = values[:, 0, AHEAD] - values[:, 1, AHEAD]
    for part, column in BY.items():
        found = break_even(
            notes[:, column], gain, np.arange(len(notes)), is_rising=IS_RISING[part], window=WINDOW, seed=seed
        )
        row: dict[str, Any] = {"part": BREAK_EVEN, "name": part, "x": 0, "n": len(notes)}
        row |= columns_of("gain", found) | columns_of("gain_won", NOTHING) | columns_of("more_turns", NOTHING)
        rows.append(row | {"abandoned": float(values[..., ABANDONED].mean())} if len(notes) else row)
    return rows


def _row(part: str, name: str, x: int, values: Values) -> dict[str, Any]:
    row: dict[str, Any] = {"part": part, "name": name, "x": x, "n": len(values)}
    for measure_name, column in (("gain", AHEAD), ("gain_won", WON), ("more_turns", TURNS)):
        row |= columns_of(measure_name, estimate_deals(values[:, 0, column] - values[:, 1, column]))
    return row | {"abandoned": float(values[..., ABANDONED].mean())}


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return what taking gains per table size and part."""
    found = {}
    titles = {"all": "positions", "turn": "own turn", "hidden": "own hidden cards", "card": "card taken"}
    for players, rows in frame.groupby("players", sort=False):
        for part, title in titles.items():
            chosen = rows[rows["part"] == part]
            names = ["name", *ends_of("gain", "gain_won", "more_turns"), "n", "abandoned"]
            note = (
                " (gain: points ahead of the others; gain won: rounds; more turns: of all seats)"
                if part == "all"
                else ""
            )
            if len(chosen):
                found[f"{players} players, by {title}{note}"] = chosen[names].rename(columns={"name": title})
    return found


def answer(frame: "pd.DataFrame") -> str:
    """Return when taking a card is right, per table size."""
    return "\n".join(_sentences(players, rows) for players, rows in frame.groupby("players", sort=False))


def _sentences(players: int, rows: "pd.DataFrame") -> str:
    named = {row.name: row for row in rows[rows["part"] == "all"].itertuples(index=False)}
    kinds = {WOULD: "where the agent would take it", WOULD_NOT: "where it would not"}
    judged = [f"{words} {points(named[kind], 'gain', '+.2f')}" for kind, words in kinds.items() if kind in named]
    text_ = (
        f"{players} players: to take the best action card, instead of the best other use of the turn, gains "
        f"{points(named[ALL], 'gain', '+.2f')} points in all positions{''.join(f', {words}' for words in judged)}."
    )
    ends = {row.name: row for row in rows[rows["part"] == BREAK_EVEN].itertuples(index=False)}
    for part, words in (("turn", "the turn up to which"), ("hidden", "the number of own hidden cards from which")):
        text_ += f" {words.capitalize()} it is right on average: {_point(ends.get(part), rows[rows['part'] == part])}."
    cards = rows[(rows["part"] == "card") & (rows["n"] >= np.minimum(30, rows["n"].max()))]
    best = cards.sort_values("gain", ascending=False).head(3).itertuples(index=False)
    found = ", ".join(f"{row.name} {points(row, 'gain', '+.2f')}" for row in best)
    return f"{text_} The cards that gain most: {found}." if found else text_


def _point(found: Any, rows: "pd.DataFrame") -> str:
    if found is not None and not np.isnan(found.gain):
        return points(found, "gain", ".1f")
    if len(rows) and (rows["gain"] < 0).all():
        return "none, the gain is below 0 everywhere"
    return "none was found"


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw what taking gains by turn and by hidden cards."""
    drawn = frame[frame["part"].isin(list(BY))]
    labels = ["points that taking an action card gains", ""]
    figure, panels = new_figure("When to take an action card", caption_of(drawn, UNIT), "own turn", labels)
    panels[1].set_xlabel("own hidden cards")
    for axes, part in zip(panels, BY, strict=True):
        for number, (players, rows) in enumerate(drawn[drawn["part"] == part].groupby("players", sort=False)):
            draw_estimates(axes, rows["x"] + 0.08 * number, rows, "gain", f"{players} players", number)
        axes.axhline(0, color="0.4", linewidth=1)
    panels[0].legend(frameon=False, fontsize=9)
    return figure
