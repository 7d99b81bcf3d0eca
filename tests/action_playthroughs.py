"""Rule variants of Skyjo Action that have a golden playthrough, how their rounds are found, and decisions in words."""

import numpy as np

from skyjo_sim.kernels.action import deal, turn
from skyjo_sim.kernels.action.actions import (
    CHOICE_NAMES,
    CHOOSE_COLUMN,
    CHOOSE_DRAWN,
    CHOOSE_KIND,
    CHOOSE_PLAYER,
    CHOOSE_ROW,
    CHOOSE_SLOT,
    DRAW,
    FACE_DOWN,
    FACE_UP,
    FLIP,
    FLIP_INSTEAD,
    OPENING,
    PASS,
    PLACE,
    PLAY,
    PUT,
    STARS_ON_TOP,
    STARS_UNDER,
    TAKE,
    TAKE_MARKET,
    TAKE_PILE,
    THROW,
)
from skyjo_sim.kernels.action.cards import KIND_NAMES, REACTIVATE, STAR
from skyjo_sim.kernels.action.layout import GAME
from skyjo_sim.kernels.cards import CLEARED

# --- what shows a variant ---


def is_rich(game, actions):
    """Whether somebody has ended the round, many kinds were played, a star was used and a line cleared."""
    table = game.table
    kinds = np.flatnonzero(table.played.sum(0))
    return table.ender >= 0 and kinds.size >= 5 and table.n_for_stars.any() and table.n_lines_cleared.any()


def is_ended(*fields):
    """Return a condition: somebody has ended the round, and these fields of the table are not zero."""
    return lambda game, _actions: game.table.ender >= 0 and all(game.table[name].any() for name in fields)


def has(*actions, fields=()):
    """Return a condition: each of these ids, or of these lists of ids, was chosen, and `is_ended`."""
    sets = [{action} if isinstance(action, int) else set(action) for action in actions]
    condition = is_ended(*fields)
    return lambda game, chosen: condition(game, chosen) and all(ids & set(chosen) for ids in sets)


def plays(*names, fields=()):
    """Return a condition: these action cards were played, or reactivated, and `is_ended`."""
    kinds = [KIND_NAMES.index(name) for name in names]
    return has(*([PLAY + kind, CHOOSE_KIND + kind] for kind in kinds), fields=fields)


def only(*names):
    """Return the switch that leaves out all action cards but these."""
    return {"excluded_actions": tuple(name for name in KIND_NAMES[:-1] if name not in names)}


VARIANTS = {
    "action_official": ({"players": 3}, is_rich),
    "action_first_game": ({"excluded_actions": ("steal", "meteor")}, is_ended("n_rows", "played")),
    "action_numbers_only": ({"use_stars": False, "use_actions": False, "players": 3}, is_ended("n_columns")),
    "action_without_stars": ({"use_stars": False}, is_ended("n_rows", "n_columns")),
    "action_optional_columns": ({"column_rule": "optional"}, has(range(CHOOSE_COLUMN, CHOOSE_ROW), fields=("kept",))),
    "action_columns_first": ({"simultaneous_lines": "columns_first"}, is_ended("n_rows", "n_columns", "n_star_lines")),
    "action_fixed_lines": ({"line_geometry": "fixed"}, is_ended("n_rows", "n_columns")),
    "action_owner_orders_stars": ({"cleared_star_order": "owner_choice"}, has(STARS_ON_TOP)),
    "action_stars_by_position": ({"cleared_star_order": "position"}, is_ended("n_star_lines")),
    "action_strict_stars": (
        {"star_bonus_from_draw": False, "star_bonus_source": "market_only"},
        is_ended("n_for_stars"),
    ),
    "action_stars_from_the_pile": (
        {"star_bonus_reveal": False, "star_bonus_from_discard": False},
        is_ended("n_for_stars"),
    ),
    "action_stars_at_setup": ({"star_bonus_at_setup": True, "players": 3}, is_ended("n_for_stars")),
    "action_swaps": (
        {"swap_face_choice": False, "swap_players_pairs": "self_and_opponent", "swap_players_count": 2},
        plays("swap_own", "swap_players"),
    ),
    "action_attacks": (
        {
            "meteor_targets": "opponents",
            "steal_playable_at_once": True,
            "steal_blocked_extra_turn": True,
            "players": 3,
            **only("steal", "meteor", "swap_players", "defense"),
        },
        plays("steal", "meteor", fields=("blocked", "n_stolen")),
    ),
    "action_top_reactivated": (
        {"reactivate_choice": "top", **only("reactivate", "reveal", "swap_own")},
        has(CHOOSE_KIND + REACTIVATE, fields=("n_reactivated",)),
    ),
    "action_draw_three_free": (
        {"draw_three_replaced": "free", **only("draw_three")},
        has(range(CHOOSE_DRAWN, FACE_UP)),
    ),
    "action_no_reshuffle": (
        {"action_reshuffle": "none", "seed_action_discard": False, **only("double_turn", "reveal")},
        lambda game, _actions: game.table.ender >= 0 and game.table.n_market < 4,
    ),
    "action_flip_instead": ({"discard_take_then_flip": True}, has(range(FLIP_INSTEAD, STARS_UNDER))),
    "action_must_swap": ({"discard_without_hidden": "forbid", "players": 3}, is_ended("ended_by_other")),
    "action_blanks_and_zeros": ({"blank_action_cards": 3, "zeros": "fifteen"}, has(THROW + 9)),
    "action_other_points": (
        {"unused_action_penalty": 5, "star_bonus_three": 30, "star_bonus_four": 20},
        is_ended("star_bonus"),
    ),
}
"""By the name of its file: switches that are not official, and a condition on the last position and the actions."""


# --- playing ---


def deal_game(record, index):
    """Return a new game, dealt."""
    game = np.zeros(1, GAME)[0]
    game.table.visible[:] = CLEARED
    deal.start_game(game, record, np.array([1, 2], np.uint32), np.uint64(index))
    return game


def legal_ids(game):
    """Return the legal ids in a list."""
    mask = int(game.table.legal[0]) | int(game.table.legal[1]) << 64
    return [action for action in range(118) if mask >> action & 1]


def choose(game, _record, lot):
    """Choose an action by lot: play what can be played, collect equal cards, flip often, clear what can be cleared."""
    legal = legal_ids(game)
    wishes = [
        ([action for action in legal if CHOOSE_COLUMN <= action < CHOOSE_KIND], 0.8),
        ([action for action in legal if PLAY <= action < THROW], 0.5),
        ([action for action in legal if TAKE_MARKET <= action <= TAKE_PILE], 0.15),
        (collecting(game, legal), 0.9),
        ([action for action in legal if action == DRAW or FLIP <= action < PASS], 0.8),
    ]
    for wish, chance in wishes:
        if wish and lot.random() < chance:
            return lot.choice(wish)
    return lot.choice(legal)


def collecting(game, legal):
    """Return the actions that put a card into a line with the most equal cards and stars, if there is such a line."""
    table = game.table
    card = int(table.drawn) if table.phase == PLACE else int(table.discard_top)
    cells = table.visible[int(table.seat), :12].tolist()
    equal = [cell in (card, STAR) for cell in cells]
    ranks = {}
    for action in legal:
        slot = (action - TAKE) % 12
        if TAKE <= action < FLIP and not equal[slot]:
            column, row = 3 * (slot // 3), slot % 3
            ranks[action] = max(sum(equal[column : column + 3]), sum(equal[row::3]))
    best = max(ranks.values(), default=0)
    return [action for action, rank in ranks.items() if rank == best > 0]


# --- words ---


def name_of(card):
    return "star" if card == STAR else str(int(card))


def words_of(game, action):
    """Say in words what the seat to decide does."""
    table = game.table
    if table.phase == OPENING:
        return f"chooses slot {action - FLIP}"
    if action == PASS:
        return words_of_pass(table)
    if action < PUT:
        return (
            "draws" if action == DRAW else f"takes the {name_of(table.discard_top)} and puts it at slot {action - TAKE}"
        )
    if action < TAKE_MARKET:
        if action < FLIP:
            return f"puts the {name_of(table.drawn)} at slot {action - PUT}"
        return f"throws the {name_of(table.drawn)} away and flips slot {action - FLIP}"
    if action < CHOOSE_SLOT:
        return words_of_card(table, action)
    return words_of_choice(table, action)


def words_of_pass(table):
    if table.phase == PLACE:
        return f"throws the {name_of(table.drawn)} away and flips nothing"
    words = {"star_right": "takes no card for a star", "keep": "keeps none", "lines": "clears no further line"}
    return words.get(CHOICE_NAMES[table.choice], "does nothing")


def words_of_card(table, action):
    """Say which action card is taken, played or thrown away."""
    if action == TAKE_PILE:
        return "takes the top of the action pile"
    if action < TAKE_PILE:
        return f"takes {KIND_NAMES[table.market[action - TAKE_MARKET]]} from the market"
    return f"plays {KIND_NAMES[action - PLAY]}" if action < THROW else f"throws {KIND_NAMES[action - THROW]} away"


def words_of_choice(table, action):
    """Say what is chosen."""
    if action >= FLIP_INSTEAD:
        if action < STARS_UNDER:
            return f"leaves the {name_of(table.discard_top)} and flips slot {action - FLIP_INSTEAD}"
        return "discards the stars under the numbers" if action == STARS_UNDER else "discards the stars on top"
    if action in (FACE_UP, FACE_DOWN):
        return f"lays the card face {'up' if action == FACE_UP else 'down'}"
    if action >= CHOOSE_DRAWN:
        return f"chooses the {name_of(table.three[action - CHOOSE_DRAWN])}"
    if action >= CHOOSE_KIND:
        return f"chooses {KIND_NAMES[action - CHOOSE_KIND]}"
    if action >= CHOOSE_COLUMN:
        return f"chooses {'column' if action < CHOOSE_ROW else 'row'} {(action - CHOOSE_COLUMN) % 4}"
    if action >= CHOOSE_PLAYER:
        return f"chooses seat {(int(table.seat) + action - CHOOSE_PLAYER) % int(table.n_players)}"
    return f"chooses slot {action - CHOOSE_SLOT} of seat {int(table.target)}"


def step(game, record, action):
    """Carry out a decision; return the status."""
    return int(turn.step(game, record, action))
