"""Score one round from its raw scores: the ender's penalty, totals, the end of the game, who starts next.

The rules are those of the compiled engine: this module fills a table and calls the kernels that end a
simulated round, so that a score sheet and a simulation cannot differ (RULES.md 6, 7 and 8b).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from skyjo_sim.errors import InputError
from skyjo_sim.games import Game
from skyjo_sim.kernels import opening
from skyjo_sim.kernels import scoring as kernels
from skyjo_sim.kernels.actions import GAME_ENDED
from skyjo_sim.kernels.cards import COPIES, LOWEST_CARD, N_COLUMNS, N_ROWS, N_SLOTS, N_VALUES
from skyjo_sim.kernels.layout import GAME
from skyjo_sim.rules import ColumnRule, RowRule, Rules
from skyjo_sim.rules_record import rules_record
from skyjo_sim.rules_text import show

MAX_TOTAL = 1_000_000
"""Totals before a round must lie in -MAX_TOTAL..MAX_TOTAL."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """Say what a round did to the game; tuples are in seat order.

    Attributes
    ----------
    scores : points of this round after doubling
    totals : points with this round
    doubled : the ender was penalized
    is_over : the game is over
    winners : seats that have won, several when they share the win; empty while the game is not over
    next_starter : seat that starts the next round; None where the opening cards decide, at the end,
        and after a round without ender of which nobody knows who started it
    extra_rounds : rounds played or due to break a tie for the win
    """

    scores: tuple[int, ...]
    totals: tuple[int, ...]
    doubled: bool
    is_over: bool
    winners: tuple[int, ...]
    next_starter: int | None
    extra_rounds: int

    @property
    def needs_extra_round(self) -> bool:
        """Whether the next round is one that breaks a tie for the win."""
        return self.extra_rounds > 0 and not self.is_over


def score_round(
    raw_scores: Sequence[int],
    ender: int | None,
    totals: Sequence[int] | None = None,
    rules: Rules | None = None,
    *,
    starter: int | None = None,
    extra_rounds: int = 0,
) -> RoundResult:
    """Score a round.

    Parameters
    ----------
    raw_scores : the sum of each grid, cleared lines left out, in points; in Skyjo Action with the action cards that were
        not used and the lines of stars (`skyjo_sim.grid_scores.score_grid`)
    ender : the seat that ended the round; None for a round that was stopped (nobody is doubled)
    totals : points before the round; None means 0 for all
    rules : None means official rules
    starter : the seat that started the round, if known; it starts again after a round without ender
    extra_rounds : as in the result of the round before

    Returns
    -------
    RoundResult
        The number of rounds has no limit here (a simulated game stops after 200).

    Raises
    ------
    InputError
        If the number of values is not the number of players, a value is not a whole number, or a raw score is
        one that no cards can give.
    """
    rules = Rules(players=len(raw_scores)) if rules is None else rules
    raw = check_raw_scores(raw_scores, rules)
    before = (0,) * rules.players if totals is None else _check_totals(totals, rules)
    table = np.zeros(1, GAME)[0].table
    table.n_players = rules.players
    table.raw[: rules.players] = raw
    table.totals[: rules.players] = before
    table.ender = -1 if ender is None else check_whole(ender, "ender", 0, rules.players - 1)
    table.is_abandoned = ender is None
    table.starter = -1 if starter is None else check_whole(starter, "starter", 0, rules.players - 1)
    n_extra = check_whole(extra_rounds, "extra_rounds", 0, kernels.MAX_EXTRA_ROUNDS)
    table.is_extra = n_extra > 0
    table.extra_rounds = max(n_extra - 1, 0)
    return _end_round(table, rules)


def _end_round(table: np.record, rules: Rules) -> RoundResult:
    """Let the kernels end the round of a filled table."""
    record = rules_record(rules)
    is_over = kernels.end_round(table, record) == GAME_ENDED
    next_starter = -1 if is_over else int(opening.next_starter(table, record))
    return RoundResult(
        scores=tuple(int(points) for points in table.score[: rules.players]),
        totals=tuple(int(points) for points in table.totals[: rules.players]),
        doubled=bool(table.is_doubled),
        is_over=is_over,
        winners=tuple(seat for seat in range(rules.players) if int(table.winners) >> seat & 1),
        next_starter=None if next_starter < 0 else next_starter,
        extra_rounds=int(table.extra_rounds) + (not is_over and bool(table.is_extra)),
    )


def raw_bounds(rules: Rules) -> tuple[int, int]:
    """Return bounds of the raw scores that the cards can give under these rules.

    Where columns of equal cards are cleared a grid keeps at most two cards of a value per column, where
    rows are, at most three per row. So under official rules the best classic grid is -17 (five -2 and seven -1) and
    the worst 140 (eight 12 and four 11); without clearing it is 142 (all ten 12 and two 11). In Skyjo Action twelve
    stars are best, -45, and all action cards may be held besides.
    """
    most = N_SLOTS
    if rules.row_rule != RowRule.OFF:
        most = N_ROWS * (N_COLUMNS - 1)
    if rules.column_rule != ColumnRule.OFF:
        most = N_COLUMNS * (N_ROWS - 1)
    if rules.game == Game.ACTION:
        return _raw_bounds_of_action(rules, most)
    cards = _cards(COPIES, most)
    return sum(cards[:N_SLOTS]), sum(cards[-N_SLOTS:])


def _cards(copies: Iterable[int], most: int) -> list[int]:
    """Return the number cards, at most so many of a value, in ascending order."""
    return [LOWEST_CARD + index for index, n in enumerate(copies) for _ in range(min(int(n), most))]


def _raw_bounds_of_action(rules: Rules, most: int) -> tuple[int, int]:
    """Return bounds of the raw scores of Skyjo Action: some lines of stars and the lowest cards; all action cards held."""
    record = rules_record(rules)
    cards = _cards(record.copies[:N_VALUES], most)
    lowest = sum(card for card in cards[:N_SLOTS] if card < 0)
    n_stars = int(record.copies[N_VALUES])
    for length, n_lines, points in ((N_COLUMNS, N_ROWS, record.star_four), (N_ROWS, N_COLUMNS, record.star_three)):
        for n in range(1, min(n_lines, n_stars // length) + 1):
            others = cards[: N_SLOTS - n * length]
            lowest = min(lowest, sum(card for card in others if card < 0) - n * int(points))
    return lowest, sum(cards[-N_SLOTS:]) + int(record.unused_penalty) * int(record.n_action_cards)


def check_raw_scores(raw_scores: Sequence[int], rules: Rules, players: Sequence[str] | None = None) -> tuple[int, ...]:
    """Return raw scores as integers; messages name the player, or the seat where there are no names.

    Raises
    ------
    InputError
        If their number is not the number of players, or a value is not possible.
    """
    if isinstance(raw_scores, str) or len(raw_scores) != rules.players:
        raise InputError(f"there must be {rules.players} raw scores, one a player, got {show(raw_scores)}")
    lowest, highest = raw_bounds(rules)
    names = players or [f"seat {seat}" for seat in range(rules.players)]
    return tuple(
        check_whole(points, f"the raw score of {name}", lowest, highest)
        for name, points in zip(names, raw_scores, strict=True)
    )


def _check_totals(totals: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """Return totals as integers, or raise InputError."""
    if len(totals) != rules.players:
        raise InputError(f"there must be {rules.players} totals, one a player, got {show(totals)}")
    return tuple(check_whole(points, "a total", -MAX_TOTAL, MAX_TOTAL) for points in totals)


def check_whole(value: object, what: str, lowest: int, highest: int) -> int:
    """Return `value` as an integer.

    Raises
    ------
    InputError
        If it is not a whole number in ``lowest..highest``; ``True`` and 3.0 are none.
    """
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and lowest <= value <= highest:
        return int(value)
    raise InputError(f"{what} must be a whole number in {lowest}..{highest}, got {show(value)}")
