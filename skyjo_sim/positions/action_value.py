"""A position of Skyjo Action as a plain value: what the classic game has, and everything besides."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from skyjo_sim.kernels.cards import N_COLUMNS, N_ROWS
from skyjo_sim.positions.cells import CLEARED_CELL, STAR_CARD, Card, Cell, known_to
from skyjo_sim.positions.field_types import read_cards
from skyjo_sim.positions.hands import order_of
from skyjo_sim.positions.value import FINISHED_PHASES, Position, by_seat, sum_of

__all__ = ["SEAT_STATISTICS", "ActionPosition"]

_PENALTY = 10
"""Official points for an action card that is held when a round is scored."""

SEAT_STATISTICS = (
    *("n_taken", "n_for_stars", "n_stolen", "n_reactivated", "n_extra_turns", "n_columns", "n_rows", "n_star_lines"),
    *("n_stars", "star_bonus", "n_held_at_end"),
)
"""Statistics that have one number for each seat, and the same name in a game record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionPosition(Position):
    """Describe a position of Skyjo Action completely. What is left out follows from the rest.

    Action cards are named as in `skyjo_sim.kernels.action.cards.KIND_NAMES`. ``asked`` is a line here, 0 to 3 for the
    columns and 4 to 6 for the rows, as in every set of lines; ``to_clear`` has no use.
    """

    hands: Sequence[Sequence[str]] = ()
    """The action cards in front of each seat: ``"reveal"``, ``"reveal:locked"`` if it was taken in the current turn,
    ``"reveal:stolen"`` if it cannot be played until another seat has finished a turn."""
    market: Sequence[str] = ()
    """The action cards of the market, by place."""
    action_pile: Sequence[str] = ()
    """The pile of action cards; ``"?"`` is one that is not known."""
    is_action_ordered: bool = True
    """True: the action pile is drawn from its first card on. False: by lot."""
    action_discard: Sequence[str] = ()
    """The discarded action cards, the top last."""
    n_action_reshuffles: int = 0
    """Reshuffles of action cards in this round."""
    pending_turns: int = 0
    """Turns that follow for the current seat after this one."""
    star_rights: int = 0
    """Action cards that the current seat may still take for stars."""
    setup_left: int = 0
    """House rule: seats still to use the rights of stars turned in the opening, the current one included."""
    choice: str | None = None
    """Phase choice: what is asked, one of `skyjo_sim.kernels.action.actions.CHOICE_NAMES`."""
    in_play: Sequence[str] = ()
    """Action cards being carried out: the one from the hand, then those reactivated."""
    target: int | None = None
    """The seat whose grid or cards are asked about."""
    seats_chosen: Sequence[int] = ()
    """Players chosen for a swap."""
    slots_chosen: Sequence[int] = ()
    """Slots chosen for a swap."""
    first_face: str | None = None
    """How the card is laid at the first slot of a swap: up or down."""
    swaps_left: int = 0
    """Exchanges of a swap with players still to be made, the current one included."""
    targets: Sequence[int | str | None] = ()
    """Meteor shower: the slot named in each seat's grid, ``"?"`` before it is; None where no card is hit."""
    three: Sequence[Card | None] = ()
    """The three cards drawn, None in the place of one that has gone; ``"?"`` is one that is not known."""
    kept_of_three: int | None = None
    """Which of them is kept, by its place."""
    n_three_before: int = 0
    """Of these, how many were drawn before the last reshuffle."""
    is_three_public: bool = False
    """House rule: the kept place of the three has, or had, the replaced card, which everybody has seen."""
    lines_chosen: Sequence[int] = ()
    """Optional lines chosen in this pass."""
    rows_only: bool = False
    """House rule: no column goes in this pass, so rows may."""
    stars_asked: Sequence[int] = ()
    """House rule: lines of this pass whose order is decided."""
    stars_on_top: Sequence[int] = ()
    """Of these, with the stars on top."""
    has_knowledge: bool = False
    """Somebody knew a face-down card in this round. By default where somebody does now."""
    played: Sequence[Sequence[str]] = ()
    """Statistics: the action cards each seat has played from its hand in this round."""
    thrown: Sequence[Sequence[str]] = ()
    """Statistics: those it has thrown away without effect."""
    blocked: Sequence[Sequence[str]] = ()
    """Statistics: its attacks that a Defence has stopped, one for each Defence."""
    n_taken: Sequence[int] = ()
    """Action cards each seat has taken. By default what it holds, has played and thrown away, less the stolen ones."""
    n_for_stars: Sequence[int] = ()
    """Of these, for stars. By default 0, as for the next three."""
    n_stolen: Sequence[int] = ()
    """Action cards each seat has stolen."""
    n_reactivated: Sequence[int] = ()
    """Action cards each seat has reactivated."""
    n_extra_turns: Sequence[int] = ()
    """Extra turns each seat has had."""
    n_columns: Sequence[int] = ()
    """Columns each seat has cleared. By default those that are gone."""
    n_rows: Sequence[int] = ()
    """Rows each seat has cleared. By default those that are gone where some card is left."""
    n_star_lines: Sequence[int] = ()
    """Of these, lines with a star. By default 0."""
    n_stars: Sequence[int] = ()
    """Round over: the stars in each grid. By default those that are there."""
    star_bonus: Sequence[int] = ()
    """Round over: points for lines of stars. By default 0."""
    n_held_at_end: Sequence[int] = ()
    """Round over: the action cards each seat held. By default those it holds."""
    is_ended_by_other: bool = False
    """The ender had hidden cards: it turned up the last one of somebody else."""
    raw: Sequence[int] = ()
    """Round over: points before doubling. By default the numbers, and 10 for each card held, less the bonus."""
    n_action_words: int = 0
    """Words taken so far from the stream of luck of the action cards."""

    def _complete(self) -> None:
        """Bring what is in its type to its one form and fill in what follows."""
        grids = self.cells
        self._set(is_action_ordered=self.is_action_ordered and bool(self.action_pile))
        for name in ("hands", "played", "thrown", "blocked"):
            self._set(**{name: by_seat(getattr(self, name), len(grids), order_of)})
        for name in ("market", "action_pile", "action_discard", "in_play", "seats_chosen", "slots_chosen"):
            self._set(**{name: tuple(getattr(self, name))})
        for name in ("lines_chosen", "stars_asked", "stars_on_top"):
            self._set(**{name: tuple(sorted(getattr(self, name)))})
        self._set(targets=tuple(self.targets) or (None,) * len(grids))
        self._set(three=tuple(None if card is None else read_cards("three", [card])[0] for card in self.three))
        self._set(has_knowledge=bool(self.has_knowledge or _is_any_known(grids)))
        self._fill_statistics()
        Position._complete(self)

    @property
    def cards_drawn(self) -> tuple[Card, ...]:
        """The cards drawn in this turn that lie nowhere yet; one of the three that was replaced in the grid, too."""
        drawn = () if self.drawn is None else (self.drawn,)
        return (*drawn, *(card for card in self.three if card is not None))

    @property
    def unseen_of_three(self) -> list[int]:
        """The places of those of the three that only the seat to decide has seen, in the order they were drawn."""
        public = self.kept_of_three if self.is_three_public else None
        return [place for place, card in enumerate(self.three) if card is not None and place != public]

    @property
    def cards_of_pool(self) -> tuple[Card, ...]:
        """After a reshuffle, the cards that the pool counts: the pile, the drawn card, those of the three drawn since."""
        drawn = () if self.drawn is None else (self.drawn,)
        later = [self.three[place] for place in self.unseen_of_three[self.n_three_before :]]
        return (*self.pile, *drawn, *(card for card in later if card is not None))

    def _fill_statistics(self) -> None:
        """Fill in the statistics that are not given."""
        for name in ("n_for_stars", "n_stolen", "n_reactivated", "n_extra_turns", "n_star_lines"):
            self._set(**{name: tuple(getattr(self, name)) or (0,) * len(self.grids)})
        for name, follow in STATISTICS.items():
            self._set(**{name: tuple(getattr(self, name)) or follow(self)})
        self._set(lines_cleared=tuple(self.lines_cleared) or default_all_lines(self))
        if self.phase in FINISHED_PHASES:
            self._set(seat=None, raw=tuple(self.raw) or default_raw(self))
            self._set(score=tuple(self.score) or self.raw)
        if self.starter is None:
            self._set(starter=default_action_starter(self))


def _is_any_known(grids: Iterable[Sequence[Cell]]) -> bool:
    return any(known_to(cell, 1)[0] for cells in grids for cell in cells)


def default_taken(position: ActionPosition) -> tuple[int, ...]:
    """Return how many action cards each seat has taken if no Defence was spent and none was stolen from it."""
    held = zip(position.hands, position.played, position.thrown, position.n_stolen, strict=False)
    return tuple(max(0, len(hand) + len(played) + len(thrown) - n) for hand, played, thrown, n in held)


def _lines_gone(cells: Sequence[Cell]) -> tuple[int, int]:
    """Return how many columns and rows of a grid are gone; a grid without cards has lost its columns."""
    is_gone = [cell == CLEARED_CELL for cell in cells]
    columns = sum(all(is_gone[N_ROWS * column : N_ROWS * (column + 1)]) for column in range(N_COLUMNS))
    rows = sum(all(is_gone[row::N_ROWS]) for row in range(N_ROWS))
    return columns, 0 if all(is_gone) else rows


def default_columns(position: ActionPosition) -> tuple[int, ...]:
    """Return how many columns of each grid are gone."""
    return tuple(_lines_gone(cells)[0] for cells in position.cells)


def default_rows(position: ActionPosition) -> tuple[int, ...]:
    """Return how many rows of each grid are gone where some card is left."""
    return tuple(_lines_gone(cells)[1] for cells in position.cells)


def default_all_lines(position: ActionPosition) -> tuple[int, ...]:
    """Return how many lines each seat has cleared."""
    return tuple(sum(pair) for pair in zip(position.n_columns, position.n_rows, strict=False))


def default_stars(position: ActionPosition) -> tuple[int, ...]:
    """Return how many stars lie in each grid when the round is over."""
    if position.phase not in FINISHED_PHASES:
        return (0,) * position.n_players
    return tuple(sum(cell == STAR_CARD for cell in cells) for cells in position.cells)


def default_held_at_end(position: ActionPosition) -> tuple[int, ...]:
    """Return how many action cards each seat holds when the round is over."""
    if position.phase not in FINISHED_PHASES:
        return (0,) * position.n_players
    return tuple(map(len, position.hands))


def default_raw(position: ActionPosition) -> tuple[int, ...]:
    """Return the official points before doubling."""
    parts = zip(position.cells, position.n_held_at_end, position.star_bonus, strict=False)
    return tuple(sum_of(cells) + _PENALTY * held - bonus for cells, held, bonus in parts)


def default_action_starter(position: ActionPosition) -> int | None:
    """Return who started if every turn that no extra turn followed passed to the next seat; None in the opening."""
    if position.phase == "opening" or not position.grids:
        return None
    if position.setup_left and position.seat is not None:
        return (position.seat - position.n_players + position.setup_left) % position.n_players
    passed = position.turns - sum(position.n_extra_turns)
    return 0 if position.seat is None else (position.seat - passed) % position.n_players


STATISTICS = {
    "n_taken": default_taken,
    "n_columns": default_columns,
    "n_rows": default_rows,
    "n_stars": default_stars,
    "star_bonus": lambda position: (0,) * position.n_players,
    "n_held_at_end": default_held_at_end,
}
"""Statistics that follow from the rest where they are not given."""
