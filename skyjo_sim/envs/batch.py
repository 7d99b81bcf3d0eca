"""`SkyjoBatch`: many games in which every seat is played from outside, for self-play and for search."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skyjo_sim.engines import engine_of
from skyjo_sim.envs.batch_state import BatchState
from skyjo_sim.envs.batch_views import as_seats, observe_games
from skyjo_sim.envs.checks import check_count
from skyjo_sim.envs.endings import refusal
from skyjo_sim.envs.selection import as_integers, as_rows
from skyjo_sim.envs.settings import EPISODES, FORMS, REWARDS, check_choice, make_rules
from skyjo_sim.envs.slices import Slices
from skyjo_sim.errors import InputError
from skyjo_sim.games import Game
from skyjo_sim.kernels import redealing, sampling, self_play, streams
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.layout import STREAM
from skyjo_sim.luck import table_key
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import n_actions, rules_record

__all__ = ["BatchState", "SkyjoBatch"]


class SkyjoBatch:
    """`n` games side by side, every seat played from outside; a step is one decision in each, in one compiled call.

    For self-play, search and loops of one's own; `SkyjoVectorEnv` is for a learner against given opponents. Row i
    plays game i of `seed`, the same cards as in ``simulate(..., seed=seed)``; after a reset it plays game ``i + n``.

    Parameters
    ----------
    n : int
        Number of rows.
    players : int, optional
        2 to 8; what `rules` say, else 2.
    rules : Rules, str or Path, optional
        Rules, of either game, a file of rules or the name of a packaged table; official by default.
    game : {"classic", "action"}, optional
        The game; what `rules` say, else the classic one.
    seed : int, default 0
        0..2**64-1.
    episode : {"round", "game"}
        What a row plays until it is over; in a game the next round is dealt within the step that ends a round.
    reward : {"score_difference", "negative_score", "win", "rank"}
        In points: paid whenever a round is scored. Win and rank: at the end of the episode.
    observation : {"flat", "planes", "mask"}
        Form of the observations, as of the environments.
    threads : int, default 1
        How many threads share the rows; the results are the same.

    Raises
    ------
    InputError
        If an argument is not allowed.

    Notes
    -----
    `clone`, `restore` and `redeal` serve search. A state holds the hidden cards and the luck to come: an agent that
    looks ahead in a copy would look under the cards. It must call `redeal` first, which deals again all that the seat
    to decide does not know:

    >>> from skyjo_sim.envs.batch import SkyjoBatch
    >>> table, ahead = SkyjoBatch(1, players=3, seed=5), SkyjoBatch(100, players=3)
    >>> ahead.restore(table.clone(), sources=0)  # the one position in all 100 rows
    >>> ahead.redeal(seed=1)  # as many worlds, all as likely as the real one
    >>> while not ahead.is_over.all():
    ...     rewards, is_over = ahead.step(ahead.sample_legal())
    """

    def __init__(
        self,
        n: int,
        *,
        players: int | None = None,
        rules: Rules | str | Path | None = None,
        game: Game | str | None = None,
        seed: int = 0,
        episode: str = "round",
        reward: str = "score_difference",
        observation: str = "flat",
        threads: int = 1,
    ) -> None:
        self.rules = make_rules(rules, players, game)
        self.episode = check_choice("episode", episode, EPISODES)
        self.reward = check_choice("reward", reward, tuple(REWARDS))
        self.observation = check_choice("observation", observation, FORMS)
        self.n = check_count("n", n)
        self.players = self.rules.players
        self.n_actions = n_actions(self.rules)
        self._slices = Slices(self.n, check_count("threads", threads))
        self._record = rules_record(self.rules)
        self._key = table_key(seed)
        self._luck: NDArray[Any] = np.zeros(1, STREAM)
        streams.start(self._luck[0], self._key, streams.SAMPLE, 0, 0, 0)
        self._games: NDArray[Any] = engine_of(self.rules).empty_games(self.n)
        self._indices = np.arange(self.n, dtype=np.int64)
        self._start(np.ones(self.n, np.bool_))

    def __len__(self) -> int:
        """Return the number of rows."""
        return self.n

    @property
    def games(self) -> NDArray[Any]:
        """The games, shape (n,), records of `skyjo_sim.kernels.layout.GAME` or its like: read-only; steps change them."""
        view = self._games.view()
        view.flags.writeable = False
        return view

    @property
    def seats(self) -> NDArray[np.int8]:
        """Whose decision it is, int8[n]; -1 where the episode is over."""
        return self._games["table"]["seat"].copy()

    @property
    def is_over(self) -> NDArray[np.bool_]:
        """Where the episode is over, bool[n]."""
        return self._games["table"]["phase"] >= ROUND_OVER

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Where it was stopped, the round by the turn limit, a game after 200 rounds; bool[n]."""
        name = "is_game_abandoned" if self.episode == "game" else "is_abandoned"
        return self.is_over & (self._games["table"][name] != 0)  # type: ignore[no-any-return]

    @property
    def masks(self) -> NDArray[np.int8]:
        """The legal ids of the seats to decide as ones, int8[n, n_actions], fresh; all ones where it is over."""
        return self._observe("mask", np.full(self.n, -1, np.int64))["action_mask"]  # type: ignore[no-any-return]

    def observe(self, seats: ArrayLike | None = None) -> dict[str, Any]:
        """Return what seats see, as the environments' observations: fresh arrays with n rows.

        Parameters
        ----------
        seats : int or int array, shape (n,), optional
            Whose view; -1, the default, is the seat to decide (where the episode is over, seat 0).

        Returns
        -------
        dict
            ``observation`` (with the form ``mask`` nothing) and ``action_mask``, int8[n, n_actions], which is all
            zeros for a seat that is not the one to decide, and all ones where the episode is over.

        Raises
        ------
        InputError
            If a seat is not at the table.
        """
        return self._observe(self.observation, as_seats(seats, self.n, self.players))

    def _observe(self, form: str, seats: NDArray[np.int64]) -> dict[str, Any]:
        return observe_games(self._games, self.rules, self._record, seats, form, self._slices)

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Carry out one decision in each row; rows whose episode is over are left alone.

        Parameters
        ----------
        actions : int array, shape (n,)
            Of the seats to decide; what stands for rows that are over does not matter.

        Returns
        -------
        rewards : float32[n, players]
            By seat, fresh.
        is_over : bool[n]
            Where the episode is over now.

        Raises
        ------
        InputError
            If the actions are not n integers, or one is illegal; then nothing has changed in any row.
        """
        ids = as_integers("actions", actions, self.n)
        if np.ndim(actions) != 1:
            raise InputError(f"actions must be integers of shape ({self.n},), got a single one")
        if self._slices.n_threads > 1:  # no thread may begin before all actions were looked at
            self._run_checked(lambda rows: self_play.find_illegal(self._games[rows], self._record, ids[rows]), ids)
        rewards = np.empty((self.n, self.players), np.float32)
        is_over = np.empty(self.n, np.bool_)
        is_games, reward = int(self.episode == "game"), REWARDS[self.reward]

        def run(rows: slice) -> int:
            parts = (ids[rows], rewards[rows], is_over[rows])
            return int(self_play.step_tables(self._games[rows], self._record, is_games, reward, *parts))

        self._run_checked(run, ids)
        return rewards, is_over

    def _run_checked(self, run: Callable[[slice], int], ids: NDArray[np.int64]) -> None:
        """Run a kernel that returns the first position whose action is not legal, or -1."""
        for first, position in self._slices.run(lambda rows, number: (rows.start, run(rows))):
            if position >= 0:
                row = first + position
                raise InputError(f"row {row}: {self.refusal(row, int(ids[row]))}")

    def refusal(self, row: int, action: int) -> str | None:
        """Return why the seat to decide in a row may not do this, a text; None if it may."""
        return refusal(self.rules, self._games[row], self._record, action)

    def sample_legal(self) -> NDArray[np.int64]:
        """Return a legal action for each row by lot, int64[n]; the luck is made from the seed, call after call.

        What stands for rows that are over does not matter to `step`.
        """
        actions = np.empty(self.n, np.int64)
        sampling.sample_ids(self.masks, self._luck[0], actions)
        return actions

    def reset(self, where: ArrayLike | None = None) -> None:
        """Begin the next episode of rows: the game whose index is larger by n.

        Parameters
        ----------
        where : bool[n] or indices, optional
            The rows; by default those whose episode is over.

        Raises
        ------
        InputError
            If these are no rows.
        """
        chosen = np.zeros(self.n, np.bool_)
        chosen[as_rows("where", self.is_over if where is None else where, self.n)] = True
        self._indices[chosen] += self.n
        self._start(chosen)

    def _start(self, chosen: NDArray[np.bool_]) -> None:
        def run(rows: slice, number: int) -> None:
            self_play.start_tables(self._games[rows], self._record, self._key, chosen[rows], self._indices[rows])

        self._slices.run(run)

    def clone(self) -> BatchState:
        """Return a copy of all games as they stand, which later steps do not change.

        It holds the hidden cards: an agent that searches must `redeal` them.
        """
        return BatchState(self._games.copy(), self._indices.copy(), self.rules, self.episode)

    def restore(self, state: BatchState, where: ArrayLike | None = None, sources: ArrayLike | None = None) -> None:
        """Put games of a state, of this batch or another with the same rules and episode, into rows.

        Parameters
        ----------
        state : BatchState
            What `clone` returned.
        where : bool[n] or indices, optional
            The rows to be overwritten; by default all.
        sources : int or int array, optional
            Which row of the state goes into each of them; a single one goes into all. By default the same rows,
            which then also count their episodes (`reset`) as they did.

        Raises
        ------
        InputError
            If rules or episode differ, or these are no rows.

        Notes
        -----
        The luck of `sample_legal` is no part of a state, so that repeated playouts from one state differ.
        """
        if not isinstance(state, BatchState) or (state.rules, state.episode) != (self.rules, self.episode):
            raise InputError("state must be a clone of a batch with the same rules and episode")
        rows = as_rows("where", np.arange(self.n) if where is None else where, self.n)
        taken = as_integers("sources", rows if sources is None else sources, rows.size)
        refused = taken[(taken < 0) | (taken >= len(state))]
        if refused.size:
            raise InputError(f"sources must be in 0..{len(state) - 1}, got {refused[0]}")
        self._games[rows] = state.games[taken]
        if sources is None:
            self._indices[rows] = state.indices[taken]

    def redeal(self, seed: int, seats: ArrayLike | None = None) -> None:
        """Deal again, by lot, what the seats to decide do not know, in every row that is not over.

        That is all hidden cards, the viewer's own too, and the draw pile: one pool from which all arrangements are
        equally likely; after a reshuffle everybody knows which cards the draw pile has, and both are dealt again among
        themselves. The luck to come (draws, reshuffles, rounds to come) is new as well. What is seen stays, and so does
        the card that the viewer has just drawn. The outcome depends on what the viewer sees, the seed, the row and
        the game's index alone, not on the cards that really lie there.

        In Skyjo Action the hidden cards that the viewer knows stay; the order of the action pile is new.

        Parameters
        ----------
        seed : int
            0..2**64-1. The same seed gives the same cards again: take another for each re-deal.
        seats : int or int array, shape (n,), optional
            Whose knowledge counts; -1, the default, is the seat to decide. For another seat the card that the seat to
            decide has drawn is unknown as well. Slots that others have chosen in an opening stay chosen.

        Raises
        ------
        InputError
            If the seed or a seat is not allowed.
        """
        key, viewers = table_key(seed), as_seats(seats, self.n, self.players)

        def run(rows: slice, number: int) -> None:
            luck = np.zeros(1, STREAM)[0]
            redealing.redeal_tables(self._games[rows], key, viewers[rows], rows.start, luck)

        self._slices.run(run)

    def close(self) -> None:
        """Stop the threads."""
        self._slices.close()
