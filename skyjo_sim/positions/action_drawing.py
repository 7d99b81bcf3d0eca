"""Positions of Skyjo Action drawn for people."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from skyjo_sim.kernels.cards import N_COLUMNS
from skyjo_sim.positions.action_value import ActionPosition
from skyjo_sim.positions.cells import UNKNOWN, known_to, without_knowers
from skyjo_sim.positions.drawing import draw_grids, piles_line, situation_line
from skyjo_sim.positions.hands import split_lock

__all__ = ["draw_position"]


def draw_position(position: ActionPosition) -> str:
    """Return a drawing of a position in several lines, without a line end at the end."""
    cells = [[without_knowers(cell) for cell in cells] for cells in position.cells]
    lines = [
        situation_line(replace(position, asked=None)) + _situation(position),
        piles_line(position),
        *_market_lines(position),
        *(f"seat {seat} holds {_hand(hand)}" for seat, hand in enumerate(position.hands) if hand),
        *_knowledge_lines(position),
    ]
    return "\n".join([*lines, *draw_grids(position, cells)])


def _situation(position: ActionPosition) -> str:
    """Return what is asked, and what was chosen so far."""
    words = ""
    if position.choice is not None:
        words += f": {position.choice.replace('_', ' ')}"
        if position.target is not None:
            words += f" of seat {position.target}"
    if position.asked is not None:
        kind, number = ("column", position.asked) if position.asked < N_COLUMNS else ("row", position.asked - N_COLUMNS)
        words += f" in {kind} {number}"
    if position.in_play:
        words += f", in play {', '.join(position.in_play)}"
    if position.three:
        words += f", three cards {' '.join('-' if card is None else str(card) for card in position.three)}"
    chosen = {"players": position.seats_chosen, "slots": position.slots_chosen, "lines": position.lines_chosen}
    words += "".join(f", {name} chosen {' '.join(map(str, members))}" for name, members in chosen.items() if members)
    for name in ("star_rights", "pending_turns"):
        if number := getattr(position, name):
            words += f", {name.replace('_', ' ')} {number}"
    return words


def _market_lines(position: ActionPosition) -> list[str]:
    """Return the market and the piles of action cards, if there are any."""
    n_pile, discard = len(position.action_pile), position.action_discard
    if not (position.market or n_pile or discard):
        return []
    top = f", {discard[-1]} on top" if discard else ""
    market = ", ".join(position.market) or "empty"
    return [f"market {market}; action pile {n_pile} cards; action discards {len(discard)} cards{top}"]


def _hand(hand: Sequence[str]) -> str:
    """Return a hand in words."""
    words = []
    for word, run in groupby(hand):
        name, lock = split_lock(word)
        n_copies = len(list(run))
        words.append(name + (f" ({lock})" if lock else "") + (f" x{n_copies}" if n_copies > 1 else ""))
    return ", ".join(words)


def _knowledge_lines(position: ActionPosition) -> list[str]:
    """Return who knows which hidden cards."""
    lines = []
    for owner, cells in enumerate(position.cells):
        words = []
        for slot, cell in enumerate(cells):
            viewers, is_public = known_to(cell, position.n_players)
            if viewers:
                card = str(without_knowers(cell)).removeprefix(UNKNOWN)
                who = "all" if is_public else " ".join(map(str, sorted(viewers)))
                words.append(f"slot {slot}{f' ({card})' if card else ''} to {who}")
        if words:
            lines.append(f"known face down of seat {owner}: {', '.join(words)}")
    return lines
