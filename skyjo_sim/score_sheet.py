"""The score sheet of people at a table: raw points and enders in, scores, totals and what comes next out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import EllipsisType
from typing import TYPE_CHECKING, Any

from skyjo_sim.errors import InputError
from skyjo_sim.rules import Rules
from skyjo_sim.rules_text import show
from skyjo_sim.scoring import RoundResult, check_whole, score_round
from skyjo_sim.sheets.entry import RawScores, RoundEntry, change_some, make_entry
from skyjo_sim.sheets.names import check_names
from skyjo_sim.sheets.text import RoundScore, Standing, describe, to_html

if TYPE_CHECKING:
    import pandas as pd


class ScoreSheet:
    """Keep the score of a game played with real cards.

    Raw points are entered, never doubled ones: the sum of a grid, cleared lines left out, in Skyjo Action with the
    action cards left and the lines of stars. The sheet doubles by the rules, with the same code as the simulator.
    Everything is computed from the entries, so a correction of an earlier round changes all that follows. Where a
    correction lets the game end earlier, the rounds after that are kept as surplus rounds: they do not count, and
    count again when another correction lets the game go on.

    Parameters
    ----------
    players
        Names in seat order, clockwise; 2 to 8, all different.
    rules
        Rules for as many players; None means official rules.

    Raises
    ------
    InputError
        If the names are not allowed, or the rules are for another number of players.
    """

    def __init__(self, players: Sequence[str], rules: Rules | None = None) -> None:
        self._players = check_names(players)
        self._rules = Rules(players=len(self._players)) if rules is None else rules
        if self._rules.players != len(self._players):
            raise InputError(
                f"rules.players must be {len(self._players)}, the number of names, got {self._rules.players}"
            )
        self._entries: tuple[RoundEntry, ...] = ()
        self._results: tuple[RoundResult, ...] = ()

    # Entering

    def add_round(self, raw_scores: RawScores, ender: str | int | None) -> RoundScore:
        """Enter the next round and return it scored.

        Parameters
        ----------
        raw_scores
            Points in the grids: a mapping from every name, or a sequence in seat order.
        ender
            Name or seat of who ended the round; None for a round that nobody ended (nobody is doubled).

        Raises
        ------
        InputError
            If the game is over, a name is unknown or missing, or 12 cards cannot give a raw score.
        """
        if self.is_over:
            raise InputError(f"there is no round after the end of the game: {self.status}")
        self._set((*self._entries, self._entry(raw_scores, ender)))
        return self.rounds[-1]

    def correct_round(
        self,
        number: int,
        raw_scores: RawScores | None = None,
        ender: str | int | EllipsisType | None = ...,
    ) -> None:
        """Replace what was entered for a round; everything after it is computed again.

        Parameters
        ----------
        number
            Number of the round, from 1.
        raw_scores
            New raw scores; a mapping may name only the players whose points change, None changes none.
        ender
            New ender, or None for no ender; left out, it stays.

        Raises
        ------
        InputError
            If there is no such round, or the new values are not allowed; the sheet is then unchanged.
        """
        if not self._entries:
            raise InputError(f"round {show(number)} cannot be corrected: no round has been entered")
        index = check_whole(number, "the round to correct", 1, len(self._entries)) - 1
        old = self._entries[index]
        if isinstance(raw_scores, Mapping):
            raw_scores = change_some(self._players, old.raw, raw_scores)
        new_ender = old.ender if isinstance(ender, EllipsisType) else ender
        entry = self._entry(old.raw if raw_scores is None else raw_scores, new_ender)
        self._set((*self._entries[:index], entry, *self._entries[index + 1 :]))

    def remove_last_round(self) -> RoundEntry:
        """Take the last entered round back and return what had been entered.

        Raises
        ------
        InputError
            If no round has been entered.
        """
        if not self._entries:
            raise InputError("no round can be removed: no round has been entered")
        last = self._entries[-1]
        self._set(self._entries[:-1])
        return last

    def enter_all(self, entries: Iterable[tuple[RawScores, str | int | None]]) -> None:
        """Take all rounds as pairs of raw scores and ender, surplus rounds included, as reading a file does.

        Raises
        ------
        InputError
            If a value is not allowed; the message names the round.
        """
        checked = []
        for number, (raw_scores, ender) in enumerate(entries, 1):
            try:
                checked.append(self._entry(raw_scores, ender))
            except InputError as error:
                raise InputError(f"round {number}: {error}") from None
        self._set(tuple(checked))

    # Reading

    @property
    def players(self) -> tuple[str, ...]:
        """Names in seat order."""
        return self._players

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._rules

    @property
    def entries(self) -> tuple[RoundEntry, ...]:
        """What was entered, surplus rounds included."""
        return self._entries

    @property
    def rounds(self) -> tuple[RoundScore, ...]:
        """The rounds that count, scored."""
        return tuple(
            RoundScore(number, self._name(entry.ender), entry.raw, result.scores, result.doubled, result.totals)
            for number, (entry, result) in enumerate(zip(self._entries, self._results, strict=False), 1)
        )

    @property
    def n_surplus(self) -> int:
        """Number of rounds entered after the end of the game; they do not count."""
        return len(self._entries) - len(self._results)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points so far, in seat order."""
        return self._results[-1].totals if self._results else (0,) * len(self._players)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self._results) and self._results[-1].is_over

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won, several when they share the win; empty while the game is not over."""
        return tuple(self._players[seat] for seat in self._results[-1].winners) if self._results else ()

    @property
    def needs_extra_round(self) -> bool:
        """Whether the next round is one that breaks a tie for the win."""
        return bool(self._results) and self._results[-1].needs_extra_round

    @property
    def next_starter(self) -> str | None:
        """Who starts the next round.

        None before the first round, where the opening cards decide, and when the game is over. After a round
        without ender the same player starts again: None if that is not known.
        """
        return self._name(self._results[-1].next_starter) if self._results else None

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Players by total, the lowest first."""
        totals = self.totals
        by_total = sorted(range(len(totals)), key=lambda seat: totals[seat])
        return tuple(
            Standing(1 + sum(other < totals[seat] for other in totals), self._players[seat], totals[seat])
            for seat in by_total
        )

    @property
    def status(self) -> str:
        """Who leads or has won and what comes next, in a few sentences."""
        return describe(self._players, self._rules, self._results, len(self._entries))

    def to_frame(self) -> pd.DataFrame:
        """Return the rounds that count as a DataFrame, a row per round and player.

        Columns: round, seat, player, is_ender, raw, score, is_doubled, total.
        """
        import pandas as pd

        columns = ["round", "seat", "player", "is_ender", "raw", "score", "is_doubled", "total"]
        rows: list[tuple[Any, ...]] = []
        for row in self.rounds:
            for seat, player in enumerate(self._players):
                is_ender = player == row.ender
                values = (row.raw[seat], row.scores[seat], is_ender and row.doubled, row.totals[seat])
                rows.append((row.number, seat, player, is_ender, *values))
        return pd.DataFrame(rows, columns=columns)

    def __repr__(self) -> str:
        totals = ", ".join(f"{name} {total}" for name, total in zip(self._players, self.totals, strict=True))
        return f"<ScoreSheet: {totals}; rounds: {len(self._results)}{', game over' if self.is_over else ''}>"

    def _repr_html_(self) -> str:
        return to_html(self._players, self.rounds, self.totals, self.status)

    # Computing

    def _set(self, entries: tuple[RoundEntry, ...]) -> None:
        """Take new entries; the old ones stay if they cannot be scored."""
        results = self._score(entries)
        self._entries, self._results = entries, results

    def _score(self, entries: tuple[RoundEntry, ...]) -> tuple[RoundResult, ...]:
        """Score entries from the first round to the end of the game."""
        results: list[RoundResult] = []
        totals, starter, extra_rounds = (0,) * len(self._players), None, 0
        for entry in entries:
            last = score_round(entry.raw, entry.ender, totals, self._rules, starter=starter, extra_rounds=extra_rounds)
            results.append(last)
            if last.is_over:
                break
            totals, starter, extra_rounds = last.totals, last.next_starter, last.extra_rounds
        return tuple(results)

    def _entry(self, raw_scores: RawScores, ender: str | int | None) -> RoundEntry:
        """Check what was entered for a round."""
        return make_entry(self._players, self._rules, raw_scores, ender)

    def _name(self, seat: int | None) -> str | None:
        """Return the name of a seat."""
        return None if seat is None else self._players[seat]
