"""From a position of Skyjo Action to a game record."""

from collections.abc import Sequence

import numpy as np

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.kernels.action.actions import CHOICE_NAMES, FACE_DOWN, FACE_UP, PHASE_NAMES
from skyjo_sim.kernels.action.cards import NO_KIND
from skyjo_sim.kernels.action.layout import GAME, NO_TARGET, UNNAMED
from skyjo_sim.kernels.cards import HIDDEN, N_SLOTS, NO_CARD
from skyjo_sim.positions.action_value import SEAT_STATISTICS, ActionPosition
from skyjo_sim.positions.cells import UNKNOWN, Cell, known_to
from skyjo_sim.positions.hands import kind_number, split_lock
from skyjo_sim.positions.luck import set_action_luck
from skyjo_sim.positions.record import bits_of, card_number, count_shown, fill_record, known_cards, number_or_none
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record

__all__ = ["record_of", "record_of_rules"]

_FACES = {None: -1, "up": FACE_UP, "down": FACE_DOWN}


def record_of(position: ActionPosition, rules: Rules | np.record | None = None) -> np.record:
    """Return a new game record of a position that has no fault.

    Parameters
    ----------
    rules
        Those by which decisions are legal; None means official ones.
    """
    game: np.record = np.zeros(1, GAME)[0]
    table = game.table
    fill_record(game, position, PHASE_NAMES.index(position.phase))
    set_action_luck(game, position.n_action_words)
    _lay_action_cards(game, position)
    _set_knowledge(game, position)
    _set_choices(table, position)
    _set_three(table, position)
    _set_statistics(table, position)
    count_shown(table, position, _pool(position), _shown_face_down(position))
    _set_legal(game, rules)
    return game


def _set_legal(game: np.record, rules: Rules | np.record | None) -> None:
    """Note which decisions are legal."""
    from skyjo_sim.kernels.action.legal import update_legal  # compiled when the first position of the game is made

    update_legal(game, record_of_rules(rules, int(game.table.n_players)))


def record_of_rules(rules: Rules | np.record | None, n_players: int) -> np.record:
    """Return the record of rules; None means official ones."""
    if rules is None:
        rules = ActionRules(players=n_players)
    return rules_record(rules) if isinstance(rules, Rules) else rules


def _kinds(names: Sequence[str], width: int) -> list[int]:
    """Return action cards as a record has them, NO_KIND behind the last one and for one that is not known."""
    kinds = [NO_KIND if name == UNKNOWN else kind_number(name) for name in names]
    return kinds + [NO_KIND] * (width - len(kinds))


def _lay_action_cards(game: np.record, position: ActionPosition) -> None:
    table, secret = game.table, game.secret
    pile, discard = position.action_pile, position.action_discard
    table.market[:] = _kinds(position.market, table.market.size)
    table.n_market = len(position.market)
    table.action_discard[: len(discard)] = _kinds(discard, len(discard))
    table.n_action_discard = len(discard)
    secret.action_pile[: len(pile)] = _kinds(pile[::-1] if position.is_action_ordered else pile, len(pile))
    secret.is_action_ordered = position.is_action_ordered
    table.n_action_pile = len(pile)
    table.n_action_reshuffles = position.n_action_reshuffles
    for seat, hand in enumerate(position.hands):
        table.n_held[seat] = len(hand)
        for name, lock in map(split_lock, hand):
            table.held[seat, kind_number(name)] += 1
            if lock:
                table[lock][seat, kind_number(name)] += 1


def _set_knowledge(game: np.record, position: ActionPosition) -> None:
    """Note who knows which face-down card, and what the seat to decide knows."""
    table = game.table
    table.known[: position.n_players, :N_SLOTS] = HIDDEN
    table.has_knowledge = position.has_knowledge
    for owner, cells in enumerate(position.cells):
        for slot, cell in enumerate(cells):
            viewers, is_public = known_to(cell, position.n_players)
            table.public[owner] |= is_public << slot
            for viewer in viewers:
                table.knows[viewer, owner] |= 1 << slot
            if position.seat in viewers and card_number(cell) != NO_CARD:
                table.known[owner, slot] = card_number(cell)


def _set_choices(table: np.record, position: ActionPosition) -> None:
    """Note what is being carried out, and what was chosen for it."""
    table.choice = 0 if position.choice is None else CHOICE_NAMES.index(position.choice)
    table.in_play[:] = _kinds(position.in_play, table.in_play.size)
    table.n_in_play = len(position.in_play)
    table.card = kind_number(position.in_play[-1]) if position.in_play else NO_KIND
    table.target = number_or_none(position.target)
    table.n_chosen = len(position.slots_chosen)
    for name, chosen in (("seats_chosen", position.seats_chosen), ("slots_chosen", position.slots_chosen)):
        table[name][:] = -1
        table[name][: len(chosen)] = chosen
    table.first_face = _FACES[position.first_face]
    for seat, slot in enumerate(position.targets):
        table.targets[seat] = UNNAMED if isinstance(slot, str) else NO_TARGET if slot is None else slot
    for name in ("lines_chosen", "stars_asked", "stars_on_top"):
        table[name] = bits_of(getattr(position, name))
    for name in ("rows_only", "swaps_left", "star_rights", "setup_left", "pending_turns"):
        table[name] = getattr(position, name)


def _set_three(table: np.record, position: ActionPosition) -> None:
    """Lay the three cards drawn; ``n_chosen`` says that the kept one was laid and another took its place.

    A card that is there and not known is HIDDEN: NO_CARD is none.
    """
    table.three[:] = NO_CARD
    three = [HIDDEN if card == UNKNOWN else card_number(card) for card in position.three]
    table.three[: len(three)] = three
    table.kept_of_three = number_or_none(position.kept_of_three)
    if position.is_three_public:
        table.n_chosen = 1


def _set_statistics(table: np.record, position: ActionPosition) -> None:
    n_players = position.n_players
    for name in SEAT_STATISTICS:
        table[name][:n_players] = getattr(position, name)
    for name in ("played", "thrown", "blocked"):
        for seat, kinds in enumerate(getattr(position, name)):
            for kind in kinds:
                table[name][seat, kind_number(kind)] += 1
    table.ended_by_other = position.is_ended_by_other
    if position.raw:
        table.raw[:n_players] = position.raw


def _pool(position: ActionPosition) -> list[int]:
    """Return the old discards in the draw pile, the drawn card and those of the three drawn after the reshuffle."""
    if not position.n_reshuffles:
        return []
    return known_cards(position.pool or position.cards_of_pool)


def _shown_face_down(position: ActionPosition) -> list[Cell]:
    """Return the cards that lie face down or among the three, and were shown to all."""
    cells = [cell for cells in position.cells for cell in cells if known_to(cell, 1)[1]]
    places = position.unseen_of_three[: position.n_three_before] if position.n_reshuffles > 1 else []
    if position.is_three_public and position.kept_of_three is not None:
        places = [position.kept_of_three, *places]
    three = [position.three[place] for place in places]
    return [*cells, *(card for card in three if card is not None and card != UNKNOWN)]
