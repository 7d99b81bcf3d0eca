"""The player of Skyjo Action: what it plays, throws away and chooses in hand-made positions."""

import pytest

from skyjo_agents.action.low_cards import action_cutoff_agent
from skyjo_sim import ActionRules
from skyjo_sim.kernels.action.actions import (
    CHOOSE_COLUMN,
    CHOOSE_DRAWN,
    CHOOSE_KIND,
    CHOOSE_PLAYER,
    CHOOSE_SLOT,
    FACE_DOWN,
    FACE_UP,
    PASS,
    PLAY,
    STARS_UNDER,
    THROW,
)
from skyjo_sim.kernels.action.cards import DEFENSE, DOUBLE_TURN, METEOR, STEAL, SWAP_OWN, SWAP_PLAYERS
from tests.test_action_cutoff import FULL, GOOD, answer, text_of

pytestmark = pytest.mark.small


def with_choice(choice, card, rest=""):
    return f"; choice {choice}; in_play {card}{rest}"


# --- playing action cards ---


def test_two_turns_for_one_are_played_at_once():
    assert answer(text_of(hands="double_turn | -")) == PLAY + DOUBLE_TURN


def test_a_card_that_may_be_left_at_the_end_is_played_or_thrown_away():
    near = "-2 1 5 6 / 0 2 1 9 / 4 4 2 ?3"
    own = GOOD.replace("?", "")[:-1] + "?3"
    assert answer(text_of(own=own, other=near, hands="steal | -", fourth="meteor", discard="12")) == THROW + STEAL


def test_the_worst_card_is_exchanged_for_the_best_one_of_a_player_without_defence():
    held = text_of(hands="swap_players | -")
    assert answer(held) == PLAY + SWAP_PLAYERS
    playing = text_of(fourth="meteor", rest=with_choice("player", "swap_players", "; swaps 1"))
    assert answer(playing) == CHOOSE_PLAYER + 0
    assert answer(playing + "; players 0") == CHOOSE_PLAYER + 1
    asked = text_of(rest=with_choice("slot", "swap_players", "; players 0 1; swaps 1; target "))
    assert answer(asked + "0") == CHOOSE_SLOT + 0
    assert answer(asked + "1; slots 0") == CHOOSE_SLOT + 0
    protected = text_of(hands="swap_players | defense", fourth="meteor").replace("double_turn defense", "double_turn")
    assert answer(protected) != PLAY + SWAP_PLAYERS


@pytest.mark.parametrize(("attack", "chosen"), [(0.5, 2), (0, 1)])
def test_the_weight_of_attacks_tells_which_of_two_equal_cards_is_taken(attack, chosen):
    behind = "-2 11 ?5 ?6 / 10 12 ?1 ?9 / ?4 ?4 ?2 ?3"
    asked = with_choice("player", "swap_players", "; players 0; swaps 1")
    agent = action_cutoff_agent(attack=attack)
    text = text_of(other=f"{behind} | {GOOD}", hands="- | - | -", rest=asked)
    assert answer(text, agent) == CHOOSE_PLAYER + chosen
    text = text_of(other=f"{GOOD} | {behind}", hands="- | - | -", rest=asked)
    assert answer(text, agent) == CHOOSE_PLAYER + 1


def test_a_card_given_to_a_leader_is_laid_face_down_and_the_own_one_up():
    asked = text_of(rest=with_choice("face", "swap_players", "; players 0 1; swaps 1; slots 0 0; target "))
    assert answer(asked + "0") == FACE_UP
    assert answer(asked + "1; face up") == FACE_DOWN


def test_own_cards_are_exchanged_to_complete_a_line():
    own = "9 3 ?5 ?6 / 9 8 ?1 ?2 / 12 9 ?2 ?3"
    assert answer(text_of(own=own, hands="swap_own | -", discard="12")) == PLAY + SWAP_OWN
    asked = text_of(own=own, rest=with_choice("slot", "swap_own", "; players 0 0; target 0"))
    first = answer(asked) - CHOOSE_SLOT
    second = answer(f"{asked}; slots {first}") - CHOOSE_SLOT
    assert {first, second} == {2, 5}


def test_a_meteor_hits_the_own_highest_and_the_others_lowest_card():
    assert answer(text_of(hands="meteor | -", fourth="swap_own")) == PLAY + METEOR
    asked = text_of(fourth="swap_own", rest=with_choice("slot", "meteor", "; target {}; targets {}"))
    assert answer(asked.format(1, "? ?")) == CHOOSE_SLOT + 0
    assert answer(asked.format(0, "? 0")) == CHOOSE_SLOT + 0


def test_the_best_card_is_stolen_from_a_player_without_defence():
    three = f"{GOOD} | {GOOD}"
    text = text_of(other=three, hands="- | swap_players defense | swap_players", fourth="meteor")
    text = text.replace("double_turn defense", "double_turn") + with_choice("player", "steal")
    assert answer(text) == CHOOSE_PLAYER + 2
    loot = text_of(hands="- | reveal swap_players", rest=with_choice("kind", "steal", "; target 1"))
    assert answer(loot) == CHOOSE_KIND + SWAP_PLAYERS


def test_the_discarded_card_that_gains_most_is_reactivated():
    text = text_of(thrown="draw_three reveal swap_players", rest=with_choice("kind", "reactivate"))
    assert answer(text) == CHOOSE_KIND + SWAP_PLAYERS


def test_the_own_line_with_most_hidden_cards_is_looked_at():
    assert answer(text_of(rest=with_choice("player", "reveal"))) == CHOOSE_PLAYER + 0
    assert answer(text_of(rest=with_choice("line", "reveal", "; target 0"))) == CHOOSE_COLUMN + 6


def test_a_defence_is_kept_against_attacks_and_played_when_the_end_is_near():
    assert answer(text_of(hands="defense | meteor", fourth="swap_own")) not in (PLAY + DEFENSE, THROW + DEFENSE)
    near = "-2 1 5 6 / 0 2 1 9 / 4 4 2 ?3"
    assert answer(text_of(own=FULL, other=near, hands="defense | -", discard="12")) == PLAY + DEFENSE


# --- three cards drawn ---


def test_the_best_of_three_is_kept_and_none_if_all_are_high():
    assert answer(text_of(rest=with_choice("keep", "draw_three", "; three 5 -1 12"))) == CHOOSE_DRAWN + 1
    assert answer(text_of(own=GOOD, rest=with_choice("keep", "draw_three", "; three 11 10 12"))) == PASS


def test_after_none_of_three_a_hidden_card_is_turned_up():
    hidden = {CHOOSE_SLOT + slot for slot in (2, 5, 6, 7, 8, 9, 10, 11)}
    assert answer(text_of(rest=with_choice("flip_one", "draw_three", "; target 0"))) in hidden


def test_the_last_discard_is_least_use_to_the_next_player():
    asked = text_of(rest=with_choice("order", "draw_three", "; three 5 0 12"))
    assert answer(asked) == CHOOSE_DRAWN + 1


def test_the_kept_card_goes_to_its_best_slot():
    asked = with_choice("slot", "draw_three", "; three - -1 -; kept_of_three 1; target 0")
    assert answer(text_of(rest=asked)) == CHOOSE_SLOT + 0


# --- lines ---


def test_a_line_with_a_star_is_cleared_if_its_points_are_worth_the_star():
    high = "9 3 ?5 ?6 / 9 8 ?1 ?2 / * ?9 ?2 ?3"
    asked = "; choice lines; target 0"
    assert answer(text_of(own=high, rest=asked)) == CHOOSE_COLUMN + 0
    assert answer(text_of(own=high.replace("9", "0"), rest=asked)) == PASS


def test_stars_are_discarded_under_the_numbers():
    house = ActionRules(cleared_star_order="owner_choice")
    own = "9 3 ?5 ?6 / 9 8 ?1 ?2 / * ?9 ?2 ?3"
    assert (
        answer(text_of(own=own, rest="; choice stars; target 0; asked 0; lines_chosen 0"), rules=house) == STARS_UNDER
    )
