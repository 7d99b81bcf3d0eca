"""The step API: single games and batches, alike and independent."""

import numpy as np
import pytest

from skyjo_sim import ActionRules, InputError, Rules
from skyjo_sim.kernels.actions import GAME_OVER, ROUND_OVER
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.notation import format_position, parse_position
from skyjo_sim.stepping import GAME_ENDED, ILLEGAL, ROUND_ENDED, deal_games, deal_next_rounds, legal_mask, step


def choose(mask, generator):
    """One legal id per row, at random."""
    return (mask * (1 + generator.random(mask.shape))).argmax(axis=1)


def play_to_the_end(games, rules, seed):
    generator = np.random.default_rng(seed)
    over = np.zeros(games.size, bool)
    while not over.all():
        over |= step(games, choose(legal_mask(games, rules), generator), rules) == GAME_ENDED
        deal_next_rounds(games, rules)
    return games


@pytest.mark.parametrize(
    "rules",
    [
        Rules(players=3, target=60),
        Rules(players=2, column_rule="optional", target=60),
        Rules(players=5, target=30),
        ActionRules(players=3, target=40),
        ActionRules(players=2, target=40, cleared_star_order="owner_choice", blank_action_cards=3),
    ],
    ids=str,
)
def test_games_can_be_stepped_to_their_end(rules):
    games = play_to_the_end(deal_games(4, rules, seed=3), rules, 1)
    assert (games["table"]["phase"] == GAME_OVER).all()
    assert (games["table"]["totals"][:, : rules.players].max(axis=1) >= rules.target).all()
    assert (games["table"]["winners"] > 0).all()
    assert not legal_mask(games, rules).any()


BOTH = pytest.mark.parametrize("make", [Rules, ActionRules])


@BOTH
def test_a_single_game_steps_like_a_batch(make):
    rules = make(players=4)
    batch, single = deal_games(3, rules, seed=9), deal_games(3, rules, seed=9)[1]
    generator = np.random.default_rng(4)
    for _ in range(150):
        mask = legal_mask(batch, rules)
        assert (legal_mask(single, rules) == mask[1]).all()
        actions = choose(mask, generator)
        statuses = step(batch, actions, rules)
        assert step(single, int(actions[1]), rules) == statuses[1]
        assert single.tobytes() == batch[1].tobytes()
        assert deal_next_rounds(single, rules) == (batch[1]["table"]["phase"] == ROUND_OVER)
        deal_next_rounds(batch, rules)


@BOTH
def test_rows_of_a_batch_are_independent(make):
    rules = make(players=3)
    together, alone = deal_games(5, rules, seed=2), deal_games(1, rules, seed=2, first=3)
    generator = np.random.default_rng(0)
    for _ in range(60):
        actions = choose(legal_mask(together, rules), generator)
        if (step(together, actions, rules) == ROUND_ENDED)[3]:
            break
        step(alone, actions[3:4], rules)
        assert alone[0].tobytes() == together[3].tobytes()


@BOTH
@pytest.mark.parametrize("action", [-1, 13, 37, 38, 50, 51, 52, 63, 64, 65, 103, 117, 118, 127, 128, 2**40, -(2**62)])
def test_an_illegal_id_changes_nothing(action, make):
    rules = make(players=2)
    games = deal_games(2, rules, seed=1)
    before = games.tobytes()
    assert step(games, [action, action], rules).tolist() == [ILLEGAL, ILLEGAL]
    assert games.tobytes() == before


@BOTH
def test_a_copied_game_goes_on_alike(make):
    rules = make(players=2)
    games = deal_games(2, rules, seed=8)
    games[1] = games[0]
    generator = np.random.default_rng(5)
    for _ in range(80):
        action = choose(legal_mask(games, rules)[:1], generator)[0]
        if (step(games, [action, action], rules) != 0).any():
            break
    assert games[0].tobytes() == games[1].tobytes()


@pytest.mark.parametrize(
    ("actions", "message"),
    [([0], "shape"), ([[0, 0]], "shape"), ([0.0, 1.0], "integers"), (["a", "b"], "integers"), (0, "shape")],
)
def test_actions_of_another_form_are_refused(actions, message):
    rules = Rules()
    with pytest.raises(InputError, match=message):
        step(deal_games(2, rules), actions, rules)


@pytest.mark.parametrize("games", [None, [1, 2], np.zeros(3), np.zeros((1, 1), GAME)])
def test_something_else_than_games_is_refused(games):
    with pytest.raises(InputError, match="games must be"):
        legal_mask(games, Rules())


@pytest.mark.parametrize(
    ("make", "other", "given"), [(Rules, ActionRules, "classic Skyjo"), (ActionRules, Rules, "Skyjo Action")]
)
def test_games_of_the_other_game_are_refused(make, other, given):
    games = deal_games(2, make())
    for played, form in ((games, "games must be an array of"), (games[0], "a game must be a record of")):
        with pytest.raises(
            InputError, match=rf"{form} skyjo_sim\.kernels\.(action\.)?layout\.GAME, got .* of {given}$"
        ):
            legal_mask(played, other())


@pytest.mark.parametrize(("n", "first"), [(0, 0), (-1, 0), (True, 0), (1.5, 0), (1, -1)])
def test_numbers_of_games_out_of_range_are_refused(n, first):
    with pytest.raises(InputError, match="must be an integer of at least"):
        deal_games(n, Rules(), first=first)


@BOTH
def test_the_view_of_one_seat_cannot_be_played_on(make):
    view = parse_position(format_position(deal_games(1, make())[0], seat=0))
    with pytest.raises(InputError, match="view of one seat"):
        step(view, 0, make())


@pytest.mark.parametrize("rules", [None, "action-official", Rules, 3])
def test_something_else_than_rules_is_refused(rules):
    games = deal_games(2, Rules(), seed=3)
    for call in (
        lambda: deal_games(1, rules),
        lambda: deal_next_rounds(games, rules),
        lambda: legal_mask(games, rules),
        lambda: step(games, [0, 0], rules),
        lambda: step(games[0], 0, rules),
    ):
        with pytest.raises(InputError, match=r"^rules must be Rules or ActionRules, got "):
            call()


@BOTH
@pytest.mark.parametrize("is_single", [False, True])
def test_rules_of_another_number_of_players_are_refused(make, is_single):
    games, rules = deal_games(2, make(players=3), seed=3), make(players=4)
    given, actions = (games[0], 0) if is_single else (games, [0, 0])
    before = games.tobytes()
    for call in (
        lambda: deal_next_rounds(given, rules),
        lambda: legal_mask(given, rules),
        lambda: step(given, actions, rules),
    ):
        with pytest.raises(InputError, match=r"^games must have 4 players, as the rules say, got one of 3$"):
            call()
    assert games.tobytes() == before


def test_no_games_are_games_of_any_number_of_players():
    none = deal_games(1, Rules(players=3))[:0]
    assert legal_mask(none, Rules(players=4)).shape == (0, 37)
    assert step(none, np.zeros(0, int), Rules(players=4)).size == 0
