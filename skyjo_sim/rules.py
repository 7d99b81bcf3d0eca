"""The rules of a game as data: official by default, house rules by switches (RULES.md 8 and 8b)."""

import dataclasses
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self, cast

from skyjo_sim import rules_text
from skyjo_sim.errors import RulesError
from skyjo_sim.games import TITLES, Game
from skyjo_sim.rules_names import check_names, split_game
from skyjo_sim.rules_text import Value, show, show_path
from skyjo_sim.switches import (
    LIMITS,
    ColumnRule,
    DoubleScope,
    FinalRevealTiming,
    FirstRoundStarter,
    FlipAfterDiscard,
    LastTurns,
    NextRoundStarter,
    Reshuffle,
    RowRule,
    StartTiebreak,
    TargetComparison,
    VictoryTie,
    check,
)

__all__ = [
    "CLASSES",
    "LIMITS",
    "SWITCHES",
    "ColumnRule",
    "DoubleScope",
    "FinalRevealTiming",
    "FirstRoundStarter",
    "FlipAfterDiscard",
    "LastTurns",
    "NextRoundStarter",
    "Reshuffle",
    "RowRule",
    "Rules",
    "StartTiebreak",
    "TargetComparison",
    "VictoryTie",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Describe the rules of the classic game; what is not named is official.

    A choice accepts the enum or its string. The meaning of every switch stands in docs/rules.md; `turn_limit`
    is in turns per player and round. The object is hashable and never changes: see `replace`.

    `game` tells which game is played: those of Skyjo Action are `skyjo_sim.ActionRules`. What reads rules from a text
    returns them where the text says ``game = action``.

    Raises
    ------
    RulesError
        If a value is not allowed, or two values cannot be played together.
    """

    game: ClassVar[Game] = Game.CLASSIC
    name_of_official: ClassVar[str] = "official rules"

    players: int = 2
    initial_flips: int = 2
    first_round_starter: FirstRoundStarter | str = FirstRoundStarter.HIGHEST_SUM
    start_tiebreak: StartTiebreak | str = StartTiebreak.HIGH_CARD_THEN_RANDOM
    next_round_starter: NextRoundStarter | str = NextRoundStarter.ROUND_ENDER
    column_rule: ColumnRule | str = ColumnRule.MANDATORY
    row_rule: RowRule | str = RowRule.OFF
    flip_after_discard: FlipAfterDiscard | str = FlipAfterDiscard.MANDATORY
    discard_take_then_flip: bool = False
    last_turns: LastTurns | str = LastTurns.ALL_OTHERS_ONCE
    final_reveal_timing: FinalRevealTiming | str = FinalRevealTiming.AFTER_ALL_LAST_TURNS
    reshuffle: Reshuffle | str = Reshuffle.KEEP_TOP
    double_on_tie: bool = True
    double_scope: DoubleScope | str = DoubleScope.POSITIVE
    double_factor: int = 2
    flat_penalty: int = 0
    target: int = 100
    target_comparison: TargetComparison | str = TargetComparison.AT_LEAST
    victory_tie: VictoryTie | str = VictoryTie.SHARED
    turn_limit: int = 500

    def __post_init__(self) -> None:
        for name, default in self.defaults().items():
            object.__setattr__(self, name, self.check_switch(name, default, getattr(self, name)))
        self.check_together()

    def __str__(self) -> str:
        changes = ", ".join(rules_text.format_settings(self.changes()))
        return f"{self.name_of_official}{' but ' if changes else ''}{changes}, {self.players} players"

    @classmethod
    def defaults(cls) -> dict[str, Value]:
        """Return all switches, in their order, and their official values."""
        return defaults_of_fields(cls)

    @classmethod
    def check_switch(cls, name: str, default: Value, value: object) -> Value:
        """Return the value of a switch in the type of its default.

        Raises
        ------
        RulesError
            If the value is not allowed.
        """
        return check(name, default, value)

    def check_together(self) -> None:
        """Check what no switch shows alone.

        Raises
        ------
        RulesError
            If two values cannot be played together.
        """
        is_early = self.final_reveal_timing == FinalRevealTiming.AFTER_OWN_LAST_TURN
        if is_early and self.last_turns == LastTurns.NONE:
            raise RulesError(
                "final_reveal_timing = after_own_last_turn cannot go with last_turns = none: "
                "there are no last turns after which cards could be turned up"
            )

    def replace(self, **changes: object) -> Self:
        """Return these rules with some switches set anew.

        Raises
        ------
        RulesError
            If a name or a value is not allowed.
        """
        game, switches = split_game(changes)
        if game not in (None, self.game):
            raise RulesError(f"these are rules of {TITLES[self.game]}: game cannot be changed to {game}")
        check_names(type(self), switches, CLASSES)
        return dataclasses.replace(self, **switches)  # type: ignore[arg-type]

    def values(self) -> dict[str, Value]:
        """Return all switches and their values, in their order."""
        return {name: getattr(self, name) for name in self.defaults()}

    def changes(self) -> dict[str, Value]:
        """Return the switches that are not official, `players` left out."""
        official = self.defaults() | {"players": self.players}
        return {name: value for name, value in self.values().items() if value != official[name]}

    def text(self) -> str:
        """Return the canonical form: all switches on one line, ``name=value`` joined by ``"; "``."""
        return rules_text.format_line(self.values())

    def digest(self) -> str:
        """Return 16 hexadecimal digits that differ between different rules: of the SHA-256 of `text`."""
        return hashlib.sha256(self.text().encode()).hexdigest()[:16]

    def to_toml(self) -> str:
        """Return all switches as the content of a TOML file."""
        return rules_text.format_toml(self.values())

    def save(self, path: str | Path) -> None:
        """Write all switches to a TOML file.

        Raises
        ------
        RulesError
            If the file cannot be written.
        """
        rules_text.write_text(path, self.to_toml())

    def with_settings(self, settings: Iterable[str]) -> Self:
        """Return these rules with settings of the command line, such as ``["double_on_tie=false"]``.

        Raises
        ------
        RulesError
            If a setting has another form, an unknown name or a value that is not allowed.
        """
        return self.replace(**rules_text.parse_settings(settings))

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> Self:
        """Make rules from names and values; what is missing is official.

        A name ``game`` tells the game; without it the rules are of the class that is asked.

        Raises
        ------
        RulesError
            If a name or a value is not allowed.
        """
        if not isinstance(mapping, Mapping):
            raise RulesError(f"rules must be a mapping of names to values, got {show(mapping)}")
        game, switches = split_game(mapping)
        made = cls if game in (None, cls.game) else CLASSES[game]
        if not issubclass(made, cls):
            raise RulesError(f"these are rules of {TITLES[made.game]}, not of {TITLES[cls.game]}")
        check_names(made, switches, CLASSES)
        return made(**switches)  # type: ignore[arg-type]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Make rules from the one-line form of `text`; what is missing is official.

        Raises
        ------
        RulesError
            If the text is malformed, or a name or a value is not allowed.
        """
        return cls.from_mapping(rules_text.parse_line(text))

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Make rules from the content of a TOML file; what is missing is official.

        Raises
        ------
        RulesError
            If the text is not TOML, or a name or a value is not allowed.
        """
        return cls.from_mapping(rules_text.parse_toml(text))

    @classmethod
    def load(cls, path_or_name: str | Path) -> Self:
        """Read rules from a TOML file, or by name packaged ones (`skyjo_sim.rules_text.table_names`).

        Raises
        ------
        RulesError
            If there is no such file or name, the file is not TOML in UTF-8, or a name or a value in it is
            not allowed.
        """
        mapping = rules_text.read_table(path_or_name)
        try:
            return cls.from_mapping(mapping)
        except RulesError as error:
            raise RulesError(f"rules {show_path(path_or_name)}: {error}") from None


def defaults_of_fields(rules: type[Rules]) -> dict[str, Value]:
    """Return the switches of a class of rules, in their order, and the defaults of its fields."""
    return {field.name: cast(Value, field.default) for field in dataclasses.fields(rules) if field.init}


CLASSES: dict[Game, type[Rules]] = {Game.CLASSIC: Rules}
"""The rules of each game; those of Skyjo Action enter themselves when the package is imported."""
SWITCHES = tuple(Rules.defaults())
"""The names of all switches of the classic game, in their order."""
