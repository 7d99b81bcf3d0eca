"""What ``info`` says when an episode has ended: how it ended, or which action was refused."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.kernels.actions import PHASE_NAMES

__all__ = ["describe_illegal", "end_info", "end_infos"]

_COLUMNS = ("scores", "totals", "ender", "is_doubled", "turns", "rounds", "seat")


def describe_illegal(action: int, phase: int, legal: int) -> str:
    """Return why an action was refused; `legal` holds the legal ids as bits."""
    ids = ", ".join(str(other) for other in range(64) if legal >> other & 1)
    return f"action {action} is not legal in phase {PHASE_NAMES[phase]}; legal: {ids}"


def end_info(outcome: Any, players: int, action: int) -> dict[str, Any]:
    """Return what the last info of one episode says besides the mask.

    Of the last round: ``scores`` and ``totals``, int32[players], the learner's first, then clockwise; ``ender`` in the
    same count (-1: none); ``is_doubled``, ``turns``. Also ``rounds`` of the episode and the learner's ``seat``; after
    an illegal action ``illegal_action``, a text, where the round has not been scored: its scores are 0, the totals
    those before it.
    """
    ending: dict[str, Any] = {
        "scores": outcome["scores"][:players].copy(),
        "totals": outcome["totals"][:players].copy(),
        "ender": int(outcome["ender"]),
        "is_doubled": bool(outcome["is_doubled"]),
        "turns": int(outcome["turns"]),
        "rounds": int(outcome["rounds"]),
        "seat": int(outcome["seat"]),
    }
    if outcome["is_illegal"]:
        ending["illegal_action"] = describe_illegal(action, int(outcome["phase"]), int(outcome["legal"]))
    return ending


def end_infos(
    outcomes: NDArray[Any], ended: NDArray[np.bool_], players: int, actions: NDArray[np.int64]
) -> dict[str, Any]:
    """Return the same for every environment whose episode ended, bool[n]: arrays with n rows, each with its mask.

    As Gymnasium does it: zeros where an episode has not ended, and ``_name`` tells where it has. `outcomes` must have
    been zeros before the step; the arrays are views of it.
    """
    infos: dict[str, Any] = {}
    for name in _COLUMNS:
        column = outcomes[name]
        infos[name] = column if column.ndim == 1 else column[:, :players]
        infos[f"_{name}"] = ended
    _add_illegal(infos, outcomes, ended, actions)
    return infos


def _add_illegal(
    infos: dict[str, Any], outcomes: NDArray[Any], ended: NDArray[np.bool_], actions: NDArray[np.int64]
) -> None:
    """Add the texts of refused actions, if there are any."""
    refused = outcomes["is_illegal"] & ended
    if not refused.any():
        return
    texts = np.full(ended.size, None, object)
    for row in np.flatnonzero(refused):
        texts[row] = describe_illegal(int(actions[row]), int(outcomes[row]["phase"]), int(outcomes[row]["legal"]))
    infos["illegal_action"], infos["_illegal_action"] = texts, refused
