"""A picture to paint on with matplotlib: pixels from the upper left corner, without pyplot and without global state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CARD_HEIGHT", "CARD_WIDTH", "DARK", "MUTED", "WHITE", "Brush", "card_colors"]

CARD_WIDTH, CARD_HEIGHT = 44, 58
DARK, MUTED, WHITE = "#1d1f24", "#62666e", "#ffffff"
BACKGROUND = "#eceae4"
BACK, BACK_EDGE, CLEARED_EDGE = "#8b919c", "#6f7580", "#cfccc4"
STAR_COLOR = "#6b2f8f"
_POINTS_PER_INCH = 72
"""At this resolution a point, in which matplotlib measures letters and lines, is a pixel."""

_BANDS = (
    (-1, "#2c3c94", WHITE),
    (0, "#8fcdf0", DARK),
    (4, "#86bf52", DARK),
    (8, "#f6d343", DARK),
    (12, "#c7352e", WHITE),
)
"""The highest card of each of Skyjo's bands, its color and that of the number: contrasts of at least 5 to 1."""


def card_colors(card: int) -> tuple[str, str]:
    """Return the color of a card and that of the number on it."""
    return next((color, number) for highest, color, number in _BANDS if card <= highest)


class Brush:
    """An empty picture; `pixels` is what has been painted."""

    def __init__(self, width: int, height: int) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        size = (width / _POINTS_PER_INCH, height / _POINTS_PER_INCH)
        figure = Figure(figsize=size, dpi=_POINTS_PER_INCH, facecolor=BACKGROUND, edgecolor=BACKGROUND)
        self._figure, self._canvas, self._height = figure, FigureCanvasAgg(figure), height

    def box(self, left: float, top: float, width: float, height: float, radius: float, **style: Any) -> None:
        """Paint a rounded box; `style` as of a matplotlib patch."""
        from matplotlib.patches import FancyBboxPatch
        from matplotlib.transforms import IdentityTransform

        look: dict[str, Any] = {"edgecolor": "none", "facecolor": "none", "linewidth": 1, "antialiased": True} | style
        shape = f"round,pad=0,rounding_size={radius}"
        corner = (left, self._height - top - height)
        patch = FancyBboxPatch(corner, width, height, boxstyle=shape, transform=IdentityTransform(), **look)
        self._figure.add_artist(patch)

    def text(self, x: float, y: float, text: str, size: float, color: str = DARK, **style: Any) -> None:
        """Write a line, centered vertically on `y`; `style` as of a matplotlib text."""
        from matplotlib.transforms import IdentityTransform

        look: dict[str, Any] = {"ha": "left", "family": "DejaVu Sans", "parse_math": False, "usetex": False} | style
        self._figure.text(
            x,
            self._height - y,
            text,
            fontsize=size,
            color=color,
            va="center_baseline",
            transform=IdentityTransform(),
            **look,
        )

    def card(self, left: float, top: float, card: int) -> None:
        """Paint a card face up."""
        color, number = card_colors(card)
        self.box(left, top, CARD_WIDTH, CARD_HEIGHT, 6, facecolor=color, edgecolor=DARK)
        middle, size = (left + CARD_WIDTH / 2, top + CARD_HEIGHT / 2), 21
        self.text(*middle, str(card).replace("-", "−"), size, number, ha="center", weight="bold")

    def star(self, left: float, top: float) -> None:
        """Paint a star card face up."""
        self.box(left, top, CARD_WIDTH, CARD_HEIGHT, 6, facecolor=STAR_COLOR, edgecolor=DARK)
        self.text(left + CARD_WIDTH / 2, top + CARD_HEIGHT / 2, "★", 24, WHITE, ha="center")

    def card_back(self, left: float, top: float, known: str = "") -> None:
        """Paint a card face down; what is known of it is written on its back."""
        self.box(left, top, CARD_WIDTH, CARD_HEIGHT, 6, facecolor=BACK, edgecolor=BACK_EDGE)
        self.box(left + 6, top + 6, CARD_WIDTH - 12, CARD_HEIGHT - 12, 4, edgecolor="#b4b9c2", linewidth=1.5)
        if known:
            self.text(left + CARD_WIDTH / 2, top + CARD_HEIGHT / 2, known, 14, WHITE, ha="center")

    def gap(self, left: float, top: float) -> None:
        """Paint the place where a card was."""
        self.box(left, top, CARD_WIDTH, CARD_HEIGHT, 6, edgecolor=CLEARED_EDGE, linestyle=(0, (3, 3)))

    def frame(self, left: float, top: float, width: float, height: float, color: str) -> None:
        """Paint a mark around something."""
        self.box(left - 3, top - 3, width + 6, height + 6, 8, edgecolor=color, linewidth=3)

    def label(self, right: float, y: float, text: str, color: str) -> None:
        """Write a word in white on color, ending at `right`."""
        width = 10 + 7 * len(text)
        self.box(right - width, y - 10, width, 20, 10, facecolor=color)
        self.text(right - width / 2, y, text, 11, WHITE, ha="center", weight="bold")

    def pixels(self) -> NDArray[np.uint8]:
        """Return the picture, uint8[height, width, 3]."""
        self._canvas.draw()
        return np.array(self._canvas.buffer_rgba())[:, :, :3].copy()
