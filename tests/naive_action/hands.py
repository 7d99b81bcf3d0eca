"""Action cards in front of a player: a list of ``(kind, lock)``, the lock None, "turn" or "stolen" (9.3 and 9.5)."""

from functools import lru_cache

from tests.naive_action.cards import DEFENSE, KINDS


def kinds_of(hand):
    """Return the kinds held, in order, each once."""
    return sorted({kind for kind, _ in hand})


def playable_kinds(hand):
    """Return the kinds of which a copy is not locked."""
    return sorted({kind for kind, lock in hand if lock is None})


def is_protected(hand):
    """Tell whether a Defence lies there, locked or not (9.4)."""
    return any(kind == DEFENSE for kind, _ in hand)


def without(hand, kind, *, locked_first=False):
    """Return the hand without one card of the kind, an unlocked one if there is one; or a locked one."""
    copies = sorted((card for card in hand if card[0] == kind), key=lambda card: (card[1] is None) == locked_first)
    rest = list(hand)
    rest.remove(copies[0])
    return rest


def unlocked(hand, lock):
    """Return the hand with one sort of lock undone."""
    return [(kind, None if found == lock else found) for kind, found in hand]


def counts_of(hands):
    """Return, hand by hand, how often each kind is held, is locked for the turn, and is locked as stolen."""
    counts = [_counts(tuple(hand)) for hand in hands]
    return tuple(list(part) for part in zip(*counts, strict=True))


@lru_cache(maxsize=10_000)
def _counts(hand):
    held, locked, stolen = ([0] * len(KINDS) for _ in range(3))
    for kind, lock in hand:
        held[kind] += 1
        locked[kind] += lock == "turn"
        stolen[kind] += lock == "stolen"
    return held, locked, stolen
