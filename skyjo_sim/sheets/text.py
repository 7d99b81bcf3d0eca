"""What a score sheet says: scored rounds, standings, the state of the game in words, the table as HTML."""

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from skyjo_sim.rules import FirstRoundStarter, NextRoundStarter, Rules
from skyjo_sim.scoring import RoundResult
from skyjo_sim.sheets.entry import MINUS


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A scored round; tuples are in seat order, `number` counts from 1, `ender` is a name."""

    number: int
    ender: str | None
    raw: tuple[int, ...]
    scores: tuple[int, ...]
    doubled: bool
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place, 1 for the lowest total; equal totals share a place."""

    place: int
    player: str
    total: int


def number(points: int) -> str:
    """Return points with a minus sign as it is printed."""
    return str(points).replace("-", MINUS)


def points(count: int) -> str:
    """Return a number of points in words: ``1 point``."""
    return f"{number(count)} point{'' if abs(count) == 1 else 's'}"


def join_names(names: Sequence[str]) -> str:
    """Return names as in a sentence: ``Léa, Hugo and Manon``."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def describe(players: Sequence[str], rules: Rules, results: Sequence[RoundResult], n_entries: int) -> str:
    """Return who leads or has won and what comes next, in a few sentences.

    `results` are the rounds that count; the rest of the `n_entries` came after the end of the game.
    """
    if not results:
        return f"No round has been entered. {_first_starter(rules)}"
    last = results[-1]
    sentences = [_verdict(players, last)]
    if not last.is_over:
        sentences.append(_next_starter(players, rules, last, len(results)))
    if n_entries > len(results):
        sentences.append(_surplus(len(results) + 1, n_entries))
    return " ".join(sentences)


def _verdict(players: Sequence[str], last: RoundResult) -> str:
    """Say who has won or leads after a round."""
    best = min(last.totals)
    leaders = [name for name, total in zip(players, last.totals, strict=True) if total == best]
    names, is_one = join_names(leaders), len(leaders) == 1
    if last.is_over:
        return f"The game is over: {names} {'has won' if is_one else 'share the win'} with {points(best)}."
    if last.needs_extra_round:
        return f"{names} are tied with {points(best)}: an extra round is played."
    return f"{names} lead{'s' if is_one else ''} with {points(best)}."


def _first_starter(rules: Rules) -> str:
    """Say who starts the first round."""
    if rules.first_round_starter == FirstRoundStarter.RANDOM:
        return "Who starts round 1 is drawn by lot."
    return "The opening cards decide who starts round 1."


def _next_starter(players: Sequence[str], rules: Rules, last: RoundResult, n_rounds: int) -> str:
    """Say who starts the round after a scored one."""
    if last.next_starter is not None:
        return f"{players[last.next_starter]} starts round {n_rounds + 1}."
    if rules.next_round_starter == NextRoundStarter.HIGHEST_SUM_EVERY_ROUND:
        return f"The opening cards decide who starts round {n_rounds + 1}."
    return f"Whoever started round {n_rounds} also starts round {n_rounds + 1}."


def _surplus(first: int, last: int) -> str:
    """Say which rounds do not count."""
    which = f"Round {last} was" if first == last else f"Rounds {first} to {last} were"
    return f"{which} entered after the end of the game: kept, but not counted."


def cell(round_score: RoundScore, seat: int) -> str:
    """Return a seat's points of a round; penalized ones with what they were before: ``16→32``."""
    raw, score = round_score.raw[seat], round_score.scores[seat]
    return number(score) if raw == score else f"{number(raw)}→{number(score)}"


def to_html(players: Iterable[str], rounds: Iterable[RoundScore], totals: Iterable[int], status: str) -> str:
    """Return a sheet as an HTML table with its status as caption."""
    head = _html_row("th", ["Round", "Ended by", *players])
    body = [
        _html_row("td", [str(row.number), row.ender or "", *(cell(row, seat) for seat in range(len(row.raw)))])
        for row in rounds
    ]
    total = _html_row("th", ["Total", "", *(number(total) for total in totals)])
    caption = f"<caption>{html.escape(status)}</caption>"
    return f"<table>{caption}<thead>{head}</thead><tbody>{''.join(body)}</tbody><tfoot>{total}</tfoot></table>"


def _html_row(tag: str, texts: Iterable[str]) -> str:
    """Return a table row."""
    return f"<tr>{''.join(f'<{tag}>{html.escape(text)}</{tag}>' for text in texts)}</tr>"
