"""What people enter on a score sheet for a round: raw scores by name or in seat order, and who ended."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from skyjo_sim.errors import InputError
from skyjo_sim.rules import Rules
from skyjo_sim.rules_text import show
from skyjo_sim.scoring import check_raw_scores
from skyjo_sim.sheets.names import find_seat

RawScores = Mapping[str, int] | Sequence[int]
"""Raw scores by name, or in seat order."""


MINUS = "\N{MINUS SIGN}"
_WHOLE = re.compile(rf"[+\-{MINUS}]?[0-9]{{1,9}}")


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """What was entered for a round: raw scores in seat order and the seat of the ender, if there is one."""

    raw: tuple[int, ...]
    ender: int | None


def make_entry(players: tuple[str, ...], rules: Rules, raw_scores: RawScores, ender: str | int | None) -> RoundEntry:
    """Check what was entered for a round.

    Raises
    ------
    InputError
        If a name is unknown or missing, or 12 cards cannot give a raw score.
    """
    if isinstance(raw_scores, Mapping):
        raw_scores = _in_seat_order(players, raw_scores)
    elif isinstance(raw_scores, str) or not isinstance(raw_scores, Sequence):
        raise InputError(f"raw scores must be a mapping or a sequence, got {show(raw_scores)}")
    raw = check_raw_scores(raw_scores, rules, players)
    return RoundEntry(raw, None if ender is None else find_seat(players, ender))


def change_some(players: tuple[str, ...], raw: tuple[int, ...], changes: Mapping[str, int]) -> list[int]:
    """Return raw scores in seat order with those of the named players changed.

    Raises
    ------
    InputError
        If a name is unknown or means a player who is named already.
    """
    return list({**dict(enumerate(raw)), **_by_seat(players, changes)}.values())


def parse_points(text: str) -> int:
    """Read a whole number of points; a printed minus sign counts as one.

    Raises
    ------
    InputError
        If the text is none.
    """
    if not _WHOLE.fullmatch(text.strip()):
        raise InputError(f"points must be a whole number, got {show(text)}")
    return int(text.strip().replace(MINUS, "-"))


def _in_seat_order(players: tuple[str, ...], raw_scores: Mapping[str, int]) -> list[int]:
    """Return the values of a mapping from all names."""
    by_seat = _by_seat(players, raw_scores)
    missing = [name for seat, name in enumerate(players) if seat not in by_seat]
    if missing:
        raise InputError(f"a raw score is missing for {', '.join(missing)}")
    return [by_seat[seat] for seat in range(len(players))]


def _by_seat(players: tuple[str, ...], raw_scores: Mapping[str, int]) -> dict[int, int]:
    """Return raw scores by seat instead of name."""
    by_seat: dict[int, int] = {}
    for name, raw in raw_scores.items():
        seat = find_seat(players, name)
        if seat in by_seat:
            raise InputError(f"there are two raw scores for {players[seat]}")
        by_seat[seat] = raw
    return by_seat
