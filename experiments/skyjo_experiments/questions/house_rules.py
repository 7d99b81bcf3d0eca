"""House rules.

Question: What do house rules change: the length of rounds and games, scores, doubling, and the points with which one should
end a round?

Design: Each set of rules, one switch or a table that somebody plays by, is played by experts whose closing is tuned anew for
it, in two sweeps on common deals: first by how much the expected penalty weighs (risk, times the expert's own), then by what
an end is worth beyond its points (offset). In a sweep every candidate plays alone among players who all close in the way
found so far, from every seat, and the best becomes theirs if it is certainly better. The closing that was found is then
compared with the expert's own on fresh deals, so that the best of a sweep does not flatter itself. Last, games are played
with everybody closing in this way. In all else the players play as under the official rules: they do not seek rows, and do
not use a choice that a house rule adds. Rules that change only how rounds make a game share the closing. The unit is the
deal, or the game.

How to read it: Left, the points with which rounds are ended, on average, when everybody has adapted. Right, turns of each
player in a round. The table has the rest; its gain is what the new closing wins over the expert's own, in points per round.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.experiment import OnProgress, Rows, Settings, Stages, integer, integers, texts
from skyjo_experiments.figures import COLORS, MARKERS, caption_of, new_figure
from skyjo_experiments.questions._closings import Closing, Tuner
from skyjo_experiments.questions._columns import columns_of, points, share
from skyjo_experiments.questions._rule_texts import changed_rules
from skyjo_experiments.statistics.deals import estimate_deals
from skyjo_experiments.statistics.many import SIGNIFICANT, adjust_by_holm
from skyjo_sim import Rules, simulate
from skyjo_sim.engines import check_is_classic
from skyjo_sim.games import Game
from skyjo_sim.rules_text import table_names

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

UNIT = "games"
OFFICIAL = "official"
SWITCHES = (
    "double_on_tie=false",
    "double_scope=any",
    "double_factor=1",
    "double_factor=3",
    "double_factor=1; flat_penalty=10",
    "column_rule=off",
    "column_rule=optional",
    "row_rule=mandatory",
    "last_turns=none",
    "final_reveal_timing=after_own_last_turn",
    "flip_after_discard=optional",
    "discard_take_then_flip=true",
    "initial_flips=0",
    "target=50",
    "target=200",
)
"""House rules as texts of `skyjo_sim.Rules.from_text` without `players`."""
TABLES = tuple(name for name in table_names(Game.CLASSIC) if name != OFFICIAL)
"""The other tables that come with the package."""

ROUND_ONLY = {
    "target": 100,
    "target_comparison": "at_least",
    "victory_tie": "shared",
    "next_round_starter": "round_ender",
}
"""Official values of the switches that do not change a first round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseSettings(Settings):
    """Settings: rules, as names of packaged tables or as switches; tables; what is tried; how many rounds and games."""

    rules: tuple[str, ...] = texts((OFFICIAL, *SWITCHES, *TABLES))
    players: tuple[int, ...] = integers((2,), 2, 8, 7)
    risks_percent: tuple[int, ...] = integers((0, 50, 200), 0, 1000, 20)
    offsets: tuple[int, ...] = integers((-2, 2, 6), -100, 100, 40)
    n_rounds: int = integer(1_200, 16, 10**7)
    n_games: int = integer(150, 2, 10**7)


QUICK = HouseSettings()
FULL = HouseSettings(
    players=(2, 4),
    risks_percent=(0, 50, 150, 200, 300),
    offsets=(-4, -2, -1, 1, 2, 4, 7),
    n_rounds=3_500,
    n_games=1_500,
)


def rules_of(name: str, players: int) -> Rules:
    """Return rules by a packaged table's name or by switches such as ``double_factor=1; flat_penalty=10``.

    What a table says of `players` is left to the setting.

    Raises
    ------
    RulesError
        If there is no such table, or a switch does not fit.
    InputError
        If switches set `players` or change nothing, or the rules are those of Skyjo Action.
    """
    rules = changed_rules("rules", name, Rules) if "=" in name else Rules.load(name)
    check_is_classic(rules, "house_rules")
    return rules.replace(players=players)


def named_rules(names: tuple[str, ...], players: int) -> dict[str, Rules]:
    """Return rules by name; those that are the same share an entry."""
    found: dict[Rules, list[str]] = {}
    for name in names:
        found.setdefault(rules_of(name, players), []).append(name)
    return {", ".join(same): rules for rules, same in found.items()}


def run(
    settings: HouseSettings = QUICK,
    *,
    seed: int = 0,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
) -> "pd.DataFrame":
    """Return a row per table size and set of rules."""
    sets = [(players, named_rules(settings.rules, players)) for players in settings.players]
    n_tuned = sum(len({rules.replace(**ROUND_ONLY) for rules in named.values()}) for _, named in sets)
    stages = Stages(3 * n_tuned + sum(len(named) for _, named in sets), on_progress)
    with Rows() as rows:
        for players, named in sets:
            tuner = Tuner(
                tuple(percent / 100 for percent in settings.risks_percent),
                tuple(map(float, settings.offsets)),
                settings.n_rounds,
                players,
                seed,
                workers,
                stages,
            )
            tuned: dict[Rules, dict[str, Any]] = {}
            for name, rules in named.items():
                of_rounds = rules.replace(**ROUND_ONLY)
                if of_rounds not in tuned:
                    tuned[of_rounds] = tuner.row(name, of_rounds)
                row: dict[str, Any] = {"players": players, "rules": name} | tuned[of_rounds]
                closing = Closing(row["risk"], row["offset"])
                update = stages.begin(f"{name}, {players} players: games")
                rows.add(row | _games(settings, rules, closing, seed, workers, update))
    frame = rows.frame()
    return _adjusted(frame) if len(frame) else frame


def _games(
    settings: HouseSettings, rules: Rules, closing: Closing, seed: int, workers: int | None, update: Any
) -> dict[str, Any]:
    """Return what games are like when everybody closes in this way."""
    result = Rows.whole(
        simulate(
            closing.agent(),
            n_games=settings.n_games,
            rules=rules,
            seed=seed + 3,
            rows=True,
            workers=workers,
            on_progress=update,
        )
    )
    table = np.concatenate(list(result.row_parts())).reshape(-1, rules.players)
    _, games = np.unique(table["game"][:, 0], return_inverse=True)
    is_ender = table["is_ender"] == 1

    def by_game(values: NDArray[Any]) -> NDArray[np.float64]:
        sums: NDArray[np.float64] = np.bincount(games, values.astype(np.float64)).astype(np.float64)
        return sums

    n_rounds, n_ended = by_game(np.ones(len(table))), by_game(is_ender.any(axis=1))
    points_at_end = by_game(np.where(is_ender, table["raw"], 0).sum(axis=1))
    found = result.summaries[0].estimates
    row: dict[str, Any] = {"n": result.n_units} | columns_of("ends_at", estimate_deals(points_at_end, n_ended))
    row |= columns_of("turns", estimate_deals(by_game(table["turns"][:, 0]) / rules.players, n_rounds))
    row |= columns_of("rounds", estimate_deals(n_rounds)) | columns_of("score", found["mean_score"])
    row |= columns_of("doubled", found["p_doubled_given_ended"])
    return row | {"abandoned": result.n_abandoned / result.n_rounds}


def _adjusted(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Return a frame with the p of all gains adjusted together; there is none where nothing was changed."""
    attrs = dict(frame.attrs)
    p = frame["p"].to_numpy(float, copy=True)
    is_gain = (frame["gain_low"] != frame["gain_high"]).to_numpy()
    p[is_gain] = adjust_by_holm(p[is_gain]) if is_gain.any() else p[is_gain]
    frame = frame.assign(p=np.where(is_gain, p, np.nan))
    frame.attrs = attrs
    return frame


def tables(frame: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    """Return lengths and closing per table size."""
    found = {}
    lengths = "turns: of each player in a round; rounds: of a game; score: points per round; doubled: enders"
    closings = (
        "ends at: points with which a round is ended; risk, offset: changes of the expert's weights; gain: points per round "
        "over the expert's own closing; p by Holm"
    )
    for players, rows in frame.groupby("players", sort=False):
        shown = _with_ends(["rules", "turns", "rounds", "score", "doubled"])
        found[f"{players} players ({lengths})"] = rows[[*shown, "n", "abandoned"]]
        shown = ["rules", "risk", "offset", *_with_ends(["ends_at", "gain"], 0)]
        found[f"{players} players, closing ({closings})"] = rows[[*shown, "p", "n_deals"]]
    return found


def _with_ends(names: list[str], n_texts: int = 1) -> list[str]:
    return [*names[:n_texts], *(f"{name}{end}" for name in names[n_texts:] for end in ("", "_low", "_high"))]


def answer(frame: "pd.DataFrame") -> str:
    """Return what the rules change most, per table size."""
    return "\n".join(_sentences(players, rows) for players, rows in frame.groupby("players", sort=False))


def _sentences(players: int, rows: "pd.DataFrame") -> str:
    first = next(rows.iloc[[0]].itertuples())

    def ends(name: str) -> str:
        lowest, highest = (next(rows.loc[[place]].itertuples()) for place in (rows[name].idxmin(), rows[name].idxmax()))
        return (
            f"from {points(lowest, name, '.1f')} ({lowest.rules}) to {points(highest, name, '.1f')} ({highest.rules})"
        )

    clear = rows[(rows["p"] < SIGNIFICANT) & (rows["gain"] > 0)].sort_values("gain", ascending=False)
    gained = "; ".join(
        f"{row.rules} ({points(row, 'gain', '+.2f')} points per round)" for row in clear.head(3).itertuples()
    )
    more = f", the largest gains under {gained}" if len(clear) else ""
    return (
        f"{players} players, {first.rules}: a round costs {points(first, 'score', '.1f')} points, lasts "
        f"{points(first, 'turns', '.1f')} turns of each player and is ended with {points(first, 'ends_at', '.1f')} points; "
        f"{share(first, 'doubled')} of enders are doubled; a game has {points(first, 'rounds', '.1f')} rounds. Over all "
        f"rules, turns go {ends('turns')}, points at the end {ends('ends_at')}, rounds of a game {ends('rounds')}. A closing "
        f"tuned to the rules is certainly better than the expert's own under {len(clear)} of {len(rows)} sets of rules{more}."
    )


def plot(frame: "pd.DataFrame") -> "Figure":
    """Draw the points at the end and the length of rounds by rules."""
    names = list(dict.fromkeys(frame["rules"]))
    notes = "experts, their closing tuned to the rules"
    label = "points with which rounds are ended"
    figure, (closings, turns) = new_figure(
        "House rules", caption_of(frame, UNIT, notes), label, ["", ""], height=1.6 + 0.3 * len(names)
    )
    sizes = list(frame.groupby("players", sort=False))
    for number, (players, rows) in enumerate(sizes):
        shift = 0.2 * ((len(sizes) - 1) / 2 - number)
        _draw(closings, rows, names, "ends_at", shift, f"{players} players", number)
        _draw(turns, rows, names, "turns", shift, f"{players} players", number)
    turns.set_xlabel("turns of each player in a round")
    closings.set_yticks(range(len(names))[::-1], [_short(name) for name in names], fontsize=8)
    turns.set_yticks(range(len(names))[::-1], [""] * len(names))
    for axes in (closings, turns):
        axes.set_ylim(-0.6, len(names) - 0.4)
    turns.legend(frameon=False, fontsize=9)
    return figure


def _short(name: str) -> str:
    """Return a name on two lines if it is long."""
    return name if len(name) < 34 else name.replace("=", "=\n", 1) if "=" in name else name.replace(", ", ",\n", 1)


def _draw(
    axes: "Axes", rows: "pd.DataFrame", names: list[str], measure: str, shift: float, label: str, number: int
) -> None:
    places = np.array([len(names) - 1 - names.index(name) for name in rows["rules"]]) + shift
    means, lows, highs = (rows[f"{measure}{end}"].to_numpy(float) for end in ("", "_low", "_high"))
    style: dict[str, Any] = {"color": COLORS[number], "marker": MARKERS[number], "markersize": 5, "capsize": 2}
    ends = np.abs(np.nan_to_num(np.stack([means - lows, highs - means])))
    axes.errorbar(means, places, xerr=ends, linestyle="none", label=label, **style)
