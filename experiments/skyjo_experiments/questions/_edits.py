"""Positions edited by hand: another card drawn, another discard, a pair torn apart. All 150 cards stay in play."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_experiments.forks import Positions
from skyjo_experiments.questions._slots import grids_of, third_of_pair
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, LOWEST_CARD, N_ROWS, N_SLOTS

__all__ = ["can_have", "split_pairs", "with_discards", "with_drawn"]


def can_have(positions: Positions, cards: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tell where a card of a value may be brought in: one lies in the draw pile, and no reshuffle came; bool[n]."""
    found = np.zeros(len(positions), np.bool_)
    for number, (game, card) in enumerate(zip(positions.games, cards, strict=True)):
        pile = game["secret"]["pile"][: int(game["table"]["n_pile"])]
        found[number] = bool((pile == card).any()) and int(game["table"]["n_reshuffles"]) == 0
    return found


def _exchange(game: Any, old: int, card: int) -> None:
    """Lay `old` into the draw pile where a `card` was."""
    pile = game["secret"]["pile"][: int(game["table"]["n_pile"])]
    pile[np.flatnonzero(pile == card)[0]] = old


def with_drawn(positions: Positions, cards: NDArray[np.int64]) -> Positions:
    """Return positions in which the deciding seats have drawn other cards; `can_have` must be true."""
    games = positions.games.copy()
    for game, card in zip(games, cards.tolist(), strict=True):
        _exchange(game, int(game["table"]["drawn"]), card)
        game["table"]["drawn"] = card
    return replace(positions, games=games)


def with_discards(positions: Positions, cards: NDArray[np.int64]) -> Positions:
    """Return positions in which other cards lie on top of the discard pile; `can_have` must be true."""
    games = positions.games.copy()
    for game, card in zip(games, cards.tolist(), strict=True):
        table, top = game["table"], int(game["table"]["discard_top"])
        _exchange(game, top, card)
        game["secret"]["discard"][int(table["n_discard"]) - 1] = card
        table["discard_top"] = card
        table["seen"][top - LOWEST_CARD] -= 1
        table["seen"][card - LOWEST_CARD] += 1
    return replace(positions, games=games)


def split_pairs(positions: Positions) -> tuple[Positions, NDArray[np.bool_]]:
    """Return positions in which a card of the deciding seat's pair has changed places with one of another column.

    The same cards show, in another arrangement: what is lost is the pair alone. The second array, bool[n], tells where that
    was possible without making or breaking another pair.
    """
    grids, games = grids_of(positions), positions.games.copy()
    is_split = np.zeros(len(positions), np.bool_)
    for number, third in enumerate(third_of_pair(grids).tolist()):
        if third < 0:
            continue
        first = third - third % N_ROWS + (third + 1) % N_ROWS
        second = _partner(grids[number].reshape(N_SLOTS), first)
        if second >= 0:
            seat = int(games[number]["table"]["seat"])
            for row in (games[number]["table"]["visible"][seat], games[number]["secret"]["cards"][seat]):
                row[[first, second]] = row[[second, first]]
            is_split[number] = True
    return replace(positions, games=games), is_split


def _partner(shown: NDArray[np.int64], slot: int) -> int:
    """Return the slot with which a pair's card can change places, -1 if none."""
    card = shown[slot]
    for other in range(N_SLOTS):
        if other // N_ROWS == slot // N_ROWS or shown[other] in (HIDDEN, CLEARED, card):
            continue
        column = shown[other - other % N_ROWS : other - other % N_ROWS + N_ROWS]
        if card not in column and np.count_nonzero(column == shown[other]) == 1:
            return other
    return -1
