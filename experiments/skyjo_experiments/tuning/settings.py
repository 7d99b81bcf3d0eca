"""What a tuning is: all that decides its result."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from skyjo_experiments.statistics.arguments import check_count
from skyjo_experiments.tuning.fields import Field, make_fields
from skyjo_experiments.tuning.objective import MEASURES
from skyjo_experiments.tuning.optuna_sampling import LIBRARIES, OptunaSampler, check_extra
from skyjo_experiments.tuning.parameters import Tunable, make_tunable
from skyjo_experiments.tuning.sampling import LocalSampler, Sampler
from skyjo_sim.agent import Agent
from skyjo_sim.errors import InputError
from skyjo_sim.luck import check_seed
from skyjo_sim.rules import Rules

__all__ = ["SAMPLERS", "TuningSettings"]

SAMPLERS = ("local", *LIBRARIES)
_FEWEST_GAMES, _FEWEST_CANDIDATES = 2, 2
_MOST_CANDIDATES = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class TuningSettings:
    """The settings of a tuning; `skyjo_experiments.tuning.tune` says what they mean.

    Raises
    ------
    InputError
        If one is out of its range.
    """

    tunable: Tunable
    against: tuple[str, ...]
    players: tuple[int, ...]
    measure: str
    candidates: int
    generations: int
    n_games: int
    n_closing_games: int
    seed: int
    sampler: str
    rules: Rules

    def __post_init__(self) -> None:
        for name, value, known in (("measure", self.measure, MEASURES), ("sampler", self.sampler, SAMPLERS)):
            if value not in known:
                raise InputError(f"{name} must be one of {', '.join(known)}, got {value!r}")
        check_count("candidates", self.candidates, _FEWEST_CANDIDATES)
        if self.candidates > _MOST_CANDIDATES:
            raise InputError(f"candidates must be at most {_MOST_CANDIDATES}, got {self.candidates}")
        check_count("generations", self.generations, 1)
        check_count("n_games", self.n_games, _FEWEST_GAMES)
        check_count("n_closing_games", self.n_closing_games, _FEWEST_GAMES)
        check_seed(self.seed)
        check_extra(self.sampler)
        _ = self.fields

    @property
    def start(self) -> Agent:
        """Return the agent from which the search begins."""
        return self.tunable.agent(self.tunable.start)

    @property
    def fields(self) -> tuple[Field, ...]:
        """Return the tables at which candidates are measured."""
        return make_fields(self.against, self.players, self.rules, self.start)

    @property
    def n_confirming_games(self) -> int:
        """Return the games per field by which a survivor is compared with the incumbent."""
        return max(_FEWEST_GAMES, self.n_games * self.candidates // 2)

    @property
    def closing_seed(self) -> int:
        """Return the seed of the closing games, which no search uses unless by an accident of one in 2**64."""
        digest = blake2b(f"{self.seed} closing".encode(), digest_size=8, person=b"skyjo-sim").digest()
        return int.from_bytes(digest, "little")

    def make_sampler(self) -> Sampler:
        """Return a sampler that has proposed nothing yet."""
        parameters = self.tunable.parameters
        if self.sampler == "local":
            return LocalSampler(parameters, self.generations, self.seed)
        return OptunaSampler(self.sampler, parameters, self.seed)

    def to_json(self) -> dict[str, Any]:
        """Return plain values, from which `from_json` makes the same settings."""
        return {
            "start": self.start.name,
            "ranges": {parameter.name: [parameter.low, parameter.high] for parameter in self.tunable.parameters},
            "against": list(self.against),
            "players": list(self.players),
            "measure": self.measure,
            "candidates": self.candidates,
            "generations": self.generations,
            "n_games": self.n_games,
            "n_closing_games": self.n_closing_games,
            "seed": self.seed,
            "sampler": self.sampler,
            "rules": self.rules.text(),
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "TuningSettings":
        """Make settings from what `to_json` returned.

        Raises
        ------
        InputError
            If a value is not allowed.
        KeyError, TypeError, ValueError
            If it is no such content.
        """
        given = dict(content)
        start, ranges, rules = given.pop("start"), given.pop("ranges"), given.pop("rules")
        given["against"], given["players"] = tuple(given["against"]), tuple(given["players"])
        ends = {name: (float(low), float(high)) for name, (low, high) in ranges.items()}
        played = Rules.from_text(rules)
        tunable = make_tunable(start, None, ends, is_packaged=False, game=played.game)
        return cls(tunable=tunable, rules=played, **given)
