"""The flat observation against the oracle's, over play and arbitrary positions; who sees what, by name."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from skyjo_sim.kernels import flat
from skyjo_sim.kernels.actions import CLEAR, OPENING, PLACE
from skyjo_sim.kernels.cards import CLEARED, COPIES, HIDDEN, NO_CARD
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import GAME
from tests import naive_observation
from tests.naive import count_cards, deck
from tests.observed_play import play_both, rotated, shuffle_unknown, states_of_play, step_pair
from tests.positions import draw_pair
from tests.random_play import copy_of

N_GAMES = 40 if IS_COMPILED else 6
EXAMPLES = 400 if IS_COMPILED else 40
lots = st.integers(0, 2**32 - 1).map(random.Random)


def seen_by(game, viewer):
    """Return the flat observation of a game."""
    out = np.full(flat.COMMON + flat.PER_SEAT * int(game.table.n_players), np.nan, np.float32)
    flat.write_flat(game.table, viewer, out)
    return out


def grid_part(observation, part, distance=0, n=12):
    """Return what one seat's part of an observation says, `distance` seats clockwise from the viewer."""
    start = flat.COMMON + flat.PER_SEAT * distance + part
    return observation[start : start + n].tolist()


def chances(observation, part):
    """Return 15 chances."""
    return observation[part : part + 15].astype(float)


def events_of(state):
    """Return what is rare in a state."""
    yield state["phase"]
    yield f"{len(state['grids'])} players"
    if state["reshuffles"]:
        yield "reshuffled"
        yield f"reshuffled, {state['phase']}"
    if state["ender"] is not None:
        yield "last turns"
    if state["phase"] == "opening" and any(state["chosen"]):
        yield "chosen"


def test_layout_is_the_documented_one():
    places = {
        "phase": (flat.PHASE, 0),
        "top": (flat.TOP, 4),
        "has top": (flat.HAS_TOP, 5),
        "drawn": (flat.DRAWN, 6),
        "pile": (flat.PILE, 7),
        "turns": (flat.TURNS, 8),
        "asked": (flat.ASKED, 9),
        "matches": (flat.MATCHES, 13),
        "hidden": (flat.HIDDEN_CHANCES, 25),
        "draw": (flat.DRAW_CHANCES, 40),
        "common": (flat.COMMON, 55),
        "cards": (flat.CARDS, 0),
        "face down": (flat.IS_HIDDEN, 12),
        "cleared": (flat.IS_CLEARED, 24),
        "expected": (flat.EXPECTED, 36),
        "total": (flat.TOTAL, 37),
        "ender": (flat.IS_ENDER, 38),
        "a seat": (flat.PER_SEAT, 39),
    }
    assert {name: found for name, (found, _) in places.items()} == {name: at for name, (_, at) in places.items()}


def test_every_state_of_play_is_seen_as_the_oracle_sees_it():
    events = Counter()
    for game, oracle, _ in states_of_play(1, N_GAMES, 0.1):
        state = oracle.state()
        events.update(events_of(state))
        for viewer in range(len(state["grids"])):
            got = seen_by(game, viewer)
            assert np.isfinite(got).all()
            np.testing.assert_allclose(got, naive_observation.flat(state, viewer), rtol=0, atol=1e-5)
    wanted = {"opening", "source", "place", "last turns", "chosen"}
    if IS_COMPILED:
        wanted |= {"reshuffled, place", "round_over", *[f"{n} players" for n in range(2, 9)]}
    assert wanted <= set(events)


@settings(deadline=None, max_examples=EXAMPLES)
@given(lots)
def test_arbitrary_positions_are_seen_as_the_oracle_sees_them(lot):
    pair = draw_pair(lot)
    for _ in range(12):
        state = pair.oracle.state()
        assume(all(n <= copies for n, copies in zip(state["seen"], COPIES, strict=True)))
        viewer = lot.randrange(pair.rules.players)
        assume(min(naive_observation.unseen(state, viewer)) >= 0)
        expected = naive_observation.flat(state, viewer)
        np.testing.assert_allclose(seen_by(pair.game, viewer), expected, rtol=0, atol=1e-5)
        if not step_pair(pair, lot):
            break


def test_the_column_asked_about_is_shown():
    pairs = (draw_pair(random.Random(number)) for number in range(2000))
    pair = next(pair for pair in pairs if any(step_pair(pair, random.Random(0)) and is_asked(pair) for _ in range(9)))
    asked = seen_by(pair.game, int(pair.game.table.seat))[flat.ASKED : flat.ASKED + 4].tolist()
    assert asked == [column == pair.oracle.state()["asked"] for column in range(4)]


def is_asked(pair):
    return pair.game.table.phase == CLEAR


@settings(deadline=None, max_examples=EXAMPLES // 20)
@given(lots)
def test_unseen_cards_are_those_hidden_and_in_the_pile(lot):
    for game, oracle in play_both(lot, n_rounds=1):
        if lot.random() > 0.1 or game.table.phase > CLEAR:
            continue
        viewer = lot.randrange(int(game.table.n_players))
        state = oracle.state()
        hidden = [entry[1] for grid in state["grids"] for entry in grid if entry[0] == "hidden"]
        if state["reshuffles"] == 0:
            hidden += state["pile"] + [state["drawn"]] * (state["drawn"] is not None and state["seat"] != viewer)
        truth = np.array(count_cards(hidden)) / max(len(hidden), 1)
        np.testing.assert_allclose(chances(seen_by(game, viewer), flat.HIDDEN_CHANCES), truth, atol=1e-6)


def test_permuting_what_is_unknown_changes_nothing():
    n = 0
    for game, _, lot in states_of_play(2, N_GAMES, 0.05):
        for viewer in range(int(game.table.n_players)):
            other = copy_of(game)
            shuffle_unknown(other, viewer, lot)
            n += other.tobytes() != copy_of(game).tobytes()
            assert seen_by(other, viewer).tobytes() == seen_by(game, viewer).tobytes()
    assert n > 20


def test_rotating_the_seats_rotates_observations():
    for game, _, lot in states_of_play(3, N_GAMES, 0.05):
        n_players = int(game.table.n_players)
        shift = lot.randrange(1, n_players)
        turned = rotated(game, shift)
        for viewer in range(n_players):
            assert seen_by(turned, (viewer + shift) % n_players).tobytes() == seen_by(game, viewer).tobytes()


def any_state(wanted, seed=4):
    """Return a copy of a state of play, for which `wanted` holds."""
    return next(copy_of(game) for game, _, _ in states_of_play(seed, 1000, 1) if wanted(game.table))


def test_cleared_is_not_a_visible_zero():
    game = any_state(lambda table: table.phase == PLACE and table.hidden[0] & 1)
    seen = {}
    for name, cell in (("zero", 0), ("cleared", CLEARED), ("hidden", HIDDEN)):
        game.table.visible[0, 0] = cell
        observation = seen_by(game, 0)
        seen[name] = tuple(grid_part(observation, part)[0] for part in (flat.CARDS, flat.IS_HIDDEN, flat.IS_CLEARED))
    assert seen == {"zero": (0, 0, 0), "cleared": (0, 0, 1), "hidden": (0, 1, 0)}


def test_only_who_drew_a_card_sees_it():
    game = any_state(lambda table: table.phase == PLACE)
    owner = int(game.table.seat)
    before = [seen_by(game, viewer) for viewer in range(int(game.table.n_players))]
    for card in range(-2, 13):
        game.table.drawn = card
        for viewer, seen in enumerate(before):
            if viewer == owner:
                assert seen_by(game, viewer)[flat.DRAWN] == np.float32(card) * np.float32(1 / 12)
            else:
                assert seen_by(game, viewer).tobytes() == seen.tobytes()
                assert seen[flat.DRAWN] == 0


def test_only_who_chooses_opening_flips_sees_the_choice():
    game = any_state(lambda table: table.phase == OPENING and table.chosen)
    owner, chosen = int(game.table.seat), int(game.table.chosen)
    assert grid_part(seen_by(game, owner), flat.IS_HIDDEN) == [0.5 if chosen >> slot & 1 else 1 for slot in range(12)]
    for viewer in set(range(int(game.table.n_players))) - {owner}:
        seen = seen_by(game, viewer)
        game.table.chosen = 0xFFF & ~chosen
        assert seen_by(game, viewer).tobytes() == seen.tobytes()
        game.table.chosen = chosen


def test_unseen_counts_leave_the_held_card_out():
    game = any_state(lambda table: table.phase == PLACE and table.n_reshuffles == 0)
    owner, card = int(game.table.seat), int(game.table.drawn)
    unseen = np.array(count_cards(deck())) - game.table.seen[:15]
    other = seen_by(game, (owner + 1) % int(game.table.n_players))
    np.testing.assert_allclose(chances(other, flat.HIDDEN_CHANCES), unseen / unseen.sum(), atol=1e-6)
    unseen[card + 2] -= 1
    for part in (flat.HIDDEN_CHANCES, flat.DRAW_CHANCES):
        np.testing.assert_allclose(chances(seen_by(game, owner), part), unseen / unseen.sum(), atol=1e-6)


def test_after_a_reshuffle_the_draw_chances_are_those_of_the_pile():
    game = any_state(lambda table: table.n_reshuffles and table.n_pile and table.drawn == NO_CARD)
    pile = np.array(count_cards(game.secret.pile[: int(game.table.n_pile)].tolist()))
    for viewer in range(int(game.table.n_players)):
        seen = seen_by(game, viewer)
        np.testing.assert_allclose(chances(seen, flat.DRAW_CHANCES), pile / pile.sum(), atol=1e-6)
        assert chances(seen, flat.DRAW_CHANCES).tolist() != chances(seen, flat.HIDDEN_CHANCES).tolist()


@pytest.mark.parametrize("n_players", range(2, 9))
def test_every_number_is_written(n_players):
    games = np.zeros(1, GAME)
    games[0]["table"]["n_players"] = n_players
    games[0]["table"]["visible"] = HIDDEN
    out = np.full(55 + 39 * n_players + 1, np.nan, np.float32)
    flat.write_flat(games[0].table, 0, out)
    assert np.isfinite(out[:-1]).all()
    assert np.isnan(out[-1])
