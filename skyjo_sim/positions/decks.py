"""The cards of each game, as far as a position without rules tells: the official deck, and what any rules allow."""

from dataclasses import dataclass

from skyjo_sim.kernels.action.cards import BLANK, COPIES_OF_KIND, KIND_NAMES, MOST_COPIES
from skyjo_sim.kernels.action.cards import COPIES as ACTION_COPIES
from skyjo_sim.kernels.cards import COPIES, HIGHEST_CARD, LOWEST_CARD, N_CARDS
from skyjo_sim.positions.cells import STAR_CARD, Card

__all__ = ["ACTION_DECK", "CLASSIC_DECK", "KINDS_DEALT", "Deck"]

_NUMBERS = range(LOWEST_CARD, HIGHEST_CARD + 1)


@dataclass(frozen=True, slots=True)
class Deck:
    """Playing cards: the official ones in ascending order, stars last, and the most copies of each under any rules."""

    cards: tuple[Card, ...]
    most: dict[Card, int]
    n_cards: int
    range: str
    """The cards in words, for messages."""

    @property
    def faces(self) -> frozenset[str]:
        """What is printed on the cards."""
        return frozenset(map(str, self.most))


def _cards(copies: dict[Card, int]) -> tuple[Card, ...]:
    return tuple(card for card, n_copies in copies.items() for _ in range(n_copies))


_CLASSIC: dict[Card, int] = dict(zip(_NUMBERS, COPIES.tolist(), strict=True))
CLASSIC_DECK = Deck(_cards(_CLASSIC), _CLASSIC, N_CARDS, f"{LOWEST_CARD}..{HIGHEST_CARD}")

_FACES: tuple[Card, ...] = (*_NUMBERS, STAR_CARD)
_ACTION: dict[Card, int] = dict(zip(_FACES, ACTION_COPIES.tolist(), strict=True))
_MOST: dict[Card, int] = dict(zip(_FACES, MOST_COPIES.tolist(), strict=True))
ACTION_DECK = Deck(_cards(_ACTION), _MOST, sum(_ACTION.values()), f"{LOWEST_CARD}..{HIGHEST_CARD} or {STAR_CARD}")

KINDS_DEALT = tuple(name for name in KIND_NAMES[:BLANK] for _ in range(COPIES_OF_KIND))
"""The official action cards by kind."""
