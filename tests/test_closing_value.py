"""`closing_value`: positions of all forms, the average over a last hidden card, what it refuses."""

import numpy as np
import pytest

from skyjo_agents.closing import closing_value
from skyjo_sim import ActionRules, InputError
from skyjo_sim.notation import format_position, parse_position
from skyjo_sim.position import Position, read_position
from skyjo_sim.stepping import deal_games
from tests.closing_cases import counts_of, grid_of
from tests.naive import deck
from tests.naive_closing import plan

OWN = "1 2 -1 4 / 0 2 -1 5 / 3 1 0 2"
OTHER = "4 ? 3 -1 / 1 2 3 4 / 4 0 2 1"
THIRD = "? 7 2 1 / 3 4 0 1 / 3 0 ? 0"
TWO = f"{OWN} | {OTHER}; turn 1; ender 0; discard 9 6; lot ?*124"
THREE = f"{OWN} | {OTHER} | {THIRD}; turn 1; ender 0; discard 9 6; lot ?*112"


def unseen_of(*shown):
    """Return the deck without what is shown."""
    cards = deck()
    for text in shown:
        for word in text.replace("/", " ").split():
            if word not in ("?", "."):
                cards.remove(int(word))
    return cards


def by_columns(text):
    rows = [row.split() for row in text.split("/")]
    return grid_of(" ".join(row[column] for column in range(4) for row in rows))


@pytest.fixture(params=[TWO, THREE], ids=["two", "three"])
def text(request):
    """Return a position of two or three players."""
    return request.param


def test_two_players_are_exact():
    value = closing_value(TWO)
    _, chances = plan(by_columns(OTHER), 6, unseen_of(OWN, OTHER, "9 6"), None)
    low = float(sum(chance for total, chance in chances.items() if total <= 18))
    assert value.is_exact
    assert value.expected_raw == 18
    assert value.p_doubled == pytest.approx(low)
    assert value.p_doubled_interval == (value.p_doubled, value.p_doubled)
    assert value.expected_score == pytest.approx(18 * (1 + low))
    (other,) = value.others
    assert other.chances() == pytest.approx({total: float(chance) for total, chance in chances.items()})
    assert other.p_at_most == pytest.approx(low)
    assert value.margin_to_best == pytest.approx(other.expected_total - value.expected_score)
    assert value.margin_to_mean == pytest.approx(value.margin_to_best)


def test_beating_the_ender_is_likelier_for_who_wants_it(text):
    least, beating = closing_value(text), closing_value(text, objective="beat_ender")
    assert beating.p_doubled >= least.p_doubled - (0 if least.is_exact else 0.01)
    assert beating.others[0].expected_total >= least.others[0].expected_total - 1e-9


def test_a_position_may_be_given_in_any_form(text):
    game = parse_position(text)
    forms = [text, game, game.table, read_position(game), read_position(game, seat=0)]
    assert isinstance(forms[3], Position)
    assert len({closing_value(form).p_doubled for form in forms}) == 1


def test_the_position_is_left_as_it_was(text):
    game = parse_position(text)
    before = game.table.tobytes()
    closing_value(game)
    assert game.table.tobytes() == before


def test_an_ender_without_points_is_never_doubled():
    own = "0 -1 -2 0 / 0 -1 -2 0 / 1 0 1 2"
    value = closing_value(f"{own} | {OTHER} | {THIRD}; turn 1; ender 0; discard 9 6; lot ?*112")
    assert value.expected_raw == -2
    assert value.p_doubled == 0
    assert value.expected_score == value.expected_raw


def test_a_last_hidden_card_is_averaged_over():
    own = "7 2 -1 4 / 7 2 -1 5 / ? 1 0 2"
    value = closing_value(f"{own} | {OTHER}; turn 0; discard 9 6; lot ?*124", seat=0)
    unseen = counts_of(unseen_of(own, OTHER, "9 6"))
    expected = 0.0
    for card in range(-2, 13):
        grid, piles = own.replace("?", str(card)), "9 6"
        if card == 7:
            grid, piles = ". 2 -1 4 / . 2 -1 5 / . 1 0 2", "9 6 7 7 7"
        each = closing_value(f"{grid} | {OTHER}; turn 1; ender 0; discard {piles}; lot ?*124")
        expected += unseen[card + 2] / unseen.sum() * each.expected_score
    assert value.expected_score == pytest.approx(expected)
    assert value.is_exact


def test_a_drawn_card_is_thrown_away_before():
    own = "7 2 -1 4 / 7 2 -1 5 / ? 1 0 2"
    drawn = closing_value(f"{own} | {OTHER}; turn 0; drawn 3; discard 9 6; lot ?*123")
    thrown = closing_value(f"{own} | {OTHER}; turn 0; discard 9 6 3; lot ?*123")
    assert drawn.expected_score == pytest.approx(thrown.expected_score)


def test_seats_that_had_their_last_turn_are_only_turned_up():
    value = closing_value(f"{OWN} | {OTHER} | {THIRD}; turn 2; ender 0; discard 9 6; lot ?*112")
    unseen = unseen_of(OWN, OTHER, THIRD, "9 6")
    mean = sum(unseen) / len(unseen)
    assert value.others[0].expected_total == pytest.approx(23 + mean)  # no column can become complete: 2 ? 0


def test_after_a_reshuffle_there_are_two_pools():
    rest = unseen_of(OWN, OTHER, "9 6")
    hidden = 12
    rest.remove(hidden)
    position = f"{OWN} | {OTHER.replace('?', f'?{hidden}')}; turn 1; ender 0; discard 9 6; lot {{}}; reshuffles 1"
    value = closing_value(position.format(" ".join(map(str, rest))))
    _, chances = plan(by_columns(OTHER), 6, [hidden], sorted(rest))
    assert value.others[0].chances() == pytest.approx({total: float(chance) for total, chance in chances.items()})


def test_the_interval_holds_the_uncertainty_of_dealing(text):
    value = closing_value(text)
    low, high = value.p_doubled_interval
    assert (high - low < 0.01) == (low <= value.p_doubled <= high)
    assert value.is_exact == (value.n_deals == 0) == (high == low)


@pytest.mark.parametrize(
    ("position", "changes", "message"),
    [
        (TWO, {"seat": 1}, "seat must be 0, which has ended the round, got 1"),
        (TWO, {"seat": 7}, "seat must be in 0..1, got 7"),
        (TWO, {"objective": "win"}, "objective must be own_score or beat_ender, got 'win'"),
        (TWO, {"n_deals": 3}, "n_deals must be an integer in 1024..1000000, got 3"),
        (TWO.replace("; lot ?*124", ""), {}, "must have all 150 cards, got 26"),
        (f"{OTHER} | ? ? / 1 2; lot ?*133", {}, "must have all 150 cards"),
        (f"? ? / 1 2 | {OTHER}; lot ?*134", {}, "hidden cards of seat 0 must be 0 or 1 for ending now, got 2"),
        (f"{OWN} | {OTHER}; turn 0; drawn 3; lot ?*125", {}, "hidden cards of seat 0 must be 1 to flip it"),
        (f"{OWN} | {OTHER}; turn 1; drawn 3; ender 0; lot ?*125", {}, "the phase must be source"),
        (7, {}, "position must be a text, a Position, a game or a table, got int"),
    ],
)
def test_what_is_refused(position, changes, message):
    with pytest.raises(InputError, match=message.replace("..", r"\.\.")):
        closing_value(position, **changes)


def test_positions_of_skyjo_action_are_refused_in_every_form():
    game = deal_games(1, ActionRules())[0]
    for position in (format_position(game), read_position(game), game, game["table"]):
        with pytest.raises(InputError, match=r"position must be one of classic Skyjo, .*, got one of Skyjo Action"):
            closing_value(position)


def test_how_it_looks(text):
    value = closing_value(text)
    assert value.sentence in repr(value)
    assert "seat 1" in repr(value)
    assert ("Exact." in repr(value)) == value.is_exact
    assert value._repr_html_().startswith("<table>")


def test_distributions_are_read_only(text):
    with pytest.raises(ValueError, match="read-only"):
        closing_value(text).lowest_other[0] = np.nan
