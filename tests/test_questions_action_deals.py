"""How the questions about Skyjo Action play deals: as they are, changed, in two ways, with agents that differ."""

import numpy as np
import pytest

from skyjo_agents.action.low_cards import action_cutoff_agent
from skyjo_experiments.questions._action_agents import ALWAYS, NEVER, action_agent, with_taking
from skyjo_experiments.questions._action_kernels import rounds, taking
from skyjo_experiments.questions._action_kernels.edits import change, fix_action_order
from skyjo_experiments.questions._action_kernels.measuring import AHEAD, PLAYED, SCORE, WON
from skyjo_experiments.questions._action_rounds import Arm, play_changes, play_ways
from skyjo_sim import ActionRules, InputError, simulate
from skyjo_sim.kernels import streams
from skyjo_sim.kernels.action.actions import OPENING, PASS, STAR_RIGHT
from skyjo_sim.kernels.action.cards import KIND_NAMES, N_EFFECTS, STAR
from skyjo_sim.kernels.action.turn import step
from skyjo_sim.kernels.actions import PLAYING
from skyjo_sim.kernels.cards import N_SLOTS
from skyjo_sim.kernels.layout import STREAM
from skyjo_sim.luck import table_key
from skyjo_sim.rules_record import rules_record
from skyjo_sim.stepping import deal_games
from tests.asking import seat_everywhere

RULES = ActionRules(players=2)


def scores_of(agent: str, n_rounds: int, seed: int, rules: ActionRules = RULES) -> np.ndarray:
    """Return the scores of rounds that are simulated, int[n_rounds, players]."""
    result = simulate(agent, n_rounds=n_rounds, rules=rules, seed=seed, rows=True, workers=1)
    return np.concatenate(list(result.row_parts()))["score"].reshape(n_rounds, rules.players)


def test_a_round_without_a_change_is_the_simulated_one() -> None:
    values = play_changes(action_agent("random"), RULES, [[Arm(), Arm(seat=1)]], 20, seed=4, workers=2)
    scores = scores_of("random", 20, 4)
    assert values[:, 0, SCORE] == pytest.approx(scores.mean(axis=1))
    assert values[:, 1, SCORE].tolist() == scores[:, 1].tolist()
    assert values[:, 1, AHEAD].tolist() == (scores[:, 0] - scores[:, 1]).tolist()
    assert values[:, 0, WON] == pytest.approx(np.full(20, 0.5))


def changed(games: np.ndarray, arm: Arm) -> tuple[np.ndarray, list[bool]]:
    """Return games with a change, and where it could be made; the order of action cards is fixed in both."""
    after = games.copy()
    luck = np.zeros(1, STREAM)
    could = []
    for number in range(len(games)):
        fix_action_order(games[number])
        fix_action_order(after[number])
        streams.start(luck[0], table_key(9), streams.REDEAL, number, 0, 0)
        could.append(bool(change(after[number], np.array(arm.numbers()), luck[0])))
    return after, could


def n_places(before: np.record, after: np.record) -> int:
    """Return at how many places of pile and grids another card lies."""
    return sum(int((before["secret"][name] != after["secret"][name]).sum()) for name in ("cards", "pile"))


def cards_of(game: np.record) -> list[int]:
    """Return all cards of pile and grids, sorted."""
    secret, table = game["secret"], game["table"]
    grids = secret["cards"][: table["n_players"], :N_SLOTS]
    return sorted([*secret["pile"][: table["n_pile"]].tolist(), *grids.reshape(-1).tolist()])


@pytest.mark.small
@pytest.mark.parametrize("kind", range(0, N_EFFECTS, 3))
def test_a_card_that_is_given_leaves_the_order_of_the_others(kind: int) -> None:
    games = deal_games(8, RULES, seed=6)
    after, could = changed(games, Arm.given(kind, 1))
    assert sum(could) >= 6
    for before, game in zip(games[could], after[could], strict=True):
        pile = before["secret"]["action_pile"][: before["table"]["n_action_pile"]].tolist()
        left = game["secret"]["action_pile"][: game["table"]["n_action_pile"]].tolist()
        assert left in [pile[:place] + pile[place + 1 :] for place, card in enumerate(pile) if card == kind]
        assert game["table"]["held"][1, kind] == game["table"]["n_held"][1] == 1
        assert game["table"]["held"].sum() == 1
        assert n_places(before, game) == 0


@pytest.mark.small
def test_a_card_that_is_laid_changes_places_with_a_copy() -> None:
    rules = ActionRules(players=3)
    games = deal_games(8, rules, seed=6)
    zeros, could = changed(games, Arm.laid(0, 2, 7, 0))
    stars, could_too = changed(games, Arm.laid(STAR, 2, 7, 0))
    assert all(could)
    assert all(could_too)
    for before, zero, star in zip(games, zeros, stars, strict=True):
        assert (zero["secret"]["cards"][2, 7], star["secret"]["cards"][2, 7]) == (0, STAR)
        assert n_places(before, zero) <= 2
        assert n_places(zero, star) == 2
        for game in (zero, star):
            assert cards_of(game) == cards_of(before)


def test_a_kind_that_is_not_in_the_deck_cannot_be_given() -> None:
    rules = ActionRules(players=2, excluded_actions=("meteor",))
    arms = [Arm.given(KIND_NAMES.index(name), 1) for name in ("meteor", "double_turn")]
    values = play_changes(action_agent("action_cutoff"), rules, [arms], 12, workers=1)
    assert np.isnan(values[:, 0]).all()
    is_there = ~np.isnan(values[:, 1, 0])
    assert is_there.sum() >= 11
    assert values[is_there, 1, PLAYED].mean() >= 0.9


def play_until_asked(game: np.record, record: np.record, seating: np.record, arm: Arm) -> None:
    """Play the opening as `play_arms` does, and on until no other seat is asked about rights of stars."""
    numbers = np.array(arm.numbers(), np.int64)
    while game["table"]["phase"] == OPENING:
        assert step(game, record, rounds.answer(game, seating, numbers)) == PLAYING
    while game["table"]["choice"] == STAR_RIGHT and game["table"]["seat"] != arm.seat:
        assert step(game, record, PASS) == PLAYING


@pytest.mark.small
@pytest.mark.parametrize("has_right", [False, True])
def test_who_begins_with_a_star_turns_it_up(has_right: bool) -> None:
    rules = ActionRules(players=3, star_bonus_at_setup=has_right)
    record, seating = rules_record(rules), seat_everywhere(action_agent("random"))
    for card, second in ((0, 0), (STAR, 0), (STAR, 11)):
        arm = Arm.laid(card, 2, 4, second)
        games, could = changed(deal_games(8, rules, seed=6), arm)
        assert all(could)
        for game in games:
            table, n_stars = game["table"], [card, game["secret"]["cards"][2, second]].count(STAR)
            play_until_asked(game, record, seating, arm)
            assert int(table["hidden"][2]) == 0xFFF & ~(1 << 4 | 1 << second)
            assert table["visible"][2, 4] == card
            is_asked = table["choice"] == STAR_RIGHT and table["seat"] == 2
            assert is_asked == (has_right and n_stars > 0)
            assert table["star_rights"] == (n_stars if has_right else 0)


def test_one_of_the_two_ways_is_what_the_agent_would_have_done() -> None:
    agents = (action_agent("action_cutoff"), with_taking("action_cutoff", ALWAYS), with_taking("action_cutoff", NEVER))
    n = 48
    notes, values = play_ways(agents, RULES, 4, n, seed=5, workers=2)
    scores = scores_of("action_cutoff", n, 5)
    seats = np.arange(n) % 2
    reached = notes[:, taking.TURN] > 0
    assert reached.sum() > n / 2
    assert notes[reached, taking.TURN].tolist() == (np.arange(n) // 2 % 4 + 1)[reached].tolist()
    own_way = np.where(notes[:, taking.AGENTS_TAKES] == 1, 0, 1)
    played = values[np.arange(n), own_way, SCORE]
    assert played[reached].tolist() == scores[np.arange(n), seats][reached].tolist()
    assert (values[reached, 0, SCORE] != values[reached, 1, SCORE]).any()
    assert set(notes[reached, taking.KIND]) <= {taking.UNSEEN, *range(N_EFFECTS)}
    assert (notes[reached & (notes[:, taking.TURN] == 1), taking.HIDDEN] == 10).mean() > 0.5


def test_agents_differ_in_their_readiness_to_take_alone() -> None:
    plain, never = action_agent("action_cutoff"), with_taking("action_cutoff", NEVER)
    assert [a for a, b in zip(plain.params, never.params, strict=True) if a != b] == [plain.params[1]]
    assert action_agent(never.name) == never
    assert with_taking("action_cutoff(2,0,5,1)", 3) == action_agent("action_cutoff(2,3,5,1)")
    hasty = with_taking(action_cutoff_agent(haste=9), NEVER)
    assert hasty == action_agent(hasty.name) == action_cutoff_agent(take_action=NEVER, haste=9)
    with pytest.raises(InputError, match=r"action_cutoff agent.*got random"):
        with_taking("random", NEVER)
    with pytest.raises(InputError, match="classic Skyjo, needed is one for Skyjo Action"):
        action_agent("cutoff(2)")
