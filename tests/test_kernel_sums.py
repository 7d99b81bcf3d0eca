"""What a simulation adds up and writes in rows, against the tables of the same rounds played one by one."""

import numpy as np
import pytest

from skyjo_sim.kernels import baselines, loop, opening, scoring
from skyjo_sim.kernels.actions import GAME_ENDED, GAME_OVER
from skyjo_sim.kernels.cards import CLEARED, COPIES, HIGHEST_CARD, LOWEST_CARD, N_SEATS
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import GAME, LEAD_LOW, N_LEADS, N_MEASURES, N_SCORES, ROW, SCORE_LOW, SUMS
from skyjo_sim.kernels.sums import ROUND_WINS, WIN, WINS, add_round, add_unit, write_rows
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests.adversaries import WEIGHTS, adversary
from tests.differential import STYLES
from tests.recorder import seat_policies

ROWS = ROW if IS_COMPILED else np.dtype((np.record, ROW))
KEY = np.array([11, 12], np.uint32)
N_UNITS = 60 if IS_COMPILED else 4
CASES = {
    "rounds, official": (Rules(players=3), 2, False),
    "rounds that are abandoned": (Rules(players=4, turn_limit=4), 3, False),
    "rounds of two": (Rules(players=2, double_factor=10, flat_penalty=100), 2, False),
    "games": (Rules(players=3, target=60), 3, True),
    "games of one agent in all seats": (Rules(players=4, turn_limit=12, target=40), 1, True),
    "games that ties prolong": (Rules(players=8, turn_limit=1, target=5, victory_tie="extra_round"), 5, True),
}


def empty_game():
    game = np.zeros(1, GAME)[0]
    game.table.visible[:] = CLEARED  # the padding, which no kernel writes
    return game


def seating_of(n_agents, is_rotating):
    policies = [baselines.random_policy, baselines.cutoff_policy, adversary, adversary, adversary][:n_agents]
    styles = [{name: STYLES[style].get(name, 0) for name in WEIGHTS} for style in ("careful", "rushing", "wild")]
    params = [(), (3,), *(tuple(weights.values()) for weights in styles)][:n_agents]
    kinds = [baselines.RANDOM, baselines.CUTOFF, 0, 0, 0][:n_agents]
    seating = seat_policies(policies, params, kinds, (5, 6))
    seating.is_rotating = is_rotating
    return seating


def play(rules, n_agents, is_games, is_rotating=True):
    """Return the sums and rows of the engine's own run."""
    sums, rows, done = np.zeros(1, SUMS)[0], np.zeros(N_UNITS * 8 * 220, ROWS), np.zeros(2, np.int64)
    game, seating = empty_game(), seating_of(n_agents, is_rotating)
    loop.play_units(game, rules_record(rules), seating, KEY, 3, N_UNITS, is_games, sums, rows, done)
    assert done[0] == N_UNITS
    return sums, rows[: done[1]]


def replay(rules, n_agents, is_games, is_rotating=True):
    """Yield (unit, table, seats' agents, is the unit over) after each round, played one by one."""
    record, seating, game = rules_record(rules), seating_of(n_agents, is_rotating), empty_game()
    for unit in range(3, 3 + N_UNITS):
        agents = [(seat - unit * is_rotating) % rules.players % n_agents for seat in range(rules.players)]
        seating.agents[: rules.players] = agents
        opening.start_game(game, record, KEY, unit)
        while True:
            status = loop.play_round(game, record, seating)
            is_over = status == GAME_ENDED or not is_games
            yield unit, game.table, agents, is_over
            if is_over:
                break
            opening.start_next_round(game, record)


def winners_of(table, is_games):
    n_players = int(table.n_players)
    mask = int(table.winners) if is_games else int(scoring.leaders(table.score, n_players))
    return [seat for seat in range(n_players) if mask >> seat & 1]


@pytest.mark.parametrize("case", CASES)
def test_rows_are_what_the_tables_say(case):
    rules, n_agents, is_games = CASES[case]
    _, rows = play(rules, n_agents, is_games)
    expected = []
    for unit, table, agents, is_over in replay(rules, n_agents, is_games):
        winners = winners_of(table, is_games) if is_over else []
        raw = table.raw[: rules.players].tolist()
        for seat, agent in enumerate(agents):
            is_ender = table.ender == seat
            cleared = int(table.cleared[seat]).bit_count()
            share = (seat in winners) / max(len(winners), 1)
            place = [unit, table.round_index, seat, agent]
            points = [raw[seat], table.score[seat], table.totals[seat]]
            grid = [table.n_lines_cleared[seat], cleared, table.hidden_at_end[seat]]
            end = [is_ender, is_ender and table.is_doubled, min(raw[:seat] + raw[seat + 1 :]), table.lead]
            rest = [table.turns, table.starter, table.n_reshuffles, table.is_abandoned, share]
            expected.append([*place, *points, *grid, *end, *rest])
    assert rows.tolist() == [tuple(map(float, row)) for row in expected]


@pytest.mark.parametrize("case", CASES)
def test_sums_are_what_the_tables_say(case):
    rules, n_agents, is_games = CASES[case]
    sums, _ = play(rules, n_agents, is_games)
    expected = Expected()
    for _, table, agents, is_over in replay(rules, n_agents, is_games):
        expected.add_round(table, agents)
        if is_over:
            expected.add_unit(table, agents, winners_of(table, is_games), n_agents)
    assert sums.moments.tolist() == expected.moments.tolist()
    for name in ("squares", "scores", "leads", "doubled_leads"):
        assert sums[name].tolist() == getattr(expected, name).tolist(), name
    for name, number in expected.numbers.items():
        assert sums[name] == number, name


class Expected:
    """Add up the tables in plain steps."""

    def __init__(self):
        names = ("n_units", "n_rounds", "n_turns", "n_reshuffles", "n_abandoned", "n_abandoned_games")
        self.numbers = dict.fromkeys(names, 0)
        self.moments = np.zeros((N_SEATS, 5, N_MEASURES), np.int64)
        self.unit = np.zeros((N_SEATS, 2, N_MEASURES), np.int64)
        self.squares = np.zeros(N_SEATS, np.int64)
        self.scores = np.zeros((N_SEATS, N_SCORES), np.int64)
        self.leads, self.doubled_leads = np.zeros((2, N_SEATS, N_LEADS), np.int64)

    def add_round(self, table, agents):
        for name, number in (("n_rounds", 1), ("n_turns", table.turns), ("n_reshuffles", table.n_reshuffles)):
            self.numbers[name] += int(number)
        self.numbers["n_abandoned"] += int(table.is_abandoned)
        best = min(table.score[: len(agents)])
        n_best = sum(score == best for score in table.score[: len(agents)])
        for seat, agent in enumerate(agents):
            score, is_ender = int(table.score[seat]), int(table.ender == seat)
            won = WIN // n_best if score == best else 0
            lines = int(table.n_lines_cleared[seat])
            self.unit[agent, 0] += [score, table.raw[seat], is_ender, is_ender * table.is_doubled, lines, won, 0, 0]
            self.unit[agent, 1] += [1, 1, 1, is_ender, 1, 1, 0, 0]
            self.squares[agent] += score**2
            self.scores[agent, np.clip(score - SCORE_LOW, 0, N_SCORES - 1)] += 1
            lead = np.clip(int(table.lead) - LEAD_LOW, 0, N_LEADS - 1)
            self.leads[agent, lead] += is_ender
            self.doubled_leads[agent, lead] += is_ender * int(table.is_doubled)

    def add_unit(self, table, agents, winners, n_agents):
        self.numbers["n_units"] += 1
        self.numbers["n_abandoned_games"] += int(table.is_game_abandoned)
        for seat, agent in enumerate(agents):
            self.unit[agent, 0, 6] += WIN // len(winners) if seat in winners else 0
            self.unit[agent, :, 7] += 1
            self.unit[agent, 1, 6] += 1
        x, y = self.unit[:, 0], self.unit[:, 1]
        self.moments += np.stack([x, y, x * x, x * y, y * y], axis=1)
        self.unit[:] = 0


@pytest.mark.parametrize("is_single", [False, True])
def test_a_shared_win_is_split(is_single):
    game, seating = empty_game(), seating_of(3, is_rotating=False)
    table, seating.agents[:3] = game.table, (0, 1, 2)
    table.n_players, table.phase, table.winners = 3, GAME_OVER, 0b101
    table.raw[:3] = table.score[:3] = 4, 9, 4
    total, unit = np.zeros(1, SUMS)[0], np.zeros((N_SEATS, 2, N_MEASURES), np.int64)
    add_round(table, seating, unit, total)
    add_unit(table, seating, unit, total, 0b101)
    for measure in (ROUND_WINS, WINS):
        assert total.moments[:3, 0, measure].tolist() == [WIN // 2, 0, WIN // 2]
    rows = np.zeros(3, ROWS)
    assert write_rows(table, game.secret, seating, rows, 0, is_single) == 3
    assert rows["win_share"].tolist() == [0.5, 0, 0.5]


def test_ends_of_the_distributions_hold_what_lies_beyond():
    game, seating = empty_game(), seating_of(2, is_rotating=False)
    table, seating.agents[:2] = game.table, (0, 1)
    table.n_players, table.ender = 2, 1
    total, unit = np.zeros(1, SUMS)[0], np.zeros((N_SEATS, 2, N_MEASURES), np.int64)
    for low, high in ((-33, 320), (-32, 319), (-5000, 5000)):
        table.score[:2] = low, high
        for lead in (low - 68, high - 219):
            table.lead = lead
            add_round(table, seating, unit, total)
    assert total.scores[0, 0] == total.scores[1, N_SCORES - 1] == total.scores.sum() / 2 == 6
    assert total.leads[1, 0] == total.leads[1, N_LEADS - 1] == total.leads.sum() / 2 == 3


def test_every_official_score_is_counted_by_itself():
    deck = np.repeat(np.arange(LOWEST_CARD, HIGHEST_CARD + 1), COPIES).tolist()
    least, most = sum(deck[:12]), 2 * sum(deck[-12:])
    assert SCORE_LOW <= least == -17
    assert SCORE_LOW + N_SCORES > most == 284


def test_seats_are_rotated_and_agents_repeated():
    seating = seating_of(2, is_rotating=True)
    for unit, expected in ((0, [0, 1, 0]), (1, [0, 0, 1]), (2, [1, 0, 0]), (3, [0, 1, 0])):
        loop.seat_agents(seating, 3, unit)
        assert seating.agents[:3].tolist() == expected
    seating.is_rotating = 0
    loop.seat_agents(seating, 3, 1)
    assert seating.agents[:3].tolist() == [0, 1, 0]


def test_play_stops_before_a_unit_whose_rows_might_not_fit():
    rules = Rules(players=3)
    sums, rows, done = np.zeros(1, SUMS)[0], np.zeros(10, ROWS), np.zeros(2, np.int64)
    args = (empty_game(), rules_record(rules), seating_of(3, True), KEY, 0, 50, False, sums, rows, done)
    loop.play_units(*args)
    assert done.tolist() == [3, 9]
    assert sums.n_units == 3
