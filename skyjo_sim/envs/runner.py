"""The batch of episodes behind `SkyjoEnv` and `SkyjoVectorEnv`: seeds, threads, errors."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_sim.engines import engine_of
from skyjo_sim.envs.endings import refusal
from skyjo_sim.envs.layouts import layout_of
from skyjo_sim.envs.settings import Settings
from skyjo_sim.envs.slices import Slices
from skyjo_sim.envs.spaces import View, make_view, view_shapes
from skyjo_sim.errors import InputError, PolicyError
from skyjo_sim.kernels import episode_steps
from skyjo_sim.kernels.actions import ILLEGAL, PLAYING
from skyjo_sim.kernels.cards import CLEARED
from skyjo_sim.kernels.episodes import SAME_STEP
from skyjo_sim.kernels.layout_episodes import OUTCOME
from skyjo_sim.luck import seat_keys, table_key
from skyjo_sim.notation import describe_position

__all__ = ["Runner"]


class Runner:
    """`n` environments with the same settings, stepped by one compiled call (one for each thread).

    Parameters
    ----------
    settings : Settings
    n : int
        Number of environments.
    autoreset : int
        A constant of `skyjo_sim.kernels.episodes`.
    threads : int
        How many threads share the work; the results are the same.
    """

    def __init__(self, settings: Settings, n: int, autoreset: int, threads: int = 1) -> None:
        self.settings = settings
        game = settings.rules.game
        self.phase_names = engine_of(settings.rules).phase_names
        self.episodes: NDArray[Any] = np.zeros(n, layout_of(game).episode_type)
        self.episodes["game"]["table"]["visible"] = CLEARED
        self.episodes["is_over"] = 1
        self._shapes = view_shapes(settings.observation, settings.rules.players, settings.n_actions, n, game)
        self.view = self.new_view()
        self._is_same_step = autoreset == SAME_STEP
        self.last_view = self.new_view() if self._is_same_step else make_view((0, 0), 0, (0, 0), self._shapes[-1])
        self.take_outcomes(np.zeros(n, OUTCOME))
        self._autoreset = autoreset
        self._slices = Slices(n, threads)
        self._prepare()

    def _prepare(self) -> None:
        """Make what holds in this process only: the addresses of policies."""
        self._setups = self.settings.setup_records(self._autoreset, self._slices.n_threads)
        self._ended = self._setups["n_ended"]

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what holds in this process only."""
        return {name: value for name, value in self.__dict__.items() if name not in _OF_THIS_PROCESS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore, with the policies of this process."""
        self.__dict__.update(state)
        self.take_outcomes(self.outcomes)
        self._prepare()

    def new_view(self) -> View:
        """Return fresh arrays for all observations."""
        return make_view(*self._shapes)

    def take_outcomes(self, outcomes: NDArray[Any]) -> None:
        """Have steps write into `outcomes`, OUTCOME[n]."""
        self.outcomes = outcomes
        self.rewards, self.terminated, self.truncated = (
            outcomes["reward"],
            outcomes["terminated"],
            outcomes["truncated"],
        )

    def renew(self) -> None:
        """Replace all arrays that a step writes by fresh ones, so that the caller may keep the old ones."""
        self.view = self.new_view()
        self.take_outcomes(np.zeros(self.outcomes.size, OUTCOME))
        if self._is_same_step:
            self.last_view = self.new_view()

    def seed(self, position: int, seed: int) -> None:
        """Key the luck of one environment by `seed`; its next episode is game 0 of that seed."""
        episode = self.episodes[position]
        episode["key"] = table_key(seed)
        episode["keys"] = seat_keys(seed)
        episode["index"] = -1

    def start(self, chosen: NDArray[np.bool_]) -> None:
        """Begin the following episode of every chosen environment, bool[n]; write all views.

        Raises
        ------
        PolicyError
            If an opponent answers something illegal or raises.
        """
        self.episodes["index"][chosen] += 1
        self._run(episode_steps.start_episodes, chosen, self.view)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Carry out one action in each environment; write outcomes and views.

        Raises
        ------
        PolicyError
            If an opponent answers something illegal or raises.
        """
        self._run(episode_steps.step_episodes, actions, self.outcomes, self.view, self.last_view)

    def find_illegal(self, actions: NDArray[np.int64]) -> tuple[int, str | None]:
        """Return the first environment whose action is not legal, by its table, and why; -1 if there is none."""
        position = int(episode_steps.find_illegal(self._setups, self.episodes, actions))
        if position < 0:
            return -1, None
        rules = self.settings.rules
        return position, refusal(
            rules, self.episodes[position]["game"], self._setups[0]["rules"], int(actions[position])
        )

    def sample_legal(self, luck: np.record) -> NDArray[np.int64]:
        """Return a legal action for each environment by lot, by its table; any id where the episode is over."""
        actions = np.empty(self.episodes.size, np.int64)
        episode_steps.sample_legal(self._setups, self.episodes, self.settings.n_actions, luck, actions)
        return actions

    @property
    def n_ended(self) -> int:
        """Return how many episodes ended in the last step."""
        return int(self._ended[0] if self._ended.size == 1 else self._ended.sum())

    def _run(self, kernel: Any, *arrays: Any) -> None:
        """Run a kernel over all environments; arrays and tuples of arrays with one row for each."""
        if self._slices.n_threads == 1:
            self._run_slice(self._setups, kernel, self.episodes, arrays)
            return

        def run(rows: slice, number: int) -> None:
            setups = self._setups[number : number + 1]
            self._run_slice(setups, kernel, self.episodes[rows], [_rows_of(array, rows) for array in arrays])

        self._slices.run(run)

    def _run_slice(self, setups: NDArray[Any], kernel: Any, episodes: NDArray[Any], arrays: Sequence[Any]) -> None:
        """Run a kernel on the environments of one thread."""
        try:
            status = kernel(setups, episodes, *arrays)
        except Exception as error:
            if not _is_opponent_to_decide(episodes[setups[0]["at_work"]]):
                raise
            raise self._error(episodes, setups[0], f"raised {type(error).__name__}: {error}") from error
        if status == ILLEGAL:
            answer = int(setups[0]["seating"]["answer"])
            raise self._error(episodes, setups[0], f"answered {answer}, which is not legal here")
        if status != PLAYING:
            raise InputError(f"under these rules the learner never decides anything: {self.settings.rules}")

    def _error(self, episodes: NDArray[Any], setup: Any, what: str) -> PolicyError:
        """Return an error that names the opponent whose decision it was, and shows the position."""
        episode = episodes[setup["at_work"]]
        game = episode["game"]
        table = game["table"]
        seat = int(table["seat"])
        agent = self.settings.agents[int(episode["agents"][seat])]
        return PolicyError(
            f"agent {agent.name} at seat {seat} {what} (episode {int(episode['index'])}, "
            f"round {int(table['round_index'])}, turn {int(table['turns'])}, phase {self.phase_names[table['phase']]})\n"
            f"{describe_position(game, seat)}"
        )

    def close(self) -> None:
        """Stop the threads."""
        self._slices.close()


def _is_opponent_to_decide(episode: Any) -> bool:
    seat = int(episode["game"]["table"]["seat"])
    return seat >= 0 and seat != episode["learner"]


def _rows_of(array: Any, rows: slice) -> Any:
    return tuple(part[rows] for part in array) if isinstance(array, tuple) else array[rows]


_OF_THIS_PROCESS = ("_setups", "_ended")
