"""What `render` of an environment returns: the view of one seat as a text or as a picture."""

import sys
from typing import Any

import gymnasium
import numpy as np

from skyjo_sim.envs.painting import paint_position
from skyjo_sim.errors import InputError
from skyjo_sim.position import read_position
from skyjo_sim.positions.forms import form_of

__all__ = ["RENDER_MODES", "check_render_mode", "render"]

RENDER_MODES = ("ansi", "human", "rgb_array")


def check_render_mode(mode: Any) -> str | None:
    """Return `mode` if it is one of `RENDER_MODES` or None.

    Raises
    ------
    InputError
        If it is neither.
    """
    if mode is None or (isinstance(mode, str) and mode in RENDER_MODES):
        return mode
    raise InputError(f"render_mode must be one of {', '.join(RENDER_MODES)}, or None, got {mode!r}")


def render(game: np.record, seat: int, mode: str | None) -> Any:
    """Show a game as one seat sees it: nothing hidden, not another's drawn card.

    Parameters
    ----------
    game
        A record of `skyjo_sim.kernels.layout.GAME` or its like of Skyjo Action.
    seat
        The viewer.
    mode
        One of `RENDER_MODES`; with None there is nothing to show, and Gymnasium's logger warns.

    Returns
    -------
    str, None or uint8[height, width, 3]
        The drawing (``ansi``), None after printing it (``human``), or a picture (``rgb_array``) whose size depends on
        the number of players alone.

    Raises
    ------
    InputError
        If the mode is not known or the seat is not at the table.
    """
    if check_render_mode(mode) is None:
        gymnasium.logger.warn("render() shows nothing without a render_mode: give one to the constructor")
        return None
    view = read_position(game, seat)
    if mode == "rgb_array":
        return paint_position(view, seat)
    drawing = form_of(view).draw(view)
    if mode == "ansi":
        return drawing
    sys.stdout.write(drawing + "\n\n")
    sys.stdout.flush()
    return None
