"""A table with its agents seated: the kernels of either game called, and their failures named."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.engines import Engine, engine_of, legal_ids
from skyjo_sim.errors import PolicyError, SkyjoError
from skyjo_sim.kernels.actions import BROKEN, ILLEGAL, TOUCHED
from skyjo_sim.kernels.layout import SEATING
from skyjo_sim.luck import seat_keys, table_key
from skyjo_sim.rules_record import rules_record
from skyjo_sim.simulation.plan import Plan


@dataclass(slots=True)
class Table:
    """A game record with its agents seated: what one thread plays with."""

    plan: Plan
    is_checked: bool = False
    engine: Engine = field(init=False)
    games: NDArray[Any] = field(init=False)
    seating: NDArray[Any] = field(init=False)
    rules: Any = field(init=False)
    key: NDArray[np.uint32] = field(init=False)

    def __post_init__(self) -> None:
        agents = self.plan.agents
        self.engine = engine_of(self.plan.rules)
        self.games = self.engine.empty_games(1)
        self.seating = np.zeros(1, SEATING)
        seating = self.seating[0]
        for index, agent in enumerate(agents):
            agent.check_rules(self.plan.rules)
            seating["addresses"][index] = agent.address()
            seating["kinds"][index] = agent.kind
            agent.fill_params(seating["params"][index])
        seating["keys"][:] = seat_keys(self.plan.seed)
        seating["n_agents"] = len(agents)
        seating["is_rotating"] = self.plan.is_rotating
        self.rules = rules_record(self.plan.rules)
        self.key = table_key(self.plan.seed)

    def warm_up(self) -> None:
        """Have the play loop compiled or loaded, without playing."""
        self.play(0, 0, np.zeros(1, self.engine.sums_type), np.zeros(0, self.engine.row_type))

    def play(self, first: int, n: int, sums: NDArray[Any], rows: NDArray[Any]) -> tuple[int, int]:
        """Play up to `n` units from `first` on; return the units played and the rows written.

        Raises
        ------
        PolicyError
            If a policy answers something illegal or raises.
        """
        if self.is_checked and n > 0:
            return 1, self._play_checked(first, sums, rows)
        from skyjo_sim.kernels.loop import play_units

        done = np.zeros(2, np.int64)
        status = self.run(
            play_units,
            self.games[0],
            self.rules,
            self.seating[0],
            self.key,
            first,
            n,
            self.plan.is_games,
            sums[0],
            rows,
            done,
        )
        self._refuse_illegal(status)
        return int(done[0]), int(done[1])

    def run(self, kernel: Callable[..., Any], *arguments: Any) -> int:
        """Run a kernel that asks agents; return its status.

        Raises
        ------
        PolicyError
            If a policy raises.
        """
        try:
            return int(kernel(*arguments))
        except SkyjoError:
            raise
        except Exception as error:
            table = self.games[0]["table"]
            if table["n_players"] == 0 or table["seat"] < 0:  # nobody was asked: no policy's fault
                raise
            raise self._error(f"raised {type(error).__name__}: {error}") from error

    def _play_checked(self, first: int, sums: NDArray[Any], rows: NDArray[Any]) -> int:
        """Play one unit in debug mode; return the rows written."""
        from skyjo_sim.kernels.checked import play_unit_checked
        from skyjo_sim.problems import Problem

        before = self.games.copy()
        views = (self.games.view(np.uint8), before.view(np.uint8))
        found = np.zeros(1, np.int64)
        status = self.run(
            play_unit_checked,
            self.games,
            before,
            views,
            self.rules,
            self.seating[0],
            self.key,
            first,
            self.plan.is_games,
            sums[0],
            rows,
            found,
        )
        if status == BROKEN:
            raise AssertionError(f"broken invariants in game {first}: {Problem(int(found[0])).names()}")
        if status == TOUCHED:
            raise self._error("changed the table, which policies may only read")
        self._refuse_illegal(status)
        return status

    def _refuse_illegal(self, status: int) -> None:
        """Raise PolicyError if a kernel stopped at an answer that is not legal."""
        if status == ILLEGAL:
            raise self._error(f"answered {int(self.seating[0]['answer'])}, which is not legal here")

    def _error(self, what: str) -> PolicyError:
        """Return an error that names the agent whose decision it was, and shows the position."""
        from skyjo_sim.notation import describe_position

        game = self.games[0]
        table = game["table"]
        seat = int(table["seat"])
        agent = self.plan.agents[int(self.seating[0]["agents"][seat])]
        ids = ", ".join(map(str, legal_ids(self.engine, game, self.rules)))
        phase = self.engine.phase_names[table["phase"]]
        return PolicyError(
            f"agent {agent.name} at seat {seat} {what} (game {int(game['secret']['game'])}, "
            f"round {int(table['round_index'])}, turn {int(table['turns'])}, phase {phase}; "
            f"legal: {ids})\n{describe_position(game, seat)}"
        )
