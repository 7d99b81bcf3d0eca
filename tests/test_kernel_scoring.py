"""Doubling, totals, the end of the game and the final reveal on arbitrary values, against the oracle."""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim.kernels import opening, scoring
from skyjo_sim.kernels.actions import GAME_ENDED, GAME_OVER, ROUND_ENDED, ROUND_OVER
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests import naive
from tests.positions import draw_pair, draw_rules

EXAMPLES = 500 if IS_COMPILED else 60
lots = st.integers(0, 2**32 - 1).map(random.Random)


class Game(naive.NaiveGame):
    """Let the oracle score rounds whose raw scores are given."""

    def __init__(self, rules, totals):
        self._open_game(rules, luck=None)
        self.totals = list(totals)

    def score_round(self, raw, ender):
        self.raw, self.ender = raw, ender
        self.score, self.doubled = naive.score_round(raw, ender, self.rules)
        self.totals = [total + score for total, score in zip(self.totals, self.score, strict=True)]
        self._check_game_end()


def plain(rules):
    return {name: str(value) if isinstance(value, str) else value for name, value in rules.values().items()}


def draw_raw(lot, n_players):
    spread = lot.choice((1, 3, 60))
    return [lot.randint(-spread, spread) for _ in range(n_players)]


@settings(deadline=None, max_examples=EXAMPLES)
@given(lots)
def test_rounds_are_scored_until_the_game_ends(lot):
    rules = draw_rules(lot)
    n_players = rules.players
    totals = [lot.randint(rules.target - 30, rules.target - 1) for _ in range(n_players)]
    if lot.random() < 0.5:
        totals = [totals[0]] * n_players
    oracle, record, table = Game(plain(rules), totals), rules_record(rules), np.zeros(1, GAME)[0].table
    table.n_players = n_players
    table.totals[:n_players] = totals
    table.round_index = oracle.round = lot.choice((0, 0, 180, 199))
    is_tied = lot.random() < 0.3
    for _ in range(30):
        raw = [5] * n_players if is_tied else draw_raw(lot, n_players)
        ender = lot.choice([None, *range(n_players)]) if not is_tied else None
        status = score_in_table(table, record, raw, ender)
        oracle.score_round(raw, ender)
        check_scored(table, oracle, status)
        oracle.starter = int(table.starter)
        if oracle.phase == "game_over":
            break
        expected = naive.next_starter(oracle.rules, oracle.score, ender, oracle.starter)
        assert opening.next_starter(table, record) == (-1 if expected is None else expected)
        table.round_index += 1
        oracle.round += 1


def score_in_table(table, record, raw, ender):
    n_players = len(raw)
    table.raw[:n_players] = raw
    table.ender = -1 if ender is None else ender
    table.is_abandoned = ender is None
    table.starter = sum(raw) % n_players
    return scoring.end_round(table, record)


def check_scored(table, oracle, status):
    n_players = oracle.n_players
    is_over = oracle.phase == "game_over"
    assert status == (GAME_ENDED if is_over else ROUND_ENDED)
    assert table.phase == (GAME_OVER if is_over else ROUND_OVER)
    assert table.score[:n_players].tolist() == oracle.score
    assert table.totals[:n_players].tolist() == oracle.totals
    assert bool(table.is_doubled) == oracle.doubled
    assert table.extra_rounds == oracle.extra_rounds
    assert bool(table.is_game_abandoned) == oracle.game_abandoned
    assert table.winners == sum(1 << seat for seat in oracle.winners or ())
    assert (table.seat, table.last_turns_left) == (-1, 0)


def test_a_tie_is_played_on_ten_times_then_shared():
    record = rules_record(Rules(players=3, target=50, victory_tie="extra_round"))
    table = np.zeros(1, GAME)[0].table
    table.n_players = 3
    table.totals[:3] = 49
    ended = [int(score_in_table(table, record, [1, 1, 1], None)) for _ in range(11)]
    assert ended == [ROUND_ENDED] * 10 + [GAME_ENDED]
    assert (table.extra_rounds, table.winners) == (10, 0b111)


def test_an_extra_round_decides_though_all_totals_fall_below_the_target():
    record = rules_record(Rules(players=2, target=50, victory_tie="extra_round"))
    table = np.zeros(1, GAME)[0].table
    table.n_players = 2
    table.totals[:2] = 49
    assert score_in_table(table, record, [1, 1], None) == ROUND_ENDED
    assert score_in_table(table, record, [-2, -3], None) == GAME_ENDED
    assert (table.totals[:2].tolist(), table.winners) == ([48, 47], 0b10)


@settings(deadline=None, max_examples=EXAMPLES)
@given(st.lists(st.integers(-50, 50), min_size=2, max_size=8), st.data())
def test_leaders_and_the_lowest_other(points, data):
    seat = data.draw(st.integers(0, len(points) - 1))
    padded = np.array(points + [-100] * (8 - len(points)), np.int32)
    wanted = sum(1 << other for other, score in enumerate(points) if score == min(points))
    assert scoring.leaders(padded, len(points)) == wanted
    assert scoring.lowest_other(padded, len(points), seat) == min(points[:seat] + points[seat + 1 :])


@settings(deadline=None, max_examples=EXAMPLES)
@given(lots)
def test_the_final_treatment_of_any_grid(lot):
    pair = draw_pair(lot)
    pair.record.checks_all_lines |= lot.random() < 0.5
    seat = lot.randrange(pair.rules.players)
    hidden = len(naive.hidden_slots(pair.oracle.grids[seat]))
    scoring.reveal(pair.game, pair.record, seat)
    pair.oracle._treat(seat)
    got, wanted = pair.states()
    assert got == wanted
    assert got["hidden_at_end"][seat] == hidden
    assert scoring.points_shown(pair.game.table, seat) == naive.raw_score(pair.oracle.grids[seat])


@settings(deadline=None, max_examples=EXAMPLES)
@given(lots)
def test_any_position_is_scored_at_once(lot):
    pair = draw_pair(lot)
    pair.game.table.is_abandoned = pair.oracle.ender is None
    pair.game.table.drawn = -102
    pair.oracle.drawn = None
    pair.oracle.abandoned = pair.oracle.ender is None
    scoring.finish_round(pair.game, pair.record)
    pair.oracle.last_turns_left = 0
    for seat in finished_early(pair):
        pair.oracle.treated[seat] = True
    pair.oracle._finish_round()
    got, wanted = pair.states()
    assert got == wanted


def finished_early(pair):
    """Return the seats whose cards were turned up after their own last turn: those without hidden cards."""
    if pair.rules.final_reveal_timing != "after_own_last_turn" or pair.oracle.ender is None:
        return []
    seats = range(pair.rules.players)
    return [seat for seat in seats if seat != pair.oracle.ender and not naive.hidden_slots(pair.oracle.grids[seat])]
