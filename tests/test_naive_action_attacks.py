"""Swaps and attacks in the oracle of Skyjo Action, Defences, and who knows what afterwards (RULES.md 8b, 9.4, 9.5, 9.12)."""

from tests.naive_action import ids
from tests.naive_action.cards import DEFENSE, METEOR, REVEAL, STEAL, SWAP_OWN, SWAP_PLAYERS
from tests.naive_action.notation import read_grid
from tests.naive_action.positions import HIDDEN, kinds, play, position

EVERYBODY = frozenset({0, 1})


# --- swaps and what is known ---


def test_section_8b_a_card_hidden_before_all_stays_known_wherever_it_goes():
    grid = [[12, "?1", 4, 7], [2, 3, 8, 6], [0, 5, 11, "?10"]]
    game = position([[SWAP_OWN, SWAP_OWN], []], [grid, HIDDEN])
    state = play(game, ids.PLAY + SWAP_OWN, ids.SLOT, ids.SLOT + 3, ids.FACE_UP, ids.FACE_DOWN)
    assert (state["grids"][0][:1], state["grids"][0][3]) == ([("up", 1)], ("hidden", 12))
    assert (state["public"], state["knowers"][0][3]) == ([[3], []], EVERYBODY)
    assert state["seen"][12 + 2] == 1
    play(game, ids.DRAW, ids.FLIP + 0)  # the opponent's turn
    state = play(game, ids.PLAY + SWAP_OWN, ids.SLOT + 3, ids.SLOT + 11, ids.FACE_DOWN, ids.FACE_DOWN)
    assert (state["public"][0], state["knowers"][0][3], state["knowers"][0][11]) == ([11], frozenset(), EVERYBODY)


def test_section_9_12_a_card_seen_by_one_moves_with_its_viewer():
    game = position([[REVEAL, SWAP_PLAYERS], []])
    play(game, ids.PLAY + REVEAL, ids.PLAYER + 1, ids.ROW + 2, ids.DRAW, ids.FLIP + 0)
    state = play(
        game,
        *(
            ids.PLAY + SWAP_PLAYERS,
            ids.PLAYER + 1,
            ids.PLAYER,
            ids.SLOT + 2,
            ids.SLOT + 4,
            ids.FACE_DOWN,
            ids.FACE_DOWN,
        ),
    )
    known = [[slot for slot in range(12) if 0 in grid[slot]] for grid in state["knowers"]]
    assert (known, state["public"]) == ([[4], [5, 8, 11]], [[], []])


def test_section_8_without_face_choice_cards_keep_their_faces():
    grid = [[12, "?1", 4, 7], [2, 3, 8, 6], [0, 5, 11, "?10"]]
    game = position([[SWAP_OWN], []], [grid, HIDDEN], {"swap_face_choice": False})
    state = play(game, ids.PLAY + SWAP_OWN, ids.SLOT, ids.SLOT + 3)
    assert (state["grids"][0][0], state["grids"][0][3], state["seat"]) == (("hidden", 1), ("up", 12), 1)


def test_section_8_two_exchanges_between_the_same_players():
    game = position([[SWAP_PLAYERS], []], options={"swap_players_count": 2, "swap_face_choice": False})
    play(game, ids.PLAY + SWAP_PLAYERS, ids.PLAYER, ids.PLAYER + 1, ids.SLOT, ids.SLOT + 1)
    assert (game.table.swaps_left, game.table.target, game.table.slots_chosen) == (1, 0, [])
    state = play(game, ids.SLOT + 1, ids.SLOT + 2)
    assert [grid[:3] for grid in state["grids"]] == [
        [("hidden", card) for card in cards] for cards in ((2, 0, 0), (9, 9, 2))
    ]


# --- attacks ---


def test_section_9_4_every_opponent_of_a_swap_spends_a_defense_and_the_mover_none():
    game = position([[SWAP_PLAYERS, DEFENSE], [DEFENSE]])
    state = play(game, ids.PLAY + SWAP_PLAYERS, ids.PLAYER, ids.PLAYER + 1)
    assert (kinds(state), state["action_discard"]) == ([[DEFENSE], []], [DEFENSE, SWAP_PLAYERS])
    assert (state["blocked"][0][SWAP_PLAYERS], state["grids"][0], state["seat"]) == (1, read_grid(HIDDEN), 1)


def test_section_8_a_blocked_steal_may_give_the_extra_turn():
    game = position([[STEAL], [DEFENSE]], options={"steal_blocked_extra_turn": True})
    state = play(game, ids.PLAY + STEAL, ids.PLAYER + 1)
    assert (state["seat"], state["extra_turns"], state["stolen_cards"]) == (0, [1, 0], [0, 0])


def test_section_8_a_stolen_card_may_be_playable_at_once():
    game = position([[STEAL], [REVEAL]], options={"steal_playable_at_once": True})
    play(game, ids.PLAY + STEAL, ids.PLAYER + 1, ids.KIND + REVEAL)
    assert ids.PLAY + REVEAL in game.legal()


def test_a_locked_copy_is_stolen_first():
    game = position([[STEAL], [REVEAL, (REVEAL, "stolen")]])
    state = play(game, ids.PLAY + STEAL, ids.PLAYER + 1, ids.KIND + REVEAL)
    assert (state["held"][1][REVEAL], state["stolen"][1][REVEAL], state["stolen"][0][REVEAL]) == (1, 0, 1)


def test_section_9_5_meteor_spares_the_protected_and_those_without_cards():
    grids = (HIDDEN, [], HIDDEN, HIDDEN)
    game = position([[METEOR], [DEFENSE], [DEFENSE], []], grids)
    play(game, ids.PLAY + METEOR)
    assert (game.table.target, game.table.action_discard) == (3, [DEFENSE])
    state = play(game, ids.SLOT + 11, ids.SLOT + 0)
    assert (kinds(state), state["discard"]) == ([[], [DEFENSE], [], []], [9, 10, 5])
    assert [grid[slot] for grid, slot in ((state["grids"][3], 11), (state["grids"][0], 0))] == [("up", 3), ("up", 8)]


def test_section_9_5_meteor_stops_when_no_card_can_be_drawn():
    game = position([[METEOR], []], pile=[3], discard=[5])
    state = play(game, ids.PLAY + METEOR, ids.SLOT, ids.SLOT)
    # The left neighbour's 9 goes under the 5, and is the next card: a reshuffle keeps the top.
    assert (state["grids"][1][0], state["grids"][0][0], state["discard"]) == (("up", 3), ("up", 9), [9, 5])
