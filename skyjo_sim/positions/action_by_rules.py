"""Whether given rules can go on from a position of Skyjo Action that has no fault by itself."""

import numpy as np

from skyjo_sim.kernels.action.actions import CHOOSE_COLUMN, LINES
from skyjo_sim.kernels.lines import MANDATORY, OPTIONAL
from skyjo_sim.positions.action_record import record_of_rules
from skyjo_sim.positions.action_value import ActionPosition
from skyjo_sim.positions.card_checks import Fault
from skyjo_sim.positions.cells import UNKNOWN
from skyjo_sim.rules import Rules

__all__ = ["find_fault_by_rules"]


def find_fault_by_rules(
    position: ActionPosition, game: np.record, rules: Rules | np.record | None = None
) -> Fault | None:
    """Return the first thing that keeps rules from going on with a position; None if there is none.

    Parameters
    ----------
    game
        The record of the position, made by the same rules.
    rules
        None means official ones.
    """
    record = record_of_rules(rules, position.n_players)
    if position.phase == "opening" and (fault := _opening_fault(position, int(record.initial_flips))):
        return fault
    n_drawn = sum(card is not None for card in position.three)
    if position.choice == "slot" and n_drawn > 1 and not record.replaced_free:
        return "three", f"three must have one card with choice slot under these rules, got {n_drawn}"
    if position.lines_chosen and (line := _line_that_stays(position, game, record)) is not None:
        return "lines_chosen", f"a line in lines_chosen must be one that goes under these rules, got {line}"
    if position.seat is not None and not game.table.legal.any():
        name = "phase" if position.choice is None else "choice"
        return name, f"{name} must be one in which something is legal, got {getattr(position, name)}"
    return None


def _opening_fault(position: ActionPosition, n_flips: int) -> Fault | None:
    """Check that the seats before the one to decide have chosen all slots, or are not seen, and that one not yet."""
    is_view = UNKNOWN in position.pile or any(UNKNOWN in cells for cells in position.cells)
    for seat, slots in enumerate(position.chosen):
        is_before = position.seat is not None and seat < position.seat
        n, is_current = len(slots), seat == position.seat
        is_right = n < n_flips if is_current else n == n_flips if is_before else n == 0
        if not is_right and not (is_before and is_view and n == 0):
            allowed = f"less than {n_flips}" if is_current else str(n_flips if is_before else 0)
            return "chosen", f"chosen must have {allowed} slots of seat {seat} under these rules, got {n}"
    return None


def _line_that_stays(position: ActionPosition, game: np.record, record: np.record) -> int | None:
    """Return a chosen line that cannot go in this pass, if there is one; columns of numbers may be said to go anyway."""
    from skyjo_sim.kernels.action.legal import update_legal  # compiled when the first position of the game is made

    rules, probe = np.array([record], record.dtype)[0], np.array([game], game.dtype)[0]
    if rules.column_rule == MANDATORY:
        rules.column_rule = OPTIONAL
    probe.table.choice, probe.table.lines_chosen, probe.table.kept[position.seat] = LINES, 0, 0
    update_legal(probe, rules)
    lines = int(probe.table.legal[CHOOSE_COLUMN >> 6]) >> (CHOOSE_COLUMN & 63)
    return next((line for line in position.lines_chosen if not lines >> line & 1), None)
