"""The work sheet of the player of Skyjo Action: what it expects of cards it has not seen, against the oracle's count."""

from collections import Counter

import numpy as np
import pytest

from skyjo_agents.action.habits import Habits
from skyjo_agents.action.policy import fill
from skyjo_agents.action.sheet import (
    CHANCES,
    ENDINGS,
    GIFTS,
    HABITS,
    HAS_ROWS,
    MEAN,
    N_ROWS,
    NOW,
    STAR_FACE,
    WIDTH,
)
from skyjo_sim import ActionRules
from skyjo_sim.action_switches import Zeros
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.cards import LOWEST_CARD
from skyjo_sim.kernels.compiler import IS_COMPILED, compiled
from skyjo_sim.notation import parse_position
from tests import naive_action_observation as naive
from tests.action_differential import plain_values
from tests.observed_action_play import states_of_play

N_GAMES = 250 if IS_COMPILED else 8
CARDS = "market reveal double_turn defense meteor; action_lot rest; hands - | -; lot rest"
POINTS = np.array([*range(LOWEST_CARD, LOWEST_CARD + STAR_FACE), 0])


@compiled
def fill_sheet(table, seat, sheet):
    fill(table, seat, sheet)


def sheet_of(table):
    """Return the work sheet of the seat to decide."""
    sheet = np.full((N_ROWS, WIDTH), np.nan)
    sheet[HABITS] = Habits().params()
    fill_sheet(table, int(table.seat), sheet)
    return sheet


def test_chances_are_those_of_what_the_seat_has_not_seen():
    events = Counter()
    for rules, game, oracle, _ in states_of_play(4, N_GAMES, 0.1):
        table, state, plain = game.table, oracle.state(), plain_values(rules)
        if table.phase >= ROUND_OVER or rules.zeros != Zeros.ELEVEN:  # the player knows the official zeros only
            continue
        sheet, seat = sheet_of(table), int(table.seat)
        unseen, drawable = (np.array(count(state, seat, plain)) for count in (naive.unseen, naive.drawable))
        assert sheet[NOW, MEAN] == pytest.approx(unseen @ POINTS / max(unseen.sum(), 1))
        assert sheet[CHANCES].sum() == pytest.approx(1)
        if table.n_pile > 0:
            assert sheet[CHANCES] == pytest.approx(drawable / drawable.sum())
        events.update(name for name in ("reshuffles", "has_knowledge", "drawn") if state[name])
        events["three"] += any(card is not None for card in state["three"])
        events["no stars"] += not rules.use_stars
    assert not IS_COMPILED or min(events[name] for name in ("reshuffles", "has_knowledge", "three", "no stars")) > 10


def test_rows_count_unless_there_are_numbers_only():
    kinds = Counter()
    for rules, game, _, _ in states_of_play(5, N_GAMES, 0.05):
        if game.table.phase < ROUND_OVER and rules.zeros == Zeros.ELEVEN:
            has_rows = rules.use_stars or rules.use_actions
            assert sheet_of(game.table)[NOW, HAS_ROWS] == has_rows, rules
            kinds[rules.use_stars, rules.use_actions] += 1
    assert not IS_COMPILED or len(kinds) == 4, kinds


def test_a_row_that_is_complete_in_the_end_goes_unless_there_are_numbers_only():
    own, other = "12 12 12 ?0 / 0 1 0 1 / 1 0 1 0", "3 2 5 6 / 1 2 3 1 / 2 3 1 ?2"
    official = parse_position(f"{own} | {other}; action; turn 0; discard 9; {CARDS}")
    numbers = ActionRules(use_stars=False, use_actions=False)
    shown = Counter(int(card.lstrip("?")) for card in f"{own} {other} 9".replace("/", "").split())
    deck = Counter(dict.fromkeys(range(13), 7)) + Counter({-2: 3, -1: 7, 0: 4})
    lot = " ".join(map(str, (deck - shown).elements()))
    columns = parse_position(f"{own} | {other}; action; turn 0; discard 9; lot {lot}", numbers)
    last, twelve = 0 - LOWEST_CARD, 12 - LOWEST_CARD
    with_rows, without = sheet_of(official.table)[ENDINGS], sheet_of(columns.table)[ENDINGS]
    assert with_rows[twelve] > 0 > without[twelve]
    assert with_rows[last] == pytest.approx(without[last], abs=5)  # 40 points, in both


def test_a_card_that_a_column_and_a_row_share_goes_once():
    crossing = "12 12 12 ?0 / 0 1 0 12 / 1 0 1 12"  # with a 12 at the end of the row 4 points are left
    for other, is_ahead in (("3 2 5 6 / 1 2 3 1 / 2 3 1 ?2", False), ("1 0 0 -1 / 0 -2 0 0 / 1 0 0 ?2", True)):
        table = parse_position(f"{crossing} | {other}; action; turn 0; discard 9; {CARDS}").table
        assert (sheet_of(table)[ENDINGS, 12 - LOWEST_CARD] < 0) == is_ahead


def test_a_discard_is_no_gift_where_the_own_next_turn_comes_first():
    text = "9 3 ?5 ?6 / 0 8 ?1 ?9 / ?4 ?4 ?2 ?3 | -2 12 ?5 ?6 / 0 2 ?1 ?9 / ?4 ?4 ?2 ?3; action; turn 0; discard 9"
    one, more = (sheet_of(parse_position(f"{text}; {part}{CARDS}").table)[GIFTS] for part in ("", "pending 1; "))
    assert one[0] > one[5] > 0
    assert not more.any()
