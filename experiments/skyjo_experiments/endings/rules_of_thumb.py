"""Rules of thumb for ending: found on one half of the rounds, judged on the other."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.endings.decisions import LEAST_LEAD, MOST_POINTS, Decisions

__all__ = ["KINDS", "Rule", "best_ways", "find_rule", "regrets_of", "split"]

POINTS = np.arange(-12, MOST_POINTS + 1)
LEADS = np.arange(LEAST_LEAD, 31)
SLOPES = np.arange(-4, 9) / 4
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of thumb: end if ``own <= most`` and ``lead >= least + slope * own``."""

    kind: str
    most: float = np.inf
    least: float = -np.inf
    slope: float = 0.0

    def ends(self, decisions: Decisions) -> NDArray[np.bool_]:
        """Tell in which decisions it ends the round, bool[n]."""
        is_low = decisions.own <= self.most
        return is_low & (decisions.lead >= self.least + self.slope * decisions.own)

    def __str__(self) -> str:
        parts = [f"your points are at most {self.most:g}"] if np.isfinite(self.most) else []
        if self.slope:
            sign = "plus" if self.slope > 0 else "less"
            parts += [f"your lead is at least {self.least:g} {sign} {abs(self.slope):g} times your points"]
        elif np.isfinite(self.least):
            parts += [f"your lead is at least {self.least:g}"]
        return " and ".join(parts) or "always"


def _by_table(decisions: Decisions, gains: Floats) -> Floats:
    """Return what is gained by ending with at most so many points and at least so much lead, float64[points, leads]."""
    rows = np.clip(np.ceil(decisions.own) - POINTS[0], 0, POINTS.size - 1).astype(np.int64)
    columns = np.clip(np.floor(decisions.lead) - LEADS[0], 0, LEADS.size - 1).astype(np.int64)
    cells = np.bincount(rows * LEADS.size + columns, gains, POINTS.size * LEADS.size).reshape(POINTS.size, -1)
    summed: Floats = cells.cumsum(axis=0)[:, ::-1].cumsum(axis=1)[:, ::-1]
    return summed


def _two_numbers(decisions: Decisions, gains: Floats) -> Rule:
    gained = _by_table(decisions, gains)
    row, column = np.unravel_index(gained.argmax(), gained.shape)
    return Rule("two numbers", float(POINTS[row]), float(LEADS[column]))


def _points_only(decisions: Decisions, gains: Floats) -> Rule:
    return Rule("points only", float(POINTS[_by_table(decisions, gains)[:, 0].argmax()]))


def _lead_only(decisions: Decisions, gains: Floats) -> Rule:
    return Rule("lead only", least=float(LEADS[_by_table(decisions, gains)[-1].argmax()]))


def _line(decisions: Decisions, gains: Floats) -> Rule:
    """Return the best rule of lead against points: for every slope the best threshold."""
    best, found = -np.inf, Rule("lead by points")
    for slope in SLOPES:
        needed = np.floor(decisions.lead - slope * decisions.own)
        steps = np.clip(needed, -60, 60).astype(np.int64) + 60
        gained = np.bincount(steps, gains, 121)[::-1].cumsum()[::-1]
        place = int(gained.argmax())
        if gained[place] > best:
            best, found = gained[place], Rule("lead by points", least=float(place - 60), slope=float(slope))
    return found


KINDS: dict[str, Callable[[Decisions, Floats], Rule]] = {
    "two numbers": _two_numbers,
    "lead by points": _line,
    "points only": _points_only,
    "lead only": _lead_only,
}
"""Ways to find a rule, from decisions and what ending gains in each."""


def split(decisions: Decisions) -> tuple[Decisions, Decisions]:
    """Return the decisions of even and of odd rounds: to find rules, and to judge them."""
    is_even = decisions.units % 2 == 0
    return decisions.select(is_even), decisions.select(~is_even)


def find_rule(kind: str, decisions: Decisions) -> Rule:
    """Return the rule of a kind that gains most in decisions."""
    return KINDS[kind](decisions, decisions.gains.mean(axis=0))


def best_ways(searched: Decisions, judged: Decisions) -> NDArray[np.bool_]:
    """Return where ending seems the better way, for each half of the re-deals, bool[2, n].

    A smooth surface over own points, lead and hidden cards is fitted to other rounds; each decision's own re-deals of the
    half move it from there, by as much as decisions differ from the surface by more than luck.
    """
    weights = np.linalg.lstsq(_terms(searched), searched.gains.mean(axis=0), rcond=1e-10)[0]
    left = searched.gains - _terms(searched) @ weights
    luck = float(np.mean((left[0] - left[1]) ** 2)) / 2
    own = max(float(np.mean(left[0] * left[1])), 0.0)
    expected = _terms(judged) @ weights
    moved = expected + own / max(own + luck, 1e-12) * (judged.gains - expected)
    seems: NDArray[np.bool_] = moved > 0
    return seems


def _terms(decisions: Decisions) -> Floats:
    """Return what the surface is made of, float64[n, terms]."""
    own, lead, hidden = decisions.own / 10, decisions.lead / 10, decisions.hidden / 4
    powers = [own**i * lead**j for i in range(4) for j in range(4 - i)]
    return np.stack([*powers, hidden, hidden * own, hidden * lead, hidden**2], axis=1)


def regrets_of(judged: Decisions, ends: NDArray[np.bool_], best: NDArray[np.bool_]) -> Floats:
    """Return the points that a choice loses against the better way, float64[n].

    The better way, ``best``, is what one half of the re-deals suggests, judged by the other half, and the reverse: so luck
    that looks like skill counts for nothing, and the better way is a little too low rather than too high.
    """
    better = best[::-1].astype(np.float64)
    regrets: Floats = (judged.gains * (better - ends)).mean(axis=0)
    return regrets
