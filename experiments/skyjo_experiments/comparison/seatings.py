"""Who sits where: the seatings in which every deal of a contest is played."""

from collections.abc import Sequence
from dataclasses import dataclass

from skyjo_sim.agent import Agent
from skyjo_sim.errors import InputError
from skyjo_sim.rules import Rules
from skyjo_sim.seer import Seer
from skyjo_sim.simulation.plan import MAX_UNITS, Plan

__all__ = ["DESIGNS", "FIELD", "FIRST", "SECOND", "Contest", "Seating", "in_the_field", "make_seatings", "one_against"]

FIRST = 0
SECOND = 1
FIELD = -1
"""The sides of a contest: an agent's own sums, the other's; those of a field are not kept."""

DESIGNS = ("one", "half")

Player = Agent | Seer
"""Who may sit at a table."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A table: the agent at each seat, and the side it is counted for."""

    agents: tuple[Player, ...]
    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Two agents, the seatings of each deal, and all that decides the cards.

    Attributes
    ----------
    seatings : tuple of Seating
    rules : Rules
    unit : {"game", "round"}
    seed : int
        Deal i is game i of `skyjo_sim.simulate` with this seed, in every seating.
    is_adjusted : bool
        Whether luck is measured too.
    """

    seatings: tuple[Seating, ...]
    rules: Rules
    unit: str = "game"
    seed: int = 0
    is_adjusted: bool = False

    def plan(self, seating: int) -> Plan:
        """Return the plan of one seating, for any number of deals."""
        agents = self.seatings[seating].agents
        return Plan(
            agents=agents, rules=self.rules, unit=self.unit, n_units=MAX_UNITS, seed=self.seed, is_rotating=False
        )


def _turned(entries: Sequence[object], by: int) -> tuple[object, ...]:
    return tuple(entries[(seat - by) % len(entries)] for seat in range(len(entries)))


def _every_seat(agents: Sequence[Player], sides: Sequence[int]) -> list[Seating]:
    """Return a table turned through all seats."""
    pairs = list(zip(agents, sides, strict=True))
    turned = [_turned(pairs, by) for by in range(len(pairs))]
    return [Seating(*zip(*seats, strict=True)) for seats in turned]


def one_against(a: Player, b: Player, players: int) -> tuple[Seating, ...]:
    """Seat `a` alone among copies of `b`, at every seat in turn: as many seatings as players."""
    return tuple(_every_seat([a, *[b] * (players - 1)], [FIRST, *[SECOND] * (players - 1)]))


def half_and_half(a: Player, b: Player, players: int) -> tuple[Seating, ...]:
    """Seat `a` and `b` in turn round the table: two seatings, or with an odd number of players two for each seat."""
    seatings = []
    for agents, sides in (((a, b), (FIRST, SECOND)), ((b, a), (SECOND, FIRST))):
        half = _every_seat([agents[seat % 2] for seat in range(players)], [sides[seat % 2] for seat in range(players)])
        seatings += half if players % 2 else half[:1]
    return tuple(seatings)


def in_the_field(a: Player, b: Player, field: Sequence[Player], players: int) -> tuple[Seating, ...]:
    """Seat `a`, then `b` in its place, among a field that is repeated to fill the table: two seatings for each seat.

    Raises
    ------
    InputError
        If the field is empty or does not fit.
    """
    if not 1 <= len(field) < players:
        raise InputError(f"the field must be of 1..{players - 1} agents at {players} players, got {len(field)}")
    others = [field[seat % len(field)] for seat in range(players - 1)]
    sides = [FIELD] * (players - 1)
    return tuple(_every_seat([a, *others], [FIRST, *sides]) + _every_seat([b, *others], [SECOND, *sides]))


def make_seatings(
    a: Player, b: Player, players: int, design: str, field: Sequence[Player] | None
) -> tuple[Seating, ...]:
    """Return the seatings of a design; a field makes the design.

    Raises
    ------
    InputError
        If the design is unknown, or the field does not fit.
    """
    if design not in DESIGNS:
        raise InputError(f"design must be one of {', '.join(DESIGNS)}, got {design!r}")
    if field is not None:
        return in_the_field(a, b, field, players)
    return one_against(a, b, players) if design == "one" else half_and_half(a, b, players)
