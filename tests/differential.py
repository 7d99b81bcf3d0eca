"""Play the same games in the compiled engine and in the oracle, and compare everything after each decision."""

import gc
import random
import warnings
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from skyjo_sim.kernels import baselines, loop, opening
from skyjo_sim.kernels.actions import GAME_OVER
from skyjo_sim.kernels.cards import CLEARED
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.notation import describe_position, format_position
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests import adversaries
from tests.coverage_of_play import count_round
from tests.naive import IllegalAction, NaiveGame
from tests.naive_states import states_of
from tests.plain_luck import StreamLuck
from tests.recorder import Recorder, seat_policies

PLAYERS = [2] * 24 + [3, 3, 3, 4, 4, 5, 6, 7, 8]
CHOICES = {
    "initial_flips": (0, 1, 2, 2, 3, 6, 9, 10, 11),
    "first_round_starter": ("highest_sum", "highest_sum", "lowest_sum", "random"),
    "start_tiebreak": ("high_card_then_random", "random", "lowest_seat"),
    "next_round_starter": ("round_ender", "round_winner", "highest_sum_every_round"),
    "column_rule": ("mandatory", "mandatory", "optional", "optional", "off"),
    "row_rule": ("off", "mandatory"),
    "flip_after_discard": ("mandatory", "optional"),
    "discard_take_then_flip": (False, True),
    "last_turns": ("all_others_once", "all_others_once", "none"),
    "reshuffle": ("keep_top", "take_all_and_turn_new_top"),
    "double_on_tie": (True, False),
    "double_scope": ("positive", "any"),
    "double_factor": (1, 2, 2, 3),
    "flat_penalty": (0, 0, 10),
    "target": (1, 5, 20, 60, 100),
    "target_comparison": ("at_least", "more_than"),
    "victory_tie": ("shared", "extra_round"),
}
SHORT, LONG = (1, 3, 5, 8, 12), (40, 70)
MOST_ROUNDS = 6
OFFICIAL_SHARE = 0.06


LABELS = (
    range(-2, 13),
    (-2, -1, 0, 4) + 11 * (7,),
    [card % 3 for card in range(15)],
    [-(card % 2) - 1 for card in range(15)],
    (-2, -2, 0, 3, 3, 3, 3, 3, 9, 9, 9, 9, 12, 12, 12),
    (0, 0, 0) + 12 * (1,),
)
"""What is printed on the cards -2..12: with few values lines are completed, and ties happen, all the time."""


def draw_rules(lot: random.Random) -> Rules:
    """Return rules with every switch drawn by lot; sometimes official ones, but for the players."""
    players = lot.choice(PLAYERS)
    if lot.random() < OFFICIAL_SHARE:
        return Rules(players=players, target=lot.choice((30, 100)), turn_limit=lot.choice(LONG))
    changes = {name: lot.choice(values) for name, values in CHOICES.items()}
    if changes["last_turns"] != "none":
        changes["final_reveal_timing"] = lot.choice(("after_all_last_turns", "after_own_last_turn"))
    if lot.random() < 0.2:
        changes["double_on_tie"] = True
    limits = LONG if lot.random() < (0.1 if players >= 7 else 0.01) else SHORT
    return Rules(players=players, turn_limit=lot.choice(limits), **changes)


BIT = [1 << action for action in range(64)]

STYLES = {
    "careful": {"draw": 0.5, "throw": 0.3, "complete": 1, "collect": 1, "stall": 0.2, "clear": 0.7},
    "wild": {"draw": 0.5, "throw": 0.5, "complete": 0, "collect": 0, "stall": 0, "clear": 0.5},
    "rushing": {"draw": 0.95, "throw": 1, "complete": 0.5, "collect": 0, "stall": 0, "clear": 0.9},
    "stalling": {"draw": 0.3, "throw": 0, "complete": 0.8, "collect": 0.9, "stall": 1, "clear": 0.5},
    "exhausting": {"draw": 1, "throw": 0, "complete": 0.2, "collect": 0.3, "stall": 1, "clear": 0.2},
    "keeping": {"draw": 0.5, "throw": 0.1, "complete": 1, "collect": 1, "stall": 0.6, "clear": 0.1},
}
USUAL = [*STYLES, "rushing", "rushing"]


def draw_seats(rules: Rules, lot: random.Random):
    """Return a policy, its parameters and its kind for each seat."""
    styles = ["exhausting"] if rules.turn_limit in LONG and lot.random() < 0.5 else USUAL
    return [draw_seat(rules, styles, lot) for _ in range(rules.players)]


def draw_seat(rules: Rules, styles: list, lot: random.Random):
    """Return a policy, its parameters and its kind."""
    if lot.random() < 0.06:
        return baselines.random_policy, (), baselines.RANDOM
    if lot.random() < 0.06:
        return baselines.cutoff_policy, (lot.choice((0, 2, 5)),), baselines.CUTOFF
    weights = dict(STYLES[lot.choice(styles)])
    weights["flip_instead"] = lot.choice((0, 0.3)) if rules.discard_take_then_flip else 0
    weights["pass_on"] = lot.choice((0, 0.5, 0.9)) if rules.flip_after_discard == "optional" else 0
    kind = baselines.OTHER
    return adversaries.adversary, [weights[name] for name in adversaries.WEIGHTS], kind


@dataclass
class Comparison:
    """Compare games; remember what happened in them.

    Attributes
    ----------
    events : how often each event of `tests.coverage_of_play` happened
    n_rounds, n_decisions : how much was compared
    """

    recorder: Recorder = field(default_factory=Recorder)
    events: Counter = field(default_factory=Counter)
    n_rounds: int = 0
    n_decisions: int = 0

    def compare_rounds(self, seed: int, n_rounds: int) -> None:
        """Compare games drawn from `seed` until `n_rounds` rounds are played."""
        aim = self.n_rounds + n_rounds
        number = 0
        gc.disable()  # millions of small lists, hardly one in a cycle: collecting doubles the time
        try:
            while self.n_rounds < aim:
                self.compare_game(random.Random(f"{seed} {number}"), number)
                number += 1
        finally:
            gc.enable()

    def compare_game(self, lot: random.Random, number: int) -> None:
        """Compare one game drawn by lot."""
        rules = draw_rules(lot)
        seats = draw_seats(rules, lot)
        index = lot.choice((number, lot.getrandbits(64)))
        labels = LABELS[0] if lot.random() < 0.6 else lot.choice(LABELS[1:])
        luck = StreamLuck((lot.getrandbits(32), lot.getrandbits(32)), index, labels)
        Meeting(self, rules, seats, luck).play()


def print_labels(game, labels):
    """Print other values on the cards of a game that was just dealt."""
    table, secret = game.table, game.secret
    printed = np.array(labels, np.int8)
    grids = secret.cards[: int(table.n_players), :12]
    grids[:] = printed[grids + 2]
    for pile, n in ((secret.pile, int(table.n_pile)), (secret.discard, 1)):
        pile[:n] = printed[pile[:n] + 2]
    table.discard_top = secret.discard[0]
    table.seen[:] = 0
    table.seen[int(table.discard_top) + 2] = 1


class Meeting:
    """One game, played in both engines."""

    def __init__(self, comparison, rules, seats, luck):
        self.comparison, self.rules, self.luck = comparison, rules, luck
        self.record = rules_record(rules)
        self.seating = seat_policies(*zip(*seats, strict=True), luck.key)
        by_address = [(policy, values, baselines.OTHER) for policy, values, _ in seats]
        self.stepping = seat_policies(*zip(*by_address, strict=True), luck.key)
        self.game = np.zeros(1, GAME)[0]
        self.game.table.visible[:] = CLEARED

    def play(self):
        """Play up to six rounds, extra rounds included."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="overflow encountered")  # uncompiled arithmetic on uint64
            key, index = np.array(self.luck.key, np.uint32), np.uint64(self.luck.game)
            opening.start_game(self.game, self.record, key, index)
            self.oracle = NaiveGame({name: _plain(value) for name, value in self.rules.values().items()}, self.luck)
            self._play_round()
            for _ in range(MOST_ROUNDS - 1):
                if self.game.table.phase == GAME_OVER:
                    return
                self.luck.ties = 0
                opening.start_next_round(self.game, self.record)
                self.oracle.start_next_round()
                self._play_round()

    def _play_round(self):
        """Play a dealt round decision by decision, as a whole, and in the oracle; compare."""
        print_labels(self.game, self.luck.labels)
        recorder = self.comparison.recorder
        whole = np.zeros(1, GAME)
        whole[0] = self.game
        n = recorder.play(self.game, self.record, self.stepping)
        records, answers, masks = recorder.trace[: n + 1], recorder.answers[:n], recorder.masks[:n]
        expected = [self.oracle.state()]
        for number, (answer, mask) in enumerate(zip(answers.tolist(), masks.tolist(), strict=True)):
            legal = self.oracle.legal()
            if sum(map(BIT.__getitem__, legal)) != mask:
                found = [action for action in range(64) if mask >> action & 1]
                self._fail(records, number, f"legal ids must be {legal}, got {found}")
            try:
                self.oracle.step(answer)
            except IllegalAction as error:
                self._fail(records, number, str(error))
            expected.append(self.oracle.state())
        states = self._states(records)
        if states != expected:
            self._report(records, answers, states, expected)
        loop.play_round(whole[0], self.record, self.seating)
        pairs = (whole, records[n:]), (self.seating.luck, self.stepping.luck)
        if any(some.tobytes() != other.tobytes() for some, other in pairs):
            self._fail(records, n, "the round played as a whole ends differently")
        self._count(records, answers, states)

    def _states(self, records):
        try:
            return states_of(records, self.rules.players, self.luck.shuffles)
        except AssertionError as error:
            self._fail(records, 0, f"some decision of this round: {error}")

    def _count(self, records, answers, states):
        comparison = self.comparison
        comparison.n_rounds += 1
        comparison.n_decisions += len(answers)
        count_round(comparison.events, records, answers, self.rules, states, self.luck.ties)

    def _report(self, records, answers, states, expected):
        """Fail with the first difference."""
        number = next(i for i, pair in enumerate(zip(states, expected, strict=True)) if pair[0] != pair[1])
        got, wanted = states[number], expected[number]
        lines = [f"{key}: must be {wanted[key]}, got {got[key]}" for key in wanted if got[key] != wanted[key]]
        if number:
            lines.append(f"after action {answers[number - 1]} in the position below")
        self._fail(records, max(number - 1, 0), "\n".join(lines))

    def _fail(self, records, number, message):
        position = records[number]
        luck = self.luck
        raise AssertionError(
            f"{message}\nrules: {self.rules.text()}\nkey {luck.key}, game {luck.game}, labels {list(luck.labels)}"
            f", round {position.table.round_index}, decision {number}\n{format_position(position)}\n"
            f"{describe_position(position)}"
        )


def _plain(value):
    return str(value) if isinstance(value, str) else value
