"""Whether what is asked in a position of Skyjo Action fits the card in play and what was chosen so far, by any rules."""

from collections.abc import Iterator, Sequence

from skyjo_sim.kernels.cards import N_COLUMNS, N_ROWS, N_SLOTS
from skyjo_sim.kernels.lines import MIN_LINE
from skyjo_sim.positions.action_value import ActionPosition
from skyjo_sim.positions.card_checks import Fault
from skyjo_sim.positions.cells import CLEARED_CELL, STAR_CARD, UNKNOWN, Cell, is_hidden

__all__ = ["choice_faults"]

_ASKED_BY = {
    "swap_own": ("slot", "face"),
    "draw_three": ("keep", "order", "slot", "flip_one"),
    "reveal": ("player", "line"),
    "reactivate": ("kind",),
    "swap_players": ("player", "slot", "face"),
    "steal": ("player", "kind"),
    "meteor": ("slot",),
}
"""What each action card asks for."""


def choice_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check what is asked and what was chosen so far; all seats, slots and lines are in range."""
    yield from _turn_faults(position)
    yield from _play_faults(position)
    yield from _swap_faults(position)
    yield from _meteor_faults(position)
    yield from _target_faults(position)
    yield from _player_faults(position)
    yield from _drawn_faults(position)
    yield from _line_faults(position)


def _card(position: ActionPosition) -> str | None:
    """Return the card that is being carried out."""
    return position.in_play[-1] if position.in_play else None


def _has_cards(position: ActionPosition, seat: int) -> bool:
    return any(cell != CLEARED_CELL for cell in position.cells[seat])


def _has_hidden(position: ActionPosition, seat: int) -> bool:
    return any(map(is_hidden, position.cells[seat]))


# --- the turn ---


def _turn_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check the opening, the rights that stars give, and that extra turns can come."""
    is_opening, choice = position.phase == "opening", position.choice
    if is_opening and not all(is_hidden(cell) for cells in position.cells for cell in cells):
        yield "phase", "phase opening must have 12 cards face down in every grid"
    if is_opening and (position.turns or position.ender is not None):
        name = "turns" if position.turns else "ender"
        yield name, f"{name} can be set only after the opening, got {getattr(position, name)}"
    if choice == "star_right" and not position.star_rights:
        yield "star_rights", "star_rights must be at least 1 with choice star_right, got 0"
    if position.star_rights and choice in ("lines", "stars"):
        yield "star_rights", f"star_rights must be 0 with choice {choice}, got {position.star_rights}"
    is_late = position.turns > 0 or position.ender is not None
    if position.setup_left and (choice != "star_right" or is_late):
        yield "setup_left", "setup_left can be set only with choice star_right before the first turn"
    if position.pending_turns and (
        is_opening or position.seat is None or position.setup_left or position.ender is not None
    ):
        yield "pending_turns", "pending_turns can be set only between the opening and the end of the round"


def _play_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check that the cards in play are a chain of Reactivations, and that the last one asks for the choice."""
    card = _card(position)
    if card is None:
        return
    if position.ender is not None:
        yield "in_play", f"in_play can be set only before the last turns, got ender {position.ender}"
    for kind in position.in_play[:-1]:
        if kind != "reactivate":
            yield "in_play", f"a card in in_play must be reactivate but for the last one, got {kind}"
    choices = _ASKED_BY.get(card)
    if choices is None:
        yield "in_play", f"the last card in in_play must be one that asks for something, got {card}"
    elif position.choice not in choices:
        yield "choice", f"choice must be {_one_of(choices)} with {card} in play, got {position.choice}"


def _one_of(words: Sequence[str]) -> str:
    return f"one of {', '.join(words)}" if len(words) > 1 else words[0]


# --- swaps ---


def _swap_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check how many players, slots and faces were chosen for a swap, and that there are cards to exchange."""
    card, choice, seats, slots = _card(position), position.choice, position.seats_chosen, position.slots_chosen
    where = f"with choice {choice}" if card is None else f"with {card} in play and choice {choice}"
    if (position.swaps_left > 0) != (card == "swap_players"):
        yield "swaps_left", f"swaps_left must be 1 or 2 with swap_players in play, else 0, got {position.swaps_left}"
    is_swap = card in ("swap_own", "swap_players")
    if not is_swap or choice == "player":
        if len(seats) > (card == "swap_players"):
            yield "seats_chosen", f"seats_chosen must have at most {int(card == 'swap_players')} entries {where}"
    elif card == "swap_own" and seats != (position.seat, position.seat):
        yield "seats_chosen", f"seats_chosen must be the seat to decide twice {where}, got {list(seats)}"
    elif card == "swap_players" and len(set(seats)) != 2:
        yield "seats_chosen", f"seats_chosen must be two seats {where}, got {list(seats)}"
    allowed = {"slot": (0, 1), "face": (2,)}.get(str(choice), (0,)) if is_swap else (0,)
    if len(slots) not in allowed:
        yield (
            "slots_chosen",
            f"slots_chosen must have {' or '.join(map(str, allowed))} slots {where}, got {list(slots)}",
        )
    if position.first_face is not None and choice != "face":
        yield "first_face", f"first_face can be set only with choice face, got {position.first_face} {where}"
    if is_swap:
        yield from _exchange_faults(position)


def _exchange_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check that cards lie where they are to be exchanged, in two grids or at two slots."""
    chosen = list(zip(position.seats_chosen, position.slots_chosen, strict=False))
    for seat, slot in chosen:
        if position.cells[seat][slot] == CLEARED_CELL:
            yield "slots_chosen", f"a slot in slots_chosen must have a card, got {slot} of seat {seat}"
    if len(set(chosen)) < len(chosen):
        yield "slots_chosen", f"slots_chosen must be two slots of a grid, got {list(position.slots_chosen)}"
    n_cards = [sum(cell != CLEARED_CELL for cell in cells) for cells in position.cells]
    if _card(position) == "swap_own":
        if n_cards[position.seat or 0] < 2:
            yield "in_play", "swap_own can be in play only where the seat to decide has two cards in its grid"
        return
    for seat in position.seats_chosen:
        if not n_cards[seat]:
            yield "seats_chosen", f"a seat in seats_chosen must have a card in its grid, got {seat}"
    if sum(map(bool, n_cards)) < 2:
        yield "in_play", "swap_players can be in play only where two seats have a card in their grids"


# --- Meteor shower ---


def _clockwise(position: ActionPosition) -> list[int]:
    """Return the seats from the left of the one to decide, that one last."""
    first = (position.seat or 0) + 1
    return [(first + step) % position.n_players for step in range(position.n_players)]


def _meteor_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check that slots with cards are named for a Meteor shower only, clockwise, and the next one is asked for."""
    named = [seat for seat in _clockwise(position) if position.targets[seat] is not None]
    if _card(position) != "meteor":
        if named:
            yield "targets", f"targets can be given only with meteor in play, got {list(position.targets)}"
        return
    open_seats = [seat for seat in named if position.targets[seat] == UNKNOWN]
    if not open_seats or named[len(named) - len(open_seats) :] != open_seats:
        yield "targets", "targets must be slots clockwise from the left of the seat to decide, then at least one ?"
    for seat in named:
        slot = position.targets[seat]
        if not _has_cards(position, seat) or (isinstance(slot, int) and position.cells[seat][slot] == CLEARED_CELL):
            yield "targets", f"a slot in targets must have a card, got {slot} of seat {seat}"


# --- the seat in question ---


def _target_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check that the seat in question is the one that the choice is about."""
    target, choice, seat = position.target, position.choice, position.seat
    card = _card(position)
    where = f"with choice {choice}" + (f" and {card} in play" if card else "")
    if choice == "line":
        if target is not None and not _has_hidden(position, target):
            yield "target", f"target must be a seat with a hidden card {where}, got {target}"
    elif choice == "kind" and card == "steal":
        if target is None or target == seat or not position.hands[target]:
            yield "target", f"target must be another seat that holds an action card {where}, got {target}"
    else:
        expected = _seat_in_question(position)
        if target != expected:
            yield "target", f"target must be {'nobody' if expected is None else expected} {where}, got {target}"


def _seat_in_question(position: ActionPosition) -> int | None:
    """Return whose grid is in question where it follows from what was chosen; None for nobody's."""
    card, choice = _card(position), position.choice
    if choice in ("lines", "stars", "flip_one") or (choice == "slot" and card == "draw_three"):
        return position.seat
    if choice in ("slot", "face") and card == "meteor":
        return next(seat for seat in _clockwise(position) if position.targets[seat] == UNKNOWN)
    if choice in ("slot", "face"):
        is_second = position.slots_chosen if choice == "slot" else position.first_face
        return position.seats_chosen[1 if is_second else 0]
    return None


def _player_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check that some player can be chosen."""
    card, seats = _card(position), range(position.n_players)
    if position.choice != "player":
        return
    if card == "reveal" and not any(_has_hidden(position, seat) for seat in seats):
        yield "in_play", "reveal can be in play only where a card is hidden"
    if card == "steal" and not any(position.hands[seat] for seat in seats if seat != position.seat):
        yield "in_play", "steal can be in play only where another seat holds an action card"


# --- Draw three ---


def _drawn_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check what is left of the three cards drawn, and whether one is kept, against what is asked next."""
    choice, kept, seat = position.choice, position.kept_of_three, position.seat
    if _card(position) != "draw_three" or seat is None:
        if kept is not None:
            yield "kept_of_three", f"kept_of_three can be given only with draw_three in play, got {kept}"
        return
    if choice in ("keep", "flip_one") and kept is not None:
        yield "kept_of_three", f"kept_of_three can be given only with choice order or slot, got {kept}"
    if choice == "slot" and (kept is None or not _has_cards(position, seat)):
        yield "kept_of_three", f"kept_of_three must be given with choice slot, and a card to replace, got {kept}"
    if position.is_three_public and choice != "order":
        yield "is_three_public", f"is_three_public can be set only with choice order, got choice {choice}"
    if choice == "flip_one" and (position.three or not _has_hidden(position, seat)):
        yield "three", "three must be empty with choice flip_one, and the seat must have a hidden card"
    places = [place for place, card in enumerate(position.three) if card is not None]
    n_to_discard = sum(place != kept or position.is_three_public for place in places)
    if choice == "order":
        if n_to_discard < 2:
            yield "three", f"three must have at least two cards to discard with choice order, got {n_to_discard}"
        if kept is not None and not _has_cards(position, seat):
            yield "kept_of_three", f"kept_of_three can be given only where there is a card to replace, got {kept}"


# --- lines with stars ---


def _line_faults(position: ActionPosition) -> Iterator[Fault]:
    """Check the lines chosen in a clearing step, and those whose order is decided."""
    choice, chosen, asked = position.choice, position.lines_chosen, position.asked
    for name in ("lines_chosen", "rows_only", "stars_asked", "stars_on_top"):
        if getattr(position, name) and choice != "stars" and (choice != "lines" or name.startswith("stars")):
            yield (
                name,
                f"{name} can be set only with choice {'stars' if name.startswith('stars') else 'lines or stars'}",
            )
    if choice not in ("lines", "stars") or position.seat is None:
        return
    cells = position.cells[position.seat]
    yield from _chosen_faults(cells, chosen)
    if position.rows_only and any(line < N_COLUMNS for line in chosen):
        yield "lines_chosen", f"lines_chosen must be rows with rows_only, got {list(chosen)}"
    for name, lines in (("stars_asked", position.stars_asked), ("asked", () if asked is None else (asked,))):
        for line in lines:
            if line not in chosen or not _has_both(_cards_of(cells, line)):
                yield name, f"a line in {name} must be one of lines_chosen with stars and numbers, got {line}"
    if asked is not None and any(line >= asked for line in position.stars_asked):
        yield "asked", f"asked must be behind the lines of stars_asked, got {asked}"
    if not set(position.stars_on_top) <= set(position.stars_asked):
        yield "stars_on_top", f"stars_on_top must be lines of stars_asked, got {list(position.stars_on_top)}"


def _cards_of(cells: Sequence[Cell], line: int) -> list[Cell]:
    """Return the cards that are left of a line."""
    slots = range(N_ROWS * line, N_ROWS * (line + 1)) if line < N_COLUMNS else range(line - N_COLUMNS, N_SLOTS, N_ROWS)
    return [cells[slot] for slot in slots if cells[slot] != CLEARED_CELL]


def _has_both(cards: Sequence[Cell]) -> bool:
    """Tell whether a line has a star and a number."""
    return 0 < cards.count(STAR_CARD) < len(cards)


def _chosen_faults(cells: Sequence[Cell], chosen: Sequence[int]) -> Iterator[Fault]:
    """Check that each chosen line is complete, and that a star which columns and rows share has one value."""
    for line in chosen:
        cards = _cards_of(cells, line)
        if len(cards) < MIN_LINE or any(map(is_hidden, cards)) or len({*cards} - {STAR_CARD}) > 1:
            yield "lines_chosen", f"a line in lines_chosen must be complete and face up, got {line}"
        if line >= N_COLUMNS and STAR_CARD not in cards:
            yield "lines_chosen", f"a row in lines_chosen must have a star, got {line}"
    numbers = {card for line in chosen for card in _cards_of(cells, line) if card != STAR_CARD}
    if len(numbers) > 1 and len({line < N_COLUMNS for line in chosen}) > 1:
        yield "lines_chosen", f"columns and rows in lines_chosen must have one value, got {list(chosen)}"
