"""Which units are played: sets of integers as sorted, disjoint, half-open ranges."""

from collections.abc import Iterable, Iterator


def gaps(ranges: Iterable[tuple[int, int]], last: int) -> list[tuple[int, int]]:
    """Return what `ranges` leave open in ``0 .. last - 1``."""
    open_ranges, position = [], 0
    for first, end in sorted(ranges):
        if first > position:
            open_ranges.append((position, first))
        position = max(position, end)
    if position < last:
        open_ranges.append((position, last))
    return open_ranges


class Queue:
    """Hands out the units that are left to play, from the lowest on, in parts of any size."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._ranges = list(ranges)

    def __bool__(self) -> bool:
        return bool(self._ranges)

    def take(self, n: int) -> tuple[int, int]:
        """Remove and return the next part, at most `n` units: its first unit and its size."""
        first, end = self._ranges.pop(0)
        if end - first > n:
            self._ranges.insert(0, (first + n, end))
            return first, n
        return first, end - first

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self._ranges)
