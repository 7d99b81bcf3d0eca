"""A dealt round of Skyjo Action; the play loop around it is that of both games (`skyjo_sim.kernels.loop`)."""

from skyjo_sim.kernels.action.asking import ask_seated
from skyjo_sim.kernels.action.turn import step
from skyjo_sim.kernels.actions import PLAYING
from skyjo_sim.kernels.compiler import merged
from skyjo_sim.kernels.loop import start_luck


@merged
def play_round(game, rules, seating):
    """Play a dealt round to its end; return ROUND_ENDED, GAME_ENDED or ILLEGAL."""
    start_luck(seating, game)
    status = PLAYING
    while status == PLAYING:
        seating.answer = ask_seated(game, seating)
        status = step(game, rules, seating.answer)
    return status
