"""Decisions and turns on arbitrary positions, against the oracle."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim.kernels import turn
from skyjo_sim.kernels.actions import CLEAR, GAME_ENDED, GAME_OVER, ILLEGAL, PLAYING, ROUND_ENDED, ROUND_OVER, SOURCE
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.position import build_game
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests.naive import hidden_slots, visible_cards
from tests.positions import draw_pair

EXAMPLES = 600 if IS_COMPILED else 40
lots = st.integers(0, 2**32 - 1).map(random.Random)
STATUS = {"round_over": ROUND_ENDED, "game_over": GAME_ENDED}


@settings(deadline=None, max_examples=EXAMPLES)
@given(lots)
def test_any_position_is_played_on_as_the_oracle_does(lot):
    pair = draw_pair(lot)
    got, wanted = pair.states()
    assert got == wanted
    for _ in range(30):
        legal = pair.oracle.legal()
        assert int(turn.legal(pair.game.table, pair.record)) == sum(1 << action for action in legal)
        if not legal:
            break
        refuse_everything_else(pair, legal)
        action = lot.choice(legal)
        pair.oracle.step(action)
        status = turn.step(pair.game, pair.record, action)
        got, wanted = pair.states()
        assert got == wanted
        assert status == STATUS.get(wanted["phase"], PLAYING)
        check_lead(pair, wanted)


def refuse_everything_else(pair, legal):
    before = pair.game.tobytes()
    for action in {*range(-3, 56), 2**40, -(2**40)} - set(legal):
        assert turn.step(pair.game, pair.record, action) == ILLEGAL
    assert pair.game.tobytes() == before


def check_lead(pair, state):
    """The ender's lead: how far the best other player is behind, a hidden card counted as 5."""
    ender, n_players = state["ender"], pair.rules.players
    if ender is None or state["last_turns_left"] != n_players - 1 or state["phase"] != "source":
        return
    if (ender + 1) % n_players == state["seat"] and pair.game.table.lead:
        points = [sum(visible_cards(grid)) + 5 * len(hidden_slots(grid)) for grid in state["grids"]]
        assert pair.game.table.lead == min(points[:ender] + points[ender + 1 :]) - points[ender]


def test_the_lead_is_noted_when_the_round_is_ended():
    grids = [[["?1", 2, 3], [1, 2, 4], [12, 1, 5]], [[9, 9, "?1"], [1, 2, "?2"], [8, 8, "?3"]], [[12], [11], ["?12"]]]
    game = build_game(grids=grids, discard=[5], pile=[3, 4])
    record = rules_record(Rules(players=3))
    turn.step(game, record, turn.TAKE)
    own, others = 5 + 1 + 12 + 5 + 12, (37 + 15, 23 + 5)
    assert (game.table.ender, game.table.lead) == (0, min(others) - own)


@pytest.mark.parametrize(("slot", "is_asked"), [(0, True), (4, False)])
def test_a_kept_column_is_asked_about_again_only_when_one_of_its_cards_changes(slot, is_asked):
    record = rules_record(Rules(column_rule="optional"))
    game = build_game(grids=[[[5, "?1"], [5, 2], [7, 3]], [[5, "?4"], [6, 8], [9, 9]]], discard=[5])
    turn.step(game, record, turn.TAKE + 2)
    assert (game.table.phase, game.table.asked) == (CLEAR, 0)
    turn.step(game, record, turn.KEEP_LINE)
    assert (game.table.phase, game.table.seat) == (SOURCE, 1)
    turn.step(game, record, turn.TAKE)
    turn.step(game, record, turn.TAKE + slot)
    assert (game.table.phase == CLEAR) == is_asked
    assert game.table.seat == (0 if is_asked else 1)


def test_turns_are_counted_up_to_the_highest_limit():
    record = rules_record(Rules(players=8, turn_limit=100_000))
    grids = [[[9, "?1"], [8, 5], [7, 4]] for _ in range(8)]
    game = build_game(grids=grids, discard=[6], turns=799_998, starter=3)
    assert turn.step(game, record, turn.TAKE) == PLAYING
    assert (game.table.turns, game.table.is_abandoned) == (799_999, 0)
    assert turn.step(game, record, turn.TAKE) == ROUND_ENDED
    assert (game.table.turns, game.table.is_abandoned) == (800_000, 1)


def test_nothing_is_legal_and_nothing_is_done_when_a_round_is_over():
    for phase, number in (("round_over", ROUND_OVER), ("game_over", GAME_OVER)):
        game = build_game(grids=[[1] * 9 + [0] * 3, [2] * 6 + [3] * 6], phase=phase)
        record = rules_record(Rules(column_rule="optional", discard_take_then_flip=True))
        before = game.tobytes()
        assert game.table.phase == number
        assert turn.legal(game.table, record) == 0
        assert {int(turn.step(game, record, action)) for action in range(-1, 60)} == {ILLEGAL}
        assert game.tobytes() == before


def test_a_mover_without_any_card_can_only_draw_and_throw_away():
    for options in ({}, {"row_rule": "mandatory", "column_rule": "optional"}):
        game = build_game(grids=[[], [["?1"], ["?1"], ["?1"]]], discard=[5], pile=[3, 4], ender=1)
        record = rules_record(Rules(**options))
        assert turn.legal(game.table, record) == 1 << turn.DRAW
        assert turn.step(game, record, turn.DRAW) == PLAYING
        assert turn.legal(game.table, record) == 1 << turn.PASS
        assert turn.step(game, record, turn.PASS) == ROUND_ENDED
        assert game.table.raw[:2].tolist() == [0, 0]


def test_with_neither_pile_nothing_is_legal():
    game = build_game(grids=[[["?1"], ["?2"], ["?3"]], [[1], [2], [3]]])
    assert turn.legal(game.table, rules_record(Rules())) == 0


def test_rows_of_a_batch_are_independent():
    pairs = [draw_pair(random.Random(seed)) for seed in (5, 6, 7)]
    games = np.zeros(3, GAME)
    for index, pair in enumerate(pairs):
        games[index] = pair.game
    outside = games[0].tobytes(), games[2].tobytes()
    record = pairs[1].record
    action = pairs[1].oracle.legal()[0]
    turn.step(games[1], record, action)
    assert (games[0].tobytes(), games[2].tobytes()) == outside
    turn.step(pairs[1].game, record, action)
    assert games[1].tobytes() == pairs[1].game.tobytes()
