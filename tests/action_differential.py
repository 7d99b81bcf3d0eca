"""Play the same games of Skyjo Action in the compiled engine and in the oracle, and compare all after each decision."""

import gc
import random
import warnings
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.kernels.action import deal, legal, loop
from skyjo_sim.kernels.action.layout import GAME
from skyjo_sim.kernels.actions import GAME_OVER
from skyjo_sim.kernels.cards import CLEARED
from skyjo_sim.rules_record import rules_record
from tests.action_draws import draw_labels, draw_left_out, draw_rules, draw_seats
from tests.action_events import count_round
from tests.action_luck import ActionStreamLuck
from tests.action_recorder import Recorder, seat_policies
from tests.action_worn import wear
from tests.naive_action.game import NaiveActionGame
from tests.naive_action_states import states_of

MOST_ROUNDS = 6


@dataclass
class Comparison:
    """Compare games; remember what happened in them.

    Attributes
    ----------
    events : how often each event of `tests.action_events` happened
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
                self.compare_game(random.Random(f"action {seed} {number}"), number)
                number += 1
        finally:
            gc.enable()

    def compare_game(self, lot: random.Random, number: int) -> None:
        """Compare one game drawn by lot."""
        rules = draw_rules(lot)
        seats = draw_seats(rules, lot)
        index = lot.choice((number, lot.getrandbits(64)))
        labels, kinds = draw_labels(lot)
        key = lot.getrandbits(32), lot.getrandbits(32)
        values = plain_values(rules)
        left_out = draw_left_out(values, lot)
        luck = ActionStreamLuck(key, index, values, labels, kinds, left_out)
        wearing = random.Random(lot.random()) if rules.initial_flips == 0 and lot.random() < 0.8 else None
        Meeting(self, rules, seats, luck, left_out, wearing).play()


def plain_values(rules: ActionRules) -> dict:
    """Return the switches as the oracle names them, in plain strings and numbers."""
    values = {name: str(value) if isinstance(value, str) else value for name, value in rules.values().items()}
    del values["game"]
    return values | {"excluded_actions": tuple(map(str, rules.excluded_actions))}


def print_labels(game, record, labels, kinds):
    """Print other values and kinds on the cards of a game that was just dealt."""
    table, secret = game.table, game.secret
    printed = np.array(labels, np.int8)
    grids = secret.cards[: int(table.n_players), :12]
    grids[:] = printed[grids + 2]
    for pile, n in ((secret.pile, int(table.n_pile)), (secret.discard, 1)):
        pile[:n] = printed[pile[:n] + 2]
    table.discard_top = secret.discard[0]
    table.seen[:] = 0
    table.seen[int(table.discard_top) + 2] = 1
    effects = np.array(kinds, np.int8)
    for pile, n in (
        (secret.action_pile, table.n_action_pile),
        (table.action_discard, table.n_action_discard),
        (table.market, table.n_market),
    ):
        pile[: int(n)] = effects[pile[: int(n)]]
    legal.update_legal(game, record)


class Meeting:
    """One game, played in both engines."""

    def __init__(self, comparison, rules, seats, luck, left_out, wearing):
        self.comparison, self.rules, self.luck, self.left_out = comparison, rules, luck, left_out
        self.record = rules_record(rules)
        self.wearing = wearing  # luck for worn positions; None where rounds begin as they are dealt
        self.record.n_cards -= len(left_out)
        for card in left_out:
            self.record.copies[card + 2] -= 1
        self.seating = seat_policies(*zip(*seats, strict=True), luck.key)
        self.stepping = seat_policies(*zip(*seats, strict=True), luck.key)
        self.game = np.zeros(1, GAME)[0]
        self.game.table.visible[:] = CLEARED

    def play(self):
        """Play up to six rounds, extra rounds included."""
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="overflow encountered")  # uncompiled arithmetic on uint64
            deal.start_game(self.game, self.record, np.array(self.luck.key, np.uint32), np.uint64(self.luck.game))
            self.oracle = NaiveActionGame(self.luck.rules, self.luck)
            self._play_round()
            for _ in range(MOST_ROUNDS - 1):
                if self.game.table.phase == GAME_OVER:
                    return
                self.luck.ties = 0
                deal.start_next_round(self.game, self.record)
                self.oracle.start_next_round()
                self._play_round()

    def _play_round(self):
        """Play a dealt round decision by decision, as a whole, and in the oracle; compare."""
        print_labels(self.game, self.record, self.luck.labels, self.luck.kinds)
        if self.wearing is not None:
            wear(self.game, self.record, self.oracle, self.wearing)
        recorder = self.comparison.recorder
        whole = np.zeros(1, GAME)
        whole[0] = self.game
        n = recorder.play(self.game, self.record, self.stepping)
        records, answers = recorder.trace[: n + 1], recorder.answers[:n].tolist()
        expected, problem = self._play_oracle(records, answers)
        states = self._states(records[: len(expected)])
        if states != expected:
            self._report(answers, states, expected)
        if problem:
            self._fail(answers, expected, len(expected), problem)
        loop.play_round(whole[0], self.record, self.seating)
        pairs = (whole, records[n:]), (self.seating.luck, self.stepping.luck)
        if any(some.tobytes() != other.tobytes() for some, other in pairs):
            self._fail(answers, expected, n, "the round played as a whole ends differently")
        self.comparison.n_rounds += 1
        self.comparison.n_decisions += n
        count_round(self.comparison.events, answers, self.legal_ids, self.luck.rules, states)

    def _play_oracle(self, records, answers):
        """Give the oracle the answers of a round; return its states, and what is wrong with the legal ids if they differ."""
        masks = [low | high << 64 for low, high in records["table"]["legal"].tolist()]
        expected, self.legal_ids = [self.oracle.state()], []
        for answer, mask in zip([*answers, None], masks, strict=True):
            ids = self.oracle.legal()
            self.legal_ids.append(ids)
            if sum(1 << action for action in ids) != mask:
                got = [action for action in range(128) if mask >> action & 1]
                return expected, f"legal ids must be {ids}, got {got}"
            if answer is not None:
                self.oracle.step(answer)
                expected.append(self.oracle.state())
        return expected, None

    def _states(self, records):
        try:
            return states_of(records, self.rules.players, self.luck)
        except AssertionError as error:
            self._fail([], [self.oracle.state()], 0, f"some decision of this round: {error}")

    def _report(self, answers, states, expected):
        """Fail with the first difference."""
        pairs = zip(states, expected, strict=True)
        number = next(i for i, (got, wanted) in enumerate(pairs) if got != wanted)
        got, wanted = states[number], expected[number]
        names = [name for name in sorted({*got, *wanted}) if got.get(name) != wanted.get(name)]
        lines = [f"{name}: must be {wanted.get(name)}, got {got.get(name)}" for name in names]
        self._fail(answers, expected, number, "\n".join(lines))

    def _fail(self, answers, expected, number, message):
        """Say what is wrong after the first `number` decisions, and in which position the last of them was taken."""
        before = expected[max(min(number, len(expected)) - 1, 0)]
        luck = self.luck
        position = "\n".join(f"{name}: {value}" for name, value in before.items() if value)
        raise AssertionError(
            f"{message}\nrules: {self.rules.text()}\nkey {luck.key}, game {luck.game}, round {self.oracle.round}, "
            f"labels {list(luck.labels)}, kinds {list(luck.kinds)}, left out {self.left_out}\n"
            f"after {number} decisions, the last {answers[:number][-8:]}; before the last of them:\n{position}"
        )
