"""Building games from hand-made positions and reading them back."""

import json
from pathlib import Path

import numpy as np
import pytest

from skyjo_sim.errors import InputError
from skyjo_sim.kernels import turn
from skyjo_sim.kernels.actions import DRAW, FLIP, ILLEGAL, KEEP_LINE, PHASE_NAMES, PUT, TAKE
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, NO_CARD
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.position import Position, build_game, grid_from_rows, make_game, read_position, rows_from_grid
from skyjo_sim.positions.cells import as_grid
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests.random_play import copy_of, legal_ids

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))["vectors"]
FIRST_IDS = {"take_discard": TAKE, "draw_swap": PUT, "draw_discard_flip": FLIP}
TURNS = [v for v in VECTORS if v["game"] == "classic" and v["action"]["type"] in FIRST_IDS]

HIDDEN_GRID = ["?1", "?2", "?3"] * 4
GRIDS = [[1, "?2", 3, None, None, None, "?7", 8, 9, 10, 11, 12], HIDDEN_GRID]


# --- published examples ---


@pytest.mark.parametrize("vector", TURNS, ids=lambda vector: vector["id"])
def test_vector_by_a_position_made_by_hand(vector):
    given, action, expect = vector["given"], vector["action"], vector["expect"]
    rules = Rules(players=len(given["grids"]), **vector.get("options", {}))
    record = rules_record(rules)
    game = build_game(
        grids=given["grids"],
        seat=given["current"],
        discard=given["discard"],
        pile=given["draw_pile"],
        next_order=given.get("reshuffled", ()),
        ender=given.get("ender"),
        last_turns_left=given.get("last_turns_left", 0),
        rules=rules,
    )
    first_id = FIRST_IDS[action["type"]]
    row, column = action["pos"]
    if first_id != TAKE:
        assert turn.step(game, record, DRAW) >= 0
    status = turn.step(game, record, first_id + 3 * column + row)
    if expect == {"legal": False}:
        assert status == ILLEGAL
        return
    assert status != ILLEGAL
    if PHASE_NAMES[game.table.phase] == "clear":  # the one example of this kind keeps its column
        turn.step(game, record, KEEP_LINE)
    position = read_position(game)
    phase = "scoring" if position.seat is None else "main" if position.ender is None else "last_turns"
    result = {
        "current": position.seat,
        "ender": position.ender,
        "last_turns_left": position.last_turns_left,
        "discard": list(position.discard),
        "discard_top": position.discard[-1],
        "draw_pile": list(position.pile),
        "phase": phase,
        "grids": {seat: rows_from_grid(game, int(seat)) for seat in expect.get("grids", {})},
    }
    assert {key: result[key] for key in expect} == expect


# --- grids ---


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [[1], [2], [3]],
        [[1, "?2"], ["?3", 4], [5, "?"]],
        [[1, 2, 3, 4], ["?5", 6, 7, 8], [9, 10, 11, -2]],
        [[1, 2, 3], [4, 5, 6]],
        [[-1, 0, 1, 2]],
    ],
)
def test_rows_come_back_as_they_were_given(rows):
    game = build_game(grids=[rows, HIDDEN_GRID], seat=1)
    assert rows_from_grid(game, 0) == rows


def test_a_shrunk_grid_keeps_left_and_top():
    cells = grid_from_rows([[1, 2], ["?3", 4]])
    assert cells == (1, "?3", ".", 2, 4, ".", ".", ".", ".", ".", ".", ".")


def test_cells_are_understood_in_every_form():
    cells = as_grid([5, "5", np.int8(5), "?5", "?05", "?-2", "?", ".", None, "-1", "0", 0])
    assert cells == (5, 5, 5, "?5", "?5", "?-2", "?", ".", ".", -1, 0, 0)


@pytest.mark.parametrize("cell", ["x", "??", "5?", "", True, 1.5, "?.", "²"])
def test_a_cell_that_is_none_is_refused(cell):
    with pytest.raises(InputError, match="a cell must be a card such as 5"):
        as_grid([cell] * 12)


@pytest.mark.parametrize("grid", [[1] * 11, [[1, 2], [3]], [[1]] * 4, [[1] * 5]])
def test_a_grid_of_another_size_is_refused(grid):
    with pytest.raises(InputError, match="a grid must"):
        as_grid(grid)


# --- records ---


def test_the_record_shows_what_everybody_sees():
    game = build_game(grids=GRIDS, seat=0, discard=[4, 5], pile=[7, 8], totals=[10, 20], turns=6, round_index=2)
    table = game.table
    assert game.dtype == GAME
    assert table.visible[0, :12].tolist() == [1, HIDDEN, 3, *[CLEARED] * 3, HIDDEN, 8, 9, 10, 11, 12]
    assert (table.visible[:, 12:] == CLEARED).all()
    assert (table.visible[2:] == CLEARED).all()
    assert (int(table.hidden[0]), int(table.cleared[0])) == (0b1000010, 0b111000)
    assert (table.n_pile, table.n_discard, table.discard_top, table.drawn) == (2, 2, 5, NO_CARD)
    assert (table.totals[:2].tolist(), table.turns, table.round_index, table.starter) == ([10, 20], 6, 2, 0)
    assert table.n_lines_cleared.tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert not table.pool.any()
    assert table.seen.tolist() == [0, 0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0]


def test_a_pile_in_order_is_drawn_from_its_first_card_on():
    rules = rules_record(Rules())
    game = build_game(grids=GRIDS, seat=0, discard=[5], pile=[12, 0, -1])
    drawn = []
    for _ in range(2):
        turn.step(game, rules, DRAW)
        drawn.append(int(game.table.drawn))
        turn.step(game, rules, PUT)
    assert drawn == [12, 0]


def test_a_reshuffle_gives_the_order_that_was_asked_for():
    rules = rules_record(Rules())
    game = build_game(grids=GRIDS, seat=0, discard=[1, 2, 3, 4], next_order=[2, 3, 1])
    turn.step(game, rules, DRAW)
    assert (int(game.table.drawn), list(read_position(game).pile), game.table.discard_top) == (2, [3, 1], 4)


def test_a_lot_is_drawn_by_the_luck_of_its_key_game_and_round():
    rules = rules_record(Rules())
    base = {"grids": GRIDS, "seat": 0, "discard": [5], "pile": list(range(-2, 13)) * 4, "is_ordered": False}

    def draws(**changes):
        game = build_game(**{**base, **changes})
        cards = []
        for _ in range(20):
            turn.step(game, rules, DRAW)
            cards.append(int(game.table.drawn))
            turn.step(game, rules, PUT)
        return cards

    same = [draws(key=5, game=2, round_index=1) for _ in range(2)]
    assert same[0] == same[1]
    for changes in ({"key": 6}, {"game": 3}, {"round_index": 0}):
        assert draws(**{"key": 5, "game": 2, "round_index": 1, **changes}) != same[0]


def test_after_a_reshuffle_the_old_discards_count_once():
    position = Position(grids=GRIDS, phase="place", drawn=7, discard=[5], pile=[7, 8], n_reshuffles=1)
    game = make_game(position)
    pool = [0] * 16
    pool[9], pool[10] = 2, 1
    assert game.table.pool.tolist() == pool
    assert (game.table.seen[9], game.table.seen[10], game.table.seen[7]) == (2, 2, 1)


def test_a_position_can_be_played_on():
    rules = rules_record(Rules())
    game = build_game(grids=GRIDS, seat=0, discard=[5], pile=[7], phase="place", drawn=6, rules=rules)
    assert legal_ids(game, rules) == [
        *(PUT + slot for slot in (0, 1, 2, 6, 7, 8, 9, 10, 11)),
        FLIP + 1,
        FLIP + 6,
    ]
    before = copy_of(game)
    assert turn.step(game, rules, FLIP) == ILLEGAL
    assert game.tobytes() == before.tobytes()


def test_last_turns_and_starter_follow_from_the_rest():
    face_up = list(range(1, 13))
    game = build_game(grids=[face_up, HIDDEN_GRID, HIDDEN_GRID], seat=2, discard=[5], ender=0, turns=10)
    assert (game.table.last_turns_left, game.table.starter) == (1, 1)
    opening = build_game(grids=[HIDDEN_GRID] * 2, seat=0, discard=[5], phase="opening")
    assert opening.table.starter == -1
    over = build_game(grids=[face_up, face_up], seat=None, discard=[5], ender=0, phase="round_over", turns=4)
    assert (over.table.raw[:2].tolist(), over.table.score[:2].tolist()) == ([78, 78], [78, 78])


# --- what cannot be ---


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"grids": [HIDDEN_GRID]}, "grids must be 2..8, one for each seat, got 1"),
        ({"grids": [HIDDEN_GRID] * 9}, "grids must be 2..8, one for each seat, got 9"),
        ({"discard": [13]}, "a card in discard must be in -2..12, got 13"),
        ({"pile": [-3]}, "a card in pile must be in -2..12, got -3"),
        ({"grids": [["?14"] * 12, HIDDEN_GRID]}, "a card in grids must be in -2..12, got 14"),
        (
            {"pile": [-2] * 6},
            "the deck has 5 cards of value -2, got 6 in the grids, the piles and the drawn card",
        ),
        (
            {"grids": [["?2"] * 11 + [3], HIDDEN_GRID]},
            "the deck has 10 cards of value 2, got 15 in the grids",
        ),
        ({"next_order": [12] * 11}, "the deck has 10 cards of value 12, got 11 in next_order"),
        ({"pile": ["?"] * 140, "is_ordered": False}, "the deck has 150 cards, got 165 in the grids"),
        ({"pile": ["?"]}, "a pile with unknown cards cannot be in order"),
        ({"discard": ["?"]}, "the cards of discard must be known, got '?'"),
        ({"seat": 2}, "seat must be in 0..1, got 2"),
        ({"seat": None}, "seat must be in 0..1, got None"),
        (
            {"phase": "draw"},
            "phase must be one of opening, source, place, clear, round_over, game_over, got 'draw'",
        ),
        ({"phase": "place"}, "drawn must be given in phase place and only there, got None in phase place"),
        ({"drawn": 5}, "drawn must be given in phase place and only there, got 5 in phase source"),
        ({"phase": "clear"}, "asked must be given in phase clear and only there, got None in phase clear"),
        ({"ender": 2}, "ender must be in 0..1, got 2"),
        ({"ender": 0}, "ender must not be the seat whose turn it is, got 0"),
        ({"last_turns_left": 1}, "last_turns_left must be 0 with this ender and seat, got 1"),
        ({"ender": 1, "last_turns_left": 0}, "last_turns_left must be 1 with this ender and seat, got 0"),
        ({"totals": [1]}, "totals must have 2 numbers, one for each seat, got 1"),
        ({"turns": -1}, "turns must be in 0..2147483647, got -1"),
        ({"starter": 5}, "starter must be in 0..1, got 5"),
        ({"key": 2**64}, "key must be in 0..18446744073709551615, got 18446744073709551616"),
        (
            {"rules": Rules(players=3)},
            "the position must be one that the rules allow, got the problems: players",
        ),
        (
            {"rules": Rules(), "turns": 5000},
            "the position must be one that the rules allow, got the problems: turn_limit",
        ),
    ],
)
def test_an_impossible_position_is_refused(changes, message):
    grids = [HIDDEN_GRID, [4, "?5", 6] * 4]
    with pytest.raises(InputError) as caught:
        build_game(
            **{
                "grids": [HIDDEN_GRID, ["?4", "?5", "?6"] * 4] if "seat" in changes else grids,
                "discard": [7],
                **changes,
            }
        )
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"grids": 5}, "grids must be a sequence of grids, got 5"),
        ({"grids": [5, HIDDEN_GRID]}, "a grid must have 12 cells by slot, or be rows of cells, got 5"),
        ({"turns": "a"}, "turns must be an integer, got 'a'"),
        ({"n_words": 1.7}, "n_words must be an integer, got 1.7"),
        ({"ender": True}, "ender must be an integer, got True"),
        ({"totals": ["a", 1]}, "an entry of totals must be an integer, got 'a'"),
        ({"totals": 4}, "totals must be a sequence of integers, got 4"),
        ({"chosen": [["a"]]}, "an entry of chosen must be an integer, got 'a'"),
        ({"discard": ["x"]}, "discard: a cell must be a card such as 5, a hidden one '?5' or '?', or '.', got 'x'"),
        ({"drawn": "x"}, "drawn: a cell must be a card such as 5, a hidden one '?5' or '?', or '.', got 'x'"),
        ({"phase": 4}, "phase must be a text, got 4"),
        ({"is_ordered": "yes"}, "is_ordered must be true or false, got 'yes'"),
    ],
)
def test_a_field_of_another_type_is_refused(changes, message):
    with pytest.raises(InputError) as caught:
        Position(**{"grids": GRIDS, **changes})
    assert str(caught.value) == message


def test_numbers_of_numpy_are_integers():
    position = Position(grids=GRIDS, totals=np.array([1, 2]), turns=np.int64(3), discard=np.array([4, 5]), is_extra=1)
    assert (position.totals, position.turns, position.discard, position.is_extra) == ((1, 2), 3, (4, 5), True)


def test_what_is_no_position_and_no_game_is_refused():
    with pytest.raises(InputError, match="position must be a Position or an ActionPosition, got None"):
        make_game(None)
    with pytest.raises(InputError, match=r"a game must be a record of GAME .*, got None"):
        read_position(None)


def test_only_a_seat_at_the_table_has_a_view():
    game = build_game(grids=GRIDS, discard=[5])
    with pytest.raises(InputError, match=r"seat must be in 0\.\.1, got 2"):
        read_position(game, 2)
