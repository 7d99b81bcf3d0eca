"""What a coin shows.

Question: How often does a coin show heads?

Design: A made-up experiment for tests: its rows are
arithmetic.

How to read it: The share is the line.
"""

from dataclasses import dataclass

from skyjo_experiments.experiment import Rows, Settings, Stages, integer
from skyjo_experiments.figures import caption_of, draw_estimates, new_figure

UNIT = "tosses"


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinSettings(Settings):
    n_coins: int = integer(3, 1, 10)
    n: int = integer(100, 1, 1000)


QUICK = CoinSettings()
FULL = CoinSettings(n=1000)


def run(settings=QUICK, *, seed=0, workers=None, on_progress=None):
    stages = Stages(settings.n_coins, on_progress)
    with Rows() as rows:
        for coin in range(settings.n_coins):
            stages.begin(f"coin {coin}")
            share = 1 / (coin + 3) + seed
            note = "" if coin else "first, | and <b>"
            row = {"coin": coin, "note": note, "n": settings.n, "won": share, "won_low": share - 0.1}
            rows.add(row | {"won_high": share + 0.1, "delay": None if coin == 1 else coin / 7, "abandoned": 0.0})
    return rows.frame()


def plot(frame):
    figure, (axes,) = new_figure("What a coin shows", caption_of(frame, UNIT), "coin", "heads (%)")
    draw_estimates(axes, frame["coin"], frame, "won", "coin", 0, scale=100)
    draw_estimates(axes, frame["coin"], frame, "won", "band", 1, scale=100, has_band=True)
    return figure


def answer(frame):
    return f"Coin 0 shows heads in {frame['won'].iloc[0]:.1%} of tosses & <more>.\nThat is all; {frame['won'].iloc[2]:.1%}."
