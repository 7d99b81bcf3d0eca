"""The oracle of Skyjo Action: a game, driven decision by decision."""

from tests.naive import IllegalAction, next_starter
from tests.naive_action.ending import end_turn
from tests.naive_action.opening import deal, open_round
from tests.naive_action.rules import check_rules
from tests.naive_action.table import Table
from tests.naive_action.turns import play_turn


class NaiveActionGame:
    """Play a game of Skyjo Action, one decision after the other.

    Parameters
    ----------
    rules : dict
        The keys of `tests.naive_action.rules.OFFICIAL` and ``players``.
    luck : object
        ``deck(round)`` and ``action_deck(round)`` return the cards in drawing order, ``reshuffle(round, number,
        cards)`` and ``action_reshuffle(round, number, cards)`` the same cards in drawing order,
        ``choose(round, candidates)`` one of several seats.

    Raises
    ------
    ValueError
        If the rules have a missing or unknown key or a value outside its choices.
    """

    def __init__(self, rules, luck):
        self._open_game(rules, luck)
        deal(self, starter=None)
        self._start(self._play_round())

    @classmethod
    def from_position(cls, rules, luck, *, grids, hands=None, totals=None, starter=0, **fields):
        """Build a hand-made position at the start of a turn, or with ``drawn`` in its middle, in round 0.

        ``grids`` are entries as in `tests.naive`, ``hands`` lists of (kind, lock); other names are attributes of the
        table.
        """
        game = cls.__new__(cls)
        game._open_game(rules, luck)
        game.totals = list(totals or game.totals)
        game.table = Table([[tuple(entry) for entry in grid] for grid in grids], starter)
        game.table.hands = [list(hand) for hand in hands or [[] for _ in grids]]
        for name, value in fields.items():
            if not hasattr(game.table, name):
                raise ValueError(f"a position has no field {name}")
            setattr(game.table, name, value)
        game.treated = set()
        game.resume()
        return game

    # --- decisions ---

    def legal(self):
        """Return the legal ids, sorted; none when the round or the game is over."""
        return self._legal

    def step(self, action):
        """Carry out one decision.

        Raises
        ------
        IllegalAction
            If the id is not legal; nothing changes then.
        """
        if action not in self._legal:
            where = f"seat {self.table.seat}, {self.table.choice or self.table.phase}"
            raise IllegalAction(f"action must be in {self._legal} ({where}), got {action}")
        self._advance(int(action))

    def start_next_round(self):
        """Deal the next round.

        Raises
        ------
        IllegalAction
            If the phase is not round_over.
        """
        table = self.table
        if table.phase != "round_over":
            raise IllegalAction(f"phase must be round_over to start the next round, got {table.phase}")
        starter = next_starter(self.rules, table.score, table.ender, table.starter)
        self.round += 1
        deal(self, starter)
        self._start(self._play_round())

    def resume(self):
        """Ask anew for the current seat's turn, after the table was changed by hand."""
        self._start(self._play_turns())

    def state(self):
        """Return everything there is to know, secrets included. Later steps do not change it."""
        return {
            **self.table.report(),
            "round": self.round,
            "totals": self.totals,
            "winners": self.winners,
            "game_abandoned": self.game_abandoned,
            "extra_rounds": self.extra_rounds,
        }

    # --- for the rules: questions and star rights ---

    def ask(self, choice, answers, *, phase="choice", target=None):
        """Ask the current seat; ``choice`` says what, ``target`` whose grid or hand it is about."""
        table = self.table
        table.phase, table.choice, table.target = phase, choice, target
        answer = yield sorted(answers)
        table.choice, table.target = None, None
        return answer

    def give_star_right(self, trigger):
        """Note that a star became visible in the mover's grid (9.6)."""
        if self.rules["use_actions"] and self.rules[f"star_bonus_{trigger}"]:
            self.table.star_rights += 1

    # --- inside ---

    def _open_game(self, rules, luck):
        check_rules(rules)
        self.rules, self.luck = dict(rules), luck
        self.round, self.totals = 0, [0] * rules["players"]
        self.target_reached, self.extra_rounds = False, 0
        self.winners, self.game_abandoned = None, False

    def _play_round(self):
        yield from open_round(self)
        yield from self._play_turns()

    def _play_turns(self):
        while self.table.seat is not None:
            yield from play_turn(self)
            end_turn(self)

    def _start(self, process):
        self._process = process
        self._advance(None)

    def _advance(self, answer):
        try:
            self._legal = self._process.send(answer)
        except StopIteration:
            self._legal = []
