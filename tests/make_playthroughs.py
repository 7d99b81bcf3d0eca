"""Write the golden playthroughs of both games: one short round for each rule variant.

``python -m tests.make_playthroughs`` replays the actions of each file under the present engine and writes what comes
out: the difference is then to be read. With ``--new`` rounds are looked for anew.
"""

import random
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from skyjo_sim.games import Game
from skyjo_sim.kernels import opening, turn
from skyjo_sim.kernels.actions import (
    CLEAR_LINE,
    DRAW,
    FLIP,
    FLIP_INSTEAD,
    GAME_OVER,
    KEEP_LINE,
    OPENING,
    PASS,
    PUT,
    ROUND_OVER,
    SOURCE,
)
from skyjo_sim.kernels.cards import CLEARED
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.notation import describe_position, format_position, parse_position
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests import action_playthroughs as action_game

FOLDER = Path(__file__).with_name("playthroughs")
MOST_TURNS, TURNS_EACH = 30, 15
SHORT_PILE = "?1 ?2 3 -1 / 5 ?6 7 8 / ?9 10 9 12 | ?0 1 2 3 / 4 ?5 ?6 -2 / 8 9 10 11; turn 0; discard 4 5 6; pile 1; "
LOW_GRIDS = "-2 -1 -2 / -1 0 -1 / ?0 1 0 | -2 -2 -1 / -1 -1 -2 / ?-1 0 0; turn 0; discard 5 4; pile 3 2 -1 9 5 6 8 7"
LATE_GAME = (
    "4 5 1 / 5 0 3 / ?0 1 9 | 1 2 7 / ?4 8 10 / ?6 0 0; turn 0; discard 5 4; pile 3 2 -1 9 5 6 8 7; totals 80 70"
)


def anything(_game, _actions):
    return True


def ends_in_time(game, _actions):
    """Whether somebody has ended the round."""
    return game.table.ender >= 0


def is_doubled(game, _actions):
    return bool(game.table.is_doubled)


def has_tie(game, _actions):
    table = game.table
    others = np.delete(table.raw[: int(table.n_players)], int(table.ender)) if table.ender >= 0 else [1000]
    return table.ender >= 0 and min(others) == table.raw[int(table.ender)] > 0


def is_below_zero(game, _actions):
    return bool(game.table.is_doubled) and game.table.raw[int(game.table.ender)] < 0


def has_cleared(game, _actions):
    return ends_in_time(game, _actions) and game.table.n_lines_cleared.any()


def has_row(game, _actions):
    cleared = game.table.cleared[: int(game.table.n_players)].tolist()
    return any(mask >> row & 0o1111 == 0o1111 for mask in cleared for row in range(3) if mask != 0xFFF)


def has(*actions):
    """Return a condition: each of these ids, or of these lists of ids, was chosen."""
    sets = [{action} if isinstance(action, int) else set(action) for action in actions]
    return lambda _game, chosen: all(ids & set(chosen) for ids in sets)


def next_starter_is_not_ender(game, _actions):
    return game.table.ender >= 0 and game.table.score[int(game.table.ender)] > min(game.table.score[:2])


def is_played_on(game, _actions):
    return game.table.is_extra == 1


@dataclass(frozen=True)
class Variant:
    """A rule variant and the kind of round that shows it."""

    rules: dict = field(default_factory=dict)
    condition: Callable = ends_in_time
    start: str = ""
    game: str = Game.CLASSIC

    def make_rules(self):
        """Return the rules."""
        return Rules.from_mapping({"game": self.game, **self.rules})


VARIANTS = {
    "official": Variant({"players": 3}, has_cleared),
    "first_round_starter_lowest_sum": Variant({"first_round_starter": "lowest_sum"}),
    "first_round_starter_random": Variant({"first_round_starter": "random"}),
    "start_tiebreak_random": Variant({"start_tiebreak": "random", "initial_flips": 0}),
    "start_tiebreak_lowest_seat": Variant({"start_tiebreak": "lowest_seat", "initial_flips": 0}),
    "initial_flips": Variant({"initial_flips": 9}),
    "next_round_starter_round_winner": Variant({"next_round_starter": "round_winner"}, next_starter_is_not_ender),
    "next_round_starter_highest_sum": Variant({"next_round_starter": "highest_sum_every_round"}),
    "column_rule_optional": Variant({"column_rule": "optional"}, has(CLEAR_LINE, KEEP_LINE)),
    "column_rule_off": Variant({"column_rule": "off"}),
    "row_rule_mandatory": Variant({"row_rule": "mandatory"}, has_row),
    "flip_after_discard_optional": Variant({"flip_after_discard": "optional"}, has(PASS)),
    "discard_take_then_flip": Variant({"discard_take_then_flip": True}, has(range(FLIP_INSTEAD, CLEAR_LINE))),
    "last_turns_none": Variant({"last_turns": "none"}),
    "final_reveal_after_own_last_turn": Variant({"final_reveal_timing": "after_own_last_turn", "players": 3}),
    "reshuffle_keep_top": Variant({}, anything, SHORT_PILE + "next 5 4"),
    "reshuffle_take_all": Variant(
        {"reshuffle": "take_all_and_turn_new_top"}, anything, SHORT_PILE + "luck 0000000000000005/3+0"
    ),
    "double_on_tie": Variant({}, has_tie),
    "double_on_tie_false": Variant({"double_on_tie": False}, has_tie),
    "double_scope_any": Variant({"double_scope": "any"}, is_below_zero, LOW_GRIDS),
    "double_factor_and_flat_penalty": Variant({"double_factor": 3, "flat_penalty": 10}, is_doubled),
    "target_exceeded": Variant({"target": 40, "target_comparison": "more_than"}),
    "victory_tie_extra_round": Variant({"victory_tie": "extra_round"}, is_played_on, LATE_GAME),
    "turn_limit": Variant({"turn_limit": 2, "players": 3}, anything),
}
VARIANTS |= {name: Variant(*of_action, game=Game.ACTION) for name, of_action in action_game.VARIANTS.items()}


# --- playing ---


def find_round(variant):
    """Return the beginning and the actions of the first round that shows the variant."""
    rules = variant.make_rules()
    record = rules_record(rules)
    for index in range(5000):
        lot = random.Random(index)
        deal = action_game.deal_game if rules.game == Game.ACTION else deal_game
        game = parse_position(variant.start) if variant.start else deal(record, index)
        start = format_position(game)
        actions = play(game, record, lot)
        if actions and variant.condition(game, actions):
            return rules, start, actions
    raise LookupError(f"no round shows {variant}")


def deal_game(record, index):
    """Return a new classic game, dealt."""
    game = np.zeros(1, GAME)[0]
    game.table.visible[:] = CLEARED
    opening.start_game(game, record, np.array([1, 2], np.uint32), index)
    return game


def parts_of(game):
    """Return how a game of its kind is played: the choice by lot, the step, decisions in words."""
    if game.dtype == GAME:
        return choose, turn.step, words_of
    return action_game.choose, action_game.step, action_game.words_of


def play(game, record, lot):
    """Play a round, hastily; return the actions, or none when it takes too long."""
    choose_by_lot, step, _ = parts_of(game)
    actions = []
    while game.table.phase < ROUND_OVER:
        if game.table.turns > max(MOST_TURNS, TURNS_EACH * int(record.n_players)):
            return []
        actions.append(choose_by_lot(game, record, lot))
        step(game, record, actions[-1])
    return actions


def choose(game, record, lot):
    """Choose an action: complete what can be completed, like low cards, flip often."""
    mask = int(turn.legal(game.table, record))
    legal = [action for action in range(52) if mask >> action & 1]
    after = {action: outcome(game, record, action) for action in legal}
    best = max(after.values())
    if best > 0 and game.table.phase not in (OPENING,) and lot.random() < 0.8:
        return lot.choice([action for action in legal if after[action] == best])
    flips = [action for action in legal if action == DRAW or action >= FLIP]
    return lot.choice(flips if flips and lot.random() < 0.7 else legal)


def outcome(game, record, action):
    """Return how many lines more an action clears for the mover."""
    games = np.zeros(1, GAME)
    games[0] = game
    seat = int(game.table.seat)
    turn.step(games[0], record, action)
    table = games[0].table
    return int(table.n_lines_cleared[seat]) - int(game.table.n_lines_cleared[seat]) + (table.asked >= 0)


# --- writing and reading ---


def words_of(game, action):
    """Say in words what the seat to decide does."""
    table = game.table
    card = f"the {int(table.discard_top)}"
    if action == DRAW:
        return "draws"
    if table.phase == SOURCE:
        if action < PUT:
            return f"takes {card} and puts it at slot {action - 1}"
        return f"leaves {card} and flips slot {action - FLIP_INSTEAD}"
    if table.phase == OPENING:
        return f"chooses slot {action - FLIP}"
    if action in (CLEAR_LINE, KEEP_LINE):
        return f"{'clears' if action == CLEAR_LINE else 'keeps'} column {int(table.asked)}"
    if action == PASS:
        return f"throws the {int(table.drawn)} away and flips nothing"
    if action < FLIP:
        return f"puts the {int(table.drawn)} at slot {action - PUT}"
    return f"throws the {int(table.drawn)} away and flips slot {action - FLIP}"


def write(rules, start, actions):
    """Return a playthrough as text: each decision, the position after each turn, the end."""
    game, record = parse_position(start, rules), rules_record(rules)
    _, step, in_words = parts_of(game)
    lines = [f"rules  {rules.text()}", f"start  {start}", "", describe_position(game), ""]
    for action in actions:
        lines.append(f"seat {int(game.table.seat)} {in_words(game, action)} [{action}]")
        turns = int(game.table.turns)
        status = int(step(game, record, action))
        if status < 0:
            lines.append("illegal")
            break
        if game.table.turns > turns or game.table.phase == SOURCE:
            lines.append(f"    {format_position(game)}")
    lines += ["", describe_position(game)]
    if game.table.phase == ROUND_OVER:
        starter = int(opening.next_starter(game.table, record))
        lines.append(f"next round: {f'seat {starter} starts' if starter >= 0 else 'the opening decides who starts'}")
    elif game.table.phase == GAME_OVER:
        lines.append("the game is over")
    return "\n".join(lines) + "\n"


def read(text):
    """Return the rules, the beginning and the actions of a playthrough."""
    rules, start = (re.search(rf"^{name}  (.*)$", text, re.M)[1] for name in ("rules", "start"))
    actions = [int(number) for number in re.findall(r"^seat \d .*\[(\d+)\]$", text, re.M)]
    return Rules.from_text(rules), start, actions


def main(arguments):
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for name, variant in VARIANTS.items():
        path = FOLDER / f"{name}.txt"
        is_new = "--new" in arguments or not path.exists()
        found = find_round(variant) if is_new else read(path.read_text(encoding="utf-8"))
        path.write_text(write(*found), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
