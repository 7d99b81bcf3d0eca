"""What is being carried out in a text of Skyjo Action fits together, or the text is refused; one accepted can be played."""

import random

import pytest

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.errors import InputError, NotationError
from skyjo_sim.kernels.action import turn
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.notation import format_position, parse_position
from skyjo_sim.position import ActionPosition, make_game
from skyjo_sim.problems import Problem, find_problems
from skyjo_sim.rules_record import rules_record
from tests.action_play import legal_ids, random_action
from tests.action_unfinished import draw_text
from tests.observed_action_play import states_of_play
from tests.random_play import SCALE

GRIDS = "1 2 3 4 / 5 6 7 8 / 9 10 11 ?12 | ?7 1 2 3 / ?8 1 2 3 / 9 1 2 4"
HIDDEN = "?1*4 / ?2*4 / ?3*3 ?* | ?4*4 / ?5*4 / ?6*4"
TEXT = f"{GRIDS}; action; discard 5; pile 12 0; "
REFUSED = [
    ("choice slot; in_play draw_three; target 0", "kept_of_three must be given with choice slot"),
    ("choice player; in_play reveal; slots 3 5", "slots_chosen must have 0 slots with reveal in play"),
    (
        "choice slot; in_play reveal; target 1; slots 3 5",
        "choice must be one of player, line with reveal in play, got slot",
    ),
    ("choice slot; in_play blank; target 1", "the last card in in_play must be one that asks for something, got blank"),
    ("choice slot; in_play defense; target 1", "the last card in in_play must be one that asks for something"),
    (
        "choice slot; in_play steal reveal; target 1",
        "a card in in_play must be reactivate but for the last one, got st",
    ),
    ("choice slot; in_play swap_own; target 1; players 0 0", "target must be 0 with choice slot and swap_own in play"),
    ("choice slot; in_play swap_own; target 0; slots 3 5; players 0 0", "slots_chosen must have 0 or 1 slots with sw"),
    ("choice face; in_play swap_own; target 0", "seats_chosen must be the seat to decide twice with swap_own in play"),
    (
        "choice face; in_play swap_own; target 0; players 0 0; slots 3 3",
        "slots_chosen must be two slots of a grid, got",
    ),
    ("choice player; in_play swap_players", "swaps_left must be 1 or 2 with swap_players in play, else 0, got 0"),
    ("choice slot; in_play swap_players; swaps 1; players 1; target 1", "seats_chosen must be two seats with swap_p"),
    (
        "choice slot; in_play meteor; target 0; targets ? ?",
        "target must be 1 with choice slot and meteor in play, got 0",
    ),
    ("choice slot; in_play meteor; target 1; targets 3 ?", "targets must be slots clockwise from the left of the seat"),
    ("choice slot; in_play meteor; target 1", "targets must be slots clockwise from the left of the seat to decide"),
    ("choice kind; in_play steal; target 1", "target must be another seat that holds an action card with choice kind"),
    ("choice kind; in_play reactivate", "choice must be one in which something is legal, got kind"),
    ("choice player; in_play steal", "steal can be in play only where another seat holds an action card"),
    ("choice order; in_play draw_three", "three must have at least two cards to discard with choice order, got 0"),
    ("choice order; in_play draw_three; three 1 2; kept_of_three 0", "three must have at least two cards to discard"),
    (
        "choice slot; in_play draw_three; target 0; three 1 2; kept_of_three 0",
        "three must have one card with choice sl",
    ),
    ("choice keep; in_play draw_three; three 1 2; kept_of_three 0", "kept_of_three can be given only with choice ord"),
    ("choice flip_one; in_play draw_three; target 0; three 1 2", "three must be empty with choice flip_one"),
    ("choice star_right", "star_rights must be at least 1 with choice star_right, got 0"),
    ("choice lines; target 0; star_rights 1", "star_rights must be 0 with choice lines, got 1"),
    ("choice lines; target 0; lines_chosen 3", "a line in lines_chosen must be complete and face up, got 3"),
    ("choice stars; target 0; asked 6; stars_asked 0", "a line in stars_asked must be one of lines_chosen with stars"),
    ("target 0", "target can be set only in phase choice, got 0 in phase source"),
    ("pending 1; ender 1", "pending_turns can be set only between the opening and the end of the round"),
    ("choice player; in_play reveal; ender 1", "in_play can be set only before the last turns, got ender 1"),
    ("phase opening", "phase opening must have 12 cards face down in every grid"),
]


@pytest.mark.parametrize(("fields", "message"), REFUSED)
def test_an_unfinished_choice_that_cannot_be_is_refused(fields, message):
    with pytest.raises(NotationError) as caught:
        parse_position(TEXT + fields)
    assert str(caught.value).partition(": ")[2].startswith(message)


def test_the_error_names_the_column_of_the_field():
    text = f"{TEXT}choice order; in_play draw_three; three 3"
    with pytest.raises(NotationError, match=f"^column {text.index('three 3') + 1}: three must have at least two"):
        parse_position(text)


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ("0 1 | 3 4", "chosen must have less than 2 slots of seat 1 under these rules, got 2"),
        ("0 1 2 | 3", "chosen must have 2 slots of seat 0 under these rules, got 3"),
        ("- | 3", "chosen must have 2 slots of seat 0 under these rules, got 0"),
    ],
)
def test_no_more_slots_are_chosen_than_the_opening_flips(chosen, message):
    text = f"{HIDDEN}; action; turn 1; phase opening; discard 5; pile 1 2; chosen {chosen}"
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert message in str(caught.value)
    assert (parse_position(text, ActionRules(initial_flips=3)) is not None) if chosen == "0 1 2 | 3" else True


def test_a_house_rule_makes_room_for_what_official_rules_cannot_go_on_with():
    text = f"{TEXT}choice slot; in_play draw_three; target 0; three 1 2; kept_of_three 0"
    parse_position(text, ActionRules(draw_three_replaced="free"))
    starry = TEXT.replace("1 2 3 4 / 5", "* 3 3 3 / 5") + "choice lines; target 0; lines_chosen 4"
    parse_position(starry)
    with pytest.raises(NotationError, match="a line in lines_chosen must be one that goes under these rules, got 4"):
        parse_position(starry, ActionRules(row_rule="off"))


def test_a_position_as_a_value_is_checked_alike():
    grids = [["1", "?2"] * 6, ["?3", "4"] * 6]
    with pytest.raises(InputError, match=r"^three must have at least two cards to discard with choice order, got 0$"):
        make_game(ActionPosition(grids=grids, phase="choice", choice="order", in_play=["draw_three"]))
    with pytest.raises(InputError, match=r"^choice must be one in which something is legal, got kind$"):
        make_game(ActionPosition(grids=grids, phase="choice", choice="kind", in_play=["reactivate"]))


# --- whatever is accepted can be played ---


def test_every_state_of_play_is_accepted_from_every_side():
    for rules, game, _, lot in states_of_play(11, 24 // min(SCALE, 6), 0.12):
        record = rules_record(rules)
        for seat in (None, int(game.table.seat), lot.randrange(rules.players)):
            if seat != -1:
                text = format_position(game, seat)
                assert format_position(parse_position(text, record)) == text


def fits(fields, record):
    """Tell whether the rules ask what fields say, as far as texts do not depend on it."""
    is_setup = fields.get("setup", "0") != "0" and not record.star_at_setup
    is_public = "three_public" in fields and not record.replaced_free
    has_rights = fields.get("star_rights", "0") != "0" and record.n_action_cards == 0
    return not (is_setup or is_public or has_rights or "ender" in fields)


def play_to_the_end(game, record, lot, tolerated):
    """Play a round to its end by lot; everywhere something is legal, the text survives and no problem is found."""
    decision = 0
    while game.table.phase < ROUND_OVER:
        assert legal_ids(game), format_position(game)
        if decision % 30 < 2:
            for seat in (None, int(game.table.seat), lot.randrange(int(game.table.n_players))):
                text = format_position(game, seat)
                assert format_position(parse_position(text, record)) == text
        if tolerated is not None:
            problems = find_problems(game, record) & ~tolerated
            assert not problems, f"{problems.names()}: {format_position(game)}"
        assert turn.step(game, record, random_action(game, lot, lot.choice((0, 0.3)))) >= 0
        decision += 1


@pytest.mark.small
@pytest.mark.parametrize("seed", range(8))
def test_an_accepted_text_can_be_played_to_the_end_of_the_round(seed):
    lot, n_accepted = random.Random(seed), 0
    for _ in range(60 // min(SCALE, 6)):
        table, fields, text = draw_text(lot)
        rules = table.rules if lot.random() < 0.7 else ActionRules(players=table.n_players, turn_limit=40)
        record = rules_record(rules)
        try:
            game = parse_position(text, record)
        except NotationError:
            continue
        n_accepted += 1
        before = find_problems(parse_position(table.text(), record), record)
        tolerated = before | Problem.PARTIAL | Problem.EXTRA_CARD | Problem.MARKET
        play_to_the_end(game, record, lot, tolerated if fits(fields, record) else None)
    assert n_accepted > 0
