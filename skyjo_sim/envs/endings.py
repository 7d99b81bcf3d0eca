"""What ``info`` says when an episode has ended: how it ended, or which action was refused."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.engines import engine_of, legal_ids
from skyjo_sim.kernels.actions import PHASE_NAMES
from skyjo_sim.rules import Rules

__all__ = ["describe_illegal", "end_info", "end_infos", "final_infos", "refusal"]

_COLUMNS = ("scores", "totals", "ender", "is_doubled", "turns", "rounds", "seat")


def describe_illegal(action: int, phase: str, legal: Iterable[int]) -> str:
    """Return why an action was refused, by the name of the phase and the legal ids."""
    return f"action {action} is not legal in phase {phase}; legal: {', '.join(map(str, legal))}"


def refusal(rules: Rules, game: Any, record: Any, action: int) -> str | None:
    """Return why the seat to decide in a game may not do this, a text; None if it may.

    Parameters
    ----------
    rules
        The rules, of which ``record`` is the kernels' record.
    """
    engine = engine_of(rules)
    legal = legal_ids(engine, game, record)
    return None if action in legal else describe_illegal(action, engine.phase_names[game["table"]["phase"]], legal)


def _describe_outcome(outcome: Any, phase_names: Sequence[str], action: int) -> str:
    """Return why an episode was ended by an illegal action."""
    low, high = (int(word) for word in outcome["legal"])
    legal = [other for other in range(128) if (low | high << 64) >> other & 1]
    return describe_illegal(action, phase_names[outcome["phase"]], legal)


def end_info(outcome: Any, players: int, action: int, phase_names: Sequence[str] = PHASE_NAMES) -> dict[str, Any]:
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
        ending["illegal_action"] = _describe_outcome(outcome, phase_names, action)
    return ending


def end_infos(
    outcomes: NDArray[Any],
    ended: NDArray[np.bool_],
    players: int,
    actions: NDArray[np.int64],
    phase_names: Sequence[str] = PHASE_NAMES,
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
    _add_illegal(infos, outcomes, ended, actions, phase_names)
    return infos


def _add_illegal(
    infos: dict[str, Any],
    outcomes: NDArray[Any],
    ended: NDArray[np.bool_],
    actions: NDArray[np.int64],
    phase_names: Sequence[str],
) -> None:
    """Add the texts of refused actions, if there are any."""
    refused = outcomes["is_illegal"] & ended
    if not refused.any():
        return
    texts = np.full(ended.size, None, object)
    for row in np.flatnonzero(refused):
        texts[row] = _describe_outcome(outcomes[row], phase_names, int(actions[row]))
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
