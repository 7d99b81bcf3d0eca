"""The kernels of comparisons: sums of rows, and luck against expectations worked out in plain lists."""

import random

import numpy as np
import pytest

from skyjo_experiments.comparison.deal_table import LUCK_WEIGHTS, play_deals
from skyjo_experiments.comparison.kernels import columns, luck_terms
from skyjo_experiments.comparison.kernels.deal_sums import add_rows
from skyjo_experiments.comparison.kernels.luck_terms import BEFORE, N_KINDS
from skyjo_experiments.comparison.seatings import Contest, one_against
from skyjo_sim import Rules
from skyjo_sim.agent_names import make_agents
from skyjo_sim.kernels.actions import DRAW, FLIP, PLAYING, PUT
from skyjo_sim.kernels.batch import start_games
from skyjo_sim.kernels.cards import CLEARED, COPIES, HIDDEN, LOWEST_CARD, NO_CARD
from skyjo_sim.kernels.layout import GAME, ROW
from skyjo_sim.kernels.sums import WIN
from skyjo_sim.kernels.turn import legal, step
from skyjo_sim.luck import table_key
from skyjo_sim.rules_record import rules_record

pytestmark = pytest.mark.small

DECK = [value + LOWEST_CARD for value, copies in enumerate(COPIES) for _ in range(copies)]


def test_rows_are_added_up_by_deal_and_seat():
    rows = np.zeros(6, np.dtype((np.record, ROW)))
    rows["game"], rows["round"], rows["seat"] = [7, 7, 7, 7, 8, 8], [0, 0, 1, 1, 0, 0], [0, 1, 0, 1, 0, 1]
    rows["score"], rows["turns"] = [5, 9, 60, 60, -2, 3], [20, 20, 30, 30, 10, 10]
    rows["is_ender"], rows["is_doubled"], rows["is_abandoned"] = (
        [0, 1, 1, 0, 0, 0],
        [0, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, 1, 1],
    )
    rows["win_share"] = [0, 0, 0.5, 0.5, 1, 0]
    sums = np.zeros((2, 8, columns.N_COLUMNS))
    add_rows(rows, 6, 2, 7, False, sums)
    #                        rounds score round wins    ended doubled units wins   turns abandoned luck
    assert sums[0, 0].tolist() == [2, 65, WIN + WIN // 2, 1, 0, 1, WIN // 2, 50, 0, 0]
    assert sums[0, 1].tolist() == [2, 69, WIN // 2, 1, 1, 1, WIN // 2, 50, 0, 0]
    assert sums[1, 0].tolist() == [1, -2, WIN, 0, 0, 1, WIN, 10, 1, 0]
    assert not sums[:, 2:].any()
    add_rows(rows, 4, 2, 7, True, sums)
    assert sums[0, 0, columns.UNITS] == 3


def before_of(visible, hidden_cards, seen):
    """Return a record of a seat that shows `visible` and hides `hidden_cards`, by slot, after `seen`."""
    before = np.zeros(1, BEFORE)[0]
    before["visible"] = CLEARED
    before["visible"][0, :12] = visible
    for slot, card in hidden_cards.items():
        before["cards"][0, slot] = card
    unseen = list(DECK)
    for card in seen:
        unseen.remove(card)
    before["counts"][:15] = [unseen.count(value + LOWEST_CARD) for value in range(15)]
    before["n"] = len(unseen)
    for name, is_final in (("final_mean", True), ("early_mean", False)):
        before[name] = np.mean([luck_terms.worth(card, is_final) for card in unseen])
    return before, unseen


@pytest.mark.parametrize("is_final", [False, True])
@pytest.mark.parametrize("pair", [-2, 0, 5, 12])
def test_a_card_turned_up_is_worth_its_points_or_the_column(pair, is_final):
    """Over all cards that the hidden one can be, the terms have mean 0."""
    visible = [HIDDEN, pair, pair, *[3] * 9]
    before, unseen = before_of(visible, {}, [pair, pair, *[3] * 9])
    terms = []
    for card in unseen:
        before["cards"][0, 0] = card
        terms.append(luck_terms.revealed_term(before, 0, 0, is_final))
    assert np.mean(terms) == pytest.approx(0, abs=1e-12)
    worth = [-2 * pair if card == pair else luck_terms.worth(card, is_final) for card in unseen]
    assert terms == pytest.approx(np.array(worth) - np.mean(worth))


@pytest.mark.parametrize("visible", [[HIDDEN] * 12, [9, 9, 12, *[4] * 3, *[HIDDEN] * 6], [7, 7, HIDDEN, *[-2] * 9]])
def test_a_card_drawn_is_worth_its_best_place(visible):
    gains = np.zeros(15)
    hidden = sum(1 << slot for slot, card in enumerate(visible) if card == HIDDEN)
    row = np.full(16, CLEARED, np.int8)
    row[:12] = visible
    luck_terms.set_gains(row, hidden, 0, 5.0, gains)
    charges = [5.0 if card == HIDDEN else card for card in visible]
    for card in range(LOWEST_CARD, 13):
        best = 0.0
        for slot in range(12):
            others = [visible[3 * (slot // 3) + row] for row in range(3) if row != slot % 3]
            completes = others == [card, card]
            best = max(best, charges[slot] + 2 * card if completes else charges[slot] - card)
        assert gains[card - LOWEST_CARD] == pytest.approx(best)


def test_luck_is_added_to_the_same_games():
    agents = make_agents("cutoff(2),random")
    for players, unit in ((2, "game"), (3, "round")):
        options = {"seatings": one_against(*agents, players), "rules": Rules(players=players), "unit": unit}
        plain = play_deals(Contest(**options), 1, 3, 2)
        adjusted = play_deals(Contest(**options, is_adjusted=True), 1, 3, 2)
        assert (plain[..., : columns.LUCK] == adjusted[..., : columns.LUCK]).all()
        assert adjusted[..., columns.LUCK].all()
        assert not plain[..., columns.LUCK].any()


def test_every_kind_of_term_has_a_weight():
    assert len(LUCK_WEIGHTS) == N_KINDS
    assert min(LUCK_WEIGHTS) > 0


def unseen_cards(game):
    """Return the hidden cards, and the draw pile with the card just drawn, as lists."""
    table, secret = game.table, game.secret
    hidden = [
        int(secret.cards[seat, slot])
        for seat in range(table.n_players)
        for slot in range(12)
        if int(table.hidden[seat]) >> slot & 1
    ]
    drawn = [] if table.drawn == NO_CARD else [int(table.drawn)]
    return hidden, [int(card) for card in secret.pile[: table.n_pile]], drawn


def check_draw(game, before, mover):
    """Check that over all cards that could have been drawn the terms have the sum 0."""
    hidden, pile, (drawn,) = unseen_cards(game)
    before.luck[:] = 0
    for card in [*pile, drawn, *([] if game.table.n_reshuffles else hidden)]:
        game.table.drawn = card
        luck_terms.add_drawn(game, before, mover)
    game.table.drawn = drawn
    assert before.luck == pytest.approx(np.zeros(8), abs=1e-9)


def is_put_on_a_visible_card(game, mover, action):
    """Tell whether an action only lengthens the round."""
    return PUT <= action < FLIP and not int(game.table.hidden[mover]) >> (action - PUT) & 1


@pytest.mark.parametrize("slowness", [0, 0.9])
def test_what_a_card_can_be_is_what_nobody_has_seen(slowness):
    games, rules, before = (
        np.zeros(1, GAME),
        rules_record(Rules(turn_limit=140)),
        np.zeros(1, BEFORE)[0],
    )
    before["weights"] = 1
    games["table"]["visible"] = CLEARED
    game, choice, status = games[0], random.Random(3), PLAYING
    start_games(games, rules, table_key(9), 0)
    while status == PLAYING:
        luck_terms.look(game, before)
        hidden, pile, _ = unseen_cards(game)
        cards = hidden if game.table.n_reshuffles else hidden + pile
        assert [cards.count(value + LOWEST_CARD) for value in range(15)] == before["counts"][:15].tolist()
        assert before.n == len(cards)
        assert before.final_mean == pytest.approx(np.mean(cards) if cards else 0)
        mover, ids = int(game.table.seat), int(legal(game.table, rules))
        actions = [action for action in range(52) if ids >> action & 1]
        slow = [action for action in actions if action == DRAW or is_put_on_a_visible_card(game, mover, action)]
        action = choice.choice(slow if slow and choice.random() < slowness else actions)
        status = step(game, rules, action)
        if action == DRAW and game.table.turns % 4 == 0:
            check_draw(game, before, mover)
    assert (game.table.n_reshuffles > 0) == (slowness > 0)
