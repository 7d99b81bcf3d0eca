"""What ``info`` says when an episode has ended: how it ended, or which action was refused."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.kernels import turn
from skyjo_sim.kernels.actions import PHASE_NAMES

__all__ = ["describe_illegal", "end_info", "end_infos", "final_infos", "refusal"]

_COLUMNS = ("scores", "totals", "ender", "is_doubled", "turns", "rounds", "seat")


def describe_illegal(action: int, phase: int, legal: int) -> str:
    """Return why an action was refused; `legal` holds the legal ids as bits."""
    ids = ", ".join(str(other) for other in range(64) if legal >> other & 1)
    return f"action {action} is not legal in phase {PHASE_NAMES[phase]}; legal: {ids}"


def refusal(table: Any, rules: Any, action: int) -> str | None:
    """Return why the seat to decide at a table, under a record of the rules, may not do this; None if it may."""
    legal = int(turn.legal(table, rules))
    is_legal = action >= 0 and legal >> action & 1
    return None if is_legal else describe_illegal(action, int(table["phase"]), legal)


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


def final_infos(
    ending: dict[str, Any],
    ended: NDArray[np.bool_],
    masks: NDArray[np.int8],
    rows: NDArray[np.intp],
    observations: list[dict[str, Any]],
) -> dict[str, Any]:
    """Return what stands in the infos under SAME_STEP: `end_infos` within ``final_info``, and the last observations.

    `masks` are the last ones, int8[n, n_actions]; `observations` those of `rows`, which are the ones that ended.
    """
    final = np.full(ended.size, None, object)
    for row, observation in zip(rows, observations, strict=True):
        final[row] = observation
    return {
        "final_info": {"action_mask": masks, "_action_mask": ended, **ending},
        "_final_info": ended,
        "final_obs": final,
        "_final_obs": ended,
    }
