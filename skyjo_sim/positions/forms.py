"""What differs between the two games wherever positions are read, written, checked or made into records."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from skyjo_sim.errors import InputError
from skyjo_sim.games import TITLES, Game
from skyjo_sim.kernels.action import layout as action_layout
from skyjo_sim.kernels.layout import GAME, RULES
from skyjo_sim.positions import (
    action_by_rules,
    action_checks,
    action_drawing,
    action_fields,
    action_read,
    action_record,
    action_view,
    checks,
    drawing,
    fields,
    read,
    record,
    value,
)
from skyjo_sim.positions.action_pieces import ACTION_READERS
from skyjo_sim.positions.action_value import ActionPosition
from skyjo_sim.positions.checks import Fault
from skyjo_sim.positions.fields import Field, Lots
from skyjo_sim.positions.pieces import READERS, Reader
from skyjo_sim.positions.value import Position
from skyjo_sim.rules import Rules
from skyjo_sim.rules_text import show

__all__ = ["ACTION", "CLASSIC", "Form", "check_rules", "form_of"]


@dataclass(frozen=True, slots=True)
class Form:
    """How positions of one game are handled."""

    game: Game
    make: type[Position]
    fields: tuple[Field, ...]
    readers: Mapping[str, Reader]
    writers: Mapping[str, Callable[..., str]]
    is_left_out: Callable[[Field, Position], bool]
    lots: Mapping[str, Lots]
    phase_told_by: Mapping[str, str]
    find_fault: Callable[..., Fault | None]
    find_fault_by_rules: Callable[..., Fault | None]
    record_of: Callable[..., np.record]
    position_of: Callable[[np.record], Position]
    view_of: Callable[..., Position]
    draw: Callable[..., str]

    def fields_to_write(self, position: Position) -> list[Field]:
        """Return the fields that the canonical form does not leave out."""
        return [field for field in self.fields if not self.is_left_out(field, position)]


CLASSIC = Form(
    game=Game.CLASSIC,
    make=Position,
    fields=fields.FIELDS,
    readers=READERS,
    writers=fields.WRITERS,
    is_left_out=fields.is_left_out,
    lots={"pile": fields.LOTS},
    phase_told_by={"drawn": "place", "asked": "clear"},
    find_fault=checks.find_fault,
    find_fault_by_rules=lambda _position, _game, _rules: None,
    record_of=record.record_of,
    position_of=read.position_of,
    view_of=value.view_of,
    draw=drawing.draw_position,
)
ACTION = Form(
    game=Game.ACTION,
    make=ActionPosition,
    fields=action_fields.ACTION_FIELDS,
    readers=ACTION_READERS,
    writers=action_fields.ACTION_WRITERS,
    is_left_out=action_fields.is_left_out,
    lots=action_fields.ACTION_LOTS,
    phase_told_by={"drawn": "place", "choice": "choice"},
    find_fault=action_checks.find_fault,
    find_fault_by_rules=action_by_rules.find_fault_by_rules,
    record_of=action_record.record_of,
    position_of=action_read.position_of,
    view_of=action_view.view_of,
    draw=action_drawing.draw_position,
)
_RULES = {RULES: Game.CLASSIC, action_layout.RULES: Game.ACTION}
"""Whose rules a record of rules is, by its type."""


def form_of(thing: Position | np.record) -> Form:
    """Return the form of a position, or of a record of a game by its type.

    Raises
    ------
    InputError
        If it is the record of no game.
    """
    if isinstance(thing, Position):
        return ACTION if isinstance(thing, ActionPosition) else CLASSIC
    dtype = getattr(thing, "dtype", None)
    if dtype == action_layout.GAME and isinstance(thing, np.record):
        return ACTION
    if dtype == GAME and isinstance(thing, np.record):
        return CLASSIC
    got = show(thing) if dtype is None else f"{type(thing).__name__} of {dtype.names or dtype}"
    raise InputError(f"a game must be a record of GAME of skyjo_sim.kernels.layout or its like, got {got}")


def check_rules(form: Form, rules: object) -> None:
    """Check that rules are of the game of a position, if they are given.

    Raises
    ------
    InputError
        If they are those of the other game, or no rules.
    """
    if rules is None or (isinstance(rules, np.record) and rules.dtype in _RULES):
        game = form.game if rules is None else _RULES[rules.dtype]
    elif isinstance(rules, Rules):
        game = rules.game
    else:
        raise InputError(f"rules must be Rules, their record or None, got {show(rules)}")
    if game != form.game:
        raise InputError(f"the rules are those of {TITLES[game]}, the position is one of {TITLES[form.game]}")
