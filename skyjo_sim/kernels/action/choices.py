"""What has been chosen so far for the action card in play."""

from skyjo_sim.kernels.action.actions import NO_CHOICE
from skyjo_sim.kernels.action.cards import NO_KIND
from skyjo_sim.kernels.compiler import merged


@merged
def forget_choices(table):
    """Empty all choices: no card is in play, nothing is asked."""
    table.card = NO_KIND
    table.choice = NO_CHOICE
    table.target = -1
    table.n_chosen = 0
    for place in range(2):
        table.seats_chosen[place] = -1
        table.slots_chosen[place] = -1
    table.first_face = -1
    table.swaps_left = 0
    table.kept_of_three = -1
