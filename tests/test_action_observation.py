"""Observations of Skyjo Action against the oracle's; who knows what; dealing again."""

import random
from collections import Counter

import numpy as np
import pytest

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.envs.batch import SkyjoBatch
from skyjo_sim.envs.batch_views import observe_games
from skyjo_sim.envs.slices import Slices
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action import flat_layout as at
from skyjo_sim.kernels.action import legal, redealing
from skyjo_sim.kernels.action.actions import CHOOSE_COLUMN, CHOOSE_PLAYER, PASS, PLAY, SOURCE
from skyjo_sim.kernels.action.cards import REVEAL
from skyjo_sim.kernels.action.layout import GAME
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import STREAM
from skyjo_sim.notation import format_position
from skyjo_sim.rules_record import rules_record
from tests import naive_action_observation as naive
from tests.action_differential import plain_values
from tests.action_play import copy_of, legal_ids
from tests.observed_action_play import shuffle_unknown, states_of_play

N_GAMES = 25 if IS_COMPILED else 14
SHARE = 0.08


def seen_by(game, viewer, rules, form="flat"):
    """Return what a seat sees, and its mask."""
    games = np.zeros(1, GAME)
    games[0] = game
    before = games.tobytes()
    seen = observe_games(games, rules, rules_record(rules), np.array([viewer]), form, Slices(1, 1))
    assert games.tobytes() == before, "looking changes something"
    return seen


def same(some, other):
    """Tell whether two observations are equal."""
    if isinstance(some, dict):
        return some.keys() == other.keys() and all(same(some[name], other[name]) for name in some)
    return bool(np.array_equal(some, other))


def events_of(state):
    """Return what is rare in a state."""
    yield state["choice"] or state["phase"]
    yield from (name for name in ("reshuffles", "has_knowledge", "lines_chosen", "pending_turns") if state[name])
    if any(card is not None for card in state["three"]):
        yield "three"
        yield f"three, reshuffled {bool(state['reshuffles'])}"


def test_every_state_of_play_is_seen_as_the_oracle_sees_it():
    events = Counter()
    for rules, game, oracle, lot in states_of_play(1, N_GAMES, SHARE):
        state, plain = oracle.state(), plain_values(rules)
        events.update(events_of(state))
        viewer = lot.randrange(len(state["grids"]))
        flat = seen_by(game, viewer, rules)["observation"][0]
        np.testing.assert_allclose(flat, naive.flat(state, viewer, plain), rtol=0, atol=1e-5)
        planes = seen_by(game, viewer, rules, "planes")["observation"]
        expected = naive.planes(state, viewer, plain)
        assert list(planes) == list(expected)
        for name, part in planes.items():
            assert part[0].tolist() == expected[name], name
    wanted = {"opening", "source", "place", "slot", "face", "player", "keep", "has_knowledge"}
    if IS_COMPILED:
        wanted |= {"reshuffles", "star_right", "lines", "kind", "order", "round_over", "three, reshuffled True"}
    assert wanted <= set(events)


def test_cards_that_a_viewer_cannot_know_change_nothing_that_it_sees():
    n_changed = 0
    for rules, game, _, lot in states_of_play(2, N_GAMES, SHARE / 4):
        for viewer in range(rules.players):
            other = copy_of(game)
            shuffle_unknown(other, viewer, lot)
            n_changed += other.tobytes() != copy_of(game).tobytes()
            for form in ("flat", "planes"):
                assert same(seen_by(other, viewer, rules, form), seen_by(game, viewer, rules, form))
            assert legal_ids(other) == legal_ids(game)
    assert n_changed > N_GAMES


def revealed(batch):
    """Let the seat to decide look at the first column of the seat to its left; return the two seats."""
    game, record = batch._games[0], rules_record(batch.rules)
    while game.table.phase != SOURCE:
        batch.step(batch.sample_legal())
    seat = int(game.table.seat)
    game.table.held[seat, REVEAL] += 1
    game.table.n_held[seat] += 1
    legal.update_legal(game, record)
    for action in (PLAY + REVEAL, CHOOSE_PLAYER + 1, CHOOSE_COLUMN):
        batch.step([action])
    if game.table.seat == seat:  # a line may be asked about
        batch.step([PASS])
    return seat, (seat + 1) % batch.players


def known_part(batch, viewer, owner):
    """Return what a viewer's observation says of the face-down cards of a seat: cards, stars, whether known."""
    seen = batch.observe(viewer)["observation"][0]
    start = at.COMMON + at.PER_SEAT * ((owner - viewer) % batch.players)
    return [seen[start + part : start + part + 3].tolist() for part in (at.KNOWN, at.KNOWN_STAR, at.IS_KNOWN)]


def test_a_card_seen_by_reveal_reaches_its_viewer_and_nobody_else():
    batch = SkyjoBatch(1, game="action", players=3, rules=ActionRules(initial_flips=0), seed=3)
    viewer, owner = revealed(batch)
    cards = batch.games[0]["secret"]["cards"][owner, :3].tolist()
    assert batch.seats[0] == owner, "the next player is to decide"
    for seat in range(3):
        expected = [[0] * 3] * 3
        if seat == viewer:
            numbers = [np.float32(card) / np.float32(12) if card <= 12 else 0 for card in cards]
            expected = [pytest.approx(numbers), [float(card == 13) for card in cards], [1.0] * 3]
        assert known_part(batch, seat, owner) == expected


# --- dealing again


def redealt(game, viewer, number=0):
    """Return a copy of a game, dealt again."""
    again, luck = copy_of(game), np.zeros(1, STREAM)[0]
    streams.start(luck, np.array([7, number], np.uint32), streams.REDEAL, 0, 0, 0)
    redealing.redeal(again, viewer, luck)
    return again


def all_cards(game):
    """Return all playing cards, and all action cards of the pile, sorted."""
    table, secret = game.table, game.secret
    cards = secret.cards[: int(table.n_players), :12].ravel().tolist() + secret.pile[: int(table.n_pile)].tolist()
    cards += [*table.three[:3].tolist(), int(table.drawn)]
    return sorted(cards), sorted(secret.action_pile[: int(table.n_action_pile)].tolist())


def test_dealing_again_keeps_what_the_viewer_knows_and_depends_on_nothing_else():
    n_changed = 0
    for _, game, _, lot in states_of_play(3, N_GAMES, SHARE / 4):
        if game.table.phase >= ROUND_OVER:
            continue
        viewer = lot.randrange(int(game.table.n_players))
        again = redealt(game, viewer)
        assert all_cards(again) == all_cards(game)
        assert format_position(again, viewer) == format_position(game, viewer)
        other = copy_of(game)
        shuffle_unknown(other, viewer, lot)
        for public in ("chosen", "discard"):  # what stays: choices, and the order in which cards were discarded
            other.secret[public][:] = game.secret[public]
        assert format_position(redealt(other, viewer)) == format_position(again)
        n_changed += format_position(again) != format_position(game)
        assert redealt(game, viewer, 1).secret["key"].tolist() != again.secret["key"].tolist()
    assert n_changed > N_GAMES // 2


def test_known_cards_stay_where_they_are():
    batch = SkyjoBatch(1, game="action", players=3, rules=ActionRules(initial_flips=0), seed=3)
    viewer, owner = revealed(batch)
    cards = batch.games[0]["secret"]["cards"][owner, :3].tolist()
    ahead, lot = SkyjoBatch(60, rules=batch.rules), random.Random(0)
    ahead.restore(batch.clone(), sources=0)
    ahead.redeal(lot.getrandbits(30), seats=viewer)
    dealt = ahead.games["secret"]["cards"][:, owner]
    assert (dealt[:, :3] == cards).all()
    assert (np.ptp(dealt[:, 3:12], axis=0) > 0).all()
    ahead.redeal(lot.getrandbits(30), seats=owner)  # who does not know them
    assert (np.ptp(ahead.games["secret"]["cards"][:, owner, :12], axis=0) > 0).all()
