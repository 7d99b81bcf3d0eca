"""The fields that the notation has for Skyjo Action, and how their values are written."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from skyjo_sim.kernels import streams
from skyjo_sim.positions.action_value import (
    STATISTICS,
    ActionPosition,
    default_action_starter,
    default_all_lines,
    default_raw,
)
from skyjo_sim.positions.cells import Card, known_to
from skyjo_sim.positions.decks import ACTION_DECK, KINDS_DEALT
from skyjo_sim.positions.fields import (
    FIELDS,
    LOTS,
    NONE,
    WRITERS,
    Field,
    Lots,
    always,
    dealt_lot,
    nobody,
    rest_of_deck,
    write_runs,
    write_sets,
    zeros,
)
from skyjo_sim.positions.fields import is_left_out as is_left_out_in_classic
from skyjo_sim.positions.hands import split_lock
from skyjo_sim.positions.luck import dealt_pile
from skyjo_sim.positions.value import FINISHED_PHASES, Position

__all__ = ["ACTION_FIELDS", "ACTION_LOTS", "ACTION_MARK", "ACTION_WRITERS", "is_left_out"]

ACTION_MARK = "action"
"""The field that says that a text is a position of Skyjo Action."""


def _phase_of_fields(position: ActionPosition) -> str:
    """Return the phase that the drawn card or the choice tells."""
    if position.drawn is not None:
        return "place"
    return "source" if position.choice is None else "choice"


def _raw(position: ActionPosition) -> object:
    return default_raw(position) if position.phase in FINISHED_PHASES else ()


def _no_targets(position: ActionPosition) -> object:
    return (None,) * position.n_players


def _knowledge(position: ActionPosition) -> bool:
    return any(known_to(cell, 1)[0] for cells in position.cells for cell in cells)


_CHANGED = {
    "phase": Field("phase", "phase", "phase", _phase_of_fields),
    "starter": Field("starter", "number", "starter", default_action_starter),
    "lines": Field("lines", "numbers", "lines_cleared", default_all_lines),
    "score": Field("score", "numbers", "score", lambda position: position.raw),
    "luck": Field("luck", "both_lucks", "key", always(0)),
}
_TURN = (
    Field("choice", "word", "choice", always(None)),
    Field("in_play", "kinds", "in_play", always(())),
    Field("target", "number", "target", always(None)),
    Field("players", "numbers", "seats_chosen", always(())),
    Field("slots", "numbers", "slots_chosen", always(())),
    Field("face", "word", "first_face", always(None)),
    Field("swaps", "number", "swaps_left", always(0)),
    Field("targets", "places", "targets", _no_targets),
    Field("three", "three", "three", always(())),
    Field("kept_of_three", "number", "kept_of_three", always(None)),
    Field("three_public", "flag", "is_three_public", always(False)),
    Field("three_before", "number", "n_three_before", always(0)),
    Field("asked", "number", "asked", always(None)),
    Field("lines_chosen", "numbers", "lines_chosen", always(())),
    Field("rows_only", "flag", "rows_only", always(False)),
    Field("stars_asked", "numbers", "stars_asked", always(())),
    Field("stars_on_top", "numbers", "stars_on_top", always(())),
    Field("star_rights", "number", "star_rights", always(0)),
    Field("setup", "number", "setup_left", always(0)),
    Field("pending", "number", "pending_turns", always(0)),
)
_CARDS = (
    Field("hands", "hands", "hands", nobody),
    Field("market", "kinds", "market", always(())),
    Field("action_pile", "kind_pile", "action_pile", always(()), "is_action_ordered"),
    Field("action_lot", "kind_lot", "action_pile", always(()), "is_action_ordered"),
    Field("action_discard", "kinds", "action_discard", always(())),
    Field("action_reshuffles", "number", "n_action_reshuffles", always(0)),
    Field("knowledge", "flag", "has_knowledge", _knowledge),
)
_STATISTICS = (
    Field("columns", "numbers", "n_columns", STATISTICS["n_columns"]),
    Field("rows", "numbers", "n_rows", STATISTICS["n_rows"]),
    Field("star_lines", "numbers", "n_star_lines", zeros),
    Field("played", "kind_sets", "played", nobody),
    Field("thrown", "kind_sets", "thrown", nobody),
    Field("blocked", "kind_sets", "blocked", nobody),
    Field("taken", "numbers", "n_taken", STATISTICS["n_taken"]),
    Field("for_stars", "numbers", "n_for_stars", zeros),
    Field("stolen", "numbers", "n_stolen", zeros),
    Field("reactivated", "numbers", "n_reactivated", zeros),
    Field("extra_turns", "numbers", "n_extra_turns", zeros),
    Field("ended_by_other", "flag", "is_ended_by_other", always(False)),
    Field("stars", "numbers", "n_stars", STATISTICS["n_stars"]),
    Field("star_bonus", "numbers", "star_bonus", STATISTICS["star_bonus"]),
    Field("held_at_end", "numbers", "n_held_at_end", STATISTICS["n_held_at_end"]),
    Field("raw", "numbers", "raw", _raw),
)


def _fields() -> tuple[Field, ...]:
    """Return all fields: the classic ones in their order, the others behind those that they belong to."""
    behind = {"drawn": _TURN, "pool": _CARDS, "hidden_at_end": _STATISTICS}
    fields = [Field(ACTION_MARK, "mark", "phase", always(""))]
    for field in FIELDS:
        if field.name not in ("asked", "clearing"):
            fields += [_CHANGED.get(field.name, field), *behind.get(field.name, ())]
    return tuple(fields)


ACTION_FIELDS = _fields()
"""All fields in the order of the canonical form."""


# --- lots with a name ---


def rest_of_kinds(position: ActionPosition) -> tuple[str, ...]:
    """Return the official action cards that are nowhere, by kind."""
    rest = list(KINDS_DEALT)
    hands = [split_lock(word)[0] for hand in position.hands for word in hand]
    for name in [*hands, *position.market, *position.action_discard, *position.in_play]:
        if name in rest:
            rest.remove(name)
    return tuple(rest)


def dealt_kinds(position: ActionPosition) -> tuple[str, ...]:
    """Return what is left of the official action cards that the position's luck has dealt; nothing after a reshuffle."""
    if position.n_action_reshuffles:
        return ()
    luck = (position.key, position.game, position.round_index, position.n_action_words)
    return dealt_pile(KINDS_DEALT, *luck, streams.ACTIONS)


def _rest(position: ActionPosition) -> tuple[Card, ...]:
    return rest_of_deck(position, ACTION_DECK)


def _dealt(position: ActionPosition) -> tuple[Card, ...]:
    return dealt_lot(position, ACTION_DECK)


ACTION_LOTS: dict[str, Lots] = {
    "pile": {"rest": _rest, "dealt": _dealt},
    "action_pile": {"rest": rest_of_kinds, "dealt": dealt_kinds},
}
"""Lots that have a name instead of a list, by attribute."""
assert ACTION_LOTS["pile"].keys() == LOTS.keys()


# --- writing ---


def _write_places(places: Sequence[object]) -> str:
    """Return values of which some may be missing."""
    return " ".join(NONE if place is None else str(place) for place in places) or NONE


def _write_both_lucks(position: ActionPosition) -> str:
    written = WRITERS["luck"](position)
    return f"{written}+{position.n_action_words}" if position.n_action_words else written


ACTION_WRITERS: dict[str, Callable[[Any], str]] = {
    **WRITERS,
    "mark": lambda _position: "",
    "word": str,
    "kinds": write_runs,
    "kind_pile": write_runs,
    "kind_lot": write_runs,
    "kind_sets": write_sets,
    "hands": write_sets,
    "places": _write_places,
    "three": _write_places,
    "both_lucks": _write_both_lucks,
}
"""How a value is written, by kind; luck is written from the position."""


def is_left_out(field: Field, position: Position) -> bool:
    """Tell whether the canonical form leaves a field out."""
    assert isinstance(position, ActionPosition)
    if field.kind == "both_lucks":
        return not position.n_action_words and is_left_out_in_classic(replace(field, kind="luck"), position)
    return is_left_out_in_classic(field, position)
