"""Whether a position of Skyjo Action can be made into a game: the first fault, with the field it is in."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

from skyjo_sim.kernels.action.actions import CHOICE_NAMES, PHASE_NAMES
from skyjo_sim.kernels.action.cards import COPIES_OF_KIND, KIND_NAMES, N_DRAWN, N_MARKET
from skyjo_sim.kernels.action.layout import MAX_IN_PLAY
from skyjo_sim.kernels.action.lines import N_LINES
from skyjo_sim.kernels.cards import N_SLOTS
from skyjo_sim.positions.action_choices import choice_faults
from skyjo_sim.positions.action_value import ActionPosition
from skyjo_sim.positions.card_checks import Fault, card_faults
from skyjo_sim.positions.cells import UNKNOWN, known_to, number_of
from skyjo_sim.positions.checks import (
    MAX_INT32,
    drawn_faults,
    end_faults,
    first_fault,
    member_faults,
    number_faults,
    phase_faults,
    pile_faults,
    pool_faults,
    range_faults,
    seat_faults,
)
from skyjo_sim.positions.decks import ACTION_DECK
from skyjo_sim.positions.hands import LOCKS, split_lock

__all__ = ["find_fault"]

_RANGES = {
    "n_action_reshuffles": (0, 1_000_000),
    "pending_turns": (0, 1_000_000),
    "star_rights": (0, 100),
    "swaps_left": (0, 2),
    "n_three_before": (0, N_DRAWN),
    "n_action_words": (0, 1_000_000),
}
_PER_SEAT = {
    **dict.fromkeys(("n_taken", "n_for_stars", "n_stolen", "n_reactivated", "n_extra_turns"), (0, MAX_INT32)),
    **dict.fromkeys(("n_columns", "n_rows", "n_star_lines", "n_stars"), (0, N_SLOTS)),
    "star_bonus": (0, 10_000),
    "n_held_at_end": (0, 100),
    "raw": (-MAX_INT32, MAX_INT32),
}
_ONLY_IN_CHOICE = (
    *("in_play", "seats_chosen", "slots_chosen", "three", "lines_chosen", "stars_asked", "stars_on_top"),
    *("rows_only", "first_face", "target", "kept_of_three", "star_rights", "setup_left"),
)
_DEFAULTS = {field.name: field.default for field in fields(ActionPosition)}


def find_fault(position: ActionPosition) -> Fault | None:
    """Return the first thing that keeps a position from being made into a game; None if there is none."""
    checks = (
        *(_card_faults, _knower_faults, _kind_faults, number_faults, _number_faults, _phase_faults, drawn_faults),
        *(pile_faults, _pool_faults, seat_faults, end_faults, _choice_faults, _member_faults, _three_faults),
        choice_faults,
    )
    return first_fault(position, checks)


def _card_faults(position: ActionPosition) -> Iterator[Fault]:
    three = [card for card in position.three if card is not None]
    drawn = {"drawn": () if position.drawn is None else (position.drawn,), "three": three}
    yield from card_faults(position, ACTION_DECK, drawn, "the grids, the piles and the cards drawn")


def _knower_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check that who knows a card is at the table, and that a card known to all is given."""
    for cells in position.cells:
        for cell in cells:
            seats, is_public = known_to(cell, position.n_players)
            if seats and max(seats) >= position.n_players:
                yield "grids", f"who knows a card must be a seat in 0..{position.n_players - 1}, got {cell}"
            if is_public and number_of(cell) is None:
                yield "grids", f"a card known to all must be given, got {cell}"


def _kind_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check the names, the locks and the copies of the action cards."""
    hands = [word for hand in position.hands for word in hand]
    for name, lock in map(split_lock, hands):
        if name not in KIND_NAMES or lock not in LOCKS:
            yield "hands", f"a card in hands must be one of {', '.join(KIND_NAMES)}, got {name!r} with lock {lock!r}"
    known = {name: getattr(position, name) for name in ("market", "action_discard", "in_play")}
    counted = {name: [word for kinds in getattr(position, name) for word in kinds] for name in _BY_SEAT[1:]}
    for name, kinds in {**known, **counted, "action_pile": position.action_pile}.items():
        for kind in kinds:
            if kind not in KIND_NAMES and (kind != UNKNOWN or name != "action_pile"):
                yield name, f"a card in {name} must be one of {', '.join(KIND_NAMES)}, got {kind!r}"
    used = [split_lock(word)[0] for word in hands]
    for name in (*known, "action_pile"):
        used += getattr(position, name)
        for kind, copies in Counter(used).items():
            if kind != UNKNOWN and copies > COPIES_OF_KIND:
                yield name, f"there are {COPIES_OF_KIND} action cards {kind}, got {copies} in all"
    if len(used) > COPIES_OF_KIND * len(KIND_NAMES):
        yield "action_pile", f"there are {COPIES_OF_KIND * len(KIND_NAMES)} action cards, got {len(used)} in all"


_BY_SEAT = ("hands", "played", "thrown", "blocked")


def _number_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check that the numbers are in range, and that lists are as long as they may be."""
    yield from range_faults(position, {**_RANGES, "setup_left": (0, position.n_players)}, _PER_SEAT)
    for name in _BY_SEAT:
        if len(getattr(position, name)) != position.n_players:
            yield name, f"{name} must be for at most {position.n_players} seats, got {len(getattr(position, name))}"
    if len(position.targets) != position.n_players:
        yield "targets", f"targets must have {position.n_players} slots, one for each seat, got {len(position.targets)}"
    most = {"market": N_MARKET, "in_play": MAX_IN_PLAY, "seats_chosen": 2, "slots_chosen": 2, "three": N_DRAWN}
    for name, n_most in most.items():
        if len(getattr(position, name)) > n_most:
            yield name, f"{name} must have at most {n_most} entries, got {len(getattr(position, name))}"


def _phase_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check the phase, and what belongs to the phase choice only."""
    yield from phase_faults(position, PHASE_NAMES)
    phase, choice = position.phase, position.choice
    if (choice is None) != (phase != "choice"):
        yield "choice", f"choice must be given in phase choice and only there, got {choice} in phase {phase}"
    if choice is not None and choice not in CHOICE_NAMES[1:]:
        yield "choice", f"choice must be one of {', '.join(CHOICE_NAMES[1:])}, got {choice!r}"
    for name in _ONLY_IN_CHOICE:
        value = getattr(position, name)
        if value != _DEFAULTS[name] and phase != "choice":
            yield name, f"{name} can be set only in phase choice, got {value} in phase {phase}"
    if position.to_clear:
        yield "to_clear", f"to_clear has no use in Skyjo Action, got {list(position.to_clear)}"


def _choice_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check the line, the seat and the face in question."""
    if (position.asked is None) != (position.choice != "stars"):
        yield "asked", f"asked must be given with choice stars and only there, got {position.asked}"
    if position.asked is not None and not 0 <= position.asked < N_LINES:
        yield "asked", f"asked must be a line in 0..{N_LINES - 1}, got {position.asked}"
    if position.target is not None and not 0 <= position.target < position.n_players:
        yield "target", f"target must be in 0..{position.n_players - 1}, got {position.target}"
    if position.target is None and position.choice in _NEED_TARGET:
        yield "target", f"target must be given with choice {position.choice}"
    if position.first_face not in (None, "up", "down"):
        yield "first_face", f"first_face must be up or down, got {position.first_face!r}"
    if position.is_action_ordered and UNKNOWN in position.action_pile:
        yield "action_pile", "a pile with unknown cards cannot be in order: is_action_ordered must be false"
    needs_card = position.choice is not None and position.choice not in _AFTER_THE_OPTION
    if needs_card != bool(position.in_play):
        yield (
            "in_play",
            f"in_play must have an action card where its effect is asked about, got choice {position.choice}",
        )


_NEED_TARGET = ("slot", "face", "line", "flip_one")
_AFTER_THE_OPTION = ("star_right", "lines", "stars")


def _member_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check the seats, slots and lines in lists."""
    for name in ("lines_chosen", "stars_asked", "stars_on_top"):
        yield from member_faults(name, getattr(position, name), N_LINES, "line")
    named = [slot for slot in position.targets if slot not in (None, UNKNOWN)]
    lists = {"seats_chosen": position.seats_chosen, "slots_chosen": position.slots_chosen, "targets": named}
    sizes = {"seats_chosen": position.n_players, "slots_chosen": N_SLOTS, "targets": N_SLOTS}
    for name, members in lists.items():
        for member in members:
            if not isinstance(member, int) or not 0 <= member < sizes[name]:
                yield name, f"an entry of {name} must be in 0..{sizes[name] - 1}, got {member}"


def _three_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check what is said about the three cards drawn."""
    kept, places = position.kept_of_three, [k for k, card in enumerate(position.three) if card is not None]
    if position.three and position.in_play[-1:] != ("draw_three",):
        yield "three", "three can be given only where draw_three is the last card in play"
    is_laid = position.is_three_public and kept in range(len(position.three))
    if kept is not None and kept not in places and not is_laid:
        yield "kept_of_three", f"kept_of_three must be a place of three with a card, got {kept}"
    if position.is_three_public and (kept is None or position.three[kept] == UNKNOWN):
        yield (
            "is_three_public",
            "is_three_public can be set only where a place of three is kept, its card known or gone",
        )
    n_unseen = len(position.unseen_of_three)
    if position.n_three_before > (n_unseen if position.n_reshuffles else 0):
        yield "n_three_before", f"n_three_before must be at most {n_unseen} after a reshuffle, else 0"


def _pool_faults(position: ActionPosition) -> Iterator[Fault]:
    yield from pool_faults(position, position.cards_of_pool[len(position.pile) :])
