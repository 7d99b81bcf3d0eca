"""How rulings of Skyjo Action change play.

Question: Where the rules of Skyjo Action are silent or weak, a ruling had to be made: whom the Meteor shower hits, whether a
star that is drawn gives a right, and to what, how many zeros there are, and whether a Steal that is blocked still gives a
turn. How much would another ruling change play?

Design: The same seeds are played under the rules as they are ruled and under each other ruling, one switch at a time. The
cards are the same, but for the number of zeros, which is another deck; what each decision leads to may differ. Two kinds of
table are played. One agent alone, from every seat, among players that are otherwise the same but never take an action card:
the share of rounds that it wins and ends. And the agent in all seats: points per round, turns of each player, and the share
of enders who are doubled. The agent does not know the ruling, but for what is legal and for what it is worth to it: a ruling
may change the play of those who adapt to it by more. Differences are paired by deal, and their p is adjusted for all rulings,
tables and measures together (Holm).

How to read it: Left, how many percentage points more rounds the agent wins that takes action cards, under the other ruling.
Right, how many points more a round costs where all take them. Intervals are those of single differences at 95 %; a difference
is called found where its adjusted p is below 0.05. Players that never take an action card hold no Defence, so that a Steal is
never blocked on the left.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, text, texts
from skyjo_experiments.figures import caption_of, new_figure
from skyjo_experiments.questions._action_figures import draw_by_name, ends_of
from skyjo_experiments.questions._action_variants import P_NAMES, compare_rules, found_changes
from skyjo_experiments.questions._columns import points, share
from skyjo_experiments.questions._holm import findings, with_holm
from skyjo_experiments.questions._rule_texts import changed_rules
from skyjo_sim import ActionRules
from skyjo_sim.errors import InputError
from skyjo_sim.rules import Rules
from skyjo_sim.rules_text import show

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

UNIT = "deals"
AS_RULED = "as ruled"
RULINGS = (
    "meteor_targets=opponents",
    "star_bonus_from_draw=false",
    "star_bonus_source=market_only",
    "zeros=fifteen",
    "steal_blocked_extra_turn=true",
)
"""Other rulings, as texts of `skyjo_sim.ActionRules.from_text` without `players`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingSettings(Settings):
    """Settings: who plays, at which tables, the other rulings, how many deals."""

    agent: str = text("action_cutoff")
    rulings: tuple[str, ...] = texts(RULINGS)
    players: tuple[int, ...] = integers((2,), 2, 8, 7)
    n_deals: int = integer(40, 2, 10**7)


QUICK = RulingSettings()
FULL = RulingSettings(players=(2, 4), n_deals=10_000)


def ruled(ruling: str, players: int) -> Rules:
    """Return rules with another ruling, such as ``zeros=fifteen``.

    Raises
    ------
    InputError
        If the ruling does not fit, sets `players` or is official.
    """
    return changed_rules("rulings", ruling, ActionRules).replace(players=players)


def named_rulings(rulings: tuple[str, ...], players: int) -> dict[str, Rules]:
    """Return the rules as ruled, and with each other ruling, by name.

    Raises
    ------
    InputError
        If a ruling does not fit, or two are the same.
    """
    named: dict[Rules, str] = {ActionRules(players=players): AS_RULED}
    for ruling in rulings:
        rules = ruled(ruling, players)
        if rules in named:
            raise InputError(f"rulings must differ from each other, got {show(named[rules])} and {show(ruling)}")
        named[rules] = ruling
    return {name: rules for rules, name in named.items()}


def run(
    settings: RulingSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per table size and ruling."""
    tables = [named_rulings(settings.rulings, players) for players in settings.players]
    stages = Stages(len(tables), on_progress)
    with Rows() as rows:
        for players, named in zip(settings.players, tables, strict=True):
            options: dict[str, Any] = {"n_deals": settings.n_deals, "seed": seed, "workers": workers}
            for row in compare_rules(settings.agent, named, on_progress=stages.begin(f"{players} players"), **options):
                rows.add(row)
    return with_holm(rows.frame(), P_NAMES)


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return what was measured, and the differences, per table size."""
    found = {}
    for players, rows in frame.groupby("players", sort=False):
        words = "won, ended: rounds of who takes action cards, alone; score, turns, doubled: where all take them"
        names = ["rules", *ends_of("won", "ended", "score", "turns", "doubled"), "n", "abandoned"]
        found[f"{players} players ({words})"] = rows[names]
        others = rows[rows["rules"] != AS_RULED]
        names = ["rules", *ends_of("more_won", "more_ended", "more_score", "more_turns", "more_doubled"), *P_NAMES]
        found[f"{players} players, differences to the rules as ruled (p by Holm)"] = others[names]
    return {title: rows for title, rows in found.items() if len(rows)}


def answer(frame: "pd.DataFrame") -> str:
    """Return which rulings are found to change something, per table size."""
    return "\n".join(_sentences(players, rows) for players, rows in frame.groupby("players", sort=False))


def _sentences(players: int, rows: "pd.DataFrame") -> str:
    base = next(rows[rows["rules"] == AS_RULED].itertuples())
    others = list(rows[rows["rules"] != AS_RULED].itertuples())
    changes = {str(row.rules): found_changes(row) for row in others}
    widest = max((row.more_won_high - row.more_won_low for row in others), default=0.0) / 2
    return (
        f"{players} players, as ruled: who takes action cards, alone among players that never do, wins {share(base, 'won')} "
        f"of rounds; where all take them a round costs {points(base, 'score', '.1f')} points and lasts "
        f"{points(base, 'turns', '.1f')} turns of each player, and {share(base, 'doubled')} of enders are doubled. "
        f"Changes by other rulings, {findings(changes)} "
        f"Rounds won are known within {100 * widest:.1f} percentage points."
    )


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw the differences in rounds won and in points by ruling."""
    rows = frame[frame["rules"] != AS_RULED]
    names = list(dict.fromkeys(rows["rules"]))
    caption = caption_of(
        frame,
        UNIT,
        "left: who takes action cards among players that never do; right: all take them; differences to the rules as ruled",
    )
    figure, (wins, scores) = new_figure(
        "Other rulings of Skyjo Action",
        caption,
        "more rounds won (percentage points)",
        ["", ""],
        height=2.2 + 0.5 * len(names),
    )
    scores.set_xlabel("more points per round")
    groups = {f"{players} players": group for players, group in rows.groupby("players", sort=False)}
    draw_by_name([wins, scores], {"more_won": 100, "more_score": 1}, groups, "rules", names)
    return figure
