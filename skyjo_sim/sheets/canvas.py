"""An A4 page to draw on with matplotlib: millimeters from its upper left corner, font sizes in points."""

from __future__ import annotations

import io
import warnings
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.figure import Figure

PAGE_WIDTH, PAGE_HEIGHT = 210.0, 297.0
MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / 72
SMALLEST_FONT = 8.0
PNG_DPI = 200
DARK = "#111111"
_PADDING = 1.0
_FAMILIES = ("DejaVu Sans", "Noto Sans", "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic", "Arial Unicode MS")
_SETTINGS = {
    "text.usetex": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "skyjo score sheet",
    "pdf.fonttype": 42,
}


@dataclass(frozen=True, slots=True)
class Font:
    """Size in points, weight and color of a text."""

    size: float
    weight: str = "normal"
    color: str = DARK


class Canvas:
    """An empty page; `figure` is what has been drawn. To be used within `own_settings`."""

    def __init__(self) -> None:
        from matplotlib.figure import Figure

        self._families = _families()
        size = (PAGE_WIDTH / MM_PER_INCH, PAGE_HEIGHT / MM_PER_INCH)
        self.figure: Figure = Figure(figsize=size, facecolor="white")
        self._axes = self.figure.add_axes((0, 0, 1, 1))
        self._axes.set_xlim(0, PAGE_WIDTH)
        self._axes.set_ylim(PAGE_HEIGHT, 0)
        self._axes.axis("off")

    def line(self, start: tuple[float, float], end: tuple[float, float], **style: Any) -> None:
        """Draw a line from `start` to `end`; `style` as of a matplotlib line."""
        (x, y), (to_x, to_y) = start, end
        look: dict[str, Any] = {"color": DARK, "linewidth": 0.8} | style
        self._axes.plot([x, to_x], [y, to_y], **look)

    def box(self, left: float, top: float, width: float, height: float, **style: Any) -> None:
        """Draw a rectangle; `style` as of a matplotlib patch."""
        from matplotlib.patches import Rectangle

        look: dict[str, Any] = {"edgecolor": "none", "facecolor": "none", "linewidth": 1.0} | style
        self._axes.add_patch(Rectangle((left, top), width, height, **look))

    def cross(self, x: float, y: float, arm: float) -> None:
        """Draw a cross as one makes it in a box."""
        for sign in (-1, 1):
            self.line((x - arm, y - sign * arm), (x + arm, y + sign * arm), linewidth=1.8)

    def text(self, x: float, y: float, text: str, font: Font, align: str = "left") -> None:
        """Write a line of text, vertically centered on `y`; dollar signs mean themselves."""
        look: dict[str, Any] = {
            "fontsize": font.size,
            "fontweight": font.weight,
            "color": font.color,
            "ha": align,
        }
        self._axes.text(x, y, text, va="center_baseline", family=self._families, parse_math=False, **look)

    def fitted(self, left: float, right: float, y: float, text: str, font: Font, n_lines: int = 1) -> None:
        """Write text centered between two edges: smaller, on `n_lines` lines, cut, as far as it is needed."""
        width = right - left - 2 * _PADDING
        while font.size > SMALLEST_FONT and self.width(text, font) > width:
            font = replace(font, size=max(SMALLEST_FONT, font.size - 0.5))
        lines = self._wrap(text, width, font, n_lines)
        step = 1.25 * font.size * MM_PER_POINT
        for index, line in enumerate(lines):
            offset = (index - (len(lines) - 1) / 2) * step
            self.text((left + right) / 2, y + offset, line, font, align="center")

    def paragraph(self, left: float, y: float, width: float, text: str, font: Font, n_lines: int = 3) -> float:
        """Write text on at most `n_lines` lines and return where the next paragraph begins."""
        for line in self._wrap(text, width, font, n_lines):
            self.text(left, y, line, font)
            y += 1.4 * font.size * MM_PER_POINT
        return y

    def width(self, text: str, font: Font) -> float:
        """Return the width of a text."""
        from matplotlib.font_manager import FontProperties
        from matplotlib.textpath import text_to_path

        properties = FontProperties(family=self._families, weight=font.weight, size=font.size)
        points, _, _ = text_to_path.get_text_width_height_descent(text, properties, ismath=False)
        return 1.01 * float(points) * MM_PER_POINT  # hinting makes it a little wider

    def _wrap(self, text: str, width: float, font: Font, n_lines: int) -> list[str]:
        """Break a text into at most `n_lines` lines: at gaps, inside words that are too long; cut it."""
        lines: list[str] = []
        while text and len(lines) < n_lines - 1:
            n_fitting = self._count_fitting(text, width, font)
            gap = max(text.rfind(" ", 0, n_fitting + 1), text.rfind("-", 0, n_fitting) + 1)
            end = gap if 0 < gap and n_fitting < len(text) else n_fitting
            lines.append(text[:end].strip())
            text = text[end:].strip()
        return [*lines, self._cut(text, width, font)] if text else lines

    def _count_fitting(self, text: str, width: float, font: Font) -> int:
        """Return how many characters from the start fit into `width`, at least 1."""
        n_fitting = len(text)
        while n_fitting > 1 and self.width(text[:n_fitting], font) > width:
            n_fitting -= 1
        return n_fitting

    def _cut(self, text: str, width: float, font: Font) -> str:
        """Return a text, shortened to `width` with an ellipsis at its end."""
        if self.width(text, font) <= width:
            return text
        return f"{text[: self._count_fitting(text, width - self.width('…', font), font)]}…"


def render(figures: Sequence[Figure], suffix: str) -> bytes:
    """Return pages as the content of a PDF file, or one page as that of an SVG or PNG file."""
    from matplotlib.backends.backend_pdf import PdfPages

    out = io.BytesIO()
    with own_settings():
        if suffix == "pdf":
            with PdfPages(out, metadata={"Title": "Skyjo score sheet", "CreationDate": None}) as pages:
                for figure in figures:
                    pages.savefig(figure)
        else:
            metadata = {"Date": None} if suffix == "svg" else None
            figures[0].savefig(out, format=suffix, dpi=PNG_DPI, metadata=metadata)
    return out.getvalue()


@contextmanager
def own_settings() -> Iterator[None]:
    """Shield the page from the reader's matplotlib settings; names in scripts without a font become boxes."""
    import matplotlib

    with matplotlib.rc_context(_SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")
        yield


def _families() -> list[str]:
    """Return the font families of the page that are installed."""
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    return [family for family in _FAMILIES if family in installed] or ["sans-serif"]
