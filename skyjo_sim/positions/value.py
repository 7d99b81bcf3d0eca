"""A position as a plain value: everything that makes up a game record, in Python's own types."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from skyjo_sim.kernels.actions import PHASE_NAMES
from skyjo_sim.kernels.cards import N_COLUMNS, N_ROWS
from skyjo_sim.positions.cells import CLEARED_CELL, UNKNOWN, Card, Cell, as_grid, is_hidden
from skyjo_sim.positions.field_types import as_items, in_types, read_cards

__all__ = [
    "FINISHED_PHASES",
    "Position",
    "by_seat",
    "default_last_turns",
    "default_lines",
    "default_starter",
    "sum_of",
    "view_of",
]

FINISHED_PHASES = PHASE_NAMES[4:]
"""Phases in which nobody decides: round_over, game_over."""

_PILES = ("discard", "pile", "next_order", "pool")
Grid = Sequence[object]
Member = TypeVar("Member", int, str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Describe a position of a classic game completely. What is left out follows from the rest.

    Seats, slots, columns and rounds count from 0; slots run column by column, ``3 * column + row``. Nothing
    but types is checked here: `skyjo_sim.position.build_game` does that.
    """

    grids: Sequence[Grid]
    """One for each seat: 12 cells by slot, or rows of cells. See `skyjo_sim.positions.cells`."""
    seat: int | None = 0
    """Whose decision it is; None when the round is over."""
    phase: str = "source"
    """opening, source, place, clear, round_over or game_over."""
    drawn: Card | None = None
    """Phase place: the card just drawn, or ``"?"``."""
    asked: int | None = None
    """Phase clear: the column asked about."""
    to_clear: Sequence[int] = ()
    """Phase clear: the columns the owner has chosen to clear so far."""
    discard: Sequence[int] = ()
    """The discard pile, its top last."""
    pile: Sequence[Card] = ()
    """The draw pile; ``"?"`` is a card that is not known."""
    is_ordered: bool = True
    """True: the pile is drawn from its first card on. False: by lot, luck choosing among its cards."""
    next_order: Sequence[int] = ()
    """The order the next reshuffle must give, the first card drawn first; used if it has as many cards."""
    pool: Sequence[Card] = ()
    """After a reshuffle, where the pile is not known: the cards of the pile and the drawn one."""
    chosen: Sequence[Sequence[int]] = ()
    """Opening: the slots each seat has chosen so far."""
    kept: Sequence[Sequence[int]] = ()
    """Optional clearing: the complete columns that each seat has decided to keep."""
    starter: int | None = None
    """Who had the first turn. By default it follows from the seat and the turns; not known in the opening."""
    ender: int | None = None
    """Who ended the round."""
    last_turns_left: int | None = None
    """Last turns still to be played, the current seat's included. By default by ender and seat."""
    lead: int = 0
    """Points by which the best other player was behind when the ender ended the round (a statistic)."""
    round_index: int = 0
    """Rounds begun before this one."""
    turns: int = 0
    """Turns finished in this round."""
    totals: Sequence[int] = ()
    """Points before this round; when it is over, with it. By default 0 for each seat."""
    n_reshuffles: int = 0
    """Reshuffles in this round."""
    is_extra: bool = False
    """This round, or when it is scored the next, is one to break a tie for the win."""
    extra_rounds: int = 0
    """Such rounds that were scored."""
    lines_cleared: Sequence[int] = ()
    """Lines each seat has cleared. By default its cleared columns."""
    hidden_at_end: Sequence[int] = ()
    """Hidden cards of each seat before the final reveal. By default 0."""
    score: Sequence[int] = ()
    """Round over: the points of the round after doubling. By default the sums of the grids."""
    is_doubled: bool = False
    """Round over: the ender was penalised."""
    is_abandoned: bool = False
    """Round over: it was stopped by the turn limit."""
    is_game_abandoned: bool = False
    """Game over: it was stopped without a winner."""
    winners: Sequence[int] = ()
    """Game over: who has won."""
    key: int = 0
    """64 bits from which the luck of the deal and the piles is made."""
    game: int = 0
    """Index of the game under its key."""
    n_words: int = 0
    """Words taken so far from the current stream of luck: that of the deal, or of the last reshuffle."""

    def __post_init__(self) -> None:
        """Bring every field to its one form and fill in what follows from the others."""
        self._set(**in_types(_types_of(type(self)), self))
        self._set(grids=tuple(map(as_grid, as_items("grids", self.grids, "grids"))))
        for name in _PILES:
            self._set(**{name: read_cards(name, getattr(self, name))})
        if self.drawn is not None:
            self._set(drawn=read_cards("drawn", [self.drawn])[0])
        self._complete()

    def _complete(self) -> None:
        """Bring what is in its type to its one form and fill in what follows."""
        grids = self.grids
        self._set(is_ordered=self.is_ordered and bool(self.pile))
        for name in ("to_clear", "winners"):
            self._set(**{name: tuple(sorted(getattr(self, name)))})
        for name in ("chosen", "kept"):
            self._set(**{name: by_seat(getattr(self, name), len(grids))})
        for name in ("totals", "hidden_at_end"):
            self._set(**{name: tuple(getattr(self, name)) or (0,) * len(grids)})
        if self.phase in FINISHED_PHASES:
            self._set(seat=None, score=tuple(self.score) or tuple(map(sum_of, self.cells)))
        self._set(lines_cleared=tuple(self.lines_cleared) or default_lines(self))
        if self.starter is None:
            self._set(starter=default_starter(self))
        if self.last_turns_left is None:
            self._set(last_turns_left=default_last_turns(self))

    def _set(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def n_players(self) -> int:
        """Number of seats."""
        return len(self.grids)

    @property
    def cards_drawn(self) -> tuple[Card, ...]:
        """The cards drawn in this turn that lie nowhere yet."""
        return () if self.drawn is None else (self.drawn,)

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """The grids, each as 12 cells by slot."""
        return self.grids  # type: ignore[return-value]


def _types_of(kind: type[Position]) -> dict[str, Any]:
    """Return the annotations of the fields of a position, but those of piles."""
    return {field.name: field.type for field in fields(kind) if field.name not in _PILES}


def by_seat(
    sets: Iterable[Iterable[Member]], n_players: int, key: Callable[[Member], Any] | None = None
) -> tuple[tuple[Member, ...], ...]:
    """Return one sorted tuple for each seat, empty where nothing is given."""
    given = [tuple(sorted(members, key=key)) for members in sets]
    return tuple(given + [()] * (n_players - len(given)))


def sum_of(cells: Sequence[Cell]) -> int:
    """Return the sum of the face-up cards of a grid."""
    return sum(cell for cell in cells if isinstance(cell, int))


def default_lines(position: Position) -> tuple[int, ...]:
    """Return how many columns of each grid are cleared."""
    columns = [range(N_ROWS * column, N_ROWS * (column + 1)) for column in range(N_COLUMNS)]
    return tuple(
        sum(all(cells[slot] == CLEARED_CELL for slot in column) for column in columns) for cells in position.cells
    )


def default_starter(position: Position) -> int | None:
    """Return who started if every turn since passed to the next seat; None in the opening."""
    if position.phase == "opening" or not position.grids:
        return None
    return 0 if position.seat is None else (position.seat - position.turns) % position.n_players


def default_last_turns(position: Position) -> int:
    """Return how many last turns are left if the ender's left neighbor had the first."""
    if position.ender is None or position.seat is None or not position.grids:
        return 0
    return position.n_players - (position.seat - position.ender) % position.n_players


def view_of(position: Position, seat: int) -> Position:
    """Return what a seat knows: no hidden cards, no draw pile, no luck, not another's drawn card or choices.

    After a reshuffle everybody knows which cards the draw pile has; they stand in ``pool`` then, if the position tells.
    """
    is_own = position.seat == seat
    cards = (*position.pile, *position.cards_drawn)
    pool = position.pool or sorted(card for card in cards if UNKNOWN not in cards and isinstance(card, int))
    has_secret = bool(position.pile) or (position.drawn is not None and not is_own)
    return replace(
        position,
        grids=[[_outside(cell) for cell in cells] for cells in position.cells],
        drawn=position.drawn if is_own or position.drawn is None else UNKNOWN,
        to_clear=position.to_clear if is_own else (),
        pile=[UNKNOWN] * len(position.pile),
        is_ordered=False,
        next_order=(),
        pool=pool if position.n_reshuffles and has_secret else (),
        chosen=[slots if other == seat else () for other, slots in enumerate(position.chosen)],
        key=0,
        game=0,
        n_words=0,
    )


def _outside(cell: Cell) -> Cell:
    """Return a cell as everybody sees it."""
    return UNKNOWN if is_hidden(cell) else cell
