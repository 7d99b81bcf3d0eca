"""What lines are worth to the player of Skyjo Action: for all cards at a slot at once, against one line at a time."""

import random

import numpy as np
import pytest

from skyjo_agents.action.habits import Habits
from skyjo_agents.action.lines import write_line_worths
from skyjo_agents.action.sheet import CHANCES, HABITS, IS_LAST, N_ROWS, NOW, STAR_FACE, WIDTH
from skyjo_sim.kernels.action.cards import STAR
from skyjo_sim.kernels.cards import LOWEST_CARD
from skyjo_sim.kernels.compiler import compiled

pytestmark = pytest.mark.small
COLUMN, ROW = (3, 4, 5), (1, 4, 7, 10)
USUAL_CHANCE, MOST_CHANCE = 0.17, 1.5


@compiled
def worths_of(cards, hidden, slots, slot, sheet, worths):
    return write_line_worths(cards, hidden, slots, slot, sheet, worths)


def naive_worth(line, habits, chances, star_chance, is_last):
    """Return what a line is worth; its cards by number, None for one that is face down."""
    best = 0.0
    for value in {card for card in line if card not in (None, STAR)}:
        n_equal, n_stars = line.count(value), line.count(STAR)
        n_missing = len(line) - n_equal - n_stars
        if n_missing == 0 and n_stars == 0:
            return n_equal * value
        if n_missing == 0:
            worth = max(n_equal * value - n_stars * habits.star_points, 0.0)
        elif n_missing > 2 or value <= 0 or is_last or n_equal + n_stars < 2:
            worth = 0.0
        else:
            share = habits.pair_share if n_missing == 1 else habits.far_share
            chance = min((chances[value - LOWEST_CARD] + star_chance) / USUAL_CHANCE, MOST_CHANCE)
            worth = share * (n_equal * value) * chance
        best = max(best, worth)
    return best


def draw_line(luck):
    """Return the slots of a line and its cards: few numbers, so that equal ones and complete lines are frequent."""
    slots = luck.choice([COLUMN, ROW, luck.sample(ROW, 3)])
    numbers = [*luck.sample(range(LOWEST_CARD, STAR), 2), STAR]
    return slots, {slot: None if luck.random() < 0.2 else luck.choice(numbers) for slot in slots}


def test_all_cards_at_a_slot_are_worth_what_each_is_alone():
    luck, habits = random.Random(5), Habits()
    n_complete, n_negative = 0, 0
    for _ in range(3000):
        slots, line = draw_line(luck)
        slot, is_last = luck.choice(slots), luck.random() < 0.2
        chances, star_chance = [luck.random() / 5 for _ in range(WIDTH)], luck.random() / 5
        sheet, cards, worths = np.zeros((N_ROWS, WIDTH)), np.full(WIDTH, 50.0), np.zeros(WIDTH)
        sheet[HABITS], sheet[CHANCES] = habits.params(), chances
        sheet[CHANCES, STAR_FACE], sheet[NOW, IS_LAST] = star_chance, is_last
        for place, card in line.items():  # a card that is known keeps face down all the same
            cards[place] = luck.choice([5, STAR, -20]) if card is None else card
        hidden = sum(1 << place for place, card in line.items() if card is None)
        face_down = worths_of(cards, hidden, sum(1 << place for place in slots), slot, sheet, worths)
        context = (habits, chances, star_chance, is_last)
        assert face_down == naive_worth([*(line | {slot: None}).values()], *context)
        for face, worth in enumerate(worths):
            shown = [*(line | {slot: face + LOWEST_CARD}).values()]
            assert worth == naive_worth(shown, *context), (line, slot, face)
            n_complete += len(set(shown) - {STAR}) == 1 and None not in shown
            n_negative += worth < 0
    assert min(n_complete, n_negative) > 30


def test_no_line_is_worth_nothing():
    worths = np.ones(WIDTH)
    assert worths_of(np.full(WIDTH, 5.0), 0, 0, 3, np.zeros((N_ROWS, WIDTH)), worths) == 0
    assert not worths.any()
