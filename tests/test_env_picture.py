"""What environments show: text and picture of one seat's view, and nothing more."""

import random

import numpy as np
import pytest

from skyjo_sim import InputError
from skyjo_sim.envs.brush import card_colors
from skyjo_sim.envs.painting import picture_size
from skyjo_sim.envs.picture import RENDER_MODES, check_render_mode, render
from skyjo_sim.kernels.actions import PLACE, ROUND_OVER
from skyjo_sim.kernels.cards import NO_CARD
from skyjo_sim.notation import describe_position
from skyjo_sim.position import build_game
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests.observed_play import shuffle_unknown
from tests.random_play import copy_of, play_randomly

GRIDS = [[[1, "?2", 12], [3, 4, "."], [5, "?6", -2]], [["?7", 9], ["?8", 0], [9, "?11"]]]


def game_of(**fields):
    return build_game(**{"grids": GRIDS, "discard": [5], "pile": [12, 0], "totals": [10, 20]} | fields)


def test_ansi_is_the_drawing_of_the_seats_view():
    game = game_of()
    assert render(game, 1, "ansi") == describe_position(game, 1)


def test_human_prints_the_drawing_and_returns_nothing(capsys):
    game = game_of()
    assert render(game, 0, "human") is None
    assert capsys.readouterr().out == describe_position(game, 0) + "\n\n"


@pytest.mark.parametrize("players", range(2, 9))
def test_pictures_have_one_shape_for_a_number_of_players(players):
    rules = rules_record(Rules(players=players, turn_limit=30))
    pictures = []
    for game in play_randomly(rules, random.Random(players), n_rounds=1):
        if not pictures or game.table.phase >= ROUND_OVER:
            pictures.append(render(game, players - 1, "rgb_array"))
    width, height = picture_size(players)
    assert [picture.shape for picture in pictures] == [(height, width, 3)] * 2
    assert all(picture.dtype == np.uint8 and picture.flags.c_contiguous for picture in pictures)
    assert not width % 2
    assert not height % 2
    assert not np.array_equal(*pictures)


def test_nothing_hidden_is_shown():
    rules = rules_record(Rules(players=3, turn_limit=20))
    n_looked_at = 0
    for game in play_randomly(rules, random.Random(4), n_rounds=1):
        if game.table.phase == PLACE and game.table.seat != 1 and n_looked_at < 6:
            other = copy_of(game)
            shuffle_unknown(other, 1, random.Random(n_looked_at))
            other.secret.chosen[1] = game.secret.chosen[1]  # the viewer's own choices
            assert not np.array_equal(other.secret["cards"], game.secret["cards"])
            assert render(other, 1, "ansi") == render(game, 1, "ansi")
            assert np.array_equal(render(other, 1, "rgb_array"), render(game, 1, "rgb_array"))
            n_looked_at += 1
    assert n_looked_at == 6


def test_the_drawn_card_is_shown_to_its_owner_only():
    low, high = (game_of(phase="place", drawn=drawn, seat=1) for drawn in (-1, 12))
    assert not np.array_equal(render(low, 1, "rgb_array"), render(high, 1, "rgb_array"))
    assert np.array_equal(render(low, 0, "rgb_array"), render(high, 0, "rgb_array"))
    assert low.table.drawn != NO_CARD


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 1},
        {"totals": [11, 20]},
        {"discard": [5, 6]},
        {"pile": [12]},
        {"turns": 3},
        {"ender": 1},
        {"phase": "round_over", "seat": None},
        {"grids": [GRIDS[0], [["?7", 9], ["?8", "."], [9, "?11"]]]},
        {"grids": [GRIDS[0], [["?7", 9], ["?8", 1], [9, "?11"]]]},
    ],
    ids=str,
)
def test_what_the_viewer_knows_changes_the_picture(change):
    assert not np.array_equal(render(game_of(**change), 0, "rgb_array"), render(game_of(), 0, "rgb_array"))


def test_the_viewers_grid_stands_first():
    game = game_of(seat=1)
    first, second = (render(game, viewer, "rgb_array") for viewer in (0, 1))
    assert not np.array_equal(first, second)


def luminance(color):
    """Return the relative luminance of a color as WCAG 2 defines it."""
    parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("card", range(-2, 13))
def test_numbers_on_cards_are_easy_to_read(card):
    lower, higher = sorted(map(luminance, card_colors(card)))
    assert (higher + 0.05) / (lower + 0.05) >= 4.5


def test_cards_have_the_colors_of_their_bands():
    bands = [card_colors(card)[0] for card in range(-2, 13)]
    assert [bands.count(color) for color in dict.fromkeys(bands)] == [2, 1, 4, 4, 4]


def test_the_pictures_leave_matplotlibs_state_alone():
    import matplotlib

    before = dict(matplotlib.rcParams)
    render(game_of(), 0, "rgb_array")
    assert dict(matplotlib.rcParams) == before


@pytest.mark.parametrize("mode", [None, *RENDER_MODES])
def test_modes_that_are_allowed(mode):
    assert check_render_mode(mode) == mode


@pytest.mark.parametrize("mode", ["", "rgb", "ANSI", 1, True, [], np.array(["ansi"])], ids=repr)
def test_other_modes_are_refused(mode):
    with pytest.raises(InputError, match="render_mode must be one of ansi, human, rgb_array, or None, got"):
        check_render_mode(mode)


def test_without_a_mode_there_is_a_warning():
    with pytest.warns(UserWarning, match="render_mode"):
        assert render(game_of(), 0, None) is None


def test_a_seat_that_is_not_at_the_table_is_refused():
    with pytest.raises(InputError, match=r"seat must be in 0..1, got 2"):
        render(game_of(), 2, "ansi")
