"""Thresholds for ending at a table of one size: settings, and the rows of all that is played there."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.endings.best_response import ThresholdSurface, best_threshold
from skyjo_experiments.endings.decision_rows import columns_of
from skyjo_experiments.endings.decisions import DECIDER, DecisionSearch
from skyjo_experiments.endings.threshold_play import closer, play_games, play_rounds
from skyjo_experiments.experiment import Settings, Stages, integer, integers, text, texts
from skyjo_experiments.statistics.break_even import break_even
from skyjo_experiments.statistics.deals import estimate_deals
from skyjo_experiments.statistics.nash import nash_mixture
from skyjo_sim.errors import InputError
from skyjo_sim.simulation.measures import NOTHING, Estimate

__all__ = ["THRESHOLDS", "ThresholdSettings", "ThresholdTable"]

THRESHOLDS = "thresholds"
_SMALL_TABLE = 4
_FEWEST = 4
"""Thresholds that a curve of third degree needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdSettings(Settings):
    """Settings: thresholds, tables, fields besides the thresholds themselves, rounds for each pair, games."""

    base: str = text("expert")
    thresholds: tuple[int, ...] = integers((0, 4, 8, 12), -20, 60, 20)
    players: tuple[int, ...] = integers((2, 4), 2, 8, 7)
    fields: tuple[str, ...] = texts(("cutoff(2)", "expert"))
    n_rounds: int = integer(1_000, 20, 10**7)
    n_rounds_large: int = integer(300, 20, 10**7)
    game_players: tuple[int, ...] = integers((2,), 2, 8, 7)
    n_games: int = integer(60, 2, 10**6)
    n_rounds_compared: int = integer(300, 20, 10**6)

    def __post_init__(self) -> None:
        Settings.__post_init__(self)
        if len(set(self.thresholds)) < _FEWEST or list(self.thresholds) != sorted(set(self.thresholds)):
            shown = ",".join(map(str, self.thresholds))
            raise InputError(f"thresholds must be at least {_FEWEST} in rising order, got {shown}")

    def rounds(self, players: int) -> int:
        """Return the rounds of a pair; tables of more than four players have a number of their own."""
        return self.n_rounds if players <= _SMALL_TABLE else self.n_rounds_large

    def compared(self, players: int, seed: int, workers: int | None) -> DecisionSearch:
        """Return the search for the break-even point that the equilibrium is compared with."""
        n_rounds = self.n_rounds_compared if players <= _SMALL_TABLE else max(self.n_rounds_compared // 2, 20)
        return DecisionSearch(
            others=DECIDER, players=players, n_rounds=n_rounds, n_deals=4, seed=(seed + 1) % 2**64, workers=workers
        )


@dataclass(frozen=True, slots=True)
class ThresholdTable:
    """Thresholds at a table of one size."""

    settings: ThresholdSettings
    players: int
    seed: int
    workers: int | None
    stages: Stages

    def rows(self) -> Iterator[dict[str, Any]]:
        """Play, and yield rows as they are known."""
        settings = self.settings
        axis = np.array(settings.thresholds, np.float64)
        names = [closer(settings.base, points) for points in axis]
        payoffs = np.empty((settings.rounds(self.players), axis.size, axis.size))
        for number, others in enumerate(names):
            payoffs[:, :, number], abandoned = self._column(names, others)
            yield from self._payoff_rows(THRESHOLDS, axis[number], payoffs[:, :, number], abandoned)
        surface = ThresholdSurface.fit(axis, payoffs, seed=self.seed)
        balance = surface.equilibrium()
        yield from self._answer_rows(surface, balance, payoffs)
        for field in settings.fields:
            ahead, abandoned = self._column(names, field)
            yield from self._payoff_rows(field, np.nan, ahead, abandoned)
            best = best_threshold(axis, ahead, seed=self.seed)
            yield self._row("best answer", field, np.nan, len(ahead), best)
        if self.players in settings.game_players:
            nearest = names[int(np.abs(axis - balance.mean).argmin())]
            for field in (nearest, *settings.fields):
                yield from self._game_rows(names, field)
        yield self._break_even_row()

    def _column(self, names: list[str], others: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return payoffs of all thresholds among others, float64[deals, thresholds], and the shares abandoned."""
        n_rounds = self.settings.rounds(self.players)
        played = [
            play_rounds(
                own,
                others,
                self.players,
                n_rounds,
                self.seed,
                self.workers,
                self.stages.begin(self._stage(own, others)),
            )
            for own in names
        ]
        return np.stack([ahead for ahead, _ in played], axis=1), np.array([abandoned for _, abandoned in played])

    def _stage(self, own: str, others: str) -> str:
        return f"{self.players} players, {own} among {others}"

    def _row(
        self, part: str, field: str, others: float, n: int, value: Estimate, threshold: float = np.nan
    ) -> dict[str, Any]:
        row = {"part": part, "field": field, "others": float(others), "threshold": float(threshold), "n": n}
        return row | columns_of("value", value) | columns_of("won", NOTHING) | {"abandoned": np.nan}

    def _payoff_rows(
        self, field: str, others: float, ahead: NDArray[np.float64], abandoned: NDArray[np.float64]
    ) -> list[dict[str, Any]]:
        return [
            self._row("payoff", field, others, len(ahead), estimate_deals(ahead[:, number]), threshold)
            | {"abandoned": float(abandoned[number])}
            for number, threshold in enumerate(self.settings.thresholds)
        ]

    def _answer_rows(
        self, surface: ThresholdSurface, balance: Estimate, payoffs: NDArray[np.float64]
    ) -> list[dict[str, Any]]:
        """Return the best answers, the equilibrium, and with two players the mixture that nobody beats."""
        n, axis = len(payoffs), self.settings.thresholds
        rows = [
            self._row("best answer", THRESHOLDS, other, n, best)
            for other, best in zip(axis, surface.responses()[0], strict=True)
        ]
        rows.append(self._row("equilibrium", THRESHOLDS, np.nan, n, balance))
        if self.players == 2:
            means = payoffs.mean(axis=0)
            shares = nash_mixture((means - means.T) / 2)
            rows += [
                self._row("mixture", THRESHOLDS, np.nan, n, Estimate(float(share), np.nan, np.nan, np.nan), threshold)
                for share, threshold in zip(shares, axis, strict=True)
            ]
        return rows

    def _game_rows(self, names: list[str], others: str) -> list[dict[str, Any]]:
        rows = []
        for own, threshold in zip(names, self.settings.thresholds, strict=True):
            update = self.stages.begin(f"{self._stage(own, others)}, games")
            won, abandoned = play_games(
                own, others, self.players, self.settings.n_games, self.seed, self.workers, update
            )
            row = self._row("games", others, np.nan, self.settings.n_games, NOTHING, threshold)
            rows.append(row | columns_of("won", won) | {"abandoned": abandoned})
        return rows

    def _break_even_row(self) -> dict[str, Any]:
        found = self.settings.compared(self.players, self.seed, self.workers).measure(self.stages.begin)
        crossing = break_even(found.own, found.gains.mean(axis=0), found.units, is_rising=False)
        return self._row("break-even", DECIDER, np.nan, len(found), crossing) | {"abandoned": found.abandoned}
