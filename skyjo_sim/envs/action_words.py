"""What a picture of Skyjo Action says in words: what is asked, the market, the cards in front of a player."""

import textwrap
from collections.abc import Sequence

from skyjo_sim.positions.action_value import ActionPosition
from skyjo_sim.positions.cells import STAR_CARD
from skyjo_sim.positions.hands import split_lock

__all__ = ["hand_lines", "question_lines"]

_WIDTH, _MOST_LINES = 38, 2


def question_lines(position: ActionPosition) -> list[str]:
    """Return three lines: what is asked, the market, the piles of action cards."""
    top = f", {_plain(position.action_discard[-1])} on top" if position.action_discard else ""
    market = ", ".join(map(_plain, position.market)) or "empty"
    piles = f"action pile {len(position.action_pile)}, action discards {len(position.action_discard)}{top}"
    return [_question(position), f"market: {market}", piles]


def _question(position: ActionPosition) -> str:
    """Return what is asked, for which card, and what was drawn for it."""
    parts = [_plain(position.choice)] if position.choice else []
    if position.choice and position.target is not None:
        parts[0] += f" of seat {position.target}"
    if position.in_play:
        parts.append(f"in play: {', '.join(map(_plain, position.in_play))}")
    if position.three:
        cards = ("–" if card is None else str(card).replace(STAR_CARD, "★") for card in position.three)
        parts.append(f"three cards: {' '.join(cards)}")
    if position.pending_turns:
        parts.append(f"turns to follow: {position.pending_turns}")
    return "; ".join(parts)


def hand_lines(hand: Sequence[str]) -> list[str]:
    """Return the action cards in front of a player in at most two lines; those that may not be played in parentheses."""
    words = []
    for word in hand:
        name, lock = split_lock(word)
        words.append(f"({_plain(name)})" if lock else _plain(name))
    return textwrap.wrap(", ".join(words), _WIDTH, max_lines=_MOST_LINES, placeholder=" …")


def _plain(name: str) -> str:
    return name.replace("_", " ")
