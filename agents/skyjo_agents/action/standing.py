"""How the round stands: everybody's points, how long it may last, and what it is worth to end it."""

import numpy as np

from skyjo_agents.action.compiling import inner
from skyjo_agents.action.habits import ATTACK, EAGER, END_MARGIN, FEED, HASTE, PACE, PENALTY, SPREAD, STAR_POINTS
from skyjo_agents.action.lines import count_line, line_through, slots_with
from skyjo_agents.action.placing import write_cards
from skyjo_agents.action.sheet import (
    BURDEN,
    CHANCE_TO_PLAY,
    ENDINGS,
    GIFTS,
    HABITS,
    HAS_ROWS,
    IS_LAST,
    MEAN,
    NOW,
    OTHER,
    OWN,
    POINTS,
    RIVAL,
    SWING,
    TURNS_LEFT,
    WEIGHTS,
    WIDTH,
)
from skyjo_sim.kernels.action.cards import STAR
from skyjo_sim.kernels.bits import count, lowest
from skyjo_sim.kernels.cards import LOWEST_CARD, N_COLUMNS, N_ROWS, N_SLOTS

PATIENCE = 25.0
"""After so many turns of each seat, every further one makes it a point more worth to turn cards up: no round is endless."""
FREE_AFTER = 40.0
"""After so many turns of each seat the round is ended with whatever points."""
BAD_END = 10.0
"""What it costs to end a round without the fewest points, beside the points that are doubled."""
HURRY = 0.5
"""By how many hidden cards a player with fewer points is nearer to the end."""
FOLLOWER = 0.5
"""Weight of points lost by another player than the best one, against that of the best one."""


@inner
def grid_points(cards, cleared, mean):  # type: ignore[no-untyped-def]
    """Return the points of a grid; hidden cards that are not known count the mean."""
    points = 0.0
    for slot in range(N_SLOTS):
        card = cards[slot]
        if not cleared >> slot & 1 and card != STAR:
            points += card if card >= LOWEST_CARD else mean
    return points


@inner
def write_points(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Write everybody's points to be expected, were the round to end, and the weights of points lost."""
    n_players, now = np.int64(table.n_players), sheet[NOW]
    now[RIVAL] = 1e3
    for other in range(n_players):
        write_cards(table, other, sheet[OTHER])
        points = grid_points(sheet[OTHER], np.int64(table.cleared[other]), now[MEAN])
        points += sheet[HABITS, PENALTY] * np.float64(table.n_held[other])
        sheet[POINTS, other] = points
        if other != seat:
            now[RIVAL] = min(now[RIVAL], points)
    for other in range(n_players):  # points that others lose are shared, and those of the best one count twice
        weight = sheet[HABITS, ATTACK] * 2.0 / n_players
        if sheet[POINTS, other] > now[RIVAL]:
            weight *= FOLLOWER
        sheet[WEIGHTS, other] = 0.0 if other == seat else weight


@inner
def turns_left(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Return how many more turns the seat to decide may expect, by who has fewest hidden cards.

    Another player who has the fewest points besides is in more of a hurry.
    """
    fewest = np.float64(N_SLOTS)
    for other in range(np.int64(table.n_players)):
        n_hidden = np.float64(count(np.int64(table.hidden[other])))
        if other != seat and sheet[POINTS, other] < sheet[POINTS, seat]:
            n_hidden -= HURRY
        fewest = min(fewest, n_hidden)
    return max(sheet[HABITS, PACE] * fewest, 0.0) + np.float64(table.pending_turns)


@inner
def write_now(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Write how long the round may last, and what it is worth to turn a card up."""
    now, is_last = sheet[NOW], table.ender >= 0
    length = np.float64(table.turns) / np.float64(table.n_players)
    now[IS_LAST] = 1.0 if is_last else 0.0
    now[SWING] = 0.0 if is_last else sheet[HABITS, HASTE] + max(length - PATIENCE, 0.0)
    now[TURNS_LEFT] = 0.0 if is_last else turns_left(table, seat, sheet)
    now[CHANCE_TO_PLAY] = min(now[TURNS_LEFT] / 2.0, 1.0)
    now[BURDEN] = sheet[HABITS, PENALTY] * np.float64(table.n_held[seat])


@inner
def holding_cost(n_held, sheet):  # type: ignore[no-untyped-def]
    """Return what the last of so many action cards is expected to cost: it may still lie there at the end."""
    missing = (n_held + 1.0 - sheet[NOW, TURNS_LEFT]) / 2.0
    return sheet[HABITS, PENALTY] * min(max(missing, 0.0), 1.0)


@inner
def end_worth(points, is_free, sheet):  # type: ignore[no-untyped-def]
    """Return what it is worth to end the round with so many points, held action cards included."""
    if is_free:
        return sheet[HABITS, EAGER]
    lead = sheet[NOW, RIVAL] - sheet[HABITS, END_MARGIN] - points
    safety = min(max(0.5 + lead / max(sheet[HABITS, SPREAD], 1.0), 0.0), 1.0)
    return safety * sheet[HABITS, EAGER] - (1.0 - safety) * (max(points, 0.0) + BAD_END)


@inner
def complete_line(cards, slots):  # type: ignore[no-untyped-def]
    """Return the slots of a line, all cards being face up, if it goes; else none."""
    numbers = slots & ~slots_with(cards, slots, STAR)
    if numbers == 0 or slots_with(cards, numbers, cards[lowest(numbers)]) == numbers:
        return slots
    return np.int64(0)


@inner
def complete_points(cards, cleared, slot, sheet):  # type: ignore[no-untyped-def]
    """Return the points of the column and the row of a slot that go, all cards being face up."""
    gone = complete_line(cards, line_through(slot, cleared, True))
    if sheet[NOW, HAS_ROWS] > 0:
        gone |= complete_line(cards, line_through(slot, cleared, False))
    points = 0.0
    while gone:
        card = cards[lowest(gone)]
        gone &= gone - 1
        points += card if card != STAR else 0.0
    return points


@inner
def write_endings(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Write the row `ENDINGS`: what it is worth to end the round with each card at the last hidden slot."""
    hidden, cleared, own = np.int64(table.hidden[seat]), np.int64(table.cleared[seat]), sheet[OWN]
    is_ending = count(hidden) == 1 and table.ender < 0
    is_free = np.float64(table.turns) >= FREE_AFTER * np.float64(table.n_players)
    slot = lowest(hidden) if is_ending else np.int64(0)
    old = own[slot]
    for face in range(WIDTH):
        sheet[ENDINGS, face] = 0.0
        if is_ending:
            own[slot] = np.float64(face + LOWEST_CARD)
            points = grid_points(own, cleared, sheet[NOW, MEAN]) - complete_points(own, cleared, slot, sheet)
            sheet[ENDINGS, face] = end_worth(points + sheet[NOW, BURDEN], is_free, sheet)
    own[slot] = old


@inner
def wish_of_line(cards, hidden, slots, sheet):  # type: ignore[no-untyped-def]
    """Add to the gifts what a card would complete in a line of the next player."""
    left = slots & ~hidden
    while left:
        value = cards[lowest(left)]
        left &= left - 1
        if value != STAR and value > 0:
            n_equal, _, n_missing = count_line(cards, hidden, slots, value)
            if n_missing == 1:
                sheet[GIFTS, np.int64(value) - LOWEST_CARD] += n_equal * value
                return


@inner
def write_gifts(table, seat, sheet):  # type: ignore[no-untyped-def]
    """Write the row `GIFTS`: by how much a card would be lower than the next player's highest, and what it completes.

    All 0 where no other player comes next.
    """
    following = (seat + 1) % np.int64(table.n_players)
    hidden, cleared = np.int64(table.hidden[following]), np.int64(table.cleared[following])
    cards, high = sheet[OTHER], sheet[NOW, MEAN]
    write_cards(table, following, cards)
    for slot in range(N_SLOTS):
        if cards[slot] != STAR:
            high = max(high, cards[slot])
    for face in range(WIDTH - 1):
        sheet[GIFTS, face] = max(high - (face + LOWEST_CARD), 0.0)
    sheet[GIFTS, WIDTH - 1] = high + sheet[HABITS, STAR_POINTS]
    for column in range(N_COLUMNS):
        wish_of_line(cards, hidden, line_through(3 * column, cleared, True), sheet)
    for row in range(N_ROWS if sheet[NOW, HAS_ROWS] > 0 else 0):
        wish_of_line(cards, hidden, line_through(row, cleared, False), sheet)
    weight = sheet[HABITS, FEED]
    if table.last_turns_left == 1 or table.pending_turns > 0:
        weight = 0.0
    for face in range(WIDTH):
        sheet[GIFTS, face] *= weight
