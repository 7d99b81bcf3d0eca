"""The closing games: start and tuned agent on deals that no search has seen."""

from dataclasses import asdict, dataclass
from typing import Any

from skyjo_experiments.statistics.deals import estimate_deal_difference, estimate_deal_share, estimate_deals
from skyjo_experiments.tuning.objective import objective_difference, objective_estimate
from skyjo_experiments.tuning.playing import ABANDONED, AHEAD, ROUNDS, WON, CandidatePlayer, Games
from skyjo_experiments.tuning.settings import TuningSettings
from skyjo_sim.agent import Agent
from skyjo_sim.simulation.measures import Estimate

__all__ = ["ALL", "CLOSING_KINDS", "ClosingRow", "play_closing"]

ALL = "all"
"""The opponent in rows over all fields."""
START, TUNED, DIFFERENCE = "start", "tuned", "difference"


@dataclass(frozen=True, slots=True)
class ClosingRow:
    """An estimate of the closing games.

    Attributes
    ----------
    opponent : str
        Or `ALL`.
    players : int
        0 for all fields.
    measure : {"win_share", "points_ahead", "objective"}
    agent : {"start", "tuned", "difference"}
        The difference is the tuned agent's less the start's, on the same deals.
    n_games : int
        Of each agent in the field, or in all.
    mean, standard_error, low, high : float
        With a 95 % interval over deals.
    abandoned : float
        Share of rounds that the turn limit stopped.
    """

    opponent: str
    players: int
    measure: str
    agent: str
    n_games: int
    mean: float
    standard_error: float
    low: float
    high: float
    abandoned: float

    @property
    def estimate(self) -> Estimate:
        """Return the mean with its interval."""
        return Estimate(self.mean, self.standard_error, self.low, self.high)

    def to_json(self) -> dict[str, Any]:
        """Return the row as plain values."""
        return asdict(self)


CLOSING_KINDS: dict[str, type] = {
    "opponent": str,
    "players": int,
    "measure": str,
    "agent": str,
    "n_games": int,
    "mean": float,
    "standard_error": float,
    "low": float,
    "high": float,
    "abandoned": float,
}
"""The columns of closing.csv."""


def play_closing(settings: TuningSettings, player: CandidatePlayer, tuned: Agent) -> tuple[ClosingRow, ...]:
    """Play the closing games; return their estimates by field, then over all.

    Raises
    ------
    PolicyError
        If somebody answers something illegal.
    """
    games = player.play([settings.start, tuned], settings.closing_seed, 0, settings.n_closing_games)
    rows: list[ClosingRow] = []
    for place, field in enumerate(settings.fields):
        pair = games[:, place]
        for measure, estimates in (("win_share", _win_shares(pair)), ("points_ahead", _points_ahead(pair))):
            rows += _rows(field.opponent.name, field.players, measure, estimates, pair)
    objectives = (
        objective_estimate(games[0], settings.measure),
        objective_estimate(games[1], settings.measure),
        objective_difference(games[1], games[0], settings.measure),
    )
    every = games.reshape(2, -1, games.shape[-1])
    return (*rows, *_rows(ALL, 0, "objective", objectives, every))


Three = tuple[Estimate, Estimate, Estimate]


def _rows(opponent: str, players: int, measure: str, estimates: Three, pair: Games) -> list[ClosingRow]:
    """Return the rows of start, tuned and difference; `pair` is float64[2, n_games, 4]."""
    played = (pair[0], pair[1], pair.reshape(-1, pair.shape[-1]))
    return [
        ClosingRow(
            opponent,
            players,
            measure,
            agent,
            pair.shape[1],
            float(estimate.mean),
            float(estimate.standard_error),
            float(estimate.low),
            float(estimate.high),
            float(games[:, ABANDONED].sum() / games[:, ROUNDS].sum()),
        )
        for agent, estimate, games in zip((START, TUNED, DIFFERENCE), estimates, played, strict=True)
    ]


def _win_shares(pair: Games) -> Three:
    start, tuned = pair[0, :, WON], pair[1, :, WON]
    return estimate_deal_share(start), estimate_deal_share(tuned), estimate_deal_difference(tuned, start)


def _points_ahead(pair: Games) -> Three:
    (start, start_rounds), (tuned, tuned_rounds) = ((games[:, AHEAD], games[:, ROUNDS]) for games in pair)
    return (
        estimate_deals(start, start_rounds),
        estimate_deals(tuned, tuned_rounds),
        estimate_deal_difference(tuned, start, tuned_rounds, start_rounds),
    )
