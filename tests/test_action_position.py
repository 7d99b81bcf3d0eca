"""Building games of Skyjo Action from hand-made positions and reading them back."""

import numpy as np
import pytest

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.errors import InputError
from skyjo_sim.kernels.action import turn
from skyjo_sim.kernels.action.actions import (
    CHOOSE_SLOT,
    DRAW,
    FACE_DOWN,
    FACE_UP,
    PLAY,
    PUT,
    TAKE_MARKET,
    TAKE_PILE,
)
from skyjo_sim.kernels.action.cards import KIND_NAMES, STAR, SWAP_OWN
from skyjo_sim.kernels.action.layout import GAME
from skyjo_sim.kernels.actions import ILLEGAL
from skyjo_sim.kernels.cards import CLEARED, HIDDEN
from skyjo_sim.position import ActionPosition, make_game, read_position, rows_from_grid
from skyjo_sim.positions.cells import as_grid, hidden_cell, known_to, number_of
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests.action_play import copy_of, legal_ids

HIDDEN_GRID = ["?1", "?2", "?3"] * 4
GRIDS = [[1, "?2", "*", None, None, None, "?7!", "?*", 9, 10, 11, 12], HIDDEN_GRID]
RULES = rules_record(ActionRules())


def some_position(**changes):
    """Return a position with a bit of everything."""
    base = {"grids": GRIDS, "discard": [4, "*"], "pile": [7, 8], "hands": [["swap_own", "steal:stolen"], ["defense"]]}
    cards = {"market": ["reveal", "meteor"], "action_pile": ["steal", "reveal"], "action_discard": ["draw_three"]}
    return ActionPosition(**{**base, **cards, **changes})


# --- cells ---


def test_cells_are_understood_in_every_form():
    given = ["*", "?*", "?*!", "?5!", "?5!20", "?!1", "?!", "?05!", 5, "?", ".", None]
    cells = as_grid(given)
    assert cells == ("*", "?*", "?*!", "?5!", "?5!02", "?!1", "?!", "?5!", 5, "?", ".", ".")
    assert [number_of(cell) for cell in cells] == [STAR, STAR, STAR, 5, 5, None, None, 5, 5, None, None, None]
    assert known_to("?5!02", 4) == ({0, 2}, False)
    assert known_to("?5!", 3) == ({0, 1, 2}, True)
    assert [hidden_cell(*parts) for parts in (("*", ()), ("?", (3, 1)), (5, (0,)))] == ["?*", "?!13", "?5!0"]


@pytest.mark.parametrize("cell", ["**", "5!", "*!", "?5!x", "!", ".!", "?5!123456789", "?!?"])
def test_a_cell_that_is_none_is_refused(cell):
    with pytest.raises(InputError, match="a cell must be a card such as 5"):
        as_grid([cell] * 12)


# --- records ---


def test_the_record_shows_what_everybody_sees():
    game = make_game(some_position(totals=[10, 20], turns=6, round_index=2))
    table = game.table
    assert game.dtype == GAME
    assert table.visible[0, :12].tolist() == [1, HIDDEN, STAR, *[CLEARED] * 3, HIDDEN, HIDDEN, 9, 10, 11, 12]
    assert (table.n_pile, table.n_discard, table.discard_top) == (2, 2, STAR)
    assert (table.n_market, table.market.tolist()) == (2, [3, 8, -1, -1])
    assert (table.n_action_pile, table.n_action_discard, table.n_held.tolist()[:2]) == (2, 1, [2, 1])
    assert (int(table.stolen[0].sum()), int(table.locked.sum())) == (1, 0)
    assert (table.n_columns[0], table.n_rows[0], table.n_lines_cleared[0], table.starter) == (1, 0, 1, 0)
    assert (table.n_taken[:2].tolist(), int(table.seen[STAR + 2]), int(table.seen[7 + 2])) == ([2, 1], 2, 1)


def test_piles_in_order_are_drawn_from_their_first_cards_on():
    game = make_game(some_position())
    for action in (TAKE_PILE, TAKE_MARKET, DRAW, PUT):
        assert turn.step(game, RULES, action) >= 0
    position = read_position(game)
    assert position.hands == (("swap_own", "steal", "steal"), ("reveal", "defense"))
    assert (position.market, position.action_pile) == (("reveal", "meteor"), ())
    assert (position.cells[0][0], position.pile) == (7, (8,))


def test_an_action_lot_is_drawn_by_the_luck_of_its_key_game_and_round():
    kinds = [name for name in KIND_NAMES[:9] for _ in range(2)]
    changes = {"market": [], "hands": [], "action_discard": [], "action_pile": kinds, "is_action_ordered": False}

    def hands(**luck):
        game = make_game(some_position(**changes, **luck))
        for _ in range(8):
            turn.step(game, RULES, TAKE_PILE)
        return read_position(game).hands

    same = [hands(key=5, game=2, round_index=1) for _ in range(2)]
    assert same[0] == same[1]
    for other in ({"key": 6}, {"game": 3}, {"round_index": 0}, {"n_action_words": 1}):
        assert hands(**{"key": 5, "game": 2, "round_index": 1, **other}) != same[0]


def test_a_position_can_be_played_on():
    game = make_game(some_position())
    before = copy_of(game)
    assert turn.step(game, RULES, PLAY + 7) == ILLEGAL  # stolen
    assert game.tobytes() == before.tobytes()
    for action in (PLAY + SWAP_OWN, CHOOSE_SLOT + 2, CHOOSE_SLOT + 6, FACE_UP, FACE_DOWN):
        assert action in legal_ids(game)
        turn.step(game, RULES, action)
    assert rows_from_grid(game, 0) == [[1, "?*", 10], ["?2", "?*", 11], [7, 9, 12]]
    assert read_position(game).cells[0][6] == "?*!"
    assert read_position(game).action_discard == ("draw_three", "swap_own")


def test_legal_decisions_depend_on_the_rules():
    allowed = make_game(some_position())
    forbidden = make_game(some_position(), rules_record(ActionRules(use_stars=True, action_reshuffle="none")))
    assert legal_ids(allowed) == legal_ids(forbidden)
    emptied = some_position(action_pile=[])
    assert TAKE_PILE in legal_ids(make_game(emptied))
    assert TAKE_PILE not in legal_ids(make_game(emptied, ActionRules(action_reshuffle="none")))


def test_what_follows_from_the_rest_need_not_be_given():
    position = some_position(turns=9, n_extra_turns=[1, 0], n_stolen=[1, 0], played=[["reveal"], []])
    assert (position.starter, position.n_taken, position.lines_cleared) == (0, (2, 1), (1, 0))
    assert position.has_knowledge
    over = ActionPosition(
        grids=[["*", 1, 2] * 4, [1, 2, 4] * 4], phase="round_over", hands=[["steal"], []], star_bonus=[15, 0], ender=1
    )
    assert (over.n_stars, over.n_held_at_end, over.raw, over.score) == ((4, 0), (1, 0), (7, 28), (7, 28))


def test_a_grid_without_cards_has_lost_its_columns():
    position = ActionPosition(grids=[[], [[1, 2, 3], [4, 5, 6]]])
    assert (position.n_columns, position.n_rows, position.lines_cleared) == ((4, 1), (0, 1), (4, 2))


# --- what cannot be ---


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"grids": [HIDDEN_GRID]}, "grids must be 2..8, one for each seat, got 1"),
        ({"grids": [["?14"] * 12, HIDDEN_GRID]}, "a card in grids must be in -2..12 or *, got 14"),
        ({"pile": [-2] * 4}, "the deck has 3 cards of value -2, got 4 in the grids, the piles and the cards drawn"),
        ({"pile": ["?"] * 140, "is_ordered": False}, "the deck has 120 cards, got 163 in the grids"),
        ({"drawn": 3}, "drawn must be given in phase place and only there, got 3 in phase source"),
        ({"hands": [["steal:lost"]]}, "a card in hands must be one of swap_own"),
        ({"played": [["thief"]]}, "a card in played must be one of swap_own"),
        ({"market": ["reveal"] * 3}, "there are 3 action cards reveal, got 4 in all"),
        ({"market": ["blank"] * 3 + ["steal", "meteor"]}, "market must have at most 4 entries, got 5"),
        ({"choice": "lines"}, "choice must be given in phase choice and only there, got lines in phase source"),
        ({"star_rights": 1}, "star_rights can be set only in phase choice, got 1 in phase source"),
        ({"to_clear": [1]}, "to_clear has no use in Skyjo Action, got [1]"),
        ({"targets": [1]}, "targets must have 2 slots, one for each seat, got 1"),
        ({"is_action_ordered": True, "action_pile": ["?"]}, "a pile with unknown cards cannot be in order"),
        ({"rules": ActionRules(players=3)}, "the position must be one that the rules allow, got the problems: players"),
        (
            {"rules": ActionRules(), "n_taken": [9, 9]},
            "the position must be one that the rules allow, got the problems",
        ),
        (
            {"rules": ActionRules(last_turns="none"), "ender": 1},
            "the position must be one that the rules allow, got",
        ),
    ],
    ids=lambda part: "-".join(part) if isinstance(part, dict) else "",
)
def test_an_impossible_position_is_refused(changes, message):
    rules = changes.pop("rules", None)
    with pytest.raises(InputError) as caught:
        make_game(some_position(**changes), rules)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hands": [[1], []]}, "an entry of hands must be a text, got 1"),
        ({"hands": ["steal"]}, "an entry of hands must be a sequence of texts, got 'steal'"),
        ({"pending_turns": "a"}, "pending_turns must be an integer, got 'a'"),
        ({"pending_turns": 1.5}, "pending_turns must be an integer, got 1.5"),
        ({"target": "a"}, "target must be an integer, got 'a'"),
        ({"n_taken": ["a", 1]}, "an entry of n_taken must be an integer, got 'a'"),
        ({"targets": [1.5, None]}, "an entry of targets must be an integer, got 1.5"),
        ({"three": [{}]}, "an entry of three must be an integer, got {}"),
        ({"is_three_public": "no"}, "is_three_public must be true or false, got 'no'"),
        ({"choice": 4}, "choice must be a text, got 4"),
        ({"market": "steal"}, "market must be a sequence of texts, got 'steal'"),
    ],
)
def test_a_field_of_another_type_is_refused(changes, message):
    with pytest.raises(InputError) as caught:
        some_position(**changes)
    assert str(caught.value) == message


@pytest.mark.parametrize("rules", ["action", 5, np.zeros(1)[0]])
def test_rules_are_rules_or_their_record(rules):
    with pytest.raises(InputError, match="rules must be Rules, their record or None, got "):
        make_game(some_position(), rules)
    with pytest.raises(InputError, match="the rules are those of classic Skyjo, the position is one of Skyjo Action"):
        make_game(some_position(), rules_record(Rules()))


def test_rules_of_the_other_game_are_refused():
    with pytest.raises(InputError, match="the rules are those of classic Skyjo, the position is one of Skyjo Action"):
        make_game(some_position(), Rules())


def test_only_a_seat_at_the_table_has_a_view():
    game = make_game(some_position())
    with pytest.raises(InputError, match=r"seat must be in 0\.\.1, got 2"):
        read_position(game, 2)
    for seat in ("a", 0.0, True):
        with pytest.raises(InputError, match=r"seat must be in 0\.\.1, got "):
            read_position(game, seat)
    assert np.all(game.table.known[0, :2] == HIDDEN)
