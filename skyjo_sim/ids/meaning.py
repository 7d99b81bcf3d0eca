"""What a run of action ids means where it is asked for."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from skyjo_sim.kernels.cards import N_SLOTS


@dataclass(frozen=True, slots=True)
class Meaning:
    """Ids that mean the same but for one thing.

    Attributes
    ----------
    text : str
        What they do; ``{}`` stands for what tells one id from the next.
    asked_in : tuple of str
        The phases in which they can be legal; for the phase ``choice`` of Skyjo Action, what is asked in it.
    things : dict of int to str
        The ids, in ascending order, and what tells each from the others.
    """

    text: str
    asked_in: tuple[str, ...]
    things: dict[int, str]

    @classmethod
    def one(cls, action: int, text: str, *asked_in: str) -> Self:
        """Return the meaning of a single id."""
        return cls(text, asked_in, {action: ""})

    @classmethod
    def many(cls, first: int, text: str, asked_in: Iterable[str], things: dict[int, str]) -> Self:
        """Return the meaning of ids that are counted from `first`; `things` says how far each lies behind it."""
        return cls(text, tuple(asked_in), {first + behind: thing for behind, thing in things.items()})

    def of(self, action: int) -> str:
        """Return the meaning of one of the ids."""
        return self.text.format(self.things[action])


def numbered(word: str, n: int) -> dict[int, str]:
    """Return things that are told apart by a number behind a word, which may be empty."""
    return {index: f"{word} {index}".lstrip() for index in range(n)}


SLOTS = numbered("slot", N_SLOTS)
