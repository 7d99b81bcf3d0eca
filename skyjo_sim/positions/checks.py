"""Whether a position can be made into a game: the first fault, with the field it is in."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from skyjo_sim.kernels.actions import PHASE_NAMES
from skyjo_sim.kernels.cards import N_COLUMNS, N_SEATS, N_SLOTS
from skyjo_sim.kernels.layout import WORDS
from skyjo_sim.positions.card_checks import Fault, card_faults
from skyjo_sim.positions.cells import KNOWN_MARK, UNKNOWN, Card
from skyjo_sim.positions.decks import CLASSIC_DECK
from skyjo_sim.positions.value import FINISHED_PHASES, Position, default_last_turns

__all__ = [
    "MAX_INT32",
    "Fault",
    "Ranges",
    "drawn_faults",
    "end_faults",
    "find_fault",
    "first_fault",
    "member_faults",
    "number_faults",
    "phase_faults",
    "pile_faults",
    "pool_faults",
    "range_faults",
    "seat_faults",
]

Ranges = Mapping[str, tuple[int, int]]
MAX_INT32 = 2**31 - 1
_MAX_WORDS = 8 * WORDS
_RANGES = {
    "round_index": (0, 10_000),
    "turns": (0, MAX_INT32),
    "lead": (-(2**15), 2**15 - 1),
    "n_reshuffles": (0, 1_000_000),
    "extra_rounds": (0, 100),
    "key": (0, 2**64 - 1),
    "game": (0, 2**64 - 1),
    "n_words": (0, _MAX_WORDS),
}
_PER_SEAT = {
    "totals": (-MAX_INT32, MAX_INT32),
    "lines_cleared": (0, N_SLOTS),
    "hidden_at_end": (0, N_SLOTS),
    "score": (-MAX_INT32, MAX_INT32),
}


def find_fault(position: Position) -> Fault | None:
    """Return the first thing that keeps a position from being made into a game; None if there is none."""
    return first_fault(position, (_card_faults, number_faults, phase_faults, _decision_faults, seat_faults, end_faults))


def first_fault(position: Any, checks: Iterable[Callable[[Any], Iterator[Fault]]]) -> Fault | None:
    """Return the first fault that checks, in their order, find in a position."""
    n_players = position.n_players
    if not 2 <= n_players <= N_SEATS:
        return "grids", f"grids must be 2..{N_SEATS}, one for each seat, got {n_players}"
    for check in checks:
        for fault in check(position):
            return fault
    return None


def _card_faults(position: Position) -> Iterator[Fault]:
    """Check the cards."""
    for cells in position.cells:
        for cell in cells:
            if KNOWN_MARK in str(cell):
                yield "grids", f"a card known face down (with {KNOWN_MARK}) can only be in Skyjo Action, got {cell}"
    places = "the grids, the piles and the drawn card"
    yield from card_faults(position, CLASSIC_DECK, {"drawn": position.cards_drawn}, places)


def number_faults(position: Position) -> Iterator[Fault]:
    """Check that the plain numbers are in range."""
    yield from range_faults(position, _RANGES, _PER_SEAT)


def range_faults(position: Position, ranges: Ranges, ranges_per_seat: Ranges) -> Iterator[Fault]:
    """Check that numbers, and sequences of one number for each seat, are in range."""
    for name, (lowest, highest) in ranges.items():
        number = getattr(position, name)
        if not lowest <= number <= highest:
            yield name, f"{name} must be in {lowest}..{highest}, got {number}"
    for name, (lowest, highest) in ranges_per_seat.items():
        numbers = getattr(position, name)
        if len(numbers) != position.n_players and not (name in ("score", "raw") and not numbers):
            yield (
                name,
                f"{name} must have {position.n_players} numbers, one for each seat, got {len(numbers)}",
            )
        for number in numbers:
            if not lowest <= number <= highest:
                yield name, f"{name} must be in {lowest}..{highest}, got {number}"


def phase_faults(position: Position, phases: Sequence[str] = PHASE_NAMES) -> Iterator[Fault]:
    """Check the phase and whose decision it is."""
    phase, seat = position.phase, position.seat
    if phase not in phases:
        yield "phase", f"phase must be one of {', '.join(phases)}, got {phase!r}"
    if phase not in FINISHED_PHASES and (seat is None or not 0 <= seat < position.n_players):
        yield "seat", f"seat must be in 0..{position.n_players - 1}, got {seat}"
    if phase != "game_over" and (position.winners or position.is_game_abandoned):
        name = "winners" if position.winners else "is_game_abandoned"
        yield name, f"{name} can be set only in phase game_over, got phase {phase}"
    if phase not in FINISHED_PHASES:
        for name in ("score", "is_doubled", "is_abandoned"):
            if getattr(position, name):
                yield name, f"{name} can be set only in phase round_over or game_over, got phase {phase}"


def _decision_faults(position: Position) -> Iterator[Fault]:
    """Check what belongs to one phase only."""
    phase = position.phase
    yield from drawn_faults(position)
    if (position.asked is None) != (phase != "clear"):
        yield (
            "asked",
            f"asked must be given in phase clear and only there, got {position.asked} in phase {phase}",
        )
    if position.asked is not None and not 0 <= position.asked < N_COLUMNS:
        yield "asked", f"asked must be a column in 0..{N_COLUMNS - 1}, got {position.asked}"
    if position.to_clear and phase != "clear":
        yield "to_clear", f"to_clear can be set only in phase clear, got phase {phase}"
    yield from pile_faults(position)
    yield from pool_faults(position, position.cards_drawn)


def drawn_faults(position: Position) -> Iterator[Fault]:
    """Check that there is a drawn card in its phase only."""
    phase = position.phase
    if (position.drawn is None) != (phase != "place"):
        yield (
            "drawn",
            f"drawn must be given in phase place and only there, got {position.drawn} in phase {phase}",
        )


def pile_faults(position: Position) -> Iterator[Fault]:
    """Check that opening choices stand in their phase only, and that a pile in order is known."""
    phase = position.phase
    if any(position.chosen) and phase != "opening":
        yield "chosen", f"chosen can be set only in phase opening, got phase {phase}"
    if position.is_ordered and UNKNOWN in position.pile:
        yield "pile", "a pile with unknown cards cannot be in order: is_ordered must be false"


def pool_faults(position: Position, drawn: Sequence[Card]) -> Iterator[Fault]:
    """Check that a public composition of the pile is given only where it is needed, and has its size and its known cards.

    `drawn` are the cards drawn from the pile that it also counts.
    """
    if not position.pool:
        return
    cards = (*position.pile, *drawn)
    n_pool = len(cards)
    if UNKNOWN not in (*position.pile, *position.cards_drawn):
        yield "pool", "pool can be given only where a card of the pile or the drawn card is not known"
    if not position.n_reshuffles or len(position.pool) != n_pool:
        yield "pool", f"pool must be the {n_pool} cards of the pile and the drawn card, after a reshuffle"
    for card, copies in Counter(card for card in cards if card != UNKNOWN).items():
        n = position.pool.count(card)
        if n < copies:
            yield "pool", f"pool must have the known cards of the pile and the drawn card, {copies} of {card}, got {n}"


def seat_faults(position: Position) -> Iterator[Fault]:
    """Check the numbers of seats, slots and columns in sets."""
    n_players = position.n_players
    yield from member_faults("winners", position.winners, n_players, "seat")
    yield from member_faults("to_clear", position.to_clear, N_COLUMNS, "column")
    for name, size, kind in (("chosen", N_SLOTS, "slot"), ("kept", N_COLUMNS, "column")):
        sets = getattr(position, name)
        if len(sets) != n_players:
            yield name, f"{name} must be for at most {n_players} seats, got {len(sets)}"
        for members in sets:
            yield from member_faults(name, members, size, kind)


def member_faults(name: str, members: Iterable[int], size: int, kind: str) -> Iterator[Fault]:
    """Check that the members of a set are different and in range."""
    for member, times in Counter(members).items():
        if not 0 <= member < size:
            yield name, f"a {kind} in {name} must be in 0..{size - 1}, got {member}"
        if times > 1:
            yield name, f"a {kind} may stand in {name} once, got {member} {times} times"


def end_faults(position: Position) -> Iterator[Fault]:
    """Check the starter, the ender and the last turns left."""
    highest = position.n_players - 1
    for name in ("starter", "ender"):
        seat = getattr(position, name)
        if seat is not None and not 0 <= seat <= highest:
            yield name, f"{name} must be in 0..{highest}, got {seat}"
    if position.starter is None and position.phase != "opening":
        yield "starter", "starter must be known after the opening"
    if position.ender is not None and position.ender == position.seat:
        yield "ender", f"ender must not be the seat whose turn it is, got {position.ender}"
    left, expected = position.last_turns_left, default_last_turns(position)
    if left != expected:
        yield "last_turns_left", f"last_turns_left must be {expected} with this ender and seat, got {left}"
