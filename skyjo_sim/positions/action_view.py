"""What a seat knows of a position of Skyjo Action."""

from dataclasses import replace

from skyjo_sim.positions.action_value import ActionPosition
from skyjo_sim.positions.cells import UNKNOWN, Card, Cell, hidden_cell, is_hidden, known_to, number_of
from skyjo_sim.positions.value import view_of as classic_view_of

__all__ = ["view_of"]


def view_of(position: ActionPosition, seat: int) -> ActionPosition:
    """Return what a seat knows: of the hidden cards those it has seen, no pile, no luck, not another's drawn cards.

    Who knows which hidden card is public: Reveal is played before everybody's eyes.
    """
    is_own = position.seat == seat
    cards = position.cards_of_pool
    pool = position.pool or sorted(() if UNKNOWN in cards else cards, key=_order)
    has_secret = bool(position.pile) or (bool(cards) and not is_own)
    view = classic_view_of(position, seat)
    assert isinstance(view, ActionPosition)
    return replace(
        view,
        grids=[[_seen_by(cell, seat, position.n_players) for cell in cells] for cells in position.cells],
        three=position.three if is_own else _three_of_another(position),
        pool=pool if position.n_reshuffles and has_secret else (),
        action_pile=[UNKNOWN] * len(position.action_pile),
        is_action_ordered=False,
        n_action_words=0,
    )


def _order(card: Card) -> int:
    number = number_of(card)
    return 0 if number is None else number


def _seen_by(cell: Cell, seat: int, n_players: int) -> Cell:
    """Return a cell as a seat sees it: only what it knows of a hidden card, and who else does."""
    if not is_hidden(cell):
        return cell
    viewers, is_public = known_to(cell, n_players)
    return cell if seat in viewers else hidden_cell(UNKNOWN, viewers, is_public=is_public)


def _three_of_another(position: ActionPosition) -> list[Card | None]:
    """Return the three cards drawn as the others see them."""
    return [UNKNOWN if place in position.unseen_of_three else card for place, card in enumerate(position.three)]
