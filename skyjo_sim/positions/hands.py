"""Action cards by name: ``reveal`` in a hand or a pile, ``reveal:locked`` and ``reveal:stolen`` in a hand."""

from collections.abc import Iterable, Sequence

from skyjo_sim.kernels.action.cards import KIND_NAMES, N_KINDS
from skyjo_sim.positions.cells import UNKNOWN

__all__ = ["LOCKS", "NO_LOCKS", "hand_of", "kind_number", "kinds_of", "order_of", "split_lock"]

LOCKS = ("", "locked", "stolen")
"""Why a held card may not be played: nothing, taken in this turn, stolen."""
NO_LOCKS = (0,) * N_KINDS


def split_lock(word: str) -> tuple[str, str]:
    """Return the name of a held card, and the lock behind it."""
    name, _, lock = word.partition(":")
    return name, lock


def kind_number(name: str) -> int:
    """Return the number of a kind of action cards; `N_KINDS` for any other name."""
    return KIND_NAMES.index(name) if name in KIND_NAMES else N_KINDS


def order_of(word: str) -> tuple[int, int, str]:
    """Return by what cards that lie side by side are sorted: kinds in their order, free copies first."""
    name, lock = split_lock(word)
    return kind_number(name), LOCKS.index(lock) if lock in LOCKS else len(LOCKS), word


def hand_of(held: Sequence[int], locked: Sequence[int], stolen: Sequence[int]) -> list[str]:
    """Return a hand from counts by kind."""
    hand: list[str] = []
    for number, name in enumerate(KIND_NAMES):
        n_locked, n_stolen = int(locked[number]), int(stolen[number])
        hand += [name] * (int(held[number]) - n_locked - n_stolen)
        hand += [f"{name}:locked"] * n_locked + [f"{name}:stolen"] * n_stolen
    return hand


def kinds_of(numbers: Iterable[int]) -> list[str]:
    """Return the names of kinds; ``"?"`` for what is none."""
    return [KIND_NAMES[number] if 0 <= number < N_KINDS else UNKNOWN for number in map(int, numbers)]
