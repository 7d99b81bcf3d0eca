"""The play loop against decisions one by one: the same games, and the same answers refused."""

import random

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from skyjo_sim.kernels import baselines, play, turn
from skyjo_sim.kernels.actions import CLEAR, ILLEGAL, N_ACTIONS, PLACE, PLAYING, SOURCE
from skyjo_sim.kernels.compiler import IS_COMPILED, KERNEL_FOLDER, compiled
from skyjo_sim.kernels.layout import GAME
from tests.positions import draw_pair
from tests.recorder import seat_policies

EXAMPLES = 1000 if IS_COMPILED else 150
lots = st.integers(0, 2**32 - 1).map(random.Random)


def _compiled(function):
    return compiled(function, KERNEL_FOLDER)


@_compiled
def answer_by_phase(table, seat, params, stream):
    return np.int64(params.values[table.phase])


@_compiled
def play_turns(game, rules, seating):
    return play.play_turns(game, rules, seating)


def draw_answers(lot):
    """Return what each seat answers by phase, legal or not: official ids, or any."""
    highest = lot.choice((37, N_ACTIONS))
    return {
        SOURCE: lot.choice((0, 0, lot.randrange(highest))),
        PLACE: lot.randrange(13, highest),
        CLEAR: lot.choice((50, 51)),
    }


@settings(deadline=None, max_examples=EXAMPLES)
@given(lots)
def test_a_round_played_as_a_whole_goes_like_its_decisions_and_refuses_the_same_answers(lot):
    pair = draw_pair(lot)
    assume(pair.game.table.phase == SOURCE)
    n_players = pair.rules.players
    answers = [draw_answers(lot) for _ in range(n_players)]
    params = [[seat_answers.get(phase, 0) for phase in range(6)] for seat_answers in answers]
    seating = seat_policies([answer_by_phase] * n_players, params, [baselines.OTHER] * n_players, (1, 2))
    whole = np.frombuffer(bytearray(pair.game.tobytes()), GAME)[0]  # the padding too, which copying leaves out
    status = PLAYING
    while status == PLAYING:
        answer = answers[int(pair.game.table.seat)][int(pair.game.table.phase)]
        status = turn.step(pair.game, pair.record, answer)
    assert play_turns(whole, pair.record, seating) == status
    assert whole.tobytes() == pair.game.tobytes()
    if status == ILLEGAL:
        assert seating.answer == answer
