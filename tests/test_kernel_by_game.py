"""Kernels that are chosen by game."""

import pytest

from skyjo_sim.kernels.by_game import by_game
from skyjo_sim.kernels.compiler import IS_COMPILED, kernel


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is typed")
def test_a_number_of_arguments_that_cannot_be_typed_is_refused():
    def step(game, rules, seat, action, luck):
        return 0

    with pytest.raises(TypeError, match="step must have 2, 3, 4, 6 arguments to be chosen by game, got 5"):
        by_game(kernel(step))
