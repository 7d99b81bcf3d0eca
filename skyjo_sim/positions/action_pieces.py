"""Pieces of a text that only positions of Skyjo Action have, and the values they stand for."""

import re
from collections.abc import Mapping

from skyjo_sim.kernels.action.cards import KIND_NAMES
from skyjo_sim.positions.action_fields import ACTION_LOTS
from skyjo_sim.positions.cells import UNKNOWN, Cell
from skyjo_sim.positions.fields import NONE
from skyjo_sim.positions.hands import LOCKS, split_lock
from skyjo_sim.positions.pieces import READERS, Piece, Reader, read_card, read_copies, read_number

__all__ = ["ACTION_READERS"]

_KIND = re.compile(r"(\?|[a-z_]+(?::[a-z]+)?)(?:\*([0-9]{1,3}))?")
_LUCK = re.compile(r"([0-9a-fA-F]{1,16})/([0-9]{1,20})(?:\+([0-9]{1,20}))?(?:\+([0-9]{1,20}))?")
_A_CARD = f"an action card, one of {', '.join(KIND_NAMES)}"
_A_HELD_CARD = f"{_A_CARD}, perhaps with :{' or :'.join(LOCKS[1:])}"


def _read_words(piece: Piece, expected: str) -> list[str]:
    """Return action cards; ``steal*3`` is three of them."""
    if piece.text == NONE:
        return []
    if not piece.text:
        piece.fail(f"{expected}, or {NONE}")
    words = []
    for word in piece.words():
        match = _KIND.fullmatch(word.text)
        copies = read_copies(word, match, expected)
        words += [match[1]] * copies if match else []
    return words


def _read_kinds(piece: Piece) -> list[str]:
    """Return action cards of a pile."""
    words = _read_words(piece, _A_CARD)
    if not {UNKNOWN, *KIND_NAMES}.issuperset(words):
        piece.fail(f"action cards of {', '.join(KIND_NAMES)}")
    return words


def _read_hand(piece: Piece) -> list[str]:
    """Return the action cards of a seat, with their locks."""
    words = _read_words(piece, _A_HELD_CARD)
    for name, lock in map(split_lock, words):
        if name not in KIND_NAMES or lock not in LOCKS:
            piece.fail(f"action cards of {', '.join(KIND_NAMES)}, perhaps with :{' or :'.join(LOCKS[1:])}")
    return words


def _read_hands(piece: Piece) -> list[list[str]]:
    return [_read_hand(part) for part in piece.split("|")]


def _read_kind_sets(piece: Piece) -> list[list[str]]:
    return [_read_kinds(part) for part in piece.split("|")]


def _read_kind_lot(piece: Piece) -> list[str] | str:
    return piece.text if piece.text in ACTION_LOTS["action_pile"] else _read_kinds(piece)


def _read_places(piece: Piece) -> list[int | str | None]:
    return [UNKNOWN if word.text == UNKNOWN else read_number(word) for word in piece.words()]


def _read_three(piece: Piece) -> list[Cell | None]:
    return [None if word.text == NONE else read_card(word) for word in piece.words()]


def _read_both_lucks(piece: Piece) -> tuple[int, int, int, int]:
    match = _LUCK.fullmatch(piece.text)
    if match is None:
        piece.fail("luck as KEY/GAME+WORDS+WORDS: hexadecimal digits, an index, words taken for cards and action cards")
    return int(match[1], 16), int(match[2]), int(match[3] or 0), int(match[4] or 0)


ACTION_READERS: Mapping[str, Reader] = {
    **READERS,
    "mark": READERS["flag"],
    "word": READERS["phase"],
    "kinds": _read_kinds,
    "kind_pile": _read_kinds,
    "kind_lot": _read_kind_lot,
    "kind_sets": _read_kind_sets,
    "hands": _read_hands,
    "places": _read_places,
    "three": _read_three,
    "both_lucks": _read_both_lucks,
}
"""How a value is read, by kind; ``both_lucks`` stands for four values."""
