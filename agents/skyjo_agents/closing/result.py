"""What ending the round now is worth, as a value, a text and HTML."""

from dataclasses import dataclass, field
from html import escape

from numpy import arange, float64
from numpy.typing import NDArray

from skyjo_agents.closing.totals import LOWEST_TOTAL

__all__ = ["ClosingValue", "Interval", "OpponentValue"]

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class OpponentValue:
    """What another seat ends with after its best last turn."""

    seat: int
    expected_total: float
    """Points in its grid, in expectation."""
    p_at_most: float
    """P(its total is at most the ender's raw score)."""
    distribution: NDArray[float64] = field(repr=False)
    """P(total = -24 + i), float64[169]."""

    def chances(self) -> dict[int, float]:
        """Return P(total) by total, those that can be."""
        return chances_of(self.distribution)


@dataclass(frozen=True, slots=True, eq=False)
class ClosingValue:
    """What ending the round now is worth to a seat. Numbers are points; intervals are 95 %, and points where exact."""

    seat: int
    objective: str
    expected_raw: float
    """The seat's raw score, in expectation if its last hidden card is still to be flipped."""
    p_doubled: float
    p_doubled_interval: Interval
    expected_score: float
    """The raw score, doubled where that happens."""
    expected_score_interval: Interval
    margin_to_mean: float
    """Expected mean of the others' totals, minus the expected score: positive is good."""
    margin_to_best: float
    """Expected lowest of the others' totals, minus the expected score."""
    lowest_other: NDArray[float64] = field(repr=False)
    """P(lowest other total = -24 + i), float64[169]."""
    others: tuple[OpponentValue, ...]
    """In the order of their turns."""
    n_deals: int
    """How often the last turns were dealt; 0 where everything is exact."""

    @property
    def is_exact(self) -> bool:
        """Whether nothing was estimated."""
        return self.n_deals == 0

    @property
    def expected_lowest(self) -> float:
        """Expected lowest of the others' totals."""
        return mean_of(self.lowest_other)

    @property
    def sentence(self) -> str:
        """What the numbers say."""
        return (
            f"If you end now you score {self.expected_score:.2f} points on average, {self.expected_raw:.2f} without the "
            f"penalty; you are doubled in {self.p_doubled:.1%} of cases. Whether waiting is better this does not say."
        )

    def rows(self) -> list[list[str]]:
        """Return the table of a result, its heading first."""
        lines = [["", "expected points", "P(at most yours)"]]
        lines += [
            [f"seat {other.seat}", f"{other.expected_total:.2f}", f"{other.p_at_most:.1%}"] for other in self.others
        ]
        lines.append(["lowest of them", f"{self.expected_lowest:.2f}", ""])
        lines.append([f"you, seat {self.seat}: raw score", f"{self.expected_raw:.2f}", ""])
        score = _with_half(self.expected_score, self.expected_score_interval, 1, 2)
        lines.append(["your score", score, ""])
        lines.append(["P(doubled)", _with_half(self.p_doubled, self.p_doubled_interval, 100, 1) + " %", ""])
        return lines

    def __repr__(self) -> str:
        """Return the table and the sentence."""
        lines = self.rows()
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        table = [
            "  ".join(
                cell.rjust(width) if column else cell.ljust(width)
                for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        ]
        source = "Exact." if self.is_exact else f"From {self.n_deals:,} deals; ± is half the 95 % interval."
        return "\n".join([*table, "", self.sentence, source])

    def _repr_html_(self) -> str:
        head, *lines = (
            "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in line) + "</tr>"
            for tag, line in zip(["th", *["td"] * 99], self.rows(), strict=False)
        )
        return f"<table><thead>{head}</thead><tbody>{''.join(lines)}</tbody></table><p>{escape(self.sentence)}</p>"


def _with_half(value: float, interval: Interval, factor: int, digits: int) -> str:
    """Return a number and half its interval; nothing more where it is exact."""
    half = (interval[1] - interval[0]) / 2 * factor
    return f"{value * factor:.{digits}f}" + (f" ± {half:.{digits}f}" if half > 0 else "")


def mean_of(distribution: NDArray[float64]) -> float:
    """Return the mean of a distribution of totals."""
    return float(distribution @ (arange(distribution.size) + LOWEST_TOTAL))


def chances_of(distribution: NDArray[float64]) -> dict[int, float]:
    """Return what a distribution holds by total, without zeros."""
    return {i + LOWEST_TOTAL: float(chance) for i, chance in enumerate(distribution) if chance > 0}
