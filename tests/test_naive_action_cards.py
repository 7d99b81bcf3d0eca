"""Action cards in the oracle, under switches that the published examples do not reach (RULES.md 8 and 9.5)."""

import pytest

from tests.naive import IllegalAction
from tests.naive_action import ids
from tests.naive_action.cards import (
    BLANK,
    DEFENSE,
    DOUBLE_TURN,
    DRAW_THREE,
    KINDS,
    METEOR,
    REACTIVATE,
    REVEAL,
    STEAL,
    SWAP_OWN,
    SWAP_PLAYERS,
)
from tests.naive_action.notation import write_grid
from tests.naive_action.positions import HIDDEN, kinds, play, position


@pytest.mark.parametrize(
    ("kind", "grids", "expect"),
    [
        (SWAP_OWN, ([[1]], HIDDEN), False),
        (SWAP_OWN, ([[1, 2]], HIDDEN), True),
        (REVEAL, ([[1]], [[2]]), False),
        (REVEAL, ([[1]], [["?2"]]), True),
        (SWAP_PLAYERS, ([], HIDDEN), False),
        (SWAP_PLAYERS, ([], HIDDEN, HIDDEN), True),
        (STEAL, (HIDDEN, HIDDEN), False),
        (BLANK, (HIDDEN, HIDDEN), False),
        (METEOR, ([], []), True),
        (DRAW_THREE, ([], HIDDEN), True),
    ],
    ids=lambda value: KINDS[value] if isinstance(value, int) and not isinstance(value, bool) else None,
)
def test_section_9_5_legal_effects(kind, grids, expect):
    legal = position([[kind], *[[] for _ in grids[1:]]], grids).legal()
    assert (ids.PLAY + kind in legal) == expect or kind == BLANK
    assert ids.THROW + kind in legal
    if kind == BLANK:
        assert not any(ids.PLAY <= action < ids.THROW for action in legal)


def test_section_8_swap_players_self_and_opponent():
    options = {"swap_players_pairs": "self_and_opponent"}
    game = position([[SWAP_PLAYERS], [], []], ([], HIDDEN, HIDDEN), options)
    assert ids.PLAY + SWAP_PLAYERS not in game.legal()
    game = position([[SWAP_PLAYERS], [], []], (HIDDEN, [], HIDDEN), options)
    state = play(game, ids.PLAY + SWAP_PLAYERS)
    assert (game.legal(), state["seats_chosen"]) == ([ids.PLAYER + 2], [0])


def test_a_locked_card_may_be_thrown_but_not_played():
    game = position([[(STEAL, "stolen")], [STEAL]])
    assert ids.PLAY + STEAL not in game.legal()
    state = play(game, ids.THROW + STEAL)
    assert (state["thrown"][0][STEAL], state["stolen"][0][STEAL], kinds(state)) == (1, 0, [[], [STEAL]])


# --- Reactivation ---


def test_section_9_5_reactivation_needs_an_effect_under_another_one():
    game = position([[REACTIVATE], []], action_discard=[REACTIVATE, REACTIVATE, STEAL])
    assert ids.PLAY + REACTIVATE not in game.legal()
    game = position([[REACTIVATE], []], action_discard=[DEFENSE, REACTIVATE, STEAL])
    play(game, ids.PLAY + REACTIVATE)
    assert game.legal() == [ids.KIND + REACTIVATE, ids.KIND + DEFENSE]
    play(game, ids.KIND + REACTIVATE)
    assert (game.legal(), game.table.in_play) == ([ids.KIND + DEFENSE], [REACTIVATE, REACTIVATE])
    state = play(game, ids.KIND + DEFENSE)
    assert state["action_discard"] == [STEAL, DEFENSE, REACTIVATE, REACTIVATE]
    assert (state["seat"], state["extra_turns"], state["reactivated"]) == (0, [1, 0], [2, 0])
    assert sum(map(sum, state["played"])) == state["played"][0][REACTIVATE] == 1


def test_section_8_reactivation_of_the_top_card_only():
    options = {"reactivate_choice": "top"}
    assert (
        ids.PLAY + REACTIVATE
        not in position([[REACTIVATE], []], options=options, action_discard=[DEFENSE, STEAL]).legal()
    )
    game = position([[REACTIVATE], []], options=options, action_discard=[STEAL, DEFENSE, REACTIVATE])
    play(game, ids.PLAY + REACTIVATE)
    assert game.legal() == [ids.KIND + REACTIVATE]
    play(game, ids.KIND + REACTIVATE)
    assert game.legal() == [ids.KIND + DEFENSE]


# --- Draw three ---


def test_section_8_the_replaced_card_may_be_discarded_in_any_order():
    game = position([[DRAW_THREE], []], options={"draw_three_replaced": "free"})
    play(game, ids.PLAY + DRAW_THREE, ids.DRAWN + 1, ids.SLOT)
    assert (game.table.three, game.legal()) == ([3, 9, 1], [ids.DRAWN, ids.DRAWN + 1, ids.DRAWN + 2])
    assert game.state()["seen"][9 + 2] == 1
    state = play(game, ids.DRAWN + 1, ids.DRAWN + 2)
    assert (state["discard"], write_grid(state["grids"][0])[0][0]) == ([5, 9, 1, 3], 8)


def test_section_9_5_draw_three_with_fewer_cards_and_nothing_to_flip():
    game = position([[DRAW_THREE], []], ([[1, 2]], HIDDEN), pile=[3], discard=[5], ender=None)
    play(game, ids.PLAY + DRAW_THREE)
    assert (game.table.three, game.legal()) == ([3, None, None], [ids.PASS, ids.DRAWN])
    assert play(game, ids.PASS)["discard"] == [5, 3]


def test_section_8_after_none_of_three_the_flip_may_be_optional():
    game = position([[DRAW_THREE], []], options={"flip_after_discard": "optional"})
    play(game, ids.PLAY + DRAW_THREE, ids.PASS, ids.DRAWN, ids.DRAWN + 1)
    assert (game.table.choice, game.legal()[0]) == ("flip_one", ids.PASS)
    with pytest.raises(IllegalAction):
        game.step(ids.FLIP)


def test_section_9_8_turns_stack_and_are_lost_at_the_end():
    grid = [[1, 2, 3, 4], [5, 6, 7, 8], [0, 0, 1, "?2"]]
    game = position([[DOUBLE_TURN, DOUBLE_TURN], []], [grid, HIDDEN])
    state = play(game, ids.PLAY + DOUBLE_TURN, ids.PLAY + DOUBLE_TURN)
    assert (state["pending_turns"], state["extra_turns"], state["seat"]) == (2, [2, 0], 0)
    state = play(game, ids.DRAW, ids.FLIP + 11)
    assert (state["ender"], state["pending_turns"], state["seat"], state["last_turns_left"]) == (0, 0, 1, 1)
