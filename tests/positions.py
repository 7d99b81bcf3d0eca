"""Arbitrary positions, many of which no play from the deal reaches, in both engines."""

from dataclasses import dataclass

import numpy as np

from skyjo_sim.kernels.layout import GAME
from skyjo_sim.positions.record import record_of
from skyjo_sim.positions.value import Position
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests.differential import CHOICES
from tests.naive import CLEARED, COLUMNS, NaiveGame, is_complete
from tests.naive_states import states_of
from tests.plain_luck import StreamLuck

VALUES = ([*range(-2, 13)], [-2, -1, 0, 1], [0, 5], [-1, 12, 12])
KINDS = (
    ["up"],
    ["hidden"],
    ["up", "hidden"],
    ["up"] * 9 + ["hidden"],
    ["up", "hidden", "cleared"],
    ["up", "cleared"],
    ["cleared"],
)


def ordered(cards):
    """Return cards drawn in order as a shuffle of `tests.plain_luck`: the pile lies upside down."""
    lying = [bytes(card & 0xFF for card in reversed(cards[len(cards) - n :])) for n in range(len(cards) + 1)]
    return list(cards), lying


class PositionLuck(StreamLuck):
    """Reshuffle into a given order once, if it is one of these cards; then by the streams."""

    def __init__(self, key, game, pile, order):
        super().__init__(key, game)
        self.shuffles, self.next_order = [ordered(pile)], order

    def reshuffle(self, round_, number, cards):
        order, self.next_order = self.next_order, []
        if sorted(order) != sorted(cards):
            return super().reshuffle(round_, number, cards)
        self.shuffles.append(ordered(order))
        return order


@dataclass
class Pair:
    """The same position in both engines, and the rules of both."""

    rules: Rules
    record: object
    game: object
    oracle: NaiveGame
    luck: PositionLuck

    def states(self):
        """Return the state of the compiled game and that of the oracle."""
        records = np.zeros(1, GAME)
        records[0] = self.game
        return states_of(records, self.rules.players, self.luck.shuffles)[0], self.oracle.state()


def draw_rules(lot):
    """Return rules with every switch drawn by lot."""
    changes = {name: lot.choice(values) for name, values in CHOICES.items()}
    if changes["last_turns"] != "none":
        changes["final_reveal_timing"] = lot.choice(("after_all_last_turns", "after_own_last_turn"))
    return Rules(players=lot.choice((2, 2, 2, 3, 4, 8)), turn_limit=lot.choice((1, 10)), **changes)


def draw_grid(lot, values):
    """Return a grid of any cells."""
    kinds = lot.choice(KINDS)
    cells = [(lot.choice(kinds), lot.choice(values)) for _ in range(12)]
    return [CLEARED if kind == "cleared" else (kind, card) for kind, card in cells]


def treated(grid):
    """Return a grid as after its last turn: nothing hidden, no complete line."""
    return [CLEARED if entry == CLEARED else ("up", slot) for slot, entry in enumerate(grid)]


def as_cell(entry):
    return None if entry == CLEARED else f"?{entry[1]}" if entry[0] == "hidden" else entry[1]


def draw_fields(lot, rules, values):
    """Return what both engines need to know about a position."""
    n_players = rules.players
    seat = lot.randrange(n_players)
    ender = lot.choice([None, None, *(set(range(n_players)) - {seat})])
    grids = [draw_grid(lot, values) for _ in range(n_players)]
    if ender is not None and rules.final_reveal_timing == "after_own_last_turn":
        for distance in range((seat - ender) % n_players):
            other = (ender + distance) % n_players
            grids[other] = treated(grids[other]) if distance else grids[other]
    phase = lot.choice(("source", "source", "place"))
    limit = rules.turn_limit * n_players
    return {
        "grids": grids,
        "seat": seat,
        "ender": ender,
        "last_turns_left": 0 if ender is None else n_players - (seat - ender) % n_players,
        "phase": phase,
        "drawn": lot.choice(values) if phase == "place" else None,
        "discard": [lot.choice(values) for _ in range(lot.choice((0, 1, 2, 2, 3, 8)))],
        "pile": [lot.choice(values) for _ in range(lot.choice((0, 0, 1, 5)))],
        "totals": [lot.randint(rules.target - 90, rules.target + 5) for _ in range(n_players)],
        "turns": lot.choice((0, max(limit - 2, 0), limit - 1)),
        "starter": lot.randrange(n_players),
    }


def draw_pair(lot):
    """Return an arbitrary position."""
    rules = draw_rules(lot)
    fields = draw_fields(lot, rules, lot.choice(VALUES))
    cards = fields["discard"][:-1] if rules.reshuffle == "keep_top" else fields["discard"]
    order = lot.sample(cards, len(cards)) if lot.random() < 0.5 else []
    key = (lot.getrandbits(32), lot.getrandbits(32))
    luck = PositionLuck(key, 7, fields["pile"], order)
    plain = {name: str(value) if isinstance(value, str) else value for name, value in rules.values().items()}
    oracle = NaiveGame.from_position(plain, luck, **fields)
    cells = [[as_cell(entry) for entry in grid] for grid in fields["grids"]]
    position = Position(
        **{**fields, "grids": cells},
        next_order=order,
        key=key[0] << 32 | key[1],
        game=7,
        lines_cleared=[0] * rules.players,
    )
    record = rules_record(rules)
    if any(is_complete(grid, column) for grid in fields["grids"] for column in COLUMNS):
        record.checks_all_lines = 1  # as after opening flips: the package looks at all lines only where it must
    return Pair(rules, record, record_of(position), oracle, luck)
