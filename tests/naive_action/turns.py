"""A turn: its option, the star rights, the clearing step (RULES.md 9.3, 9.6 and 9.8)."""

from tests.naive import current_slots, hidden_slots
from tests.naive_action import effects, ids
from tests.naive_action.cards import STAR
from tests.naive_action.clearing import clear_own_grid
from tests.naive_action.hands import kinds_of, playable_kinds, without
from tests.naive_action.piles import can_draw, can_take_blindly, discard, discard_action, draw, take_action
from tests.naive_action.table import put


def play_turn(game):
    """Play the current seat's turn up to its end."""
    if game.table.drawn is None:
        answer = yield from game.ask(None, legal_sources(game), phase="source")
        yield from use_option(game, answer)
    else:
        yield from place_drawn(game)
    yield from use_star_rights(game, lock="turn")
    yield from clear_own_grid(game)


def legal_sources(game):
    """Return what may be done at the start of a turn."""
    table, grid = game.table, game.table.grids[game.table.seat]
    answers = [ids.DRAW] if can_draw(table) else []
    if table.discard:
        answers += [ids.TAKE + slot for slot in current_slots(grid)]
        if game.rules["discard_take_then_flip"]:
            answers += [ids.FLIP_INSTEAD + slot for slot in hidden_slots(grid)]
    answers += takeable(game, from_pile=True)
    if table.ender is None:
        hand = table.hands[table.seat]
        playable = [kind for kind in playable_kinds(hand) if effects.is_legal(game, kind, table.action_discard)]
        answers += [ids.PLAY + kind for kind in playable] + [ids.THROW + kind for kind in kinds_of(hand)]
    return answers or [ids.PASS]


def takeable(game, from_pile):
    """Return the ids that take an action card."""
    if not game.rules["use_actions"]:
        return []
    places = [ids.TAKE_MARKET + place for place in range(len(game.table.market))]
    return places + [ids.TAKE_PILE] * (from_pile and can_take_blindly(game))


def use_option(game, answer):
    """Carry out what was chosen at the start of a turn."""
    table = game.table
    if answer == ids.DRAW:
        table.drawn = draw(game)
        table.drawn_after = table.reshuffles
        yield from place_drawn(game)
    elif answer < ids.PUT:
        card, table.discard = table.discard[-1], table.discard[:-1]
        lay(game, answer - ids.TAKE, card, "from_discard")
    elif ids.FLIP_INSTEAD <= answer < ids.STARS_UNDER:
        turn_up(game, answer - ids.FLIP_INSTEAD)
    elif ids.TAKE_MARKET <= answer <= ids.TAKE_PILE:
        take_action(game, table.seat, place_of(answer), "turn")
    elif ids.PLAY <= answer < ids.THROW:
        yield from effects.play(game, answer - ids.PLAY)
    elif ids.THROW <= answer < ids.SLOT:
        throw_away(game, answer - ids.THROW)


def place_of(answer):
    """Return the place of the market that is chosen, None for the pile."""
    return None if answer == ids.TAKE_PILE else answer - ids.TAKE_MARKET


def throw_away(game, kind):
    """Discard an action card without effect."""
    table = game.table
    table.hands = put(table.hands, table.seat, without(table.hands[table.seat], kind))
    discard_action(table, kind)
    table.count_kind("thrown", table.seat, kind)


def place_drawn(game):
    """Put the drawn card into the grid; or throw it away and flip a card, or none."""
    table, grid = game.table, game.table.grids[game.table.seat]
    slots, hidden = current_slots(grid), hidden_slots(grid)
    answers = [ids.PUT + slot for slot in slots] + [ids.FLIP + slot for slot in hidden]
    has_nothing_to_flip = not hidden and (game.rules["discard_without_hidden"] == "allow" or not slots)
    if has_nothing_to_flip or game.rules["flip_after_discard"] == "optional":
        answers.append(ids.PASS)
    answer = yield from game.ask(None, answers, phase="place")
    card, table.drawn, table.drawn_after = table.drawn, None, 0
    if answer < ids.FLIP:
        lay(game, answer - ids.PUT, card, "from_draw")
    else:
        discard(table, card)
        if answer != ids.PASS:
            turn_up(game, answer - ids.FLIP)


def lay(game, slot, card, trigger):
    """Lay a card face up in the own grid; what lay there is discarded."""
    discard(game.table, game.table.replace(game.table.seat, slot, card))
    if card == STAR:
        game.give_star_right(trigger)


def turn_up(game, slot):
    """Turn a hidden card of the own grid."""
    if game.table.turn_up(game.table.seat, slot) == STAR:
        game.give_star_right("reveal")


def use_star_rights(game, lock):
    """Let the seat take an action card for each of its star rights (9.6)."""
    table = game.table
    from_pile = game.rules["star_bonus_source"] == "market_or_pile"
    while table.star_rights and (places := takeable(game, from_pile)):
        answer = yield from game.ask("star_right", [ids.PASS, *places])
        if answer == ids.PASS:
            break
        table.star_rights -= 1
        take_action(game, table.seat, place_of(answer), lock)
        table.count("for_stars", table.seat)
    table.star_rights = 0
