"""The structured observation against the oracle's, over play and arbitrary positions; who sees what, by name."""

import random

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from skyjo_sim.kernels import planes
from skyjo_sim.kernels.actions import OPENING, PLACE
from skyjo_sim.kernels.cards import CLEARED, COPIES, HIDDEN
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout_episodes import PLANES
from tests import naive_observation
from tests.observed_play import rotated, shuffle_unknown, states_of_play, step_pair
from tests.positions import draw_pair
from tests.random_play import copy_of

N_GAMES = 25 if IS_COMPILED else 4
EXAMPLES = 400 if IS_COMPILED else 40
UNTOUCHED = 77
lots = st.integers(0, 2**32 - 1).map(random.Random)


def seen_by(game, viewer):
    """Return the record that a game is seen as."""
    out = np.full(PLANES.itemsize, UNTOUCHED, np.uint8).view(PLANES)
    planes.write_planes(game.table, viewer, out[0])
    return out[0]


def plain(seen, n_players):
    """Return a record as lists, without the seats that do not play."""
    parts = {name: seen[name].tolist() for name in PLANES.names}
    parts["grids"], parts["totals"] = parts["grids"][:n_players], parts["totals"][:n_players]
    assert not any(parts["ender"][n_players:-1])
    parts["ender"] = parts["ender"][:n_players] + parts["ender"][-1:]
    return parts


def test_every_state_of_play_is_seen_as_the_oracle_sees_it():
    for game, oracle, _ in states_of_play(1, N_GAMES, 0.1):
        n_players = int(game.table.n_players)
        state = oracle.state()
        for viewer in range(n_players):
            assert plain(seen_by(game, viewer), n_players) == naive_observation.planes(state, viewer)


@settings(deadline=None, max_examples=EXAMPLES)
@given(lots)
def test_arbitrary_positions_are_seen_as_the_oracle_sees_them(lot):
    pair = draw_pair(lot)
    for _ in range(12):
        state = pair.oracle.state()
        assume(all(n <= copies for n, copies in zip(state["seen"], COPIES, strict=True)))
        viewer = lot.randrange(pair.rules.players)
        assert plain(seen_by(pair.game, viewer), pair.rules.players) == naive_observation.planes(state, viewer)
        if not step_pair(pair, lot):
            break


def test_parts_of_seats_that_do_not_play_are_left_alone():
    game = next(copy_of(game) for game, _, _ in states_of_play(2, 100, 1) if game.table.n_players == 3)
    seen = seen_by(game, 0)
    assert (seen["grids"][3:] == UNTOUCHED).all()
    assert (seen["totals"][3:].view(np.uint8) == UNTOUCHED).all()


def test_permuting_what_is_unknown_changes_nothing():
    for game, _, lot in states_of_play(3, N_GAMES, 0.05):
        for viewer in range(int(game.table.n_players)):
            other = copy_of(game)
            shuffle_unknown(other, viewer, lot)
            assert seen_by(other, viewer).tobytes() == seen_by(game, viewer).tobytes()


def test_rotating_the_seats_rotates_observations():
    for game, _, lot in states_of_play(4, N_GAMES, 0.05):
        n_players = int(game.table.n_players)
        shift = lot.randrange(1, n_players)
        turned = rotated(game, shift)
        for viewer in range(n_players):
            assert seen_by(turned, (viewer + shift) % n_players).tobytes() == seen_by(game, viewer).tobytes()


def any_state(wanted, seed=5):
    """Return a copy of a state of play, for which `wanted` holds."""
    return next(copy_of(game) for game, _, _ in states_of_play(seed, 1000, 1) if wanted(game.table))


def test_cleared_is_not_a_visible_zero():
    game = any_state(lambda table: table.phase == PLACE)
    for cell, plane in ((0, 2), (CLEARED, planes.IS_CLEARED), (HIDDEN, planes.IS_HIDDEN)):
        game.table.visible[0, 5] = cell
        column = seen_by(game, 0)["grids"][0, :, 2, 1].tolist()
        assert column == [int(number == plane) for number in range(planes.N_PLANES)]


def test_only_who_drew_a_card_sees_it():
    game = any_state(lambda table: table.phase == PLACE)
    owner = int(game.table.seat)
    before = [seen_by(game, viewer) for viewer in range(int(game.table.n_players))]
    for card in range(-2, 13):
        game.table.drawn = card
        for viewer, seen in enumerate(before):
            if viewer == owner:
                assert seen_by(game, viewer)["drawn"].argmax() == card + 2
            else:
                assert seen_by(game, viewer).tobytes() == seen.tobytes()
                assert seen["drawn"].argmax() == planes.NONE


def test_only_who_chooses_opening_flips_sees_the_choice():
    game = any_state(lambda table: table.phase == OPENING and table.chosen)
    owner, chosen = int(game.table.seat), int(game.table.chosen)
    slots = seen_by(game, owner)["chosen"].T.ravel().tolist()
    assert slots == [chosen >> slot & 1 for slot in range(12)]
    for viewer in set(range(int(game.table.n_players))) - {owner}:
        assert not seen_by(game, viewer)["chosen"].any()
